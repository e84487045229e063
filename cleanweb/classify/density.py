"""Text density: a line is kept when enough of its characters are text rather than markup.

Paper: S. Pal, "Extracting Useful Text from HTML" (2009), the density filter.

Differs from the paper: nothing known. (The program computes densities in single precision.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import stdev
from typing import ClassVar

from cleanweb.classify.kinds import kinds
from cleanweb.errors import UsageError
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param
from cleanweb.wording import plural, told_apart

SHORT = "short line"
SPARSE = "text density"
DENSE = "dense text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    r"""Keep a line that is long enough and denser than the page's own threshold.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.segment.source_lines import SourceLines
    >>> source = "<a href=/>Home</a>\n<p>She boiled the water, waited for a while, and then drank the tea.\n"
    >>> Density()(SourceLines()(source, Plain())).rule
    ['short line', 'dense text']
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand
    segmenter: ClassVar[str] = "source-lines"  # which counts text and markup

    min_text_chars: int = param(
        60,
        "drop lines with fewer text characters than this; 0 turns the length filter off",
        source="density paper, MIN_CHARS_IN_TEXT",
    )
    base_threshold: float = param(
        0.5,
        "keep a line if its density exceeds this minus the sample standard deviation of the densities of the "
        "page's lines that are long enough",
        source="density paper, the density filter",
    )

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Kept or not; the score is the density, 0 to 1.

        Raises UsageError when the blocks' segmenter does not count markup.
        """
        densities = _densities(blocks)
        is_long = [chars >= self.min_text_chars for chars in blocks.source_text_chars]
        threshold = self._threshold([density for density, long in zip(densities, is_long, strict=True) if long])
        rules = [
            SHORT if not long else DENSE if density > threshold else SPARSE
            for density, long in zip(densities, is_long, strict=True)
        ]
        return Verdicts([rule == DENSE for rule in rules], kinds(blocks), rules, densities)

    def _threshold(self, densities: Sequence[float]) -> float:
        return self.base_threshold - (stdev(densities) if len(densities) > 1 else 0.0)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """Length and density of each row, with the limits."""
        threshold = self._threshold(
            [score for score, rule in zip(verdicts.score, verdicts.rule, strict=True) if rule != SHORT]
        )
        return [self._explanation(blocks, verdicts, row, threshold) for row in rows]

    def _explanation(self, blocks: Blocks, verdicts: Verdicts, row: int, threshold: float) -> Explanation:
        density, chars = verdicts.score[row], blocks.source_text_chars[row]
        told, limit = told_apart(density, threshold)
        reason = {
            SHORT: f"{chars} text {plural(chars, 'character')} on the line, fewer than {self.min_text_chars}",
            SPARSE: f"text density {told}, not above {limit}",
            DENSE: f"text density {told}, above {limit}",
        }[verdicts.rule[row]]
        numbers = {
            "text_chars": chars,
            "markup_chars": blocks.source_markup_chars[row],
            "density": density,
            "threshold": threshold,
        }
        return Explanation(reason, numbers)


def _densities(blocks: Blocks) -> list[float]:
    """Share of text among the characters of each line, with 1 added above and below the line to avoid 0/0."""
    if len(blocks.source_markup_chars) != len(blocks):
        raise UsageError("classifier density: expected lines with their markup counted; use --segment source-lines")
    return [
        (text + 1) / (markup + text + 1)
        for text, markup in zip(blocks.source_text_chars, blocks.source_markup_chars, strict=True)
    ]


STAGE: type[Classifier] = Density
