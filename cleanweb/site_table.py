"""How often each block of text occurs on the pages of its site: the file of `cleanweb sites build`, and its reader.

First pass (`corpus/site_counts.py`): every page gives keys of its site and of its distinct blocks, which go to bucket
files by their first bits; each bucket is sorted and counted separately. Second pass (`classify/sites.py`): the table of
counts is mapped into memory and searched. Neither depends on the order of the pages. A key has 64 bits: with 10^9
blocks, one in 10^10 gets the count of another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import numpy as np

from cleanweb.errors import DataError, UsageError
from cleanweb.files import ReadOnce, reason
from cleanweb.metadata import describe
from cleanweb.page import Blocks

Keys = np.ndarray[Any, np.dtype[np.uint64]]
Counts = np.ndarray[Any, np.dtype[np.uint32]]

MAGIC = b"cleanweb sites 1\n"

SiteBy = Literal["directory", "url", "pattern", "list"]

NAMES_TOLD = 3  # ours: names shown of those that one list has and another lacks

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class SiteRule:
    """How the site of a page is determined: by its first directory, the host of the address that it states, a part of
    its name (the first group of `pattern`), or a list of addresses."""

    by: SiteBy = "directory"
    pattern: str = ""

    def site(self, name: str, blocks: Blocks) -> str:
        """The site of the page of this name; "" if it is unknown."""
        return host(describe(blocks.head).url or "") if self.by == "url" else self.site_of_name(name)

    def site_of_name(self, name: str) -> str:
        """The same for rules that need only the name of the page."""
        if self.by == "pattern":
            found = compiled(self.pattern).search(name)
            return (found[1] or "") if found else ""
        return name.rpartition("/")[0].partition("/")[0]


@lru_cache(maxsize=8)
def compiled(pattern: str) -> re.Pattern[str]:
    """A compiled pattern of sites. Raises UsageError when it is no regular expression, or has no group."""
    try:
        found = re.compile(pattern)
    except re.error as error:
        raise UsageError(f"the pattern {pattern!r} of sites is no regular expression: {error}") from error
    if not found.groups:
        raise UsageError(f"the pattern {pattern!r} of sites has no group; expected one around the site")
    return found


def host(url: str) -> str:
    """The host of an address, without `www.`; "" if there is none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def key(text: str) -> int:
    """The 64-bit key of a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).digest())


def block_keys(site: int, texts: Iterable[str]) -> list[int]:
    """A key for each text on this site; case and values of digits are ignored, so that dates and counters repeat."""
    start = blake2b(site.to_bytes(8), digest_size=8)
    found = []
    for text in texts:
        both = start.copy()
        both.update(_DIGITS.sub("0", text.casefold()).encode("utf-8", "replace"))
        found.append(int.from_bytes(both.digest()))
    return found


class SiteTable:
    """The file that `cleanweb sites build` writes, mapped into memory.

    After the first line (the format) and the second (a JSON object: rule, segmenter with its settings, number of pages,
    lengths; padded to 8 bytes) come the arrays `names`, `sites` (keys of names and sites of listed pages), `keys` (of
    sites and blocks, sorted) and `counts` (numbers of pages).
    """

    def __init__(self, path: str) -> None:
        try:
            with Path(path).open("rb") as file:
                if file.readline() != MAGIC:
                    raise DataError(f"{path}: expected a file of `cleanweb sites build`")
                header = json.loads(file.readline())
                start = file.tell()
            self.rule = SiteRule(**header["rule"])
            self._segmenter: dict[str, str] = dict(header.get("segmenter", {}))  # missing in older tables
            self.pages = int(header["pages"])
            listed, counted = int(header["listed"]), int(header["counted"])
            ends = start + np.cumsum([0, 8 * listed, 8 * listed, 8 * counted, 4 * counted])
            if (size := Path(path).stat().st_size) != ends[-1]:
                raise DataError(f"{path}: expected {ends[-1]} bytes, found {size}")
            whole = np.memmap(path, dtype=np.uint8, mode="r")
        except OSError as error:
            raise DataError(f"{path}: {reason(error)}") from error
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise DataError(f"{path}: damaged: {error}") from error
        self._names, self._sites, self._keys = (
            np.frombuffer(whole, "<u8", (b - a) // 8, int(a)) for a, b in pairwise(ends[:4])
        )
        self._counts = np.frombuffer(whole, "<u4", counted, int(ends[3]))

    def differs_by(self, segmenter: Mapping[str, str]) -> tuple[str, str] | None:
        """The differing settings of the segmenter that made the counted blocks, and of this one; None if there are
        none, or if the table does not tell.
        """
        mine, its = self._segmenter, segmenter
        if not mine or mine == its:
            return None
        if mine.get("stage") != its["stage"]:
            return f"--segment {mine.get('stage')}", f"--segment {its['stage']}"
        names = [name for name in {**mine, **its} if mine.get(name) != its.get(name)]
        first, second = (
            ", ".join(_without_shared(name, one.get(name, ""), other.get(name, "")) for name in names)
            for one, other in ((mine, its), (its, mine))
        )
        return first, second

    def site(self, name: str, blocks: Blocks) -> int:
        """The key of the page's site; 0 if it is unknown."""
        if self.rule.by == "list":
            return self._listed(name)
        site = self.rule.site(name, blocks)
        return key(site) if site else 0

    def _listed(self, name: str) -> int:
        return int(_look_up(self._names, self._sites, [key(name)])[0])

    def may_know(self, name: str) -> bool:
        """Whether the page of this name may belong to a site with several counted pages."""
        if self.rule.by == "url":
            return True
        site = self._listed(name) if self.rule.by == "list" else key(self.rule.site_of_name(name))
        return any(self.counts([site]))

    def counts(self, keys: Iterable[int]) -> list[int]:
        """The number of pages with each of these keys; 0 if it is only one."""
        return [int(count) for count in _look_up(self._keys, self._counts, list(keys))]


def _without_shared(name: str, value: str, other: str) -> str:
    """A parameter with its value; of a list of names, only those that the other lacks, else those missing here.

    >>> _without_shared("blocks.block_tags", "p,div,li", "p,div"), _without_shared("blocks.block_tags", "p", "p,div")
    ('blocks.block_tags with li', 'blocks.block_tags without div')
    """
    mine, its = value.split(","), other.split(",")
    if (value and other and "," not in value + other) or set(mine) == set(its):  # in another order
        return f"{name}={value}"
    if more := [part for part in mine if part and part not in its]:
        return f"{name} with {_first(more)}"
    return f"{name} without {_first([part for part in its if part not in mine])}"


def _first(names: Sequence[str]) -> str:
    return ",".join(names[:NAMES_TOLD]) + (f" and {len(names) - NAMES_TOLD} more" if len(names) > NAMES_TOLD else "")


def _look_up(known: Keys, values: np.ndarray[Any, Any], wanted: list[int]) -> np.ndarray[Any, Any]:
    if not len(known) or not wanted:
        return np.zeros(len(wanted), values.dtype)
    keys = np.array(wanted, np.uint64)
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[places] == keys, values[places], 0)


@ReadOnce
def open_table(path: Path) -> SiteTable:
    """The table at this path, opened once per process."""
    return SiteTable(str(path))
