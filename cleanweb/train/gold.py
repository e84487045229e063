"""What trainers learn from: the pages of a gold set, `html/ID.html`, each with its `gold/ID.txt` or its snippets.

Both may be compressed. A trainer takes what it can use: an ID without a page is skipped, a byte that is not UTF-8 costs
a character. For scoring, `evaluate/gold_texts.py` reads all gold texts, with or without a page.
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
    gold: str | None  # None if the set has snippets only
    snippets_with: tuple[str, ...]
    snippets_without: tuple[str, ...]
    meta: Mapping[str, Any]

    @property
    def domain(self) -> str:
        """The site, by which folds are grouped; the page itself if the set does not name its site."""
        return site_of(self.set_name, self.id, self.meta)

    @property
    def is_site_told(self) -> bool:
        """Whether the set names the page's site; if not, pages of one site may end up in different folds."""
        return self.domain != f"{self.set_name}/{self.id}"

    def html(self) -> bytes:
        """The page's raw bytes. Raises DataError if it cannot be read or is no page (a PDF, a picture)."""
        data = read_bytes(self.path)
        if found := foreign_format(data):
            raise DataError(f"{self.path}: expected a page, found {found}")
        return data


def site_of(set_name: str, page: str, meta: Mapping[str, Any]) -> str:
    """The site of the page with this ID, as the set names it, or else the page itself."""
    return str(meta.get("domain") or f"{set_name}/{page}")


def read_gold(folder: Path, where: Conditions = ()) -> Iterator[GoldPage]:
    """The pages of a gold set, sorted by path; `where` keeps those whose meta has these values: `[("split", "dev")]`.

    Raises DataError when the folder is no gold set, when an ID has two pages or two gold texts, or when no ID has both
    a page and a gold text or snippets; UsageError when `where` keeps none.
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
    """Notes on gold texts of these sets, among those that fit `where`, without a page; it may be called `.htm`."""
    for folder in folders:
        meta = folder / "meta.json"
        metas = read_meta(meta) if where and meta.is_file() else {}
        pages = {page for page, _ in _files(folder / "html", ".html")}
        texts = {page for page, _ in _files(folder / "gold", ".txt")}
        if ids := [page for page in sorted(texts - pages) if fits(metas.get(page, {}), where)]:
            some = Several(len(ids), f"{ids[0]}.txt")
            yield f"{name_of(folder)}: nothing is learned from gold/{some}: there is no html/{ids[0]}.html"


def _files(folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """The files below a folder, compressed or not, sorted: pairs of ID (the path there without suffix) and file."""
    for path in sorted(chain.from_iterable(folder.rglob(f"*{name}") for name in compressed(suffix))):
        if path.is_file():
            yield uncompressed(path.relative_to(folder).as_posix()).removesuffix(suffix), path


def _gold_text(folder: Path, page: str) -> str | None:
    """The gold text of a page (compressed or not), letters composed and line ends unified; None if there is none."""
    expected = folder / f"{page}.txt"
    path = file_called(expected, TWO_GOLDS) or expected
    if not path.exists():  # if a folder is there instead, reading it raises the error
        return None
    text = as_compared(read_bytes(path).decode("utf-8-sig", "replace"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def gold_words_text(gold: str) -> str:
    """A gold text without CleanEval's markup: no `URL:` lines, and no `<p>`, `<h>` or `<l>` at the start of a line."""
    lines = [line for line in gold.split("\n") if not line.startswith("URL:")]
    return drop_tags("\n".join(lines))
