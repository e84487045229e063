"""Words in common, in any order; and segments that a text must or must not contain.

Source: the WCXB benchmark's definition of its word F1 (lower case, `\\w+`, multiset overlap); its `with` and `without`
snippets; and the evaluation of trafilatura, which counts such segments over all pages.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cleanweb.evaluate.words import f1_p_r

WORD = re.compile(r"\w+")
LINE_TAG = re.compile(r"^[ \t]*<[phl]>[ \t]*", re.MULTILINE | re.IGNORECASE)
# DAnIEL has these, CleanEval has not. Matches begin only where white space begins, so much of it takes linear time.
CLOSING_TAG = re.compile(r"(?<![ \t])[ \t]*</[phl]>[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)


class BagScores(NamedTuple):
    """Precision, recall and F1 of one page, each from 0 to 1."""

    p: float
    r: float
    f1: float


class SegmentCounts(NamedTuple):
    """Segments found (tp) and missing (fn) of the required ones, present (fp) and absent (tn) of the forbidden ones."""

    tp: int
    fp: int
    fn: int
    tn: int


class SegmentScores(NamedTuple):
    """Scores derived from segment counts, each from 0 to 1."""

    segment_f1: float
    segment_p: float
    segment_r: float
    segment_accuracy: float


def drop_tags(text: str) -> str:
    """The text without CleanEval's `<p>`, `<h>`, `<l>` around lines, which are not words.

    Call it on marked texts before `bag_scores` and `segment_counts`, which compare plain texts.
    """
    return CLOSING_TAG.sub("", LINE_TAG.sub("", text))


def bag_scores(gold: str, output: str) -> BagScores:
    """Precision, recall and F1 of the multiset of words; 1 if both are empty, 0 if one is."""
    gold_words, output_words = Counter(WORD.findall(gold.lower())), Counter(WORD.findall(output.lower()))
    common = (gold_words & output_words).total()
    f1, p, r = f1_p_r(common, output_words.total() - common, gold_words.total() - common)
    return BagScores(p, r, f1)


def segments_in(output: str, segments: Sequence[str]) -> list[str]:
    """The segments that the output contains literally, as in trafilatura's evaluation.

    For a segment of several lines (WCXB has some), any white space counts as one space on both sides (ours), so that it
    does not matter how an output separates its blocks.
    """
    text = " ".join(output.split())
    return [s for s in segments if (" ".join(s.split()) in text if "\n" in s else s in output)]


def segment_counts(required: Sequence[str], forbidden: Sequence[str], output: str) -> SegmentCounts:
    """Count the required and the forbidden segments in an output."""
    found, present = len(segments_in(output, required)), len(segments_in(output, forbidden))
    return SegmentCounts(tp=found, fp=present, fn=len(required) - found, tn=len(forbidden) - present)


def segment_scores(counts: SegmentCounts) -> SegmentScores:
    """Precision, recall, F1 and accuracy, as trafilatura's evaluation derives them from sums over all pages."""
    f1, p, r = f1_p_r(counts.tp, counts.fp, counts.fn)
    total = sum(counts)
    return SegmentScores(f1, p, r, (counts.tp + counts.tn) / total if total else 1.0)
