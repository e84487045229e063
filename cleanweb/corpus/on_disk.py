"""A database for what may not fit in memory: it spills to an unnamed file, which is deleted with the process."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import finalize

from cleanweb.errors import OutputError


class OnDisk:
    """Executes SQL statements.

    Raises OutputError when the disk for temporary files is full; `what` ("the list does") begins the message.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        # "" is a database that stays in memory while it is small and spills to an unnamed file. Python 3.13 and later
        # warn if a connection is not closed; it is closed in the thread that collects garbage, which may be any.
        self.connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        finalize(self, self.connection.close)

    def do(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute a statement."""
        try:
            return self.connection.execute(statement, values)
        except sqlite3.Error as error:
            raise self._full(error) from error

    def do_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute the same statement for each of the rows."""
        try:
            self.connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise self._full(error) from error

    def _full(self, error: sqlite3.Error) -> OutputError:
        return OutputError(
            f"{self._what} not fit on the disk for temporary files ({error}); SQLITE_TMPDIR can name another"
        )
