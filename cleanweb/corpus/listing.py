"""The pages of a run in order, each with its own output; on disk, so that memory does not grow with their number."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from unicodedata import normalize

from cleanweb.corpus import archives
from cleanweb.corpus.inputs import (
    AGAIN_THERE,
    ALL_PAGES,
    CLOSED,
    IN_CLOSED,
    TAKEN,
    TAKES_PLACE,
    Page,
    PassedOver,
    Selection,
    is_archive,
    real_path,
)
from cleanweb.corpus.journal import NO_FILE, pack_key
from cleanweb.corpus.limits import MAX_BYTES
from cleanweb.corpus.on_disk import OnDisk
from cleanweb.corpus.outputs import output_name
from cleanweb.errors import UsageError
from cleanweb.files import is_special, printable, unprintable
from cleanweb.records import SUFFIXES
from cleanweb.wording import Several

# Endings of the names of all files written for pages: texts, logs and normalized pages.
_WRITTEN = (".xhtml", *(suffix + packed for suffix in SUFFIXES.values() for packed in ("", ".gz")))

# Rows fetched at once while a run goes through its pages; ours.
_BATCH = 1000


class Listing:
    """Numbered pages in a temporary database, which the system deletes with the process.

    Names are stored as bytes: a file name may contain anything but NUL.
    """

    def __init__(
        self,
        suffix: str,
        *,
        keep_suffix: bool = False,
        shard: tuple[int, int] = (0, 1),
        selection: Selection = ALL_PAGES,
        max_bytes: int = MAX_BYTES,
        places: Callable[[Page], Iterable[str]] = lambda _: (),
        spared: Iterable[str] = (),
        beside: Mapping[str, str] = {},
        closed: Iterable[str] = (),
        tells_case: bool = True,
    ) -> None:
        """`suffix` is that of the outputs, "" if none are written. `shard` I of N takes only the pages whose outputs
        fall to it.

        If the file system does not tell case (not `tells_case`), outputs that differ only in case are the same.
        `selection` and `max_bytes` are for the members of archives. `places` gives the paths of the files that are
        written or removed for a page: none may be another page (`check_places`). `spared` are other files to be
        written, which `page_at` can check. `beside` maps name endings of a page's files other than its output to what
        they are: none may be where another page needs a directory. Nor may an output be in the directories `closed`,
        where other files of the run have such names.
        """
        self.suffix = suffix
        self.keep_suffix = keep_suffix
        self.shard = shard
        self.selection = selection
        self.max_bytes = max_bytes
        self.places = places
        files = [file for path in spared if not is_special(path) for file in (path, os.path.realpath(path))]
        self.spared = set(filter(None, map(_identity, files)))
        self.tells_case = tells_case
        self._closed = tuple(self._key(folder + "/") for folder in closed)
        self._ends = {os.fsencode(end): kind for end, kind in {**beside, suffix: "texts"}.items() if end}
        self._folder_ends: set[bytes] = set()  # those that also end names of directories with outputs
        self._has_streams = False
        self._has_files = False  # whether a page is called like what is written, or `spared`
        self.seen = 0  # pages offered, of this shard or others; those of streams once they are read
        self.has_any = False  # whether at least one of them may be readable
        self.repeated = Several()  # pages and archives that were named again; they are taken once
        self.passed_over = PassedOver()  # in the directories searched for this listing
        self.passed_in_archives = PassedOver()  # for streams, once they are read
        self._database = OnDisk("the list of pages does")
        self._do = self._database.do
        self._do("CREATE TABLE pages (output BLOB UNIQUE, name BLOB, path BLOB, member BLOB, error TEXT)")
        self._do("CREATE TABLE archives (name BLOB, path BLOB, PRIMARY KEY (name, path)) WITHOUT ROWID")
        self._do("CREATE TABLE files (identity TEXT PRIMARY KEY, path BLOB) WITHOUT ROWID")
        self._do("CREATE TABLE done (output TEXT PRIMARY KEY, digest TEXT) WITHOUT ROWID")
        self._do("BEGIN")

    @property
    def page_count(self) -> int | None:
        """Number of pages; None if there are archives that are read as streams."""
        return None if self._has_streams else len(self)

    @property
    def is_empty(self) -> bool:
        """Whether neither a page was offered nor an archive that may have some."""
        return not (self.seen or self._has_streams)

    def __len__(self) -> int:
        """Number of pages; an archive that is read as a stream counts as one."""
        return int(self._do("SELECT count(*) FROM pages").fetchone()[0])

    def output(self, page: Page) -> str:
        """The output of a page, relative to the output directory."""
        return output_name(page.name, self.suffix, keep_suffix=self.keep_suffix)

    def add(self, pages: Iterable[Page]) -> None:
        """Append pages and those of zip archives; repetitions are left out and counted.

        Raises UsageError, naming both inputs, when two have the same output.
        """
        for page in pages:
            if is_stream(page):
                self._add_archive(page)
                continue
            self.seen += 1
            self.has_any |= not page.error
            self._note_file(page)
            if self._is_in_closed(page):
                raise UsageError(f"{page.shown} would be at {printable(self.output(page))}, {CLOSED}")
            if self.falls_here(self.output(page)) and (other := self._reserve(page)):
                if not _is_same_file(page, other):
                    raise UsageError(f"{page.shown} and {other.shown} {self._both(page, other)}")
                self.repeated.add(page.shown)

    def _both(self, page: Page, other: Page) -> str:
        """The message for two pages that share what only one may have, with advice."""
        if not self.suffix:  # no outputs are written
            return f"are both called {printable(page.name)}; expected pages as `cleanweb clean` takes them in one run"
        suffixes = "" if self.keep_suffix else ", or give --keep-suffix if their suffixes differ"
        return f"would both be at {self._where(page, other)}; clean them into two directories{suffixes}"

    def _where(self, page: Page, other: Page) -> str:
        """Where two pages' files are that cannot both exist."""
        output, taken = self.output(page), self.output(other)
        if self._key(output) == self._key(taken):
            return printable(output) + (", in a directory that ignores case" if output != taken else "")
        stems = [name.removesuffix(self.suffix) for name in (output, taken)]
        for end, kind in self._ends.items():
            names = [stem + os.fsdecode(end) for stem in stems]
            one, two = map(self._key, names)
            if one.startswith(two + b"/") or two.startswith(one + b"/"):
                told = " and ".join(map(printable, names))
                return f"{told} ({kind}), one of which would be a file and a directory"
        raise AssertionError("they would both be there")

    def _add_archive(self, archive: Page) -> None:
        self._note_file(archive)
        row = (os.fsencode(archive.name), os.fsencode(real_path(archive.path)))
        if not self._do("INSERT OR IGNORE INTO archives VALUES (?, ?)", row).rowcount:
            self.repeated.add(archive.shown)
        elif archives.is_zip(archive):
            self.add(archives.members(archive, self.selection, self.max_bytes, self.passed_in_archives))
        else:
            self._has_streams = self.has_any = True
            self._reserve(archive)

    def members(self, archive: Page) -> Iterator[Page]:
        """The pages of an archive that can only be read as a stream; one whose output is taken comes with an error.

        Unlike for a zip, this is no error before the run: a compressed tar would have to be unpacked twice, and an
        uncompressed one is treated alike. `--dry-run` reads everything and reports it.
        """
        for page in archives.members(archive, self.selection, self.max_bytes, self.passed_in_archives):
            self.seen += 1
            if not self.falls_here(self.output(page)):
                continue
            if self._is_in_closed(page):
                yield replace(page, error=IN_CLOSED)
                continue
            if file := self._file_in_place(page):
                yield replace(page, error=TAKES_PLACE + printable(file))
                continue
            taken = self._reserve(page)
            again = AGAIN_THERE if taken and _is_same_file(page, taken) else ""
            yield replace(page, error=TAKEN + taken.shown + again) if taken else page

    def _note_file(self, page: Page) -> None:
        """Note the file of a page, of any shard, that could be overwritten, and the file that it links to.

        Most runs have none: what is written has other names than pages.
        """
        if page.member or page.error:
            return
        is_link = os.path.islink(page.path)
        if not (self.spared or is_link or _is_like_written(page.path)):
            return
        for file in {page.path, os.path.realpath(page.path)} if is_link else {page.path}:
            if (identity := _identity(file)) and (identity in self.spared or _is_like_written(file)):
                self._do("INSERT OR IGNORE INTO files VALUES (?, ?)", (identity, os.fsencode(page.path)))
                self._has_files = True

    def page_at(self, path: str) -> str:
        """The path of the page whose file or link would be replaced by writing to this path; "" for none."""
        if not (self._has_files and (identity := _identity(path))):
            return ""
        row = self._do("SELECT path FROM files WHERE identity = ?", (identity,)).fetchone()
        return os.fsdecode(row[0]) if row else ""

    def _file_in_place(self, page: Page) -> str:
        return next(filter(None, map(self.page_at, self.places(page))), "") if self._has_files else ""

    def check_places(self) -> None:
        """Raises UsageError, naming both, when a file made of a page would replace another page or the page itself.

        Members of archives that are read as streams are not known yet; they come with an error (`members`).
        """
        if not self._has_files:
            return
        for page in self:
            if not (page.error or is_stream(page)) and (file := self._file_in_place(page)):
                raise UsageError(
                    f"the output of {page.shown} would overwrite the page {printable(file)}; expected another "
                    "directory, or --exclude"
                )

    def _is_in_closed(self, page: Page) -> bool:
        return bool(self._closed) and self._key(self.output(page)).startswith(self._closed)

    def falls_here(self, output: str) -> bool:
        """Whether a page with this output, listed or not, belongs to this shard."""
        number, count = self.shard
        return count == 1 or stable_hash(self._key(output)) % count == number

    def _reserve(self, page: Page) -> Page | None:
        """Append one page; if its output conflicts with another page's, as the same file or as file and directory,
        return that page instead."""
        # Neither an archive, unlike its members, nor an unreadable page has an output.
        output = None if is_stream(page) or page.error else self._key(self.output(page))
        if output and (found := self._in_the_way(output)):
            return found
        row = (output, os.fsencode(page.name), os.fsencode(page.path), os.fsencode(page.member), page.error)
        if self._do("INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?)", row).rowcount:
            return None
        return self._found("output = ?", output)

    def _key(self, output: str) -> bytes:
        """A key that is the same for outputs that are the same file."""
        return os.fsencode(output if self.tells_case else normalize("NFC", output.lower()))

    def _in_the_way(self, output: bytes) -> Page | None:
        """The page with a file where this output needs a directory, or with a directory where this one has a file."""
        own = os.fsencode(self.suffix)
        for end in self._ends:
            *folders, _ = output.split(end + b"/")
            if folders:
                self._folder_ends.add(end)
            for number in range(len(folders)):
                stem = (end + b"/").join(folders[: number + 1])
                if found := self._found("output = ?", stem + own):
                    return found
            # Rows below a directory are between "x.txt/" and "x.txt0" ("0" follows "/").
            folder = output.removesuffix(own) + end
            below = (folder + b"/", folder + b"0")
            if end in self._folder_ends and (found := self._found("output > ? AND output < ?", *below)):
                return found
        return None

    def _found(self, condition: str, *values: bytes | None) -> Page | None:
        query = f"SELECT name, path, member FROM pages WHERE {condition} LIMIT 1"
        row = self._do(query, values).fetchone()
        if row is None:
            return None
        name, path, member = map(os.fsdecode, row)
        return Page(name, path, member)

    def mark_done(self, rows: Iterable[tuple[str, str]]) -> None:
        """Note what earlier runs wrote: (output as the journal shows it, identity of its input).

        Packs are noted in the same way, by their keys, with their marks.
        """
        self._database.do_many("INSERT OR REPLACE INTO done VALUES (?, ?)", rows)

    def done(self, page: Page) -> str:
        """The identity of the input from which an earlier run wrote this page; "" if none did.

        If the page has no line in the journal, what is noted for all such pages.
        """
        return self._noted(printable(self.output(page))) or self._noted(NO_FILE)

    def has_pack(self, mark: str) -> bool:
        """Whether this is the last mark of the pack of its number."""
        return self._noted(pack_key(mark)) == mark

    def others(self, *, are_packed: bool = False) -> Iterator[str]:
        """The outputs, as the journal shows them, that earlier runs made or should have made and this run does not.

        They belong to pages that are not listed here, or to listed ones in another format; if the pages of this run
        `are_packed`, none has an output of its own. With shards, only those of this shard.
        """
        unread = self._do("SELECT name FROM pages WHERE error <> ''")  # they have no output in the table
        failed = {self.output(Page(os.fsdecode(name), path="")) for (name,) in unread}
        for (shown,) in self._do("SELECT output FROM done"):
            output = unprintable(shown)
            is_mine = not are_packed and (output in failed or self.has_output(output))
            if not is_mine and not shown.startswith(NO_FILE) and self.falls_here(output):
                yield shown

    def has_output(self, output: str) -> bool:
        """Whether a page of this listing has this output."""
        return self._found("output = ?", self._key(output)) is not None

    def _noted(self, output: str) -> str:
        found = self._do("SELECT digest FROM done WHERE output = ?", (output,))
        return (found.fetchone() or ("",))[0]

    def __iter__(self) -> Iterator[Page]:
        """All pages listed when the iteration starts, in order."""
        last, (end,) = 0, self._do("SELECT max(rowid) FROM pages").fetchone()
        while rows := self._do(
            "SELECT rowid, name, path, member, error FROM pages WHERE rowid > ? AND rowid <= ? LIMIT ?",
            (last, end, _BATCH),
        ).fetchall():
            for _, name, path, member, error in rows:
                yield Page(os.fsdecode(name), os.fsdecode(path), os.fsdecode(member), error=error)
            last = rows[-1][0]


def _is_like_written(path: str) -> bool:
    """Whether a file is called like those written for pages; file systems may not tell case."""
    return path.lower().endswith(_WRITTEN)


def _identity(path: str) -> str:
    """The identity of a file or link, whatever path leads to it; "" if nothing is there."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return ""
    return f"{found.st_dev} {found.st_ino}"


def is_stream(page: Page) -> bool:
    """Whether this is an archive whose members are not listed yet."""
    return not page.member and page.data is None and not page.error and is_archive(page.path)


def _is_same_file(page: Page, other: Page) -> bool:
    """Whether two pages are one named twice, or members of the same name in a zip, of which the last is read."""
    return page.member == other.member and real_path(page.path) == real_path(other.path)


def stable_hash(name: bytes) -> int:
    """A hash of a name, the same on every machine and in every version."""
    return int.from_bytes(blake2b(name, digest_size=8).digest())
