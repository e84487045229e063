"""The work of `cleanweb clean`: the task that its options describe, the run, the exit status."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from cleanweb.cli import tell
from cleanweb.cli.checks import (
    check_files_beside,
    check_log_is_apart,
    check_normalized_is_apart,
    check_options,
    check_pages_are_spared,
    check_workers_can_read,
    closed_folders,
    named_files,
    without_useless,
)
from cleanweb.cli.earlier_runs import goes_on, journal_of, journal_path, mark_done, packs_of, tell_of_others
from cleanweb.cli.lone_output import hand_out, see_to_earlier, touch
from cleanweb.cli.places import (
    Place,
    add_pages,
    place_of,
    tell_of_directory,
    tell_of_no_page,
    tell_of_no_site,
    tell_of_passed_over,
    tell_of_repeated,
)
from cleanweb.cli.progress import Progress
from cleanweb.cli.stage_options import chosen_cleaner
from cleanweb.cli.values import Options, is_given
from cleanweb.corpus.inputs import Selection
from cleanweb.corpus.journal import Summary
from cleanweb.corpus.limits import NO_LIMIT
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool, processors
from cleanweb.corpus.lock import locked
from cleanweb.corpus.metrics import Metrics
from cleanweb.corpus.outputs import make_root
from cleanweb.corpus.reading import why_unreadable
from cleanweb.corpus.run import Workers, options_digest, run, to_do
from cleanweb.corpus.worker import Task
from cleanweb.errors import EXIT_FAILED, EXIT_NOTHING, EXIT_SIGNAL, OutputError, UsageError
from cleanweb.files import (
    is_special,
    open_to_write,
    printable,
    reason,
    tells_case,
)
from cleanweb.systems import DEFAULT_SYSTEM, SYSTEMS, System
from cleanweb.wording import counted

if TYPE_CHECKING:
    from cleanweb import Pipeline
    from cleanweb.corpus.duplicates import Duplicates

# The linearizer for each format; vertical text is made from the text of the system's own linearizer.
LINEARIZERS = {"cleaneval": "cleaneval", "plain": "plain", "jsonl": "plain"}


def clean(options: Options) -> int:
    """Clean the pages that the options of `cleanweb clean` name; return the exit status."""
    place = place_of(options)
    options = without_useless(place, options)
    check_options(place, options)
    task = _task(place, options)
    check_workers_can_read(task.pipeline)
    check_log_is_apart(task)
    check_files_beside(task, place, options)
    listing = Listing(
        task.suffix,
        keep_suffix=task.keep_suffix,
        shard=options["shard"],
        selection=Selection(options["include"], options["exclude"]),
        max_bytes=task.max_bytes,
        places=task.places,
        spared=[path for _, path in named_files(place, options)],
        beside=task.beside,
        closed=closed_folders(task),
        tells_case=bool(task.pack) or not place.tree or tells_case(place.tree),
    )
    add_pages(listing, options)
    if listing.is_empty:  # a misspelt folder must not empty the journal of an earlier run
        tell_of_no_page(options, listing)
        return EXIT_NOTHING
    check_pages_are_spared(listing, task, place, options)
    check_normalized_is_apart(task, options)
    if not options["quiet"]:
        tell_of_repeated(listing.repeated)
        tell_of_passed_over(listing.passed_over)
        if not options["pack"]:
            tell_of_directory(place, options["form"])
        if options["sites"] and listing.page_count is not None:
            tell_of_no_site(listing, options["sites"])
    if options["dry_run"]:
        return _dry_run(listing, task, place, options)
    status = _status(_run(listing, task, place, options), listing, options)
    if options["stamp"] and not status:
        touch(options["stamp"])
    return status


def _dry_run(listing: Listing, task: Task, place: Place, options: Options) -> int:
    """Print where each page would go that is not done yet; for unreadable ones, why."""
    good = failed = 0
    before, packs = Summary(), packs_of(task, options)
    if place.journal and goes_on(options):
        mark_done(listing, task, place, options)
    for page in to_do(listing, task, packs, before):
        if told := why_unreadable(page):
            tell(f"{page.shown}: {told}")
            failed += 1
            continue
        output = packs.path_given if packs else str(Path(place.tree, listing.output(page)))
        click.echo(f"{page.shown}\t{printable(output if place.tree else place.file or '-')}")
        good += 1
    if not options["quiet"]:
        tell_of_passed_over(listing.passed_in_archives, in_archives=True)
        if before.reached:
            states = [(before.done, "done"), (before.skipped, "skipped")]
            told = ", ".join(f"{count:,} {state} before" for count, state in states if count)
            tell(f"{counted(before.reached, 'page')} left out: {told}")
    if not listing.seen:
        tell_of_no_page(options, listing)
    if not listing.seen or ((failed or before.skipped) and not (good or before.done)):
        return EXIT_NOTHING
    return EXIT_FAILED if failed else 0


def _task(place: Place, options: Options) -> Task:
    task = Task(
        pipeline=cleaner_of(options),
        form=options["form"] or "cleaneval",
        output=place.tree,
        log=place.log or place.journal,  # earlier runs may have put logs beside the journal
        log_blocks=options["log_blocks"] if place.log else "none",
        normalized=options["keep_normalized"] or "",
        keep_suffix=options["keep_suffix"],
        newer=options["newer"],
        pack=options["pack"] or 0,
        gzip=options["gzip"] or place.file.endswith(".gz"),
        with_blocks=options["with_blocks"],
        signatures=bool(options["report_duplicates"]),
        metrics=bool(options["metrics"]),
        languages=options["language"],
        max_bytes=options["max_bytes"] or NO_LIMIT,
        max_memory=options["max_memory"],
        timeout=options["timeout"],
    )
    return replace(task, options=options_digest(task))


def cleaner_of(options: Options) -> Pipeline:
    """The pipeline that the options of `cleanweb clean` describe.

    `-f` makes demands on the linearizer: text without tags for plain and jsonl, CleanEval's tags for cleaneval, kinds
    for vert. `-f cleaneval` or `plain` on the command line overrides the other linearizer in `cleanweb.toml`.

    Raises UsageError like `chosen_cleaner`, and when `-f` and `--linearize` contradict each other about tags.
    """
    form, asked = options["form"], options["linearize"]
    if is_given("form") and {form, asked} == {"cleaneval", "plain"}:
        if is_given("linearize"):
            raise UsageError(
                f"-f {form} and --linearize {asked}: one writes tags, the other none; expected only one of them"
            )
        asked = None
    options = {**options, "linearize": asked}
    own = SYSTEMS.get(options["system"] or DEFAULT_SYSTEM, System()).linearize
    if form in ("cleaneval", "vert") and (asked or own) == "kitten":
        options = {**options, "parameters": ("kitten.tags=true", *options["parameters"])}
    if own in LINEARIZERS.values():  # any other linearizer writes a text of its own
        options = {**options, "linearize": asked or LINEARIZERS.get(form)}
    return chosen_cleaner(options)


def _run(listing: Listing, task: Task, place: Place, options: Options) -> Summary:
    jobs = options["jobs"] or processors()
    with ExitStack() as stack:
        quiet, verbose = options["quiet"], options["verbose"]
        bar = stack.enter_context(
            Progress(listing.page_count, quiet=quiet, verbose=verbose, journal=bool(place.journal))
        )
        workers = _workers(task, jobs, options["cluster"], bar.say)  # first: if this fails, no file is touched
        stack.callback(workers.close)
        for root in (place.tree, place.log, place.journal, task.normalized):
            if root:
                make_root(root)
        if place.tree:  # shards share it, since they have journals of their own
            stack.enter_context(locked(place.tree, bar.say, is_shared=options["shard"][1] > 1))
        if place.journal:
            stack.enter_context(locked(journal_path(place, options), bar.say))
        journal = stack.enter_context(closing(journal_of(listing, task, place, options))) if place.journal else None
        metrics = _metrics(options, stack)
        duplicates = _duplicates(options, stack)
        packs = packs_of(task, options)
        summary = run(
            listing,
            workers,
            jobs=jobs,
            journal=journal,
            packs=packs,
            hand_out=hand_out(place),
            sinks=[bar.take, *(told.take for told in (metrics, duplicates) if told)],
            fail_fast=options["fail_fast"],
            tell_of_signal=bar.tell_of_signal,
        )
        if journal:
            journal.note("finished", asdict(summary))
        if metrics:
            metrics.write(summary)
        if duplicates and not summary.stopped:
            told = duplicates.write()
            if not options["quiet"]:
                tell(told)
    if summary.signal != signal.SIGPIPE:  # then only the exit status tells, as for every command in a pipeline
        if place.tree and not summary.stopped:
            tell_of_others(listing, packs, place, options)
        _tell_of_run(summary, listing, bar, place, options)
    return summary


def _tell_of_run(summary: Summary, listing: Listing, bar: Progress, place: Place, options: Options) -> None:
    """Report on stderr what became of the pages, and what archives contain besides."""
    if summary.stopped:
        tell(summary.stopped + ("; --resume continues from here" if place.tree else ""))
    if place.file and summary.inputs and not summary.written:  # without inputs, another shard has the page
        see_to_earlier(place.file, is_skipped=summary.skipped > 0)
    if not options["quiet"]:
        tell_of_passed_over(listing.passed_in_archives, in_archives=True)
        if options["sites"] and listing.page_count is None and listing.seen and not summary.stopped:
            tell_of_no_site(listing, options["sites"])
        if place.tree or place.journal:
            tell(summary)
    bar.tell_of_stale()
    if not options["quiet"] or exit_status(summary) == EXIT_NOTHING:
        bar.tell_of_skipped(summary.skipped)


def _workers(task: Task, jobs: int, cluster: str | None, say: Callable[[str], object]) -> Workers:
    if not cluster:
        return Pool(task, jobs)
    if find_spec("distributed") is None:
        raise UsageError("--cluster needs the package distributed: pip install 'cleanweb[dask]'")
    from cleanweb.corpus.cluster import Cluster

    return Cluster(task, cluster, jobs, say)


def _metrics(options: Options, stack: ExitStack) -> Metrics | None:
    if not (path := options["metrics"]):
        return None
    try:
        return Metrics(stack.enter_context(open_to_write(path, buffering=0)), path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason(error)}") from error


def _duplicates(options: Options, stack: ExitStack) -> Duplicates | None:
    if not (path := options["report_duplicates"]):
        return None
    from cleanweb.corpus.duplicates import Duplicates

    beside = None if is_special(path) else Path(path).absolute().parent  # no files in /dev/fd
    try:
        folder = stack.enter_context(TemporaryDirectory(prefix=".cleanweb-", dir=beside))
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason(error)}") from error
    return stack.enter_context(closing(Duplicates(folder, path)))


def exit_status(summary: Summary) -> int:
    """The exit status of a run: by signals, then what stopped it, then whether anything was done, then failures."""
    if summary.signal:
        return EXIT_SIGNAL + summary.signal
    if summary.stopped:
        return EXIT_FAILED
    if not summary.written and not summary.done:
        return EXIT_NOTHING
    return EXIT_FAILED if summary.failed else 0


def _status(summary: Summary, listing: Listing, options: Options) -> int:
    is_told = summary.inputs > 0 or listing.has_any  # if not, another shard reports what is missing
    if not (listing.seen and is_told) and not summary.stopped:
        tell_of_no_page(options, listing)
    elif not summary.inputs and not summary.stopped:  # all pages are in other shards
        return 0
    status = exit_status(summary)
    if options["fail_empty"] and summary.empty and not status:
        verb = "is" if summary.empty == 1 else "are"
        told = f"{summary.empty:,} of {counted(summary.inputs, 'page')} {verb} empty after cleaning"
        tell(f"{told}; --fail-empty makes this a failure")
        return EXIT_FAILED
    return status
