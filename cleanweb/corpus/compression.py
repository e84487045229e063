"""What gzip, bzip2 and xz compress: pages within a limit, files line by line, and the names of such files."""

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

# Bytes that a decompressor gets at first, then twice as many each time: it copies what is left of them when it ends, so
# that of thousands of small parts each would copy all that follow. And how many it gives at most at a time.
FIRST_PIECE = 1 << 10
MAX_PIECE = 1 << 16


def compressed(*names: str) -> tuple[str, ...]:
    """Names or patterns of files, each alone and with the suffix of every compression.

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
    """The content of gzip, bzip2 or xz bytes, of all their parts.

    Raises InputError when they are damaged or cut short, Refused when there is more than `max_bytes` in them.
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
    """The lines of an open file, decompressed as `decompress` does it, but piece by piece and without a limit.

    Raises InputError when it is damaged or cut short.
    """
    try:
        yield from unpacked(file)
    except OSError as error:
        raise InputError(reason(error)) from error


def unpacked(file: BufferedReader) -> BufferedReader:
    """An open file, decompressed while it is read, or itself where it is not compressed.

    Reading raises InputError for what is damaged, by its checksum too, or cut short.
    """
    known = _compression(file.peek())
    return BufferedReader(_Pieces(_unpacked(file, known))) if known else file


def _unpacked(file: BufferedReader, known: _Compression) -> Iterator[bytes]:
    """What is compressed in the file, piece by piece: in all its parts, between which may be padding with NUL.

    Raises InputError for what is damaged or cut off, and for what follows a part and is none: it may be a damaged one.
    """
    while begin := _behind_padding(file):
        if not known.magic.startswith(begin[: len(known.magic)]):
            raise InputError(f"damaged {known.name}: what follows its end is no {known.name}")
        one, size = known.decompressor(), FIRST_PIECE
        given = b""  # to the decompressor, and still ahead in the file: at the end some of it is not of this part
        while not one.eof:
            data = getattr(one, "unconsumed_tail", b"")  # zlib gives back what it did not get to, others keep it
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
    """Some bytes at the place of the file, once it is behind any NUL; none at its end."""
    while found := file.peek():
        begin = found.lstrip(b"\0")
        file.read(len(found) - len(begin))
        if begin:
            return begin
    return b""


class _Pieces(RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.left = memoryview(b"")

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with what is there of a piece; 0 at the end."""
        while not self.left and (piece := next(self.pieces, None)) is not None:
            self.left = memoryview(piece)
        count = min(len(buffer), len(self.left))
        buffer[:count] = self.left[:count]
        self.left = self.left[count:]
        return count


class _Compression(NamedTuple):
    """How a compression begins, and what undoes it."""

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
    """The compression of what begins so; None for none."""
    return next((known for known in _COMPRESSIONS if begin.startswith(known.magic)), None)
