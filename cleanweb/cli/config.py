"""`cleanweb.toml`: defaults for options that the command line does not give.

    [clean]
    system = "kimatu"
    jobs = 4
    exclude = ["*.print.html"]

A table is named like its command (`[stoplist.build]`), a key like the option without its dashes: `jobs` or `j`.
`explain` and `report` show pages as `clean` cleans them, and `sites build` counts their blocks: options of stages in
`[clean]` apply there too. The file is in the working directory.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cleanweb.cli.values import OWN_FLAG, Seconds, is_of_file, memory, size, size_text
from cleanweb.errors import UsageError
from cleanweb.files import reason
from cleanweb.stage import ROLES, settings_of
from cleanweb.wording import nearest

if TYPE_CHECKING:
    from cleanweb import Pipeline

FILE = "cleanweb.toml"
# Commands that use the stages of `[clean]` unless their own tables name others.
LIKE_CLEAN = (("explain",), ("report",), ("sites", "build"))


def defaults(group: click.Group, name: str) -> dict[str, Any]:
    """The options in the (existing) file for the command of this name, in the form of click's `default_map`.

    Raises UsageError for a file that is no TOML, a table that is no command, a key that is no option, and a value that
    is invalid for its option.
    """
    try:
        tables = tomllib.loads(Path(FILE).read_text("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, thousands of digits, too many nested arrays
        raise UsageError(f"{FILE}: {error}") from error
    except OSError as error:
        raise UsageError(f"{FILE}: cannot be read: {reason(error)}") from error
    context = click.Context(group)
    _check_keys(tables, group.list_commands(context), FILE)
    command = group.get_command(context, name)
    if command is None:
        return {}
    found = _read(command, tables[name], name) if name in tables else {}
    clean = group.get_command(context, "clean")
    like_clean = [inner for outer, *inner in LIKE_CLEAN if outer == name]
    if clean and like_clean and "clean" in tables:
        _read(clean, tables["clean"], "clean")  # to report its errors here too
        for inner in like_clean:
            found = _with_stages(command, inner, tables["clean"], found)
    return {name: found} if found else {}


def _with_stages(
    command: click.Command, inner: Sequence[str], clean: dict[str, Any], own: dict[str, Any]
) -> dict[str, Any]:
    """The options of a command, or of the `inner` one of a group, on top of the stage options of `[clean]`."""
    if inner:
        assert isinstance(command, click.Group)
        first, *rest = inner
        one = command.get_command(click.Context(command), first)
        assert one
        return {**own, first: _with_stages(one, rest, clean, own.get(first, {}))}
    known = _by_every_name(command)
    of_stages = {key: value for key, value in clean.items() if key in known and _chooses_stages(str(known[key].name))}
    return {**_read(command, of_stages, "clean"), **own}


def _read(command: click.Command, table: Any, path: str) -> dict[str, Any]:
    """The table of a command; a group's table has a table for each of its commands."""
    if not isinstance(table, dict):
        raise UsageError(f"{FILE}: expected a table [{path}], found {table!r}")
    if isinstance(command, click.Group):
        context = click.Context(command)
        _check_keys(table, command.list_commands(context), f"{FILE}: [{path}]")
        commands = {name: command.get_command(context, name) for name in table}
        return {name: _read(one, table[name], f"{path}.{name}") for name, one in commands.items() if one}
    known = _by_every_name(command)
    _check_keys(table, _options(command), f"{FILE}: [{path}]", known)
    found: dict[str | None, str] = {}
    for key in table:
        if (other := found.setdefault(known[key].name, key)) != key:
            raise UsageError(f"{FILE}: [{path}] has {other!r} and {key!r}, which are the same option")
    return {str(known[key].name): _values(known[key], value, f"{FILE}: [{path}] {key}") for key, value in table.items()}


def _values(option: click.Option, value: Any, where: str) -> Any:
    """The file's value of an option, in click's form; an option that may be repeated takes a list or a single value."""
    if option.nargs > 1:  # such as `--marker BEGIN END`: lists of `nargs` texts, or one such list
        several = value if isinstance(value, list) and all(isinstance(one, list) for one in value) else [value]
        if not all(isinstance(one, list) and len(one) == option.nargs for one in several):
            raise UsageError(f"{where} is {value!r}; expected lists of {option.nargs} texts")
        return [[_value(option, one, where) for one in together] for together in several]
    if option.multiple:
        return [_value(option, one, where) for one in (value if isinstance(value, list) else [value])]
    found = _value(option, value, where)
    # click calls this only if the value is used: the command line may name another file.
    return partial(_path, option, found, where) if isinstance(option.type, click.Path) else found


