"""The metrics of `cleanweb evaluate`: a page and its output in, named scores out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol

from cleanweb.errors import CleanwebError
from cleanweb.evaluate.bag import SegmentCounts, bag_scores, drop_tags, segment_counts, segment_scores
from cleanweb.evaluate.cleaneval import CleanEvalScores, Unit, cleaneval_scores
from cleanweb.evaluate.gold_texts import GoldText
from cleanweb.evaluate.words import Alignment, WordCounts, WordScores, word_counts, word_scores

if TYPE_CHECKING:
    from concurrent.futures.process import ProcessPoolExecutor

CleanEvalUnit = Unit | Literal["auto"]
LESS_IS_BETTER: Final = "without"  # the only such measure


@dataclass(frozen=True, slots=True)
class Row:
    """A page's scores under one metric. Totals over pages are computed from `counts` (empty if a metric has none)."""

    id: str
    scores: Mapping[str, float]
    counts: Mapping[str, int] = field(default_factory=dict)
    missing: bool = False


class Metric(Protocol):
    """A way to score an output against its page's gold."""

    name: ClassVar[str]
    measures: ClassVar[tuple[str, ...]]  # names of the scores; pages are ranked by the first
    top: ClassVar[int]  # the highest possible score: 1 or 100
    needs: ClassVar[str]  # what a page's gold must have
    __dataclass_fields__: ClassVar[dict[str, Any]]  # its settings

    def applies(self, page: GoldText) -> bool:
        """Whether the page's gold has what this metric needs."""

    def __call__(self, page: GoldText, output: str) -> Row:
        """Score one output."""

    def totals(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Figures computed from the summed counts of all pages (micro figures)."""


class _OfTexts:
    """Base of the metrics that compare whole texts."""

    __slots__ = ()
    needs: ClassVar[str] = "gold text"

    def applies(self, page: GoldText) -> bool:
        """Whether the page has a gold text."""
        return page.text is not None

    def totals(self, counts: Mapping[str, int]) -> dict[str, float]:  # noqa: ARG002  (the protocol's signature)
        """None: CleanEval and WCXB have only means over pages."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanEval(_OfTexts):
    """The official scorer of 2007, 0 to 100. `unit="auto"` means byte pairs for pages in Chinese, else words."""

    name: ClassVar[str] = "cleaneval"
    measures: ClassVar[tuple[str, ...]] = CleanEvalScores._fields
    top: ClassVar[int] = 100
    unit: CleanEvalUnit = "auto"

    def __call__(self, page: GoldText, output: str) -> Row:
        """Score one output."""
        chosen: Unit = "word" if self.unit == "auto" else self.unit
        if self.unit == "auto" and "zh" in page.labels("language"):
            chosen = "byte-pair"
        return Row(page.id, cleaneval_scores(page.text or "", output, unit=chosen)._asdict())


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(_OfTexts):
    """The script of 2008, 0 to 1."""

    name: ClassVar[str] = "words"
    measures: ClassVar[tuple[str, ...]] = WordScores._fields
    top: ClassVar[int] = 1
    alignment: Alignment = "blocks"
    unlabelled: bool = False

    def __call__(self, page: GoldText, output: str) -> Row:
        """Score one output."""
        counts = word_counts(page.text or "", output, alignment=self.alignment, unlabelled=self.unlabelled)
        return Row(page.id, word_scores(counts)._asdict(), counts._asdict())

    def totals(self, counts: Mapping[str, int]) -> dict[str, float]:
        """The same scores over the words of all pages."""
        scores = word_scores(WordCounts(**counts))._asdict()
        return {f"micro_{measure}": score for measure, score in scores.items()}


@dataclass(frozen=True, slots=True)
class Bag(_OfTexts):
    """Words in common, 0 to 1; tags of marked texts are dropped first."""

    name: ClassVar[str] = "bag"
    measures: ClassVar[tuple[str, ...]] = ("f1", "p", "r")
    top: ClassVar[int] = 1

    def __call__(self, page: GoldText, output: str) -> Row:
        """Score one output."""
        return Row(page.id, bag_scores(drop_tags(page.text or ""), drop_tags(output))._asdict())


@dataclass(frozen=True, slots=True)
class Segments:
    """Segments a text must contain (`with`: share found) or must not (`without`: share present, less is better)."""

    name: ClassVar[str] = "segments"
    measures: ClassVar[tuple[str, ...]] = ("with", "without")
    top: ClassVar[int] = 1
    needs: ClassVar[str] = "segments"

    def applies(self, page: GoldText) -> bool:
        """Whether the page has at least one segment."""
        return bool(page.segments("with") or page.segments("without"))

    def __call__(self, page: GoldText, output: str) -> Row:
        """Score one output; without required segments `with` is 1, without forbidden ones `without` is 0."""
        counts = segment_counts(page.segments("with"), page.segments("without"), drop_tags(output))
        required, forbidden = counts.tp + counts.fn, counts.fp + counts.tn
        found = counts.tp / required if required else 1.0
        present = counts.fp / forbidden if forbidden else 0.0
        return Row(page.id, {"with": found, "without": present}, counts._asdict())

    def totals(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Precision, recall, F1 and accuracy over the segments of all pages."""
        return segment_scores(SegmentCounts(**counts))._asdict()


def score_page(metric: Metric, page: GoldText, output: str | None) -> Row:
    """Score one page; a missing output (None) counts like an empty one, but gets the worst score in all measures: 0, or
    the highest where less is better.
    """
    row = metric(page, output or "")
    if output is not None:
        return row
    worst = {measure: float(metric.top * (measure == LESS_IS_BETTER)) for measure in metric.measures}
    return Row(page.id, worst, row.counts, missing=True)


def score_pages(metric: Metric, pairs: Iterable[tuple[GoldText, str | None]], *, jobs: int = 1) -> list[Row]:
    """The rows of these pages and outputs, in their order, for those pages to which the metric applies.

    Pages without the gold that a metric needs have no row. With `jobs` over 1, pages are scored in that many processes,
    or in this one if the system has no semaphores for them. Raises CleanwebError when one of the processes is killed.
    """
    chosen = [(page, output) for page, output in pairs if metric.applies(page)]
    pool = _processes(jobs) if jobs > 1 else None
    if not pool:
        return [score_page(metric, page, output) for page, output in chosen]
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415  (slow to import)

    pages, outputs = [page for page, _ in chosen], [output for _, output in chosen]
    try:
        with pool:
            return list(pool.map(score_page, [metric] * len(chosen), pages, outputs, chunksize=16))
    except BrokenProcessPool as error:
        raise CleanwebError(
            "a process that scores pages was killed, as where memory is short; fewer (-j) may do"
        ) from error


def _processes(jobs: int) -> ProcessPoolExecutor | None:
    """A pool of processes; None if the system has no semaphores for them, as in some containers."""
    from concurrent.futures.process import ProcessPoolExecutor  # noqa: PLC0415  (slow to import)
    from multiprocessing import get_context  # noqa: PLC0415  (as above)

    try:
        # "fork" would copy a process with threads of libraries, which Python 3.12 and later warn about.
        return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    except (OSError, NotImplementedError):  # not permitted (/dev/shm); no semaphores or too few
        return None
