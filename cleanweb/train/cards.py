"""What trainers have in common: options of the form NAME=VALUE, and on the model card the command and the day."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from cleanweb.errors import UsageError


def command_line(context: click.Context, **fixed: str) -> str:
    """The running trainer's command with all that is not a default; of paths the last part only, `fixed` as given."""
    words = ["cleanweb", "train", context.info_name or ""]
    for param in context.command.params:
        value = fixed.get(param.name or "", context.params[param.name or ""])
        if isinstance(param, click.Argument):
            words += _words(value)
        elif value is True:
            words.append(param.opts[-1])
        elif value not in (None, (), False) and value != param.default:
            for one in value if getattr(param, "multiple", False) else [value]:
                words += [param.opts[0], *_words(one)]
    return shlex.join(words)


def _words(value: Any) -> list[str]:
    if isinstance(value, tuple):
        return [word for part in value for word in _words(part)]
    return [value.name if isinstance(value, Path) else str(value)]


def today() -> str:
    """The date as it stands on a card: 2026-01-31."""
    return date.today().isoformat()


def pair(option: str) -> Callable[[str], tuple[str, str]]:
    """A reader of NAME=VALUE, as given with this option."""

    def read(text: str) -> tuple[str, str]:
        key, sign, value = text.partition("=")
        if not (key and sign):
            raise UsageError(f"{option} {text}: expected NAME=VALUE")
        return key, value

    return read
