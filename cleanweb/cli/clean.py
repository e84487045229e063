"""`cleanweb clean`: pages to texts, with a log of every removed block and a journal of every page."""

from __future__ import annotations

from typing import Any

import click

from cleanweb.cli.listing_options import listing_options
from cleanweb.cli.stage_options import StageCommand, stage_options
from cleanweb.cli.values import Seconds, memory, shard, size, size_text
from cleanweb.corpus.limits import MAX_BYTES, MAX_MEMORY, TIMEOUT

MAX_PACK = 10**9  # pages; ours: no run has as many, and Python counts much further


@click.command(cls=StageCommand)
@click.argument("inputs", nargs=-1, type=click.Path(readable=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="OUT",
    help="Directory for the texts (unchanged files keep their dates), or a file for a single page (its date is always "
    "updated, for make).",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(("cleaneval", "plain", "jsonl", "vert")),
    help="Output format: CleanEval text (default), plain text, JSON lines, or vertical text for corpus tools.",
)
@listing_options
@click.option("--keep-suffix", is_flag=True, help="Write b.html to b.html.txt instead of b.txt.")
@click.option(
    "--log",
    metavar="DIR|none",
    help="Directory for the journal and the logs of removed blocks; none: write only the journal, to OUT.log. A "
    "single page to a file or standard output has no journal.  [default: OUT.log if OUT is a directory]",
)
@click.option(
    "--log-blocks",
    type=click.Choice(("removed", "all", "none")),
    default="removed",
    show_default=True,
    help="Which blocks to log.",
)
@click.option(
    "--pack",
    type=click.IntRange(1, MAX_PACK),
    metavar="N",
    help="Write N pages per file (jsonl or vert), and their logs likewise: OUT/00000.jsonl, OUT.log/00000.jsonl.",
)
@click.option(
    "--keep-normalized",
    type=click.Path(),
    metavar="DIR",
    help="Also write each page below DIR as normalized, well-formed XHTML in UTF-8. Slow: uses the reference parser.",
)
@click.option(
    "--with-blocks",
    is_flag=True,
    help="With -f jsonl: add all blocks of a page, kept and removed, to its record as `blocks`. They have the fields "
    "of the block log: keep, kind, rule, reason, score, numbers, path, text. An entry with `edit` is not a block, but "
    "what the linearizer changed in the block before it.",
)
@click.option("--gzip", is_flag=True, help="Compress texts, packs and logs with gzip, as -o FILE.gz does.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes.  [default: processors]")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Clean on a Dask cluster: address or file of a scheduler, slurm (with -j jobs), or local:N. Needs the extra "
    "[dask].",
)
@click.option(
    "--timeout",
    type=Seconds(),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="Fail a page that needs more processor time than this; 0 for no limit.",
)
@click.option(
    "--max-memory",
    type=memory,
    metavar="SIZE",
    default=size_text(MAX_MEMORY),
    show_default=True,
    help="Fail a page for which a worker needs more address space than this; 0 for no limit.",
)
@click.option(
    "--max-bytes",
    type=size,
    metavar="SIZE",
    default=size_text(MAX_BYTES),
    show_default=True,
    help="Skip a page with more bytes than this; 0 for no limit.",
)
@click.option(
    "--shard", type=shard, default="0/1", metavar="I/N", help="Clean only part I of N of the pages; I is 0 to N-1."
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue an earlier run: leave out pages that its journal records as written, if their text is unchanged and "
    "their log complete. A text that you edited by hand is overwritten, so edit a copy. Without --resume or --newer, a "
    "run starts a new journal.",
)
@click.option(
    "--newer",
    is_flag=True,
    help="Leave out pages that are older than their output, or that the journal shows to be unchanged in spite of a "
    "new date. Pages that the journal records as written with other options are cleaned again.",
)
@click.option("--stamp", type=click.Path(), metavar="FILE", help="Touch FILE if everything succeeded, for make.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first page that fails.")
@click.option("--fail-empty", is_flag=True, help="Exit with status 1 if a page is empty after cleaning.")
@click.option(
    "--dry-run", is_flag=True, help="Print each input and output, separated by a tab; clean and write nothing."
)
@click.option(
    "--language",
    multiple=True,
    metavar="CODE",
    help="Skip pages whose cleaned text is not in this language. May be repeated. Needs the extra [langid].",
)
@click.option(
    "--report-duplicates",
    type=click.Path(),
    metavar="FILE",
    help="Write groups of near-duplicate pages to FILE, as JSON lines; no page is dropped. With --shard, duplicates "
    "are found only within the shard. Needs the extra [minhash].",
)
@click.option(
    "--metrics", type=click.Path(), metavar="FILE", help="Write counts, times and memory use to FILE, as JSON lines."
)
@click.option("--show-config", is_flag=True, help="Print the options, stages and parameters in force, and exit.")
@click.option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Show no progress bar and no summary. Failures, and why nothing was cleaned, are still shown.",
)
@click.option("-v", "--verbose", is_flag=True, help="Report every page.")
@stage_options
def command(**options: Any) -> int:
    """Clean pages and write their texts.

    INPUTS are directories, files, archives (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz), or - for a page on standard input.

    The text of each page in a directory goes to the same place below OUT; two pages with the same output are an error.
    OUT.log holds journal.jsonl and a log for every page. Without -o, a single page goes to standard output; several
    pages go there only as jsonl or vert.

    \b
        curl -s https://example.org/ | cleanweb clean -
        cleanweb clean html/ -o txt/ -j4 --resume
        find html -name '*.htm*' -print0 | cleanweb clean --files0-from - -o txt/
        cleanweb clean crawl.zip -f jsonl | gzip > corpus.jsonl.gz

    Exit status: 0 success, 1 some pages failed, 2 wrong usage, 3 nothing was cleaned, 129, 130, 141 and 143 on signals.
    """
    if options.pop("show_config"):
        from cleanweb.cli.cleaning import cleaner_of
        from cleanweb.cli.config import in_force, stages_in_force

        told = [*in_force(click.get_current_context()), *stages_in_force(cleaner_of(options))]
        click.echo("\n".join(told))
        return 0
    from cleanweb.cli.cleaning import clean

    return clean(options)
