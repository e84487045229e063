"""Checks before a run begins: that its options go together, and that its files replace no page."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cleanweb.cli.places import Place, lists_of
from cleanweb.cli.values import Options, is_given
from cleanweb.corpus.inputs import Selection
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.packs import packs_in
from cleanweb.corpus.run import parameter_files
from cleanweb.corpus.worker import Task
from cleanweb.errors import UsageError
from cleanweb.files import check_output, is_folder, is_itself, is_special, open_number, printable
from cleanweb.records import WITH_METADATA

if TYPE_CHECKING:
    from cleanweb import Pipeline


def without_useless(place: Place, options: Options) -> Options:
    """The options without those of cleanweb.toml that cannot be followed in this run, as if they were not given."""
    is_packed = options["form"] in WITH_METADATA and place.tree and not options["newer"]
    useless = {
        "pack": None if not is_packed and not is_given("pack") else options["pack"],
        "with_blocks": options["with_blocks"] and (options["form"] == "jsonl" or is_given("with_blocks")),
    }
    return {**options, **useless}


def check_options(place: Place, options: Options) -> None:
    """Raises UsageError for options of `cleanweb clean` that do not fit together, or not the place of its texts."""
    if options["pack"] and (options["form"] not in WITH_METADATA or not place.tree or options["newer"]):
        raise UsageError("--pack needs -f jsonl or -f vert and -o DIRECTORY; it works with --resume, not with --newer")
    if options["language"]:
        from cleanweb.language import check_known

        check_known(options["language"])
    if options["with_blocks"] and options["form"] != "jsonl":
        raise UsageError("--with-blocks needs -f jsonl")
    if is_given("log_blocks") and options["log_blocks"] != "none" and not place.log:
        raise UsageError(f"--log-blocks {options['log_blocks']}: no log is written here; expected --log DIR")
    for option in ("resume", "newer"):
        if is_given(option) and not place.tree:
            raise UsageError(f"--{option}: texts of earlier runs are looked for in a directory; expected -o DIRECTORY")
    if options["report_duplicates"]:
        if find_spec("rensa") is None:
            raise UsageError("--report-duplicates needs the package rensa: pip install 'cleanweb[minhash]'")
        if (options["resume"] or options["newer"]) and (options["pack"] or options["form"] == "vert"):
            told = "it has to read the texts of earlier runs again; expected no --pack and no -f vert"
            raise UsageError(f"--report-duplicates with --resume or --newer: {told}")


def check_files_beside(task: Task, place: Place, options: Options) -> None:
    """Raises UsageError when a file besides the texts cannot be written, or could be one of the run's own by its name.

    It may be in a directory that the run creates.
    """
    own = (
        (place.tree, task.suffix),
        (place.log, task.log_suffix),
        (place.journal, ".jsonl"),
        (task.normalized, ".xhtml"),
    )
    made = [(Path(os.path.realpath(root)), suffix) for root, suffix in own if root]
    taken = {Path(os.path.realpath(place.file)): "-o"} if place.file else {}
    for option, path in _files_beside(options):
        real = Path(os.path.realpath(path))
        if all(real.parent != root for root, _ in made):
            check_output(option, path)
        if real in taken and not is_special(path):
            raise UsageError(f"{option} {printable(path)}: {taken[real]} names this file, too; expected another one")
        taken[real] = option
        if any(real.is_relative_to(root) and real.name.endswith(suffix) for root, suffix in made):
            told = "a text, a log or the journal of the run may have this name"
            raise UsageError(f"{option} {printable(path)}: {told}; expected another one")


def named_files(place: Place, options: Options) -> list[tuple[str, str]]:
    """The output files named by options, each with its option."""
    return [*([("-o", place.file)] if place.file else []), *_files_beside(options)]


def _files_beside(options: Options) -> Iterator[tuple[str, str]]:
    for option in ("stamp", "metrics", "report_duplicates"):
        if path := options[option]:
            yield f"--{option.replace('_', '-')}", path


def check_workers_can_read(pipeline: Pipeline) -> None:
    """Raises UsageError for a parameter that names an open file of this process, `<(...)`: workers cannot read it."""
    for stage in pipeline.stages:
        for field in fields(stage):
            value = getattr(stage, field.name)
            if isinstance(value, str) and open_number(value) is not None:
                raise UsageError(f"{value}: expected a file that worker processes can read, too")


def check_log_is_apart(task: Task) -> None:
    """Raises UsageError when a page's text, or a pack, and its log would be the same file."""
    have_one_name = task.suffix == task.log_suffix or task.pack
    if task.log and task.output and have_one_name and os.path.realpath(task.log) == os.path.realpath(task.output):
        raise UsageError(f"--log {task.log}: the texts go there under the same names; expected another directory")


def check_normalized_is_apart(task: Task, options: Options) -> None:
    """Raises UsageError when the normalized pages would become input pages of the next run, for example on resuming."""
    selection = Selection(options["include"], options["exclude"])
    for folder in filter(is_folder, options["inputs"] if task.normalized else ()):
        below = os.path.relpath(os.path.realpath(task.normalized), os.path.realpath(folder))
        if below.partition(os.sep)[0] != os.pardir and selection.takes(os.path.normpath(f"{below}/page.xhtml")):
            told = f"--exclude '{'*.xhtml' if below == '.' else below}'"
            raise UsageError(
                f"--keep-normalized {printable(task.normalized)}: within the input {printable(folder)}, so the next "
                f"run, with --resume too, would take its files for pages; expected another directory, or {told}"
            )


def closed_folders(task: Task) -> Iterator[str]:
    """The directory of the texts inside that of the logs, or vice versa, as a relative path, if their files have the
    same names."""
    if not (task.log and task.output) or task.suffix != task.log_suffix or task.pack:
        return
    for outer, inner in ((task.output, task.log), (task.log, task.output)):
        below = os.path.relpath(os.path.realpath(inner), os.path.realpath(outer))
        if below.partition(os.sep)[0] != os.pardir:
            yield below


def check_pages_are_spared(listing: Listing, task: Task, place: Place, options: Options) -> None:
    """Raises UsageError when a text, log, pack, normalized page or other output file would replace a page."""
    check_is_no_input(named_files(place, options), listing, task.pipeline, options)
    listing.check_places()
    for path in _packs_there(task):
        if page := listing.page_at(path):
            raise UsageError(
                f"a pack may overwrite the page {printable(page)}; expected another directory, or --exclude"
            )


def check_is_no_input(files: Iterable[tuple[str, str]], listing: Listing, pipeline: Pipeline, options: Options) -> None:
    """Raises UsageError when one of these files, given with their options, is a file that the run reads.

    The listing must know them (`spared`).
    """
    read = [(name, "the list of pages") for name in lists_of(options)]
    read += [(name, "the list of addresses") for name in [options.get("urls")] if name]
    read += [(str(name), "a file that the stages read") for name in parameter_files(pipeline)]
    for option, path in files:
        is_page = listing.page_at(path) or listing.page_at(os.path.realpath(path))
        found = "one of the pages" if is_page else next((what for name, what in read if is_itself(name, path)), "")
        if found:
            raise UsageError(f"{option} {printable(path)}: that is {found}; expected another file")


def _packs_there(task: Task) -> Iterator[str]:
    """Existing files that are named like packs and their logs, where this run will put its own."""
    for root in (task.output, task.log) if task.pack else ():
        if root and is_folder(root):
            yield from (str(Path(root, name)) for name in packs_in(root))
