"""What every part says of files, and asks of them, in the same way."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from cleanweb.errors import UsageError

_BYTE = re.compile(rb"\\x([89a-f][0-9a-f])")


def printable(path: str) -> str:
    """A path as valid Unicode: bytes that are not UTF-8 become `\\xNN`."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    return path


def unprintable(path: str) -> str:
    """The path that `printable` shows so, where each of its `\\xNN` is a byte.

    >>> printable(unprintable("caf\\\\xe9.txt"))
    'caf\\\\xe9.txt'
    """
    return os.fsdecode(_BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), path.encode()))


def name_of(path: str | os.PathLike[str]) -> str:
    """The last part of a path, also of one that does not spell it (`.`, `..`)."""
    return Path(os.path.abspath(path)).name  # noqa: PTH100  (resolve() would name what a link leads to)


def reason(error: OSError) -> str:
    """What the system says, in lower case: "permission denied"."""
    return (error.strerror or str(error)).lower()


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a device, pipe or socket is there: what is written to and never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_itself(path: str, place: str) -> bool:
    """Whether a file that takes the name `place` takes the place of the file `path`, or of the link that it is."""
    try:
        there, page = Path(place).lstat(), Path(path)
        return os.path.samestat(there, page.stat()) or os.path.samestat(there, page.lstat())
    except OSError:
        return False


def check_output(option: str, path: str | os.PathLike[str]) -> None:
    """Nothing where a file can be written there; `option` is how the user named it, like "-o".

    Raises UsageError where it never can be, before the work that it is to hold.
    """
    folder = Path(path).absolute().parent
    if is_special(path):
        return
    if not folder.is_dir():
        raise UsageError(f"{option} {path}: there is no directory {Path(path).parent}")
    if Path(path).is_dir():
        raise UsageError(f"{option} {path}: expected a file, found a directory")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{option} {path}: the directory {Path(path).parent} cannot be written to")
