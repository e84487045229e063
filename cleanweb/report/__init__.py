"""Reports for people on what became of pages: lists of blocks, overlays over the pages, the index of a run."""
