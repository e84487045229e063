"""Read archives: members get safe names, are read as streams, and never exceed a given limit."""

from __future__ import annotations

import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from stat import S_ISLNK
from typing import Protocol, Self

from cleanweb.corpus.compression import MAX_PIECE, unpacked
from cleanweb.corpus.inputs import FILE, Page, PassedOver, Selection, is_archive, safe_name
from cleanweb.corpus.limits import NO_LIMIT, read_at_most, within
from cleanweb.errors import InputError, Refused
from cleanweb.files import reason
from cleanweb.wording import counted

# All that a damaged or unreadable archive raises; RuntimeError is for compression methods that zipfile does not know.
_DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    InputError,
)

ZIP = b"PK\3\4"  # the beginning of a member
UNIX = 3  # the system that wrote a member of a zip
ENCRYPTED, STATES_UTF8 = 1, 1 << 11  # flags: of a member, and of a name in UTF-8

# Why a hard or symbolic link is skipped: its bytes are those of another file.
LINK = "a link inside an archive; unpack the archive to have it followed"


class Takes(Protocol):
    """Tells whether a member with this safe name is a page, and counts what is passed over."""

    def __call__(self, name: str, *, is_link: bool) -> bool: ...


def members(archive: Page, selection: Selection, max_bytes: int, passed: PassedOver | None = None) -> Iterator[Page]:
    """The pages of an archive in stored order; a damaged archive ends with a page that has an `error`.

    Members of an archive given as an argument are named by their own paths, those of other archives below the archive's
    name; no name leaves the output directory. Members of a tar come with their bytes (those that are too large with
    `max_bytes` + 1); members of a zip are read later. Links in a tar come with a `refusal`. Other files are counted as
    `passed` over, unless a pattern says what to take.
    """
    should_tell = selection.should_tell(FILE)
    if archive.name:  # the archive itself was selected, so --include is about archives
        selection = Selection(exclude=selection.exclude)
    prefix = f"{archive.name}/" if archive.name else ""

    def takes(name: str, *, is_link: bool) -> bool:
        is_taken = selection.takes(name)
        if passed and should_tell and not (is_taken or is_link or selection.excludes(name)):
            passed.add(name, FILE)
        return is_taken

    stored = _zip_members(archive.path, takes) if is_zip(archive) else _tar_members(archive.path, takes, max_bytes)
    count = 0
    try:
        for member, data in stored:
            count += 1
            told = LINK if data is None and not is_zip(archive) else ""
            yield Page(prefix + safe_name(member), archive.path, member, data, refusal=told)
    except _DAMAGED as error:
        told = f"the archive is damaged or unreadable after {counted(count, 'page')}: {reason(error)}"
        yield Page(name=f"{prefix}_", path=archive.path, error=told)


def every(pages: Iterable[Page], selection: Selection) -> Iterator[Page]:
    """These pages, with each archive replaced by its pages."""
    for page in pages:
        is_closed = not page.error and is_archive(page.path)
        yield from members(page, selection, NO_LIMIT) if is_closed else (page,)


def is_zip(archive: Page) -> bool:
    """Whether the archive has a list of its members, so that each can be read alone."""
    return archive.path.lower().endswith(".zip")


def _zip_members(path: str, takes: Takes) -> Iterator[tuple[str, None]]:
    """Every member whose name it `takes`. Of members with the same name the last is read, as archivers do, and the
    others are reported.

    A member without a name (a damaged name may begin with NUL) is no page.
    """
    with zipfile.ZipFile(path) as archive:
        first = min((info.header_offset for info in archive.infolist()), default=0)
        for info in archive.infolist():
            name = _name_of(info)
            if name and not info.is_dir() and takes(safe_name(name), is_link=_is_link(info)):
                yield name, None
        if first:  # a program that unpacks the archive may come before it, but no other archive (`cat a.zip b.zip`)
            with open(path, "rb") as file:
                if file.read(len(ZIP)) == ZIP:
                    raise ValueError("another archive comes before it")


