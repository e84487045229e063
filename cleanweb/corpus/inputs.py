"""Find pages in directories, files, lists, archives and standard input; each page has a name and its bytes."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import translate
from itertools import accumulate
from typing import BinaryIO
from unicodedata import normalize

from cleanweb.corpus.compression import COMPRESSED_SUFFIXES
from cleanweb.errors import UsageError
from cleanweb.files import OPEN_FILE, is_file, printable, reason
from cleanweb.wording import Several

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
ARCHIVE_SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

# Kinds of directory entries.
FILE = "file"
FOLDER = "folder"
FOLDER_LINK = "link to a folder"

# Beginnings of the error of a page whose output would overwrite another page's text (TAKEN) or a page (TAKES_PLACE);
# and the end of the first if the other page is an earlier member of the same name.
TAKEN = "its output is that of "
AGAIN_THERE = ", an earlier member of this name; unpack the archive to have the last one"
TAKES_PLACE = "its output would overwrite the page "
# Describes directories where no text may be, with `-f jsonl`; and the error of a page whose text would be there.
CLOSED = "where logs and texts, one directory in the other, have the same names; expected another --log"
IN_CLOSED = f"its output would be {CLOSED}"


@dataclass(frozen=True, slots=True)
class Page:
    """A page to clean: its name below the output directory, and where its bytes are."""

    name: str  # relative, "/" between parts, never "..", with its suffixes: "a/b.html.gz"
    path: str  # the file as given, or the archive that holds it
    member: str = ""  # name inside the archive
    data: bytes | None = None  # the bytes, if they came as a stream
    error: str = ""  # why it cannot be read: the page fails with this
    refusal: str = ""  # why it must not be read: the page is skipped with this
    done: str = ""  # what identified its input when an earlier run wrote it (`--resume`, `--newer`)

    @property
    def shown(self) -> str:
        """The input's name in messages and in the journal."""
        return printable(f"{self.path}:{self.member}" if self.member else self.path)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files of a directory, and which members of an archive, are pages.

    A pattern with a `/` is matched against the path below the directory argument or in the archive, others against the
    file name. Without `include`, the usual suffixes of pages are taken, in upper or lower case, compressed or not.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    _wanted: re.Pattern[str] = field(init=False, repr=False)
    _unwanted: re.Pattern[str] | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_wanted", _union(self.include) if self.include else _DEFAULT)
        unwanted = [pattern.rstrip("/") or pattern for pattern in self.exclude]  # "drafts/" is the directory
        object.__setattr__(self, "_unwanted", _union(unwanted) if unwanted else None)

    def takes(self, name: str) -> bool:
        """Whether the file of this relative path is a page: included, and neither it nor a folder above it excluded."""
        return bool(self._wanted.match(_composed(name))) and not self.excludes(name)

    def excludes(self, name: str) -> bool:
        """Whether the file of this relative path, or a folder above it, is excluded."""
        return bool(self._unwanted) and any(map(self.prunes, accumulate(name.split("/"), "{}/{}".format)))

    def should_tell(self, kind: str) -> bool:
        """Whether entries of this kind that are passed over are reported: with `include`, only linked folders are."""
        return kind == FOLDER_LINK or not self.include

    def prunes(self, name: str) -> bool:
        """Whether the file or directory of this path is itself excluded."""
        return bool(self._unwanted and self._unwanted.match(_composed(name)))


def _composed(name: str) -> str:
    """Compose letters so that names and patterns match: archives from macOS have letters apart from their accents."""
    return name if name.isascii() else normalize("NFC", name)


# All folders before a file name, possessively: otherwise the `*` of a pattern could match some of them.
_FOLDERS = "(?s:.*/)?+"

_ANY_FOLDERS = re.compile(r"(?<![^/])(?:\*\*/)+")  # `**/`, but not in `a**/b`, which requires a folder


def _union(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(_of_path(pattern) for pattern in map(_composed, patterns)))


def _of_path(pattern: str) -> str:
    """A pattern with a slash matches a path from the directory on; as in shells, `**/` may match no folder."""
    if "/" not in pattern:
        return _FOLDERS + translate(pattern)
    parts = _ANY_FOLDERS.split(pattern.removeprefix("./").lstrip("/"))
    return "(?s:.*/)?".join(translate(part)[:-2] for part in parts) + r"\Z"


_DEFAULT = re.compile(
    r"(?is).*(?:{})(?:{})?\Z".format(
        "|".join(map(re.escape, PAGE_SUFFIXES)), "|".join(map(re.escape, COMPRESSED_SUFFIXES))
    )
)

ALL_PAGES = Selection()

