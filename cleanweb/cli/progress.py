"""What a run shows on stderr while it works: a progress bar on a terminal, and the pages that failed."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import suppress
from math import inf
from shutil import get_terminal_size
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cleanweb.cli import tell
from cleanweb.corpus.worker import EARLIER_STAYS
from cleanweb.wording import Several, shared

if TYPE_CHECKING:
    from cleanweb.corpus.journal import Summary
    from cleanweb.corpus.worker import Done

# Ours: failures reported one by one, if a journal has all of them.
MAX_TOLD = 20
MAX_REASONS = 1000  # ours: distinct reasons for skipping that are counted; most runs have fewer than ten


class Progress:
    """A context for a run over `total` pages (None if unknown); `take` is called for every page.

    With `verbose`, or without a `journal`, every failure is reported. If there is only one page, the reason for
    skipping it is reported even with `quiet`: nothing else would say why there is no text.
    """

    def __init__(self, total: int | None, *, quiet: bool, verbose: bool = False, journal: bool = False) -> None:
        self._verbose = verbose
        self._max_told = MAX_TOLD if journal and not verbose else inf
        self._skipped: Counter[str] = Counter()
        self._stale = Several()  # skipped pages that still have an earlier text or log
        self._is_only = total == 1
        self._told_of_only = ("skipped",) if quiet else ("skipped", "written")  # with the reason, or why it is empty
        self._bar = None if quiet or not sys.stderr.isatty() or total == 1 else _bar(total)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def take(self, done: Done, summary: Summary) -> None:
        """Move the bar; report a page that failed, and with `verbose` every page."""
        outcome = done.outcome
        if self._bar is not None:
            self._bar.total = summary.inputs
            kept = summary.kept_words / (summary.words or 1)
            self._bar.set_postfix_str(f"kept {kept:.0%}, {summary.failed} failed", refresh=False)
            self._bar.update()
        if outcome.state == "skipped":
            reason = shared(outcome.reason)
            if reason in self._skipped or len(self._skipped) < MAX_REASONS:
                self._skipped[reason] += 1
            if EARLIER_STAYS in outcome.reason:
                self._stale.add(outcome.input)
        is_failed = outcome.state == "failed"
        if is_failed and summary.failed > self._max_told:
            if summary.failed == self._max_told + 1:
                self.say("further failures are only in the journal")
        elif self._verbose or is_failed or (self._is_only and outcome.reason and outcome.state in self._told_of_only):
            self.say(f"{outcome.input}: {outcome.state}" + (f": {outcome.reason}" if outcome.reason else ""))

    def tell_of_skipped(self, count: int) -> None:
        """Report the most frequent reason for skipping, if there were several pages."""
        if self._skipped and not self._is_only:
            reason, often = self._skipped.most_common(1)[0]
            of_them = f", {often:,} of them" if often < count else ""
            self.say(f"{count:,} skipped{of_them}: {reason}")

    def tell_of_stale(self) -> None:
        """Report skipped pages that still have a text, since readers of the directory will read it."""
        if self._stale.count and not self._is_only:
            self.say(f"{self._stale}: skipped{EARLIER_STAYS.removesuffix(': ')}; the journal says why")

    def tell_of_signal(self, message: str) -> None:
        """Print a message from a signal handler; the signal may have come while standard error was being written."""
        end_of_bar = "" if self._bar is None else "\n"
        with suppress(OSError):  # for example if the reader is gone
            os.write(2, f"{end_of_bar}cleanweb: {message}\n".encode())

    def say(self, message: str) -> None:
        """Print a message on a separate line, for which the bar makes room."""
        if self._bar is not None:
            self._bar.clear()
        tell(message)


def _bar(total: int | None) -> Any:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    bar = tqdm(total=total, unit=" pages", smoothing=0.1, file=sys.stderr)
    if bar.ncols is not None and bar.ncols < 1:  # the terminal does not tell its size; tqdm would show nothing
        bar.ncols, bar.nrows = get_terminal_size()
    return bar
