"""Stages, and how they are found. A stage is a frozen dataclass whose fields are its parameters; calling it does the
work.

The file name (with `-` for `_`) is the stage's name on the command line; the last line of the file, `STAGE = ...`, is
the only registration. Adding a stage means adding a file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from os import PathLike, fspath
from pkgutil import iter_modules
from types import UnionType
from typing import Any, Literal, Protocol, get_args, get_origin, get_type_hints, runtime_checkable

from cleanweb.errors import UsageError
from cleanweb.page import Blocks, Elements, Explanation, Linearized, Verdicts
from cleanweb.wording import nearest

Role = Literal["normalize", "segment", "classify", "linearize"]
ROLES: tuple[Role, ...] = get_args(Role)
StageNames = Mapping[Role, tuple[str, ...]]  # the stages of a pipeline, classifiers in order

MAX_NUMBER = 1e100  # of a parameter, with either sign; ours: no limit is near it, and products of two stay finite

# The values of a parameter in Python; on the command line all are strings.
Value = str | int | float | bool | Sequence[str] | PathLike[str] | None


@runtime_checkable
class Normalizer(Protocol):
    """Called by the segmenter, once for all elements and for the text of each block; it marks but never removes."""

    def marks(self, elements: Elements) -> list[str]:
        """Why each element is marked ("hidden", "consent", ...), itself or as part of a marked one; "" for most."""

    def text(self, text: str) -> str:
        """The text of a block, repaired."""


@runtime_checkable
class SourceNormalizer(Normalizer, Protocol):
    """A normalizer that also sees the page before it is parsed, and again if parsing gave no text."""

    def source(self, utf8: bytes) -> bytes:
        """The page to parse, as UTF-8; raises Refused for a page that should be skipped."""

    def dump(self, utf8: bytes) -> Blocks:
        """Fallback blocks for a page in which the segmenter found none."""


@runtime_checkable
class Segmenter(Protocol):
    """Cuts a page into blocks; `reads` says whether it needs the parsed tree or the decoded source."""

    @property
    def reads(self) -> Literal["tree", "source"]:
        """The type of `page` in calls: a `Tree`, or the source as `str`."""

    def __call__(self, page: Any, normalizer: Normalizer) -> Blocks:
        """The page's blocks in document order; each text node is in at most one."""


@runtime_checkable
class Classifier(Protocol):
    """Decides for every block whether it is kept, and as which kind; explains it on request.

    A classifier without its own rule for kinds sets `tells_kinds = False`, so that those of the one before it remain.
    One that can judge only the blocks of a certain segmenter names it: `segmenter = "source-lines"`. One that judges by
    a file has `check(segmenter)`, which raises UsageError if the file is missing or is for other blocks.
    """

    def __call__(self, blocks: Blocks) -> Verdicts:
        """One verdict per block, in order."""

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """Reasons and numbers for these rows; `verdicts` are this classifier's own verdicts on `blocks`."""


@runtime_checkable
class Linearizer(Protocol):
    """Writes the kept blocks as text; it decides neither what is kept nor its kind."""

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:
        """The text of the page, and every word added or taken out."""


def param(default: Any, meaning: str, *, source: str = "ours", flag: str = "", choices: Sequence[str] = ()) -> Any:
    """A parameter of a stage: a dataclass field with its default, meaning (and unit), and source.

    `flag` names the convenience option of `cleanweb clean` that sets it (`--focus`); `choices` are the allowed values.
    """
    metadata = {"meaning": meaning, "source": source, "flag": flag, "choices": tuple(choices)}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """A stage's parameter as shown by the command line."""

    stage: str  # name of the stage, e.g. "justext"
    name: str  # e.g. "max_link_density"
    type: type
    default: Any
    meaning: str
    source: str
    flag: str
    choices: tuple[str, ...]


@cache
def names(role: Role) -> tuple[str, ...]:
    """Names of all stages of a role, sorted; folders are read once, since every stage built needs the names."""
    package = import_module(f"cleanweb.{role}")
    found = [module.name for module in iter_modules(package.__path__)]
    return tuple(sorted(name.replace("_", "-") for name in found if name not in package.HELPERS))


