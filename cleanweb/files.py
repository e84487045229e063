"""File helpers that all parts share, so that files are described and checked in the same way."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO, Any, ClassVar, Generic, TypeVar

from cleanweb.errors import UsageError

# Not to be shown in lists and messages: bytes that are not UTF-8, characters that end lines or control terminals.
_ODD = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\udc80-\udcff]")
_BYTE = re.compile(rb"\\x([01][0-9a-f]|7f|[89a-f][0-9a-f])")

# The system's names for the open files of the current process; /dev/stdout is a link to one.
OPEN_FILE = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_MAX_LINKS = 40  # followed in a row, as in Linux

MAX_KEPT = 16  # files of one kind that are cached; ours: more than a program is likely to alternate between

_PACKAGE = Path(__file__).parent

Content = TypeVar("Content")


def printable(path: str) -> str:
    """A path, or a message with one, as valid Unicode on one line: odd bytes and control characters become `\\xNN`.

    >>> printable("a\\nb.html"), printable("caf\\udce9.html")
    ('a\\\\x0ab.html', 'caf\\\\xe9.html')
    """
    return _ODD.sub(_escaped, path)


def _escaped(odd: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02x}" for byte in odd[0].encode("utf-8", "surrogateescape"))


def unprintable(path: str) -> str:
    """The path that `printable` shows like this, reading each `\\xNN` as a byte.

    >>> printable(unprintable("caf\\\\xe9.txt"))
    'caf\\\\xe9.txt'
    """
    return _BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), path.encode()).decode("utf-8", "surrogateescape")


def name_of(path: str | os.PathLike[str]) -> str:
    """The last part of a path, even of one that does not spell it out (`.`, `..`)."""
    return Path(os.path.abspath(path)).name  # noqa: PTH100  (resolve() would follow links)


def reason(error: BaseException) -> str:
    """The system's message in lower case ("permission denied"), or that of another error."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error) or type(error).__name__


def draft_name(name: str) -> str:
    """The name of a draft that will be renamed to this name: hidden, and valid on every system.

    >>> draft_name("a.txt")
    '.cleanweb-c90efc5142c899d5'
    """
    return f".cleanweb-{blake2b(os.fsencode(name), digest_size=8).hexdigest()}"


def open_number(path: str | os.PathLike[str]) -> int | None:
    """The number of this process's open file that a path names, directly or by links; None for any other path.

    >>> open_number("/dev/fd/63"), open_number("a.html")
    (63, None)
    """
    place = os.fspath(path)
    for _ in range(_MAX_LINKS):
        if found := OPEN_FILE.fullmatch(os.path.normpath(place)):
            return int(found[1])
        try:
            place = os.path.join(os.path.dirname(place), os.readlink(place))  # noqa: PTH115, PTH118, PTH120  (as above)
        except OSError:
            break
    return None


def open_to_write(path: str | os.PathLike[str], *, buffering: int = -1) -> IO[bytes]:
    """Open a file for writing. A file is emptied, a special file is not: an open file continues at its position."""
    if not is_special(path):
        return Path(path).open("wb", buffering)
    number = open_number(path)
    return os.fdopen(os.open(path, os.O_WRONLY) if number is None else os.dup(number), "wb", buffering)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a device, pipe, socket or open file (/dev/stdout) is there, which is written to but never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return not stat.S_ISDIR(mode) and (not stat.S_ISREG(mode) or open_number(path) is not None)


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a directory is there; False if the system cannot tell, in which case reading it will tell why."""
    return os.path.isdir(path)  # noqa: PTH112  (Path("") is the working directory)


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file is there; False if the system cannot tell, as for a name that is too long."""
    try:
        return Path(path).is_file()
    except OSError:
        return False


def tells_case(folder: str | os.PathLike[str]) -> bool:
    """Whether names that differ only in case are two files in this folder, or where it would be created.

    This is tested with an existing name; if none has letters, the answer is yes.
    """
    place = Path(folder).absolute()
    while not is_folder(place) and place != place.parent:
        place = place.parent
    for path in chain(_some_in(place), (place, *place.parents)):
        if (other := path.name.swapcase()) != path.name:
            try:
                return not os.path.samestat(path.lstat(), (path.parent / other).lstat())
            except OSError:
                return True
    return True


def _some_in(folder: Path) -> Iterator[Path]:
    """The entries of a directory, one by one; none if it cannot be read."""
    with suppress(OSError), os.scandir(folder) as scan:
        yield from (folder / entry.name for entry in scan)


def is_itself(path: str, place: str) -> bool:
    """Whether writing to `place` would replace the file `path`, or the link that it is."""
    try:
        there, page = Path(place).lstat(), Path(path)
        return os.path.samestat(there, page.stat()) or os.path.samestat(there, page.lstat())
    except OSError:
        return False


def check_output(option: str, path: str | os.PathLike[str]) -> None:
    """Raises UsageError when a file cannot be written; to be called before the work whose result it will hold.

    `option` is the user's option for it, like "-o".
    """
    folder = Path(path).absolute().parent
    if is_special(path):
        return
    if os.fspath(path) == "-":
        raise UsageError(f"{option} -: expected the name of a file; that of standard output is /dev/stdout")
    if not folder.is_dir():
        raise UsageError(f"{option} {path}: there is no directory {Path(path).parent}")
    if Path(path).is_dir():
        raise UsageError(f"{option} {path}: expected a file, found a directory")
    if os.fspath(path).endswith("/"):
        raise UsageError(f"{option} {path}: expected a file, found the name of a directory")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{option} {path}: the directory {Path(path).parent} cannot be written to")


class ReadOnce(Generic[Content]):
    """A function that reads each file of one kind once, and again after `forget_changed` if it was replaced."""

    every: ClassVar[list[ReadOnce[Any]]] = []

    def __init__(self, read: Callable[[Path], Content]) -> None:
        self.read = read
        self.kept: dict[Path, tuple[tuple[int, ...] | None, Content]] = {}
        self.every.append(self)

    def __call__(self, path: Path) -> Content:
        known = self.kept.get(path)
        if known is None:
            state = _state(path)  # before reading: a file that is replaced meanwhile will be read again
            if len(self.kept) >= MAX_KEPT:
                self.kept = {}
            known = self.kept[path] = state, self.read(path)
        return known[1]


def forget_changed() -> None:
    """Forget files that were replaced since they were read, or whose paths lead elsewhere now."""
    for reader in ReadOnce.every:
        for path, (state, _) in list(reader.kept.items()):
            if state is not None and _state(path) != state:
                reader.kept.pop(path, None)


def _state(path: Path) -> tuple[int, ...] | None:
    """A value that changes when another file is there; None for what is read only once: pipes and packaged files."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    if not stat.S_ISREG(found.st_mode) or path.is_relative_to(_PACKAGE):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
