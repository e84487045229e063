"""Labels by alignment: which words of a page are also in its gold text, in order, and their share of each block.

The rows of the longest common subsequence come from `evaluate/alignment.py`. Here all rows are kept and traced back,
differently from how scores are computed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cleanweb.evaluate.alignment import bit_columns, bit_rows
from cleanweb.evaluate.gold_texts import as_compared
from cleanweb.measures.word_counts import COUNTED_BY_LETTER, TIBETAN

_UNSPACED = "".join(f"{chr(start)}-{chr(end)}" for start, end in COUNTED_BY_LETTER if (start, end) != TIBETAN)

# A word, or one character of a script written without spaces (the scripts of the default's word counts, except
# Tibetan, which separates syllables by a sign).
TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")

# Both ours: they gave the cleanest labels in a study on the 1,497 pages of wcxb-dev (scored by the text that perfect
# labels give). A run of fewer matched tokens counts as chance unless most of the block is aligned; a block is content
# if at least this share of its tokens is aligned.
MIN_RUN = 4
MIN_ALIGNED_SHARE = 0.5


def tokens(text: str) -> list[str]:
    """Lower-case tokens: words, and single characters of scripts without spaces; letters are composed (NFC)."""
    return TOKEN.findall(as_compared(text).lower())


def align(page: Sequence[str], gold: Sequence[str]) -> list[int]:
    """For each token of the page, the index of the aligned gold token, or -1; a longest alignment.

    Tokens that only one side has are dropped before the quadratic part, so they cost nothing.
    """
    in_gold = set(gold)
    in_page = set(page)
    places = [i for i, token in enumerate(page) if token in in_gold]
    kept_gold = [j for j, token in enumerate(gold) if token in in_page]
    found = [-1] * len(page)
    pairs = _longest_common_subsequence([page[i] for i in places], [gold[j] for j in kept_gold])
    for i, j in pairs:
        found[places[i]] = kept_gold[j]
    return found


def _longest_common_subsequence(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Index pairs of a longest common subsequence, ascending."""
    rows = list(bit_rows((1 << len(right)) - 1, left, bit_columns(left, right), len(right)))
    pairs = []
    i, j = len(left) - 1, len(right) - 1
    while i >= 0 and j >= 0:
        # Matching equal last tokens is always part of a longest alignment, and keeps runs whole.
        if left[i] == right[j]:
            pairs.append((i, j))
            i -= 1
            j -= 1
        elif rows[i + 1] >> j & 1:  # set: skipping the gold's token costs nothing
            j -= 1
        else:
            i -= 1
    return pairs[::-1]


def aligned_shares(texts: Sequence[str], gold: str) -> list[float]:
    """For each text (the blocks of a page in order), the share of its tokens aligned with the gold, 0 to 1."""
    aligned = aligned_tokens(texts, tokens(gold))
    return [sum(j >= 0 for j in block) / len(block) if block else 0.0 for block in aligned]


def aligned_tokens(texts: Sequence[str], gold_tokens: Sequence[str]) -> list[list[int]]:
    """For each token of each text (the blocks of a page in order), the index of its gold token, or -1.

    Stray matches are rejected. A second pass over the blocks without any match finds gold text that the page has in
    another order.
    """
    block_tokens = [tokens(text) for text in texts]
    aligned = _aligned_blocks(block_tokens, gold_tokens)
    used = {j for block in aligned for j in block if j >= 0}
    unused = [j for j in range(len(gold_tokens)) if j not in used]
    if not unused:
        return aligned
    unmatched = [all(j < 0 for j in block) for block in aligned]
    again = [found if is_open else [] for found, is_open in zip(block_tokens, unmatched, strict=True)]
    second = _aligned_blocks(again, [gold_tokens[j] for j in unused])
    return [
        [unused[j] if j >= 0 else -1 for j in late] if is_open else early
        for early, late, is_open in zip(aligned, second, unmatched, strict=True)
    ]


def _aligned_blocks(block_tokens: Sequence[Sequence[str]], gold_tokens: Sequence[str]) -> list[list[int]]:
    flat = align([token for block in block_tokens for token in block], gold_tokens)
    start = 0
    found = []
    for block in block_tokens:
        found.append(_without_strays(flat[start : start + len(block)]))
        start += len(block)
    return found


def _without_strays(block: list[int]) -> list[int]:
    """Drop runs of fewer than MIN_RUN aligned tokens, unless most of the block is aligned."""
    if sum(j >= 0 for j in block) * 2 > len(block):
        return block
    kept = [-1] * len(block)
    start = 0
    for i in range(len(block) + 1):
        if i == len(block) or block[i] < 0:
            if i - start >= MIN_RUN:
                kept[start:i] = block[start:i]
            start = i + 1
    return kept
