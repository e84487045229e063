"""`cleanweb log`: statistics over the block logs of a run."""

from __future__ import annotations

from pathlib import Path

import click

from cleanweb.cli import NearNames, tell
from cleanweb.cli.values import check_none_is_empty
from cleanweb.errors import EXIT_FAILED, EXIT_NOTHING, CleanwebError
from cleanweb.files import printable
from cleanweb.wording import Several, counted


@click.group(cls=NearNames)
def command() -> None:
    """Read the logs of removed blocks."""


@command.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(readable=False))
@click.option(
    "-n",
    "count",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="Number of lines to print.",
)
@click.option(
    "--by",
    type=click.Choice(("text", "rule", "reason", "path")),
    default="text",
    show_default=True,
    help="What to count.",
)
def top(logs: tuple[str, ...], count: int, by: str) -> int:
    """Print what was removed most often, after its count and a tab.

    LOGS are directories of block logs (OUT.log), logs of single pages, or packs of logs. All logs in a directory count,
    even those left by earlier runs, which `cleanweb report` ignores. Counted are removed blocks, and words that the
    linearizer removed from kept blocks (from a table, for example, with --tables drop). If a reason has a score, only
    its strongest part counts, without the numbers. Text in thousands of logs that is not a menu was probably removed by
    mistake: see `cleanweb explain PAGE`.

    \b
        cleanweb log top txt.log -n 50
        cleanweb log top txt.log --by rule
    """
    from cleanweb.cli.places import tell_of_repeated
    from cleanweb.corpus.blocklog import block_logs, removed
    from cleanweb.corpus.outputs import log_folder
    from cleanweb.corpus.topmost import Topmost

    check_none_is_empty()
    found, repeated, logs_read, failed = Topmost(), Several(), 0, 0
    for page in block_logs(logs, repeated):
        logs_read += 1
        try:
            found.add(removed(page, by))
        except CleanwebError as error:
            failed += 1
            tell(f"{page.shown}: {error}")
    for text, number in found.most(count):
        click.echo(f"{number}\t{printable(text)}")
    tell_of_repeated(repeated)
    if found.is_rough:
        tell("too many different values to count exactly; the counts may be a little low")
    if not logs_read:
        beside = [log for log in map(log_folder, logs) if Path(log).is_dir()]
        nearest = f"; did you mean {' '.join(beside)}?" if beside else ""
        tell(f"{', '.join(logs)}: no block log found; expected *.jsonl of an OUT.log{nearest}")
    elif not found.total and not failed:
        tell(f"{', '.join(logs)}: nothing was removed, according to {counted(logs_read, 'log')}")
    return EXIT_NOTHING if not found.total else EXIT_FAILED if failed else 0
