"""The pages of a run in order, each with an output of its own; on disk, so that their number costs no memory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b

from cleanweb.corpus import archives
from cleanweb.corpus.inputs import ALL_PAGES, MAX_BYTES, Page, Selection, is_archive
from cleanweb.corpus.outputs import output_name
from cleanweb.errors import UsageError
from cleanweb.files import printable

# Rows fetched at once while a run goes through its pages.
_BATCH = 1000


class Listing:
    """Pages by number, in a temporary database that the system deletes with the process.

    Names are kept as bytes: a file's name may be anything but NUL.
    """

    def __init__(
        self,
        suffix: str,
        *,
        keep_suffix: bool = False,
        shard: tuple[int, int] = (0, 1),
        selection: Selection = ALL_PAGES,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        """`shard` I of N takes only the pages whose outputs fall to it.

        `selection` and `max_bytes` are for the members of archives.
        """
        self.suffix = suffix
        self.keep_suffix = keep_suffix
        self.shard = shard
        self.selection = selection
        self.max_bytes = max_bytes
        self._folder_end = os.fsencode(suffix + "/")
        self._has_folders = False  # whether an output lies in a directory that is called like one
        self.seen = 0  # pages offered, of this shard or others
        # "" is a database that stays in memory while it is small and spills to a nameless file.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("CREATE TABLE pages (output BLOB UNIQUE, name BLOB, path BLOB, member BLOB, error TEXT)")
        self._database.execute("CREATE TABLE done (output TEXT PRIMARY KEY, digest TEXT) WITHOUT ROWID")
        self._database.execute("BEGIN")

    def __len__(self) -> int:
        """Number of pages; an archive that is read as a stream counts as one."""
        return int(self._database.execute("SELECT count(*) FROM pages").fetchone()[0])

    def output(self, page: Page) -> str:
        """The output of a page, relative to the output directory."""
        return output_name(page.name, self.suffix, keep_suffix=self.keep_suffix)

    def add(self, pages: Iterable[Page]) -> None:
        """Append pages, and those of zip archives.

        Raises UsageError naming both inputs when two have the same output.
        """
        for page in pages:
            self.seen += 1
            if is_stream(page) and archives.is_zip(page):
                self.add(archives.members(page, self.selection, self.max_bytes))
            elif (is_stream(page) or self._is_mine(page)) and (other := self._reserve(page)):
                raise UsageError(
                    f"{page.shown} and {other} would both be at {printable(self.output(page))}; "
                    "clean them into two directories, or give --keep-suffix if their suffixes differ"
                )

    def members(self, archive: Page) -> Iterator[Page]:
        """The pages of an archive that can only be read as a stream; one whose output is taken comes with an error."""
        for page in archives.members(archive, self.selection, self.max_bytes):
            if self._is_mine(page):
                taken = self._reserve(page)
                yield replace(page, error=f"its output is that of {taken}") if taken else page

    def _is_mine(self, page: Page) -> bool:
        number, count = self.shard
        return count == 1 or stable_hash(self.output(page)) % count == number

    def _reserve(self, page: Page) -> str:
        """Append one page, or name the input whose output is the same, or is a directory where this one is a file."""
        # An archive has no output of its own: its members have. Nor has what cannot be read.
        output = None if is_stream(page) or page.error else os.fsencode(self.output(page))
        if output and (found := self._in_the_way(output)):
            return found
        row = (output, os.fsencode(page.name), os.fsencode(page.path), os.fsencode(page.member), page.error)
        if self._database.execute("INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?)", row).rowcount:
            return ""
        return self._found("output = ?", output)

    def _in_the_way(self, output: bytes) -> str:
        """The input whose output has this one as a directory, or is one of its directories; "" where there is none."""
        folders = output.split(self._folder_end)[:-1]
        self._has_folders |= bool(folders)
        for number in range(len(folders)):
            folder = self._folder_end.join(folders[: number + 1]) + self._folder_end[:-1]
            if found := self._found("output = ?", folder):
                return found
        # Rows below a directory are those between "x.txt/" and "x.txt0", the next character.
        return self._found("output > ? AND output < ?", output + b"/", output + b"0") if self._has_folders else ""

    def _found(self, condition: str, *values: bytes | None) -> str:
        row = self._database.execute(f"SELECT path, member FROM pages WHERE {condition} LIMIT 1", values).fetchone()
        return Page("", os.fsdecode(row[0]), os.fsdecode(row[1])).shown if row else ""

    def mark_done(self, rows: Iterable[tuple[str, str]]) -> None:
        """Note (output as the journal shows it, digest of its input) of pages that an earlier run wrote."""
        self._database.executemany("INSERT OR REPLACE INTO done VALUES (?, ?)", rows)

    def done(self, page: Page) -> str:
        """Digest of the input from which an earlier run wrote this page; "" when none did."""
        found = self._database.execute("SELECT digest FROM done WHERE output = ?", (printable(self.output(page)),))
        return (found.fetchone() or ("",))[0]

    def __iter__(self) -> Iterator[Page]:
        """All pages that are there when asked, in order."""
        last, (end,) = 0, self._database.execute("SELECT max(rowid) FROM pages").fetchone()
        while rows := self._database.execute(
            "SELECT rowid, name, path, member, error FROM pages WHERE rowid > ? AND rowid <= ? LIMIT ?",
            (last, end, _BATCH),
        ).fetchall():
            for _, name, path, member, error in rows:
                yield Page(os.fsdecode(name), os.fsdecode(path), os.fsdecode(member), error=error)
            last = rows[-1][0]


def is_stream(page: Page) -> bool:
    """Whether this stands for an archive whose members are not listed yet."""
    return not page.member and page.data is None and not page.error and is_archive(page.path)


def stable_hash(name: str) -> int:
    """A number from a name, the same on every machine and for every version."""
    return int.from_bytes(blake2b(os.fsencode(name), digest_size=8).digest())
