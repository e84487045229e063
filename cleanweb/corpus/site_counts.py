"""The first pass over a corpus: write keys of its sites and blocks to bucket files, and make a table of counts."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from cleanweb.classify.keep_all import KeepAll
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Summary
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool
from cleanweb.corpus.run import run
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import DataError, OutputError
from cleanweb.files import is_special, open_to_write, reason
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.site_table import MAGIC, Counts, Keys, SiteRule, block_keys, host, key, open_table
from cleanweb.stage import settings_of

# Ours: with 10^8 pages of 100 blocks each, a bucket has 4 * 10^7 keys, which take 300 MB while sorted.
BUCKETS = 256
# Keys kept in memory before they go to their buckets: 8 MB.
MAX_WAITING = 1 << 20
KEY_BYTES = 8


Listed = tuple[Keys, Keys]  # keys of names, sorted, and of the sites of these pages
NOTHING = (np.zeros(0, np.uint64), np.zeros(0, np.uint32))
NONE_LISTED = (NOTHING[0], NOTHING[0])


class Counted(NamedTuple):
    """The counts of the run, the number of pages that were counted (those whose site is known) and of their sites, and
    the number of the table's entries."""

    summary: Summary
    pages: int
    sites: int
    entries: int


@dataclass(frozen=True, slots=True)
class KeysOf:
    """The keys of a page as bytes: its site, then each of its distinct blocks; b"" if the site is not known.

    `table` is a table file with the rule but no counts yet.
    """

    table: str

    def __call__(self, page: Page, cleaned: Cleaned) -> bytes:
        site = open_table(Path(self.table)).site(page.name, cleaned.blocks)
        keys = [site, *dict.fromkeys(block_keys(site, cleaned.blocks.text))] if site else []
        return np.array(keys, "<u8").tobytes()


def count_sites(
    listing: Listing,
    pipeline: Pipeline,
    rule: SiteRule,
    output: str,
    *,
    urls: str = "",
    jobs: int = 1,
    sinks: Sequence[Callable[[Done, Summary], object]] = (),
    tell_of_signal: Callable[[str], object] = lambda _: None,
) -> Counted:
    """Count the blocks of all pages by site into the file `output`.

    The pipeline's normalizer and segmenter make the blocks. `urls` is a file of names and addresses, for a rule by
    list. A run that is stopped, or counts no page, writes no table.
    """
    folder = None if is_special(output) else os.path.dirname(os.path.abspath(output))  # no folders in /dev/fd
    listed = NONE_LISTED
    if urls:
        with open(urls, encoding="utf-8-sig", errors="surrogateescape") as file:
            listed = read_addresses(file, urls)
    with _writing(output):
        place = TemporaryDirectory(prefix=".cleanweb-", dir=folder)
    with place as buckets:
        told = os.path.join(buckets, "rule")
        with _writing(output):
            write_table(told, rule, listed)
        keep_all = replace(pipeline, classify=(KeepAll(),))
        task = Task(pipeline=keep_all, make=KeysOf(told))
        counts = SiteCounts(buckets, output)
        summary = run(
            listing,
            Pool(task, jobs),
            jobs=jobs,
            sinks=[lambda done, _: counts.add(done.record), *sinks],
            tell_of_signal=tell_of_signal,
        )
        is_counted = counts.pages and not summary.stopped
        made_by = settings_of(pipeline.segment)
        entries = counts.write(rule, listed, made_by) if is_counted else 0
        return Counted(summary, counts.pages, len(counts.sites), entries)


@contextmanager
def _writing(output: str) -> Iterator[None]:
    """Raises OutputError, naming the table, when the table or its temporary files cannot be written."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot write {output}: {reason(error)}") from error


class SiteCounts:
    """Takes the keys of all pages, in any order, and writes the table `path`; `folder` is for temporary files.

    Raises OutputError, naming the table, when the disk is full.
    """

    def __init__(self, folder: str, path: str) -> None:
        self.pages = 0
        self.sites: set[bytes] = set()  # their keys; a million take 75 MB
        self._path = path
        self._draft = os.path.join(folder, "table")
        self._waiting: list[bytes] = []
        self._waiting_count = 0
        # Each is open only while it is written to: some systems allow a process no more open files than these.
        self._buckets = [os.path.join(folder, f"{number:03}") for number in range(BUCKETS)]

    def add(self, keys: bytes) -> None:
        """Count a page."""
        if keys:
            self.pages += 1
            self.sites.add(keys[:KEY_BYTES])
        self._waiting.append(keys)
        self._waiting_count += len(keys) // KEY_BYTES
        if self._waiting_count >= MAX_WAITING:
            self._spill()

    def _spill(self) -> None:
        keys = np.sort(np.frombuffer(b"".join(self._waiting), "<u8"))
        self._waiting, self._waiting_count = [], 0
        edges = np.searchsorted(keys, np.arange(BUCKETS, dtype=np.uint64) * np.uint64((1 << 64) // BUCKETS))
        with _writing(self._path):
            for path, part in zip(self._buckets, np.split(keys, edges[1:]), strict=True):
                with open(path, "ab") as file:
                    file.write(part.tobytes())

    def write(self, rule: SiteRule, listed: Listed, segmenter: Mapping[str, str]) -> int:
        """Write the table of what is on two or more pages, completely or not at all; return the number of its entries.

        `segmenter` describes the segmenter that made the blocks, as by `settings_of`.
        """
        self._spill()
        parts = [_repeated(bucket) for bucket in self._buckets]
        keys, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
        draft = self._path if is_special(self._path) else self._draft
        with _writing(self._path):
            write_table(draft, rule, listed, segmenter, counted=(keys, counts), pages=self.pages)
            if draft != self._path:
                os.replace(draft, self._path)
        return len(keys)


def _repeated(bucket: str) -> tuple[Keys, Counts]:
    keys, counts = np.unique(np.fromfile(bucket, "<u8"), return_counts=True)
    return keys[counts > 1], counts[counts > 1].astype("<u4")


def write_table(
    path: str,
    rule: SiteRule,
    listed: Listed,
    segmenter: Mapping[str, str] | None = None,
    *,
    counted: tuple[Keys, Counts] = NOTHING,
    pages: int = 0,
) -> None:
    """Write a table; without `segmenter`, it is for blocks of all segmenters."""
    lengths = {"listed": len(listed[0]), "counted": len(counted[0])}
    header = {"rule": asdict(rule), "segmenter": dict(segmenter or {}), "pages": pages, **lengths}
    first = MAGIC + json.dumps(header).encode()
    first += b" " * (-len(first) % 8 + 7) + b"\n"  # arrays that begin at a multiple of 8 can be searched in place
    columns = (*(column.astype("<u8") for column in (*listed, counted[0])), counted[1].astype("<u4"))
    with open_to_write(path) as file:
        file.write(first)
        for column in columns:
            file.write(column.tobytes())


def read_addresses(lines: Iterable[str], path: str) -> Listed:
    """Keys of page names, sorted, and of their sites, from lines "name TAB address"; blank lines and addresses without
    a host are left out.

    Raises DataError, naming the file, for a line without a tab.
    """
    names, sites = array("Q"), array("Q")
    for number, line in enumerate(lines, 1):
        name, tab, url = line.rstrip("\n").partition("\t")
        if not tab and not line.isspace():
            raise DataError(f"{path}:{number}: expected a name, a tab and an address, found {line[:60]!r}")
        if site := host(url.strip()):
            names.append(key(name))
            sites.append(key(site))
    known = np.array(names, np.uint64)
    order = np.argsort(known, kind="stable")
    return known[order], np.array(sites, np.uint64)[order]
