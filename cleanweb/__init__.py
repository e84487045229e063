"""cleanweb turns directories of HTML pages into clean text corpora."""

__version__ = "0.1.0"
