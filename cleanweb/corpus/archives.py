"""Archives and compressed pages: members under safe names, read as streams, and never larger than a stated limit."""

from __future__ import annotations

import bz2
import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from io import BufferedReader, BytesIO, RawIOBase
from stat import S_ISLNK
from typing import Any, NamedTuple, Self

from cleanweb.corpus.inputs import NO_LIMIT, Page, Selection, is_archive, read_at_most, safe_name
from cleanweb.errors import InputError, Refused
from cleanweb.files import reason
from cleanweb.wording import counted

# All that a damaged or unreadable archive raises; RuntimeError comes of ways to compress that zipfile does not know.
_DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)

UNIX = 3  # the system that wrote a member of a zip
ENCRYPTED, STATES_UTF8 = 1, 1 << 11  # flags: of a member, and of a name in UTF-8

# Bytes that a decompressor gets at first, then twice as many each time: it copies what is left of them when it ends, so
# that of thousands of small parts each would copy all that follow. And how many it gives at most at a time.
FIRST_PIECE = 1 << 10
MAX_PIECE = 1 << 16

# Why a member that is a link, hard or symbolic, is skipped: its bytes are those of another file.
LINK = "a link inside an archive; unpack the archive to have it followed"


def members(archive: Page, selection: Selection, max_bytes: int) -> Iterator[Page]:
    """The pages of an archive in stored order; an archive that is damaged ends with a page that has an `error`.

    The members of an archive argument are named by their own paths, those of another below the archive's name; no name
    leaves the output directory. Members of a tar come with their bytes (one more than `max_bytes` of those that are too
    large); members of a zip are read when they are due. Links of a tar come with a `refusal`.
    """
    if archive.name:  # it was itself selected: --include is about archives then
        selection = Selection(exclude=selection.exclude)
    prefix = f"{archive.name}/" if archive.name else ""
    stored = _zip_members(archive.path) if is_zip(archive) else _tar_members(archive.path, selection, max_bytes)
    count = 0
    try:
        for member, data in stored:
            if selection.takes(safe_name(member)):
                count += 1
                told = LINK if data is None and not is_zip(archive) else ""
                yield Page(prefix + safe_name(member), archive.path, member, data, refusal=told)
    except _DAMAGED as error:
        told = f"the archive is damaged or unreadable after {counted(count, 'page')}: {_told(error)}"
        yield Page(name=f"{prefix}_", path=archive.path, error=told)


def every(pages: Iterable[Page], selection: Selection) -> Iterator[Page]:
    """These pages, and in place of an archive those in it."""
    for page in pages:
        is_closed = not page.error and is_archive(page.path)
        yield from members(page, selection, NO_LIMIT) if is_closed else (page,)


def is_zip(archive: Page) -> bool:
    """Whether the archive lists its members, so that each can be read alone."""
    return archive.path.lower().endswith(".zip")


def _zip_members(path: str) -> Iterator[tuple[str, None]]:
    """Each name once: of several members of one name the last is meant, which is what archivers unpack.

    What is nameless (a damaged name may begin with NUL) is no page.
    """
    with zipfile.ZipFile(path) as archive:
        for name, info in _by_name(archive).items():
            if name and not info.is_dir():
                yield name, None


def _by_name(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The members of a zip by their names; see `_zip_members`."""
    return {_name_of(info): info for info in archive.infolist()}


def _name_of(info: zipfile.ZipInfo) -> str:
    """The name of a member: where a Unix system wrote it and does not state how, the bytes of the file's name.

    The standard has code page 437 then, which such systems never mean. From Python 3.12 on, a name that an extra field
    states in UTF-8 is read from there.
    """
    is_stated = info.flag_bits & STATES_UTF8 or info.filename.encode() in info.extra
    if info.create_system != UNIX or is_stated or info.filename.isascii():
        return info.filename
    return os.fsdecode(info.filename.encode("cp437"))


# Headers whose content tarfile takes into memory, all of it: a long name, and what pax has to say of a member.
_EXTENSIONS = frozenset(
    {
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
    }
)
MAX_EXTENSION = 1 << 20  # bytes; ours: names have 4 KB at most, attributes of a file 64 KB


class _Member(tarfile.TarInfo):
    """A tar header; where the archive is cut short, an error, not the quiet end that tarfile makes of it."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """The header of these bytes. Raises ValueError for one with more to say of a member than memory should hold."""
        found = super().frombuf(buf, encoding, errors)
        if found.type in _EXTENSIONS and found.size > MAX_EXTENSION:
            raise ValueError(f"a name or the like of {found.size:,} bytes")
        return found

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """The next header. Raises EOFError where the archive ends within it, or without an end mark."""
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if type(error).__name__ in ("TruncatedHeaderError", "EmptyHeaderError"):
                raise EOFError("it has no end mark") from error
            raise


def _tar_members(path: str, selection: Selection, max_bytes: int) -> Iterator[tuple[str, bytes | None]]:
    """Files with their bytes, and links without."""
    with tarfile.open(path, "r|*", tarinfo=_Member) as archive:  # read once through, without seeking
        for info in archive:
            is_link = info.islnk() or info.issym()
            if (is_link or info.isfile()) and selection.takes(safe_name(info.name)):
                file = None if is_link else archive.extractfile(info)
                yield info.name, read_at_most(file, max_bytes + 1) if file else None
            archive.__dict__["members"] = []  # it would remember every member


def read_member(path: str, member: str, max_bytes: int) -> bytes:
    """The bytes of a member of a zip.

    Raises InputError when it is damaged, Refused when it is a link or larger than the limit. The stated size of
    a member may be a lie: never more than the limit is unpacked.
    """
    try:
        archive, infos = _open_zip(path)
        info = infos[member]
        if S_ISLNK(info.external_attr >> 16):  # where Unix systems keep the mode of a file
            raise Refused(LINK)
        if info.flag_bits & ENCRYPTED:  # zipfile's own words name its classes
            raise InputError("encrypted")
        with archive.open(info) as file:
            data = read_at_most(file, max_bytes + 1)
    except (*_DAMAGED, KeyError) as error:
        raise InputError(_told(error)) from error
    return within(data, max_bytes)


@lru_cache(maxsize=1)
def _open_zip(path: str) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """The archive that this process reads just now, and its members: its table of contents is read once."""
    archive = zipfile.ZipFile(path)
    return archive, _by_name(archive)


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
    known = _compression(file.peek())
    try:
        yield from BufferedReader(_Pieces(_unpacked(file, known))) if known else file
    except OSError as error:
        raise InputError(_told(error)) from error


def _unpacked(file: BufferedReader, known: _Compression) -> Iterator[bytes]:
    """What is compressed in the file, piece by piece: in all its parts, between which may be padding with NUL.

    What follows the parts and is none is rubbish, which gzip ignores. Raises InputError for what is damaged or cut off.
    """
    while (begin := _behind_padding(file)) and known.magic.startswith(begin[: len(known.magic)]):
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
            except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
                raise InputError(f"damaged {known.name}: {_told(error)}") from error
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


def too_large(max_bytes: int) -> str:
    """Why a page is skipped that has more bytes than the limit."""
    return f"larger than the limit of {max_bytes:,} bytes"


def within(data: bytes, max_bytes: int) -> bytes:
    """The bytes themselves. Raises Refused when they are more than the limit."""
    if len(data) > max_bytes:
        raise Refused(too_large(max_bytes))
    return data


def _told(error: BaseException) -> str:
    return reason(error) if isinstance(error, OSError) else str(error) or type(error).__name__
