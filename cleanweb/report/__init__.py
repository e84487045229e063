"""What became of pages, shown to people: lists of blocks, overlays of the pages themselves, the index of a run."""
