"""`cleanweb sites`: count the blocks that repeat on the pages of a site."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cleanweb.cli import NearNames, tell
from cleanweb.cli.listing_options import listing_options
from cleanweb.cli.stage_options import StageCommand, chosen_cleaner, stage_options
from cleanweb.cli.values import Options, is_given
from cleanweb.errors import EXIT_NOTHING, UsageError
from cleanweb.files import check_output
from cleanweb.wording import counted

if TYPE_CHECKING:
    from cleanweb import Pipeline
    from cleanweb.corpus.listing import Listing
    from cleanweb.corpus.site_counts import Counted
    from cleanweb.site_table import SiteBy, SiteRule

# What the site of a page is, by the rules.
_SITE: dict[SiteBy, str] = {
    "directory": "its first directory below INPUT, unless you use --by url, --urls or --pattern",
    "url": "the host of the address that it states as its own",
    "list": "the host of its address in the file of --urls, in which a name is the page's path below INPUT",
    "pattern": "what the first group of --pattern matches in its path below INPUT",
}


@click.group(cls=NearNames)
def command() -> None:
    """Count blocks that repeat on the pages of a site. The counts are for `cleanweb clean --sites`."""


@command.command(cls=StageCommand)
@click.argument("inputs", nargs=-1, type=click.Path(readable=False))
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False), metavar="FILE", help="File for the counts."
)
@click.option(
    "--by",
    type=click.Choice(("directory", "url")),
    default="directory",
    show_default=True,
    help="Take a page's site from its first directory below INPUT (for a page from a list: of its path as given), or "
    "from the host of the address that it states.",
)
@click.option("--pattern", metavar="REGEX", help="Take a page's site from the first group of REGEX in its name.")
@click.option(
    "--urls",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Take a page's site from the host of its address in FILE, which has lines of name, tab and address.",
)
@listing_options
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes.  [default: processors]")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress bar and no summary.")
@partial(stage_options, with_sites=False)
def build(**options: Any) -> int:
    """Count the blocks of pages by site.

    This is a first pass over the pages to be cleaned. Each distinct block counts once per page. Give the same INPUTS,
    --system and segmenter as to `cleanweb clean`, which compares block by block and rejects counts of blocks from
    another segmenter. The stages set under `[clean]` in cleanweb.toml apply here too, unless `[sites.build]` sets
    others. The counts depend neither on the order of the pages nor on -j.

    \b
        cleanweb sites build html/ -o sites.counts
        cleanweb clean html/ -o txt/ --sites sites.counts -p sites.min_pages=20
    """
    from cleanweb.cli.checks import check_is_no_input, check_workers_can_read
    from cleanweb.cli.places import add_pages, check_inputs, tell_of_no_page, tell_of_passed_over, tell_of_repeated
    from cleanweb.corpus.inputs import Selection
    from cleanweb.corpus.listing import Listing

    check_inputs(options)
    check_output("-o", options["output"])
    rule = _rule(options)
    others = tuple(name for name in options["classify"] if name != "sites")  # its counts are those made here
    pipeline = chosen_cleaner(options | {"sites": None, "classify": others})
    check_workers_can_read(pipeline)
    selection = Selection(options["include"], options["exclude"])
    listing = Listing("", keep_suffix=True, selection=selection, spared=[options["output"]])
    add_pages(listing, options)
    if listing.is_empty:
        tell_of_no_page(options, listing)
        return EXIT_NOTHING
    check_is_no_input([("-o", options["output"])], listing, pipeline, options)
    if not options["quiet"]:
        tell_of_repeated(listing.repeated)
        tell_of_passed_over(listing.passed_over)
    return _count(listing, pipeline, rule, options)


def _rule(options: Options) -> SiteRule:
    """The rule for the site of a page. Raises UsageError for more than one rule, and for an invalid pattern."""
    from cleanweb.site_table import SiteRule, compiled

    given = [name for name in ("by", "pattern", "urls") if is_given(name)]
    if len(given) > 1:
        raise UsageError("--by, --pattern and --urls each say how to find the site of a page; expected one of them")
    (chosen,) = given or [name for name in ("pattern", "urls") if options[name]][:1] or ["by"]
    if chosen == "pattern":
        compiled(options["pattern"])  # to raise an error now rather than for every page
        return SiteRule("pattern", options["pattern"])
    return SiteRule("list" if chosen == "urls" else options["by"])


def _count(listing: Listing, pipeline: Pipeline, rule: SiteRule, options: Options) -> int:
    """Count, and report the result; return the exit status."""
    from cleanweb.cli.cleaning import exit_status
    from cleanweb.cli.places import tell_of_no_page, tell_of_passed_over
    from cleanweb.cli.progress import Progress
    from cleanweb.corpus.local import processors
    from cleanweb.corpus.site_counts import count_sites

    with Progress(listing.page_count, quiet=options["quiet"]) as bar:
        found = count_sites(
            listing,
            pipeline,
            rule,
            options["output"],
            urls=options["urls"] if rule.by == "list" else "",
            jobs=options["jobs"] or processors(),
            sinks=[bar.take],
            tell_of_signal=bar.tell_of_signal,
        )
    if not options["quiet"]:
        tell_of_passed_over(listing.passed_in_archives, in_archives=True)
    if found.summary.stopped:
        tell(found.summary.stopped)
    elif not listing.seen:
        tell_of_no_page(options, listing)
    elif not found.pages or not options["quiet"]:
        tell(_told(found, rule.by))
    return exit_status(found.summary) if found.pages or found.summary.stopped else EXIT_NOTHING


def _told(found: Counted, by: SiteBy) -> str:
    summary, pages, sites, entries = found
    others = {"of no known site": summary.written - pages, "failed": summary.failed, "skipped": summary.skipped}
    told = f"{counted(pages + sum(others.values()), 'page')}: {pages:,} counted"
    told += f" ({counted(sites, 'site')})" if sites else ""
    told += "".join(f", {n:,} {what}" for what, n in others.items() if n)
    if entries:
        told += f"; {counted(entries, 'count')} of two or more"
        return f"{told}: of the pages of a site, and of those with the same block"
    told += "; no block is on two pages of a site" if pages else "; nothing is written"
    return f"{told}; a page's site is {_SITE[by]}" if summary.written else told
