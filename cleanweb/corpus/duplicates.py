"""Report (not drop) near-duplicate pages of a corpus, by MinHash signatures, equal bands and estimated similarity.

Method: Broder (1997), "On the resemblance and containment of documents": the share of equal values in two signatures
estimates the share of shingles that the two texts have in common. The signature of a page comes from its cleaned text,
so it does not depend on other pages; groups are the connected components of the relation "similarity of at least
`MIN_SIMILARITY`", so they do not depend on the order of pages. Everything but the groups is kept on disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from rensa import RMinHash

from cleanweb.corpus.journal import Summary
from cleanweb.corpus.outputs import write
from cleanweb.errors import OutputError
from cleanweb.files import reason
from cleanweb.jsonl import json_lines
from cleanweb.measures.stopwords import words as words_of
from cleanweb.records import blocks_of
from cleanweb.wording import counted

if TYPE_CHECKING:
    from cleanweb.corpus.worker import Done

SHINGLE_WORDS = 5  # ours
VALUES = 128  # of a signature; standard error .035 at a similarity of .8
SEED = 1  # of the hash functions; any would do, but it must stay the same
# 16 bands of 8 values: two texts of similarity s share a band with probability 1 - (1 - s^8)^16: .95 at .8, .06 at .5.
BANDS = 16
MIN_SIMILARITY = 0.8  # ours

# Ours. Texts with less than one word in this many characters are shingled by characters instead.
MAX_CHARS_A_SPACE = 20
# Ours. In a band shared by very many pages, each is compared with this many that follow in the order of signatures.
MAX_COMPARED = 500
BUCKETS = 64  # files of bands, one of which is in memory at a time; ours

_PAIR = np.dtype([("band", "<u8"), ("page", "<u8")])
_WHOLE = np.dtype((np.void, 4 * VALUES))  # a signature as a single value
Signatures = np.ndarray[Any, np.dtype[np.uint32]]


def signature(text: str) -> bytes:
    """The MinHash signature of a cleaned text without its tags; b"" for an empty text."""
    whole = " ".join(" ".join(block for _, block in blocks_of(text)).casefold().split())
    if not whole:
        return b""
    words = words_of(whole) or [whole]  # single characters of scripts without spaces
    if len(whole) > MAX_CHARS_A_SPACE * len(words):
        words = list(whole)
    count = max(1, len(words) - SHINGLE_WORDS + 1)
    minhash = RMinHash(num_perm=VALUES, seed=SEED)
    minhash.update([" ".join(words[start : start + SHINGLE_WORDS]) for start in range(count)])
    return np.array(minhash.digest(), "<u4").tobytes()


@dataclass(frozen=True, slots=True)
class Group:
    """Near-duplicate pages, sorted by name, and the lowest estimated similarity of the others to the first."""

    pages: list[str]
    similarity: float


class Duplicates:
    """Takes the signatures of all pages, in any order, and writes the groups to the file `path`.

    `folder` is for temporary files.
    """

    def __init__(self, folder: str, path: str) -> None:
        self._path = path
        self._count = 0
        self._folder = folder
        self._names = self._file("names")
        self._ends = self._file("ends")
        self._signatures = self._file("signatures")
        self._bands = [self._file(f"bands{number:02}") for number in range(BUCKETS)]

    def _file(self, name: str) -> IO[bytes]:
        return open(os.path.join(self._folder, name), "w+b")

    def add(self, name: str, signature: bytes) -> None:
        """Add a page; one without text resembles no other. Raises OutputError when the disk is full."""
        if not signature:
            return
        try:
            self._names.write(name.encode())
            self._ends.write(self._names.tell().to_bytes(8, "little"))
            self._signatures.write(signature)
            size = len(signature) // BANDS
            for band in range(BANDS):
                part = bytes([band]) + signature[band * size : (band + 1) * size]
                key = blake2b(part, digest_size=8).digest()
                self._bands[key[7] % BUCKETS].write(key + self._count.to_bytes(8, "little"))
        except OSError as error:
            raise self._full(error) from error
        self._count += 1

    def take(self, done: Done, _: Summary) -> None:
        """Add a page of a run."""
        self.add(done.outcome.input, done.signature)

    def write(self) -> str:
        """Write the groups as JSON lines, completely or not at all; return a sentence that sums them up."""
        path, groups = self._path, list(self.groups())
        write(os.path.dirname(os.path.abspath(path)), os.path.basename(path), json_lines([asdict(g) for g in groups]))
        pages = sum(len(group.pages) for group in groups)
        return f"{pages:,} pages are near-duplicates, in {counted(len(groups), 'group')}: {path}"

    def groups(self) -> Iterator[Group]:
        """The groups of near-duplicates, sorted by their first names. Raises OutputError when the disk is full."""
        try:
            for file in self._files():
                file.flush()
        except OSError as error:
            raise self._full(error) from error
        if not self._count:
            return
        signatures = np.memmap(self._signatures.name, "<u4", "r").reshape(-1, VALUES)
        parents: dict[int, int] = {}
        for file in self._bands:
            pairs = np.fromfile(file.name, _PAIR)
            pairs = pairs[np.argsort(pairs["band"])]
            edges = np.flatnonzero(np.r_[True, pairs["band"][1:] != pairs["band"][:-1], True])
            shared = np.diff(edges) > 1
            for start, end in zip(edges[:-1][shared], edges[1:][shared], strict=True):
                _join(parents, pairs["page"][start:end], signatures)
        yield from sorted(self._told(parents, signatures), key=lambda group: group.pages)

    def _told(self, parents: dict[int, int], signatures: Signatures) -> Iterator[Group]:
        members: dict[int, list[int]] = {}
        for page in parents:
            members.setdefault(_root(parents, page), []).append(page)
        ends = np.memmap(self._ends.name, "<u8", "r")
        for pages in members.values():
            named = sorted((self._name(page, ends), page) for page in pages)
            first, *others = (signatures[page] for _, page in named)
            yield Group([name for name, _ in named], round(min(float(np.mean(first == other)) for other in others), 3))

    def _name(self, page: int, ends: Any) -> str:
        start, end = (int(ends[page - 1]) if page else 0), int(ends[page])
        self._names.seek(start)
        return self._names.read(end - start).decode()

    def close(self) -> None:
        """Close all files; their content is no longer needed."""
        for file in self._files():
            with suppress(OSError):
                file.close()

    def _files(self) -> Iterable[IO[bytes]]:
        return (self._names, self._ends, self._signatures, *self._bands)

    def _full(self, error: OSError) -> OutputError:
        return OutputError(f"cannot write the signatures of pages beside {self._path}: {reason(error)}")


def _join(parents: dict[int, int], pages: Any, signatures: Signatures) -> None:
    """Join the similar pages of one band.

    A page is compared only with pages that it is not joined with yet, so with few of thousands of copies.
    """
    found = np.asarray(signatures[pages])
    order = np.argsort(found.view(_WHOLE).ravel())
    pages, found = pages[order], found[order]
    firsts = np.flatnonzero(np.r_[True, np.any(found[1:] != found[:-1], axis=1)])
    for first, end in pairwise([*firsts.tolist(), len(pages)]):
        for same in pages[first + 1 : end].tolist():
            _unite(parents, int(pages[first]), same)
    pages, found = pages[firsts].tolist(), found[firsts]
    joined = np.array([_root(parents, page) for page in pages])  # same number: already joined, by this band or another
    for row, page in enumerate(pages):
        after = joined[row + 1 : row + 1 + MAX_COMPARED]
        others = row + 1 + np.flatnonzero(after != joined[row])
        alike = others[np.count_nonzero(found[others] == found[row], axis=1) >= MIN_SIMILARITY * VALUES]
        joined[alike] = joined[row]
        for other in alike.tolist():
            _unite(parents, page, pages[other])


def _unite(parents: dict[int, int], page: int, other: int) -> None:
    first, last = sorted((_root(parents, page), _root(parents, other)))
    parents[first] = parents[last] = first


def _root(parents: dict[int, int], page: int) -> int:
    """The first of the pages joined with this one; itself if there are none."""
    while (parent := parents.get(page, page)) != page:
        parents[page] = page = parents.get(parent, parent)
    return page
