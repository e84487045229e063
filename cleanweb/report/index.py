"""A one-page summary of a finished run: how much was kept, why blocks were removed, and the pages to look at first.

It is made from the run's journals and block logs, line by line. Memory does not grow with the run, except for resumed
and simultaneous runs, where only the last line of each page counts: a number per page is remembered.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from html import escape
from importlib.resources import files
from itertools import chain
from math import exp, log
from pathlib import Path
from urllib.parse import quote

from cleanweb.corpus.blocklog import block_logs, removed
from cleanweb.corpus.compression import uncompressed
from cleanweb.corpus.journal import FINISHED, STARTED, Outcome, division, journals_in
from cleanweb.corpus.journal_reading import damaged, logged, missing, not_begun, options_in, read
from cleanweb.corpus.topmost import Topmost
from cleanweb.decode import Evidence
from cleanweb.errors import CleanwebError, InputError
from cleanweb.files import is_file, printable, unprintable
from cleanweb.wording import Several, counted, shared

SUSPICIOUS_COUNT = 100  # pages listed; ours, as many as anyone will look at
ROW_COUNT = 20  # of each table; ours, a screenful
FULL_WEIGHT_WORDS = 200  # ours: for pages with fewer words, the kept share means less
# Added to the kept and removed shares. Ours: added to word counts, it would rank the longest of the pages that keep all
# first.
SMOOTHING = 0.01
# Weak evidence for an encoding.
DOUBTFUL: frozenset[Evidence] = frozenset(
    {"damaged utf-8", "detected", "default", "utf-8 twice", "meta, encoded again"}
)
DOUBT = 1.0  # ours: a doubtful encoding weighs as much as e times the usual odds of being kept
FAILED = 1e9  # ranks before all others
BIN_COUNT = 10  # of the histogram of kept shares
ODDS_STEP = 0.05  # of the histogram that gives the median


@dataclass(slots=True)
class Found:
    """Statistics of the written pages in the journals, and the number of pages in each state."""

    states: Counter[str] = field(default_factory=Counter)
    bins: list[int] = field(default_factory=lambda: [0] * BIN_COUNT)
    odds: Counter[int] = field(default_factory=Counter)  # pages by `_odds`, in steps
    encodings: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)  # why pages failed, were skipped or are empty
    words: int = 0
    kept_words: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one page."""
        self.states[outcome.state] += 1
        if outcome.reason and (outcome.state != "written" or not outcome.kept_words):
            reason = shared(outcome.reason) if outcome.state == "skipped" else outcome.reason
            self.reasons[f"{outcome.state}: {reason[:120]}"] += 1
        if outcome.state != "written":
            return
        self.words += outcome.words
        self.kept_words += outcome.kept_words
        self.encodings[f"{outcome.encoding}, {outcome.evidence}"] += 1
        self.languages[outcome.language or "not stated"] += 1
        if outcome.words:
            share = outcome.kept_words / outcome.words
            self.bins[min(BIN_COUNT - 1, int(share * BIN_COUNT))] += 1
            self.odds[round(_odds(share) / ODDS_STEP)] += 1

    def usual_odds(self) -> float:
        """The median of the pages' `_odds`, rounded to ODDS_STEP."""
        half = sum(self.odds.values()) / 2
        for step, count in sorted(self.odds.items()):
            half -= count
            if half <= 0:
                return step * ODDS_STEP
        return 0.0


def _odds(share: float) -> float:
    """The logarithm of the ratio of kept to removed words, from the kept share."""
    return log((share + SMOOTHING) / (1 - share + SMOOTHING))


def _share(odds: float) -> float:
    """The share that has these `_odds`.

    >>> round(_share(_odds(0.25)), 6)
    0.25
    """
    return (1 + 2 * SMOOTHING) / (1 + exp(-odds)) - SMOOTHING


