"""Archives: members under safe names, read as streams, and never larger than a stated limit."""

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
    InputError,
)

UNIX = 3  # the system that wrote a member of a zip
ENCRYPTED, STATES_UTF8 = 1, 1 << 11  # flags: of a member, and of a name in UTF-8

# Why a member that is a link, hard or symbolic, is skipped: its bytes are those of another file.
LINK = "a link inside an archive; unpack the archive to have it followed"


class Takes(Protocol):
    """Says of the safe name of a member whether it is a page, and counts what is passed over."""

    def __call__(self, name: str, *, is_link: bool) -> bool: ...


def members(archive: Page, selection: Selection, max_bytes: int, passed: PassedOver | None = None) -> Iterator[Page]:
    """The pages of an archive in stored order; an archive that is damaged ends with a page that has an `error`.

    The members of an archive argument are named by their own paths, those of another below the archive's name; no name
    leaves the output directory. Members of a tar come with their bytes (one more than `max_bytes` of those that are too
    large); members of a zip are read when they are due. Links of a tar come with a `refusal`. Other files are
    counted as `passed` over, where no pattern says what to take.
    """
    should_tell = selection.should_tell(FILE)
    if archive.name:  # it was itself selected: --include is about archives then
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
    """These pages, and in place of an archive those in it."""
    for page in pages:
        is_closed = not page.error and is_archive(page.path)
        yield from members(page, selection, NO_LIMIT) if is_closed else (page,)


def is_zip(archive: Page) -> bool:
    """Whether the archive lists its members, so that each can be read alone."""
    return archive.path.lower().endswith(".zip")


def _zip_members(path: str, takes: Takes) -> Iterator[tuple[str, None]]:
    """Every member of a name that it `takes`; of several of one name the last is read, which is what archivers unpack,
    and the others are told.

    What is nameless (a damaged name may begin with NUL) is no page.
    """
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            name = _name_of(info)
            if name and not info.is_dir() and takes(safe_name(name), is_link=_is_link(info)):
                yield name, None


def _is_link(info: zipfile.ZipInfo) -> bool:
    return S_ISLNK(info.external_attr >> 16)  # where Unix systems keep the mode of a file


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
    """A tar header; where it is damaged or cut short, an error, not the quiet end that tarfile makes of it."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """The member that a header begins: tarfile asks this of each, and lets subclasses answer.

        Raises ValueError for a header with more to say of a member than memory should hold.
        """
        if self.type in _EXTENSIONS and self.size > MAX_EXTENSION:
            raise ValueError(f"a name or the like of {self.size:,} bytes")
        told: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]  # not among its declared ones
        return told

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """The next header. Raises EOFError where the archive ends within it or without an end mark, ValueError where it
        is none."""
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if type(error).__name__ in ("TruncatedHeaderError", "EmptyHeaderError"):
                raise EOFError("it has no end mark") from error
            if type(error).__name__ == "InvalidHeaderError" and archive.offset:
                raise ValueError(f"a member's header is damaged: {error}") from error
            raise


def _tar_members(path: str, takes: Takes, max_bytes: int) -> Iterator[tuple[str, bytes | None]]:
    """Files whose names it `takes` with their bytes, and links without.

    Raises one of _DAMAGED where a checksum is wrong, of gzip's too.
    """
    # Read once through, without seeking, and to its end, where a compressed file has its checksum.
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
            archive.__dict__["members"] = []  # it would remember every member
        while content.read(MAX_PIECE):
            pass


def read_member(path: str, member: str, max_bytes: int) -> bytes:
    """The bytes of a member of a zip.

    Raises InputError when it is damaged, Refused when it is a link or larger than the limit. The stated size of
    a member may be a lie: never more than the limit is unpacked.
    """
    try:
        state = os.stat(path)
        archive, infos = _open_zip(path, state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
        info = infos[member]
        if _is_link(info):
            raise Refused(LINK)
        if info.flag_bits & ENCRYPTED:  # zipfile's own words name its classes
            raise InputError("encrypted")
        with archive.open(info) as file:
            data = read_at_most(file, max_bytes + 1)
    except (*_DAMAGED, KeyError) as error:
        raise InputError(reason(error)) from error
    return within(data, max_bytes)


@lru_cache(maxsize=1)
def _open_zip(path: str, *_state: int) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """The archive that this process reads just now, and its members by their names: its table of contents is read once.

    And again where another is there: the process of a Dask worker may serve several runs.
    """
    archive = zipfile.ZipFile(path)
    return archive, {_name_of(info): info for info in archive.infolist()}
