"""`cleanweb cat`: cleaned files as one stream of jsonl, vertical or plain text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cleanweb.cli import tell
from cleanweb.cli.values import check_none_is_empty
from cleanweb.errors import EXIT_FAILED, EXIT_NOTHING, CleanwebError, DataError, InputError, OutputError, UsageError
from cleanweb.files import is_file, is_folder, is_special, printable
from cleanweb.wording import Several

if TYPE_CHECKING:
    from cleanweb.corpus.inputs import Page, Selection
    from cleanweb.records import Format


@click.command()
@click.argument("inputs", nargs=-1, required=True, type=click.Path(readable=False))
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(("plain", "cleaneval", "jsonl", "vert")),
    default="plain",
    show_default=True,
    help="What to write to standard output.",
)
def command(inputs: tuple[str, ...], form: Format) -> int:
    """Write cleaned files as one stream.

    INPUTS are output directories of `cleanweb clean`, single files, or packs in jsonl. The files of a directory are
    read in the order of their names. `-` reads jsonl from standard input, and `<(...)` must be jsonl too.

    plain and cleaneval separate pages with a blank line. In jsonl and vert, the id of a page is the one in its jsonl,
    or the path of its text below INPUT. If pages from different files have the same id, that is an error; between the
    first pages of files from different INPUTS, it is found before anything is written. In plain and cleaneval, only
    packs in one directory are checked.

    Title, address and date of a page are known only from jsonl; the kinds of blocks from CleanEval text, and from jsonl
    with `blocks` (`cleanweb clean --with-blocks`). The kept text is always that in `text`, whatever you change in
    `blocks`. Each line of the text is a block: in jsonl, also each row of a table (each cell, if you clean with
    --tables cells), and each line of preformatted text (which is one block with --with-blocks or -p plain.pre=joined).

    \b
        cleanweb cat txt -f vert > corpus.vert
        cleanweb clean crawl.zip -f jsonl --with-blocks | cleanweb cat - -f vert > corpus.vert
        cleanweb cat packs -f plain | wc -w
    """
    from cleanweb.cli.places import tell_of_repeated
    from cleanweb.corpus.packs import is_pack
    from cleanweb.corpus.reading import read_lines
    from cleanweb.records import WITH_METADATA, recast

    check_none_is_empty()
    for given in inputs:
        if given != "-":
            _check_is_no_log(given)
            _check_has_no_twins(given)
    has_ids = form in WITH_METADATA
    ids = _IdsApart(of_packs=not has_ids)
    if has_ids and len(inputs) > 1:  # for one input, opening every file twice would take longer than reading it
        ids.check_first(inputs)
    repeated, without_kinds, files, done, failed = Several(), Several(), 0, 0, 0
    for page in _cleaned(inputs, repeated):
        if _is_log(page):
            continue
        files += 1
        seen = partial(ids.add, page) if has_ids or is_pack(page.path) else None
        try:
            _check_is_no_html(page)
            for record in recast(_name(page), read_lines(page), form, without_kinds.add, seen):
                sys.stdout.buffer.write(b"\n" + record if done and not has_ids else record)
                done += 1
        except (OutputError, UsageError):
            raise
        except CleanwebError as error:
            failed += 1
            tell(f"{page.shown}: {error}")
    tell_of_repeated(repeated)
    if without_kinds.count:
        known = "only CleanEval text and jsonl from `cleanweb clean --with-blocks` have them"
        tell(f"{without_kinds}: the kinds of blocks are not known, so all are p; {known}")
    if not (done or failed):
        told = "there is no page in it" if files else "no cleaned pages found; expected *.txt or *.jsonl"
        tell(f"{', '.join(inputs)}: {told}")
    return EXIT_NOTHING if not done else EXIT_FAILED if failed else 0


class _IdsApart:
    """Ids of pages; raises UsageError when two files have the same id, since their pages could not be distinguished.

    This happens with inputs that share a page, and with packs of an earlier run next to those of another. If no ids are
    written, only the latter are looked for (`of_packs`): packs of different directories may have equal ids.
    """

    def __init__(self, *, of_packs: bool) -> None:
        from cleanweb.corpus.ids import Ids

        self._of_packs = of_packs
        self._ids = Ids()

    def check_first(self, inputs: Sequence[str]) -> None:
        """Add the first id of every file, before anything is written."""
        from cleanweb.corpus.reading import read_lines
        from cleanweb.records import first_id

        for page in _cleaned(inputs, Several()):
            if _is_log(page) or is_special(page.path):  # a pipe can be read only once
                continue
            try:
                name = first_id(_name(page), read_lines(page))
            except InputError:  # reported when it is the file's turn
                continue
            if name:
                self.add(page, name)

    def add(self, page: Page, name: object) -> None:
        """Add the id of a page in this file."""
        folder = f"{Path(page.path).parent}/" if self._of_packs else ""
        if other := self._ids.add(f"{folder}{name}", page.shown):
            raise UsageError(
                f"{other} and {page.shown}: two pages with the id {name}; expected the files of one run, or a "
                "directory of texts that holds both inputs"
            )


def _cleaned(inputs: Sequence[str], repeated: Several) -> Iterator[Page]:
    from cleanweb.corpus.archives import every
    from cleanweb.corpus.inputs import Page, find_once

    if inputs == ("-",):
        return iter([Page(name="stdin", path="-")])
    if "-" in inputs:
        raise UsageError("- reads jsonl from standard input; expected no other input")
    return every(find_once(inputs, _selection(), repeated), _selection())


def _name(page: Page) -> str:
    """The name of a file, which tells its format; an open file, such as `-`, is taken for JSON lines."""
    from cleanweb.corpus.compression import uncompressed
    from cleanweb.corpus.inputs import descriptor
    from cleanweb.records import SUFFIXES

    return uncompressed(printable(page.name)) + SUFFIXES["jsonl"] * (descriptor(page.path) is not None)


def _selection() -> Selection:
    from cleanweb.corpus.compression import compressed
    from cleanweb.corpus.inputs import Selection

    return Selection(include=compressed("*.txt", "*.jsonl"))


def _check_is_no_log(given: str) -> None:
    """Raises UsageError for the logs of a run or some of them."""
    logs = next((folder for folder in (Path(given), *Path(given).parents) if _has_journal(folder)), None)
    if logs and all(map(_is_log, _cleaned([given], Several()))):
        texts = str(logs).removesuffix(".log")
        nearest = f"; did you mean {texts}?" if texts != str(logs) and Path(texts).is_dir() else ""
        raise UsageError(f"{given}: expected cleaned pages, found the logs of a run{nearest}")


def _check_is_no_html(page: Page) -> None:
    """Raises DataError for a page that is not cleaned yet: its source would become the text."""
    from cleanweb.corpus.inputs import PAGE_SUFFIXES

    if _name(page).lower().endswith(PAGE_SUFFIXES):
        raise DataError("expected a cleaned page, found HTML; clean it with `cleanweb clean` first")


def _check_has_no_twins(given: str) -> None:
    """Raises UsageError when a directory has a page in two formats, or compressed and not: it would count twice."""
    from cleanweb.corpus.compression import compressed
    from cleanweb.corpus.inputs import walk

    if not is_folder(given) or len({_split(page.path)[1] for page in walk(given, _selection())}) == 1:
        return  # the usual case: looking for twins of every name would take longer than reading the files
    for page in walk(given, _selection()):
        stem, _ = _split(page.path)
        forms = (replace(page, path=path) for path in compressed(f"{stem}.txt", f"{stem}.jsonl") if path != page.path)
        twin = next((form for form in forms if is_file(form.path) and not _is_log(form)), None)
        if twin and not _is_log(page):
            raise UsageError(
                f"{page.shown} and {twin.shown}: one page in two formats would count twice; expected a directory "
                "with one format, or the names of single files"
            )


def _split(path: str) -> tuple[str, str]:
    """The path of a cleaned file, split before the suffixes that tell its format."""
    from cleanweb.corpus.compression import uncompressed

    stem, _, _ = uncompressed(path).rpartition(".")
    return stem, path.removeprefix(stem)


def _is_log(page: Page) -> bool:
    """Whether a file is among the logs of a run, next to its texts or in their own directory, and begins like a log."""
    from cleanweb.corpus.compression import uncompressed
    from cleanweb.corpus.reading import begins_as_pages

    is_text = page.member or not uncompressed(page.path).endswith(".jsonl")
    return not is_text and any(map(_has_journal, Path(page.path).parents)) and not begins_as_pages(page, unread=True)


@cache
def _has_journal(folder: Path) -> bool:
    """Whether a directory has a journal, which `cleanweb clean` writes among the logs, not just a page of that name."""
    from cleanweb.corpus.journal import journals_in

    return any(map(_begins_as_journal, journals_in(str(folder))))


def _begins_as_journal(path: str) -> bool:
    from cleanweb.corpus.journal import STARTED

    with Path(path).open("rb") as file:
        return file.read(len(STARTED)) == STARTED
