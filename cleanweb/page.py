"""The values that flow through the pipeline: elements, blocks, verdicts, and the text with its edits.

A page's blocks are stored as columns, one list per property, because a page has hundreds of blocks and a corpus
millions of pages; `Block` and `Verdict` are readable views of one row, made on demand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, compress, islice
from typing import Literal, overload

from cleanweb.looks import Looks, grouped

Kind = Literal["p", "h", "l"]
CellRole = Literal["header", "data", "neutral", "thema", "finalImportant", "finalNonImportant"]  # Kitten, section 3.1.2
Attributes = Mapping[str, str | None]
HeadRecord = tuple[str, Attributes, str]  # tag, attributes, text

NO_ATTRIBUTES: Attributes = {}

# Characters of a name shown in a path, so that one long name is not repeated with every block inside. (Ours: 2 in 1,000
# of the gold pages' class names and ids are longer.)
MAX_NAME = 60

# Ancestors of an element that are searched: thousands of blocks may ask on a page that is thousands deep. (Ours: the
# deepest gold page has 138 elements around a text.)
MAX_AROUND = 256
MAX_INLINE = 32  # inline elements around a block's first words that are searched for its link; ours

# Stands for a <br> inside a block, and in preformatted text for a line feed between two elements. Not a line feed,
# since that may not count as a space in scripts without spaces; nor a space, which would collapse with adjacent ones.
LINE_SEPARATOR = "\u2028"


@dataclass(slots=True)
class Elements:
    """The elements that contain a page's text, as columns in document order; parents come before their children.

    Only elements with text are here, and two kinds that may be empty (`segment/tags.py`): parts of tables and lists
    (STRUCTURE), and elements that the segmenter was asked to note (NOTED).
    Block ranges are half open: element `e` spans blocks `first[e]` to `end[e]`, exclusive.
    """

    parent: list[int] = field(default_factory=list)  # index of the parent element, -1 for the root
    tag: list[str] = field(default_factory=list)
    attributes: list[Attributes] = field(default_factory=list)
    mark: list[str] = field(default_factory=list)  # why a normalizer marked it or an ancestor; "" if none did
    order: list[int] = field(default_factory=list)  # number among all elements of the page, in document order
    first: list[int] = field(default_factory=list)  # the first block inside
    end: list[int] = field(default_factory=list)  # one past the last block inside
    close: list[int] = field(default_factory=list)  # one past the last element inside
    _looks: Looks | None = field(default=None, repr=False, compare=False)
    _tagged: dict[str, list[int]] | None = field(default=None, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.tag)

    def looks(self) -> Looks:
        """The looks of the elements; computed once, after all are recorded."""
        if self._looks is None:
            self._looks = grouped(self.tag, self.attributes)
        return self._looks

    def alike(self) -> tuple[Sequence[int], Sequence[int]]:
        """For each element a number, and for each number its first element; same number means same tag, class and id.

        The numbers are those of the looks if these are already computed; otherwise every element has its own.
        """
        every = range(len(self))
        return (self._looks.places, self._looks.firsts) if self._looks else (every, every)

    def rows(self, element: int) -> range:
        """The blocks that an element spans."""
        return range(self.first[element], self.end[element])

    def tagged(self, tags: Set[str]) -> Sequence[int]:
        """The elements with these tags, in document order; indexed once, after all are recorded."""
        if self._tagged is None:
            self._tagged = defaultdict(list)
            for element, tag in enumerate(self.tag):
                self._tagged[tag].append(element)
        found = [self._tagged[tag] for tag in tags if tag in self._tagged]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def outermost(self, tags: Set[str]) -> Iterator[int]:
        """The elements with these tags that are not inside another one of them.

        >>> list(Blocks.of([("ul>li>ul>li", "Tea"), ("ul>li", "Milk")]).elements.outermost({"li"}))
        [1, 5]
        """
        passed = 0  # all elements before this one are done
        for element in self.tagged(tags):
            if element >= passed:
                passed = self.close[element]
                yield element

    def rows_inside(self, tags: Set[str]) -> set[int]:
        """The blocks in elements with these tags."""
        return set(self.rows_of(self.tagged(tags)))

    def rows_of(self, elements: Iterable[int]) -> Iterator[int]:
        """The blocks in these elements (given in document order), each once, even if elements are nested.

        >>> list(Blocks.of([("ul>li>b", "Tea"), ("p", "Milk")]).elements.rows_of([0, 2]))
        [0]
        """
        done = 0
        for element in elements:
            yield from range(max(self.first[element], done), self.end[element])
            done = max(done, self.end[element])

    def ancestors(self, element: int) -> Iterator[int]:
        """The element itself, its parent, and so on up to the root."""
        while element >= 0:
            yield element
            element = self.parent[element]

    def rows_around(self, element: int, last: int) -> range:
        """The blocks of the innermost element, this one or an ancestor, that includes the block `last`.

        An empty range if none of MAX_AROUND does.

        >>> Blocks.of([("ul>li>b", "Tea"), ("ul>li", "Milk")]).elements.rows_around(2, last=0)
        range(0, 1)
        """
        some = islice(self.ancestors(element), MAX_AROUND)
        return next((self.rows(around) for around in some if last < self.end[around]), range(0))

    def around(self, elements: Iterable[int]) -> list[int]:
        """These elements and all their ancestors, in document order.

        >>> Blocks.of([("ul>li>b", "Tea"), ("p", "Milk")]).elements.around([2])
        [0, 1, 2]
        """
        found: set[int] = set()
        for innermost in elements:
            element = innermost
            while element >= 0 and element not in found:
                found.add(element)
                element = self.parent[element]
        return sorted(found)

    def unknown(self, element: int, known: Container[int]) -> Sequence[int]:
        """The element and its ancestors up to the first known one, outermost first, so that each can be computed once
        from its parent, however deep a page is. -1, the parent of the root, must be known.

        >>> Blocks.of([("ul>li>b", "Tea")]).elements.unknown(2, {-1, 0})
        [1, 2]
        """
        found: list[int] = []
        while element not in known:
            found.append(element)
            element = self.parent[element]
        found.reverse()
        return found

    def inside(self, named: Iterable[bool]) -> list[bool]:
        """For each element, whether it or an ancestor is named; `named` tells this for the elements themselves.

        >>> Blocks.of([("ul>li", "Tea"), ("p", "Milk")]).elements.inside([True, False, False])
        [True, True, False]
        """
        found: list[bool] = []
        for is_named, parent in zip(named, self.parent, strict=True):
            found.append(is_named or (parent >= 0 and found[parent]))
        return found

    def nearest(self, tags: Set[str]) -> list[int]:
        """For each element the innermost one with these tags that it is or lies in, -1 for none.

        >>> Blocks.of([("ul>li>b", "Tea"), ("p", "Milk")]).elements.nearest({"li"})
        [-1, 1, 1, -1]
        """
        found: list[int] = []
        for element, (tag, parent) in enumerate(zip(self.tag, self.parent, strict=True)):
            found.append(element if tag in tags else found[parent] if parent >= 0 else -1)
        return found

    def path(self, element: int, steps: int | None = None) -> str:
        """A readable tag path with first class or id: `html>body>div.post>p`; with `steps`, only the innermost ones."""
        innermost = islice(self.ancestors(element), steps)
        return ">".join(reversed([tag_step(self.tag[e], self.attributes[e]) for e in innermost]))


def tag_step(tag: str, attributes: Attributes) -> str:
    """One step of a readable path: the tag with its first class, else its id; long names are cut."""
    if not attributes:
        return tag[:MAX_NAME]
    if (classes := attributes.get("class")) and (first := classes.split(None, 1)):
        return f"{tag[:MAX_NAME]}.{first[0][:MAX_NAME]}"
    return f"{tag[:MAX_NAME]}#{name[:MAX_NAME]}" if (name := attributes.get("id")) else tag[:MAX_NAME]


@dataclass(frozen=True, slots=True)
class Block:
    """One row of `Blocks`, for reading: a run of text between two block boundaries."""

    index: int
    text: str
    tag: str  # of its container
    path: str  # tag path from the root to the container
    link_chars: int
    link_count: int
    bold_chars: int
    after_br: bool
    mark: str

    @property
    def link_density(self) -> float:
        """Share of the block's characters inside links, 0 to 1."""
        return min(1.0, self.link_chars / len(self.text)) if self.text else 0.0


