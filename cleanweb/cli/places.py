"""Where the pages of a run come from and where texts, logs and journal go, according to the options of `clean`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cleanweb.cli import tell
from cleanweb.cli.values import Options, check_none_is_empty
from cleanweb.corpus.inputs import (
    PAGE_SUFFIXES,
    Page,
    PassedOver,
    find,
    is_archive,
    listed,
    outermost,
    read_list,
)
from cleanweb.corpus.listing import Listing, is_stream
from cleanweb.corpus.outputs import log_folder
from cleanweb.corpus.reading import IS_LIST, is_list
from cleanweb.errors import UsageError
from cleanweb.files import check_output, is_file, is_folder, is_special, printable, reason
from cleanweb.records import SUFFIXES, WITH_METADATA, Format
from cleanweb.wording import Several, counted

LIST_START = 1 << 16  # bytes of a file that are checked for being a list; ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the texts of a run, its logs and its journal go; "" for nowhere."""

    tree: str = ""  # directory of the texts
    file: str = ""  # of a single page; without both, standard output
    log: str = ""  # directory of the block logs
    journal: str = ""  # directory of the journal


def place_of(options: Options) -> Place:
    """Where the run's files go.

    Raises UsageError when there is nothing to clean, and when several pages would go to a place for one.
    """
    inputs, lists = check_inputs(options)
    is_single = len(inputs) == 1 and not lists and not is_folder(inputs[0]) and not is_archive(inputs[0])
    output = "" if options["output"] in (None, "-") else options["output"]
    log = "" if options["log"] in (None, "none") else options["log"]
    if output and not (is_single and _is_file_name(output)):
        if Path(output).is_file() or is_special(output):
            several = "" if is_single else " for several pages"
            raise UsageError(f"-o {output}: expected a directory{several}, found a file")
        logs = log or log_folder(output)
        _check_logs(logs)
        return Place(tree=output, log="" if options["log"] == "none" else logs, journal=logs)
    if is_single:
        if output:
            check_output("-o", output)
        return Place(file=output, log=log)
    if options["form"] not in WITH_METADATA:
        raise UsageError(
            "a directory, an archive and several pages go to standard output only with -f jsonl or -f vert; expected "
            "-o DIRECTORY"
        )
    return Place(log=log, journal=log)


def _check_logs(folder: str) -> None:
    """Raises UsageError when there is a file instead of a directory, for example one the shell writes: `2> OUT.log`."""
    if Path(folder).is_file() or is_special(folder):
        raise UsageError(f"{folder}: expected a directory for the logs, found a file; --log DIR names another")


def check_inputs(options: Options) -> tuple[Sequence[str], Sequence[str]]:
    """The named inputs, and the lists of further inputs.

    Raises UsageError when there are none, when they do not go together, or when an option is empty.
    """
    inputs, lists = options["inputs"], lists_of(options)
    check_none_is_empty()
    if not inputs and not lists:
        raise UsageError("no page is named; expected directories, files, --files-from, or - for standard input")
    if lists.count("-") > 1:
        raise UsageError(
            "standard input is named for several lists; expected only one --files-from - or --files0-from -"
        )
    if "-" in inputs and (len(inputs) > 1 or lists):
        raise UsageError(
            "- reads one page from standard input; expected no other input (--files-from - reads a list of pages)"
        )
    return inputs, lists


def lists_of(options: Options) -> list[str]:
    """The named lists of pages."""
    return [*options["files_from"], *options["files0_from"]]


def _is_file_name(output: str) -> bool:
    """Whether a single page goes to a file of this name, not into a directory."""
    return not output.endswith("/") and not Path(output).is_dir()


def add_pages(listing: Listing, options: Options) -> None:
    """Add the pages of all arguments and lists, in order. Raises UsageError for an argument that is itself a list."""
    if options["inputs"] == ("-",):
        listing.add([Page(name="stdin", path="-")])
        return
    for name in options["inputs"]:
        _check_is_no_list(name)
    listing.add(find(options["inputs"], listing.selection, listing.passed_over))
    roots = outermost(options["inputs"])
    for names, separator in ((options["files_from"], b"\n"), (options["files0_from"], b"\0")):
        for name in names:
            try:
                with _open_list(name) as file:
                    listing.add(listed(path, roots) for path in read_list(file, separator))
            except OSError as error:
                raise UsageError(f"cannot read the list {name}: {reason(error)}") from error


