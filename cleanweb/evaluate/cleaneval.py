"""The official scorer of the CleanEval competition of 2007: text only, text and markup, and their mean.

Source: M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff, "CleanEval: a competition for cleaning web pages" (LREC
2008), and the behaviour of its scoring program.

Differs from the source: a line may also end in CR LF; `unit="char"` is added.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from cleanweb.evaluate.alignment import align, common_count

Unit = Literal["word", "byte-pair", "char"]
Pairs = list[tuple[bytes, bytes]]

GAP = b"e"  # the original uses this very token for a gap, so that a gap opposite the word "e" counts as a match
# Number of pairs next to a tag that must match for its segment to begin or end correctly.
WINDOWS = {b"<p>": 2, b"<h>": 1, b"<l>": 1}
TAG = re.compile(rb"(<[phl]>)", re.IGNORECASE)
SPACES = re.compile(rb"[ \t]+")
PUNCTUATION = b",;:.?!"


class CleanEvalScores(NamedTuple):
    """The figures of one page, each from 0 to 100."""

    ave: float  # mean of to and tm, "combined"
    to: float  # alignment of the words, "text only"
    tm: float  # mean of ed and sv, "text and markup"
    ed: float  # alignment of words and tags
    sv: float  # segment validity: mean F-measure of the beginnings and ends of <p>, <h> and <l>


def cleaneval_scores(gold: str, output: str, *, unit: Unit = "word") -> CleanEvalScores:
    """Score one output against its gold text, both with `<p>`, `<h>` and `<l>` opening segments."""
    plain_gold, plain_output = tokens(gold, with_tags=False, unit=unit), tokens(output, with_tags=False, unit=unit)
    common = common_count(plain_output, plain_gold)
    to = _share(common, len(plain_output) + len(plain_gold) - common)
    marked_gold, marked_output = tokens(gold, unit=unit), tokens(output, unit=unit)
    pairs = align(marked_output, marked_gold, GAP)
    ed = _share(len(marked_output) + len(marked_gold) - len(pairs), len(pairs))
    sv = segment_validity(pairs)
    tm = (ed + sv) / 2
    return CleanEvalScores(ave=(to + tm) / 2, to=to, tm=tm, ed=ed, sv=sv)


def tokens(text: str, *, with_tags: bool = True, unit: Unit = "word") -> list[bytes]:
    """The tokens of a text, line by line; a word of punctuation only becomes an empty token.

    A line of characters up to U+00FF is compared as Latin-1 bytes, any other as UTF-8. `byte-pair` is the original's
    unit for Chinese: spaces dropped, then two bytes at a time, tags kept whole. `char` is ours: a character at a time.
    """
    return [token for line in text.replace("\r\n", "\n").split("\n") for token in _line_tokens(line, with_tags, unit)]


def segment_validity(pairs: Pairs) -> float:
    """The mean of six F-measures, from 0 to 100: beginnings and ends of `<p>`, `<h>` and `<l>`.

    A tag is correct when it is aligned with itself and the next (beginning) or previous (end) pairs match too; pairs
    beyond the text count as matches. Precision is over the output's tags, recall over the gold's.
    """
    matches = [output == gold for output, gold in pairs]
    measures = []
    for tag, window in WINDOWS.items():
        output_count = sum(output == tag for output, _ in pairs)
        gold_count = sum(gold == tag for _, gold in pairs)
        aligned = [place for place, pair in enumerate(pairs) if pair == (tag, tag)]
        begin_count = sum(all(matches[place + 1 : place + 1 + window]) for place in aligned)
        end_count = sum(all(matches[max(0, place - window) : place]) for place in aligned)
        measures += [_f_measure(right, output_count, gold_count) for right in (begin_count, end_count)]
    return sum(measures) / len(measures)


def _line_tokens(line: str, with_tags: bool, unit: Unit) -> Iterator[bytes]:
    encoding = "latin-1" if max(line, default="") <= "\xff" else "utf-8"
    raw = TAG.sub(rb" \1 " if with_tags else b" ", line.encode(encoding, "surrogatepass"))
    if not raw.strip():
        return
    raw = SPACES.sub(b" ", raw).removeprefix(b" ").removesuffix(b" ").translate(None, PUNCTUATION).lower()
    if unit == "word":
        yield from raw.split(b" ")
        return
    for piece in TAG.split(raw.replace(b" ", b"")):
        if piece in WINDOWS:
            yield piece
        elif unit == "char":
            yield from (character.encode() for character in piece.decode(encoding, "replace"))
        else:
            yield from (piece[start : start + 2] for start in range(0, len(piece), 2))


def _share(part: int, whole: int) -> float:
    """In per cent; two empty texts give 0, as in the original."""
    return 100 * part / whole if whole else 0.0


def _f_measure(right_count: int, output_count: int, gold_count: int) -> float:
    """In per cent; 100 if neither side has the tag."""
    return 200 * right_count / (output_count + gold_count) if output_count + gold_count else 100.0
