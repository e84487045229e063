"""How good is an output? Scorers from three literatures, intervals, comparisons, and the pages behind a figure."""
