"""The journal and packs of a run into a directory, and what earlier runs left there."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from time import time

from cleanweb import __version__
from cleanweb.cli import tell
from cleanweb.cli.places import Place
from cleanweb.cli.values import Options
from cleanweb.corpus.journal import Journal, division, journals_in
from cleanweb.corpus.journal_reading import read, settled
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.packs import Packs, packs_in
from cleanweb.corpus.worker import Task, has_normalized
from cleanweb.files import unprintable
from cleanweb.systems import describe
from cleanweb.wording import Several


def goes_on(options: Options) -> bool:
    """Whether pages that earlier runs wrote may be left out."""
    return bool(options["resume"] or options["newer"])


def journal_path(place: Place, options: Options) -> str:
    """The path of the journal of this run, or of its shard."""
    number, count = options["shard"]
    name = f"journal-{number}-of-{count}.jsonl" if count > 1 else "journal.jsonl"
    return str(Path(place.journal, name))


def mark_done(listing: Listing, task: Task, place: Place, options: Options) -> None:
    """Note in the listing what the journals say about earlier runs."""
    path, (_, count) = journal_path(place, options), options["shard"]
    # The same pages may have been in other shards before. Packs of other shards are other packs.
    divided = [other for other in journals_in(place.journal) if division(other) != count]
    others = [] if task.pack else divided
    # With --fail-empty, empty pages are cleaned again.
    known = settled(
        path, *others, options=task.options, with_unread=task.pack > 0, with_empty=not options["fail_empty"]
    )
    if task.pack:  # texts in those journals are still reported
        listing.mark_done((page.output, "") for page in read(*divided) if page.output and not page.pack)
    # A run that begins anew leaves out no pages; but it reports outputs that its journal will not have.
    listing.mark_done(known if goes_on(options) else ((output, "") for output, _ in known))


def journal_of(listing: Listing, task: Task, place: Place, options: Options) -> Journal:
    """The journal of this run, begun anew unless the run goes on; pages done are noted before."""
    mark_done(listing, task, place, options)
    is_anew = listing.has_any and not goes_on(options)  # a misspelt folder must not empty a journal
    journal = Journal(journal_path(place, options), anew=is_anew)
    told = {"version": __version__, "time": round(time(), 3), "options": task.options}
    journal.note("started", {**told, **describe(task.pipeline)})
    journal.flush()  # before any text is written, so that a killed run is recognized
    return journal


def packs_of(task: Task, options: Options) -> Packs | None:
    """The packs that texts go into with `--pack`, else None."""
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


def tell_of_others(listing: Listing, packs: Packs | None, place: Place, options: Options) -> None:
    """Report on stderr which texts earlier runs left among those of this one: nothing else would."""
    if not packs and options["quiet"]:
        return
    texts = listing.others(are_packed=packs is not None)
    found = packs_in(place.tree)
    # Packs that do not fall to this shard belong to another shard or are reported by it.
    mine = filter(listing.falls_here, found)
    of_packs = packs.others() if packs else [name for name in mine if not listing.has_output(name)]
    others = Several()
    for name in chain(of_packs, (name for name in texts if name not in found)):
        if Path(place.tree, unprintable(name)).is_file():
            others.add(str(Path(place.tree, name)))
    if others.count:
        anew = "" if goes_on(options) else ", nor in its journal, which starts anew without --resume"
        tell(f"{others}: not from this run{anew}; whatever reads the directory will read them, too")
