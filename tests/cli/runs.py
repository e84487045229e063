"""Helpers for tests of `cleanweb clean`: making pages, and reading what a run left. `conftest.py` uses them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cleanweb.corpus.local import Pool

PAGE = "<title>Tea</title><h1>Tea</h1><p>Boil the water.<div><a href=x>menu</a></div>"
TEXT = "<h>Tea\n<p>Boil the water.\n<p>menu\n"

Run = Callable[..., tuple[int, bytes, str]]


by_processes = pytest.mark.parametrize("workers", [Pool], indirect=True)


def make(*names: str, text: str = PAGE) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def tree(root: str) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in Path(root).rglob("*") if path.is_file())


def journal(path: str = "txt.log/journal.jsonl") -> list[dict[str, object]]:
    return [row for line in Path(path).read_text().splitlines() if "input" in (row := json.loads(line))]
