"""Packs: the records of many pages in one file and their logs in another, since many small files burden a file system.

Pack k has pages k*N to k*N+N-1 of the listing, so the same pages give the same packs. A pack appears complete, when its
last page is done, or not at all if none of its pages gave a record. `--resume` leaves out packs that are unchanged and
whose pages are all unchanged, and makes the others anew. A page that did not fail enters the journal with its pack.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b, sha256
from itertools import count, islice
from tempfile import TemporaryFile
from typing import IO, Any, Self

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import SKIPPED, Outcome
from cleanweb.corpus.outputs import DIGITS, has_lines, is_as_written, twin
from cleanweb.corpus.worker import Done
from cleanweb.errors import OutputError
from cleanweb.files import printable, reason

_NAME = re.compile(r"(?P<shard>(?:\d+-of-\d+-)?)(?P<number>\d{5,})(?P<suffix>\.(?:jsonl|vert)(?:\.gz)?)")


@dataclass(slots=True)
class _Pack:
    """A pack whose pages are being handed out or cleaned."""

    number: int
    given: int = 0  # pages handed out
    taken: int = 0  # pages that are back
    is_given: bool = False  # whether all its pages are handed out
    _names: Any = field(default_factory=partial(blake2b, digest_size=8))

    def give(self, page: Page) -> None:
        """Count a page that is being handed out."""
        self.given += 1
        self._names.update(os.fsencode(f"{page.name}\0"))

    @property
    def mark(self) -> str:
        """The pack's number and a digest of its pages' names, since pages change packs when the listing changes."""
        return f"{self.number}-{self._names.hexdigest()}"

    @property
    def is_done(self) -> bool:
        """Whether all its pages are handed out and back."""
        return self.is_given and self.taken == self.given


class _Pages(Iterator[Page]):
    """An iterator of pages that knows whether there are more."""

    def __init__(self, pages: Iterator[Page]) -> None:
        self._pages = pages
        self._following = next(pages, None)

    @property
    def are_over(self) -> bool:
        """Whether the last page was given."""
        return self._following is None

    def __next__(self) -> Page:
        if self._following is None:
            raise StopIteration
        page, self._following = self._following, next(self._pages, None)
        return page


class Aside:
    """Pages for later; bytes of pages that come as a stream (gigabytes in a pack) are kept in an unnamed file."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._pages: list[Page] = []
        self._sizes: list[int | None] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            with suppress(OSError):
                self._file.close()

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def skipped(self) -> int:
        """The number of pages that an earlier run skipped."""
        return sum(page.done.startswith(SKIPPED) for page in self._pages)

    def add(self, page: Page) -> None:
        """Put a page aside. Raises OutputError when the disk is full."""
        self._pages.append(replace(page, data=None))
        self._sizes.append(None if page.data is None else len(page.data))
        if page.data:
            try:
                self._file = self._file or TemporaryFile(dir=self._folder)  # noqa: SIM115  (closed by `__exit__`)
                self._file.write(page.data)
                self._file.flush()
            except OSError as error:
                raise OutputError(f"cannot write in {printable(self._folder)}: {reason(error)}") from error

    def __iter__(self) -> Iterator[Page]:
        if self._file:
            self._file.seek(0)
        for page, size in zip(self._pages, self._sizes, strict=True):
            yield page if size is None else replace(page, data=self._file.read(size) if self._file else b"")


