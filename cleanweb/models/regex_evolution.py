r"""Trees that are regular expressions over the source of a page, and what they capture. Every such expression is safe.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5: candidate solutions
are trees of capturing nodes, non-capturing nodes, OR nodes, and literals from a fixed list made by hand; the expression
is matched again and again, what its groups capture is kept.

Differs from the paper: literals such as `<.*?>` and `\w*?` can make a random expression run for years. Ours match the
same tags and stretches of text, but each covers one tag, or one stretch from tag to tag, takes it as a whole, and
begins where that begins; OR and group nodes are atomic. An attempt therefore tries each literal once at most, on one of
the tags and stretches that follow, and gives up; the next begins at the next tag or stretch. So the time is at most
(literals squared) x (length of the page), whatever the page. No time limit is needed, which would make the output
depend on the machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol, get_args

from cleanweb.errors import DataError
from cleanweb.files import ReadOnce
from cleanweb.models.model_file import damaged, read_json, write

FORMAT: Final = "cleanweb evolved expression"
VERSION: Final = 1
MAX_LITERALS: Final = 60  # ours: a file with more is refused, since the time grows with them

Operation = Literal["capture", "group", "or", "then"]
OPERATIONS: Final[tuple[Operation, ...]] = get_args(Operation)


class Match(Protocol):
    """A match of `re`, or of the package `regex`, which the search uses for its time limit."""

    @property
    def lastindex(self) -> int | None:
        """None when no group took part."""

    @property
    def regs(self) -> tuple[tuple[int, int], ...]:
        """Beginning and end of the match and of each group; -1 and -1 for a group that took no part."""


# A tree is a literal's name, or an operation followed by its parts.
Tree = str | tuple[Any, ...]


def _tags(names: str) -> dict[str, str]:
    """Opening and closing tags by name: `<p>` and `</p>`; several names are one literal, called after the first."""
    found = {}
    for several in names.split():
        first = several.split("|")[0]
        found[f"<{first}>"] = rf"<(?>{several})(?![\w-])[^<>]*+>"
        found[f"</{first}>"] = rf"</(?>{several})(?![\w-])[^<>]*+>"
    return found


# The beginning of a stretch of text: after a tag's end, or where the page begins.
_START: Final = r"(?<![^>])"

# Ours, including names and lengths: the paper gives two of its literals.
LITERALS: Final[dict[str, str]] = {
    "<any>": "<[^<>]++>",
    "</any>": "</[^<>]++>",
    **_tags(
        "p div|section|article h1|h2|h3|h4|h5|h6 li ul|ol|dl table tr td|th a b|strong i|em span font br img|image "
        "form|fieldset input|button select option|optgroup title script|style nav|menu|header|footer"
    ),
    "text": rf"{_START}[^<>]++",
    "blank": rf"{_START}\s++(?=<)",
    "long text": rf"{_START}[^<>]{{60,}}+",
    "short text": rf"{_START}[^<>]{{1,30}}+(?=<)",
    "sentence": rf"{_START}[^<>]++(?:(?<=[.!?:;\"])|(?<=[.!?:;\"]\s))",
    "number": rf"{_START}[^<>\w]*+\d[^<>a-z]*+(?=<)",
}


# Where the tree does not match, one tag or stretch of text is passed over, so that no time goes into places inside it.
_PASS: Final = "<[^<>]*+>?|[^<>]++|>"


def expression(tree: Tree) -> str:
    """The regular expression of a tree.

    >>> expression(("or", ("then", "<any>", "<any>"), ("capture", "text")))
    '(?><[^<>]++><[^<>]++>|((?<![^>])[^<>]++))|<[^<>]*+>?|[^<>]++|>'
    """
    return f"{_part(tree)}|{_PASS}"


def _part(tree: Tree) -> str:
    if isinstance(tree, str):
        return LITERALS[tree]
    operation, *parts = tree
    inner = [_part(part) for part in parts]
    return {
        "capture": "({})".format("".join(inner)),
        "group": "(?>{})".format("".join(inner)),
        "or": "(?>{})".format("|".join(inner)),
        "then": "".join(inner),
    }[operation]


def compiled(tree: Tree) -> re.Pattern[str]:
    """The expression of a tree, ready to use; tags are matched in either case."""
    return re.compile(expression(tree), re.IGNORECASE)


def captured_spans(matches: Iterable[Match]) -> list[tuple[int, int]]:
    """What the groups of these matches captured: places in the source, ascending, none within another."""
    spans: list[tuple[int, int]] = []
    last = -1
    for match in matches:
        if match.lastindex is None:
            continue
        for start, end in match.regs[1:]:
            if end > last:
                spans.append((start, end))
                last = end
    return spans


def literal_count(tree: Tree) -> int:
    """How many literals the tree has."""
    return 1 if isinstance(tree, str) else sum(map(literal_count, tree[1:]))


@dataclass(frozen=True, slots=True)
class Evolved:
    """An expression as a tree, and where it comes from."""

    tree: Tree
    about: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write it as JSON; an existing file is replaced at once or not at all. Raises OutputError."""
        record = {"format": FORMAT, "version": VERSION, "about": self.about, "tree": self.tree}
        write(path, json.dumps(record, indent=1, sort_keys=True) + "\n")


@ReadOnce
def load(path: Path) -> Evolved:
    """The expression of a file.

    Raises DataError when it cannot be read, is no expression, is of another version, or is damaged.
    """
    record = read_json(path, FORMAT, VERSION)
    try:
        evolved = Evolved(read_tree(record.get("tree"), str(path)), dict(record.get("about") or {}))
    except (TypeError, ValueError, RecursionError) as error:
        raise damaged(path, error) from None
    if (count := literal_count(evolved.tree)) > MAX_LITERALS:
        raise DataError(f"{path}: expected at most {MAX_LITERALS} literals, found {count}")
    return evolved


def read_tree(value: Any, where: str) -> Tree:
    """A tree from its JSON form: a name, or a list of an operation and its parts.

    Raises DataError, beginning with `where`, when it is not one.
    """
    if isinstance(value, str) and value in LITERALS:
        return value
    if isinstance(value, list) and len(value) > 1 and value[0] in OPERATIONS:
        return (value[0], *(read_tree(part, where) for part in value[1:]))
    raise DataError(
        f"{where}: expected a literal's name, or an operation ({', '.join(OPERATIONS)}) and its parts; "
        f"found {str(value)[:60]!r}"
    )
