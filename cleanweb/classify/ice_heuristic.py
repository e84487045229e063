"""ICE, the heuristic run: long lines are paragraphs, and the short line before one is its heading.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.2 and Figure 1 (ice_hr).

Differs from the paper: nothing known. (Line lengths are measured with white space collapsed; the paper does not say.)

Figures: `tests/quality/test_ice.py` sets the paper's Table 1 beside ours. The lowest and highest pages agree within .2
points here and .4 points for the baseline `ice-bl`; our averages are 2 to 4 points higher for both. The paper most
likely used fewer pages than we do: its shares of pages on which each run is best (36, 32, 20 and 11 %) are not whole
numbers of 58 pages, but are 16, 14, 9 and 5 of 44.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param
from cleanweb.wording import plural

REASONS: Final = {
    "long line": "{word_count} {words} of {word_length:.1f} characters on average: running text",
    "heading before a long line": "short ({word_count} {words}), at most {max_lines_between} lines before a long line",
    # For headings by the same rule that have many, but short, words.
    "heading of short words": "words of {word_length:.1f} characters on average, at most {max_lines_between} lines "
    "before a long line",
    "few words": "{word_count} {words}, not more than {max_heading_words}, and no heading of a long line",
    "short words": "words of {word_length:.1f} characters on average, not more than {max_short_word_length:g}",
    "short line": "{length} {characters}, not more than {max_short_length}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class IceHeuristic:
    """Figure 1 of the paper, line by line; the score is the number of words.

    >>> page = Blocks.of([("body", "Tea"), ("body", "Green tea"), ("body", "Water that boils too long " * 3)])
    >>> list(zip(IceHeuristic()(page).keep, IceHeuristic()(page).kind))
    [(False, 'p'), (True, 'h'), (True, 'p')]
    """

    max_short_length: int = param(3, "lines with at most this many characters only separate", source="ICE, Figure 1")
    max_heading_words: int = param(10, "lines with at most this many words may be headings", source="ICE, Figure 1")
    max_short_word_length: float = param(
        3, "lines whose words have at most this many characters on average may be headings", source="ICE, Figure 1"
    )
    max_lines_between: int = param(
        2,
        "maximum number of short or blank lines between a heading and its paragraph",
        source="ICE, Figure 1 (counter < 3)",
    )

    def __call__(self, blocks: Blocks) -> Verdicts:
        """One pass; the last line that could be a title waits for a paragraph."""
        verdicts = Verdicts()
        title: int | None = None
        separator_count = 0
        lines = blocks.line or range(len(blocks))
        for row, text in enumerate(blocks.text):
            if title is not None and row:
                separator_count += lines[row] - lines[row - 1] - 1
            rule = self._rule(text)
            if rule == "long line":
                if title is not None and separator_count <= self.max_lines_between:
                    verdicts.keep[title], verdicts.kind[title] = True, "h"
                    verdicts.rule[title] = "heading before a long line"
                    title = None
            elif rule != "short line":
                title, separator_count = row, 0
            elif title is not None:
                separator_count += 1
            _append(verdicts, rule, len(text.split()))
        return verdicts

    def _rule(self, text: str) -> str:
        """What a line is by itself; `few words` and `short words` may yet be headings."""
        if len(text) <= self.max_short_length:
            return "short line"
        words = text.split()
        if len(words) <= self.max_heading_words:
            return "few words"
        return "long line" if _mean_length(words) > self.max_short_word_length else "short words"

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The rule of each line as a sentence, with its lengths."""
        limits = {name: getattr(self, name) for name in self.__slots__}
        told = []
        for row in rows:
            text = blocks.text[row]
            words = text.split()
            numbers = {
                "length": len(text),
                "word_count": len(words),
                "word_length": round(_mean_length(words), 2),
            }
            rule = verdicts.rule[row]
            if rule == "heading before a long line" and len(words) > self.max_heading_words:
                rule = "heading of short words"
            nouns = {"words": plural(len(words), "word"), "characters": plural(len(text), "character")}
            told.append(Explanation(REASONS[rule].format(**limits, **numbers, **nouns), numbers))
        return told


def _mean_length(words: Sequence[str]) -> float:
    return sum(map(len, words)) / len(words) if words else 0.0


def _append(verdicts: Verdicts, rule: str, word_count: int) -> None:
    verdicts.keep.append(rule == "long line")
    verdicts.kind.append("p")
    verdicts.rule.append(rule)
    verdicts.score.append(word_count)


STAGE: type[Classifier] = IceHeuristic
