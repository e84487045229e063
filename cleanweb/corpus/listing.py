"""The pages of a run in order, each with an output of its own; on disk, so that their number costs no memory."""

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

# How the names end of all that is written of pages: texts, logs and normalized pages.
_WRITTEN = (".xhtml", *(suffix + packed for suffix in SUFFIXES.values() for packed in ("", ".gz")))

# Rows fetched at once while a run goes through its pages; ours.
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
        places: Callable[[Page], Iterable[str]] = lambda _: (),
        spared: Iterable[str] = (),
        beside: Mapping[str, str] = {},
        closed: Iterable[str] = (),
        tells_case: bool = True,
    ) -> None:
        """`suffix` is that of the outputs, "" where none is written. `shard` I of N takes only the pages whose outputs
        fall to it.

        Where the file system does not tell case (not `tells_case`), outputs that differ in it only are the same.
        `selection` and `max_bytes` are for the members of archives. `places` gives the paths of the files that are
        written of a page, or removed: none may be that of another page (`check_places`). `spared` are other files that
        are to be written, of which `page_at` can tell. `beside` says how the names end of what is written of a page
        besides its output, and what that is: none may lie where another page needs a directory.
        Nor may an output lie in the directories `closed`, where other files of the run have such names.
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
        self._folder_ends: set[bytes] = set()  # those with which names of directories end where outputs lie
        self._has_streams = False
        self._has_files = False  # whether a page is called like what is written, or `spared`
        self.seen = 0  # pages offered, of this shard or others; those of streams once they are read
        self.has_any = False  # whether one of them may be read: not where no input is there
        self.repeated = Several()  # pages and archives that were named again, and are taken once
        self.passed_over = PassedOver()  # where directories were looked through for this listing
        self.passed_in_archives = PassedOver()  # in those that are streams once they are read
        self._database = OnDisk("the list of pages does")
        self._do = self._database.do
        self._do("CREATE TABLE pages (output BLOB UNIQUE, name BLOB, path BLOB, member BLOB, error TEXT)")
        self._do("CREATE TABLE archives (name BLOB, path BLOB, PRIMARY KEY (name, path)) WITHOUT ROWID")
        self._do("CREATE TABLE files (identity TEXT PRIMARY KEY, path BLOB) WITHOUT ROWID")
        self._do("CREATE TABLE done (output TEXT PRIMARY KEY, digest TEXT) WITHOUT ROWID")
        self._do("BEGIN")

    @property
    def page_count(self) -> int | None:
        """Number of pages; None where archives that are read as streams are among them."""
        return None if self._has_streams else len(self)

    @property
    def is_empty(self) -> bool:
        """Whether no page was offered, and no archive in which there may be some."""
        return not (self.seen or self._has_streams)

    def __len__(self) -> int:
        """Number of pages; an archive that is read as a stream counts as one."""
        return int(self._do("SELECT count(*) FROM pages").fetchone()[0])

    def output(self, page: Page) -> str:
        """The output of a page, relative to the output directory."""
        return output_name(page.name, self.suffix, keep_suffix=self.keep_suffix)

    def add(self, pages: Iterable[Page]) -> None:
        """Append pages, and those of zip archives; what is there already is left out, and counted.

        Raises UsageError naming both inputs when two have the same output.
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
        """What two pages have in common that may be of one only, and what helps."""
        if not self.suffix:  # nothing is written of a page
            return f"are both called {printable(page.name)}; expected pages as `cleanweb clean` takes them in one run"
        suffixes = "" if self.keep_suffix else ", or give --keep-suffix if their suffixes differ"
        return f"would both be at {self._where(page, other)}; clean them into two directories{suffixes}"

    def _where(self, page: Page, other: Page) -> str:
        """Where the files of two pages are that cannot both be there."""
        output, taken = self.output(page), self.output(other)
        if self._key(output) == self._key(taken):
            return printable(output) + (", in a directory that does not tell case" if output != taken else "")
        stems = [name.removesuffix(self.suffix) for name in (output, taken)]
        for end, kind in self._ends.items():
            names = [stem + os.fsdecode(end) for stem in stems]
            one, two = map(self._key, names)
            if one.startswith(two + b"/") or two.startswith(one + b"/"):
                told = " and ".join(map(printable, names))
                return f"{told} ({kind}), of which one is a file and a directory of the other"
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

        That is no error before the run, as it is of a zip: a compressed tar would have to be unpacked twice, and one
        that is not compressed is to be treated alike. `--dry-run` reads all and tells.
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
        """Note the file of a page, of this shard or others, that could be written over, and the one that it links to.

        Of most runs there is none: what is written has other names than pages.
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
        """The path of the page whose file, or link, what is written to this path would replace; "" for none."""
        if not (self._has_files and (identity := _identity(path))):
            return ""
        row = self._do("SELECT path FROM files WHERE identity = ?", (identity,)).fetchone()
        return os.fsdecode(row[0]) if row else ""

    def _file_in_place(self, page: Page) -> str:
        return next(filter(None, map(self.page_at, self.places(page))), "") if self._has_files else ""

    def check_places(self) -> None:
        """Raises UsageError, naming both, where what is made of one page would take the place of another, or its own.

        Those of archives that are read as streams are not known yet; they come with an error (`members`).
        """
        if not self._has_files:
            return
        for page in self:
            if not (page.error or is_stream(page)) and (file := self._file_in_place(page)):
                raise UsageError(
                    f"what is made of {page.shown} would take the place of the page {printable(file)}; expected "
                    "another directory, or --exclude"
                )

    def _is_in_closed(self, page: Page) -> bool:
        return bool(self._closed) and self._key(self.output(page)).startswith(self._closed)

    def falls_here(self, output: str) -> bool:
        """Whether a page with this output, listed or not, is of this shard."""
        number, count = self.shard
        return count == 1 or stable_hash(os.fsdecode(self._key(output))) % count == number

    def _reserve(self, page: Page) -> Page | None:
        """Append one page; or the page whose output is the same, or is a directory where this one is a file."""
        # An archive has no output of its own: its members have. Nor has what cannot be read.
        output = None if is_stream(page) or page.error else self._key(self.output(page))
        if output and (found := self._in_the_way(output)):
            return found
        row = (output, os.fsencode(page.name), os.fsencode(page.path), os.fsencode(page.member), page.error)
        if self._do("INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?)", row).rowcount:
            return None
        return self._found("output = ?", output)

    def _key(self, output: str) -> bytes:
        """What outputs have in common that are one file."""
        return os.fsencode(output if self.tells_case else normalize("NFC", output.lower()))

    def _in_the_way(self, output: bytes) -> Page | None:
        """The page of which a file would lie where this one has a directory, or that has one where this has a file."""
        own = os.fsencode(self.suffix)
        for end in self._ends:
            *folders, _ = output.split(end + b"/")
            if folders:
                self._folder_ends.add(end)
            for number in range(len(folders)):
                stem = (end + b"/").join(folders[: number + 1])
                if found := self._found("output = ?", stem + own):
                    return found
            # Rows below a directory are those between "x.txt/" and "x.txt0", the next character.
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
        """Note (output as the journal shows it, what its input is known by) of pages that earlier runs wrote.

        So are packs noted, by their keys, with their marks.
        """
        self._database.do_many("INSERT OR REPLACE INTO done VALUES (?, ?)", rows)

    def done(self, page: Page) -> str:
        """What the input is known by from which an earlier run wrote this page; "" when none did.

        Where it has no line in the journal, and such pages are told of together, that.
        """
        return self._noted(printable(self.output(page))) or self._noted(NO_FILE)

    def has_pack(self, mark: str) -> bool:
        """Whether this is the mark that the pack of its number had last."""
        return self._noted(pack_key(mark)) == mark

    def others(self, *, are_packed: bool = False) -> Iterator[str]:
        """The outputs, as the journal shows them, that earlier runs made or were to make and this one does not.

        They are of pages that are not listed here, or of these in another format; where the pages of this run
        `are_packed`, none has an output of its own. Of a shard, they fall to it.
        """
        unread = self._do("SELECT name FROM pages WHERE error <> ''")  # which have no output there
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
        """All pages that are there when asked, in order."""
        last, (end,) = 0, self._do("SELECT max(rowid) FROM pages").fetchone()
        while rows := self._do(
            "SELECT rowid, name, path, member, error FROM pages WHERE rowid > ? AND rowid <= ? LIMIT ?",
            (last, end, _BATCH),
        ).fetchall():
            for _, name, path, member, error in rows:
                yield Page(os.fsdecode(name), os.fsdecode(path), os.fsdecode(member), error=error)
            last = rows[-1][0]


def _is_like_written(path: str) -> bool:
    """Whether a file is called like what is written of pages; file systems may not tell case."""
    return path.lower().endswith(_WRITTEN)


def _identity(path: str) -> str:
    """What tells a file, or a link, whatever the path that leads to it; "" where nothing is there."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return ""
    return f"{found.st_dev} {found.st_ino}"


def is_stream(page: Page) -> bool:
    """Whether this stands for an archive whose members are not listed yet."""
    return not page.member and page.data is None and not page.error and is_archive(page.path)


def _is_same_file(page: Page, other: Page) -> bool:
    """Whether two pages are one, named twice; or members of one name in a zip, of which the last is read."""
    return page.member == other.member and real_path(page.path) == real_path(other.path)


def stable_hash(name: str) -> int:
    """A number from a name, the same on every machine and for every version."""
    return int.from_bytes(blake2b(os.fsencode(name), digest_size=8).digest())
