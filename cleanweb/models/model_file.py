"""Files of models: written at once or not at all, read only in the format and version that is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cleanweb.corpus.outputs import is_special
from cleanweb.errors import DataError, OutputError


def write(path: Path, content: str | bytes) -> None:
    """Write a file, text as UTF-8; an existing one is replaced at once or not at all. Raises OutputError."""
    draft = path.with_name(path.name + ".part")
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        if is_special(str(path)):
            path.write_bytes(data)
            return
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_json(path: Path, what: str, version: int) -> dict[str, Any]:
    """The record of a JSON file, which calls itself `what` and is of this version.

    Raises DataError when it cannot be read, is another file, or is of another version.
    """
    try:
        record = json.loads(path.read_bytes())
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: expected a {what} in JSON; the file is another or damaged ({error})") from None
    if not isinstance(record, dict) or record.get("format") != what:
        raise DataError(f"{path}: expected a {what}, found {str(record)[:60]!r}")
    if record.get("version") != version:
        found = record.get("version")
        raise DataError(f"{path}: expected version {version} of {what}, found version {found}; train the model again")
    return record
