"""The blocks and elements of a page in the making: what a walk over its tree writes down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final, TypeAlias

from cleanweb.page import NO_ATTRIBUTES, Attributes, Blocks, Elements
from cleanweb.parse import Node
from cleanweb.segment.tags import BLOCK, RAW

# An open element: its node, its code and the number of its tag; of the element around it the row, and the container of
# text there; the first block that can begin in it; its number among the page's elements.
Open: TypeAlias = tuple[Node, int, int, int, int, int, int]
# An element with text in it, as in `Elements`: parent, tag, attributes, order, first, end, close.
Row: TypeAlias = tuple[int, str, Attributes, int, int, int, int]

PENDING: Final[Row] = (-1, "", NO_ATTRIBUTES, 0, 0, 0, 0)


class Recording:
    """The open elements, the running block, and the columns of those that are done; `Walk` decides when each ends.

    An element has a row from its beginning; its end fills the row, or takes it back where no block began in it.
    """

    # More attributes than Python keeps in an object without a dict of its own: in slots a walk is .1 ms a page faster.
    __slots__ = (
        "after_br", "begun_links", "blocks", "bold", "chunks", "containers", "in_block", "inners", "is_link_counted",
        "level", "linked", "marker", "name_of", "note_ends", "opened", "row", "rows", "texts",
    )  # fmt: skip # names in rows: 18 lines hide the class

    def __init__(self, marker: Callable[[Elements], list[str]]) -> None:
        self.marker = marker
        self.name_of: dict[int, str] = {}  # the names of the page's tags, by `Node.tag_id`
        self.blocks = Blocks()
        self.containers: list[int] = self.blocks.container
        self.inners: list[int] = self.blocks.inner
        self.linked: list[tuple[int, str]] = []  # the texts in links, each with its block
        self.bold: list[tuple[int, str]] = []  # those in bold
        self.begun_links: list[int] = []  # for each link with text the block in which it begins
        self.texts: list[str] = []  # of the blocks that are done, white space as it stands
        self.rows: list[Row] = []  # of the elements; PENDING of the open ones
        self.opened: list[Open] = []  # outermost first
        self.row = -1  # of the innermost open element
        self.level = -1  # the row of the container of text that begins here
        self.chunks: list[str] = []  # the pieces of text of the last of the blocks
        self.in_block = False  # whether the last of the blocks goes on
        self.is_link_counted = False  # whether the running link is
        self.after_br: list[int] = []  # blocks that a single <br> began
        self.note_ends: list[tuple[int, int]] = []  # of noted elements in the last block: row, chunks so far

    def open_element(self, node: Node, code: int, number: int) -> None:
        """Begin an element; the loop of the walk does the same for most."""
        row = len(self.rows)
        self.rows.append(PENDING)
        self.opened.append((node, code, node.tag_id, self.row, self.level, len(self.containers), number))
        if code == BLOCK or code >= RAW or self.row < 0:
            self.level = row
        self.row = row

    def close_element(self) -> None:
        """End the innermost open element and fill its row, whether a block began in it or not."""
        node, _, tag_id, outer, self.level, first, number = self.opened.pop()
        tag = self.name_of.get(tag_id) or node.tag or ""
        self.rows[self.row] = (outer, tag, node.attributes, number, first, len(self.containers), len(self.rows))
        self.row = outer

    def begin(self) -> None:
        """Start a block here: its container and innermost element are now known to hold text."""
        if self.chunks:
            self.finish_block()
        if self.row < 0:
            self.begin_without_root()
        else:
            self.containers.append(self.level)
            self.inners.append(self.row)
        self.is_link_counted = False
        self.in_block = True

    def begin_without_root(self) -> None:
        """A row for text outside any element (recovered from a title), so that every block has a container."""
        row, block = len(self.rows), len(self.containers)
        self.rows.append((-1, "html", NO_ATTRIBUTES, 0, block, block + 1, row + 1))
        self.containers.append(row)
        self.inners.append(row)

    def hold_running_block(self) -> None:
        """Have the open elements in which no block began hold the running one, as something in them is noted there."""
        if not self.in_block:
            return
        opened, count = self.opened, len(self.containers)
        for place in range(len(opened) - 1, -1, -1):
            node, code, tag_id, outer, level, first, number = opened[place]
            if first < count:
                return
            opened[place] = (node, code, tag_id, outer, level, count - 1, number)

    def finish_block(self) -> None:
        """The text of the last block, and what is noted in it."""
        if self.note_ends:
            self.place_notes()
        if self.chunks:
            self.texts.append("".join(self.chunks))
            self.chunks.clear()

    def place_notes(self) -> None:
        """Turn the ends of noted elements into places in the collapsed text of their block."""
        counts = [0, *[count for _, count in self.note_ends]]
        ends = collapsed_ends(["".join(self.chunks[start:end]) for start, end in pairwise(counts)])
        for (element, _), end in zip(self.note_ends, ends, strict=True):
            self.blocks.notes.append((element, len(self.texts), end))
        self.note_ends = []

    def describe(self) -> None:
        """What is known of blocks and elements when all are there; the normalizer marks elements."""
        blocks = self.blocks
        blocks.text = [" ".join(text.split()) for text in self.texts]
        count = len(blocks.text)
        blocks.link_chars, blocks.bold_chars = self.character_counts(self.linked), self.character_counts(self.bold)
        blocks.link_count = [0] * count
        for row in self.begun_links:
            blocks.link_count[row] += 1
        blocks.after_br = [False] * count
        for row in self.after_br:
            blocks.after_br[row] = True
        elements = blocks.elements
        if self.rows:
            columns = map(list, zip(*self.rows, strict=True))
            (
                elements.parent,
                elements.tag,
                elements.attributes,
                elements.order,
                elements.first,
                elements.end,
                elements.close,
            ) = columns
        elements.mark = self.marker(elements)

    def character_counts(self, texts: list[tuple[int, str]]) -> list[int]:
        """The characters that each block has in these texts of it, white space collapsed."""
        whole, collapsed = self.texts, self.blocks.text
        counts = [0] * len(whole)
        for row, text in texts:
            # Most are all that their block has, which is collapsed already.
            counts[row] += len(collapsed[row] if text is whole[row] else " ".join(text.split()))
        return counts


def collapsed_ends(pieces: Iterable[str]) -> list[int]:
    """Where each of the pieces of a text ends in it, once its white space is collapsed.

    >>> collapsed_ends(["  the ", "NSW", " government"])
    [3, 7, 18]
    """
    ends: list[int] = []
    length, was_space = 0, False
    for piece in pieces:
        if words := " ".join(piece.split()):
            length += len(words) + (1 if length and (was_space or piece[0].isspace()) else 0)
            was_space = False
        was_space = was_space or piece[-1:].isspace()
        ends.append(length)
    return ends
