"""The words after which an introduction is repeated with each item of its list: a file a language, more are welcome."""

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

    `chosen` is a language (`en`), a file of one's own (`./eu.txt`), "auto" for the language that the page declares and,
    where it declares none, the words of all languages, or "none". Raises UsageError when there is no such file.
    """
    if chosen == "none":
        return frozenset()
    if chosen != "auto":
        return _words(chosen)
    from cleanweb.metadata import html_language  # noqa: PLC0415  (months and dates come with it; not for `--help`)

    language = html_language(blocks)
    if not language:
        return frozenset().union(*map(_words, languages()))
    return _words(language) if language in languages() else frozenset()


def check_triggers(chosen: str) -> None:
    """Raises UsageError when there is no such file for `page_triggers`."""
    if chosen not in ("none", "auto"):
        _words(chosen)


@cache
def languages() -> tuple[str, ...]:
    """The languages there are files for, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


def _words(name: str) -> frozenset[str]:
    try:
        return _read(Path(name) if "/" in name or name.endswith(".txt") else FOLDER / f"{name}.txt")
    except (OSError, ValueError):  # no file, no text, no name of a file
        known = ", ".join(languages())
        raise UsageError(f"trigger words {name!r}: expected a language ({known}) or a UTF-8 file of words") from None


@ReadOnce
def _read(path: Path) -> frozenset[str]:
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    words = [line.strip().lower() for line in lines if line.strip() and not line.startswith("#")]
    return frozenset([*words, *(word.replace("'", "’") for word in words)])  # pages have either apostrophe
