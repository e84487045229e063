"""The generated parts of the README: each stands between two comments that bear its name; do not edit them by hand."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.fixtures import ROOT

README = ROOT / "README.md"

Table = dict[str, dict[str, str]]  # cells by row and column


def part(text: str, name: str) -> str:
    """The text between the two comments of this name. Raises LookupError unless there is exactly one such pair."""
    found = re.findall(rf"(?s){_begin(name)}\n(.*?)\n?{_end(name)}", text)
    if len(found) != 1:
        raise LookupError(f"expected {_begin(name)} ... {_end(name)} once in README.md, found it {len(found)} times")
    return str(found[0])


def replaced(text: str, name: str, content: str) -> str:
    """The text with new content between the comments of this name. Raises LookupError as `part`."""
    part(text, name)
    whole = f"{_begin(name)}\n{content.strip()}\n{_end(name)}"
    return re.sub(rf"(?s){_begin(name)}\n.*?{_end(name)}", lambda _: whole, text)


def write(name: str, content: str, readme: Path = README) -> None:
    """Write this part to the README."""
    readme.write_text(replaced(readme.read_text("utf-8"), name, content), "utf-8", newline="\n")


def tables(content: str) -> Iterator[tuple[str, Table]]:
    """The tables of a part, each with the paragraph before it."""
    caption = ""
    for paragraph in re.split(r"\n\s*\n", content.strip()):
        if paragraph.startswith("|"):
            yield caption, table(paragraph)
        else:
            caption = paragraph


def table(markdown: str) -> Table:
    """A Markdown table whose first column names the rows."""
    header, _, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in markdown.splitlines()]
    return {name: dict(zip(header[1:], cells, strict=True)) for name, *cells in rows}


def number(cell: str) -> float:
    """The number at the start of a cell."""
    return float(cell.split(maxsplit=1)[0])


def _begin(name: str) -> str:
    return f"<!-- {name}: begin -->"


def _end(name: str) -> str:
    return f"<!-- {name}: end -->"
