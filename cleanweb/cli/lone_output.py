"""Output of a page that has no place in a directory tree: to the file of `-o`, or to standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cleanweb.cli import drop_stdout, tell
from cleanweb.cli.places import Place
from cleanweb.corpus.outputs import write
from cleanweb.corpus.worker import Done
from cleanweb.errors import OutputError
from cleanweb.files import is_file, is_special, reason


def hand_out(place: Place) -> Callable[[Done], object]:
    """A function that takes the record of a page without a place in a tree."""
    if place.tree:
        return lambda _: None
    return partial(_to_file, place.file) if place.file else _to_stdout


def _to_file(path: str, done: Done) -> None:
    """Write the text of the only page, if it has one.

    An unchanged file is touched, as compilers do: otherwise `make` would always rebuild one older than its page.
    """
    if done.outcome.state != "written":
        return
    folder, name = os.path.split(path)
    if not write(folder or ".", name, done.record):
        touch(path)


def _to_stdout(done: Done) -> None:
    try:
        sys.stdout.buffer.write(done.record)
        sys.stdout.buffer.flush()
    except BaseException:
        drop_stdout()  # do not try again at exit what was not written: a stalled reader would block that
        raise


def see_to_earlier(path: str, *, is_skipped: bool) -> None:
    """Handle an earlier text in the file for the only page, which has no text now, and report it.

    As in a directory, it is removed if the page is skipped, and stays if the page failed. In both cases `make` will
    rebuild it: the file is missing, or older than its page.
    """
    if not is_file(path) or is_special(path):
        return
    if is_skipped:
        try:
            Path(path).unlink()
        except OSError as error:
            raise OutputError(f"cannot remove {path}, as the page is skipped: {reason(error)}") from error
    tell(f"{path}: {'removed, as the page is skipped' if is_skipped else 'stays as it was before'}")


def touch(path: str) -> None:
    """Touch a file, creating it if needed. Raises OutputError when that fails."""
    try:
        Path(path).touch()
    except OSError as error:
        raise OutputError(f"cannot touch {path}: {reason(error)}") from error
