"""The lines of preformatted text: those of programs, tables in letters and verse are kept, those of letters joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cleanweb.page import LINE_SEPARATOR, Blocks

PRE: Final = (
    "preformatted text, where it is cut into paragraphs (blocks.preformatted=paragraphs): its own lines, where they "
    "are not merely wrapped, or a line a block"
)
PRE_FORMS: Final = ("lines", "joined")

# What tells wrapped prose. (Ours: of the 10,405 preformatted blocks that are kept of the gold pages 234 are joined by
# these numbers, most of them of letters, manuals and drafts; of 28 more that .93 of plain characters would join, 22 are
# programs.)
MIN_WIDTH: Final = 50  # characters of the longest line; verse is narrower
MIN_WORDS: Final = 5  # a line, on average
MIN_WRAPPED: Final = 0.8  # of the lines but the last, those that had no room for the next word
MIN_PLAIN: Final = 0.95  # of the characters, those of prose

_PLAIN_SIGNS: Final = frozenset(" .,;:!?'\"()-–—‘’“”„«»¿¡")
_SPACE: Final = re.compile(r"[^\S\n\t]")  # that is no line feed or tab


def with_lines(blocks: Blocks, texts: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Of the blocks with these texts, by their rows, the preformatted ones with their lines; blank lines are left out.

    A block is given only where lines or indentation make a difference, and where its text is nothing but that of the
    page: signs of links taken out of it are not put back.

    >>> dict(with_lines(Blocks(preformatted={1: "\\nfor x in tea:\\n\\n    pour(x)\\n"}), {1: "for x in tea: pour(x)"}))
    {1: 'for x in tea:\\n    pour(x)'}
    """
    for row, source in blocks.preformatted.items():
        if row in texts and (text := texts[row]) != source:
            whole = _SPACE.sub(" ", source.replace(LINE_SEPARATOR, "\n"))
            lines = [line for each in whole.split("\n") if (line := each.rstrip())]
            if "".join(source.split()) == text.replace(" ", "") and not is_wrapped(lines):
                yield row, "\n".join(lines)


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether these lines of preformatted text are prose that was broken into them for want of room.

    >>> is_wrapped(["The last steam crane of Saltmouth was lifted off its", "rails on Wednesday, after 91 years."])
    True
    >>> is_wrapped(["The crane of Saltmouth", "was lifted off its rails on Wednesday, after 91 years."])
    False
    """
    if len(lines) < 2:
        return False
    width = max(map(len, lines))
    words = [line.split() for line in lines]
    if width < MIN_WIDTH or sum(map(len, words)) < MIN_WORDS * len(lines):
        return False
    if len({len(line) - len(line.lstrip()) for line in lines[1:]}) > 1:  # the first may be indented as it likes
        return False
    full = sum(len(line) + 1 + len(after[0]) > width for line, after in zip(lines, words[1:], strict=False))
    letters = "".join(lines)
    plain = sum(letter.isalpha() or letter in _PLAIN_SIGNS for letter in letters)
    return full >= MIN_WRAPPED * (len(lines) - 1) and plain >= MIN_PLAIN * len(letters)