def _is_link(info: zipfile.ZipInfo) -> bool:
    return S_ISLNK(info.external_attr >> 16)  # where Unix systems keep the mode of a file


def _name_of(info: zipfile.ZipInfo) -> str:
    """The name of a member; if a Unix system wrote it without stating an encoding, the bytes of the file's name.

    The standard says code page 437 in that case, but Unix systems never mean it. From Python 3.12 on, zipfile takes a
    UTF-8 name from the extra field that states it.
    """
    is_stated = info.flag_bits & STATES_UTF8 or info.filename.encode() in info.extra
    if info.create_system != UNIX or is_stated or info.filename.isascii():
        return info.filename
    return os.fsdecode(info.filename.encode("cp437"))


# Headers whose whole content tarfile reads into memory: long names, and the pax attributes of a member.
_EXTENSIONS = frozenset(
    {
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
    }
)
MAX_EXTENSION = 1 << 20  # bytes; ours: names have at most 4 KB, attributes of a file 64 KB


class _Member(tarfile.TarInfo):
    """A tar header; a damaged or truncated one is an error, while tarfile silently ends there."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """The member that a header begins; a hook of tarfile for subclasses, called for each header.

        Raises ValueError for a header whose content is too large for memory.
        """
        if self.type in _EXTENSIONS and self.size > MAX_EXTENSION:
            raise ValueError(f"a name or the like of {self.size:,} bytes")
        told: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]  # not in the type stubs
        return told

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """The next header. Raises EOFError if the archive ends within it or without an end mark, ValueError if it is
        damaged."""
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if type(error).__name__ in ("TruncatedHeaderError", "EmptyHeaderError"):
                raise EOFError("it has no end mark") from error
            if type(error).__name__ == "InvalidHeaderError" and archive.offset:
                raise ValueError(f"a member's header is damaged: {error}") from error
            raise


def _tar_members(path: str, takes: Takes, max_bytes: int) -> Iterator[tuple[str, bytes | None]]:
    """Files whose names it `takes`, with their bytes, and links without.

    Raises one of _DAMAGED when a checksum is wrong, even that of gzip.
    """
    # Read once, without seeking, and to the end, where a compressed file has its checksum.
    with (
        open(path, "rb") as file,
        unpacked(file) as content,
        tarfile.open(fileobj=content, mode="r|", tarinfo=_Member) as archive,
    ):
        for info in archive:
            is_link = info.islnk() or info.issym()
            if (is_link or info.isfile()) and takes(safe_name(info.name), is_link=is_link):
                stored = None if is_link else archive.extractfile(info)
                yield info.name, read_at_most(stored, max_bytes + 1) if stored else None
            archive.__dict__["members"] = []  # tarfile would remember every member
        rest = archive.fileobj
        while rest and (piece := rest.read(MAX_PIECE)):
            if piece.strip(b"\0"):  # for example a second archive, by `cat a.tar b.tar`
                raise ValueError("it goes on after its end mark")


def read_member(path: str, member: str, max_bytes: int) -> bytes:
    """The bytes of a member of a zip.

    Raises InputError when it is damaged, Refused when it is a link or larger than the limit. The stated size of a
    member is not trusted: unpacking stops at the limit.
    """
    try:
        state = os.stat(path)
        archive, infos = _open_zip(path, state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
        info = infos[member]
        if _is_link(info):
            raise Refused(LINK)
        if info.flag_bits & ENCRYPTED:  # zipfile's own message names its classes
            raise InputError("encrypted")
        with archive.open(info) as file:
            data = read_at_most(file, max_bytes + 1)
    except (*_DAMAGED, KeyError) as error:
        raise InputError(reason(error)) from error
    return within(data, max_bytes)


@lru_cache(maxsize=1)
def _open_zip(path: str, *_state: int) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """The archive that this process is reading, and its members by name; the table of contents is read only once.

    It is read again if the file has changed: the process of a Dask worker may serve several runs.
    """
    archive = zipfile.ZipFile(path)
    return archive, {_name_of(info): info for info in archive.infolist()}
