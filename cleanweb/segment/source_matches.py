"""What an evolved regular expression captures of the source, and what it does not.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5: the expression is
matched until no further match is found; the content of its capturing groups is kept, the rest discarded.

Differs from the paper: tags inside a captured piece are not kept as text, nor is a ">" that ends no tag; script and
style elements and comments are cut out first (`drop_scripts`); text up to the next block-level tag is one block, but
split where captured and uncaptured text meet; the expressions take time in proportion to the page
(`models/regex_evolution.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from cleanweb.models import FILES
from cleanweb.models.regex_evolution import captured_spans, compiled, load
from cleanweb.normalize.repairs import is_seen
from cleanweb.page import Blocks
from cleanweb.segment.source import readable, without_scripts
from cleanweb.segment.tags import HTML_BLOCK_TAGS, STRUCTURE_TAGS
from cleanweb.stage import Normalizer, Segmenter, param

SHIPPED = FILES / "ice_ga.json"

UNCAPTURED = "uncaptured"

# A stretch of text: from a tag's end, or the page's beginning, to the next tag. A "<" that begins none is text.
STRETCH = re.compile(r"(?<![^>])(?:[^<>]++|<(?![a-zA-Z/!?]))++")

_BOUNDARY = re.compile(rf"</?(?:{'|'.join((*HTML_BLOCK_TAGS, *STRUCTURE_TAGS))}|br)(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceMatches:
    """Blocks of the text that an expression captures, and of the other text, marked `uncaptured`.

    >>> from cleanweb.normalize.plain import Plain
    >>> blocks = SourceMatches()("<ul><li><a href=x>Home</a></ul><p>Boil the water, then wait.", Plain())
    >>> blocks.text, [blocks.mark(row) for row in range(len(blocks))]
    (['Home', 'Boil the water, then wait.'], ['uncaptured', ''])
    """

    reads: ClassVar[Literal["source"]] = "source"

    model: str = param("", "expression file made by `cleanweb train ice-ga`; empty for the shipped one")
    drop_scripts: bool = param(True, "first cut script and style elements and comments out of the source")

    def __post_init__(self) -> None:
        """An unreadable model is an error now, not on every page."""
        if self.model:
            load(Path(self.model))

    def __call__(self, page: str, normalizer: Normalizer) -> Blocks:
        """The blocks of the decoded source, in order.

        Raises DataError when the model cannot be read.
        """
        source = without_scripts(page) if self.drop_scripts else page
        pattern = compiled(load(Path(self.model) if self.model else SHIPPED).tree)
        return _blocks(source, captured_spans(pattern.finditer(source)), normalizer)


def _blocks(source: str, spans: list[tuple[int, int]], normalizer: Normalizer) -> Blocks:
    blocks = Blocks()
    chunks: list[str] = []
    was_captured = False
    upcoming = iter([*spans, (len(source) + 1, len(source) + 1)])
    begin, end = next(upcoming)
    last = 0
    for stretch in STRETCH.finditer(source):
        start = stretch.start()
        while start >= end:
            begin, end = next(upcoming)
        text = stretch.group()
        is_captured = begin <= start
        if chunks and ((is_captured != was_captured and not text.isspace()) or _BOUNDARY.search(source, last, start)):
            _add(blocks, chunks, was_captured, normalizer)
        if not text.isspace() or chunks:
            chunks.append(text)
            was_captured = is_captured if not text.isspace() else was_captured
        last = stretch.end()
    _add(blocks, chunks, was_captured, normalizer)
    return blocks


def _add(blocks: Blocks, chunks: list[str], is_captured: bool, normalizer: Normalizer) -> None:
    """Make a block of the chunks, if they hold text, and empty them."""
    text = normalizer.text(readable("".join(chunks)))
    chunks.clear()
    if is_seen(text):
        row = -1 if is_captured else blocks.append_element(-1, "", mark=UNCAPTURED)
        blocks.append(text, row)


STAGE: type[Segmenter] = SourceMatches
