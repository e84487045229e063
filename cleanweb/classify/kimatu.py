"""Kimatu: find sure content by four ratios of style blocks, then extend and prune it in further steps.

Paper: Saralegi and Leturia, "Kimatu, a tool for cleaning non-content text parts from HTML docs", section 3.

Differs from the paper:
- it leaves most constants unstated; those marked "ours" were swept on the 58 development pages of CleanEval;
- every ratio is at most 1, so each punishment is at most 1, and a block whose elements are longer than the cap of the
  average length counts no more than one at the cap;
- links count if they have text (named anchors do, links around pictures do not); a link around several text elements
  counts in each of them;
- in scripts without spaces a character counts as a word, and the signs of many scripts end phrases;
- quotes are searched for in runs of neighbouring text elements of one style block, since all posts of a page may be one
  style block, and all quotes another; a run is compared, in words, with a bounded number of sure runs before it, so
  that the cost is linear in the page;
- no later step restores what steps 3, 4 and 6 delete, and what steps 5 and 7 take draws in nothing more in the same
  step; all numbers count as one word when function blocks are compared;
- of its plans (section 5), `min_words` and `min_blocks` are the minimum of a page, and the classifier `sites` handles
  what is frequent on a site; ratios of parts of speech and backtracking are not built.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from math import inf
from sys import maxsize

from cleanweb.classify.kinds import kinds
from cleanweb.classify.lines import MAX_HEADING_LETTERS, MAX_HEADING_WORDS
from cleanweb.errors import Refused, UsageError
from cleanweb.measures.distance import geometric_mean, nearest_distances
from cleanweb.measures.overlap import lcs_share, recurring_share
from cleanweb.measures.phrases import ends_phrase
from cleanweb.measures.stopwords import has_unspaced, words
from cleanweb.measures.style import style_groups, style_numbers
from cleanweb.measures.style_blocks import Ratios, StyleBlock, content_ratios, distances_along, style_blocks
from cleanweb.page import Blocks, Explanation, Kind, Verdicts
from cleanweb.segment.style_blocks import MAX_DISTANCE
from cleanweb.stage import Classifier, param
from cleanweb.wording import counted

# Ours: chosen on the 58 development pages of CleanEval. The official Ave (`URL:` lines dropped) follows.
# The published weights and threshold were swept too: they are at or near the top.
SWEPT = "ours, by Ave on the CleanEval development pages: "

# The rules that decide a style block, and their meanings. Step numbers are those of section 3.4.
REASONS = {
    "step 2: sure": "long, punctuated and poor in links: surely content",
    "step 2: low ratio": "too short, too little punctuation or too many links, and no later step took it",
    "step 3: function block": "short elements that share most of their words",
    "step 4: quote": "its style repeats what was said before",
    "step 5: same style": "looks like content near by",
    "step 6: dispersed": "far from all other content",
    "step 7: near": "stands beside content",
}

LETTERS_A_WORD = MAX_HEADING_LETTERS // MAX_HEADING_WORDS  # of a heading in a script without spaces
MAX_HEADING_LINK_DENSITY = 0.5  # ours: what is mostly links is no heading

SKIPPABLE = ("function", "quotes", "same-style", "dispersed", "near")


@dataclass(slots=True)
class Page:
    """A page in progress: its style blocks, and in columns what the steps have decided of each so far."""

    group: Sequence[int]  # the style block of each text element
    blocks: list[StyleBlock]
    ratios: list[Ratios]
    score: list[float]  # the combination of the ratios
    is_candidate: list[bool]
    is_deleted: list[bool]  # for good: no later step takes it back
    rule: list[str]  # what decided last

    def take(self, number: int, rule: str) -> None:
        """Make a style block a candidate."""
        self.is_candidate[number], self.rule[number] = True, rule

    def delete(self, number: int, rule: str) -> None:
        """Delete a style block for good."""
        self.is_candidate[number], self.is_deleted[number], self.rule[number] = False, True, rule

    def open(self) -> list[int]:
        """The style blocks that are neither candidates nor deleted."""
        return [n for n in range(len(self.blocks)) if not self.is_candidate[n] and not self.is_deleted[n]]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring text elements of one style block, as words."""

    style: int
    words: list[str]
    vocabulary: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kimatu:
    """Keep style blocks that are long, punctuated and poor in links, and blocks near them or like them.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.parse import parse
    >>> from cleanweb.segment.blocks import BlockElements
    >>> page = parse(b"<div><a href=/>Home</a></div><p>She boiled the water, waited, and drank the tea.")
    >>> Kimatu()(BlockElements()(page, Plain())).rule
    ['step 2: low ratio', 'step 2: sure']
    """

    length_weight: float = param(
        0.5, "weight of the length ratio", source="Kimatu, section 3.3; ours: Ave 78.5, best of .3 to .6"
    )
    average_length_weight: float = param(
        0.5,
        "weight of the average length ratio",
        source="Kimatu, section 3.3; ours: Ave 78.5, within .1 of the best of .3 to .7",
    )
    punctuation_weight: float = param(
        1.0,
        "penalty for a block without punctuation",
        source="Kimatu, section 3.3; ours: Ave 78.5, best of .5 to 1.25",
    )
    link_weight: float = param(
        1.0,
        "penalty for a block full of links",
        source="Kimatu, section 3.3; ours: Ave 78.5, best of .5 to 1.5",
    )
    max_average_length: int = param(
        150,
        "cap on the page's highest average length of text elements, in characters",
        source=SWEPT + "78.5, best of 50 to 500, tied with 100",
    )
    full_punctuation: float = param(
        0.07,
        "phrase signs per word from which a block counts as fully punctuated",
        source=SWEPT + "78.5, best of .02 to .15",
    )
    full_links: float = param(
        3.0,
        "links per text element from which a block counts as full of links",
        source=SWEPT + "78.5, best of 1 to 10",
    )
    min_sure_ratio: float = param(
        0.32,
        "ratio above which a block is surely content",
        source="Kimatu, section 3.4; ours: Ave 78.5, best of .2 to .4",
    )

    max_function_words: float = param(
        10.0,
        "maximum average number of words in the short text elements of a function block",
        source=SWEPT + "78.5, within .1 of the best of 2 to 15",
    )
    min_recurring_share: float = param(
        0.5,
        "share of words that occur in most text elements from which a block is a function block",
        source=SWEPT + "78.5, best of .2 to .8",
    )

    min_quote_words: int = param(
        20,
        "minimum number of words in text elements that may be a quote",
        source=SWEPT + "78.5, best of 5 to 30; 12 to 30 are equal",
    )
    min_quote_share: float = param(
        0.8,
        "share of a quote's words that must recur, in order, in a block before it",
        source=SWEPT + "78.5, best of .5 to .9; .6 to .8 are equal",
    )
    max_quote_reach: int = param(
        20,
        "maximum number of sure runs of text elements before a quote to compare it with",
        source="ours: bounds the cost",
    )
    max_quote_words: int = param(2000, "maximum number of words of each to compare", source="ours: bounds the cost")

    max_same_style_distance: int = param(
        40,
        "maximum distance to a reference block of the same style, in text elements",
        source=SWEPT + "78.5, best of 5 to 100; 40 to 60 are equal",
    )
    min_same_style_share: float = param(
        0.1,
        "minimum ratio of a rescued block, as a share of that of the reference blocks of its style",
        source="Kimatu, section 3.4",
    )

    max_dispersion: float = param(
        6.0,
        "maximum distance to the nearest candidate, divided by the geometric mean of all",
        source=SWEPT + "78.5, best of 1 to 15; 5 to 15 are equal",
    )
    min_dispersed_ratio: float = param(0.5, "ratio above which a distant candidate stays", source="Kimatu, section 3.4")

    max_near_distance: int = param(
        1,
        "maximum distance to the nearest candidate, in text elements, for a block to be kept as near",
        source=SWEPT + "78.5, best of 0 to 10",
    )
    min_near_ratio: float = param(
        -1.0,
        "ratio above which a block can be kept as near",
        source=SWEPT + "78.5, best of -2 to 0",
    )

    max_heading_words: int = param(
        12,
        "maximum number of words in a heading without a heading tag",
        source=SWEPT + "78.5, within .1 of the best of 0 (none) to 20",
    )
    skip: tuple[str, ...] = param((), f"steps to leave out, to see their effect: {', '.join(SKIPPABLE)}")
    min_words: int = param(0, "skip pages with fewer kept words", source="Kimatu, section 5", flag="--min-words")
    min_blocks: int = param(0, "skip pages with fewer kept blocks", source="Kimatu, section 5", flag="--min-blocks")

    def __post_init__(self) -> None:
        """Raises UsageError for an unknown step, a divisor not over 0, or a bound that is negative or too large."""
        for name in ("max_average_length", "full_punctuation", "full_links"):
            if getattr(self, name) <= 0:
                raise UsageError(f"kimatu.{name} is {getattr(self, name):g}; expected a number over 0")
        for name in ("max_quote_reach", "max_quote_words"):
            if not 0 <= getattr(self, name) <= maxsize:
                raise UsageError(f"kimatu.{name} is {getattr(self, name)}; expected 0 to {maxsize}")
        if unknown := [name for name in self.skip if name not in SKIPPABLE]:
            raise UsageError(f"kimatu.skip has {unknown[0]!r}; expected some of: {', '.join(SKIPPABLE)}")

    def __call__(self, blocks: Blocks) -> Verdicts:
        """One verdict per text element, by the step that decided its style block; the score is the block's ratio.

        Raises Refused for a page below `min_words` or `min_blocks`.
        """
        page = self.decided(blocks)
        self.refuse(page)
        return Verdicts(
            keep=[page.is_candidate[number] for number in page.group],
            kind=self.kinds(blocks),
            rule=[page.rule[number] for number in page.group],
            score=[page.score[number] for number in page.group],
            evidence=page,
        )

    def decided(self, blocks: Blocks) -> Page:
        """The page after all steps; if the segmenter made no style blocks, they are made here."""
        styles = blocks.style or style_numbers(blocks)
        page = self.measured(blocks, styles, renumbered(blocks.group) or style_groups(styles, MAX_DISTANCE))
        self.sure(page)
        steps = (self.function_blocks, self.quotes, self.same_style, self.dispersed, self.near)
        for name, step in zip(SKIPPABLE, steps, strict=True):
            if name not in self.skip:
                step(page)
        return page

    def measured(self, blocks: Blocks, styles: Sequence[int], group: Sequence[int]) -> Page:
        """The style blocks with their ratios and the published combination of the ratios (section 3.3)."""
        found = style_blocks(blocks, group, styles)
        ratios = content_ratios(found, self.max_average_length, self.full_punctuation, self.full_links)
        score = [
            self.length_weight * ratio.length
            + self.average_length_weight * ratio.average_length
            - self.punctuation_weight * (1 - ratio.punctuation)
            - self.link_weight * ratio.links
            for ratio in ratios
        ]
        no = [False] * len(found)
        return Page(group, found, ratios, score, no, no[:], ["step 2: low ratio"] * len(found))

    def sure(self, page: Page) -> None:
        """Step 2: style blocks with a high ratio are content; the next steps take them as references."""
        for number, score in enumerate(page.score):
            if score > self.min_sure_ratio:
                page.take(number, "step 2: sure")

    def function_blocks(self, page: Page) -> None:
        """Step 3: delete blocks of short elements that share most of their words ("posted by X")."""
        for number, block in enumerate(page.blocks):
            is_short = block.word_count <= self.max_function_words * len(block.rows)
            if is_short and recurring_share(block.words) >= self.min_recurring_share:
                page.delete(number, "step 3: function block")

    def quotes(self, page: Page) -> None:
        """Step 4: delete all blocks of a style if most of its runs repeat sure content before them."""
        references: deque[Run] = deque(maxlen=self.max_quote_reach)
        tried: Counter[int] = Counter()
        matched: Counter[int] = Counter()
        for number, run in runs(page, self.max_quote_words):
            if len(run.words) >= self.min_quote_words:
                tried[run.style] += 1
                matched[run.style] += any(self.is_quote(run, reference) for reference in references)
            if page.is_candidate[number]:
                references.append(run)
        for number, block in enumerate(page.blocks):
            if matched[block.style] > tried[block.style] / 2:
                page.delete(number, "step 4: quote")

    def is_quote(self, run: Run, reference: Run) -> bool:
        """Whether a reference of another style has the run's words in their order."""
        if run.style == reference.style:
            return False
        # Counting the shared words is cheap, and no common subsequence is longer.
        shared_count = sum(map(reference.vocabulary.__contains__, run.words))
        needed = self.min_quote_share
        return shared_count >= needed * len(run.words) and lcs_share(run.words, reference.words) >= needed

    def same_style(self, page: Page) -> None:
        """Step 5: rescue blocks that look like reference blocks, are near one, and do not score much worse."""
        by_style: dict[int, list[int]] = {}
        for number, block in enumerate(page.blocks):
            by_style.setdefault(block.style, []).append(number)
        for alike in by_style.values():
            is_reference = [page.is_candidate[number] for number in alike]
            scores = [page.score[number] for number in alike if page.is_candidate[number]]
            if not scores or len(scores) == len(alike):
                continue
            needed = self.min_same_style_share * sum(scores) / len(scores)
            distances = distances_along([page.blocks[number] for number in alike], is_reference)
            for number, distance in zip(alike, distances, strict=True):
                is_open = not page.is_candidate[number] and not page.is_deleted[number]
                if is_open and distance <= self.max_same_style_distance and page.score[number] > needed:
                    page.take(number, "step 5: same style")

    def dispersed(self, page: Page) -> None:
        """Step 6: delete candidates that are far from all others, unless their ratio is high."""
        distances = nearest_distances(page.group, page.is_candidate)
        apart = {n: distances[n] for n, yes in enumerate(page.is_candidate) if yes and distances[n] < inf}
        limit = self.max_dispersion * geometric_mean(list(apart.values()))
        for number, distance in apart.items():
            if distance > limit and page.score[number] <= self.min_dispersed_ratio:
                page.delete(number, "step 6: dispersed")

    def near(self, page: Page) -> None:
        """Step 7: take blocks beside candidates, such as headings, unless their ratio is very low."""
        distances = nearest_distances(page.group, page.is_candidate)
        for number in page.open():
            if distances[number] <= self.max_near_distance and page.score[number] > self.min_near_ratio:
                page.take(number, "step 7: near")

    def kinds(self, blocks: Blocks) -> list[Kind]:
        """The kind of each text element by its tag or, where the tag does not tell, by its punctuation and size."""
        return [self.kind(blocks, row, by_tag) for row, by_tag in enumerate(kinds(blocks))]

    def kind(self, blocks: Blocks, row: int, by_tag: Kind) -> Kind:
        """A short paragraph without final punctuation is a heading, unless it is mostly links."""
        text = blocks.text[row]
        if by_tag != "p" or ends_phrase(text) or blocks.link_density(row) > MAX_HEADING_LINK_DENSITY:
            return by_tag
        most = self.max_heading_words * (LETTERS_A_WORD if has_unspaced(text) else 1)
        return "h" if len(words(text)) <= most else "p"

    def refuse(self, page: Page) -> None:
        """Refuse a page with too little content for a corpus (section 5)."""
        kept = [block for block, yes in zip(page.blocks, page.is_candidate, strict=True) if yes]
        for noun, least, count in (
            ("word", self.min_words, sum(block.word_count for block in kept)),
            ("block", self.min_blocks, sum(len(block.rows) for block in kept)),
        ):
            if count < least:
                raise Refused(f"less content than the {counted(least, noun)} asked for ({count:,} there)")

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The step that decided, with the four ratios of the block's style block."""
        page = verdicts.evidence if isinstance(verdicts.evidence, Page) else self.decided(blocks)
        found = []
        for row in rows:
            number = page.group[row]
            ratios = page.ratios[number]
            numbers = {
                "style_block": number,
                "elements": len(page.blocks[number].rows),
                "length": round(ratios.length, 3),
                "average_length": round(ratios.average_length, 3),
                "punctuation": round(ratios.punctuation, 3),
                "links": round(ratios.links, 3),
                "ratio": round(page.score[number], 3),
            }
            found.append(Explanation(REASONS[verdicts.rule[row]], numbers))
        return found


def renumbered(groups: Sequence[int]) -> list[int]:
    """The style blocks renumbered from 0: an earlier classifier may have removed whole ones."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(group, len(numbers)) for group in groups]


def runs(page: Page, max_words: int) -> Iterator[tuple[int, Run]]:
    """The runs of a page in document order, each after the number of its style block and cut to `max_words` words."""
    remaining = [iter(block.words) for block in page.blocks]
    for number, rows in groupby(page.group):
        elements = list(islice(remaining[number], len(list(rows))))
        text = list(islice(chain.from_iterable(elements), max_words))
        yield number, Run(page.blocks[number].style, text, frozenset(text))


STAGE: type[Classifier] = Kimatu
