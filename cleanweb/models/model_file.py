"""Model files: written at once or not at all, read only in the expected format and version."""

from __future__ import annotations

import json
import lzma
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cleanweb.errors import DataError, OutputError
from cleanweb.files import draft_name, is_folder, is_special, open_to_write, reason

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What trained models call themselves, and the trainers that make them.
TRAINERS: Final = {
    "cleanweb learned model": ("learned",),
    "cleanweb character n-grams": ("charlm",),
    "cleanweb decision tree": ("ice-tree", "tables"),
    "cleanweb forest": ("tables",),
    "cleanweb evolved expression": ("ice-ga",),
}
HEADERS: Final = ("format.npy", "header.npy")  # the members of an archive of arrays that say what it is
_ZIP: Final = b"PK"
# What reading a broken archive raises; RuntimeError comes from foreign compression or encryption.
_DAMAGED: Final = (ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
_START: Final = 65536  # bytes looked at to tell what a file is; ours


def write(path: Path, content: str | bytes) -> None:
    """Write a file, text as UTF-8; an existing one is replaced at once or not at all. Raises OutputError.

    A byte of a name that is not UTF-8, as on the card of a model with such a name, becomes `\\udcNN`.
    """
    draft = path.with_name(draft_name(path.name))
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        if is_special(path):
            with open_to_write(path) as file:
                file.write(data)
            return
        try:
            draft.write_bytes(data)
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {reason(error)}") from None


def read_json(path: Path, what: str, version: int) -> dict[str, Any]:
    """The record of a JSON file whose format is `what`, in this version.

    Raises DataError when it cannot be read, is another file, or is of another version.
    """
    try:
        record = json.loads(path.read_bytes())
    except OSError as error:
        raise unreadable(path, what, error) from None
    except (ValueError, RecursionError):
        raise unexpected(path, what) from None
    if not isinstance(record, dict) or record.get("format") != what:
        raise unexpected(path, what)
    check_version(path, what, version, record.get("version"))
    return record


def read_arrays(path: Path, what: str) -> dict[str, NDArray[Any]]:
    """The arrays of a numpy file whose header names the format `what`.

    Raises DataError when it cannot be read, or is another file.
    """
    import numpy as np  # noqa: PLC0415  (models in JSON need none)

    try:
        if path.is_fifo():
            told = f"expected {_made(what)} in a file, found a pipe, which cannot be read from its end"
            raise DataError(f"{path}: {told}")
        if _names_itself(path, what):
            with np.load(path, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
    except OSError as error:
        raise unreadable(path, what, error) from None
    except _DAMAGED as error:
        raise damaged(path, error) from None
    raise unexpected(path, what)


def unreadable(path: Path, what: str, error: OSError) -> DataError:
    """The error of a file that cannot be opened; a folder is reported as one."""
    return unexpected(path, what) if is_folder(path) else DataError(f"{path}: cannot be read: {reason(error)}")


def unexpected(path: Path, what: str) -> DataError:
    """The error of a file that is no model, or that of another system, or the beginning of the right one."""
    found = _found(path)
    if found == _made(what):
        return DataError(f"{path}: the model is damaged or cut off")
    return DataError(f"{path}: expected {_made(what)}, found {found}")


def damaged(path: Path, error: Exception) -> DataError:
    """The error of a model whose parts are missing, broken, or do not fit together."""
    detail = f"there is no {error}" if isinstance(error, KeyError) else str(error)
    return DataError(f"{path}: the model is damaged or cut off ({detail})")


def check_version(path: Path, what: str, version: int, found: Any) -> None:
    """Raises DataError when a model is of another version."""
    if found != version:
        is_newer = isinstance(found, int) and found > version
        advice = "a newer cleanweb made it" if is_newer else "train the model again"
        raise DataError(f"{path}: expected version {version} of {what}, found version {found}; {advice}")


def _made(what: str) -> str:
    """A kind of model by the command that makes it."""
    makers = " or ".join(f"`cleanweb train {trainer}`" for trainer in TRAINERS.get(what, ()))
    return f"a model made by {makers}" if makers else f"a {what}"


def _names_itself(path: Path, what: str) -> bool:
    """Whether an array of the file, if it is an archive of arrays, holds these words. Raises as `zipfile` does."""
    with path.open("rb") as file:
        if not file.read(len(_ZIP)).startswith(_ZIP):
            return False
    with zipfile.ZipFile(path) as archive:
        headers = [name for name in HEADERS if name in archive.namelist()]
        return any(what.encode() in archive.read(name) for name in headers)


def _found(path: Path) -> str:
    """What a file is, in words for people."""
    if is_folder(path):
        return "a folder"
    start = path.read_bytes()[:_START]
    if start.startswith(_ZIP):
        return _found_in_archive(path)
    kinds = [what for what in TRAINERS if f'"{what}"'.encode() in start]
    if kinds:
        return _made(kinds[0])
    if not start.strip():
        return "an empty file"
    if start.lstrip()[:1] == b"<":
        return "a web page or other markup"
    return "a binary file of another kind" if b"\0" in start or _is_no_text(start) else "a text file"


def _found_in_archive(path: Path) -> str:
    try:
        kinds = [what for what in TRAINERS if _names_itself(path, what)]
    except _DAMAGED:
        return "an archive that is damaged or cut off"
    return _made(kinds[0]) if kinds else "an archive of other things"


def _is_no_text(start: bytes) -> bool:
    try:
        start.decode()
    except UnicodeDecodeError as error:
        return error.reason != "unexpected end of data"  # more than a character cut in two
    return False
