"""Types of option values that click lacks: sizes in bytes, times, a shard of a run; and where a value comes from."""

import re
from collections.abc import Mapping
from math import isnan
from typing import Any

import click
from click.core import ParameterSource

from cleanweb.errors import UsageError

Options = Mapping[str, Any]  # of a command, as passed by click
OWN_FLAG = "flag_"  # prefix of the Python names of options that are stages' own flags

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
MAX_SIZE = 1 << 60  # the system's own byte counts end at 2 ** 63
MIN_MEMORY = 1 << 20  # bytes; no program can run in less, so a unit must be missing: 2 for 2G


def size(text: str | int) -> int:
    """A number of bytes, with K, M, G or T for powers of 1024.

    >>> size("500M")
    524288000
    """
    found = re.fullmatch(r"(\d+)([KMGT]?)(?:i?B)?", str(text).strip(), re.I)
    if not found:
        raise click.BadParameter(f"{text!r} is no size; expected bytes, or a number with K, M, G or T, like 500M")
    count = int(found[1]) * _UNITS[found[2].upper()]
    if count > MAX_SIZE:
        raise click.BadParameter(f"{text!r} is more than any memory or disk has")
    return count


def memory(text: str | int) -> int:
    """Like `size`, for the memory of a process: 0 (no limit), or at least MIN_MEMORY."""
    count = size(text)
    if 0 < count < MIN_MEMORY:
        raise click.BadParameter(f"{text!r} has no room for any page; expected 0 or a number with M or G, like 500M")
    return count


def size_text(count: int) -> str:
    """A size in the form read by `size`, in the largest unit that it is a multiple of.

    >>> size_text(2147483648), size_text(1000)
    ('2G', '1000')
    """
    for unit, factor in reversed(_UNITS.items()):
        if count and count % factor == 0:
            return f"{count // factor}{unit}"
    return str(count)


MAX_SECONDS = 366 * 24 * 3600  # a year; system clocks end somewhere beyond


class Seconds(click.FloatRange):
    """A number of seconds, 0 to MAX_SECONDS."""

    name = "number of seconds"

    def __init__(self) -> None:
        super().__init__(0, MAX_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises click's BadParameter for anything else, including NaN."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return number


def shard(text: str) -> tuple[int, int]:
    """`I/N`, part I (from 0) of N parts, as (I, N)."""
    found = re.fullmatch(r"(\d+)/(\d+)", text.strip())
    if not found or not int(found[1]) < int(found[2]):
        raise click.BadParameter(f"{text!r} is no shard; expected I/N with I from 0 to N-1, like 0/100")
    return int(found[1]), int(found[2])


def check_none_is_empty() -> None:
    """Raises UsageError when an input or option of the running command is "", which would count as not given."""
    context = click.get_current_context()
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        if value == "" or (isinstance(value, tuple) and "" in value):
            named = parameter.opts[0] if isinstance(parameter, click.Option) else "an input"
            raise UsageError(f"{named} is an empty name; is a variable of the shell unset?")


def is_given(option: str) -> bool:
    """Whether this option (its name in Python) of the running command comes from the command line itself."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def is_of_file(option: str) -> bool:
    """Whether this option (its name in Python) of the running command comes from `cleanweb.toml`."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.DEFAULT_MAP
