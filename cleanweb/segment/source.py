"""What the segmenters that read the source share: scripts cut out, tags told from text, references decoded."""

import re

from cleanweb.references import unescape

# Script and style elements and comments, each to its end tag or, where that is missing, to the end of the page.
# Every alternative is sure to end, so that the search never backtracks: `<script>a()</script >`, `<!-- x -->`.
_SCRIPTS = re.compile(
    r"""
    <(script|style)\b .*? (?: </\1\b [^>]*+ >? | \Z )
    | <!-- (?: -?> | .*? (?: --!?> | \Z ) )
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


def without_scripts(source: str) -> str:
    """The source without script and style elements and comments."""
    return _SCRIPTS.sub("", source)


def readable(text: str) -> str:
    """A piece of source text for reading: character references decoded, white space collapsed."""
    return " ".join((unescape(text) if "&" in text else text).split())
