"""Which file has the page of which id; kept on disk, so that memory does not grow with the number of pages."""

from __future__ import annotations

from hashlib import blake2b

from cleanweb.corpus.on_disk import OnDisk


class Ids:
    """Collects the ids of pages; only their digests are stored."""

    def __init__(self) -> None:
        self._do = OnDisk("the ids do").do
        self._do("CREATE TABLE ids (digest INTEGER PRIMARY KEY, file TEXT)")
        self._do("BEGIN")

    def add(self, name: str, file: str) -> str:
        """Add a page's id; return the other file that already has it, or "" if none has.

        Raises OutputError when the disk for temporary files is full.
        """
        digest = int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), signed=True)
        if self._do("INSERT OR IGNORE INTO ids VALUES (?, ?)", (digest, file)).rowcount:
            return ""
        (other,) = self._do("SELECT file FROM ids WHERE digest = ?", (digest,)).fetchone()
        return "" if other == file else str(other)
