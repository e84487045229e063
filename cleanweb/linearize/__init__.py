"""Write the kept blocks as text: each file a format; none decides what is kept."""

HELPERS = (
    "draft",
    "introductions",
    "lists",
    "permalinks",
    "preformatted",
    "punctuation",
    "rewriting",
    "sentences",
    "tables",
)
