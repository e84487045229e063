"""What stands behind `cleanweb.clean`: parameters as Python values, and the pipeline they ask for, made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from cleanweb import Value
from cleanweb.errors import UsageError
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.stage import ROLES
from cleanweb.stage import parameters as parameters_of
from cleanweb.systems import DEFAULT_SYSTEM, SYSTEMS, pipeline

_BOM = b"\xef\xbb\xbf"


def clean(html: bytes | str, system: str | None, parameters: Mapping[str, Value]) -> Cleaned:
    """One page through the pipeline of a system with these parameters; see `cleanweb.clean`."""
    # A `str` has no encoding to find out; the byte order mark is the strongest evidence that `decode` knows.
    data = html if isinstance(html, bytes) else _BOM + html.encode("utf-8", "replace")
    texts = tuple(sorted((name, _as_text(value)) for name, value in parameters.items()))
    return _pipeline(system or DEFAULT_SYSTEM, texts)(data)


@lru_cache(maxsize=32)
def _pipeline(system: str, parameters: tuple[tuple[str, str], ...]) -> Pipeline:
    pairs = [pair for name, value in parameters for pair in _pairs(system, name, value)]
    return pipeline(system, parameters=pairs)


def _pairs(system: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    """The parameter by its full name, for each stage of the system that has it."""
    if "." in name or system not in SYSTEMS:
        yield name, value
        return
    known = dict(_parameter_names(system))
    if name not in known.values():
        raise UsageError(f"no stage of {system} has a parameter {name!r}; expected one of: {', '.join(sorted(known))}")
    yield from ((full, value) for full, short in known.items() if short == name)


def _parameter_names(system: str) -> Iterator[tuple[str, str]]:
    """(stage.parameter, parameter) of all stages of a system."""
    preset = SYSTEMS[system]
    for role in ROLES:
        chosen = getattr(preset, role)
        for stage in (chosen,) if isinstance(chosen, str) else chosen:
            for parameter in parameters_of(role, stage):
                yield f"{stage}.{parameter.name}", parameter.name


def _as_text(value: Value) -> str:
    """The value as the command line would give it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)
