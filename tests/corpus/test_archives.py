import bz2
import gzip
import io
import lzma
import stat
import struct
import sys
import tarfile
import zipfile
from pathlib import Path
from zlib import crc32

import pytest

from cleanweb import cleaner
from cleanweb.corpus.archives import LINK, MAX_EXTENSION, members, read_member
from cleanweb.corpus.inputs import ALL_PAGES, Page, Selection, find, is_archive
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.errors import InputError, Refused

PAGE = b"<p>a page</p>" * 50


def make_zip(path: Path, entries: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)


def make_tar(path: Path, entries: dict[str, bytes], mode: str = "w:gz") -> None:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]  # a Literal
        for name, data in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("link.html")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)


ENTRIES = {"a/1.html": PAGE, "../../escape.html": PAGE, "/root.html": PAGE, "notes.txt": b"no", "b/2.htm": b"<p>two"}
NAMES = ["a/1.html", "escape.html", "root.html", "b/2.htm"]
A_LINK = "link.html"
READS_STATED = sys.version_info >= (3, 12)  # whether Python reads the names of zip members that an extra field states


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        ("w", "x.tar"),
        ("w:gz", "x.tar.gz"),
        ("w:gz", "x.tgz"),
        ("w:bz2", "x.tar.bz2"),
        ("w:bz2", "x.tbz2"),
        ("w:xz", "x.tar.xz"),
        ("w:xz", "X.TXZ"),
    ],
)
def test_tar_members_come_with_their_bytes_under_safe_names(tmp_path: Path, mode: str, name: str) -> None:
    make_tar(tmp_path / name, ENTRIES, mode)
    (archive,) = find([str(tmp_path / name)], ALL_PAGES)
    assert is_archive(archive.path)
    found = list(members(archive, ALL_PAGES, 1000))
    assert [page.name for page in found] == [*NAMES, A_LINK]
    assert [page.data for page in found][-2] == b"<p>two"


def test_zip_members_are_read_when_due(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, ENTRIES)
    found = list(members(Page("in/x.zip", str(path)), ALL_PAGES, 1000))
    assert [page.name for page in found] == [f"in/x.zip/{name}" for name in NAMES]
    assert read_member(str(path), "b/2.htm", 1000) == b"<p>two"


@pytest.mark.parametrize(("system", "name"), [(3, "茶/\udce9é.html"), (0, "Φî╢/Θ├⌐.html")])
def test_a_zip_of_a_unix_system_has_names_of_bytes(tmp_path: Path, system: int, name: str) -> None:
    """Unix archivers store names as raw bytes and state no encoding, which by the standard means code page 437."""
    stored = "茶/\udce9é.html".encode("utf-8", "surrogateescape")
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("x" * len(stored))
        info.create_system = system
        archive.writestr(info, PAGE)
    path.write_bytes(path.read_bytes().replace(b"x" * len(stored), stored))
    (found,) = members(Page("", str(path)), ALL_PAGES, 1000)
    assert found.name == name
    assert read_member(str(path), found.member, 1000) == PAGE


@pytest.mark.parametrize(
    ("stored", "stated", "of", "name"),
    [
        ("é.html".encode(), "é.html", "é.html".encode(), "é.html"),  # as written by Info-ZIP
        ("é.html".encode("cp437"), "é.html", "é.html".encode("cp437"), "é.html"),
        (b"\xb2\xe8.html", "茶.html", b"\xb2\xe8.html", "茶.html" if READS_STATED else "\udcb2\udce8.html"),
        (b"_.html", "茶.html", b"_.html", "茶.html" if READS_STATED else "_.html"),
        ("é.html".encode(), "茶.html", b"another", "é.html"),
    ],
)
def test_a_zip_may_state_a_name_in_an_extra_field(
    tmp_path: Path, stored: bytes, stated: str, of: bytes, name: str
) -> None:
    """If Python reads that field, the name was garbled, or the archive ended at a name that is not in code page 437."""
    field = struct.pack("<BL", 1, crc32(of)) + stated.encode()
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.html", PAGE)
        info = zipfile.ZipInfo("x" * len(stored))
        info.create_system, info.extra = 3, struct.pack("<HH", 0x7075, len(field)) + field
        archive.writestr(info, PAGE)
    path.write_bytes(path.read_bytes().replace(b"x" * len(stored), stored))
    found = list(members(Page("", str(path)), ALL_PAGES, 1000))
    assert [page.name for page in found] == ["a.html", name]
    assert read_member(str(path), found[1].member, 1000) == PAGE


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize("start", ["", "./", "/"])
def test_directories_in_archives_are_excluded_as_others(tmp_path: Path, kind: str, start: str) -> None:
    """Archives list only files: a directory was excluded only if a `*` in the pattern matched the rest of the path."""
    path = tmp_path / f"x.{kind}"
    entries = {f"{start}{name}": PAGE for name in ("a/1.html", "drafts/2.html", "c/drafts/d/3.html", "c/4.html")}
    (make_zip if kind == "zip" else make_tar)(path, entries)
    for exclude, names in (
        ("drafts/", ["a/1.html", "c/4.html"]),
        ("d*", ["a/1.html", "c/4.html"]),
        ("c/d*", ["a/1.html", "drafts/2.html", "c/4.html"]),
        (".*", ["a/1.html", "drafts/2.html", "c/drafts/d/3.html", "c/4.html"]),
    ):
        found = members(Page("", str(path)), Selection(exclude=(exclude, A_LINK)), 1000)
        assert [page.name for page in found] == names


