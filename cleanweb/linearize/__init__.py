"""Write the kept blocks as text: one file per format; none of them decides what is kept."""

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