@dataclass(slots=True)
class Blocks(Sequence[Block]):
    """The blocks of a page in document order, as columns of equal length.

    `text` has its white space collapsed, except in blocks of a segmenter that keeps the source's lines. `container` is
    the index in `elements` of the nearest block-level element, `inner` that of the innermost inline element in which
    the block's text begins (equal to `container` if there is none). Character counts refer to collapsed text.
    """

    elements: Elements = field(default_factory=Elements)
    text: list[str] = field(default_factory=list)
    container: list[int] = field(default_factory=list)
    inner: list[int] = field(default_factory=list)
    link_chars: list[int] = field(default_factory=list)  # characters inside <a>
    link_count: list[int] = field(default_factory=list)  # <a> elements with text
    bold_chars: list[int] = field(default_factory=list)  # characters in bold or big type
    after_br: list[bool] = field(default_factory=list)  # separated from the block before by <br>, same container
    # The line of the block, blank lines counted; only from segmenters that work by lines, else empty.
    line: list[int] = field(default_factory=list)
    # Ends of the inline elements that the segmenter was asked to note: (element, block, characters of its text before).
    notes: list[tuple[int, int, int]] = field(default_factory=list)
    # The numbers of the block's look and of its style block; only from segmenters that distinguish looks, else empty.
    style: list[int] = field(default_factory=list)
    group: list[int] = field(default_factory=list)
    # Characters of the source, references undecoded; only from segmenters that count them, else empty.
    source_text_chars: list[int] = field(default_factory=list)  # outside tags
    source_markup_chars: list[int] = field(default_factory=list)  # inside tags, without < and >
    # The `<time>` elements in document order: (block that contains or follows it, attributes, first text).
    times: list[tuple[int, Attributes, str]] = field(default_factory=list)
    # Preformatted blocks with their original white space; only from segmenters that were asked for it.
    preformatted: dict[int, str] = field(default_factory=dict)
    # Records of the head in document order: html, title, meta, link, base, JSON-LD scripts.
    head: list[HeadRecord] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.text)

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        if isinstance(index, slice):
            return [self._view(i) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"block {index} of {len(self)}")
        return self._view(index % len(self))

    def __iter__(self) -> Iterator[Block]:
        return map(self._view, range(len(self)))

    def _view(self, index: int) -> Block:
        container = self.container[index]
        return Block(
            index=index,
            text=self.text[index],
            tag=self.tag(index),
            path=self.elements.path(container),
            link_chars=self.link_chars[index],
            link_count=self.link_count[index],
            bold_chars=self.bold_chars[index],
            after_br=self.after_br[index],
            mark=self.mark(index),
        )

    def tag(self, index: int) -> str:
        """Tag of the block's container; "" for text outside any element."""
        container = self.container[index]
        return self.elements.tag[container] if container >= 0 else ""

    def mark(self, index: int) -> str:
        """Why a normalizer marked the block ("hidden", "consent", ...); "" if it did not."""
        inner = self.inner[index]
        return self.elements.mark[inner] if inner >= 0 else ""

    def link_density(self, index: int) -> float:
        """Share of the block's characters inside links, 0 to 1."""
        return min(1.0, self.link_chars[index] / (len(self.text[index]) or 1))

    def link(self, index: int) -> str:
        """The address of the link in which the block begins; "" if it begins outside links."""
        elements = self.elements
        for element in islice(elements.ancestors(self.inner[index]), MAX_INLINE):
            if elements.tag[element] == "a":
                return elements.attributes[element].get("href") or ""
            if element == self.container[index]:
                break
        return ""

    def select(self, rows: Sequence[int]) -> Blocks:
        """The blocks of these rows (ascending), with the elements' spans renumbered; elements keep their numbers."""
        is_chosen = bytearray(len(self))
        for row in rows:
            is_chosen[row] = 1
        before = [*accumulate(is_chosen, initial=0)]  # for each row, how many rows before it are chosen
        first, end = ([*map(before.__getitem__, column)] for column in (self.elements.first, self.elements.end))
        columns = (*BLOCK_COLUMNS, *OPTIONAL_COLUMNS)
        return replace(
            self,
            elements=replace(self.elements, first=first, end=end),
            notes=[(element, before[row], chars) for element, row, chars in self.notes if is_chosen[row]],
            times=[(before[row], attributes, text) for row, attributes, text in self.times],
            preformatted={before[row]: text for row, text in self.preformatted.items() if is_chosen[row]},
            **{name: [*compress(getattr(self, name), is_chosen)] for name in columns},
        )

    def without_names(self) -> Blocks:
        """The same blocks, but their elements have no attributes."""
        elements = replace(self.elements, attributes=[NO_ATTRIBUTES] * len(self.elements), _looks=None)
        return replace(self, elements=elements)

    @classmethod
    def of(cls, rows: Sequence[tuple[str, str]]) -> Blocks:
        """Make blocks by hand from (tag path such as "body>ul>li", text); each has its own elements, none has links."""
        blocks = cls()
        close = blocks.elements.close
        for path, text in rows:
            parent, outermost = -1, len(close)
            for tag in path.split(">"):
                parent = blocks.append_element(parent, tag)
            close[outermost:] = [len(close)] * (len(close) - outermost)
            blocks.append(text, parent)
        return blocks

    def append_element(self, parent: int, tag: str, mark: str = "") -> int:
        """Add an element around the next block, as `of` does; return its number."""
        elements, here = self.elements, len(self.elements)
        elements.parent.append(parent)
        elements.tag.append(tag)
        elements.attributes.append(NO_ATTRIBUTES)
        elements.mark.append(mark)
        elements.order.append(here)
        elements.first.append(len(self))
        elements.end.append(len(self) + 1)
        elements.close.append(here + 1)
        elements._looks = elements._tagged = None
        return here

    def append(self, text: str, container: int, *, link_chars: int = 0) -> None:
        """Add a block at the end (for segmenters that are not on the fast path, and for tests)."""
        self.text.append(text)
        self.container.append(container)
        self.inner.append(container)
        self.link_chars.append(link_chars)
        self.link_count.append(0)
        self.bold_chars.append(0)
        self.after_br.append(False)


