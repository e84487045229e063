import os
from pathlib import Path

import pytest

from cleanweb.errors import UsageError
from cleanweb.files import check_output, is_special, open_to_write, printable


def test_printable_is_valid_unicode() -> None:
    assert printable("bad\udcff.html") == "bad\\xff.html"
    assert printable("gut ü") == "gut ü"


def test_devices_and_pipes_are_special_and_nothing_else_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(os.devnull)
    assert [is_special(path) for path in (os.devnull, tmp_path / "pipe", tmp_path / "link")] == [True] * 3
    assert [is_special(path) for path in (tmp_path, tmp_path / "file", tmp_path / "none")] == [False] * 3


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
