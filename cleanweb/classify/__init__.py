"""Decide of every block whether it is kept, and as paragraph, heading or list item: each file a classifier."""

HELPERS = (
    "kinds",
    "layout_kinds",
    "learned_alike",
    "learned_apart",
    "learned_around",
    "learned_beside",
    "learned_comments",
    "learned_decision",
    "learned_links",
    "learned_named",
    "learned_notes",
    "learned_page",
    "learned_phrases",
    "learned_reasons",
    "learned_records",
    "learned_repeats",
    "learned_stated",
    "learned_threads",
    "lines",
    "units",
)
