"""`cleanweb clean`: pages to texts, with a log of every removed block and a journal of every page."""

from __future__ import annotations

from typing import Any

import click

from cleanweb.cli.listing_options import listing_options
from cleanweb.cli.stage_options import StageCommand, stage_options
from cleanweb.cli.values import Seconds, memory, shard, size, size_text
from cleanweb.corpus.limits import MAX_BYTES, MAX_MEMORY, TIMEOUT


@click.command(cls=StageCommand)
@click.argument("inputs", nargs=-1, type=click.Path(readable=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="OUT",
    help="Directory of the texts, where unchanged ones keep their dates; or a file for one page, dated anew for make.",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(("cleaneval", "plain", "jsonl", "vert")),
    help="CleanEval text (default), plain text, JSON lines, or vertical text for corpus tools.",
)
@listing_options
@click.option("--keep-suffix", is_flag=True, help="Write b.html to b.html.txt, not to b.txt.")
@click.option(
    "--log",
    metavar="DIR|none",
    help="Where the logs of removed blocks and the journal go; none: only the journal, to OUT.log.  [default: OUT.log "
    "where OUT is a directory]",
)
@click.option(
    "--log-blocks",
    type=click.Choice(("removed", "all", "none")),
    default="removed",
    show_default=True,
    help="Which blocks are logged.",
)
@click.option(
    "--pack",
    type=click.IntRange(min=1),
    metavar="N",
    help="Write N pages to a file, jsonl or vert, and their logs to another: OUT/00000.jsonl, OUT.log/00000.jsonl.",
)
@click.option(
    "--keep-normalized",
    type=click.Path(),
    metavar="DIR",
    help="Write each page as normalized XHTML too (UTF-8, well-formed) below DIR; slow, by the reference parser.",
)
@click.option(
    "--with-blocks",
    is_flag=True,
    help="With -f jsonl: put all blocks of the page, kept and removed, into its record as `blocks` (fields as in the "
    "block log: keep, kind, rule, reason, score, numbers, path, text; one with `edit` is no further block but what the "
    "linearizer changed in the one before).",
)
@click.option("--gzip", is_flag=True, help="Compress texts, packs and logs, as -o FILE.gz does.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes.  [default: processors]")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Clean on a Dask cluster: a scheduler's address or file, slurm (-j jobs), or local:N. Needs the extra [dask].",
)
@click.option(
    "--timeout",
    type=Seconds(),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="A page that needs more processor time fails; 0 for no limit.",
)
@click.option(
    "--max-memory",
    type=memory,
    metavar="SIZE",
    default=size_text(MAX_MEMORY),
    show_default=True,
    help="A page for which a worker needs more address space fails; 0 for no limit.",
)
@click.option(
    "--max-bytes",
    type=size,
    metavar="SIZE",
    default=size_text(MAX_BYTES),
    show_default=True,
    help="A page with more bytes is skipped; 0 for no limit.",
)
@click.option("--shard", type=shard, default="0/1", metavar="I/N", help="Clean part I (from 0) of N of the pages.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on after an earlier run: leave out what its journal says is written and is there as it was (of a log: "
    "with all its lines): a text that you correct by hand is made again, so correct a copy. Without it, or --newer, a "
    "run begins the journal anew.",
)
@click.option(
    "--newer",
    is_flag=True,
    help="Leave out pages whose output is newer than they are, and those touched but the same by the journal; not what "
    "the journal says was written with other options.",
)
@click.option("--stamp", type=click.Path(), metavar="FILE", help="Touch FILE when all went well, for make.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first page that fails.")
@click.option("--fail-empty", is_flag=True, help="Exit with 1 when a page is empty after cleaning.")
@click.option(
    "--dry-run", is_flag=True, help="Print what would be cleaned, inputs and outputs, tab between; write nothing."
)
@click.option(
    "--language",
    multiple=True,
    metavar="CODE",
    help="Skip pages whose cleaned text is in another language. May be repeated. Needs the extra [langid].",
)
@click.option(
    "--report-duplicates",
    type=click.Path(),
    metavar="FILE",
    help="Name groups of near-duplicate pages in FILE, as JSON lines; none is dropped. With --shard those within the "
    "shard. Needs the extra [minhash].",
)
@click.option("--metrics", type=click.Path(), metavar="FILE", help="Counts, times and memory as JSON lines, to FILE.")
@click.option("--show-config", is_flag=True, help="Print options, stages and parameters in force, and stop.")
@click.option("-q", "--quiet", is_flag=True, help="No bar, no summary; why nothing was cleaned is told.")
@click.option("-v", "--verbose", is_flag=True, help="Tell of every page.")
@stage_options
def command(**options: Any) -> int:
    """Make clean texts of pages.

    INPUTS are directories, files, archives (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz), or - for a page on standard input.

    Every page of a directory gives one text, at the same place below OUT (two pages with the same output are an
    error); OUT.log holds a log for every page and journal.jsonl. One page goes to standard output unless -o says
    otherwise, several only as jsonl or vert.

    \b
        curl -s https://example.org/ | cleanweb clean -
        cleanweb clean html/ -o txt/ -j4 --resume
        find html -name '*.htm*' -print0 | cleanweb clean --files0-from - -o txt/
        cleanweb clean crawl.zip -f jsonl | gzip > corpus.jsonl.gz

    Exit status: 0 all well, 1 some pages failed, 2 usage, 3 nothing was cleaned, 129, 130, 141 and 143 on signals.
    """
    if options.pop("show_config"):
        from cleanweb.cli.cleaning import cleaner_of
        from cleanweb.cli.config import in_force, stages_in_force

        told = [*in_force(click.get_current_context()), *stages_in_force(cleaner_of(options))]
        click.echo("\n".join(told))
        return 0
    from cleanweb.cli.cleaning import clean

    return clean(options)
