"""Answer for elements and text while the segmenter walks: a normalizer marks and repairs, it never removes."""

HELPERS = ("marking", "naming", "repairs", "xhtml")
