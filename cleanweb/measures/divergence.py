"""How far the words of each block are from what the page says it is about: its title, keywords and headings.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.4.

Differs from the paper: see `classify/ice_lm.py` on the query and on headings.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from cleanweb.measures.letters import marks
from cleanweb.measures.stopwords import UNSPACED_RANGES
from cleanweb.models.unigram import divergences
from cleanweb.page import Blocks
from cleanweb.segment.tags import HEADING_TAGS

_ASCII_WORD = re.compile(r"\w+")

# Share of bold characters from which a block counts as bold (ours: all but a stray sign or two).
MIN_BOLD_SHARE = 0.9


def query_divergences(
    blocks: Blocks, *, smoothing: str, amount: float, bold_in_query: bool = False
) -> list[float] | None:
    """The divergence of each block from the page's query, in nats; None where the page has no query.

    `smoothing` and `amount` are those of `models/unigram.py`.
    """
    texts = [_counts(text) for text in blocks.text]
    query = _stated(blocks)
    for row, text in enumerate(texts):
        if blocks.tag(row) in HEADING_TAGS or (bold_in_query and _is_bold(blocks, row)):
            query.update(text)
    return divergences(texts, query, smoothing=smoothing, amount=amount) if query else None


def _stated(blocks: Blocks) -> Counter[str]:
    """The words of the title and of the keywords."""
    said: Counter[str] = Counter()
    for tag, attributes, text in blocks.head:
        if tag == "title":
            said.update(_counts(text))
        elif tag == "meta" and (attributes.get("name") or "").lower() == "keywords":
            said.update(_counts(attributes.get("content") or ""))
    return said


def _counts(text: str) -> Counter[str]:
    return Counter((_ASCII_WORD if text.isascii() else _word()).findall(text.lower()))


@cache
def _word() -> re.Pattern[str]:
    """A word, or one character of a script without spaces: `Grüner Tee 茶` has three words, `हिन्दी` is one."""
    return re.compile(rf"[{UNSPACED_RANGES}]|(?:(?![{UNSPACED_RANGES}])[\w{marks()}])+")


def _is_bold(blocks: Blocks, row: int) -> bool:
    return blocks.bold_chars[row] >= MIN_BOLD_SHARE * len(blocks.text[row])
