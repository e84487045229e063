"""The lines of the source, each with its count of text and of markup characters.

Paper: S. Pal, "Extracting Useful Text from HTML" (2009), the density filter: `readLine`, and the loop over a line's
characters.

Differs from the paper: a line without readable text (markup only, or spaces written as references) makes no block;
there it is a chunk, which the length filter nearly always drops. The output has character references decoded and white
space collapsed, while the counts are of the source as it is. They count Unicode characters, there UTF-16 units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

from cleanweb.normalize.repairs import is_seen
from cleanweb.page import Blocks
from cleanweb.segment.source import readable, without_scripts
from cleanweb.stage import Normalizer, Segmenter, param

# What is no text on a line: from each "<" to the next ">" or the line's end, and each ">" that no "<" opened.
_MARKUP = re.compile(r"<[^>\n]*+>?|>")

# What Java's String.trim takes off a line: all characters up to the space, and nothing else.
_TRIMMED = "".join(map(chr, range(0x21)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLines:
    r"""A block for each line of the source that has text; markup is recognized line by line.

    As in the paper, what follows a "<" up to a ">" or the line's end is markup, even where no tag begins.

    >>> from cleanweb.normalize.plain import Plain
    >>> blocks = SourceLines()("<p>Tea &amp; milk</p>\n<hr>\n<a\n  href=x>More</a>\n", Plain())
    >>> blocks.text
    ['Tea & milk', 'href=xMore']
    >>> blocks.source_text_chars, blocks.source_markup_chars
    ([14, 10], [3, 2])
    """

    reads: ClassVar[Literal["source"]] = "source"

    drop_scripts: bool = param(
        False,
        "first cut script and style elements and comments out of the source",
        source="density paper: as published (no), a reader's comment (yes)",
    )

    def __call__(self, page: str, normalizer: Normalizer) -> Blocks:
        """The blocks of the decoded source, in order."""
        source = without_scripts(page) if self.drop_scripts else page
        lines = [line.strip(_TRIMMED) for line in source.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
        texts = _MARKUP.sub("", "\n".join(lines)).split("\n")
        blocks = Blocks()
        for line, text in zip(lines, texts, strict=True):
            shown = normalizer.text(readable(text))
            if is_seen(shown):
                blocks.append(shown, -1)
                blocks.source_text_chars.append(len(text.strip(_TRIMMED)))
                blocks.source_markup_chars.append(len(line) - len(text) - line.count("<") - line.count(">"))
        return blocks


STAGE: type[Segmenter] = SourceLines
