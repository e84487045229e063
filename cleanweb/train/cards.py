"""What model cards have in common: the command, the date, and the versions that determine the bytes."""

from __future__ import annotations

import os
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from cleanweb.files import name_of

# Variables that tell the libraries which processor instructions to use. With other instructions, sums are computed in
# another order and differ in their last bits, so other trees grow. Set, they give the same bytes on any processor.
INSTRUCTIONS = ("OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES")


def made_by(context: click.Context, day: str, packages: tuple[str, ...], **fixed: Any) -> str:
    """A sentence that says how the model was made: the running trainer's command and the versions of `packages`.

    `fixed` replaces options whose given values might not produce the same bytes again.
    """
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return (
        f"Made on {day} by `{command_line(context, day=day, **fixed)}`;\n"
        f"  the same command, data and versions ({versions}) give the same bytes."
    )


def command_line(context: click.Context, **fixed: Any) -> str:
    """The running trainer's command with all non-default options; paths are cut to their last part, `fixed` overrides.

    It begins with the INSTRUCTIONS that are set.
    """
    settings = [f"{name}={shlex.quote(value)} " for name in INSTRUCTIONS if (value := os.environ.get(name))]
    words = ["cleanweb", "train", context.info_name or ""]
    for param in context.command.params:
        value = fixed.get(param.name or "", context.params[param.name or ""])
        if isinstance(param, click.Argument):
            words += _words(value)
        elif value is True:
            words.append(param.opts[-1])
        elif not (value is None or value is False or value == ()) and value != param.default:
            for one in value if getattr(param, "multiple", False) else [value]:
                words += [param.opts[0], *_words(one)]
    return "".join(settings) + shlex.join(words)


def _words(value: Any) -> list[str]:
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    return [name_of(value) if isinstance(value, Path) else str(value)]