class Packs:
    """Takes the outcome of every page, in order, and writes packs of `size` pages."""

    def __init__(
        self,
        output: str,
        log: str,
        *,
        size: int,
        prefix: str,
        suffix: str,
        log_suffix: str,
        is_logged: bool = True,
        run: str = "",
        has_files: Callable[[Page], bool] = lambda _: True,
    ) -> None:
        """If no logs are written (not `is_logged`), `log` may have some of earlier runs, deleted with their packs.

        `run` is part of the names of drafts, so that simultaneous runs with different options have different drafts.
        `has_files` tells whether a page's files outside of packs are there.
        """
        self.has_files = has_files
        self.size = size
        self._suffixes = {output: suffix} | ({log: log_suffix} if log else {})
        self._written = [output, log] if is_logged and log else [output]
        self.folder = output
        self._prefix = prefix
        self._run = run
        self._count = 0  # packs that were begun
        self._due: deque[_Pack] = deque()  # in the order of `take`; the first is the current one
        self._open: list[tuple[IO[bytes], str]] = []  # drafts of the current pack, with their final names
        self._digest = sha256()  # of the records in it
        self._log_lines = 0
        self._waiting: list[Outcome] = []  # pages that are settled when it is complete
        self._failed: set[int] = set()  # packs all of whose pages failed
        self.dropped: list[Outcome] = []  # pages of packs that were not completed

    def groups(self, pages: Iterator[Page]) -> Iterator[tuple[bool, Iterator[Page]]]:
        """For each pack, whether it and its log already exist, and its pages; `take` or `leave_out` each in turn.

        Read all pages of a pack before the next pack. They come one by one: all at once could be gigabytes.
        """
        rest = _Pages(pages)
        for number in count():
            if rest.are_over:
                return
            pack = _Pack(number)
            self._count = number + 1
            self._due.append(pack)
            is_there = all(os.path.exists(self._path(root, number)) for root in self._written)
            yield is_there, self._of(pack, rest)

    def _of(self, pack: _Pack, rest: _Pages) -> Iterator[Page]:
        for page in islice(rest, self.size):
            pack.give(page)
            pack.is_given = pack.given == self.size or rest.are_over
            yield page

    def has_mark(self, mark: str) -> bool:
        """Whether an earlier run gave this mark to the group just given, and the pack is unchanged.

        Call this after all pages of the group are given. Journals of earlier versions do not tell what is in a pack.
        """
        pack = self._due[-1]
        digest, _, log_lines = mark.removeprefix(pack.mark).removeprefix("-").partition("-")
        if not mark.startswith(pack.mark) or not is_as_written(self._path(self.folder, pack.number), digest):
            return False
        logs = (self._path(root, pack.number) for root in self._written if root != self.folder)
        return all(has_lines(path, int(log_lines) if log_lines.isdecimal() else 0) for path in logs)

    def leave_out(self) -> None:
        """Do not clean the group just given."""
        self._due.pop()

    def take(self, done: Done) -> list[Outcome]:
        """Add the next page's record and log; return the pages settled now: all of a completed pack, and failures.

        Skipped pages wait too: an earlier version of the pack may have them. Raises OutputError when nothing can be
        written.
        """
        settled = [done.outcome] if done.outcome.state == "failed" else []
        if not settled:
            self._waiting.append(done.outcome)
        try:
            pack = self._due[0]
            if not pack.taken:
                self._begin(pack.number)
            for (file, _), data in zip(self._open, (done.record, done.log), strict=False):
                file.write(data)
            self._digest.update(done.record)
            self._log_lines += done.outcome.log_lines
            if self._is_last():
                settled = [*self._finish(pack), *settled]
        except OSError as error:
            folders = " or ".join(map(printable, self._written))
            raise OutputError(f"cannot write the packs in {folders}: {reason(error)}") from error
        return settled

    def miss(self) -> None:
        """Pass over the next page, which a stopped run did not reach, and drop its pack."""
        self._is_last()
        self.close()

    def _is_last(self) -> bool:
        """Count a page that is back; return whether it is the last of its pack."""
        self._due[0].taken += 1
        is_last = self._due[0].is_done
        if is_last:
            self._due.popleft()
        return is_last

    def close(self) -> None:
        """Drop the current pack: a stopped run leaves no incomplete pack."""
        for file, path in self._open:
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                os.unlink(self._draft(path))
        self._open = []
        self.dropped += self._waiting
        self._waiting = []

    @property
    def path_given(self) -> str:
        """The path of the pack of the last page given."""
        return self._path(self.folder, self._due[-1].number)

    def _path(self, root: str, number: int) -> str:
        return os.path.join(root, f"{self._prefix}{number:05}{self._suffixes[root]}")

    def _begin(self, number: int) -> None:
        self._digest, self._log_lines = sha256(), 0
        for root in self._written:
            path = self._path(root, number)
            self._open.append((open(self._draft(path), "wb"), path))  # noqa: SIM115  (closed by `_finish` or `close`)

    def _finish(self, pack: _Pack) -> list[Outcome]:
        """Give the current pack its name, unless it was dropped; return its pages, with its mark.

        If all its pages failed, the pack of an earlier run stays, like the text of a failed page outside of packs.
        """
        if not self._open or not self._waiting:
            if self._open:
                self._failed.add(pack.number)
            self.close()
            return []
        is_empty = not any(file.tell() for file, _ in self._open)
        for path in self._logs_of_earlier(pack.number):
            with suppress(FileNotFoundError):
                os.unlink(path)
        # The log first, so that a pack that exists is complete.
        for file, path in reversed(self._open):
            file.close()
            if is_empty:
                os.unlink(self._draft(path))
                with suppress(FileNotFoundError):
                    os.unlink(path)  # of an earlier run
            else:
                os.replace(self._draft(path), path)
        self._open = []
        pages, self._waiting = self._waiting, []
        mark = f"{pack.mark}-{self._digest.hexdigest()[:DIGITS]}-{self._log_lines}"
        return [replace(page, pack=mark) for page in pages]

    def _logs_of_earlier(self, number: int) -> Iterator[str]:
        """Where earlier runs may have left a log of this pack that this run does not overwrite."""
        for root in self._suffixes.keys() - {self.folder}:
            path = self._path(root, number)
            yield twin(path)
            if root not in self._written:
                yield path

    def _draft(self, path: str) -> str:
        """A draft's path. It does not end like a pack or log, so that readers ignore the drafts of a killed run."""
        folder, base = os.path.split(path)
        return os.path.join(folder, f".cleanweb-{self._run}{base}~")

    def others(self) -> list[str]:
        """Packs in the directory that belong neither to this run, as far as it has come, nor to its other shards.

        Earlier runs may have had fewer pages per pack, more pages, another format, other shards, or pages that all fail
        now.
        """
        found = filter(None, map(_NAME.fullmatch, packs_in(self.folder)))
        return [name[0] for name in found if not self._may_have(name["shard"], int(name["number"]), name["suffix"])]

    def _may_have(self, shard: str, number: int, suffix: str) -> bool:
        if shard == self._prefix and (number >= self._count or number in self._failed):
            return False
        return suffix == self._suffixes[self.folder] and _division(shard) == _division(self._prefix)


def packs_in(folder: str) -> dict[str, None]:
    """The files in a directory that are named like packs, as an ordered set."""
    return dict.fromkeys(sorted(filter(_NAME.fullmatch, os.listdir(folder))))


def is_pack(path: str) -> bool:
    """Whether a file is named like a pack.

    >>> is_pack("packs/00012.jsonl"), is_pack("packs/3-of-100-00000.jsonl.gz"), is_pack("site.jsonl")
    (True, True, False)
    """
    return bool(_NAME.fullmatch(os.path.basename(path)))


def _division(shard: str) -> str:
    """The part of a name's prefix that all shards share.

    >>> _division("3-of-100-")
    '100-'
    """
    return shard.partition("-of-")[2]
