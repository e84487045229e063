"""The one file of the learned default: token weights, trees of blocks and of pages; pickle-free and versioned."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.errors import DataError
from cleanweb.files import ReadOnce
from cleanweb.measures.characters import CLASS_COUNT
from cleanweb.measures.features import FEATURE_COUNT, feature_names
from cleanweb.measures.focus import FOCUS_COUNT
from cleanweb.measures.tokens import TokenWeights
from cleanweb.models import FILES
from cleanweb.models.boosted_trees import MAX_DEPTH, Contributions, ObliviousTrees, Places
from cleanweb.models.model_file import check_version, damaged, read_arrays, write

FORMAT = "cleanweb learned model"
VERSION = 2
DEFAULT = FILES / "learned.npz"

# Fixed, so that the same training gives the same bytes.
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class LearnedModel:
    """What training found. `classes` is the table of character classes; `focus` chooses the convention per page.

    Blocks are judged by the trees `blocks`, those of long pages by `long`.
    """

    weights: TokenWeights
    blocks: ObliviousTrees
    long: ObliviousTrees
    focus: ObliviousTrees
    classes: npt.NDArray[np.uint8]

    @cached_property
    def of_long_pages(self) -> LearnedModel:
        """The model as it judges long pages."""
        return replace(self, blocks=self.long)

    @cached_property
    def asking_focus(self) -> tuple[npt.NDArray[np.intp], ObliviousTrees]:
        """The block trees that ask for the gold's convention, the last feature: their numbers and themselves."""
        return self.blocks.asking(len(feature_names()) - 1)

    @cached_property
    def switched_by_focus(self) -> Places:
        """The bits of these trees' leaves that change when the convention becomes the other: shape (trees, 1)."""
        return self.asking_focus[1].switched(len(feature_names()) - 1)

    @cached_property
    def contributions(self) -> Contributions:
        """What each feature adds to a block's score."""
        return Contributions(self.blocks)


def save(model: LearnedModel, path: Path) -> None:
    """Write the model; the same model gives the same bytes. Raises OutputError."""
    known = sorted(model.weights.weights)
    arrays: dict[str, npt.NDArray[Any]] = {
        "format": _text(json.dumps({"format": f"{FORMAT}, version {VERSION}", "features": feature_names()})),
        "tokens": _text("\n".join(known)),
        "weights": np.array([model.weights.weights[token] for token in known], np.float16).T,
        "classes": model.classes,
    }
    for name, trees in (("blocks", model.blocks), ("long", model.long), ("focus", model.focus)):
        arrays[f"{name}.feature"] = trees.feature.astype(np.uint8)
        arrays[f"{name}.threshold"] = trees.threshold.astype(np.float32)
        arrays[f"{name}.leaf"] = trees.leaf.astype(np.float16)
        arrays[f"{name}.bias"] = np.array([trees.bias], np.float64)
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy", _ZIP_DATE), "w") as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    write(path, made.getvalue())


@ReadOnce
def load(path: Path) -> LearnedModel:
    """The model in this file.

    Raises DataError when the file is missing, of another kind, damaged, or of another version.
    """
    arrays = read_arrays(path, FORMAT)
    try:
        header = json.loads(arrays["format"].tobytes())
        check_version(path, FORMAT, VERSION, int(header["format"].rpartition(" ")[2]))
        if header["features"] != feature_names():
            raise DataError(f"{path}: trained by another version of cleanweb, with other features; train it again")
        tokens = arrays["tokens"].tobytes().decode().split("\n") if arrays["tokens"].size else []
        rows = arrays["weights"].astype(float).T.tolist()
        weights = TokenWeights(dict(zip(tokens, map(tuple, rows), strict=True)))
        blocks, long = (_trees(arrays, name, FEATURE_COUNT) for name in ("blocks", "long"))
        return LearnedModel(weights, blocks, long, _trees(arrays, "focus", FOCUS_COUNT), _classes(arrays))
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise damaged(path, error) from None


def _trees(arrays: dict[str, npt.NDArray[Any]], name: str, features: int) -> ObliviousTrees:
    feature, threshold, leaf = (arrays[f"{name}.{part}"] for part in ("feature", "threshold", "leaf"))
    depth, count = feature.shape
    if depth > MAX_DEPTH or threshold.shape != (depth, count) or leaf.shape != (count, 2**depth):
        raise ValueError(f"trees of {name} that do not fit together")
    if feature.dtype != np.uint8 or (count and feature.max() >= features):  # a signed number may count from the end
        raise ValueError(f"trees of {name} that ask for what is not measured")
    bias = float(arrays[f"{name}.bias"][0])
    return ObliviousTrees(feature.astype(np.intp), threshold.astype(np.float32), leaf.astype(np.float32), bias)


def _classes(arrays: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
    table = arrays["classes"]
    if table.dtype != np.uint8 or table.shape != (65536,) or table.max() >= CLASS_COUNT:
        raise ValueError("no table of character classes")
    return table


def _text(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)
