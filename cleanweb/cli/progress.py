"""What a run shows on stderr while it works: a bar on a terminal, the pages that failed."""

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

# Ours: failures told one by one, where a journal has all of them.
MAX_TOLD = 20
MAX_REASONS = 1000  # ours: different reasons for skipping that are counted; most runs have fewer than ten


class Progress:
    """A context for the time of a run over `total` pages, None while that is unknown; `take` is told of every page.

    With `verbose`, or where there is no `journal`, every failure is told; of the only page why it was skipped, even to
    those who want `quiet`: nothing else would say why there is no text.
    """

    def __init__(self, total: int | None, *, quiet: bool, verbose: bool = False, journal: bool = False) -> None:
        self._verbose = verbose
        self._max_told = MAX_TOLD if journal and not verbose else inf
        self._skipped: Counter[str] = Counter()
        self._stale = Several()  # skipped pages of which a text or log is still there
        self._is_only = total == 1
        self._told_of_only = ("skipped",) if quiet else ("skipped", "written")  # why it was, or came out empty
        self._bar = None if quiet or not sys.stderr.isatty() or total == 1 else _bar(total)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def take(self, done: Done, summary: Summary) -> None:
        """Move the bar; tell of a page that failed, and with `verbose` of every page."""
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
                self.say("more failures are in the journal only")
        elif self._verbose or is_failed or (self._is_only and outcome.reason and outcome.state in self._told_of_only):
            self.say(f"{outcome.input}: {outcome.state}" + (f": {outcome.reason}" if outcome.reason else ""))

    def tell_of_skipped(self, count: int) -> None:
        """Say why most of the skipped pages were, where there were several pages."""
        if self._skipped and not self._is_only:
            reason, often = self._skipped.most_common(1)[0]
            of_them = f", {often:,} of them" if often < count else ""
            self.say(f"{count:,} skipped{of_them}: {reason}")

    def tell_of_stale(self) -> None:
        """Say of which skipped pages a text is there all the same: who reads the directory reads it."""
        if self._stale.count and not self._is_only:
            self.say(f"{self._stale}: skipped{EARLIER_STAYS.removesuffix(': ')}; the journal says why")

    def tell_of_signal(self, message: str) -> None:
        """Say something in the handler of a signal, which may have come while standard error was written to."""
        end_of_bar = "" if self._bar is None else "\n"
        with suppress(OSError):  # as of a reader that is gone
            os.write(2, f"{end_of_bar}cleanweb: {message}\n".encode())

    def say(self, message: str) -> None:
        """Say something on a line of its own, which the bar makes room for."""
        if self._bar is not None:
            self._bar.clear()
        tell(message)


def _bar(total: int | None) -> Any:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    bar = tqdm(total=total, unit=" pages", smoothing=0.1, file=sys.stderr)
    if bar.ncols is not None and bar.ncols < 1:  # a terminal that does not tell its size, where tqdm would show nothing
        bar.ncols, bar.nrows = get_terminal_size()
    return bar
