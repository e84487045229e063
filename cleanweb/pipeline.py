"""The chosen stages, and what they make of one page: bytes in, text and reasons out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Any, get_args

from cleanweb.decode import Decoded, decode
from cleanweb.errors import Refused
from cleanweb.formats import for_programs, foreign_format, is_report
from cleanweb.memory import give_back
from cleanweb.page import Blocks, Explanation, HeadRecord, Kind, Linearized, Verdicts
from cleanweb.parse import ParserName, parse, parser_named
from cleanweb.stage import Classifier, Linearizer, Normalizer, Segmenter, SourceNormalizer

if TYPE_CHECKING:
    from cleanweb.metadata import Metadata


KINDS: tuple[Kind, ...] = get_args(Kind)

_BODY = re.compile(rb"<body[\s>/]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """Input and output of one classifier in a chain: the rows of the page's blocks, ascending, and its verdicts."""

    classifier: Classifier
    rows: Sequence[int]
    blocks: Blocks
    verdicts: Verdicts

    def explain(self, places: Sequence[int]) -> list[Explanation]:
        """Reasons and numbers for blocks, given by their places among those that the classifier saw."""
        return self.classifier.explain(self.blocks, self.verdicts, places)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A page that went through the pipeline. `verdicts` are final: those of the last classifier that saw the block."""

    decoded: Decoded
    blocks: Blocks
    verdicts: Verdicts
    linearized: Linearized
    steps: Sequence[Step]

    @property
    def text(self) -> str:
        """The clean text."""
        return self.linearized.text

    @property
    def metadata(self) -> Metadata:
        """The title, address, date and the like that the page states, and its encoding."""
        from cleanweb.metadata import describe_page  # noqa: PLC0415  (most formats have no place for it)

        is_of_source = not any(self.blocks.elements.tag)  # its segmenter records no elements, or nameless ones
        blocks = replace(self.blocks, head=_head(self.decoded.utf8)) if is_of_source else self.blocks
        return describe_page(blocks, self.decoded.encoding)

    def __repr__(self) -> str:
        """One line, for notebooks: all parts of a page would be thousands of lines."""
        return (
            f"<Cleaned: {int(sum(self.verdicts.keep))} of {len(self.blocks)} blocks kept, {len(self.text)} characters>"
        )

    def explain(self, rows: Sequence[int]) -> list[Explanation]:
        """Reasons and numbers for these blocks, each from the classifier that decided."""
        every = range(len(self.blocks))
        rows = [every[row] for row in rows]  # allows negative rows, as in `blocks` and `verdicts`
        if len(self.steps) == 1:
            return self.steps[0].explain(rows)
        answers: dict[int, Explanation] = {}
        left = rows
        for step in reversed(self.steps):
            places = [(row, bisect_left(step.rows, row)) for row in left]
            mine = [(row, place) for row, place in places if place < len(step.rows) and step.rows[place] == row]
            if mine:
                told = step.explain([place for _, place in mine])
                answers.update(zip((row for row, _ in mine), told, strict=True))
                left = [row for row in left if row not in answers]
        return [answers[row] for row in rows]


def _head(source: bytes) -> list[HeadRecord]:
    """The head records of a page whose segmenter reads the source, not a tree; the body may have further ones."""
    from cleanweb.normalize.plain import Plain  # noqa: PLC0415  (few systems need it)
    from cleanweb.segment.blocks import BlockElements  # noqa: PLC0415  (as above)

    return BlockElements()(parse(source), Plain()).head


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """Normalizer, segmenter, classifiers in order, linearizer; a plain value that can be sent to other processes."""

    normalize: Normalizer
    segment: Segmenter
    classify: tuple[Classifier, ...]
    linearize: Linearizer
    parser: ParserName = "lexbor"

    def __post_init__(self) -> None:
        """Check the fields, for `dataclasses.replace`. Raises TypeError for missing classifiers and for a class in the
        place of a stage, UsageError for an unknown parser."""
        parser_named(self.parser)
        if not (isinstance(self.classify, tuple | list) and self.classify):
            raise TypeError(f"classify: expected one classifier or more in a tuple, found {self.classify!r}")
        if found := next((stage for stage in self.stages if isinstance(stage, type)), None):
            raise TypeError(f"expected a stage, found the class {found.__name__}; {found.__name__}() makes one")

    @property
    def stages(self) -> tuple[Any, ...]:
        """All stages, in the order in which a page passes through them."""
        return (self.normalize, self.segment, *self.classify, self.linearize)

    def __call__(self, data: bytes | str) -> Cleaned:
        """Clean one page given as bytes, or as `str`, which is used as it is.

        Raises Refused when a stage skips the page on purpose, and for what is no page (a PDF, a picture, a feed);
        TypeError for what is neither bytes nor `str`: a path must be read first.
        """
        decoded = decode(_checked(data))
        if found := for_programs(decoded.utf8):
            raise Refused(f"not HTML but {found}")
        if isinstance(self.normalize, SourceNormalizer):
            decoded = replace(decoded, utf8=self.normalize.source(decoded.utf8))
        blocks = self._segmented(decoded)
        give_back(len(decoded.utf8))  # the tree's memory
        steps = self._classified(blocks)
        give_back(len(decoded.utf8))  # that of the measures
        verdicts = _combined(steps)
        return Cleaned(decoded, blocks, verdicts, self.linearize(blocks, verdicts), steps)

    def _segmented(self, decoded: Decoded) -> Blocks:
        if self.segment.reads == "source":  # no dump if it finds nothing: that reads the source, too
            head = _head(_BODY.split(decoded.utf8, maxsplit=1)[0])  # parsing the whole page would add half the time
            return replace(self.segment(decoded.text, self.normalize), head=head)
        blocks = self.segment(parse(decoded.utf8, self.parser), self.normalize)
        if not blocks.text and isinstance(self.normalize, SourceNormalizer):
            return replace(self.normalize.dump(decoded.utf8), head=blocks.head)
        return blocks

    def _classified(self, blocks: Blocks) -> list[Step]:
        """Each classifier sees what the one before kept."""
        steps: list[Step] = []
        rows: Sequence[int] = range(len(blocks))
        seen = blocks
        for classifier in self.classify:
            if steps:
                rows = [row for row, keep in zip(rows, steps[-1].verdicts.keep, strict=True) if keep]
                seen = blocks.select(rows)
            steps.append(Step(classifier, rows, seen, _judged(classifier, seen)))
        return steps


def _checked(data: bytes | str) -> bytes | str:
    """The page as `bytes` or `str`: the parser accepts no other bytes-like objects, such as numpy's.

    Raises Refused for bytes that are no page, TypeError for what is neither.
    """
    if isinstance(data, str):
        return data
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"expected a page as bytes or str, found {type(data).__name__}")
    page = bytes(data)
    if found := foreign_format(page):
        raise Refused(f"not HTML but {found}")
    if is_report(page):
        raise Refused("a report made by cleanweb, not a page")
    return page


def _judged(classifier: Classifier, blocks: Blocks) -> Verdicts:
    """A classifier's verdicts, checked since it may be a user's own.

    Raises ValueError unless there is one verdict per block, with a valid kind for kept blocks.
    """
    verdicts = classifier(blocks)
    columns = (verdicts.keep, verdicts.kind, verdicts.rule, verdicts.score)
    if any(len(column) != len(blocks) for column in columns):
        found = ", ".join(str(len(column)) for column in columns)
        told = f"expected {len(blocks)} verdicts, one a block; keep, kind, rule, score are {found}"
        raise ValueError(f"{type(classifier).__name__}: {told}")
    if wrong := set(compress(verdicts.kind, verdicts.keep)).difference(KINDS):
        told = f"expected kinds of blocks among {', '.join(KINDS)}, found {', '.join(map(repr, sorted(wrong)))}"
        raise ValueError(f"{type(classifier).__name__}: {told}")
    return verdicts


def _combined(steps: Sequence[Step]) -> Verdicts:
    """For each block, the verdict of the last classifier that saw it, with the kind of the last that tells kinds."""
    first, *others = steps
    if not others:
        return first.verdicts
    told = first.verdicts
    verdicts = Verdicts(list(told.keep), list(told.kind), list(told.rule), list(told.score))
    for step in others:
        tells_kinds = getattr(step.classifier, "tells_kinds", True)
        for local, row in enumerate(step.rows):
            verdicts.keep[row] = step.verdicts.keep[local]
            if tells_kinds:
                verdicts.kind[row] = step.verdicts.kind[local]
            verdicts.rule[row] = step.verdicts.rule[local]
            verdicts.score[row] = step.verdicts.score[local]
    return verdicts
