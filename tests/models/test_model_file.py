"""Files of models are written at once, and a device is not replaced by one."""

from pathlib import Path

import pytest

from cleanweb.errors import OutputError
from cleanweb.models.model_file import write


def test_a_device_is_written_to(tmp_path: Path) -> None:
    for device in ("null", "full"):
        (tmp_path / device).symlink_to(f"/dev/{device}")
    write(tmp_path / "null", "model")
    with pytest.raises(OutputError, match="No space left"):
        write(tmp_path / "full", "model")
    assert all(path.is_symlink() for path in tmp_path.iterdir())


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "model"
    for content in ("one", b"two"):
        write(path, content)
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("model", b"two")]