# Paths of the open files of the process that opens them: a worker would get its own.
_DESCRIPTOR = re.compile(rf"-|/dev/stdin|{OPEN_FILE.pattern}")


@dataclass(slots=True)
class PassedOver:
    """Counts of what directories or archives hold besides pages, without hidden files."""

    files: int = 0
    example: str = ""  # one of the files, by its path below the directory or in the archive
    archives: Several = field(default_factory=Several)
    folders: int = 0  # that are links
    others: int = 0  # pipes, sockets, devices

    def add(self, name: str, kind: str) -> None:
        """Count one more."""
        if kind == FOLDER_LINK:
            self.folders += 1
        elif kind != FILE:
            self.others += 1
        elif is_archive(name):
            self.archives.add(name)
        elif not name.rpartition("/")[2].startswith("."):
            self.files += 1
            self.example = self.example or name


def find(arguments: Iterable[str], selection: Selection, passed: PassedOver | None = None) -> Iterator[Page]:
    """The pages of these directories, archives and files, in the order given. What is `passed` over is counted, once;
    if a pattern says what to take, only linked directories are.

    A page of a directory or archive is named by its path below it, any other file by its path as given; a file given
    along with a directory that holds it has one name only. An archive comes as one `Page` without a member
    (`archives.members` opens it); what is missing or cannot be listed comes with an `error`.
    """
    arguments = list(arguments)
    roots = outermost(arguments)
    uncounted = _below_no_other(roots)
    for argument in arguments:
        if os.path.isdir(argument):
            folder = _below(os.path.join(argument, "."), roots).removesuffix(".")
            root = os.path.join(os.path.realpath(argument), "")
            pages = walk(argument, selection, passed if root in uncounted else None)
            uncounted.discard(root)
            yield from (replace(page, name=folder + page.name) for page in pages) if folder else pages
        elif is_archive(argument) and os.path.lexists(argument):
            yield Page(name="", path=argument)
        else:
            yield listed(argument, roots)


def find_once(arguments: Sequence[str], selection: Selection, repeated: Several) -> Iterator[Page]:
    """The pages of `find`, each once; those given again, for example by their directory, are counted as `repeated`."""
    if len(arguments) == 1:  # no repetitions are possible, so no paths need be kept
        yield from find(arguments, selection)
        return
    seen: set[str] = set()
    for page in find(arguments, selection):
        path = real_path(page.path)
        if path in seen:
            repeated.add(page.shown)
        else:
            seen.add(path)
            yield page


def outermost(arguments: Iterable[str]) -> list[str]:
    """The real paths of the directories among these, shortest (outermost) first, each with a slash at its end."""
    return sorted({os.path.join(os.path.realpath(path), "") for path in arguments if os.path.isdir(path)}, key=len)


def _below_no_other(roots: Iterable[str]) -> set[str]:
    found: list[str] = []
    for root in sorted(roots):  # directories below another come right after it
        if not found or not root.startswith(found[-1]):
            found.append(root)
    return set(found)


def _below(path: str, roots: Iterable[str]) -> str:
    """The path of a file below the first of these directories that holds it; "" if none does."""
    if not roots:
        return ""
    real = real_path(path)
    return next((real.removeprefix(root) for root in roots if real.startswith(root)), "")


def real_path(path: str) -> str:
    """A path with links resolved in its folders, but not in its file name: a link to a file is a page of its own."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def listed(path: str, roots: Iterable[str] = ()) -> Page:
    """The page or archive in one file; "-" in a list is also a file.

    It is named by its path below the first of the directories `roots` that holds it; otherwise by the path given,
    without root and `..`.
    """
    path = "./-" if path == "-" else path
    error = _unfound(path)
    name = _below(path, roots) or (path if error else _straight(path))
    return Page(name=safe_name(name), path=path, error=error)


def _straight(path: str) -> str:
    """The path of a file without the folders that `..` leaves again; unchanged if one of them is a link elsewhere."""
    if ".." not in path:  # the usual case, without looking up links
        return path
    straight = os.path.normpath(path)
    return straight if straight == path or real_path(straight) == real_path(path) else path


def descriptor(path: str) -> int | None:
    """The number of the open file that a path names; None for a file on disk.

    Only the process that was given such a path can read it: `/dev/stdin`, `/dev/fd/63` of a shell's `<(...)`.

    >>> descriptor("-"), descriptor("/dev/stdin"), descriptor("/dev/fd/63"), descriptor("a.html")
    (0, 0, 63, None)
    """
    found = _DESCRIPTOR.fullmatch(path)
    return int(found[1] or 0) if found else None


def _unfound(path: str) -> str:
    """Why there is no file or it cannot be looked up; "" if there is one."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return f"no such file or directory{_what_it_is(path)}"
    except OSError as error:
        return reason(error)
    return ""


