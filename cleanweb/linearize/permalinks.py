"""The sign after a heading or term that links to its own place on the page (`Middleware¶`) is none of its words.

Ours. It is taken out when the text is written and not before: classifiers may go by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cleanweb.page import Blocks, Edit

SIGNS: Final = ("¶", "🔗", "\ufe0f")  # the last makes a picture of the one before
_AT_END: Final = re.compile(r"(?<=\S)\s*[¶🔗]\ufe0f?$")
RULE: Final = "link to itself"


def without_permalinks(blocks: Blocks, rows: Iterable[int]) -> dict[int, tuple[str, Edit]]:
    """The texts of those rows that end in such a sign, without it, and what was done.

    >>> without_permalinks(Blocks.of([("h1", "Tea"), ("h2", "Pots")]), [0, 1])
    {}
    """
    found = {}
    for row in rows:
        text = blocks.text[row]
        if text.endswith(SIGNS) and blocks.link_count[row] and (sign := _AT_END.search(text)):
            found[row] = text[: sign.start()], Edit(row, RULE, removed=sign[0].strip())
    return found
