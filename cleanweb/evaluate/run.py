"""An evaluation, from folders to results: read gold and runs, choose metrics, score, compare with bounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from cleanweb.corpus.compression import compressed, uncompressed
from cleanweb.corpus.inputs import PAGE_SUFFIXES, PassedOver, Selection, walk
from cleanweb.corpus.packs import is_pack
from cleanweb.errors import InputError, UsageError
from cleanweb.evaluate.gold_texts import (
    Conditions,
    GoldText,
    fits,
    none_fits,
    read_gold_texts,
    read_outputs,
    strip_url_line,
    without_url_line,
)
from cleanweb.evaluate.metrics import (
    LESS_IS_BETTER,
    Bag,
    CleanEval,
    CleanEvalUnit,
    Metric,
    Segments,
    Words,
    score_pages,
)
from cleanweb.evaluate.summary import Result, figure, summed_up
from cleanweb.evaluate.words import Alignment
from cleanweb.files import printable
from cleanweb.wording import told_apart

Runs = Mapping[str, Mapping[str, str]]  # existing outputs by the run's name, then by page
Bound = tuple[str, float]  # a measure and its floor or ceiling


def read_pages(
    gold: Path,
    meta: Path | None,
    conditions: Conditions,
    *,
    strip_url: bool = False,
    passed: PassedOver | None = None,
) -> list[GoldText]:
    """The pages of a gold set that have these values in meta; linked folders are `passed` over.

    Raises UsageError when there are none.
    """
    every = read_gold_texts(gold, meta, passed)
    pages = [page for page in every if fits(page.meta, conditions)]
    if not pages:
        raise none_fits(gold, (page.meta for page in every), conditions)
    return [without_url_line(page) for page in pages] if strip_url else pages


def read_runs(folders: Iterable[Path], pages: Sequence[GoldText], *, strip_url: bool = False) -> Runs:
    """The outputs of each folder.

    Raises InputError when a folder has none at all, as it must be the wrong one; UsageError when one is given twice.
    """
    runs: dict[str, dict[str, str]] = {}
    for folder in folders:
        if str(folder) in runs:
            raise UsageError(f"{folder}: given twice")
        texts = read_outputs(folder, [page.id for page in pages])
        if not texts:
            expected, told = folder / f"{pages[0].id}.txt", _there_instead(folder, pages)
            raise InputError(f"{folder}: expected outputs such as {expected}, found none of {len(pages)}{told}")
        runs[str(folder)] = {page: strip_url_line(text) for page, text in texts.items()} if strip_url else texts
    return runs


def _there_instead(folder: Path, pages: Sequence[GoldText]) -> str:
    """A hint for a folder without any of the outputs, as the end of the error message; "" for none."""
    if other := _with_suffix(folder, pages):
        return f"; {other} is there, as --keep-suffix calls it; expected a run without"
    if folder.suffix == ".log" and (texts := folder.with_suffix("")).is_dir():
        return f"; did you mean {texts}?"
    ids = {page.id for page in pages}
    for found in walk(str(folder), Selection(include=compressed("*.txt", "*.jsonl", "*.vert"))):
        path = PurePath(uncompressed(found.name))
        if path.suffix != ".txt" and (str(path.with_suffix("")) in ids or is_pack(found.path)):
            return f"; {found.shown} is there; expected a run without -f {path.suffix[1:]}"
        for above in path.parents[:-1]:
            if path.suffix == ".txt" and str(path.relative_to(above).with_suffix("")) in ids:
                return f"; did you mean {printable(str(folder / above))}?"
    return ""


def _with_suffix(folder: Path, pages: Iterable[GoldText]) -> Path | None:
    """An output of these pages that is named as by `clean --keep-suffix`, if there is one."""
    names = (f"{page.id}{suffix}.txt" for page in pages for suffix in PAGE_SUFFIXES)
    paths = (folder / form for name in names for form in compressed(name))
    return next(filter(Path.is_file, paths), None)


def chosen_metrics(
    names: Sequence[str],
    pages: Sequence[GoldText],
    *,
    unit: CleanEvalUnit = "auto",
    alignment: Alignment = "blocks",
    unlabelled: bool = False,
) -> list[Metric]:
    """The metrics of these names that apply to at least one page; `bag` includes the segments.

    Without names: `bag`, preceded by `cleaneval` if most gold texts are marked. Raises UsageError when no metric
    applies.
    """
    known: dict[str, list[Metric]] = {
        "cleaneval": [CleanEval(unit=unit)],
        "words": [Words(alignment=alignment, unlabelled=unlabelled)],
        "bag": [Bag(), Segments()],
    }
    if not names:
        is_marked = [page.is_marked for page in pages if page.text is not None]
        names = ["cleaneval", "bag"] if sum(is_marked) * 2 > len(is_marked) else ["bag"]
    elif "all" in names:
        names = list(known)
    metrics = [m for name in dict.fromkeys(names) for m in known[name] if any(m.applies(page) for page in pages)]
    if not metrics:
        raise UsageError(f"--metric {' --metric '.join(names)}: no page has the gold text or segments that it needs")
    return metrics


def score_runs(metrics: Iterable[Metric], pages: Sequence[GoldText], runs: Runs, *, jobs: int) -> list[Result]:
    """The results of all runs, by metric."""
    results = []
    for metric in metrics:
        rows = {}
        for run, texts in runs.items():
            rows[run] = score_pages(metric, [(page, texts.get(page.id)) for page in pages], jobs=jobs)
        results.append(summed_up(metric, rows))
    return results


def missed_gates(floors: Sequence[Bound], ceilings: Sequence[Bound], results: Sequence[Result]) -> Iterator[str]:
    """A line for every figure of a run below its floor or above its ceiling.

    Raises UsageError for an unknown or ambiguous figure, and for a floor of a measure of which less is better.
    """
    for measure, floor in floors:
        if measure.rpartition(".")[2] == LESS_IS_BETTER:
            raise UsageError(f"--min {measure}={floor:g}: less is better here; expected --max")
    for side, bounds in (("below", floors), ("above", ceilings)):
        for measure, bound in bounds:
            for run in results[0].rows:
                value = figure(measure, results, run)
                if value < bound if side == "below" else value > bound:
                    yield f"{run}: {measure} is {told_apart(value, bound, 4)[0]}, {side} {bound:g}"
