"""`cleanweb report`: pages with their blocks coloured, or the index of a finished run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cleanweb.cli import tell
from cleanweb.cli.stage_options import StageCommand, chosen_cleaners, stage_options
from cleanweb.cli.values import check_none_is_empty, is_given
from cleanweb.errors import EXIT_FAILED, CleanwebError, InputError, Refused, UsageError
from cleanweb.files import check_output, is_file, is_folder, is_itself, is_special, printable
from cleanweb.signals import ended_at_once

if TYPE_CHECKING:
    from cleanweb import Pipeline


@click.command(cls=StageCommand)
@click.argument("inputs", metavar="PAGE...|OUT", nargs=-1, required=True, type=click.Path(readable=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="File for the report, or - for standard output.  [default: PAGE.report.html]",
)
@click.option("--log", "logs", type=click.Path(), metavar="DIR", help="For a run: its logs.  [default: OUT.log]")
@partial(stage_options, several_systems=True)
def command(inputs: tuple[str, ...], output: str | None, logs: str | None, **options: Any) -> int:
    """Show pages with their blocks coloured, or summarize a run.

    All PAGEs go to one HTML file, with the reasons for kept and removed blocks beside them. Kept blocks are blue,
    removed blocks orange and hatched; paler means less sure. Beside the page you can switch systems and filter reasons,
    by mouse or keyboard. The report needs no other file and no network. It leaves out the scripts, forms, links and
    pictures of the pages. The stages set under `[clean]` in cleanweb.toml apply here too, unless `[report]` sets
    others.

    For a directory OUT that `cleanweb clean -o OUT` wrote, the report is OUT.log/index.html: how much was kept,
    reasons, languages, encodings, and the pages to look at first.

    \b
        cleanweb report page.html -o page.report.html
        cleanweb report page.html --system justext --system kimatu
        cleanweb report txt
    """
    check_none_is_empty()
    if any(map(is_folder, inputs)):
        if any(map(is_given, options)):
            raise UsageError("the report of a run takes no options that choose stages; they are for pages")
        return _report_run(inputs, output, logs)
    if is_given("logs"):
        raise UsageError("--log is for the directory OUT of a run, not for pages")
    return _report_pages(inputs, output, chosen_cleaners(options))


def _report_pages(inputs: Sequence[str], output: str | None, cleaners: Mapping[str, Pipeline]) -> int:
    """Write the report of the pages that can be shown, and report the others on stderr, like `cleanweb clean`.

    The exit status tells whether some cannot be read. Raises InputError or Refused when no page is left.
    """
    from cleanweb.corpus.inputs import descriptor
    from cleanweb.corpus.reading import read_path
    from cleanweb.report.overlay import overlay, shown

    found = []
    others: list[InputError | Refused] = []
    for page in inputs:
        try:
            data = read_path(page)
            with ended_at_once():
                found.append((page, shown("stdin" if page == "-" else printable(page), data, cleaners)))
        except (InputError, Refused) as error:
            others.append(error)
    if not found:
        raise _last(others)
    first, _ = found[0]
    path = output or (first.removesuffix(".html") if descriptor(first) is None else "page") + ".report.html"
    if output != "-":
        _check(path, inputs, "one of the pages")
    _put(overlay([page for _, page in found]), path, output)
    for other in others:
        tell(other)
    return EXIT_FAILED if any(isinstance(other, InputError) for other in others) else 0


def _last(errors: Sequence[CleanwebError]) -> CleanwebError:
    """The last of these errors, which ends the command; the others are printed."""
    *others, last = errors
    for other in others:
        tell(other)
    return last


def _check(path: str, inputs: Iterable[str], kind: str) -> None:
    """Raises UsageError when the report cannot be written, or would replace what it is made from."""
    check_output("-o", path)
    if is_file(path) and not is_special(path) and any(is_itself(one, path) for one in inputs):
        raise UsageError(f"-o {path}: that is {kind}; expected another file")


def _put(report: str, path: str, output: str | None) -> None:
    """Write the report to standard output if that is asked for, else to the file, and print its path."""
    from cleanweb.corpus.outputs import write

    data = report.encode("utf-8", "replace")
    if output == "-":
        sys.stdout.buffer.write(data)
    else:
        write(str(Path(path).parent), Path(path).name, data)
        tell(path)


def _report_run(inputs: tuple[str, ...], output: str | None, logs: str | None) -> int:
    """Write the index of the run whose texts are in this directory; the exit status tells whether logs are damaged."""
    from cleanweb.corpus.blocklog import block_logs
    from cleanweb.corpus.outputs import log_folder
    from cleanweb.report.index import index, journals_of, unfinished

    if len(inputs) > 1:
        raise UsageError("expected pages, or the one directory OUT of a finished run")
    tree = inputs[0].rstrip("/")
    folder = logs or log_folder(inputs[0])
    if not Path(folder).is_dir():
        texts = tree.removesuffix(".log")
        elsewhere = "" if logs else "; --log says where else the logs are"
        nearest = f"; did you mean {texts}?" if texts != tree and Path(tree).is_dir() else elsewhere
        raise UsageError(
            f"{tree}: expected pages, or a directory that `cleanweb clean -o {tree}` wrote; found no {folder}{nearest}"
        )
    path = output or f"{folder}/index.html"
    if output != "-":
        logs_read = (log.path for log in block_logs([folder]))
        _check(path, chain(journals_of(folder), logs_read), "a log of the run")
    report, damages, of_others = index(folder, tree, str(Path(path).parent))
    _put(report, path, output)
    for note in [*unfinished(journals_of(folder)), *damages, *of_others]:
        tell(note)
    return EXIT_FAILED if damages else 0