def _check_is_no_list(name: str) -> None:
    """Raises UsageError for a list of file names, which would be cleaned as a page of one paragraph."""
    if name.lower().endswith(PAGE_SUFFIXES) or is_archive(name) or not is_file(name) or is_special(name):
        return
    with suppress(OSError), Path(name).open("rb") as file:  # an unreadable file fails when it is its turn
        if is_list(start := file.read(LIST_START)):
            option = "--files0-from" if b"\0" in start else "--files-from"
            raise UsageError(f"{printable(name)}: {IS_LIST}; {option} {printable(name)} reads it")


def _open_list(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    return Path(name).open("rb")


def tell_of_directory(place: Place, form: Format | None) -> None:
    """Report on stderr if the texts go to a new directory that is named like a single file of texts."""
    name = place.tree.removesuffix(".gz")
    if name.endswith(tuple(SUFFIXES.values())) and not Path(place.tree).exists():
        how = "leave out -o and redirect" if form in WITH_METADATA else "join them with `cleanweb cat`"
        tell(f"-o {place.tree}: a directory, with a file for every page; for a single file, {how}")


def tell_of_no_page(options: Options, listing: Listing) -> None:
    """Report on stderr where pages were looked for, by which names, and which archives are there."""
    found, missing = [], Several()
    for name in options["inputs"]:
        if name == "-" or os.path.lexists(name):
            found.append(name)
        else:
            missing.add(name)
    if missing.count:
        tell(f"{missing}: no such file or directory")
    if not (where := ", ".join([*found, *lists_of(options)])):
        return
    if not options["inputs"]:
        tell(f"{where}: no page found; the list names none")
        return
    wanted = " ".join(options["include"] or (f"*{suffix}" for suffix in PAGE_SUFFIXES))
    without = f", without {' '.join(options['exclude'])}" if options["exclude"] else ""
    other = "" if options["include"] else "; --include takes others"
    archives = (
        ("archives must be named as input", listing.passed_over.archives),
        ("archives in archives must be unpacked", listing.passed_in_archives.archives),
    )
    there = "".join(f"; {what_to_do}: {printable(str(names))}" for what_to_do, names in archives if names.count)
    if links := listing.passed_over.folders:
        there += f"; {_directory_links(links)}"
    tell(f"{where}: no page found; looked for {wanted}{without}{other}{there}")


def tell_of_repeated(repeated: Several) -> None:
    """Report on stderr which inputs were given more than once, if any."""
    if repeated.count:
        tell(f"{repeated}: named more than once; taken once")


def _directory_links(count: int) -> str:
    return f"{counted(count, 'directory link')} (not followed)"


def tell_of_passed_over(passed: PassedOver, *, in_archives: bool = False) -> None:
    """Report on stderr what in directories or archives was not taken for a page: nothing else would."""
    told = []
    if passed.files:
        names = f"with other names, such as {printable(passed.example)} (--include takes them)"
        told.append(f"{counted(passed.files, 'file')} {names}")
    if passed.archives.count:
        what_to_do = "must be unpacked" if in_archives else "must be named as input"
        told.append(f"{counted(passed.archives.count, 'archive')} ({what_to_do})")
    if passed.folders:
        told.append(_directory_links(passed.folders))
    if passed.others:
        told.append(f"{counted(passed.others, 'pipe')} or the like")
    if told:
        tell(f"not taken from {'archives' if in_archives else 'directories'}: {', '.join(told)}")


def tell_of_no_site(listing: Listing, counts: str) -> None:
    """Report on stderr if `--sites` can drop nothing, for example if its counts are of another INPUT.

    The members of an archive that is read as a stream are known only once it is read.
    """
    from cleanweb.site_table import open_table

    table = open_table(Path(counts))
    if not any(table.may_know(page.name) for page in listing if not is_stream(page)):
        told = "it has no counts for the sites of these pages; are INPUTS those of `cleanweb sites build`?"
        tell(f"--sites {counts}: {told}")
