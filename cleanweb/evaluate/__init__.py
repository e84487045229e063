"""How good is an output? The scorers of three literatures, intervals, comparisons, and the pages behind a figure."""
