"""Data records: the cards of a listing, the posts of a forum, the entries of a reference, questions with their answers.

What is kept in most records of a run is kept in all: the short answer among long ones, a remark that several entries
have. Names that they begin with come back if none is kept, but the text below them; questions come back with their
answers. The term is that of Liu, Grossman and Zhai ("Mining data records in web pages", 2003); how records are found
here is our own: children of one element with the same tag and first class, whatever number this has.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress
from operator import gt, mul

from cleanweb.classify.lines import CLOCK, asks
from cleanweb.classify.units import BY_MODEL
from cleanweb.looks import Key
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Blocks

# All ours, by left-out models: debian-docs has .0014 more of word F1 (42 pages up, 2 down), wcxb-dev .0005.
MAX_LOG_ODDS = 1  # that the page is an article: beside a plain one, records are of other articles
MIN_RECORDS = 4  # of a run
MIN_KEPT_SHARE = 0.6  # of the blocks of a part, which must then be more than two
MAX_LINK_DENSITY = 0.5
# Of a link: a title. By two left-out models wcxb-dev gains .0002 (7 pages up, 3 down); with 3 or 4 CleanEval loses.
MIN_LINK_WORDS = 6
MAX_LEVELS = 64  # from a block up to its record; ours
_BASE, _PRIME = 1_000_003, (1 << 61) - 1  # of a polynomial that tells texts apart
_SEPARATORS = frozenset("|·•")
# In a class, the number of a post. Ours: of pages that change, wcxb-dev has one (.002 up), 951 other pages two, all of
# which read better; shorter numbers tell kinds of boxes apart, and with these two pages of news get a menu's title.
_NUMBER = re.compile(r"\d{3,}")

# Names that the records of a run begin with, but none keeps. By two left-out models wcxb-dev gains on 6 pages and loses
# on one; of 57 such lines on its pages 46 are in the gold texts. Where half differ, they are the ranks of writers, too.
MIN_TITLES = 3  # in the records of a run
MAX_TITLE_WORDS = 15
MIN_TITLE_CHANCE = 0.15  # the mean; each has at least MIN_CHANCE
MIN_CHANCE = 0.05
MIN_DIFFERENT_SHARE = 0.8
MIN_WORDS_BELOW = 10  # kept in the record, outside links
MIN_SHARE_WITH_TEXT = 0.75  # of the records

# wcxb-dev gains .0006 (19 pages up, 4 down) on pages that are plainly no article, .0008 (4 up of 346, none down) on
# others; there with a chance of .15 daniel, in view, loses .0005 on a page with a dialog of questions.
MIN_QUESTIONS = 3  # records of a run that begin with one, which all must
MIN_ANSWERED_CHANCE = 0.2  # of questions and answers, the mean by words
MIN_ANSWERED_CHANCE_OF_NO_ARTICLE = 0.05  # the same on a page that is plainly no article:
MAX_ASKING_LOG_ODDS = -1  # up to these log odds that it is one


def shared_parts(records: Records, keep: Sequence[bool], rule: Sequence[str], log_odds: float) -> list[int]:
    """The removed blocks in parts that most records of a run keep; none of a plain article.

    A text that is kept elsewhere comes back only if it is kept in the same part of another record, and no other record
    says the same as its own: a layout may have a record twice.
    """
    if log_odds > MAX_LOG_ODDS:
        return []
    blocks = records.blocks
    texts = set(compress(blocks.text, keep))
    missing = {row for row in records.like_kept(keep) if _may_return(blocks, row, rule[row], texts)}
    found: list[int] = []
    for part in records.parts(missing):
        said = {blocks.text[row] for row in part if keep[row]}
        if MIN_KEPT_SHARE * len(part) <= sum(keep[row] for row in part):
            for row in missing.intersection(part):
                if rule[row] != "repeat" or (blocks.text[row] in said and not records.is_copied(row)):
                    found.append(row)
    return found


def record_titles(
    records: Records, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], score: Sequence[float]
) -> list[int]:
    """The lines that the records of a run begin with, if none of these is kept but most records keep text after them:
    the names of slides, steps and products.

    They are likely enough and mostly differ. A line with a time of day is over a post.
    """
    blocks, ends = records.blocks, records.blocks.elements.end
    candidates = {
        row
        for row, (is_kept, chance, count) in enumerate(zip(keep, score, words, strict=True))
        if not is_kept and chance >= MIN_CHANCE and count <= MAX_TITLE_WORDS and _may_be_title(blocks, row, rule[row])
    }
    if len(candidates) < MIN_TITLES:
        return []
    plain = (words[row] * (1 - blocks.link_density(row)) if is_kept else 0 for row, is_kept in enumerate(keep))
    before = [*accumulate(plain, initial=0.0)]
    found: list[int] = []
    for part in records.beginnings(candidates):
        rows = [row for row, _ in part]
        different = {blocks.text[row] for row in rows}
        with_text = [row for row, record in part if before[ends[record]] - before[row] >= MIN_WORDS_BELOW]
        if (
            candidates.issuperset(rows)
            and sum(score[row] for row in rows) >= MIN_TITLE_CHANCE * len(rows)
            and len(different) >= MIN_DIFFERENT_SHARE * len(rows)
            and len(with_text) >= MIN_SHARE_WITH_TEXT * len(rows)
        ):
            found += rows
    return found


def _may_be_title(blocks: Blocks, row: int, rule: str) -> bool:
    """Whether a block that the model removed may be the name of a record: no link, unmarked, with a letter."""
    text = blocks.text[row]
    if not rule.startswith(BY_MODEL) or blocks.link_density(row) > MAX_LINK_DENSITY or blocks.mark(row):
        return False
    return any(map(str.isalpha, text)) and not CLOCK.search(text)


def _may_return(blocks: Blocks, row: int, rule: str, texts: Collection[str]) -> bool:
    """Whether a removed block may come back: no short link, unmarked, and either new or a repeat by its rule."""
    if rule != "repeat" and (not rule.startswith(BY_MODEL) or blocks.text[row] in texts):
        return False
    if blocks.mark(row):
        return False
    if blocks.link_density(row) <= MAX_LINK_DENSITY:
        return True
    is_menu = blocks.link_count[row] > 1 and not _SEPARATORS.isdisjoint(blocks.text[row])
    return not is_menu and word_counts(blocks.text[row : row + 1])[0] >= MIN_LINK_WORDS


def answered_questions(
    records: Records, words: Sequence[float], score: Sequence[float], log_odds: float
) -> Collection[int]:
    """The blocks of runs in which every record begins with a question, if they are not too unlikely.

    The questions differ: the same one in every record is part of the layout.
    """
    blocks, elements = records.blocks, records.blocks.elements
    asking = [row for row, text in enumerate(blocks.text) if asks(text)]
    if len(asking) < MIN_QUESTIONS:
        return ()
    least = MIN_ANSWERED_CHANCE if log_odds > MAX_ASKING_LOG_ODDS else MIN_ANSWERED_CHANCE_OF_NO_ARTICLE
    before = [*accumulate(words, initial=0.0)]
    expected = [*accumulate(map(mul, words, score), initial=0.0)]
    found: set[int] = set()
    for run in _runs_of_questions(records, asking):
        spans = [(elements.first[element], elements.end[element]) for element in run]
        if spans[0][0] in found:  # it lies in another run
            continue
        if len({blocks.text[first] for first, _ in spans}) < MIN_DIFFERENT_SHARE * len(run):
            continue
        likely = sum(expected[end] - expected[first] for first, end in spans)
        if likely >= least * sum(before[end] - before[first] for first, end in spans):
            found.update(chain.from_iterable(range(first, end) for first, end in spans))
    return found


def _runs_of_questions(records: Records, asking: Sequence[int]) -> Iterator[list[int]]:
    """The runs of elements that each begin with a question and have more after it, in document order."""
    elements, look_of = records.blocks.elements, records.look_of
    runs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in asking:
        for element in range(bisect_left(elements.first, row), bisect_right(elements.first, row)):
            if elements.end[element] > row + 1:
                runs[elements.parent[element], look_of[element]].append(element)
    runs = {run: members for run, members in runs.items() if len(members) >= MIN_QUESTIONS}
    if runs:
        has_text = map(gt, elements.end, elements.first)
        sizes = Counter(compress(zip(elements.parent, look_of, strict=True), has_text))
        yield from (members for run, members in runs.items() if len(members) == sizes[run])


class Records:
    """The records of a page, in runs of at least MIN_RECORDS.

    A block belongs to the innermost record around it, and to a part of that: the looks from the record down to its
    container. Parts are numbered; all records of a run have the same parts.
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self._parts: dict[tuple[int, int, int], int] = {}
        self._said: dict[tuple[int, int], Counter[tuple[int, int]]] = {}  # of each run, what its records say
        self._known = {-1: (-1, -1)}  # for each element its part, and the record around it; -1 for none

    @cached_property
    def look_of(self) -> list[int]:
        """For each element a number for its tag and first class."""
        looks = self.blocks.elements.looks()
        numbers: dict[Key, int] = {}
        of_looks = [numbers.setdefault(_beginning(key), len(numbers)) for key in looks.keys]
        return [of_looks[look] for look in looks.places]

    @cached_property
    def _counts(self) -> Counter[tuple[int, int]]:
        return Counter(zip(self.blocks.elements.parent, self.look_of, strict=True))

    def _run(self, parent: int, look: int) -> Iterator[int]:
        """The children of an element that have this look."""
        close = self.blocks.elements.close
        child, end = parent + 1, close[parent] if parent >= 0 else len(close)
        while child < end:
            if self.look_of[child] == look:
                yield child
            child = close[child]

    def like_kept(self, keep: Sequence[bool]) -> list[int]:
        """The removed blocks whose elements look like those of kept ones: no others can share a part with these."""
        look_of, containers = self.look_of, self.blocks.container
        kept = {look_of[container] for container in compress(containers, keep)}
        return [row for row, container in enumerate(containers) if not keep[row] and look_of[container] in kept]

    def parts(self, missing: Collection[int]) -> Iterable[list[int]]:
        """The blocks of each part that may have `missing` ones.

        Blocks directly in a record are left out, since it may be a mere list item.
        """
        look_of, containers = self.look_of, self.blocks.container
        looks = {look_of[containers[row]] for row in missing}
        found: dict[int, list[int]] = defaultdict(list)
        for row, container in enumerate(containers):
            if look_of[container] in looks:
                part, record = self._place(container)
                if record not in (-1, container):
                    found[part].append(row)
        return found.values()

    def beginnings(self, some: Collection[int]) -> Iterable[list[tuple[int, int]]]:
        """For each part that records begin with, and that may have MIN_TITLES of these blocks or more, its first blocks
        and their records; records of one block do not count."""
        elements, containers, look_of = self.blocks.elements, self.blocks.container, self.look_of
        counts = Counter(look_of[containers[row]] for row in some)
        looks = {look for look, count in counts.items() if count >= MIN_TITLES}
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for row, container in enumerate(containers):
            if look_of[container] in looks:
                part, record = self._place(container)
                if record >= 0 and elements.first[record] == row and elements.end[record] > row + 1:
                    found[part].append((row, record))
        return [rows for rows in found.values() if len(rows) >= MIN_TITLES]

    def share_part(self, row: int, other: int) -> bool:
        """Whether two blocks are the same part of different records of a run, which are not copies of each other.

        Of nested records the outermost count: two products may have the same size. Ours: by left-out models wcxb-dev
        gains .0001 of word F1 over asking the innermost (9 pages up, 4 down, which have labels that the golds leave
        out), erlang-doc-12 of debian-docs loses .002.
        """
        records = self._records_apart(row, other)
        if records is None:
            return False
        parent, look = self.blocks.elements.parent[records[1]], self.look_of[records[1]]
        if (parent, look) not in self._said:
            self._said[parent, look] = Counter(map(self._whole, self._run(parent, look)))
        return self._said[parent, look][self._whole(records[1])] == 1

    def copy(self, row: int, other: int) -> range:
        """The blocks of the record of `other` if that says the same as the record of `row`, of the same run."""
        records = self._records_apart(row, other)
        if records is None or self._whole(records[0]) != self._whole(records[1]):
            return range(0)
        return self.blocks.elements.rows(records[1])

    def _records_apart(self, row: int, other: int) -> tuple[int, int] | None:
        """The two records of one run that hold two blocks in elements of the same looks; None if there are none."""
        parent, look_of = self.blocks.elements.parent, self.look_of
        one, another = self.blocks.container[row], self.blocks.container[other]
        for _ in range(MAX_LEVELS):
            if min(one, another) < 0 or one == another or look_of[one] != look_of[another]:
                break
            if parent[one] == parent[another]:
                return (one, another) if self._counts[parent[one], look_of[one]] >= MIN_RECORDS else None
            one, another = parent[one], parent[another]
        return None

    def _whole(self, element: int) -> tuple[int, int]:
        """What the blocks of an element say, as their number and that of their words: a polynomial of their texts."""
        first, end = self.blocks.elements.first[element], self.blocks.elements.end[element]
        return end - first, (self._sums[end] - self._sums[first] * pow(_BASE, end - first, _PRIME)) % _PRIME

    @cached_property
    def _sums(self) -> list[int]:
        numbers: dict[str, int] = {}
        sums = [0]
        for text in self.blocks.text:
            sums.append((sums[-1] * _BASE + numbers.setdefault(text, len(numbers) + 1)) % _PRIME)
        return sums

    def is_copied(self, row: int) -> bool:
        """Whether another record says the same as the record of this block."""
        return self._place(self.blocks.container[row])[1] in self._copies

    @cached_property
    def _copies(self) -> Collection[int]:
        said: dict[int, list[str]] = defaultdict(list)
        for text, container in zip(self.blocks.text, self.blocks.container, strict=True):
            said[self._place(container)[1]].append(text)
        wholes = {record: "\n".join(texts) for record, texts in said.items()}
        counts = Counter(wholes.values())
        return {record for record, whole in wholes.items() if counts[whole] > 1}

    def _place(self, element: int) -> tuple[int, int]:
        """The part and the record of text in an element."""
        elements, look_of, known, parts = self.blocks.elements, self.look_of, self._known, self._parts
        for inner in elements.unknown(element, known):
            parent, look = elements.parent[inner], look_of[inner]
            part, record = known[parent]
            if parent >= 0 and self._counts[parent, look] >= MIN_RECORDS:
                part, record = parts.setdefault((-1, parent, look), len(parts)), inner
            elif record >= 0:
                part = parts.setdefault((part, look, -1), len(parts))
            known[inner] = part, record
        return known[element]


def _beginning(key: Key) -> Key:
    """A look's tag and first class without a long number: the posts of a blog are `post-1312` and `post-1325`."""
    classes = (key[1] or "").split(None, 1) if len(key) > 1 else ()
    return (key[0], _NUMBER.sub("", classes[0])) if classes else key[:1]
