"""What every part says of files, and asks of them, in the same way."""

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

# What no line of a list or message can show: bytes that are not UTF-8, characters that end lines or command terminals.
_ODD = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\udc80-\udcff]")
_BYTE = re.compile(rb"\\x([01][0-9a-f]|7f|[89a-f][0-9a-f])")

# What the system calls the open files of the process that asks; /dev/stdout is a link to one.
OPEN_FILE = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_MAX_LINKS = 40  # one after another, as many as Linux follows

MAX_KEPT = 16  # files of one kind that are kept when read; ours: more than a program is likely to use in turn

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
    """The path that `printable` shows so, where each of its `\\xNN` is a byte.

    >>> printable(unprintable("caf\\\\xe9.txt"))
    'caf\\\\xe9.txt'
    """
    return _BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), path.encode()).decode("utf-8", "surrogateescape")


def name_of(path: str | os.PathLike[str]) -> str:
    """The last part of a path, also of one that does not spell it (`.`, `..`)."""
    return Path(os.path.abspath(path)).name  # noqa: PTH100  (resolve() would name what a link leads to)


def reason(error: BaseException) -> str:
    """What the system says, in lower case ("permission denied"), or what another error says."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error) or type(error).__name__


def draft_name(name: str) -> str:
    """How a file is called before it takes this name: hidden, and so that every system takes it.

    >>> draft_name("a.txt")
    '.cleanweb-c90efc5142c899d5'
    """
    return f".cleanweb-{blake2b(os.fsencode(name), digest_size=8).hexdigest()}"


def open_number(path: str | os.PathLike[str]) -> int | None:
    """The number of this process's open file that a path names, itself or by links; None for any other path.

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
    """A file, emptied; or what is special, as it is: an open file of this process goes on where it stands."""
    if not is_special(path):
        return Path(path).open("wb", buffering)
    number = open_number(path)
    return os.fdopen(os.open(path, os.O_WRONLY) if number is None else os.dup(number), "wb", buffering)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a device, pipe, socket or open file (/dev/stdout) is there: what is written to and never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return not stat.S_ISDIR(mode) and (not stat.S_ISREG(mode) or open_number(path) is not None)


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a directory is there; not where the system does not say: who reads what is there is told why."""
    return os.path.isdir(path)  # noqa: PTH112  (Path("") is the working directory)


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file is there; not where the system does not say, as of a name that is too long."""
    try:
        return Path(path).is_file()
    except OSError:
        return False


def tells_case(folder: str | os.PathLike[str]) -> bool:
    """Whether names that differ in case only are two files there, or where such a directory would be made.

    It is asked of a name that is there; where none has letters, they are taken to be two.
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
    """What is in a directory, one by one; nothing of one that cannot be read."""
    with suppress(OSError), os.scandir(folder) as scan:
        yield from (folder / entry.name for entry in scan)


def is_itself(path: str, place: str) -> bool:
    """Whether a file that takes the name `place` takes the place of the file `path`, or of the link that it is."""
    try:
        there, page = Path(place).lstat(), Path(path)
        return os.path.samestat(there, page.stat()) or os.path.samestat(there, page.lstat())
    except OSError:
        return False


def check_output(option: str, path: str | os.PathLike[str]) -> None:
    """Raises UsageError where a file can never be written: before the work whose result it is to hold.

    `option` is how the user named it, like "-o".
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
    """A function that reads files of one kind, each once; again after `forget_changed`, where another is there."""

    every: ClassVar[list[ReadOnce[Any]]] = []

    def __init__(self, read: Callable[[Path], Content]) -> None:
        self.read = read
        self.kept: dict[Path, tuple[tuple[int, ...] | None, Content]] = {}
        self.every.append(self)

    def __call__(self, path: Path) -> Content:
        known = self.kept.get(path)
        if known is None:
            state = _state(path)  # before: what is replaced while it is read will be read again
            if len(self.kept) >= MAX_KEPT:
                self.kept = {}
            known = self.kept[path] = state, self.read(path)
        return known[1]


def forget_changed() -> None:
    """Have files that were replaced since they were read, or are another folder's now, read again when asked for."""
    for reader in ReadOnce.every:
        for path, (state, _) in list(reader.kept.items()):
            if state is not None and _state(path) != state:
                reader.kept.pop(path, None)


def _state(path: Path) -> tuple[int, ...] | None:
    """What differs when another file is there; None for what is read once and for all: pipes, and what ships."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    if not stat.S_ISREG(found.st_mode) or path.is_relative_to(_PACKAGE):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
