"""Where the text of a page goes that has no place in a tree: to a file of `-o`, or to standard output."""

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
    """What takes the record of a page that has no place in a tree."""
    if place.tree:
        return lambda _: None
    return partial(_to_file, place.file) if place.file else _to_stdout


def _to_file(path: str, done: Done) -> None:
    """Write the text of the only page, if it has one.

    An unchanged file is dated anew, as compilers do: `make` would ask for one that is older than its page every time.
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
        drop_stdout()  # what did not go out is not tried again at exit: a reader that stands still would hold that up
        raise


def see_to_earlier(path: str, *, is_skipped: bool) -> None:
    """Say what becomes of a file that was to hold the only page's text and holds an earlier one.

    As in a directory, it goes where the page is skipped, which is to have no text, and stays where the page failed. In
    both cases `make` asks for it again: the file is missing, or older than its page.
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
    """Date a file anew, or make it; raises OutputError where that cannot be."""
    try:
        Path(path).touch()
    except OSError as error:
        raise OutputError(f"cannot touch {path}: {reason(error)}") from error
