"""The packaged stop lists: their folder, languages, and words as written in the files.

`stoplists.py` makes sets of them. This module is separate from it for `known_words.py`, which is in a lower layer than
the measures of words.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cleanweb.errors import DataError


def folder() -> Path:
    """The folder of the packaged lists: inside the package when installed, at the top of a checkout otherwise."""
    package = Path(__file__).parent
    candidates = (package / "data" / "stoplists", package.parent / "stoplists")
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise DataError(f"the packaged stop lists are missing: neither {candidates[0]} nor {candidates[1]} is there")


@cache
def available() -> tuple[str, ...]:
    """The language codes of the packaged lists, sorted."""
    return tuple(sorted(path.stem for path in folder().glob("*.txt")))


def path_of(language: str) -> Path:
    """The file of a packaged list."""
    return folder() / f"{language}.txt"


def words_in(language: str) -> Iterator[str]:
    """The words of a packaged list."""
    with path_of(language).open(encoding="utf-8") as lines:
        yield from (line.rstrip("\n") for line in lines if not line.startswith("#"))
