"""ICE, the more elaborate heuristics: three pseudo-probabilities of an element, as paragraph, heading and list item.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.2, last paragraphs.

Differs from the paper: the paper says what each probability looks at but gives no numbers; those here are ours, swept
on the 58 development pages of CleanEval one after the other, in two rounds. It does not say what capitals mean for a
list item: here an item that begins with neither a capital nor a digit is less likely. Every `<a>` with text counts as a
hyperlink, even a named anchor. `<h1>` to `<h6>` count at any level around an element, `<li>` only as its parent. The
system `ice-elaborate` ends an element at two `<br>` in a row, as the paper's baseline run does (section 3.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cleanweb.errors import UsageError
from cleanweb.measures.word_ratios import WordRatios, word_ratios
from cleanweb.page import Blocks, Explanation, Kind, Verdicts
from cleanweb.segment.tags import HEADING_TAGS
from cleanweb.stage import Classifier, param

# Mean combined score on the 58 development pages of CleanEval, all other values unchanged.
OPEN = "open in ICE, section 3.2; ours, by combined score on the CleanEval development pages: "


@dataclass(frozen=True, slots=True)
class Odds:
    """The pseudo-probabilities of one block, each from 0 to 1."""

    paragraph: float
    heading: float
    item: float

    @property
    def best(self) -> tuple[Kind, float]:
        """The likeliest kind and its pseudo-probability; ties go to the paragraph, then to the heading."""
        kinds: list[tuple[Kind, float]] = [("p", self.paragraph), ("h", self.heading), ("l", self.item)]
        return max(kinds, key=lambda found: found[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class IceElaborate:
    """The likeliest of paragraph, heading and list item; a paragraph must be likely enough. The score is its odds.

    >>> rows = [("h2", "Tea"), ("p", "Pour the water, and wait; then, when it is dark, drink it."), ("p", "Go")]
    >>> IceElaborate()(Blocks.of(rows)).keep
    [True, True, False]
    """

    min_paragraph: float = param(0.15, "odds above which a paragraph is kept", source=OPEN + "69.7, best of .05 to .25")
    sure_punct_ratio: float = param(
        0.3,
        "punctuation signs per word beyond which a paragraph gets no likelier",
        source=OPEN + "69.7, within .1 of the best of .2 to .4",
    )
    sure_conjunction_ratio: float = param(
        0.25,
        "conjunctions per word beyond which a paragraph gets no likelier",
        source=OPEN + "69.7, best of .15 to .3; .15 to .25 are equal",
    )
    conjunctions: tuple[str, ...] = param(
        tuple("and or but nor so yet for because although though if unless while when until since as that".split()),
        "words that count as conjunctions",
        source="ours: the common ones of English",
    )
    heading_tag: float = param(
        1.0, "odds of a heading in h1 to h6, before its words are counted", source=OPEN + "69.7, the same from .8 to 1"
    )
    heading_other: float = param(
        0.5,
        "odds of a heading elsewhere, before its words are counted",
        source=OPEN + "69.7, best of .1 to .7; .5 to .7 are equal",
    )
    heading_per_word: float = param(
        0.95, "factor on a heading's odds for each of its words", source=OPEN + "69.7, best of .85 to 1"
    )
    min_next_words: int = param(
        11, "minimum number of words in the element after a heading", source="ICE, section 3.2: more than 10"
    )
    item_tag: float = param(
        1.0,
        "odds of a list item in li, before its words are counted",
        source=OPEN + "69.7, within .2 of the best of .8 to 1",
    )
    item_other: float = param(
        0.0, "odds of a list item elsewhere, before its words are counted", source=OPEN + "69.7, best of 0 to .3"
    )
    item_per_word: float = param(
        0.98,
        "factor on a list item's odds for each of its words",
        source=OPEN + "69.7, within .1 of the best of .9 to 1",
    )
    item_without_capital: float = param(
        0.5,
        "factor on a list item's odds if it begins without a capital or digit",
        source=OPEN + "69.7, within .1 of the best of .3 to 1",
    )
    neighbour_share: float = param(
        0.5,
        "share of a list item's odds that is lost if the elements before and after it are not items",
        source=OPEN + "69.7, within .1 of the best of 0 to 1",
    )

    def __post_init__(self) -> None:
        """Raises UsageError for ratios not over 0, and for factors per word outside 0 to 1."""
        for name in ("sure_punct_ratio", "sure_conjunction_ratio"):
            if getattr(self, name) <= 0:
                raise UsageError(f"ice-elaborate.{name} is {getattr(self, name):g}; expected a number over 0")
        for name in ("heading_per_word", "item_per_word"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"ice-elaborate.{name} is {getattr(self, name):g}; expected a number from 0 to 1")

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Three odds for each block, then the largest."""
        found = self.odds(blocks)
        verdicts = Verdicts(evidence=found)
        for odds in found:
            kind, score = odds.best
            is_kept = kind != "p" or score > self.min_paragraph
            verdicts.keep.append(is_kept)
            verdicts.kind.append(kind)
            verdicts.rule.append(RULES[kind] if is_kept else "unlikely")
            verdicts.score.append(score)
        return verdicts

    def odds(self, blocks: Blocks) -> list[Odds]:
        """The pseudo-probabilities of each block."""
        conjunctions = frozenset(self.conjunctions)
        ratios = [word_ratios(text, conjunctions) for text in blocks.text]
        alone = [self._item_alone(blocks, row, ratios[row]) for row in range(len(blocks))]
        in_heading = _in_heading(blocks)
        return [
            Odds(
                paragraph=self._paragraph(ratios[row]),
                heading=self._heading(blocks, row, ratios, in_heading[row]),
                item=self._item(row, alone),
            )
            for row in range(len(blocks))
        ]

    def _paragraph(self, ratios: WordRatios) -> float:
        """By punctuation and conjunctions per word, half each."""
        punctuation = min(1.0, ratios.punct_ratio / self.sure_punct_ratio)
        return (punctuation + min(1.0, ratios.stop_ratio / self.sure_conjunction_ratio)) / 2

    def _heading(self, blocks: Blocks, row: int, ratios: Sequence[WordRatios], in_heading: bool) -> float:
        """By tag and word count; 0 for a block with a link, or without a long enough block after it."""
        if blocks.link_count[row] or row + 1 == len(blocks) or ratios[row + 1].word_count < self.min_next_words:
            return 0.0
        base = self.heading_tag if in_heading else self.heading_other
        return float(base * self.heading_per_word ** ratios[row].word_count)

    def _item_alone(self, blocks: Blocks, row: int, ratios: WordRatios) -> float:
        """By tag, word count and first letter; 0 for a block with a link."""
        if blocks.link_count[row]:
            return 0.0
        base = self.item_tag if blocks.tag(row) == "li" else self.item_other
        first = blocks.text[row][:1]
        has_start = first.isupper() or first.isdigit()
        return float(base * self.item_per_word**ratios.word_count * (1 if has_start else self.item_without_capital))

    def _item(self, row: int, alone: Sequence[float]) -> float:
        """The odds of the item alone, lowered the less its neighbours are items; outside the page there are none."""
        neighbours = ((alone[row - 1] if row else 0.0) + (alone[row + 1] if row + 1 < len(alone) else 0.0)) / 2
        return alone[row] * (1 - self.neighbour_share * (1 - neighbours))

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The three odds, and for a dropped block the limit."""
        odds = verdicts.evidence if isinstance(verdicts.evidence, list) else self.odds(blocks)
        told = []
        for row in rows:
            found = odds[row]
            numbers = {
                "paragraph": round(found.paragraph, 4),
                "heading": round(found.heading, 4),
                "item": round(found.item, 4),
            }
            said = f"odds of a paragraph {found.paragraph:.2f}, a heading {found.heading:.2f}, an item {found.item:.2f}"
            is_dropped = not verdicts.keep[row]
            told.append(Explanation(f"{said}: not over {self.min_paragraph:g}" if is_dropped else said, numbers))
        return told


def _in_heading(blocks: Blocks) -> list[bool]:
    """For each block, whether its container or an element around it is a heading."""
    is_inside = blocks.elements.inside(tag in HEADING_TAGS for tag in blocks.elements.tag)
    return [container >= 0 and is_inside[container] for container in blocks.container]


RULES = {"p": "likely paragraph", "h": "likely heading", "l": "likely list item"}

STAGE: type[Classifier] = IceElaborate
