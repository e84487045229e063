"""Lines of preformatted text: those of programs, text tables and verse are kept, those of wrapped prose are joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cleanweb.page import LINE_SEPARATOR, Blocks

PRE: Final = (
    "preformatted text that is cut into paragraphs (blocks.preformatted=paragraphs): keep its own lines, unless they "
    "are merely wrapped, or write one line per block"
)
PRE_FORMS: Final = ("lines", "joined")

# Signs of wrapped prose. (Ours: of the 10,405 preformatted blocks kept on the gold pages, 70 are joined; of 30 that
# were read, 29 are prose.)
MIN_LINES: Final = 3  # two may look alike by chance, and are mostly from a program
MIN_WIDTH: Final = 50  # characters of the longest line; verse is narrower
MIN_WORDS: Final = 5  # per line, on average
MIN_WRAPPED: Final = 0.8  # share of lines, without the last, that had no room for the next word
MIN_PLAIN: Final = 0.95  # share of characters that are usual in prose
MIN_SHARE: Final = 0.5  # share of an element's lines, counting blocks of MIN_LINES or more, that are in wrapped blocks

_PLAIN_SIGNS: Final = frozenset(" .,;:!?'\"()-–—‘’“”„«»¿¡")
_OPENING_SIGNS: Final = frozenset("'\"([“‘«„¿¡<")
_SPACE: Final = re.compile(r"[^\S\n\t]")  # other than line feed and tab


def with_lines(blocks: Blocks, texts: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """The preformatted blocks among these texts (by row), with their own lines; blank lines are left out.

    A block is yielded only if lines or indentation make a difference, and if its text is unchanged from the page, so
    that permalink signs taken out of it are not put back. Wrapped prose is left out, in elements that are mostly such.

    >>> blocks = Blocks.of([("pre", "for x in tea: pour(x)")])
    >>> blocks.preformatted[0] = "\\nfor x in tea:\\n\\n    pour(x)\\n"
    >>> dict(with_lines(blocks, {0: "for x in tea: pour(x)"}))
    {0: 'for x in tea:\\n    pour(x)'}
    """
    lines_of = {row: _lines(source) for row, source in blocks.preformatted.items() if row in texts}
    prose = _rows_of_prose(blocks, lines_of)
    for row, lines in lines_of.items():
        text = "\n".join(lines)
        if row not in prose and text != texts[row] and "".join(text.split()) == texts[row].replace(" ", ""):
            yield row, text


def _lines(source: str) -> list[str]:
    whole = _SPACE.sub(" ", source.replace(LINE_SEPARATOR, "\n"))
    return [line for each in whole.split("\n") if (line := each.rstrip())]


def _rows_of_prose(blocks: Blocks, lines_of: Mapping[int, Sequence[str]]) -> set[int]:
    """The wrapped ones of these preformatted blocks, if most lines of their element (in blocks of MIN_LINES) are."""
    wrapped = {row for row, lines in lines_of.items() if is_wrapped(lines)}
    if not wrapped:
        return wrapped
    in_all: Counter[int] = Counter()  # lines by container
    in_wrapped: Counter[int] = Counter()
    for row, lines in lines_of.items():
        if len(lines) >= MIN_LINES:
            in_all[blocks.container[row]] += len(lines)
            in_wrapped[blocks.container[row]] += len(lines) * (row in wrapped)
    return {row for row in wrapped if in_wrapped[around := blocks.container[row]] > MIN_SHARE * in_all[around]}


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether these lines of preformatted text are prose, wrapped for lack of room.

    >>> is_wrapped(["The last steam crane of Saltmouth was lifted off its", "rails on Wednesday, after 91 years."])
    True
    >>> is_wrapped(["The crane of Saltmouth", "was lifted off its rails on Wednesday, after 91 years."])
    False
    """
    words = [line.split() for line in lines]
    width = max(map(len, lines), default=0)
    if len(lines) < 2 or width < MIN_WIDTH or sum(map(len, words)) < MIN_WORDS * len(lines):
        return False
    first, *others = [len(line) - len(line.lstrip()) for line in lines]
    if others != [others[0]] * len(others) or others[0] > first:  # only the first line may be indented further
        return False
    if not all(line[0][0].isalnum() or line[0][0] in _OPENING_SIGNS for line in words):  # no # comments or > quotes
        return False
    full = sum(len(line) + 1 + len(after[0]) > width for line, after in zip(lines, words[1:], strict=False))
    letters = "".join(lines)
    plain = sum(letter.isalpha() or letter in _PLAIN_SIGNS for letter in letters)
    return full >= MIN_WRAPPED * (len(lines) - 1) and plain >= MIN_PLAIN * len(letters)
