"""The blocks and elements of a page in the making: what a walk over its tree writes down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final

from cleanweb.page import NO_ATTRIBUTES, Attributes, Blocks, Elements
from cleanweb.parse import Node
from cleanweb.segment.tags import BLOCK, RAW

# An open element is one number: what it is in the lowest bits, and above them its row or its number (`opened`).
CODE_BITS: Final = 5
NUMBER: Final = 1 << CODE_BITS
CODE: Final = NUMBER - 1

# How many rows of `elements` are made at a time.
ROOM: Final = [0] * 256


class Recording:
    """The open elements, the running block, and the columns of those that are done; `Walk` decides when each ends.

    Elements get a row only when their first text arrives, or when a walk asks for it.
    """

    # More attributes than Python keeps in an object without a dict of its own: in slots a walk is .1 ms a page faster.
    __slots__ = (
        "after_br", "attributes", "block_levels", "blocks", "bold_chars", "chunks", "closes", "containers", "ends",
        "firsts", "in_block", "inners", "is_link_counted", "link_chars", "link_counts", "marker", "name_of", "nodes",
        "note_ends", "opened", "orders", "parents", "tags", "texts",
    )  # fmt: skip # names in rows: 24 lines hide the class

    def __init__(self, marker: Callable[[Elements], list[str]]) -> None:
        self.marker = marker
        self.name_of: dict[int, str] = {}  # the names of the page's tags, by `Node.tag_id`
        self.blocks = Blocks()
        # Columns of the blocks and of the elements, at hand without a look into two objects.
        blocks, elements = self.blocks, self.blocks.elements
        self.texts: list[str] = blocks.text
        self.containers: list[int] = blocks.container
        self.inners: list[int] = blocks.inner
        self.link_chars: list[int] = blocks.link_chars
        self.link_counts: list[int] = blocks.link_count
        self.bold_chars: list[int] = blocks.bold_chars
        self.parents: list[int] = elements.parent
        self.tags: list[str] = elements.tag
        self.attributes: list[Attributes] = elements.attributes
        self.orders: list[int] = elements.order
        self.firsts: list[int] = elements.first
        self.ends: list[int] = elements.end
        self.closes: list[int] = elements.close
        self.block_levels: list[int] = []  # for each row of `elements`, that of the innermost container around it
        # Open elements, outermost first: the node; and in one number what it is (the lowest bits) and its row in
        # `elements` or, before it has one, the complement of its number among the page's elements, which begin with 1.
        self.nodes: list[Node] = []
        self.opened: list[int] = []
        self.chunks: list[str] = []  # the pieces of text of the last of the blocks
        self.in_block = False  # whether the last of the blocks goes on
        self.is_link_counted = False  # whether the running link is
        self.after_br: list[int] = []  # blocks that a single <br> began
        self.note_ends: list[tuple[int, int]] = []  # of noted elements in the last block: row, chunks so far

    def begin(self) -> None:
        """Start a block here: its container and innermost element are now known to hold text."""
        if self.chunks:
            self.finish_block()
        opened = self.opened
        if opened:
            if opened[-1] < 0:
                self.record_open_elements()
            inner = opened[-1] >> CODE_BITS
            container = self.block_levels[inner]
        else:
            inner = container = self.record_missing_root()
        self.containers.append(container)
        self.inners.append(inner)
        self.link_chars.append(0)
        self.link_counts.append(0)
        self.bold_chars.append(0)
        self.is_link_counted = False
        self.in_block = True

    def record_missing_root(self) -> int:
        """A row for text outside any element (recovered from a title), so that every block has a container."""
        row = len(self.tags)
        self.tags.append("html")
        self.attributes.append(NO_ATTRIBUTES)
        self.block_levels.append(row)
        self.parents.append(-1)
        self.orders.append(0)
        self.firsts.append(len(self.containers))
        self.make_room()
        self.ends[row] = len(self.containers) + 1
        self.closes[row] = row + 1
        return row

    def record_open_elements(self) -> None:
        """Give every open element its row in `elements`; those that have one are the outermost."""
        opened, nodes, tags, attributes = self.opened, self.nodes, self.tags, self.attributes
        parents, orders, firsts, name_of = self.parents, self.orders, self.firsts, self.name_of
        block_levels = self.block_levels
        start = len(opened) - 1
        while start and opened[start - 1] < 0:
            start -= 1
        parent = opened[start - 1] >> CODE_BITS if start else -1
        block_level = block_levels[parent] if start else -1
        block = len(self.containers) - self.in_block
        row = len(tags)
        for place in range(start, len(opened)):
            entry = opened[place]
            code = entry & CODE
            if code == BLOCK or code >= RAW or parent < 0:
                block_level = row
            block_levels.append(block_level)
            node = nodes[place]
            tags.append(name_of.get(node.tag_id) or node.tag or "")
            attributes.append(node.attributes)
            parents.append(parent)
            orders.append(-(entry >> CODE_BITS))
            firsts.append(block)
            opened[place] = row << CODE_BITS | code
            parent = row
            row += 1
        if row > len(self.ends):
            self.make_room()

    def make_room(self) -> None:
        """Lengthen the columns that are filled when an element ends; `describe_elements` takes off the surplus."""
        while len(self.tags) > len(self.ends):
            self.ends.extend(ROOM)
            self.closes.extend(ROOM)

    def finish_block(self) -> None:
        """The text of the last block, white space collapsed, and what is noted in it."""
        if self.note_ends:
            self.place_notes()
        if self.chunks:
            self.texts.append(" ".join("".join(self.chunks).split()))
            self.chunks.clear()

    def place_notes(self) -> None:
        """Turn the ends of noted elements into places in the collapsed text of their block."""
        counts = [0, *[count for _, count in self.note_ends]]
        ends = collapsed_ends(["".join(self.chunks[start:end]) for start, end in pairwise(counts)])
        for (element, _), end in zip(self.note_ends, ends, strict=True):
            self.blocks.notes.append((element, len(self.texts), end))
        self.note_ends = []

    def describe_elements(self) -> None:
        """What is known of blocks and elements when all are there; the normalizer marks elements."""
        self.blocks.after_br = [False] * len(self.texts)
        for row in self.after_br:
            self.blocks.after_br[row] = True
        elements = self.blocks.elements
        del self.ends[len(self.tags) :]
        del self.closes[len(self.tags) :]
        elements.mark = self.marker(elements)


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
