"""Data compressed with gzip, bzip2 or xz: pages within a limit, files line by line, and the names of such files."""

from __future__ import annotations

import bz2
import lzma
import os
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from io import BufferedReader, BytesIO, RawIOBase
from typing import Any, NamedTuple

from cleanweb.corpus.limits import within
from cleanweb.errors import InputError
from cleanweb.files import reason

COMPRESSED_SUFFIXES = (".gz", ".bz2", ".xz")

# Bytes given to a decompressor at first, doubled each time: at its end it copies the bytes left over, so with thousands
# of small parts each would copy all that follow. And the maximum that it returns at a time.
FIRST_PIECE = 1 << 10
MAX_PIECE = 1 << 16


def compressed(*names: str) -> tuple[str, ...]:
    """Names or patterns of files, each as such and with the suffix of every compression.

    >>> compressed("*.txt")
    ('*.txt', '*.txt.gz', '*.txt.bz2', '*.txt.xz')
    """
    return tuple(name + suffix for name in names for suffix in ("", *COMPRESSED_SUFFIXES))


def uncompressed(name: str) -> str:
    """The name of a file without the suffix of a compression.

    >>> uncompressed("a/b.txt.gz"), uncompressed("a/b.txt")
    ('a/b.txt', 'a/b.txt')
    """
    stem, suffix = os.path.splitext(name)
    return stem if suffix in COMPRESSED_SUFFIXES else name


def decompress(data: bytes, max_bytes: int) -> bytes:
    """The content of gzip, bzip2 or xz bytes, from all their parts.

    Raises InputError when they are damaged or truncated, Refused when the content exceeds `max_bytes`.
    """
    known = _compression(data)
    assert known
    parts: list[bytes] = []
    room = max_bytes + 1
    for part in _unpacked(BufferedReader(BytesIO(data)), known):
        parts.append(part)
        room -= len(part)
        if room <= 0:
            break
    return within(b"".join(parts), max_bytes)


def lines(file: BufferedReader) -> Iterator[bytes]:
    """The lines of an open file, decompressed as by `decompress`, but piece by piece and without a limit.

    Raises InputError when it is damaged or truncated.
    """
    try:
        yield from unpacked(file)
    except OSError as error:
        raise InputError(reason(error)) from error


def unpacked(file: BufferedReader) -> BufferedReader:
    """An open file, decompressed while it is read; the file itself if it is not compressed.

    Reading raises InputError when the data are damaged (checksums are verified) or truncated.
    """
    known = _compression(file.peek())
    return BufferedReader(_Pieces(_unpacked(file, known))) if known else file


def _unpacked(file: BufferedReader, known: _Compression) -> Iterator[bytes]:
    """The decompressed file, piece by piece: all its parts, which may have NUL padding between them.

    Raises InputError for damaged or truncated data, and for anything else after a part: it may be a damaged part.
    """
    while begin := _behind_padding(file):
        if not known.magic.startswith(begin[: len(known.magic)]):
            raise InputError(f"damaged {known.name}: what follows its end is no {known.name}")
        one, size = known.decompressor(), FIRST_PIECE
        given = b""  # given to the decompressor but not yet read from the file: its end may belong to the next part
        while not one.eof:
            data = getattr(one, "unconsumed_tail", b"")  # zlib returns what it did not process, others keep it
            if not data and getattr(one, "needs_input", True):
                file.read(len(given))
                data = given = file.peek()[:size]
                size *= 2
                if not data:
                    raise InputError(f"truncated {known.name}")
            try:
                yield one.decompress(data, MAX_PIECE)
            except (OSError, zlib.error, lzma.LZMAError) as error:
                raise InputError(f"damaged {known.name}: {reason(error)}") from error
        file.read(len(given) - len(one.unused_data))


def _behind_padding(file: BufferedReader) -> bytes:
    """Skip NUL padding; return some bytes at the new place of the file (without reading them), none at its end."""
    while found := file.peek():
        begin = found.lstrip(b"\0")
        file.read(len(found) - len(begin))
        if begin:
            return begin
    return b""


class _Pieces(RawIOBase):
    """A file made of pieces of bytes."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.left = memoryview(b"")

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer from the current or next piece; return the number of bytes, 0 at the end."""
        while not self.left and (piece := next(self.pieces, None)) is not None:
            self.left = memoryview(piece)
        count = min(len(buffer), len(self.left))
        buffer[:count] = self.left[:count]
        self.left = self.left[count:]
        return count


class _Compression(NamedTuple):
    """A compression: its name, its magic bytes, and its decompressor."""

    name: str
    magic: bytes
    decompressor: Callable[[], Any]


_COMPRESSIONS = (
    _Compression("gzip", b"\x1f\x8b", partial(zlib.decompressobj, wbits=31)),
    _Compression("bzip2", b"BZh", bz2.BZ2Decompressor),
    _Compression("xz", b"\xfd7zXZ\x00", lzma.LZMADecompressor),
)
COMPRESSED = tuple(known.magic for known in _COMPRESSIONS)


def _compression(begin: bytes) -> _Compression | None:
    """The compression of data that begins with these bytes, or None."""
    return next((known for known in _COMPRESSIONS if begin.startswith(known.magic)), None)
