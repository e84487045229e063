"""Mark elements and repair texts for the segmenter, which asks: a normalizer never removes."""

HELPERS = ("marking", "naming", "repairs", "xhtml")
