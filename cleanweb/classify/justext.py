"""jusText: keep long blocks of running text, and shorter ones that stand among them.

Paper: J. Pomikálek, "Description of the jusText boilerplate cleaning algorithm" (doc/algorithm.rst of jusText), and the
published program, jusText 3.0.2, whose classes are reproduced block by block.

Differs from the paper, in each case as the published program does:
- Stop-word density must reach the limits for a block to be good or near-good (`>=`); the prose says exceed (`>`).
- `body` separates blocks too, and the content of `head` is left out; the prose lists no `body` and says `header`.
- "Inside `select`" and "is a heading" are searched for in the tag names around a block, so `select-list` and `h2-title`
  count as well. A block with the text `&copy` counts as one with a copyright sign.
- The first heading stage has no effect (`heading_stages=second`): the program looks for good blocks among classes that
  it has not filled in yet. `heading_stages=both` is the prose.

Differs from the program:
- In scripts without spaces stop words are found inside the text; the program splits at spaces. İ counts as i, and the
  word separators of Tibetan and Ethiopic separate words.
- The search for neighbours takes linear time.
- The blocks are those of `segment/blocks.py`. A space between neighbouring inline elements keeps their words apart (the
  program drops it). Spaces at the ends of a link's text are not part of it (the program counts one at each end). `<br>`
  with only elements between them are a sequence, as in `<br><img><br>` (there text goes on). Source line breaks between
  Chinese or Japanese letters are not spaces. A `form` separates blocks, as in the prose (the program removes it first).
  The contents of `button`, `select`, `textarea` and `applet` are judged (the program's clean-up removes them). The
  contents of drawings (`svg`, `canvas`), of annotations of formulas, of `audio`, `video`, `progress`, `meter`,
  `datalist`, `iframe` (if closed) and `noembed`, of a `title` in the body and of `template` (except shadow roots) are
  left out, and those of `noscript` and `noframes` are blocks of their own (there all this is ordinary text). The tree
  is that of the HTML standard (there lxml's).

Given the program's blocks it judges all 411,282 of wcxb-dev as the program does. With its own blocks, on 178 pages of
four gold sets in four languages with spaces, with drawings, forms and the like cut out, it judges four of the 34,318
blocks that both make differently, because of the spaces or the tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from cleanweb.classify.kinds import kinds
from cleanweb.measures.stopwords import stop_word_density
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param
from cleanweb.stoplists import find_stoplist, stop_words_for
from cleanweb.wording import plural, told_apart

Class = Literal["bad", "short", "near-good", "good"]
SETTLED: Final = ("bad", "good")
ALL_BUT_SHORT: Final = ("bad", "near-good", "good")

HEADING = re.compile(r"\bh\d\b")
SELECT = re.compile("select")
SELECT_ITSELF = re.compile(r"\Aselect\Z")
COPYRIGHT = re.compile("©|&copy")

# What each rule means, with the numbers that decided.
REASONS: Final = {
    "link density": "link density {link_density} is over {max_link_density:g}",
    "copyright sign": "holds a copyright sign",
    "in select": "inside <select>",
    "short with links": "short ({length} {characters}, under {length_low}) and with links",
    "few stop words": "stop-word density {stop_word_density} is under {stopwords_low:g}",
    "long running text": "{length} {characters} and stop-word density {stop_word_density}: long running text",
    "short, between good blocks": "short ({length} {characters}) and between good blocks",
    "short, between bad blocks": "short ({length} {characters}) and between bad blocks",
    "short, a near-good block before the bad": "short ({length} {characters}), good on one side, and on the other a "
    "near-good block before the nearest bad one",
    "short, next to a bad block": "short ({length} {characters}), good on one side, bad on the other without a "
    "near-good block before it",
    "near-good, near a good block": "near-good ({length} {characters}, stop-word density {stop_word_density}), "
    "next to good blocks on at least one side",
    "heading taken as near-good": "short heading ({length} {characters}), taken as near-good for the good block at "
    "most {max_heading_distance} characters after it",
    "near-good, between bad blocks": "near-good ({length} {characters}, stop-word density {stop_word_density}), "
    "between bad blocks",
    "heading of a good block": "heading with at most {max_heading_distance} characters before the next good block",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JusText:
    """Long blocks with many function words are good, blocks with many links bad; the others follow their neighbours.

    The score is the stop-word density where it was needed, 0 elsewhere.

    >>> text = "it is the first of the days on which they and all of us can be at the sea, " * 3
    >>> JusText(stoplist="en")(Blocks.of([("body>p", text), ("body>p", "Home")])).keep
    [True, False]
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand

    stoplist: str = param(
        "auto",
        "stop list: a language, a file, or auto (the list that fits the page best)",
        source="jusText, -s (language or file); ours (auto)",
        flag="-s",
    )
    length_low: int = param(70, "blocks with fewer characters are short", source="jusText 3.0.2, LENGTH_LOW_DEFAULT")
    length_high: int = param(
        200,
        "blocks need more characters than this to be good by themselves",
        source="jusText 3.0.2, LENGTH_HIGH_DEFAULT",
    )
    stopwords_low: float = param(
        0.30, "share of stop words from which a block is near-good", source="jusText 3.0.2, STOPWORDS_LOW_DEFAULT"
    )
    stopwords_high: float = param(
        0.32, "share of stop words from which a long block is good", source="jusText 3.0.2, STOPWORDS_HIGH_DEFAULT"
    )
    max_link_density: float = param(
        0.2, "share of link characters above which a block is bad", source="jusText 3.0.2, MAX_LINK_DENSITY_DEFAULT"
    )
    max_heading_distance: int = param(
        200,
        "maximum number of characters between a heading and its good block",
        source="jusText 3.0.2, MAX_HEADING_DISTANCE_DEFAULT",
    )
    no_headings: bool = param(
        False, "treat headings like any other block", source="jusText 3.0.2, NO_HEADINGS_DEFAULT", flag="--no-headings"
    )
    heading_stages: str = param(
        "second",
        "rescue headings only after the neighbours were examined (second, as the program does), or also before (both)",
        source="jusText 3.0.2, revise_paragraph_classification (second); algorithm.rst (both)",
        choices=("second", "both"),
    )

    def __post_init__(self) -> None:
        """A missing stop list is an error now, not on every page."""
        if self.stoplist != "auto":
            find_stoplist(self.stoplist)

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Four steps: each block by itself, short headings, the neighbours, the headings again."""
        classes, verdicts = self._context_free(blocks, stop_words_for(self.stoplist, blocks.text))
        is_candidate = [False] * len(blocks) if self.no_headings else _inside(blocks, HEADING, blocks.container)
        promoted = []
        if self.heading_stages == "both":
            promoted = [row for row in self._before_good(blocks, classes, is_candidate) if classes[row] == "short"]
            for row in promoted:
                classes[row] = "near-good"
        is_candidate = [a and b != "bad" for a, b in zip(is_candidate, classes, strict=True)]
        _context_sensitive(classes, verdicts.rule)
        for row in promoted:
            if classes[row] == "good":
                verdicts.rule[row] = "heading taken as near-good"
        for row in self._before_good(blocks, classes, is_candidate):
            if classes[row] == "bad":
                classes[row] = "good"
                verdicts.rule[row] = "heading of a good block"
        verdicts.keep = [c == "good" for c in classes]
        return verdicts

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The rule of each block as a sentence, with the block's measures."""
        limits = {name: getattr(self, name) for name in self.__slots__}
        link_chars, rules, densities = blocks.link_chars, verdicts.rule, verdicts.score
        known: dict[tuple[str, int, int, float], Explanation] = {}  # many removed blocks have the same measures
        told = []
        for row in rows:
            measured = rules[row], len(blocks.text[row]), link_chars[row], densities[row]
            explanation = known.get(measured)
            if explanation is None:
                explanation = known[measured] = _explained(*measured, limits)
            told.append(explanation)
        return told

    def _context_free(self, blocks: Blocks, stop_words: frozenset[str]) -> tuple[list[Class], Verdicts]:
        """The class of each block by itself; the verdicts say why and which density was measured."""
        # Text directly in a `select` counts, as in the prose; the program's clean-up removes it.
        is_in_select = [
            named or itself
            for named, itself in zip(
                _inside(blocks, SELECT, blocks.container), _inside(blocks, SELECT_ITSELF, blocks.inner), strict=True
            )
        ]
        classes: list[Class] = []
        verdicts = Verdicts(kind=kinds(blocks), score=[0.0] * len(blocks))
        for row, text in enumerate(blocks.text):
            found: tuple[Class, str]
            if _link_density(blocks, row) > self.max_link_density:
                found = "bad", "link density"
            elif COPYRIGHT.search(text):
                found = "bad", "copyright sign"
            elif is_in_select[row]:
                found = "bad", "in select"
            elif len(text) < self.length_low:
                found = ("bad", "short with links") if blocks.link_chars[row] else ("short", "")
            else:
                density = verdicts.score[row] = stop_word_density(text, stop_words)
                found = self._by_density(len(text), density)
            classes.append(found[0])
            verdicts.rule.append(found[1])
        return classes, verdicts

    def _by_density(self, length: int, density: float) -> tuple[Class, str]:
        """Class and rule of a block that is long enough to judge its words."""
        if density >= self.stopwords_high and length > self.length_high:
            return "good", "long running text"
        if density >= min(self.stopwords_low, self.stopwords_high):
            return "near-good", ""
        return "bad", "few stop words"

    def _before_good(self, blocks: Blocks, classes: Sequence[Class], is_candidate: Sequence[bool]) -> list[int]:
        """The candidates followed by a good block with no more than `max_heading_distance` characters between."""
        found = []
        distance = self.max_heading_distance + 1
        for row in reversed(range(len(classes))):
            if is_candidate[row] and distance <= self.max_heading_distance:
                found.append(row)
            distance = 0 if classes[row] == "good" else distance + len(blocks.text[row])
        return found