def _path(option: click.Option, value: str, where: str) -> str:
    """The unchanged path. Raises UsageError when it is invalid for the option, for example when there is no file."""
    _check_value(option, value, where)
    return value


def _value(option: click.Option, value: Any, where: str) -> Any:
    expected = _EXPECTED.get(type(option.type), "a text")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if option.is_flag or isinstance(option.type, click.types.BoolParamType):
        is_right, expected = isinstance(value, bool), "true or false"
    elif expected == "a whole number":
        is_right = is_number and isinstance(value, int)
    elif isinstance(option.type, click.Path):
        is_right = isinstance(value, str)
    else:
        is_right = is_number or (isinstance(value, str) and expected == "a text")
    if isinstance(value, str) and "\0" in value:
        is_right, expected = False, "a text without NUL"  # as on the command line
    if not is_right:
        raise UsageError(f"{where} is {value!r}; expected {expected}")
    if not isinstance(option.type, click.Path):
        _check_value(option, value if is_number and expected != "a text" else str(value), where)
    return value


def _check_value(option: click.Option, value: Any, where: str) -> None:
    try:
        option.type.convert(value, option, None)
    except click.BadParameter as error:
        raise UsageError(f"{where}: {error.message}") from error


_EXPECTED = {
    click.IntRange: "a whole number",
    click.types.IntParamType: "a whole number",
    click.FloatRange: "a number",
    Seconds: "a number",
    click.types.FloatParamType: "a number",
}


def _check_keys(found: Iterable[str], known: Collection[str], where: str, others: Container[str] = ()) -> None:
    """Raises UsageError, with the nearest `known` ones, for a key that is neither among these nor among `others`."""
    for key in found:
        if not (key in known or key in others):
            told = nearest(key, sorted(known)) if known else "it takes no options"
            raise UsageError(f"{where} has {key!r}; {told}")


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by their longest name without dashes."""
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    return {max(option.opts, key=len).lstrip("-"): option for option in options}


def _by_every_name(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by all their names without dashes."""
    return {name.lstrip("-"): option for option in _options(command).values() for name in option.opts}


def in_force(context: click.Context) -> Iterator[str]:
    """The options in force in the form of such a file, without unset ones, each with its origin."""
    from cleanweb.systems import DEFAULT_SYSTEM

    yield f"[{context.info_name}]"
    for key, option in _options(context.command).items():
        value = context.params.get(str(option.name))
        if key == "system":
            value = value or DEFAULT_SYSTEM
        if value is None or value is False or value == () or key == "show-config":
            continue
        if isinstance(option.type, click.types.FuncParamType) and option.type.func in (size, memory):
            value = size_text(value)
        source = context.get_parameter_source(str(option.name))
        where = {ParameterSource.DEFAULT: "default", ParameterSource.DEFAULT_MAP: FILE}.get(source, "command line")  # type: ignore[arg-type]  # never None for an option of the command
        yield f"{key} = {_toml(value)}  # {where}"


def stages_in_force(pipeline: Pipeline) -> Iterator[str]:
    """The stages of a pipeline and their parameters as comments of such a file, in the form of `-p`."""
    for stage in pipeline.stages:
        (_, name), *values = settings_of(stage).items()
        yield f"# {type(stage).__module__.split('.')[1]} {name}"
        yield from (f"#   {key} = {value}" for key, value in values)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return f"[{', '.join(map(_toml, value))}]"
    text = "/".join(map(str, value)) if isinstance(value, tuple) else str(value)  # a shard, I/N
    # A JSON string is a TOML string, except for U+007F; names that are not Unicode can be in neither.
    return json.dumps(text.encode(errors="backslashreplace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _chooses_stages(option: str) -> bool:
    """Whether an option of a StageCommand (its name in Python) is one of `stage_options` or a stage's own flag."""
    return option in ("system", *ROLES, "parser", "parameters", "sites") or option.startswith(OWN_FLAG)


def stages_of_file() -> str:
    """The running command's options that choose stages and come from the file, by their keys there; or ""."""
    options = _options(click.get_current_context().command).items()
    return ", ".join(key for key, option in options if _chooses_stages(name := str(option.name)) and is_of_file(name))
