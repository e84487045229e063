import errno
import os
import resource
import sqlite3
import stat
import tarfile
from pathlib import Path
from threading import Thread

import pytest

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.outputs import PIECE, output_name, temporary, twin, write
from cleanweb.corpus.reading import read
from cleanweb.errors import InputError, OutputError, Refused, UsageError
from cleanweb.wording import Several


def test_write_makes_folders_and_leaves_nothing_else(tmp_path: Path) -> None:
    assert write(str(tmp_path), "a/b/c.txt", b"text")
    assert (tmp_path / "a/b/c.txt").read_bytes() == b"text"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["c.txt"]


def test_unchanged_output_keeps_its_time(tmp_path: Path) -> None:
    write(str(tmp_path), "a.txt", b"same")
    os.utime(tmp_path / "a.txt", (1, 1))
    assert not write(str(tmp_path), "a.txt", b"same")
    assert (tmp_path / "a.txt").stat().st_mtime == 1
    assert write(str(tmp_path), "a.txt", b"diff")
    assert (tmp_path / "a.txt").stat().st_mtime > 1


@pytest.mark.parametrize("place", [0, PIECE - 1, PIECE, PIECE + 1])
def test_a_long_output_is_compared_to_its_end(tmp_path: Path, place: int) -> None:
    text = b"tea " * (PIECE // 4) + b"!!"
    write(str(tmp_path), "a.txt", text)
    assert not write(str(tmp_path), "a.txt", text)
    changed = text[:place] + b"?" + text[place + 1 :]
    assert write(str(tmp_path), "a.txt", changed)
    assert (tmp_path / "a.txt").read_bytes() == changed


def test_a_file_that_may_not_be_read_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a directory that several people write to, such a file ended the run."""
    (tmp_path / "a.txt").write_bytes(b"text")

    def refuse(path: str, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr("builtins.open", refuse)
    assert write(str(tmp_path), "a.txt", b"tint")
    monkeypatch.undo()
    assert (tmp_path / "a.txt").read_bytes() == b"tint"


@pytest.mark.parametrize(("mask", "rights"), [(0o027, 0o640), (0o002, 0o664)])
def test_files_have_the_rights_that_the_user_gives_new_ones(tmp_path: Path, mask: int, rights: int) -> None:
    before = os.umask(mask)
    try:
        write(str(tmp_path), "a.txt", b"text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == rights


def test_nothing_is_left_of_the_draft_of_a_run_that_was_killed(tmp_path: Path) -> None:
    Path(temporary(str(tmp_path / "a.txt"), b"text")).write_bytes(b"a draft that is longer than the text")
    write(str(tmp_path), "a.txt", b"text")
    assert (tmp_path / "a.txt").read_bytes() == b"text"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("has_same", [True, False])
def test_a_draft_that_another_process_named_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_same: bool
) -> None:
    replace = os.replace

    def named_by_another(draft: str, path: str) -> None:
        replace(draft, path)
        if not has_same:
            Path(path).write_bytes(b"other")
        replace(draft, path)  # the draft is gone

    monkeypatch.setattr(os, "replace", named_by_another)
    if has_same:
        assert write(str(tmp_path), "a.txt", b"text")
    else:
        with pytest.raises(OutputError, match=r"cannot write .*a\.txt: no such file"):
            write(str(tmp_path), "a.txt", b"text")


def test_runs_with_other_options_at_once_cut_no_text_of_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truncate, longer, seen = os.ftruncate, b"the text of a run with other options", []

    def between(descriptor: int, length: int) -> None:
        monkeypatch.setattr(os, "ftruncate", truncate)
        write(str(tmp_path), "a.txt", longer)
        truncate(descriptor, length)
        seen.append((tmp_path / "a.txt").read_bytes())

    monkeypatch.setattr(os, "ftruncate", between)
    write(str(tmp_path), "a.txt", b"text")
    assert seen == [longer]
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.txt", b"text")]


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert write(str(tmp_path), "pipe", b"text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_vanished_output_directory_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="the directory is gone"):
        write(str(tmp_path / "gone"), "a.txt", b"x")
    assert not (tmp_path / "gone").exists()


def test_names_that_cannot_be_cost_one_page(tmp_path: Path) -> None:
    write(str(tmp_path), "a.txt", b"x")
    for name in ("a.txt/b.txt", "y" * 300 + ".txt"):
        with pytest.raises(InputError, match="cannot be written"):
            write(str(tmp_path), name, b"x")


@pytest.mark.parametrize("keep_suffix", [False, True])
@pytest.mark.parametrize("base", ["x" * 300, "x" * 249, "日" * 84, "\udcff" * 251, "дом" * 42, "x" * 240 + "日" * 4])
def test_names_that_are_too_long_are_cut(tmp_path: Path, base: str, keep_suffix: bool) -> None:
    names = [
        output_name(name, suffix, keep_suffix=keep_suffix)
        for name in (f"{base}.html", f"{base}y.html", f"{base}/a.html")
        for suffix in (".txt", ".jsonl", ".xhtml", ".vert.gz")
    ]
    assert all(write(str(tmp_path), name, b"x") for name in names)
    assert len(set(names)) == len(names)
    assert len({name.rpartition("/")[0] for name in names if "/" in name}) == 1
    assert not [
        char for name in names for char in name if char not in base + "~y/a.html.txt.jsonl.vert.gz0123456789bcdef"
    ]


@pytest.mark.parametrize("length", [*range(240, 256), 300])
@pytest.mark.parametrize("keep_suffix", [False, True])
def test_what_is_made_of_a_page_is_cut_alike(length: int, keep_suffix: bool) -> None:
    """Cutting used to depend on the suffix: a text had no log of the same name, and a log no twin."""
    name = "x" * length + ".html" * keep_suffix
    made = {
        suffix: output_name(name, suffix, keep_suffix=keep_suffix)
        for suffix in ("", ".txt", ".txt.gz", ".xhtml", ".jsonl", ".jsonl.gz")
    }
    (base,) = {path.removesuffix(suffix) for suffix, path in made.items()}
    assert (base == name) == (len(name) <= 246)
    assert twin(made[".jsonl"]) == made[".jsonl.gz"]
    assert max(map(len, made.values())) <= 255


@pytest.mark.parametrize("char", ["x", "д", "日", "🍵"])
def test_of_a_name_as_much_stays_as_has_room(char: str) -> None:
    base = output_name(char * 300, ".txt", keep_suffix=False).removesuffix(".txt")
    assert 246 - len(char.encode()) < len(base.encode()) <= 246


def test_folders_are_not_cut_sooner_than_they_must_be() -> None:
    assert output_name("x" * 255 + "/a.html", ".txt") == "x" * 255 + "/a.txt"


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    write(str(tmp_path), "a.txt", b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OutputError, match="cannot write"):
            write(str(tmp_path), "a.txt", b"n" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (tmp_path / "a.txt").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_the_database_of_a_listing_is_closed_with_it() -> None:
    listings = [Listing(".txt")]
    database = listings[0]._database.connection
    last = Thread(target=listings.clear)  # as when a cluster's thread collects the garbage
    last.start()
    last.join()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")


@pytest.mark.parametrize("order", [("in/a.html", "in/a.htm"), ("in/a.htm", "in/a.html")])
def test_two_inputs_of_one_output_are_an_error_naming_both(order: tuple[str, str]) -> None:
    listing = Listing(".txt")
    with pytest.raises(UsageError) as raised:
        listing.add(Page(name=path, path=path) for path in order)
    assert all(path in str(raised.value) for path in order)


def test_a_page_named_twice_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    Path("in/a.html").touch()
    Path("here").symlink_to("in")
    listing = Listing(".txt")
    paths = ("in/a.html", "./in/a.html", str(tmp_path / "in/a.html"), "here/a.html")
    listing.add(Page(name="a.html", path=path) for path in paths)
    assert [page.path for page in listing] == ["in/a.html"]
    assert (listing.seen, listing.repeated) == (4, Several(3, "./in/a.html"))


def test_a_link_to_a_page_is_another_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.html").touch()
    Path("a.htm").symlink_to("a.html")
    with pytest.raises(UsageError, match=r"a\.htm and a\.html would both be at a\.txt"):
        Listing(".txt").add(Page(name=path, path=path) for path in ("a.html", "a.htm"))


@pytest.mark.parametrize(
    "order", [("a.html", "a.txt/b.html"), ("a.txt/b.html", "a.html"), ("x.txt/a.txt/b.html", "x.txt/a.html")]
)
def test_a_file_where_another_needs_a_directory_is_an_error(order: tuple[str, str]) -> None:
    listing = Listing(".txt")
    with pytest.raises(UsageError) as raised:
        listing.add(Page(name=path, path=path) for path in ("c.txt/d.html", *order))
    assert all(path in str(raised.value) for path in order)


@pytest.mark.parametrize("names", [("a.html", "a.jsonl/b.html"), ("x.txt/a.html", "x.txt/a.jsonl/a.jsonl/b.html")])
def test_so_it_is_with_files_beside_the_texts(names: tuple[str, str]) -> None:
    for order in (names, names[::-1]):
        listing = Listing(".txt", beside={".jsonl": "logs"})
        with pytest.raises(
            UsageError, match=r"a\.jsonl/\S*b\.jsonl.* \(logs\), one of which would be a file"
        ) as raised:
            listing.add(Page(name=path, path=path) for path in ("c.jsonl/d.html", *order))
        assert all(path in str(raised.value) for path in order)
    Listing(".txt").add(Page(name=path, path=path) for path in names)


def test_no_output_lies_where_other_files_of_the_run_have_such_names() -> None:
    listing = Listing(".jsonl", closed=["log"])
    listing.add([Page(name=name, path=name) for name in ("logs/a.html", "log.html", "a/log/b.html")])
    with pytest.raises(UsageError, match=r"in/log/a\.html would be at log/a\.jsonl, "):
        listing.add([Page(name="log/a.html", path="in/log/a.html")])
    assert len(listing) == 3
    assert listing.page_count == 3


def test_pages_are_counted_where_no_archive_is_read_as_a_stream(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar", "w"):
        pass
    listing = Listing(".txt")
    listing.add([Page(name="a.html", path="a.html")])
    assert listing.page_count == 1
    listing.add([Page(name="b", path=str(tmp_path / "b.tar"))])
    assert listing.page_count is None
    assert len(listing) == 2


def test_directories_like_outputs_are_no_error_by_themselves() -> None:
    listing = Listing(".txt")
    listing.add(Page(name=path, path=path) for path in ("a.txt/b.html", "a.txt/c.html", "a.txt.html"))
    assert len(listing) == 3


def test_keep_suffix_tells_them_apart() -> None:
    listing = Listing(".txt", keep_suffix=True)
    listing.add(Page(name=path, path=path) for path in ("a.htm", "a.html"))
    assert [listing.output(page) for page in listing] == ["a.htm.txt", "a.html.txt"]


def test_shards_divide_the_pages() -> None:
    pages = [Page(name=f"{number}.html", path=f"{number}.html") for number in range(100)]
    shards = [Listing(".txt", shard=(number, 3)) for number in range(3)]
    for listing in shards:
        listing.add(pages)
    found = [page.name for listing in shards for page in listing]
    assert sorted(found) == sorted(page.name for page in pages)
    assert all(len(listing) > 20 for listing in shards)


def test_a_list_of_pages_for_which_there_is_no_room_is_told() -> None:
    listing = Listing(".txt")
    listing._database.do("PRAGMA max_page_count = 20")
    with pytest.raises(OutputError, match=r"the list of pages does not fit .*full"):
        listing.add(Page(name=f"{number}.html", path=f"{number}.html") for number in range(10_000))
    with pytest.raises(OutputError, match="SQLITE_TMPDIR"):
        listing.mark_done((f"{number}.txt", "digest") for number in range(10_000))


def test_of_a_file_that_says_it_is_too_large_nothing_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    with path.open("wb") as file:
        file.truncate(1 << 36)
    with pytest.raises(Refused, match="limit of 1,000 bytes"):
        read(Page(name="a.html", path=str(path)), 1000)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    """A device states a size of 0, that of an empty text; reading it would never end."""
    (tmp_path / "zero").symlink_to("/dev/zero")
    assert write(str(tmp_path), "zero", b"")
    assert (tmp_path / "zero").is_symlink()
