"""Read the texts of a gold set with their entries in its meta file, and the outputs to compare with them.

No pages are read here; `train/gold.py` reads pages with their gold, to learn from.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cleanweb.corpus.compression import compressed, uncompressed
from cleanweb.corpus.inputs import Page, PassedOver, Selection, walk
from cleanweb.corpus.limits import NO_LIMIT
from cleanweb.corpus.reading import read
from cleanweb.errors import DataError, InputError, UsageError
from cleanweb.evaluate.bag import LINE_TAG
from cleanweb.wording import name_and_value

TWO_GOLDS = "two gold texts of one page; expected one"
TWO_PAGES = "two pages of one name; expected one"
TWO_OUTPUTS = "two outputs of one page; expected those of one run"

URL_LINE = re.compile(r"\A\s*URL:.*")

Conditions = Sequence[tuple[str, str]]  # keys of the meta file and their required values (`--where`)


@dataclass(frozen=True, slots=True)
class GoldText:
    """A page's id, its gold text (None in sets of segments only) and its entry in the meta file."""

    id: str
    text: str | None
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_marked(self) -> bool:
        """Whether its text has CleanEval's tags at the beginning of lines."""
        return LINE_TAG.search(self.text or "") is not None

    def labels(self, key: str) -> list[str]:
        """The values of a key of the meta file as text: one, those of a list, or none."""
        return labels(self.meta, key)

    def segments(self, key: str) -> list[str]:
        """The segments under `with` or `without`."""
        return segments(self.meta, key)


def read_gold_texts(folder: Path, meta: Path | None = None, passed: PassedOver | None = None) -> list[GoldText]:
    """The pages of a gold set, sorted by id: a folder with `gold/ID.txt`, `meta.json` or both, or a folder of texts.

    `meta` names a file to use instead of `meta.json`: an object with one object per id. Ids are paths below the folder
    without `.txt`; linked folders are not entered, but counted in `passed`. Raises DataError when there is nothing to
    read, when a file is malformed, or when a page has two texts.
    """
    if not folder.is_dir():
        raise DataError(
            f"{folder}: expected a folder with gold texts, found {'a file' if folder.exists() else 'nothing'}"
        )
    texts = folder / "gold" if (folder / "gold").is_dir() else folder
    if meta is None and (folder / "meta.json").is_file():
        meta = folder / "meta.json"
    entries = read_meta(meta) if meta else {}
    pages = list(walk(str(texts), Selection(include=compressed("*.txt")), passed))
    if unread := next((page for page in pages if page.error), None):
        raise DataError(f"{unread.shown}: cannot be read: {unread.error}")
    paths: dict[str, Path] = {}
    for page in pages:
        name, path = uncompressed(page.name).removesuffix(".txt"), Path(page.path)
        if (other := paths.setdefault(name, path)) != path:
            raise DataError(f"{other} and {path}: {TWO_GOLDS}")
    if not paths and not entries:
        raise DataError(f"{folder}: expected gold/ID.txt, meta.json or texts ID.txt, found none of them")
    return [
        GoldText(name, read_text(paths[name]) if name in paths else None, entries.get(name, {}))
        for name in sorted(paths.keys() | entries.keys())
    ]


def read_outputs(folder: Path, ids: Iterable[str]) -> dict[str, str]:
    """The outputs `folder/ID.txt` that exist, compressed or not.

    Raises InputError when there is no such folder, DataError when a page has two outputs, else as `read_text`.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: expected a folder of outputs, found {'a file' if folder.exists() else 'nothing'}")
    paths = {page: file_called(folder / f"{page}.txt", TWO_OUTPUTS) for page in ids}
    return {page: read_text(path) for page, path in paths.items() if path}


def file_called(path: Path, two: str) -> Path | None:
    """The file at this path, or a compressed one next to it; None if there is neither.

    Raises DataError, with `two` as the explanation, when there are several.
    """
    found = [form for name in compressed(path.name) if (form := path.with_name(name)).is_file()]
    if len(found) > 1:
        raise DataError(f"{found[0]} and {found[1]}: {two}")
    return found[0] if found else None


def read_text(path: Path) -> str:
    """The text of a file, composed for comparison and otherwise unchanged. Raises DataError, naming the file."""
    return as_compared(_decoded(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, decompressed. Raises DataError, naming the file."""
    try:
        return read(Page(name=path.name, path=str(path)), NO_LIMIT)
    except InputError as error:
        raise DataError(f"{path}: cannot be read: {error}") from error


def _decoded(path: Path) -> str:
    """The text of a UTF-8 file, decompressed, without a byte order mark."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"{path}: expected UTF-8 text, found byte 0x{error.object[error.start]:02x} at {error.start}"
        ) from error


def as_compared(text: str) -> str:
    """The text with its letters composed (NFC); golds, outputs and segments are all read like this.

    The default writes composed texts, even where a page or gold is decomposed (typed on macOS, for example), and the
    scorers compare character by character.
    """
    from cleanweb.normalize.repairs import composed  # noqa: PLC0415  (of the stages; not for `--help`)

    return composed(text)


def labels(meta: Mapping[str, Any], key: str) -> list[str]:
    """The values of a key of a page's meta as text: one, those of a list, or none."""
    value = meta.get(key)
    values = value if isinstance(value, list) else [value]
    return [item if isinstance(item, str) else json.dumps(item) for item in values if item is not None]


def segments(meta: Mapping[str, Any], key: str) -> list[str]:
    """The segments that a page's meta has under `with` or `without`, composed like the texts; blank ones, which are in
    any text, are ignored.
    """
    return [as_compared(label) for label in labels(meta, key) if label.strip()]


def conditions_of(texts: Iterable[str]) -> list[tuple[str, str]]:
    """The conditions of `--where`, as keys and values. Raises UsageError for a text that is not `KEY=VALUE`."""
    return [name_and_value("--where", text, "KEY=VALUE") for text in texts]


def fits(meta: Mapping[str, Any], conditions: Conditions) -> bool:
    """Whether a page's meta has all these values under these keys."""
    return all(value in labels(meta, key) for key, value in conditions)


def none_fits(folder: Path, metas: Iterable[Mapping[str, Any]], conditions: Conditions) -> UsageError:
    """The error when no page of a folder has these values in its meta; for an unknown key it lists the known ones.

    >>> print(none_fits(Path("teas"), [{"split": "dev"}], [("part", "dev")]))
    --where: none of the pages of teas has part=dev; known are split
    """
    wanted = " and ".join(f"{key}={value}" for key, value in conditions)
    known = sorted({key for meta in metas for key in meta})
    hint = f"; known are {', '.join(known) or 'none'}" if any(key not in known for key, _ in conditions) else ""
    return UsageError(f"--where: none of the pages of {folder} has {wanted}{hint}")


def strip_url_line(text: str) -> str:
    """The text without its first line if that begins with `URL:`, as written by CleanEval's annotators."""
    return URL_LINE.sub("", text)


def without_url_line(page: GoldText) -> GoldText:
    """The page with its gold text stripped in the same way."""
    return replace(page, text=page.text and strip_url_line(page.text))


def read_meta(path: Path) -> dict[str, dict[str, Any]]:
    """A meta file: an entry per page, by id. Raises DataError, naming the file."""
    try:
        entries = json.loads(_decoded(path))  # not composed: ids are file names
    except json.JSONDecodeError as error:
        raise DataError(f"{path}: expected JSON, found an error in line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, thousands of nested brackets
        raise DataError(f"{path}: expected JSON, found what Python cannot read: {error}") from error
    if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
        raise DataError(f"{path}: expected an object with one object per page id")
    return entries