def test_links_of_archives_are_skipped_and_told(tmp_path: Path) -> None:
    """They were skipped silently, and those in a zip read as pages that hold a path."""
    (tmp_path / "a.html").write_bytes(PAGE)
    (tmp_path / "hard.html").hardlink_to(tmp_path / "a.html")
    (tmp_path / "soft.html").symlink_to("a.html")
    link = zipfile.ZipInfo("soft.html")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(link, "a.html")
    with tarfile.open(tmp_path / "x.tar", "w") as tar:
        for name in ("a.html", "hard.html", "soft.html"):
            tar.add(tmp_path / name, name)

    states = {}
    for name in ("x.zip", "x.tar"):
        for page in members(Page("", str(tmp_path / name)), ALL_PAGES, 1000):
            outcome = clean_page(page, Task(pipeline=cleaner("ice-bl"))).outcome
            states[name, page.name] = outcome.state, outcome.reason
    skipped = ("skipped", LINK)
    assert states.pop(("x.tar", "a.html")) == ("written", "")
    assert states == dict.fromkeys([("x.zip", "soft.html"), ("x.tar", "hard.html"), ("x.tar", "soft.html")], skipped)


def test_of_two_members_of_one_name_the_last_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, {"a.html": b"<p>old", "b.html": PAGE})
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("a.html", b"<p>new")
    found = list(members(Page("", str(path)), ALL_PAGES, 1000))
    assert [page.member for page in found] == ["a.html", "b.html", "a.html"]  # the run reports the third
    assert read_member(str(path), "a.html", 1000) == b"<p>new"


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, {"big.html": b"0" * 10_000_000})
    with pytest.raises(Refused, match="limit of 1,000,000 bytes"):
        read_member(str(path), "big.html", 1_000_000)


@pytest.mark.parametrize("name", ["x.zip", "x.tar.gz"])
def test_damaged_archives_end_with_an_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    (make_zip if name.endswith("zip") else make_tar)(path, {f"{n}.html": bytes([n]) * 9000 for n in range(100)})
    path.write_bytes(path.read_bytes()[:-200])
    found = list(members(Page("", str(path)), ALL_PAGES, 10_000))
    assert found[-1].error.startswith("the archive is damaged")
    assert all(not page.error for page in found[:-1])


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz"])
def test_of_archives_joined_by_cat_the_pages_that_are_lost_are_told(tmp_path: Path, name: str) -> None:
    """Of tars the first is read, of zips the last."""
    for place in "ab":
        path = tmp_path / f"{place}{name}"
        make_zip(path, {f"{place}.html": PAGE}) if name == "x.zip" else make_tar(
            path, {f"{place}.html": PAGE}, "w" if name == "x.tar" else "w:gz"
        )
    joined = tmp_path / name
    joined.write_bytes(b"".join((tmp_path / f"{place}{name}").read_bytes() for place in "ab"))
    *found, last = members(Page("", str(joined)), ALL_PAGES, 10_000)
    assert [page.name for page in found] == (["b.html"] if name == "x.zip" else ["a.html", "link.html"])
    assert last.error.startswith("the archive is damaged or unreadable after ")


def test_a_program_may_come_before_a_zip(tmp_path: Path) -> None:
    make_zip(path := tmp_path / "x.zip", {"a.html": PAGE})
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())
    assert [page.error for page in members(Page("", str(path)), ALL_PAGES, 10_000)] == [""]


