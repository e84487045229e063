"""Packs: the records of many pages in one file, and their logs in another, since small files wear out a file system.

Pack k holds pages k*N to k*N+N-1 of the listing, so that the same pages give the same packs. A pack appears whole, when
its last page is done, and not at all when none of its pages gave a record; `--resume` leaves out the packs whose pages
are all as they were, and makes the others anew. A page that did not fail is in the journal when its pack is.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from typing import IO

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Outcome
from cleanweb.corpus.worker import Done
from cleanweb.errors import OutputError
from cleanweb.files import printable, reason


class Packs:
    """Takes what became of every page, in order, and writes packs of `size` pages."""

    def __init__(self, output: str, log: str, *, size: int, prefix: str, suffix: str, log_suffix: str) -> None:
        self.size = size
        self._roots = {output: suffix} | ({log: log_suffix} if log else {})
        self._output = output
        self._prefix = prefix
        self._due: deque[tuple[int, int]] = deque()  # (pack, its pages), in the order of `take`
        self._open: list[tuple[IO[bytes], str]] = []  # drafts of the pack in hand, with the names they will take
        self._left = 0  # pages of it that are still to come
        self._waiting: list[Outcome] = []  # pages that are settled when it is whole
        self.dropped: list[Outcome] = []  # pages whose pack never was

    def groups(self, pages: Iterator[Page]) -> Iterator[tuple[bool, list[Page]]]:
        """The pages pack by pack, and whether that pack is there already; `take` or `leave_out` each in turn."""
        for number in count():
            if not (group := list(islice(pages, self.size))):
                return
            self._due.append((number, len(group)))
            yield os.path.exists(self._path(self._output, number)), group

    def leave_out(self) -> None:
        """The group just given is not to be cleaned."""
        self._due.pop()

    def take(self, done: Done) -> list[Outcome]:
        """Add the next page's record and log; the pages settled by it: all of a pack that is whole now, and failures.

        A page that is skipped waits too: an earlier pack may hold it. Raises OutputError when nothing can be written.
        """
        settled = [done.outcome] if done.outcome.state == "failed" else []
        if not settled:
            self._waiting.append(done.outcome)
        try:
            if not self._left:
                number, self._left = self._due.popleft()
                self._begin(number)
            for (file, _), data in zip(self._open, (done.record, done.log), strict=False):
                file.write(data)
            self._left -= 1
            if not self._left:
                settled = [*self._finish(), *settled]
        except OSError as error:
            raise OutputError(f"cannot write the packs in {printable(self._output)}: {reason(error)}") from error
        return settled

    def miss(self) -> None:
        """Pass over the next page, which a stopped run did not reach: its pack is dropped."""
        if not self._left:
            _, self._left = self._due.popleft()
        self._left -= 1
        self.close()

    def close(self) -> None:
        """Drop the pack in hand: a run that was stopped leaves none that is half full."""
        for file, path in self._open:
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                os.unlink(_draft(path))
        self._open = []
        self.dropped += self._waiting
        self._waiting = []

    def path_of(self, page_number: int) -> str:
        """The pack of the page of this number in the listing, from 0."""
        return self._path(self._output, page_number // self.size)

    def _path(self, root: str, number: int) -> str:
        return os.path.join(root, f"{self._prefix}{number:05}{self._roots[root]}")

    def _begin(self, number: int) -> None:
        for root in self._roots:
            path = self._path(root, number)
            self._open.append((open(_draft(path), "wb"), path))  # noqa: SIM115  (closed by `_finish` or `close`)

    def _finish(self) -> list[Outcome]:
        """Name the pack in hand, if it was not dropped; its pages."""
        if not self._open:
            self.close()
            return []
        is_empty = not any(file.tell() for file, _ in self._open)
        # The log first: a pack that is there is complete.
        for file, path in reversed(self._open):
            file.close()
            if is_empty:
                os.unlink(_draft(path))
                with suppress(FileNotFoundError):
                    os.unlink(path)  # of an earlier run
            else:
                os.replace(_draft(path), path)
        self._open = []
        pages, self._waiting = self._waiting, []
        return pages


def _draft(path: str) -> str:
    folder, base = os.path.split(path)
    return os.path.join(folder, f".cleanweb-{base}")
