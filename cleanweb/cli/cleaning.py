"""What `cleanweb clean` does: the task that its options ask for, the run, its exit status."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import TYPE_CHECKING

import click

from cleanweb import __version__
from cleanweb.cli import (
    EXIT_FAILED,
    EXIT_NOTHING,
    EXIT_SIGNAL,
    drop_stdout,
    tell,
)
from cleanweb.cli.checks import (
    check_files_beside,
    check_log_is_apart,
    check_options,
    check_pages_are_spared,
    check_workers_can_read,
    closed_folders,
    named_files,
)
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
from cleanweb.corpus.journal import Journal, Summary, division, journals_in
from cleanweb.corpus.journal_reading import read, settled
from cleanweb.corpus.limits import NO_LIMIT
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool, processors
from cleanweb.corpus.lock import locked
from cleanweb.corpus.metrics import Metrics
from cleanweb.corpus.outputs import make_root, write
from cleanweb.corpus.packs import Packs, packs_in
from cleanweb.corpus.run import Workers, options_digest, run, to_do
from cleanweb.corpus.worker import Done, Task, has_normalized
from cleanweb.errors import OutputError, UsageError
from cleanweb.files import (
    is_file,
    is_special,
    open_to_write,
    printable,
    reason,
    tells_case,
    unprintable,
)
from cleanweb.systems import DEFAULT_SYSTEM, SYSTEMS, System, describe
from cleanweb.wording import Several, counted

if TYPE_CHECKING:
    from cleanweb import Pipeline
    from cleanweb.corpus.duplicates import Duplicates

# What writes the text of a format; vertical text is made of what the system itself writes.
LINEARIZERS = {"cleaneval": "cleaneval", "plain": "plain", "jsonl": "plain"}


def clean(options: Options) -> int:
    """Clean the pages that the options of `cleanweb clean` name; the exit status."""
    place = place_of(options)
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
    if listing.is_empty:  # a folder misspelt must not empty the journal of an earlier run
        tell_of_no_page(options, listing.passed_over.archives)
        return EXIT_NOTHING
    check_pages_are_spared(listing, task, place, options)
    if not options["quiet"]:
        tell_of_repeated(listing.repeated)
        tell_of_passed_over(listing.passed_over)
        if not options["pack"]:
            tell_of_directory(place, options["form"])
        if options["sites"]:
            tell_of_no_site(listing, options["sites"])
    if options["dry_run"]:
        return _dry_run(listing, task, place, options)
    status = _status(_run(listing, task, place, options), listing, options)
    if options["stamp"] and not status:
        _touch(options["stamp"])
    return status


def _dry_run(listing: Listing, task: Task, place: Place, options: Options) -> int:
    """Print where each page would go that is not done; of those that cannot be read, why."""
    good = failed = 0
    before, packs = Summary(), _packs(task, options)
    if place.journal and _goes_on(options):
        _mark_done(listing, task, place, options)
    for page in to_do(listing, task, packs, before):
        if page.error:
            tell(f"{page.shown}: {page.error}")
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
        tell_of_no_page(options, listing.passed_over.archives)
    if not listing.seen or ((failed or before.skipped) and not (good or before.done)):
        return EXIT_NOTHING
    return EXIT_FAILED if failed else 0


def _touch(path: str) -> None:
    try:
        Path(path).touch()
    except OSError as error:
        raise OutputError(f"cannot touch {path}: {reason(error)}") from error


def _task(place: Place, options: Options) -> Task:
    task = Task(
        pipeline=cleaner_of(options),
        form=options["form"] or "cleaneval",
        output=place.tree,
        log=place.log or place.journal,  # where earlier runs may have put some
        log_blocks=options["log_blocks"] if place.log else "none",
        normalized=options["keep_normalized"] or "",
        keep_suffix=options["keep_suffix"],
        newer=options["newer"],
        pack=options["pack"] or 0,
        gzip=options["gzip"],
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
    """The pipeline that the options of `cleanweb clean` ask for.

    `-f` asks something of the linearizer: text without tags for plain and jsonl, CleanEval's tags for cleaneval, kinds
    for vert. `-f cleaneval` or `plain` of the line wins over the other linearizer that `cleanweb.toml` names.

    Raises UsageError as `chosen_cleaner`, and where `-f` and `--linearize` ask for tags and for none.
    """
    form, asked = options["form"], options["linearize"]
    if is_given("form") and {form, asked} == {"cleaneval", "plain"}:
        if is_given("linearize"):
            raise UsageError(f"-f {form} and --linearize {asked}: one writes tags, the other none; expected one")
        asked = None
    options = {**options, "linearize": asked}
    own = SYSTEMS.get(options["system"] or DEFAULT_SYSTEM, System()).linearize
    if form in ("cleaneval", "vert") and (asked or own) == "kitten":
        options = {**options, "parameters": ("kitten.tags=true", *options["parameters"])}
    if own in LINEARIZERS.values():  # any other writes a text of its own
        options = {**options, "linearize": asked or LINEARIZERS.get(form)}
    return chosen_cleaner(options)


def _run(listing: Listing, task: Task, place: Place, options: Options) -> Summary:
    jobs = options["jobs"] or processors()
    with ExitStack() as stack:
        quiet, verbose = options["quiet"], options["verbose"]
        bar = stack.enter_context(
            Progress(listing.page_count, quiet=quiet, verbose=verbose, journal=bool(place.journal))
        )
        workers = _workers(task, jobs, options["cluster"], bar.say)  # where there are none, no file is touched
        stack.callback(workers.close)
        for root in (place.tree, place.log, place.journal, task.normalized):
            if root:
                make_root(root)
        if place.tree:  # shards have journals of their own
            stack.enter_context(locked(place.tree, bar.say, is_shared=options["shard"][1] > 1))
        if place.journal:
            stack.enter_context(locked(_journal_path(place, options), bar.say))
        journal = stack.enter_context(closing(_journal(listing, task, place, options))) if place.journal else None
        metrics = _metrics(options, stack)
        duplicates = _duplicates(options, stack)
        packs = _packs(task, options)
        summary = run(
            listing,
            workers,
            jobs=jobs,
            journal=journal,
            packs=packs,
            hand_out=_hand_out(place),
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
    if summary.signal != signal.SIGPIPE:  # as of every command of a pipeline: nothing is told, but by the status
        if place.tree and not summary.stopped:
            _tell_of_others(listing, packs, place, options)
        _tell_of_run(summary, listing, bar, place, options)
    return summary


def _tell_of_run(summary: Summary, listing: Listing, bar: Progress, place: Place, options: Options) -> None:
    """Say on stderr what became of the pages, and what archives hold besides."""
    if summary.stopped:
        tell(summary.stopped + ("; --resume goes on from here" if place.tree else ""))
    if place.file and not summary.written:
        _see_to_earlier(place.file, is_skipped=summary.skipped > 0)
    if not options["quiet"]:
        tell_of_passed_over(listing.passed_in_archives, in_archives=True)
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


def _goes_on(options: Options) -> bool:
    """Whether pages may be left out that earlier runs wrote."""
    return bool(options["resume"] or options["newer"])


def _journal_path(place: Place, options: Options) -> str:
    number, count = options["shard"]
    name = f"journal-{number}-of-{count}.jsonl" if count > 1 else "journal.jsonl"
    return str(Path(place.journal, name))


def _mark_done(listing: Listing, task: Task, place: Place, options: Options) -> None:
    """Note in the listing what the journals tell of earlier runs."""
    path, (_, count) = _journal_path(place, options), options["shard"]
    # The same pages may have been divided otherwise before. Packs of other shards are other packs.
    divided = [other for other in journals_in(place.journal) if division(other) != count]
    others = [] if task.pack else divided
    # Empty pages that are to be told of are cleaned again.
    known = settled(
        path, *others, options=task.options, with_unread=task.pack > 0, with_empty=not options["fail_empty"]
    )
    if task.pack:  # the texts of those are told of, all the same
        listing.mark_done((page.output, "") for page in read(*divided) if page.output and not page.pack)
    # A run that begins anew leaves out no page; it tells of the others, which its journal does not.
    listing.mark_done(known if _goes_on(options) else ((output, "") for output, _ in known))


def _journal(listing: Listing, task: Task, place: Place, options: Options) -> Journal:
    _mark_done(listing, task, place, options)
    is_anew = listing.has_any and not _goes_on(options)  # a folder misspelt is to empty none
    journal = Journal(_journal_path(place, options), anew=is_anew)
    told = {"version": __version__, "time": round(time(), 3), "options": task.options}
    journal.note("started", {**told, **describe(task.pipeline)})
    journal.flush()  # before a text is written: so a run that is killed is known
    return journal


def _packs(task: Task, options: Options) -> Packs | None:
    if not task.pack:
        return None
    number, count = options["shard"]
    prefix = f"{number}-of-{count}-" if count > 1 else ""
    return Packs(
        task.output,
        task.log,
        size=task.pack,
        prefix=prefix,
        suffix=task.suffix,
        log_suffix=task.log_suffix,
        is_logged=task.log_blocks != "none",
        run=f"{task.options}-",
        has_files=partial(has_normalized, task=task),
    )


def _tell_of_others(listing: Listing, packs: Packs | None, place: Place, options: Options) -> None:
    """Say on stderr which texts earlier runs left among those of this one: nothing else would."""
    if not packs and options["quiet"]:
        return
    texts = listing.others(are_packed=packs is not None)
    found = packs_in(place.tree)
    # Of what is not of any page that falls to this shard, another shard tells, or has it.
    mine = filter(listing.falls_here, found)
    of_packs = packs.others() if packs else [name for name in mine if not listing.has_output(name)]
    others = Several()
    for name in chain(of_packs, (name for name in texts if name not in found)):
        if Path(place.tree, unprintable(name)).is_file():
            others.add(str(Path(place.tree, name)))
    if others.count:
        anew = "" if _goes_on(options) else ", nor in its journal, which is begun anew without --resume"
        tell(f"{others}: not of this run{anew}; what reads the directory reads them too")


def _see_to_earlier(path: str, *, is_skipped: bool) -> None:
    """Say what becomes of a file that was to hold the only page's text and holds an earlier one.

    As in a directory, it goes where the page is skipped, which is to have no text, and stays where the page failed. In
    both cases `make` asks for it again: the file is missing, or older than its page.
    """
    if not is_file(path) or is_special(path):
        return
    if is_skipped:
        try:
            Path(path).unlink()
        except OSError as error:
            raise OutputError(f"cannot remove {path}, as the page is skipped: {reason(error)}") from error
    tell(f"{path}: {'removed, as the page is skipped' if is_skipped else 'stays as it was before'}")


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

    beside = None if is_special(path) else Path(path).absolute().parent  # in /dev/fd no file can be made
    try:
        folder = stack.enter_context(TemporaryDirectory(prefix=".cleanweb-", dir=beside))
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason(error)}") from error
    return stack.enter_context(closing(Duplicates(folder, path)))


def _hand_out(place: Place) -> Callable[[Done], object]:
    """What takes the record of a page that has no place in a tree."""
    if place.tree:
        return lambda _: None
    return partial(_to_file, place.file) if place.file else _to_stdout


def _to_file(path: str, done: Done) -> None:
    """Write the text of the only page, if it has one.

    An unchanged file is dated anew, as compilers do: `make` would ask for one that is older than its page every time.
    """
    if done.outcome.state != "written":
        return
    folder, name = os.path.split(path)
    if not write(folder or ".", name, done.record):
        _touch(path)


def _to_stdout(done: Done) -> None:
    try:
        sys.stdout.buffer.write(done.record)
        sys.stdout.buffer.flush()
    except BaseException:
        drop_stdout()  # what did not go out is not tried again at exit: a reader that stands still would hold that up
        raise


def exit_status(summary: Summary) -> int:
    """What a run ends with: signals, then what stopped it, then whether anything was done, then failures."""
    if summary.signal:
        return EXIT_SIGNAL + summary.signal
    if summary.stopped:
        return EXIT_FAILED
    if not summary.written and not summary.done:
        return EXIT_NOTHING
    return EXIT_FAILED if summary.failed else 0


def _status(summary: Summary, listing: Listing, options: Options) -> int:
    is_told = summary.inputs > 0 or listing.has_any  # else another shard tells what is not there
    if not (listing.seen and is_told) and not summary.stopped:
        tell_of_no_page(options, listing.passed_over.archives)
    elif not summary.inputs and not summary.stopped:  # they are all in other shards
        return 0
    status = exit_status(summary)
    if options["fail_empty"] and summary.empty and not status:
        tell(f"{summary.empty:,} of {summary.inputs:,} pages are empty after cleaning: a failure by --fail-empty")
        return EXIT_FAILED
    return status