def suspicion(outcome: Outcome, usual: float) -> tuple[float, str]:
    """How much a page deserves a look, and why: failed, unusual kept share, weak evidence for its encoding.

    `usual` is the median of `_odds`. Ours: a page's weight is its distance from it, reduced if the page has few words.
    """
    if outcome.state == "failed":
        return FAILED, outcome.reason
    if outcome.state != "written" or not outcome.words:
        return 0.0, ""
    share = outcome.kept_words / outcome.words
    distance = abs(_odds(share) - usual) * min(1.0, outcome.words / FULL_WEIGHT_WORDS)
    why = [f"keeps {share:.0%} of {outcome.words:,} words"]
    if outcome.evidence in DOUBTFUL:
        distance += DOUBT
        why.append(f"{outcome.encoding} ({outcome.evidence})")
    return distance, ", ".join(why)


def suspects(pages: Iterable[Outcome], usual: float) -> list[tuple[str, Outcome]]:
    """The SUSPICIOUS_COUNT pages that most deserve a look, with reasons; of equals, longer, then earlier ones first."""
    weighed = (
        (weight, outcome.words, -number, why, outcome)
        for number, outcome in enumerate(pages)
        for weight, why in [suspicion(outcome, usual)]
        if weight > 0
    )
    return [(why, outcome) for *_, why, outcome in nlargest(SUSPICIOUS_COUNT, weighed)]


def journals_of(folder: str) -> list[str]:
    """The journals of all shards of a run, in the directory of its logs. Raises InputError when there are none."""
    found = journals_in(folder)
    if not found:
        os.scandir(folder).close()  # raises an error that tells if the directory cannot be read
        raise InputError(f"{folder}: no journal.jsonl; expected the logs of a finished `cleanweb clean -o OUT`")
    return found


def outcomes(journals: Sequence[str]) -> Iterator[Outcome]:
    """The last outcome of every page."""
    # If earlier runs had other shards or output names (which decide a page's shard), a page may be in several journals.
    if len(set(map(division, journals))) > 1 or (len(journals) > 1 and len(options_in(journals)) > 1):
        yield from _last_words(journals)
        return
    for path in journals:
        yield from read(path) if _is_of_one_run(path) else _last_words([path])


def _is_of_one_run(path: str) -> bool:
    """Whether no page can have two lines: a resumed run has a second beginning, simultaneous runs a second end."""
    with Path(path).open("rb") as file:
        marks = Counter(mark for line in file for mark in (STARTED, FINISHED) if line.startswith(mark))
    return max(marks.values(), default=1) == 1


def _last_words(journals: Sequence[str]) -> Iterator[Outcome]:
    """The last line of each input and output: a run may name its input differently (`html`, `./html`)."""
    last: dict[int, int] = {}
    for number, outcome in enumerate(read(*journals)):
        last |= dict.fromkeys(_keys(outcome), number)
    for number, outcome in enumerate(read(*journals)):
        if all(last[key] == number for key in _keys(outcome)):
            yield outcome


def _keys(outcome: Outcome) -> list[int]:
    """Hashes of the input and, if there is one, of the output."""
    keys = [hash(("input", outcome.input))]
    if outcome.output:
        keys.append(hash(("output", outcome.output)))
    return keys


