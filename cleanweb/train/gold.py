"""What trainers learn from: the pages of a gold set, `html/ID.html`, each with its `gold/ID.txt` or its snippets.

Both may be compressed. A trainer takes what it can use: an ID without its page is left out, a byte that is no UTF-8
costs a character. What outputs are scored by, page or no page, is `evaluate/gold_texts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from cleanweb.corpus.compression import compressed, uncompressed
from cleanweb.errors import DataError
from cleanweb.evaluate.bag import drop_tags
from cleanweb.evaluate.gold_texts import (
    TWO_GOLDS,
    TWO_PAGES,
    Conditions,
    as_compared,
    file_called,
    fits,
    none_fits,
    read_bytes,
    read_meta,
    segments,
)
from cleanweb.files import name_of
from cleanweb.formats import foreign_format
from cleanweb.wording import Several


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page and what is known of its content: the whole gold text, or snippets that must and must not appear."""

    set_name: str
    id: str
    path: Path
    gold: str | None  # None where the set has snippets only
    snippets_with: tuple[str, ...]
    snippets_without: tuple[str, ...]
    meta: Mapping[str, Any]

    @property
    def domain(self) -> str:
        """The site, by which folds are grouped; the page itself where the set does not say."""
        return str(self.meta.get("domain") or f"{self.set_name}/{self.id}")

    @property
    def is_site_told(self) -> bool:
        """Whether the set says of which site the page is; else nothing keeps two pages of one site in one fold."""
        return self.domain != f"{self.set_name}/{self.id}"

    def html(self) -> bytes:
        """The page's raw bytes. Raises DataError for one that cannot be read, or is no page (a PDF, a picture)."""
        data = read_bytes(self.path)
        if found := foreign_format(data):
            raise DataError(f"{self.path}: expected a page, found {found}")
        return data


def read_gold(folder: Path, where: Conditions = ()) -> Iterator[GoldPage]:
    """The pages of a gold set, sorted by path; `where` keeps those whose meta has these values: `[("split", "dev")]`.

    Raises DataError when the folder is no gold set, when there are two pages or gold texts of one ID, or when no ID has
    both a page and a gold text or snippets; UsageError when `where` keeps none.
    """
    pages = folder / "html"
    if not pages.is_dir():
        raise DataError(f"{folder}: expected a gold set with html/, and gold/ or snippets in meta.json; found no html/")
    metas = read_meta(folder / "meta.json") if (folder / "meta.json").is_file() else {}
    kept = found = 0
    paths: dict[str, Path] = {}
    for page, path in _files(pages, ".html"):
        if (other := paths.setdefault(page, path)) != path:
            raise DataError(f"{other} and {path}: {TWO_PAGES}")
        meta = metas.get(page, {})
        if not fits(meta, where):
            continue
        kept += 1
        gold = _gold_text(folder / "gold", page)
        snippets = tuple(segments(meta, "with")), tuple(segments(meta, "without"))
        if gold is None and not any(snippets):
            continue
        found += 1
        yield GoldPage(name_of(folder), page, path, gold, *snippets, meta)
    if where and not kept:
        raise none_fits(folder, metas.values(), where)
    if not found:
        raise DataError(f"{folder}: no page of html/ has a text of the same name in gold/, nor snippets in meta.json")


def unread_notes(folders: Iterable[Path], where: Conditions = ()) -> Iterator[str]:
    """Which gold texts of these sets, and of `where`, have no page to learn from: it may be called `.htm`."""
    for folder in folders:
        meta = folder / "meta.json"
        metas = read_meta(meta) if where and meta.is_file() else {}
        pages = {page for page, _ in _files(folder / "html", ".html")}
        texts = {page for page, _ in _files(folder / "gold", ".txt")}
        if ids := [page for page in sorted(texts - pages) if fits(metas.get(page, {}), where)]:
            some = Several(len(ids), f"{ids[0]}.txt")
            yield f"{name_of(folder)}: nothing is learned from gold/{some}: there is no html/{ids[0]}.html"


def _files(folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """The files below a folder, compressed or not, sorted, each after its ID: the path there without the suffix."""
    for path in sorted(chain.from_iterable(folder.rglob(f"*{name}") for name in compressed(suffix))):
        if path.is_file():
            yield uncompressed(path.relative_to(folder).as_posix()).removesuffix(suffix), path


def _gold_text(folder: Path, page: str) -> str | None:
    """The gold text of a page, compressed or not, composed, whatever ends its lines; None where there is none."""
    expected = folder / f"{page}.txt"
    path = file_called(expected, TWO_GOLDS) or expected
    if not path.exists():  # a folder in its place is told by who reads it
        return None
    text = as_compared(read_bytes(path).decode("utf-8-sig", "replace"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def gold_words_text(gold: str) -> str:
    """A gold text without CleanEval's markup: no `URL:` lines, no `<p>`, `<h>`, `<l>` at the start of a line."""
    lines = [line for line in gold.split("\n") if not line.startswith("URL:")]
    return drop_tags("\n".join(lines))
