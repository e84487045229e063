"""Words and tags that an output has in common with a gold text, as counted by the evaluation script of 2008.

Source: S. Evert, "A lightweight and efficient tool for cleaning Web pages" (LREC 2008), the evaluation script that came
with it.

Differs from the source: besides its alignment (`blocks`: longest matching blocks first, as in difflib, not anchored at
words that make up over a hundredth of a long text) there is an optimal one (`lcs`), which never finds fewer words. If
there is nothing to find and nothing was found, precision and recall are 1 (ours).
"""

import re
from typing import Literal, NamedTuple

from cleanweb.evaluate.alignment import align
from cleanweb.evaluate.matching import Matcher

Alignment = Literal["blocks", "lcs"]

URL_LINE = re.compile(r"^[^\S\n]*URL.*$", re.MULTILINE)  # no \n in the white space: linear time for many blank lines
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
TAG = re.compile(r"<[phl]>", re.IGNORECASE)


class WordCounts(NamedTuple):
    """Tokens found (tp), too much (fp) and missing (fn): of all tokens (tags count as words), and of tags alone."""

    tp: int
    fp: int
    fn: int
    tag_tp: int
    tag_fp: int
    tag_fn: int


class WordScores(NamedTuple):
    """Precision, recall and F1 of words and of tags, each from 0 to 1."""

    f1: float
    p: float
    r: float
    tag_f1: float
    tag_p: float
    tag_r: float


def word_counts(gold: str, output: str, *, alignment: Alignment = "blocks", unlabelled: bool = False) -> WordCounts:
    """Count the tokens found, too much and missing; `unlabelled` treats all tags as the same one.

    Lines that start with `URL` are left out, as in the original.
    """
    gold_tokens = tokens(gold, unlabelled=unlabelled)
    output_tokens = tokens(output, unlabelled=unlabelled)
    common = (_common_blocks if alignment == "blocks" else _common_lcs)(output_tokens, gold_tokens)
    tag_tp = _tag_count(common)
    return WordCounts(
        tp=len(common),
        fp=len(output_tokens) - len(common),
        fn=len(gold_tokens) - len(common),
        tag_tp=tag_tp,
        tag_fp=_tag_count(output_tokens) - tag_tp,
        tag_fn=_tag_count(gold_tokens) - tag_tp,
    )


def word_scores(counts: WordCounts) -> WordScores:
    """The scores that follow from the counts of one page, or from the sums over many (micro totals)."""
    f1, p, r = f1_p_r(counts.tp, counts.fp, counts.fn)
    tag_f1, tag_p, tag_r = f1_p_r(counts.tag_tp, counts.tag_fp, counts.tag_fn)
    return WordScores(f1, p, r, tag_f1, tag_p, tag_r)


def f1_p_r(tp: int, fp: int, fn: int) -> tuple[float, float, float]:
    """F1, precision and recall, each from 0 to 1; all are 1 if there is nothing to find and nothing was found."""
    if not tp + fp + fn:
        return 1.0, 1.0, 1.0
    return 2 * tp / (2 * tp + fp + fn), tp / (tp + fp) if tp else 0.0, tp / (tp + fn) if tp else 0.0


def tokens(text: str, *, unlabelled: bool = False, strip_url: bool = True) -> list[str]:
    """Words and tags, split at white space and around tags; case and punctuation stay."""
    if strip_url:
        text = URL_LINE.sub("", text)
    text = CONTROL.sub(" ", text)
    return TAG.sub(lambda tag: f" {'<p>' if unlabelled else tag[0].lower()} ", text).split()


def _common_blocks(output: list[str], gold: list[str]) -> list[str]:
    blocks = Matcher(output, gold).get_matching_blocks()
    return [token for block in blocks for token in output[block.a : block.a + block.size]]


def _common_lcs(output: list[str], gold: list[str]) -> list[str]:
    # The gap is a space, which no token contains.
    return [token for token, other in align(output, gold, " ") if token == other]


def _tag_count(words: list[str]) -> int:
    return sum(TAG.fullmatch(word) is not None for word in words)
