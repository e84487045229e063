"""The blocks and elements of a page in progress, as a walk over its tree records them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from cleanweb.page import NO_ATTRIBUTES, Attributes, Blocks
from cleanweb.parse import Node
from cleanweb.segment.line_breaks import without_line_breaks
from cleanweb.segment.tags import BLOCK, RAW, STRUCTURE
from cleanweb.stage import Normalizer

# Rows added at a time to the columns that are filled when an element ends; ours.
ROOM: Final = 256

# Texts searched as one, which is faster; all of a page's would take as much memory again as they do. Ours: most pages
# have fewer.
JOINED_TEXTS: Final = 1024

# White space to Python, but not to browsers; and all other white space.
_FALSE_SPACE: Final = "\x1c\x1d\x1e\x1f\x85"
_SPACE: Final = re.compile(r"[^\S\x1c-\x1f\x85]+")


class Recording:
    """The open elements, the running block, and the columns of finished ones; `Walk` decides when each ends.

    An element gets a row when it begins; its end fills the row, or removes it if no block began in the element.
    """

    # More attributes than Python keeps in an object without a dict of its own: in slots a walk is .1 ms a page faster.
    __slots__ = (
        "after_br", "attributes", "blocks", "bold", "bold_spans", "chunks", "closes", "codes_open", "container_of",
        "containers", "ends", "firsts", "icons", "in_block", "inners", "is_bold_begun", "is_link_begun", "link_spans",
        "linked", "name_of", "nodes", "normalizer", "note_ends", "orders", "parents", "preformatted", "row", "tags",
        "texts",
    )  # fmt: skip # names in rows: 27 lines hide the class

    def __init__(self, normalizer: Normalizer) -> None:
        self.normalizer = normalizer
        self.name_of: dict[int, str] = {}  # the names of the page's tags, by `Node.tag_id`
        self.blocks = Blocks()
        # Columns of the blocks and of the elements, kept here to avoid look-ups in two objects.
        blocks, elements = self.blocks, self.blocks.elements
        self.containers: list[int] = blocks.container
        self.inners: list[int] = blocks.inner
        self.parents: list[int] = elements.parent
        self.orders: list[int] = elements.order
        self.firsts: list[int] = elements.first
        # Filled when an element ends; lengthened in advance.
        self.tags: list[str] = elements.tag
        self.attributes: list[Attributes] = elements.attributes
        self.ends: list[int] = elements.end
        self.closes: list[int] = elements.close
        self.container_of: list[int] = []  # for each element the container of text in it: itself or one around it
        self.linked: list[tuple[int, str]] = []  # the text of each link, or its part in a block, with the block
        self.bold: list[tuple[int, str]] = []  # the same for bold type
        self.texts: list[str] = []  # of the finished blocks; white space is collapsed at the end
        self.nodes: list[Node] = []  # the open elements, outermost first
        self.codes_open: list[int] = []  # their codes
        self.row = -1  # of the innermost open element
        self.chunks: list[str] = []  # the pieces of text of the last block
        self.in_block = False  # whether the last block goes on
        self.link_spans: list[tuple[int, int]] = []  # the first chunk and the end of each link in the last block
        self.bold_spans: list[tuple[int, int]] = []  # the same for bold type
        self.is_link_begun = False  # whether the running link has a chunk in the running block
        self.is_bold_begun = False  # the same for bold type
        self.after_br: list[int] = []  # blocks that a single <br> began
        self.preformatted: list[int] = []  # blocks of preformatted text
        self.icons: list[int] = []  # the chunks of the last block that are names of icons
        self.note_ends: list[tuple[int, int]] = []  # of noted elements in the last block: row, chunks so far

    def open_element(self, node: Node, code: int, number: int) -> None:
        """Begin an element; the loop of the walk does the same for most."""
        outer, row = self.row, len(self.parents)
        self.nodes.append(node)
        self.codes_open.append(code)
        self.parents.append(outer)
        self.orders.append(number)
        self.firsts.append(len(self.containers))
        is_container = code in (BLOCK, STRUCTURE) or code >= RAW or outer < 0
        self.container_of.append(row if is_container else self.container_of[outer])
        if row >= len(self.tags):
            self.make_room()
        self.row = row

    def make_room(self) -> None:
        """Lengthen the columns that are filled when an element ends; `describe` cuts off the surplus."""
        self.tags.extend([""] * ROOM)
        self.attributes.extend([NO_ATTRIBUTES] * ROOM)
        self.ends.extend([0] * ROOM)
        self.closes.extend([0] * ROOM)

    def close_element(self) -> None:
        """End the innermost open element and fill its row, whether a block began in it or not."""
        node, row = self.nodes.pop(), self.row
        self.codes_open.pop()
        self.tags[row] = self.name_of.get(node.tag_id) or node.tag or ""
        self.attributes[row] = node.attributes or NO_ATTRIBUTES
        self.ends[row] = len(self.containers)
        self.closes[row] = len(self.parents)
        self.row = self.parents[row]

    def begin(self) -> None:
        """Start a block here: its container and innermost element are now known to hold text."""
        if self.chunks:
            self.finish_block()
        row = self.row
        if row < 0:
            self.add_root()
            row = len(self.parents) - 1
        self.containers.append(self.container_of[row])
        self.inners.append(row)
        self.is_link_begun = self.is_bold_begun = False
        self.in_block = True

    def add_root(self) -> None:
        """A row for text outside any element (recovered from a title), so that every block has a container."""
        row, block = len(self.parents), len(self.containers)
        self.parents.append(-1)
        self.orders.append(0)
        self.firsts.append(block)
        self.container_of.append(row)
        if row >= len(self.tags):
            self.make_room()
        self.tags[row], self.ends[row], self.closes[row] = "html", block + 1, row + 1

    def hold_running_block(self) -> None:
        """Let open elements in which no block began hold the running one, since something in them is noted there."""
        row, count = self.row, len(self.containers)
        while self.in_block and row >= 0 and self.firsts[row] == count:
            self.firsts[row] = count - 1
            row = self.parents[row]

    def finish_block(self) -> None:
        """Store the text of the last block, and what is noted in it."""
        chunks: Sequence[str] = self.chunks
        if self.icons:
            self.drop_icons_amid()
        text = typed = "".join(self.chunks)
        if not typed.isascii():
            chunks = without_line_breaks(self.chunks)
            text = "".join(chunks)
        if self.note_ends:
            self.place_notes(chunks)
        if chunks:
            if self.link_spans:
                self.linked += self.spanned(self.link_spans, chunks)
            if self.bold_spans:
                self.bold += self.spanned(self.bold_spans, chunks)
            if self.preformatted and self.preformatted[-1] == len(self.texts):
                self.blocks.preformatted[len(self.texts)] = typed
            self.texts.append(text)
            self.chunks.clear()

    def drop_icons_amid(self) -> None:
        """Take the names of icons out of the last block, unless it has nothing else: a cell may say `check`."""
        icons = set(self.icons)
        if any(chunk.strip() for place, chunk in enumerate(self.chunks) if place not in icons):
            for place in icons:
                self.chunks[place] = " "
        self.icons.clear()

    def spanned(self, spans: list[tuple[int, int]], chunks: Sequence[str]) -> list[tuple[int, str]]:
        """The texts of these spans of the last block's chunks, each with the block; empties `spans`.

        "" stands for the whole block, which is the usual case.
        """
        block, count = len(self.texts), len(chunks)
        texts = [(block, "" if end - start == count else "".join(chunks[start:end])) for start, end in spans]
        spans.clear()
        return texts

    def place_notes(self, chunks: Sequence[str]) -> None:
        """Turn the ends of noted elements, counted in chunks, into places in the collapsed text of their block."""
        counts = [0, *[count for _, count in self.note_ends]]
        ends = collapsed_ends(["".join(chunks[start:end]) for start, end in pairwise(counts)])
        for (element, _), end in zip(self.note_ends, ends, strict=True):
            self.blocks.notes.append((element, len(self.texts), end))
        self.note_ends = []

    def describe(self) -> None:
        """Fill in what is known only at the end of the page; the normalizer marks elements."""
        blocks = self.blocks
        collapse = collapsed if have_false_space(self.texts) else _joined  # asked once for the page
        blocks.text = self.texts
        for row, text in enumerate(self.texts):  # in place: each makes room for the next
            self.texts[row] = collapse(text)
        count = len(blocks.text)
        blocks.link_chars, blocks.bold_chars = (
            self.character_counts(texts, collapse) for texts in (self.linked, self.bold)
        )
        blocks.link_count = [0] * count
        for row, _ in self.linked:
            blocks.link_count[row] += 1
        blocks.after_br = [False] * count
        for row in self.after_br:
            blocks.after_br[row] = True
        elements = blocks.elements
        for column in (elements.tag, elements.attributes, elements.end, elements.close):
            del column[len(self.parents) :]
        elements.mark = self.normalizer.marks(elements)

    def character_counts(self, texts: list[tuple[int, str]], collapse: Callable[[str], str]) -> list[int]:
        """The number of each block's characters in these texts, collapsed and repaired like the block's own."""
        counts = [0] * len(self.texts)
        repair = self.normalizer.text
        for row, text in texts:
            shown = collapse(text) if text else self.texts[row]
            mended = repair(shown)
            counts[row] += len(mended if mended == shown else collapsed(mended))
        return counts


def collapsed(text: str) -> str:
    """The text with a space for each run of white space, and none at its ends.

    What only Python takes for white space stays: U+0085, the "…" of pages in windows-1252, and U+001C to U+001F, which
    word processors put inside words. Normalizers repair it.

    >>> collapsed(" wait\\x85\\n for tea\\xa0"), collapsed("\\twater\\x1ffall")
    ('wait\\x85 for tea', 'water\\x1ffall')
    """
    return _SPACE.sub(" ", text).strip(" ") if has_false_space(text) else _joined(text)


def has_false_space(text: str) -> bool:
    """Whether the text has characters that only Python takes for white space."""
    return any(sign in text for sign in _FALSE_SPACE)


def have_false_space(texts: Sequence[str]) -> bool:
    """Whether one of the texts has such characters."""
    pieces = (texts[start : start + JOINED_TEXTS] for start in range(0, len(texts), JOINED_TEXTS))
    return any(has_false_space("".join(piece)) for piece in pieces)


def _joined(text: str) -> str:
    return " ".join(text.split())


def collapsed_ends(pieces: Sequence[str]) -> list[int]:
    """Where each of the pieces of a text ends in it, once its white space is collapsed.

    >>> collapsed_ends(["  the ", "NSW", " government"]), collapsed_ends(["tea\\n", "", " pots"])
    ([3, 7, 18], [3, 3, 8])
    """
    ends: list[int] = []
    length, was_space = 0, False
    for piece in pieces:
        if words := collapsed(piece):
            length += len(words) + (1 if length and (was_space or piece[0].isspace()) else 0)
            was_space = False
        was_space = was_space or piece[-1:].isspace()
        ends.append(length)
    return ends