def load(role: Role, name: str) -> type[Any]:
    """The stage class of this role and name.

    Raises UsageError naming the nearest known names when there is none.
    """
    known = names(role)
    if name not in known:
        raise UsageError(f"unknown {role} stage {name!r}; {nearest(name, known)}")
    stage = import_module(f"cleanweb.{role}.{name.replace('-', '_')}").STAGE
    assert isinstance(stage, type)
    return stage


@cache
def parameters(role: Role, name: str) -> tuple[Parameter, ...]:
    """The parameters of a stage, in the order of the source."""
    stage = load(role, name)
    hints = get_type_hints(stage)
    return tuple(
        Parameter(name, field.name, hints[field.name], field.default, **field.metadata)
        for field in dataclasses.fields(stage)
    )


def build(role: Role, name: str, values: Mapping[str, Value]) -> Any:
    """An instance of the stage with these parameters, as values or as strings (`{"max_link_density": "0.1"}`).

    Raises UsageError for an unknown parameter or a value of the wrong type, naming what was expected.
    """
    known = {parameter.name: parameter for parameter in parameters(role, name)}
    chosen = {}
    for key, value in values.items():
        if key not in known:
            near = nearest(key, known) if known else "it has none"
            raise UsageError(f"stage {name} has no parameter {key!r}; {near}")
        chosen[key] = _value(known[key], value)
    return load(role, name)(**chosen)


def _value(parameter: Parameter, value: Value) -> Any:
    where = f"{parameter.stage}.{parameter.name}"
    expected = " or ".join(_TOLD[wanted] for wanted in _alternatives(parameter.type))
    is_of_texts = isinstance(value, tuple | list) and tuple in _alternatives(parameter.type)
    if isinstance(value, Iterable) and not (is_of_texts or isinstance(value, str)):  # a set, an array
        raise UsageError(f"{where} is {value!r}; expected {expected}")
    text = _as_text(value)
    if "\0" in text:  # no file name can contain it
        raise UsageError(f"{where} is {text!r}; expected {expected}, without NUL")
    if parameter.choices and text not in parameter.choices:
        raise UsageError(f"{where} is {text!r}; expected one of: {', '.join(parameter.choices)}")
    for wanted in _alternatives(parameter.type):
        if value is None and wanted is not type(None):
            continue
        try:
            return _READ[wanted](text)
        except (ValueError, KeyError):
            continue
    raise UsageError(f"{where} is {text!r}; expected {expected}")


def _as_text(value: Value) -> str:
    """The value of a parameter in the form of the command line."""
    if isinstance(value, PathLike):
        return fspath(value)
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def settings_of(stage: Any) -> dict[str, str]:
    """A stage's name and all its parameters as strings; stages with equal settings do the same.

    >>> settings_of(load("segment", "leaves")(br="double"))
    {'stage': 'leaves', 'leaves.br': 'double'}
    """
    name = type(stage).__module__.rpartition(".")[2].replace("_", "-")
    values = {f"{name}.{field.name}": _as_text(getattr(stage, field.name)) for field in dataclasses.fields(stage)}
    return {"stage": name, **values}


def _alternatives(hint: Any) -> tuple[type, ...]:
    """The types that a value may have: both for `float | None`, tuple for `tuple[str, ...]`."""
    if isinstance(hint, UnionType):
        return get_args(hint)
    plain = get_origin(hint) or hint
    return (plain if isinstance(plain, type) else str,)  # a `Literal` is a text


def _read_bool(text: str) -> bool:
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]


def _read_none(text: str) -> None:
    return {"none": None}[text.lower()]


def _read_texts(text: str) -> tuple[str, ...]:
    """Names or words separated by commas; a space inside one is an error, since a comma was meant."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if any(len(part.split()) > 1 for part in found):
        raise ValueError(text)
    return found


def _read_number(text: str) -> float:
    """A number, but not NaN or beyond MAX_NUMBER: with infinity, scores or reasons would be no numbers either."""
    if not abs(number := float(text)) <= MAX_NUMBER:
        raise ValueError(text)
    return number


_READ: dict[type, Callable[[str], Any]] = {
    bool: _read_bool,
    int: int,
    float: _read_number,
    str: str,
    tuple: _read_texts,
    type(None): _read_none,
}


# The same types in words.
_TOLD: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: f"a number ({MAX_NUMBER:g} at most)",
    str: "a text",
    tuple: "texts with commas between them, and no spaces in them",
    type(None): "none",
}
