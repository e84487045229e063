"""Style blocks and their four content ratios, as Kimatu measures them.

Paper: Saralegi and Leturia, "Kimatu, a tool for cleaning non-content text parts from HTML docs", sections 3.2 and 3.3.

Differs from the paper: see `classify/kimatu.py` on the ratios and on words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from cleanweb.measures.phrases import phrase_sign_count
from cleanweb.measures.stopwords import words
from cleanweb.page import Blocks


@dataclass(slots=True)
class StyleBlock:
    """Text elements of one look that are near each other, and how much there is in them."""

    style: int
    rows: list[int] = field(default_factory=list)  # its text elements, as rows of the page's blocks
    words: list[list[str]] = field(default_factory=list)  # of each text element
    word_count: int = 0
    char_count: int = 0
    sign_count: int = 0  # signs that bound phrases
    link_count: int = 0

    @property
    def average_length(self) -> float:
        """Characters per text element."""
        return self.char_count / len(self.rows)


@dataclass(frozen=True, slots=True)
class Ratios:
    """The four ratios of a style block, each from 0 to 1."""

    length: float  # characters, over those of the page's longest style block
    average_length: float  # characters per text element, over the page's highest such average, itself capped
    punctuation: float  # phrase signs per word, over a constant
    links: float  # links per text element, over a constant


def style_blocks(blocks: Blocks, groups: Sequence[int], styles: Sequence[int]) -> list[StyleBlock]:
    """The style blocks of a page in the order of their numbers, given the style block and the style of each block."""
    found: list[StyleBlock] = []
    for row, (group, style) in enumerate(zip(groups, styles, strict=True)):
        if group == len(found):
            found.append(StyleBlock(style))
        block = found[group]
        text = blocks.text[row]
        element = words(text)
        block.rows.append(row)
        block.words.append(element)
        block.word_count += len(element)
        block.char_count += len(text)
        block.sign_count += phrase_sign_count(text)
        block.link_count += blocks.link_count[row]
    return found


def content_ratios(
    page: Sequence[StyleBlock], max_average_length: float, full_punctuation: float, full_links: float
) -> list[Ratios]:
    """The ratios of each style block of a page.

    `max_average_length` caps the highest average length (characters), so that one extreme block does not dwarf the
    others; `full_punctuation` (signs per word) and `full_links` (links per text element) count as 1.
    """
    longest = max((block.char_count for block in page), default=0) or 1
    highest = min(max_average_length, max((block.average_length for block in page), default=0)) or 1
    return [
        Ratios(
            length=block.char_count / longest,
            average_length=min(1.0, block.average_length / highest),
            punctuation=min(1.0, block.sign_count / (block.word_count or 1) / full_punctuation),
            links=min(1.0, block.link_count / len(block.rows) / full_links),
        )
        for block in page
    ]


def distances_along(page: Sequence[StyleBlock], is_reference: Sequence[bool]) -> list[float]:
    """For each style block, the distance in text elements to the nearest reference; infinite where there is none.

    For style blocks that do not interleave, such as those of one style. A reference is at distance 0.
    """
    distances = [0.0 if yes else inf for yes in is_reference]
    for order in (range(len(page)), range(len(page) - 1, -1, -1)):
        latest: StyleBlock | None = None
        for number in order:
            block = page[number]
            if is_reference[number]:
                latest = block
            elif latest is not None:
                gap = max(block.rows[0] - latest.rows[-1], latest.rows[0] - block.rows[-1])
                distances[number] = min(distances[number], gap)
    return distances