def _what_it_is(path: str) -> str:
    """What the name of no file is, and what to do: an address, or what the journal calls a page of an archive."""
    if path.startswith(("http:", "https:")):
        return "; nothing is fetched: `curl -s URL | cleanweb clean -`"
    archive = path.partition(":")[0]
    if is_archive(archive) and is_file(archive):
        return f"; unpack it from the archive {printable(archive)} first"
    return ""


def walk(root: str, selection: Selection, passed: PassedOver | None = None) -> Iterator[Page]:
    """The pages below a directory, depth first, the entries of each directory sorted by the bytes of their names.

    Links to files are followed; links to directories are not, so that no page comes twice and no walk is endless. A
    broken link is a page that cannot be read. What is `passed` over is counted.
    """
    stack = [("", root, FOLDER)]
    while stack:
        name, path, kind = stack.pop()
        if kind != FOLDER:
            yield Page(name=name, path=path)
            continue
        try:
            entries = _entries(path)
        except OSError as error:
            yield Page(name=name or "_", path=path, error=reason(error))
            continue
        prefix = name + "/" if name else ""
        for entry, kind in reversed(entries):
            below = prefix + entry
            if selection.takes(below) if kind == FILE else kind == FOLDER and not selection.prunes(below):
                stack.append((below, os.path.join(path, entry), kind))
            elif passed and kind != FOLDER and not selection.prunes(below) and selection.should_tell(kind):
                passed.add(below, kind)


def _entries(path: str) -> list[tuple[str, str]]:
    """Names in a directory with their kinds; a broken link is a file. Others (pipes) have the kind ""."""
    with os.scandir(path) as scan:
        found = [(entry.name, _kind(entry)) for entry in scan]
    return sorted(found, key=lambda entry: os.fsencode(entry[0]))


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    if _is_file(entry):
        return FILE
    return FOLDER_LINK if entry.is_symlink() and entry.is_dir() else ""


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether this is a file, a link to one, or a broken link (reading it will tell why)."""
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError:  # links in a circle, or into a directory that may not be read
        return True


# What a list by lines is according to its first two bytes, if it contains a NUL.
_NO_LISTS = {
    b"\x1f\x8b": "is compressed; expected the output of `zcat`",
    b"BZ": "is compressed; expected the output of `bzcat`",
    b"\xfd7": "is compressed; expected the output of `xzcat`",
    BOM_UTF16_LE: "is UTF-16; expected UTF-8, as `iconv` makes it",
    BOM_UTF16_BE: "is UTF-16; expected UTF-8, as `iconv` makes it",
}


PIECE = 1 << 16  # bytes of a list that are read at once


def read_list(file: BinaryIO, separator: bytes) -> Iterator[str]:
    """Paths of a list: `--files-from` (LF or CR LF) or `--files0-from` (NUL), without empty ones and blank lines.

    A byte order mark at the beginning is not part of the first path. Raises UsageError when a list by lines contains a
    NUL, which no path does: it is meant for `--files0-from` or, judging by its first bytes, compressed or UTF-16.
    """
    start = file.read(len(BOM_UTF8))
    rest = start.removeprefix(BOM_UTF8)
    while chunk := file.read(PIECE):
        *parts, rest = (rest + chunk).split(separator)
        yield from _paths(parts, separator, start)
        if len(chunk) < PIECE:  # as in `read_at_most`
            break
    yield from _paths(rest.split(separator), separator, start)


def _paths(parts: Iterable[bytes], separator: bytes, start: bytes) -> Iterator[str]:
    for part in parts:
        path = part.removesuffix(b"\r") if separator == b"\n" else part
        if b"\0" in path:
            told = "has NUL between its paths; expected --files0-from"
            raise UsageError(f"the list {_NO_LISTS.get(start[:2], told)}")
        if path and not (separator == b"\n" and path.isspace()):
            yield os.fsdecode(path)


def is_archive(path: str) -> bool:
    """Whether this file is an archive, by its name."""
    return path.lower().endswith(ARCHIVE_SUFFIXES)


def safe_name(path: str) -> str:
    """A relative path that cannot leave a directory: without root, drive, `.`, `..` and NUL.

    >>> safe_name("/x/../a//b.html"), safe_name("./c.html"), safe_name("..")
    ('x/a/b.html', 'c.html', '_')
    """
    return "/".join(part for part in path.replace("\0", "").split("/") if part not in ("", ".", "..")) or "_"
