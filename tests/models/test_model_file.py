"""Model files are written atomically and never replace a device, and wrong files are reported in plain words."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cleanweb.errors import DataError, OutputError
from cleanweb.measures.characters import CLASS_COUNT
from cleanweb.measures.focus import FOCUS_COUNT
from cleanweb.models import FILES, decision_tree, learned_file, ngrams, regex_evolution
from cleanweb.models.model_file import write

LEARNED = (FILES / "learned.npz").read_bytes()
LOADERS: dict[str, Callable[[Path], object]] = {
    "learned": learned_file.load,
    "charlm": ngrams.load,
    "ice-tree": decision_tree.load,
    "ice-ga": regex_evolution.load,
}


def test_a_device_is_written_to(tmp_path: Path) -> None:
    for device in ("null", "full"):
        (tmp_path / device).symlink_to(f"/dev/{device}")
    write(tmp_path / "null", "model")
    with pytest.raises(OutputError, match="no space left"):
        write(tmp_path / "full", "model")
    assert all(path.is_symlink() for path in tmp_path.iterdir())


def test_standard_output_is_written_to(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as out:
        write(Path(f"/dev/fd/{out.fileno()}"), "model")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("out", b"model")]


def test_a_name_of_any_bytes_may_stand_in_a_text(tmp_path: Path) -> None:
    """The card of a model with such a name could not be written, hours after the training began."""
    write(tmp_path / "card", "caf\udce9")
    assert (tmp_path / "card").read_text() == "caf\\udce9"


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "model"
    for content in ("one", b"two"):
        write(path, content)
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("model", b"two")]


def test_the_longest_name_is_written_and_what_cannot_be_is_told(tmp_path: Path) -> None:
    """A draft's longer name, or a file that could not be removed, used to end in the system's own error."""
    longest = tmp_path / ("m" * 255)
    write(longest, "model")
    assert longest.read_text() == "model"
    for path in (tmp_path / ("m" * 256), longest / "model"):
        with pytest.raises(OutputError, match=r"cannot be written: (file name too long|not a directory)"):
            write(path, "model")
    assert list(tmp_path.iterdir()) == [longest]


def error_of(trainer: str, path: Path) -> str:
    with pytest.raises(DataError) as caught:
        LOADERS[trainer](path)
    told = str(caught.value)
    assert told.startswith(f"{path}: ")
    assert not any(word in told for word in ("pickle", "codec", "Expecting", "Error", "ndarray"))
    return told.removeprefix(f"{path}: ")


@pytest.mark.parametrize("trainer", LOADERS)
def test_a_name_that_is_too_long_is_told(trainer: str) -> None:
    assert error_of(trainer, Path("m" * 300)) == "cannot be read: file name too long"


@pytest.mark.parametrize("trainer", LOADERS)
@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b"\n", "an empty file"),
        (b"the old mill by the river\n", "a text file"),
        ("水车 и мельница".encode()[:-1], "a text file"),
        (b"<!doctype html><p>The mill", "a web page or other markup"),
        (b"\x80\x04\x95\x0a\0\0\0", "a binary file of another kind"),
        (b"\x93NUMPY\x01\0", "a binary file of another kind"),
        (None, "a folder"),
    ],
)
def test_what_is_no_model_is_told_as_what_it_is(
    tmp_path: Path, trainer: str, content: bytes | None, found: str
) -> None:
    path = tmp_path / "model"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    told = error_of(trainer, path)
    assert told.startswith(f"expected a model made by `cleanweb train {trainer}`")
    assert told.endswith(f", found {found}")


@pytest.mark.parametrize("trainer", LOADERS)
@pytest.mark.parametrize(
    ("name", "maker"),
    [
        ("learned.npz", "learned"),
        ("charlm.npz", "charlm"),
        ("ice_tree.json", "ice-tree"),
        ("ice_ga.json", "ice-ga"),
        ("table_roles.json", "tables"),
    ],
)
def test_the_model_of_another_system(trainer: str, name: str, maker: str) -> None:
    if trainer == maker:
        LOADERS[trainer](FILES / name)
    else:
        assert f", found a model made by `cleanweb train {maker}`" in error_of(trainer, FILES / name)


def test_a_learned_model_that_is_cut_off_or_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(LEARNED[: len(LEARNED) // 2])
    assert error_of("learned", path) == "the model is damaged or cut off (File is not a zip file)"
    assert error_of("ice-tree", path).endswith("found an archive that is damaged or cut off")
    path.write_bytes((FILES / "ice_tree.json").read_bytes()[:900])
    assert error_of("ice-tree", path) == "the model is damaged or cut off"
    np.savez(path, corpus=np.arange(3))
    assert error_of("charlm", path).endswith("found an archive of other things")


@pytest.mark.parametrize("place", [8, 10])  # in a member's entry: the encryption flag and the method
def test_a_model_that_is_packed_in_another_way(tmp_path: Path, place: int) -> None:
    packed = bytearray(LEARNED)
    packed[packed.index(b"PK\1\2") + place] |= 1
    path = tmp_path / "model.npz"
    path.write_bytes(packed)
    assert error_of("learned", path).startswith("the model is damaged or cut off (")
    assert error_of("ice-tree", path).endswith("found an archive that is damaged or cut off")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda arrays: arrays.pop("focus.leaf"), "the model is damaged or cut off (there is no 'focus.leaf')"),
        (
            lambda arrays: arrays.update({"blocks.leaf": arrays["blocks.leaf"][:5]}),
            "the model is damaged or cut off (trees of blocks that do not fit together)",
        ),
        (
            lambda arrays: arrays.update(format=header("cleanweb learned model, version 9", [])),
            "expected version 2 of cleanweb learned model, found version 9; a newer cleanweb made it",
        ),
        (
            lambda arrays: arrays.update(format=header("cleanweb learned model, version 2", ["words"])),
            "trained by another version of cleanweb, with other features; train it again",
        ),
        (
            lambda arrays: arrays.update({"focus.bias": np.zeros(0)}),
            "the model is damaged or cut off (index 0 is out of bounds for axis 0 with size 0)",
        ),
        (
            lambda arrays: arrays.update(format=header(["cleanweb learned model"], [])),
            "the model is damaged or cut off ('list' object has no attribute 'rpartition')",
        ),
    ],
)
def test_a_learned_model_that_does_not_fit(
    tmp_path: Path, change: Callable[[dict[str, object]], object], words: str
) -> None:
    arrays = dict(np.load(FILES / "learned.npz"))
    change(arrays)
    np.savez(tmp_path / "model.npz", **arrays)
    assert error_of("learned", tmp_path / "model.npz") == words


def header(version: str | list[str], features: list[str]) -> np.ndarray:
    return np.frombuffer(json.dumps({"format": version, "features": features}).encode(), np.uint8)


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("blocks.feature", 255, "trees of blocks that ask for what is not measured"),
        ("focus.feature", FOCUS_COUNT, "trees of focus that ask for what is not measured"),
        ("classes", CLASS_COUNT, "no table of character classes"),
    ],
)
def test_a_learned_model_of_another_hand(tmp_path: Path, part: str, value: int, told: str) -> None:
    """Each page failed; the error can be found before the run."""
    with np.load(FILES / "learned.npz") as arrays:
        parts = {name: arrays[name].copy() for name in arrays}
    parts[part].flat[0] = value
    path = tmp_path / "model.npz"
    np.savez(path, **parts)
    assert error_of("learned", path) == f"the model is damaged or cut off ({told})"


@pytest.mark.parametrize(
    ("part", "kind", "value", "told"),
    [
        ("long.feature", np.int16, -1, "trees of long that ask for what is not measured"),
        ("blocks.feature", np.float64, np.nan, "trees of blocks that ask for what is not measured"),
        ("classes", np.int8, -1, "no table of character classes"),
        ("classes", np.float64, 1.0, "no table of character classes"),
        ("focus.threshold", np.str_, "many", "could not convert string to float"),
    ],
)
def test_numbers_of_another_kind_in_a_learned_model(
    tmp_path: Path, part: str, kind: type, value: float | str, told: str
) -> None:
    """A number below 0 was counted from the end, and gave other texts; with text for a number each page failed."""
    with np.load(FILES / "learned.npz") as arrays:
        parts = {name: arrays[name].copy() for name in arrays}
    parts[part] = parts[part].astype(kind)
    parts[part].flat[0] = value
    path = tmp_path / "model.npz"
    np.savez(path, **parts)
    assert error_of("learned", path).startswith(f"the model is damaged or cut off ({told}")
