"""Trigger words: an introduction that ends in one is repeated with each item of its list. One file per language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from cleanweb.errors import UsageError
from cleanweb.files import ReadOnce
from cleanweb.page import Blocks

FOLDER: Final = Path(__file__).parent.parent / "data" / "introductions"


def page_triggers(blocks: Blocks, chosen: str) -> frozenset[str]:
    """The trigger words for a page.

    `chosen` is a language (`en`), a file of your own (`./eu.txt`), "auto" (the language that the page declares, or all
    languages if it declares none), or "none". Raises UsageError when there is no such file.
    """
    if chosen == "none":
        return frozenset()
    if chosen != "auto":
        return _words(chosen)
    from cleanweb.metadata import html_language  # noqa: PLC0415  (loads months and dates; not for `--help`)

    language = html_language(blocks)
    if not language:
        return frozenset().union(*map(_words, languages()))
    return _words(language) if language in languages() else frozenset()


def check_triggers(chosen: str) -> None:
    """Raises UsageError when `page_triggers` would find no file for this choice."""
    if chosen not in ("none", "auto"):
        _words(chosen)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have files, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


def _words(name: str) -> frozenset[str]:
    try:
        return _read(Path(name) if "/" in name or name.endswith(".txt") else FOLDER / f"{name}.txt")
    except (OSError, ValueError):  # no file, no text, no valid file name
        known = ", ".join(languages())
        raise UsageError(f"trigger words {name!r}: expected a language ({known}) or a UTF-8 file of words") from None


@ReadOnce
def _read(path: Path) -> frozenset[str]:
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    words = [line.strip().lower() for line in lines if line.strip() and not line.startswith("#")]
    return frozenset([*words, *(word.replace("'", "’") for word in words)])  # pages use both apostrophes
