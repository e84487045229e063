"""Walks for which something else ends a block, compiled together with `Walk`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cleanweb.page import Attributes
from cleanweb.parse import Node, Tree
from cleanweb.segment.tags import BLOCK, BREAK, HTML_BLOCK_TAGS, STRUCTURE_TAGS, TEXT, element_codes
from cleanweb.segment.walk import Walk

# Beside the codes of `tags.py`: text nodes and block borders that `LineWalk` sees one by one.
LINE_TEXT: Final = 100
BORDER: Final = 101


class LeafWalk(Walk):
    """The walk with `<br>` as nothing but a space."""

    def go_on_after_break(self, text: str) -> None:  # noqa: ARG002  (the base's signature)
        """The block goes on, however many breaks there are."""
        self.chunks.append(" ")


class LineWalk(Walk):
    """The walk with lines for blocks; `line` numbers the running one, and blank ones count."""

    def __init__(self, marker: Callable[[str, Attributes], str], *, at_source_breaks: bool) -> None:
        # Blank text and borders of blocks count here, so none of them may take the short cuts of the walk's loop.
        codes = element_codes(HTML_BLOCK_TAGS + STRUCTURE_TAGS)
        special = {TEXT: LINE_TEXT, BLOCK: BORDER}
        super().__init__(
            {tag: special.get(code, code) for tag, code in codes.items()}, marker, every_br=False, raise_digits=False
        )
        self.at_source_breaks = at_source_breaks
        self.line = 0

    def add_text(self, text: str) -> None:
        """A text node, whose line feeds may be ends of lines."""
        for number, part in enumerate(text.split("\n") if self.at_source_breaks else (text,)):
            if number:
                self.end_line()
            if part and not part.isspace():
                super().add_text(part)
            elif part and self.chunks:
                self.chunks.append(" ")

    def open_special(self, tree: Tree, node: Node, code: int) -> Node | None:
        """Begin an element; `<br>` is a border like those of block-level elements."""
        if code == LINE_TEXT:
            self.order -= 1  # no element
            self.add_text(node.text_content or "")
            return None
        if code == BREAK:
            self.flush()
            return None
        return super().open_special(tree, node, code)

    def flush(self) -> None:
        """At a border."""
        if not self.at_source_breaks:
            self.end_line()
        elif self.chunks:
            self.chunks.append(" ")

    def end_line(self) -> None:
        """End the running block, if the line has text."""
        if self.chunks:
            self.blocks.line.append(self.line)
            super().flush()
        self.line += 1
