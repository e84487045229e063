import os
from pathlib import Path

import pytest

from cleanweb.errors import UsageError
from cleanweb.files import (
    MAX_KEPT,
    ReadOnce,
    check_output,
    forget_changed,
    is_special,
    open_to_write,
    printable,
    tells_case,
)


def test_printable_is_valid_unicode() -> None:
    assert printable("bad\udcff.html") == "bad\\xff.html"
    assert printable("gut ü") == "gut ü"


def test_devices_and_pipes_are_special_and_nothing_else_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(os.devnull)
    assert [is_special(path) for path in (os.devnull, tmp_path / "pipe", tmp_path / "link")] == [True] * 3
    assert [is_special(path) for path in (tmp_path, tmp_path / "file", tmp_path / "none")] == [False] * 3


def test_whether_case_is_told_is_asked_of_what_is_there(tmp_path: Path) -> None:
    """A hard link stands in for a case-insensitive file system, where two names are one file."""
    (tmp_path / "1" / "Page").mkdir(parents=True)
    assert tells_case(tmp_path / "1")
    assert tells_case(tmp_path / "1" / "Page" / "to" / "be")
    (tmp_path / "1" / "pAGE").symlink_to("Page")
    assert tells_case(tmp_path / "1")
    (tmp_path / "2").mkdir()
    (tmp_path / "2" / "x").touch()
    (tmp_path / "2" / "X").hardlink_to(tmp_path / "2" / "x")
    assert not tells_case(tmp_path / "2")
    assert not tells_case(tmp_path / "2" / "1" / "2")


def test_an_open_file_is_special_by_any_of_its_names_and_goes_on_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"one ")
    (tmp_path / "to_file").symlink_to("file")
    with (tmp_path / "file").open("ab", buffering=0) as file:
        (tmp_path / "link").symlink_to(f"/dev/fd/{file.fileno()}")
        (tmp_path / "link_to_link").symlink_to("link")
        names = (f"/dev/fd/{file.fileno()}", f"/proc/self/fd/{file.fileno()}", tmp_path / "link_to_link")
        assert [is_special(name) for name in (*names, tmp_path / "file", tmp_path / "to_file")] == [True] * 3 + [
            False
        ] * 2
        with open_to_write(tmp_path / "link_to_link") as special:
            special.write(b"two ")
        file.write(b"three")
    assert (tmp_path / "file").read_bytes() == b"one two three"
    with open_to_write(tmp_path / "file") as ordinary:
        ordinary.write(b"four")
    assert (tmp_path / "file").read_bytes() == b"four"


def test_no_file_is_called_like_standard_output() -> None:
    with pytest.raises(UsageError, match=r"--metrics -: expected the name of a file"):
        check_output("--metrics", "-")


def test_a_file_is_read_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    read: list[str] = []
    reader = ReadOnce(lambda path: read.append(path.name) or path.read_text())
    file = tmp_path / "a.txt"
    for text in ("tea", "water"):
        file.write_text(text)
        forget_changed()
        assert [reader(file), reader(file)] == [text, text]
    forget_changed()
    assert reader(file) == "water"
    assert read == ["a.txt", "a.txt"]
    file.unlink()
    assert reader(file) == "water"  # cleaners in use are not disturbed
    forget_changed()
    with pytest.raises(FileNotFoundError):
        reader(file)


def test_a_pipe_is_read_but_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = ReadOnce(str)
    kept = reader(tmp_path / "pipe")
    os.utime(tmp_path / "pipe", (0, 0))
    forget_changed()
    assert reader(tmp_path / "pipe") is kept


def test_not_all_files_ever_read_are_kept(tmp_path: Path) -> None:
    reader = ReadOnce(str)
    for number in range(3 * MAX_KEPT):
        reader(tmp_path / str(number))
        assert len(reader.kept) <= MAX_KEPT
