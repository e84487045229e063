"""The single walk over a page's tree that makes its blocks; the fast path of every system that reads the tree.

State lives in one object whose methods are small steps; elements are recorded only when their first text arrives, so
that most of a page's elements cost no more than one look at their tag. The walk keeps its own stack: pages nest deeper
than Python does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cleanweb.page import NO_ATTRIBUTES, Attributes, Blocks, Elements
from cleanweb.parse import Node, Tree
from cleanweb.segment.tags import (
    BLOCK,
    BOLD,
    BREAK,
    HEAD,
    INLINE,
    LINK,
    NOTED,
    RAW,
    SCRIPT,
    SKIP,
    STRUCTURE,
    SUBSCRIPT,
    SUPERSCRIPT,
    TEXT,
)

# How often a tag in an unclosed <title> has the page parsed again: once, since its own title is then closed or gone.
MAX_RECOVERIES: Final = 1

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS: Final = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")


class Walk:
    """A walk in progress. `Walk(...).run(tree)` is the whole use of it.

    `codes` says what each tag is (`tags.element_codes`). `every_br` makes each `<br>` a boundary unless the text goes
    on in lower case; otherwise two in a row are one. `raise_digits` writes `<sup>2</sup>` as `²`. `marker` is a
    normalizer's `mark`.
    """

    def __init__(
        self, codes: dict[str | None, int], marker: Callable[[str, Attributes], str], every_br: bool, raise_digits: bool
    ) -> None:
        self.codes = codes
        self.marker = marker
        self.every_br = every_br
        self.raise_digits = raise_digits
        self.blocks = Blocks()
        self.elements: Elements = self.blocks.elements
        # Open elements, outermost first: the node, what it is, and its row in `elements` or, before it has one, its
        # negative number among the page's elements, which begin with 1.
        self.nodes: list[Node] = []
        self.kinds: list[int] = []
        self.rows: list[int] = []
        # The running block.
        self.chunks: list[str] = []
        self.container = -1
        self.inner = -1
        self.link_chars = 0
        self.link_count = 0
        self.bold_chars = 0
        self.after_br = False
        self.break_count = 0  # <br> since the last text
        self.open_links = 0
        self.open_bolds = 0
        self.is_link_counted = False
        self.note_ends: list[tuple[int, int]] = []  # noted elements that ended in it, after how many chunks
        self.order = 0

    def run(self, tree: Tree) -> Blocks:
        """The blocks of the page. An unclosed `<title>` that swallowed the page is parsed again as the body's text."""
        if tree.root is not None and tree.root.tag == "html":
            self.blocks.head.append(("html", tree.root.attributes, ""))
        self.walk(tree, tree.root)
        for _ in range(MAX_RECOVERIES):
            titles = [text for tag, _, text in self.blocks.head if tag == "title" and "<" in text]
            if self.blocks.text or not titles:
                break
            self.walk(tree, tree.fragment(titles[0]))
        self.mark_elements()
        return self.blocks

    def walk(self, tree: Tree, start: Node | None) -> None:  # noqa: PLR0912  (the hot loop)
        """Visit `start`, its later siblings, and all below them, in document order.

        Plain inline and block elements and blank text are most of a page: they are dealt with here, all else in
        `add_text`, `open_special` and `close_special`.
        """
        if start is None:
            return
        node: Node = start
        code_of = self.codes.get
        nodes, kinds, rows = self.nodes, self.kinds, self.rows
        while True:
            code = code_of(node.tag, 2)
            child: Node | None = None
            if code == TEXT:
                text = node.text_content or ""
                if not text.isspace():
                    self.add_text(text)
                elif self.chunks:
                    self.chunks.append(" ")
            elif code in (INLINE, BLOCK):
                self.order += 1
                if code == BLOCK and self.chunks:
                    self.flush()
                child = node.first_child
                if child is not None:
                    nodes.append(node)
                    kinds.append(code)
                    rows.append(-self.order)
                    node = child
                    continue
            elif code != SKIP:
                self.order += 1
                child = self.open_special(tree, node, code)
                if child is not None:
                    node = child
                    continue
            following = node.next
            while following is None:
                if not nodes:
                    self.flush()
                    return
                code = kinds.pop()
                if code == BLOCK:
                    if self.chunks:
                        self.flush()
                elif code != INLINE:
                    self.close_special(code)
                row = rows.pop()
                if row >= 0:
                    self.elements.end[row] = len(self.blocks.text) + (1 if self.chunks else 0)
                    self.elements.close[row] = len(self.elements.tag)
                following = nodes.pop().next
            node = following

    def open_special(self, tree: Tree, node: Node, code: int) -> Node | None:
        """Begin an element that is neither a plain block nor plainly inline; its first child to go down to."""
        child = node.first_child
        if code >= BLOCK:
            self.flush()
            if code == RAW and child is not None:
                child = self.raw_content(tree, child)
        elif code == BREAK:
            self.break_count += 1
            return None
        elif code in (HEAD, SCRIPT):
            self.add_head(node, code, child)
            return None
        elif self.raise_digits and code in (SUPERSCRIPT, SUBSCRIPT) and self.is_raised(child, code):
            return None
        if child is None and code not in (STRUCTURE, NOTED):
            return None
        self.nodes.append(node)
        self.kinds.append(code)
        self.rows.append(-self.order)
        if code in (STRUCTURE, NOTED):
            self.record_open_elements()
            if child is None:
                self.close_empty()
        elif code == LINK:
            self.open_links += 1
            self.is_link_counted = False
        elif code == BOLD:
            self.open_bolds += 1
        return child

    def close_empty(self) -> None:
        """End a recorded element without children; its span in `elements` is empty already."""
        self.close_special(self.kinds.pop())
        row = self.rows.pop()
        self.elements.end[row] = len(self.blocks.text) + (1 if self.chunks else 0)
        self.nodes.pop()

    def close_special(self, code: int) -> None:
        """End what `open_special` began; the element is still the innermost of `rows`."""
        if code >= BLOCK:
            self.flush()
        elif code == LINK:
            self.open_links -= 1
        elif code == BOLD:
            self.open_bolds -= 1
        elif code == NOTED and self.chunks:
            self.note_ends.append((self.rows[-1], len(self.chunks)))

    def add_text(self, text: str) -> None:
        """A text node that is not blank: part of the running block, or the beginning of the next."""
        if self.break_count:
            if self.chunks:
                self.go_on_after_break(text)
            self.break_count = 0
        if not self.chunks:
            self.begin()
        self.chunks.append(text)
        if self.open_links or self.open_bolds:
            length = len(" ".join(text.split()))
            if self.open_links:
                self.link_chars += length
                if not self.is_link_counted:
                    self.link_count += 1
                    self.is_link_counted = True
            if self.open_bolds:
                self.bold_chars += length

    def go_on_after_break(self, text: str) -> None:
        """After `<br>`: two end the block; one does if every break counts and the text does not go on in lower case."""
        if self.break_count >= 2 or (self.every_br and not text.lstrip()[:1].islower()):
            is_single = self.break_count == 1
            self.flush()
            self.after_br = is_single
        else:
            self.chunks.append(" ")

    def begin(self) -> None:
        """Start a block here: its container and innermost element are now known to hold text."""
        if self.nodes:
            self.record_open_elements()
            self.inner = self.rows[-1]
            place = len(self.kinds) - 1
            while place > 0 and self.kinds[place] < BLOCK:
                place -= 1
            self.container = self.rows[place]
        else:
            self.inner = self.container = self.record_missing_root()

    def record_missing_root(self) -> int:
        """A row for text outside any element (recovered from a title), so that every block has a container."""
        elements = self.elements
        elements.parent.append(-1)
        elements.tag.append("html")
        elements.attributes.append(NO_ATTRIBUTES)
        elements.order.append(0)
        elements.first.append(len(self.blocks.text))
        elements.end.append(len(self.blocks.text) + 1)
        elements.close.append(len(elements.tag))
        return len(elements.tag) - 1

    def record_open_elements(self) -> None:
        """Give every open element its row in `elements`; those that have one are the outermost."""
        rows, nodes, elements = self.rows, self.nodes, self.elements
        start = len(rows)
        while start and rows[start - 1] < 0:
            start -= 1
        parent = rows[start - 1] if start else -1
        block = len(self.blocks.text)
        row = len(elements.tag)
        for place in range(start, len(rows)):
            node = nodes[place]
            elements.parent.append(parent)
            elements.tag.append(node.tag or "")
            elements.attributes.append(node.attributes)
            elements.order.append(-rows[place])
            elements.first.append(block)
            elements.end.append(block)
            elements.close.append(row + 1)
            rows[place] = parent = row
            row += 1

    def mark_elements(self) -> None:
        """Have the normalizer mark each recorded element that no ancestor's mark covers."""
        marker = self.marker
        mark: list[str] = []
        elements = self.elements
        for tag, attributes, parent in zip(elements.tag, elements.attributes, elements.parent, strict=True):
            mark.append((mark[parent] if parent >= 0 else "") or marker(tag, attributes))
        elements.mark = mark

    def flush(self) -> None:
        """End the running block, if there is one."""
        if not self.chunks:
            return
        blocks = self.blocks
        if self.note_ends:
            self.place_notes()
        blocks.text.append(" ".join("".join(self.chunks).split()))
        blocks.container.append(self.container)
        blocks.inner.append(self.inner)
        blocks.link_chars.append(self.link_chars)
        blocks.link_count.append(self.link_count)
        blocks.bold_chars.append(self.bold_chars)
        blocks.after_br.append(self.after_br)
        self.chunks = []
        self.link_chars = self.link_count = self.bold_chars = 0
        self.after_br = False
        self.is_link_counted = False

    def place_notes(self) -> None:
        """Turn the ends of noted elements into places in the block's collapsed text."""
        done = length = 0
        was_space = False
        for element, chunk_count in self.note_ends:
            piece = "".join(self.chunks[done:chunk_count])
            words = " ".join(piece.split())
            if words:
                length += len(words) + (1 if length and (was_space or piece[0].isspace()) else 0)
                was_space = False
            was_space = was_space or piece[-1:].isspace()
            done = chunk_count
            self.blocks.notes.append((element, len(self.blocks.text), length))
        self.note_ends = []

    def raw_content(self, tree: Tree, child: Node) -> Node | None:
        """The content of a noscript or noframes: one raw text node with scripting on, parsed again if it has markup."""
        raw = child.text_content
        if raw is None or "<" not in raw:
            return child
        return tree.fragment(raw)

    def add_head(self, node: Node, code: int, child: Node | None) -> None:
        """Note what the page says of itself; scripts only where they are JSON-LD."""
        attributes = node.attributes
        if code == SCRIPT and not (attributes.get("type") or "").strip().lower().startswith("application/ld+json"):
            return
        text = child.text_content if child is not None else None
        self.blocks.head.append((node.tag or "", attributes, text or ""))

    def is_raised(self, child: Node | None, code: int) -> bool:
        """Whether the element holds digits only, which were then added as one raised or lowered piece of text."""
        text = child.text_content if child is not None and child.next is None else None
        if text is None:
            return False
        raised = text.strip().translate(_SUPERSCRIPTS if code == SUPERSCRIPT else _SUBSCRIPTS)
        if not raised or any(before == after for before, after in zip(text.strip(), raised, strict=True)):
            return False
        self.add_text(raised)
        return True