def json_ld_scripts(head: Iterable[HeadRecord], *words: str) -> list[str]:
    """The JSON-LD scripts of a head; if words are given, those that contain one of them.

    >>> json_ld_scripts([("title", {}, "Tea"), ("script", {}, '{"headline": "Tea"}')], "headline", "name")
    ['{"headline": "Tea"}']
    """
    return [text for tag, _, text in head if tag == "script" and (not words or any(word in text for word in words))]


BLOCK_COLUMNS = ("text", "container", "inner", "link_chars", "link_count", "bold_chars", "after_br")
# From some segmenters only, else empty.
OPTIONAL_COLUMNS = ("line", "style", "group", "source_text_chars", "source_markup_chars")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row of `Verdicts`, for reading."""

    keep: bool
    kind: Kind
    rule: str
    score: float


@dataclass(slots=True)
class Verdicts(Sequence[Verdict]):
    """A classifier's verdicts on all blocks, as columns in the order of the blocks.

    `rule` names what decided in a few words ("link density", "step 4: quote"); `score` is the classifier's own measure
    of the block, in its own unit, 0 if it has none.
    """

    keep: list[bool] = field(default_factory=list)
    kind: list[Kind] = field(default_factory=list)
    rule: list[str] = field(default_factory=list)
    score: list[float] = field(default_factory=list)
    # The classifier's measurements, if it needs them again for `explain`; None in another process.
    evidence: object = field(default=None, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.keep)

    @overload
    def __getitem__(self, index: int) -> Verdict: ...
    @overload
    def __getitem__(self, index: slice) -> list[Verdict]: ...
    def __getitem__(self, index: int | slice) -> Verdict | list[Verdict]:
        if isinstance(index, slice):
            return [self._view(i) for i in range(*index.indices(len(self)))]
        return self._view(index)

    def __iter__(self) -> Iterator[Verdict]:
        return map(self._view, range(len(self)))

    def __reduce__(self) -> tuple[type[Verdicts], tuple[list[bool], list[Kind], list[str], list[float]]]:
        """Pickle without the evidence, which may be many times the page: explaining elsewhere means judging again."""
        return Verdicts, (self.keep, self.kind, self.rule, self.score)

    def _view(self, index: int) -> Verdict:
        return Verdict(self.keep[index], self.kind[index], self.rule[index], self.score[index])


@dataclass(slots=True)  # not frozen: a log has hundreds of them, and making them would take three times as long
class Explanation:
    """Why a block was kept or removed: a readable sentence, and the numbers behind it by name."""

    reason: str
    numbers: Mapping[str, float | int | str] = field(default_factory=dict)


class Told(dict[str, float | int | str]):
    """Numbers that the sentence of an `Explanation` already states; for programs, not to be shown again to people."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """Words that a linearizer added to, or took out of, the text of a block.

    `block` is the row; `rule` names the linearizer's rule ("final full stop", "hand-written bullet"); `note` may give
    details ("list 2, item 1 of 3").
    """

    block: int
    rule: str
    added: str = ""
    removed: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Linearized:
    """The text of a page, and every word in which it differs from the kept blocks.

    `lines` has, by row, the blocks that were written with their own line breaks.
    """

    text: str
    edits: Sequence[Edit] = ()
    lines: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a leaf table in its grid. Its text is that of the blocks its element spans."""

    element: int  # its `td` or `th`, a row of `Elements`
    row: int  # the number of its `tr` in the table, from 0; rows without cells count
    column: int  # its first column, with cells that span into its row taken into account
    rowspan: int
    colspan: int


@dataclass(frozen=True, slots=True)
class LeafTable:
    """A table without another table inside, as a grid of cells in document order."""

    element: int  # its `table`, a row of `Elements`
    caption: int  # its `caption`; -1 if it has none
    depth: int  # the number of tables around it
    row_count: int
    column_count: int
    cells: Sequence[TableCell]