def _explained(rule: str, length: int, link_chars: int, stop_words: float, limits: Mapping[str, float]) -> Explanation:
    numbers = {
        "length": length,
        "link_density": round(link_chars / (length or 1), 4),
        "stop_word_density": round(stop_words, 4),
    }
    reason = REASONS[rule].format(
        **limits,
        length=length,
        characters=plural(length, "character"),
        link_density=told_apart(link_chars / (length or 1), limits["max_link_density"])[0],
        stop_word_density=told_apart(stop_words, limits["stopwords_low"])[0],
    )
    if not stop_words and rule != "few stop words":
        del numbers["stop_word_density"]  # not needed, so not measured
    return Explanation(reason, numbers)


def _context_sensitive(classes: list[Class], rules: list[str]) -> None:
    """Settle the short blocks by the classes around them, then the near-good ones; set the rules that did it."""
    before, after = _nearest_before(classes, SETTLED), _nearest_after(classes, SETTLED)
    near_before, near_after = _nearest_before(classes, ALL_BUT_SHORT), _nearest_after(classes, ALL_BUT_SHORT)
    for row in [row for row, found in enumerate(classes) if found == "short"]:
        if before[row] == after[row]:
            classes[row] = before[row]
            rules[row] = f"short, between {before[row]} blocks"
        elif (near_before[row] if before[row] == "bad" else near_after[row]) == "near-good":
            classes[row] = "good"
            rules[row] = "short, a near-good block before the bad"
        else:
            classes[row] = "bad"
            rules[row] = "short, next to a bad block"
    after = _nearest_after(classes, SETTLED)
    for row in [row for row, found in enumerate(classes) if found == "near-good"]:
        # All blocks before this one are settled by now.
        if after[row] == "bad" and (row == 0 or classes[row - 1] == "bad"):
            classes[row] = "bad"
            rules[row] = "near-good, between bad blocks"
        else:
            classes[row] = "good"
            rules[row] = "near-good, near a good block"


def _nearest_before(classes: Sequence[Class], among: Sequence[Class]) -> list[Class]:
    """For each block, the class of the nearest earlier block that is among these; `bad` at the edge of the page."""
    found: list[Class] = []
    nearest: Class = "bad"
    for here in classes:
        found.append(nearest)
        if here in among:
            nearest = here
    return found


def _nearest_after(classes: Sequence[Class], among: Sequence[Class]) -> list[Class]:
    """The same looking forward."""
    return _nearest_before(classes[::-1], among)[::-1]


def _link_density(blocks: Blocks, row: int) -> float:
    """As the published program has it: not capped at 1."""
    return blocks.link_chars[row] / (len(blocks.text[row]) or 1)


def _inside(blocks: Blocks, pattern: re.Pattern[str], places: Sequence[int]) -> list[bool]:
    """For each of these elements, whether the pattern is found in its tag or in that of an element around it."""
    elements = blocks.elements
    tags = {tag for tag in set(elements.tag) if pattern.search(tag)}
    if not tags:
        return [False] * len(places)
    is_inside = elements.inside(tag in tags for tag in elements.tag)
    return [place >= 0 and is_inside[place] for place in places]


STAGE: type[Classifier] = JusText
