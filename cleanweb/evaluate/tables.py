"""Score the layout decision for tables, the roles of cells, and the sentences made of them: `--metric tables`.

The gold is a folder with `leaf_tables.jsonl` and `linearised.jsonl` (`train/table_gold.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cleanweb.evaluate.bootstrap import interval
from cleanweb.evaluate.gold_texts import as_compared
from cleanweb.linearize.tables import table_sentences
from cleanweb.page import CellRole
from cleanweb.segment.leaf_tables import cell_text
from cleanweb.segment.table_roles import LABELS, ROLES, layout_tree, role_forest
from cleanweb.train.table_folds import SEGMENTERS, Example, Pair, Predictions, cross_validate, examples, predict
from cleanweb.train.table_gold import GoldTable, digest, read_tables


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Precision, recall and F of a class, 0 to 1, over `count` gold items, with the 95 % interval of F."""

    count: int
    precision: float
    recall: float
    f: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TableReport:
    """All figures of a gold set. `how` says whether the models had seen the tables."""

    how: str
    tables: Mapping[str, ClassScore]
    cells: Mapping[str, ClassScore]
    sentence_count: int
    from_gold_roles: float  # share of the expected sentences that come out
    from_predicted_roles: float
    tables_by_forest: Mapping[str, ClassScore]

    def figures(self) -> dict[str, float]:
        """The figures available to `--min`: F by class (the role `data` is `cell_data`) and the shares of sentences."""
        tables = {label: score.f for label, score in self.tables.items()}
        cells = {f"cell_{role}" if role in tables else role: score.f for role, score in self.cells.items()}
        shares = {"sentences": self.from_gold_roles, "sentences_predicted": self.from_predicted_roles}
        return {**tables, **cells, **shares}


def report_of(folder: Path) -> TableReport:
    """The figures of a gold folder.

    If the shipped models were trained on these very tables, new ones are trained on nine tenths of the domains and
    tested on the last tenth, ten times; this needs scikit-learn. Raises DataError for a damaged gold.
    """
    found = examples(read_tables(folder))
    if layout_tree().about.get("gold") == digest(folder):
        return report(found, cross_validate(found, grouped=True), "ten folds grouped by domain")
    return report(found, predict(found, layout_tree(), role_forest()), "the shipped models, never trained on these")


def report(found: Sequence[Example], told: Predictions, how: str) -> TableReport:
    """The figures of these predictions."""
    expected = [example.gold for example in found if example.gold.sentences is not None]
    count = sum(len(gold.sentences or ()) for gold in expected)
    return TableReport(
        how=how,
        tables=class_scores([[pair] for pair in told.tables], LABELS),
        cells=class_scores(told.cells, ROLES),
        sentence_count=count,
        from_gold_roles=sum(_reproduced(gold, gold.roles()) for gold in expected) / (count or 1),
        from_predicted_roles=sum(_reproduced(gold, told.roles[gold.id]) for gold in expected) / (count or 1),
        tables_by_forest=class_scores([[pair] for pair in told.tables_by_forest], LABELS),
    )


def class_scores(groups: Sequence[Sequence[Pair]], labels: Iterable[str]) -> dict[str, ClassScore]:
    """The score of each label; the interval resamples groups (tables), since cells of one table are not independent."""
    found = {}
    for label in labels:
        counts = [Counter(_outcome(pair, label) for pair in group) for group in groups]
        rows = [(count["right"], count["spurious"], count["missed"]) for count in counts]
        rows = [row for row in rows if any(row)]
        right, spurious, missed = _sums(rows) if rows else (0, 0, 0)
        low, high = interval(rows, lambda drawn: _f(*_sums(drawn))) if rows else (0.0, 0.0)
        found[label] = ClassScore(
            count=right + missed,
            precision=right / ((right + spurious) or 1),
            recall=right / ((right + missed) or 1),
            f=_f(right, spurious, missed),
            low=low,
            high=high,
        )
    return found


def _outcome(pair: Pair, label: str) -> str:
    gold, told = pair
    if gold == label:
        return "right" if told == label else "missed"
    return "spurious" if told == label else ""


def _sums(rows: Sequence[tuple[int, ...]]) -> Iterator[int]:
    return map(sum, zip(*rows, strict=True))


def _f(right: int, spurious: int, missed: int) -> float:
    return 2 * right / ((2 * right + spurious + missed) or 1)


def _reproduced(gold: GoldTable, roles: Sequence[CellRole]) -> int:
    """How many of the expected sentences come out; white space is ignored (the gold glues `<h1>a</h1>b`)."""
    blocks, table = gold.read(SEGMENTERS[-1])
    told = Counter(_glued(sentence.text) for sentence in table_sentences(table, roles, lambda e: cell_text(blocks, e)))
    wanted = Counter(_glued(sentence) for sentence in gold.sentences or ())
    return (told & wanted).total()


def _glued(text: str) -> str:
    return "".join(as_compared(text).split())


def lines(report: TableReport) -> list[str]:
    """The report as readable lines."""
    heads = (("layout or data, one tree", report.tables), ("roles of cells", report.cells))
    more = [("layout or data, forest", report.tables_by_forest)] if report.tables_by_forest["data"].count else []
    told = [f"tables: {report.how}"]
    for head, scores in (*heads[:1], *more, *heads[1:]):
        told += ["", f"{head:26}{'count':>7}{'P':>8}{'R':>8}{'F':>8}   95 % interval of F"]
        told += [
            f"  {label:24}{s.count:7}{s.precision:8.3f}{s.recall:8.3f}{s.f:8.3f}   {s.low:.3f} - {s.high:.3f}"
            for label, s in scores.items()
        ]
    told += [
        "",
        f"expected sentences, {report.sentence_count}: {report.from_gold_roles:.1%} from gold roles, "
        f"{report.from_predicted_roles:.1%} from predicted roles",
    ]
    return told
