"""Variants of `Walk` in which something else ends a block, compiled together with it."""

from __future__ import annotations

from cleanweb.page import LINE_SEPARATOR
from cleanweb.parse import Node, Tree
from cleanweb.segment.tags import (
    BLOCK,
    BORDER,
    BREAK,
    HTML_BLOCK_TAGS,
    LINE_STRUCTURE,
    LINE_TEXT,
    STRUCTURE,
    STRUCTURE_TAGS,
    TEXT,
    element_codes,
)
from cleanweb.segment.walk import Walk
from cleanweb.stage import Normalizer


class LeafWalk(Walk):
    """The walk with `<br>` as nothing but a space."""

    def go_on_after_break(self, text: str) -> None:  # noqa: ARG002  (the base's signature)
        """The block goes on, however many breaks there are."""
        if self.in_block:
            self.chunks.append(LINE_SEPARATOR)
        self.break_count = 0


class BreakWalk(Walk):
    """The walk with a boundary at each `<br>`, whatever the text after it."""

    def go_on_after_break(self, text: str) -> None:  # noqa: ARG002  (the base's signature)
        """End the block, and note whether only a single break is before the next."""
        if self.in_block:
            if self.break_count == 1:
                self.after_br.append(len(self.containers))
            self.flush()
        self.break_count = 0


class LineWalk(Walk):
    """The walk with lines for blocks; `line` numbers the running one, and blank ones count."""

    def __init__(self, normalizer: Normalizer, *, at_source_breaks: bool) -> None:
        # Blank text and borders of blocks count here, so none of them may take the short cuts of the walk's loop.
        codes = element_codes(HTML_BLOCK_TAGS + STRUCTURE_TAGS)
        special = {TEXT: LINE_TEXT, BLOCK: BORDER, STRUCTURE: LINE_STRUCTURE}
        super().__init__(
            {tag: special.get(code, code) for tag, code in codes.items()},
            normalizer,
            every_br=False,
            raise_digits=False,
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
            elif part and self.in_block:
                self.chunks.append(" ")

    def open_special(self, tree: Tree, node: Node, code: int, number: int) -> Node | None:
        """Begin an element; `<br>` is a border like those of block-level elements."""
        if code == LINE_TEXT:
            self.add_text(node.text_content or "")
            return None
        if code == BREAK:
            self.flush()
            return None
        return super().open_special(tree, node, code, number)

    def flush(self) -> None:
        """At a border."""
        if not self.at_source_breaks:
            self.end_line()
        elif self.in_block:
            self.chunks.append(" ")

    def end_line(self) -> None:
        """End the running block, if the line has text."""
        if self.in_block:
            self.blocks.line.append(self.line)
            super().flush()
        self.line += 1
