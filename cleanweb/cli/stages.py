"""`cleanweb stages`: the presets, the stages and their parameters, with defaults, meanings and sources."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from cleanweb.errors import UsageError
from cleanweb.stage import ROLES, Role, load, names, parameters
from cleanweb.terminal import MAX_WIDTH
from cleanweb.wording import nearest

if TYPE_CHECKING:
    from cleanweb.systems import System


def _names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in _known() if name.startswith(begun)]


def _known() -> list[str]:
    from cleanweb.systems import SYSTEMS

    return sorted({*SYSTEMS, *(stage for role in ROLES for stage in names(role))})


@click.command()
@click.argument("name", required=False, shell_complete=_names)
def command(name: str | None) -> None:
    """List all systems and stages, or show the one called NAME.

    With NAME, the output shows its parameters with their meanings, defaults and sources. To set any parameter, use
    `cleanweb clean -p STAGE.PARAMETER=VALUE`.
    """
    from cleanweb.systems import SYSTEMS

    if not name:
        lines = _everything()
    elif (roles := [role for role in ROLES if name in names(role)]) or name in SYSTEMS:
        lines = _of_name(name, roles)
    else:
        raise UsageError(f"no stage or system is called {name!r}; {nearest(name, _known())}")
    click.echo("\n".join(lines).rstrip())


def _everything() -> Iterator[str]:
    from cleanweb.systems import DEFAULT_SYSTEM, SYSTEMS

    yield "Systems (--system)"
    for name, system in SYSTEMS.items():
        yield f"  {name:20} {_chain(system)}" + ("  [default]" if name == DEFAULT_SYSTEM else "")
    for role in ROLES:
        yield f"\nStages that {role} (--{role})"
        for stage in names(role):
            yield from _wrapped(_first_line(role, stage), f"  {stage:20} ", " " * 23)


def _chain(system: System) -> str:
    return " > ".join(_stages(system))


def _stages(system: System) -> tuple[str, ...]:
    return (system.normalize, system.segment, *system.classify, system.linearize)


def _first_line(role: Role, stage: str) -> str:
    return (getdoc(load(role, stage)) or "").split("\n")[0]


def _of_name(name: str, roles: list[Role]) -> Iterator[str]:
    from cleanweb.systems import SYSTEMS

    if system := SYSTEMS.get(name):
        yield f"system {name}: {_chain(system)}"
        for key, value in system.parameters.items():
            yield from _wrapped(f"{key} = {', '.join(value.split(','))}", "  ")
        if others := [stage for stage in dict.fromkeys(_stages(system)) if stage != name]:
            commands = ", ".join(f"cleanweb\xa0stages\xa0{stage}" for stage in others)  # each on one line
            yield from (line.replace("\xa0", " ") for line in _wrapped(f"Parameters of its stages: {commands}", "  "))
        yield ""
    for role in roles:
        yield from _wrapped(f"{role} {name}: {_first_line(role, name)}", "")
        for known in parameters(role, name):
            default = ", ".join(map(str, known.default)) if isinstance(known.default, tuple) else known.default
            yield ""
            yield from _wrapped(f"{name}.{known.name} = {default}", "  ")
            choices = f" ({' | '.join(known.choices)})" if known.choices else ""
            flag = f" Option: {known.flag}." if known.flag else ""
            yield from _wrapped(f"{known.meaning}{choices}.{flag} Source: {known.source}", "      ")
        yield ""


def _wrapped(text: str, indent: str, below: str = "") -> Iterator[str]:
    """The wrapped lines of a text after an indent; further lines have the indent `below`, by default two deeper."""
    # By click, names such as `ice-tree` would be broken at their hyphens.
    yield from wrap(
        text,
        MAX_WIDTH,
        initial_indent=indent,
        subsequent_indent=below or indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
