"""`cleanweb.toml`: what the options of a command are where the command line does not say.

    [clean]
    system = "kimatu"
    jobs = 4
    exclude = ["*.print.html"]

A table is named like its command, a key like the option without its dashes. The file is that of the working directory.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cleanweb.errors import DataError

FILE = "cleanweb.toml"


def defaults(command: click.Command, name: str) -> dict[str, Any]:
    """The values that the file has for this command, by the names that click knows them under; none without a file.

    Raises DataError for a file that is no TOML, and for a key that is no option of the command.
    """
    path = Path(FILE)
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text("utf-8")).get(name, {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{FILE}: {error}") from error
    known = _options(command)
    if not isinstance(table, dict):
        raise DataError(f"{FILE}: expected a table [{name}], found {table!r}")
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=3) or sorted(known)
            raise DataError(f"{FILE}: [{name}] has {key!r}; expected one of: {', '.join(near)}")
    return {str(known[key].name): value for key, value in table.items()}


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by their longest name without dashes."""
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    return {max(option.opts, key=len).lstrip("-"): option for option in options}


def in_force(context: click.Context) -> Iterator[str]:
    """The options in force as a file of this kind: those not left at "nothing", each with where it comes from."""
    yield f"[{context.info_name}]"
    for key, option in _options(context.command).items():
        value = context.params.get(str(option.name))
        if value in (None, (), False) or key == "show-config":
            continue
        source = context.get_parameter_source(str(option.name))
        where = {ParameterSource.DEFAULT: "default", ParameterSource.DEFAULT_MAP: FILE}.get(source, "command line")  # type: ignore[arg-type]  # never None for an option of the command
        yield f"{key} = {_toml(value)}  # {where}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return f"[{', '.join(map(_toml, value))}]"
    text = "/".join(map(str, value)) if isinstance(value, tuple) else str(value)  # a shard, I/N
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