def index(logs: str, tree: str, place: str) -> tuple[str, list[str], list[str]]:
    """The page about a run, from the directory of its logs; notes on damaged logs, and on logs of other runs, which are
    left out. The page shows the notes, too.

    Links go from the directory `place` to the texts in `tree`. Raises InputError when there is no journal.
    """
    journals = journals_of(logs)
    rules, damaged_logs, of_others = _rules(logs, journals)
    damages = [*chain.from_iterable(map(_damages, journals)), *damaged_logs]
    found = Found()
    for outcome in outcomes(journals):
        found.add(outcome)
    usual = found.usual_odds()
    links = os.path.relpath(tree, place)
    parts = [
        _sums(found, usual),
        _notes([*unfinished(journals), *damages, *of_others]),
        _table("Pages by the share of their words that is kept", _named_bins(found.bins)),
        _table("Removed blocks by rule", rules),
        _table("Languages the pages state", found.languages.most_common(ROW_COUNT)),
        _table("Encodings and their evidence", found.encodings.most_common(ROW_COUNT)),
        _table("Pages not written, or empty", found.reasons.most_common(ROW_COUNT)),
        _suspicious(suspects(outcomes(journals), usual), tree, links),
    ]
    style = files("cleanweb.report").joinpath("index.css").read_text("utf-8")
    return _PAGE.format(style=style, name=escape(tree), body="\n".join(filter(None, parts))), damages, of_others


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="cleanweb">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>cleanweb: {name}</title>
<style>{style}</style>
</head>
<body>
<h1>{name}</h1>
{body}
</body>
</html>
"""


def _sums(found: Found, usual: float) -> str:
    states = ", ".join(f"{count:,} {state}" for state, count in found.states.most_common())
    share = f"{found.kept_words / found.words:.0%} of {found.words:,} words kept" if found.words else "no words"
    half = f"; half of the pages keep {_share(usual):.0%} or more" if found.odds else ""
    pages = counted(sum(found.states.values()), "page")
    return f"<p>{pages}: {states}; {share}{half}.</p>"


def _named_bins(bins: Sequence[int]) -> list[tuple[str, int]]:
    width = 100 // BIN_COUNT
    return [(f"{place * width} to {(place + 1) * width} %", count) for place, count in enumerate(bins)]


def unfinished(journals: Sequence[str]) -> list[str]:
    """Notes on journals whose last run did not reach all pages, with the cause, and on shards without a journal."""
    found = [f"{printable(path)}: {why}" for path in journals if (why := missing(path))]
    return [*found, *filter(None, [not_begun(journals)])]


def _damages(journal: str) -> Iterator[str]:
    lines = Several()
    for number in damaged(journal):
        lines.add(f"line {number}")
    if lines.count:
        yield f"{printable(journal)}: {lines}: expected the record of a page or a run, found neither; it is not counted"


def _notes(notes: Sequence[str]) -> str:
    """The notes on what the figures leave out, as HTML."""
    more = [f"and {len(notes) - ROW_COUNT:,} more"] if len(notes) > ROW_COUNT else []
    return "".join(f"<p><strong>{escape(note)}</strong></p>" for note in [*notes[:ROW_COUNT], *more])


def _rules(logs: str, journals: Sequence[str]) -> tuple[list[tuple[str, int]], list[str], list[str]]:
    """The rules that removed most blocks; notes on damaged logs, which count up to their first damaged line; and on
    logs of pages that are not in the journals, which do not count."""
    found, damages, others = Topmost(), [], Several()
    known = set(map(hash, logged(journals)))
    is_told = hash("") not in known
    for page in block_logs([logs]):
        if is_told and hash(printable(uncompressed(page.name).removesuffix(".jsonl"))) not in known:
            others.add(page.shown)
            continue
        try:
            found.add(removed(page, "rule"))
        except CleanwebError as error:
            damages.append(f"{page.shown}: {error}; what follows is not counted")
    told = [f"{others}: not from the last run; what was removed there is not counted"]
    return found.most(ROW_COUNT), damages, told if others.count else []


def _table(caption: str, rows: Sequence[tuple[str, int]]) -> str:
    """A table of names with their counts as bars; "" if there is nothing to count."""
    most = max((count for _, count in rows), default=0)
    if not most:
        return ""
    lines = [
        f'<tr><th scope="row">{escape(name)}</th><td>{count:,}</td>'
        f'<td class="bar"><div style="width:{100 * count / most:.1f}%"></div></td></tr>'
        for name, count in rows
    ]
    return f"<table><caption>{caption}</caption>{''.join(lines)}</table>"


def _suspicious(pages: Sequence[tuple[str, Outcome]], tree: str, links: str) -> str:
    lines = []
    for why, outcome in pages:
        names = (outcome.output, unprintable(outcome.output)) if outcome.state == "written" else ()
        name = next((name for name in names if is_file(Path(tree, name))), "")  # it may be in a pack
        text = f'<a href="{quote(os.fsencode(f"{links}/{name}"))}">text</a>' if name else ""
        lines.append(f'<tr><th scope="row">{escape(outcome.input)}</th><td>{escape(why)}</td><td>{text}</td></tr>')
    if not lines:
        return ""
    told = "<p>To see the blocks of a page, use <code>cleanweb report PAGE</code>.</p>"
    return f'<table class="wide"><caption>Pages to look at first</caption>{"".join(lines)}</table>{told}'