@pytest.mark.parametrize("place", [2 * 1536 + 148, 2 * 1536 + 1])
def test_a_damaged_header_is_no_end_of_a_tar(tmp_path: Path, place: int) -> None:
    """Damage to the checksum or to what it covers makes tarfile stop silently."""
    make_tar(path := tmp_path / "x.tar", {f"{n}.html": PAGE for n in range(5)}, "w")
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    *found, last = members(Page("", str(path)), ALL_PAGES, 1000)
    assert [page.name for page in found] == ["0.html", "1.html"]
    assert last.error.startswith("the archive is damaged or unreadable after 2 pages: a member's header is damaged")


@pytest.mark.parametrize("name", ["x.tar.gz", "x.tar.bz2", "x.tar.xz"])
def test_a_wrong_checksum_is_told(tmp_path: Path, name: str) -> None:
    """The text is changed, but the structure of the archive is intact."""
    make_tar(path := tmp_path / "x.tar", {f"{n}.html": PAGE for n in range(5)}, "w")
    stored = gzip.compress(path.read_bytes(), 0) if name.endswith("gz") else compress_as(name, path.read_bytes())
    damaged = bytearray(stored)
    damaged[stored.index(PAGE[:9]) if name.endswith("gz") else len(stored) // 2] ^= 1
    (tmp_path / name).write_bytes(damaged)
    *_, last = members(Page("", str(tmp_path / name)), ALL_PAGES, 1000)
    assert last.error.startswith("the archive is damaged or unreadable after ")
    (tmp_path / name).write_bytes(stored)
    assert [page.error for page in members(Page("", str(tmp_path / name)), ALL_PAGES, 1000)] == [""] * 6


def compress_as(name: str, data: bytes) -> bytes:
    return bz2.compress(data) if name.endswith("bz2") else lzma.compress(data)


def test_a_zip_that_was_replaced_is_read_anew(tmp_path: Path) -> None:
    """A Dask worker process that had served an earlier run still had the old archive open."""
    for text in (b"<p>one", b"<p>two"):
        with zipfile.ZipFile(tmp_path / "new.zip", "w") as archive:
            archive.writestr("a.html", text)
        (tmp_path / "new.zip").replace(path := tmp_path / "x.zip")
        assert read_member(str(path), "a.html", 1000) == text


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_each_of_two_damaged_archives_says_so(tmp_path: Path, kind: str) -> None:
    for name in "ab":
        (tmp_path / f"{name}.{kind}").write_bytes(b"no archive")
    listing = Listing(".txt")
    listing.add(find([str(tmp_path / f"{name}.{kind}") for name in "ab"], ALL_PAGES))
    found = [one for page in listing for one in ([page] if page.error else listing.members(page))]
    assert [Path(page.path).name for page in found] == [f"a.{kind}", f"b.{kind}"]
    assert all(page.error.startswith("the archive is damaged") for page in found)


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_a_name_that_would_fill_the_memory_ends_an_archive(tmp_path: Path, kind: bytes) -> None:
    """A name of one gigabyte takes a few megabytes in a compressed archive."""
    make_tar(path := tmp_path / "x.tar", {"a.html": PAGE}, "w")
    bomb = tarfile.TarInfo("bomb")
    bomb.type, bomb.size = kind, 1 << 30
    whole = path.read_bytes()
    path.write_bytes(whole[: 512 + 1024] + bomb.tobuf() + whole[512 + 1024 :])
    *_, last = members(Page("", str(path)), ALL_PAGES, 1000)
    assert last.error.endswith("unreadable after 1 page: a name or the like of 1,073,741,824 bytes")


def test_a_page_may_be_larger_than_any_name_in_an_archive(tmp_path: Path) -> None:
    large = bytes(MAX_EXTENSION + 1)
    make_tar(path := tmp_path / "x.tar", {"a.html": large, "b.html": PAGE}, "w")
    found = [*members(Page("", str(path)), ALL_PAGES, len(large))][:2]
    assert [(page.name, page.error, page.data) for page in found] == [("a.html", "", large), ("b.html", "", PAGE)]


def test_a_member_of_a_zip_without_a_name_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, {"a.html": PAGE, "b.html": PAGE, "c.html": PAGE})
    path.write_bytes(path.read_bytes().replace(b"b.html", b"\0.html"))
    assert [page.name for page in members(Page("", str(path)), ALL_PAGES, 1000)] == ["a.html", "c.html"]


def test_an_encrypted_member_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, {"a.html": PAGE})
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"^encrypted$"):
        read_member(str(path), "a.html", 1000)
