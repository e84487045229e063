"""Mark elements and repair texts, at the segmenter's request; a normalizer never removes anything."""

HELPERS = ("marking", "naming", "repairs", "xhtml")
