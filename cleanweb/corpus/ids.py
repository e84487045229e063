"""Which file has the page of an id; on disk, so that the number of pages costs no memory."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from weakref import finalize

from cleanweb.errors import OutputError


class Ids:
    """Takes the ids of pages as they come. Kept are digests, in a temporary file that goes with the process."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        finalize(self, self._database.close)  # in the thread that collects the garbage, which may be any
        self._database.execute("CREATE TABLE ids (digest INTEGER PRIMARY KEY, file TEXT)")
        self._database.execute("BEGIN")

    def add(self, name: str, file: str) -> str:
        """The other file that has a page of this id; "" where none has, which is this one's then.

        Raises OutputError where the disk for temporary files is full.
        """
        digest = int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), signed=True)
        try:
            if self._database.execute("INSERT OR IGNORE INTO ids VALUES (?, ?)", (digest, file)).rowcount:
                return ""
            found = self._database.execute("SELECT file FROM ids WHERE digest = ?", (digest,))
        except sqlite3.Error as error:
            raise OutputError(
                f"the ids do not fit on the disk for temporary files ({error}); SQLITE_TMPDIR can name another"
            ) from error
        (other,) = found.fetchone()
        return "" if other == file else str(other)
