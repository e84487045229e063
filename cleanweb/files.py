"""What every part says of files, and asks of them, in the same way."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def printable(path: str) -> str:
    """A path as valid Unicode: bytes that are not UTF-8 become `\\xNN`."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    return path


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
