"""Which file has the page of an id; on disk, so that the number of pages costs no memory."""

from __future__ import annotations

from hashlib import blake2b

from cleanweb.corpus.on_disk import OnDisk


class Ids:
    """Takes the ids of pages as they come; kept are digests."""

    def __init__(self) -> None:
        self._do = OnDisk("the ids do").do
        self._do("CREATE TABLE ids (digest INTEGER PRIMARY KEY, file TEXT)")
        self._do("BEGIN")

    def add(self, name: str, file: str) -> str:
        """The other file that has a page of this id; "" where none has, which is this one's then.

        Raises OutputError where the disk for temporary files is full.
        """
        digest = int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), signed=True)
        if self._do("INSERT OR IGNORE INTO ids VALUES (?, ?)", (digest, file)).rowcount:
            return ""
        (other,) = self._do("SELECT file FROM ids WHERE digest = ?", (digest,)).fetchone()
        return "" if other == file else str(other)
