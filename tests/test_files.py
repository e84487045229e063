import os
from pathlib import Path

from cleanweb.files import is_special, printable


def test_printable_is_valid_unicode() -> None:
    assert printable("bad\udcff.html") == "bad\\xff.html"
    assert printable("gut ü") == "gut ü"


def test_devices_and_pipes_are_special_and_nothing_else_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(os.devnull)
    assert [is_special(path) for path in (os.devnull, tmp_path / "pipe", tmp_path / "link")] == [True] * 3
    assert [is_special(path) for path in (tmp_path, tmp_path / "file", tmp_path / "none")] == [False] * 3
