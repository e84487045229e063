"""Any sequence of changes and runs ends with what a fresh run writes: pages and options come, go and change.

Runs are resumed, killed between a text and its line in the journal, or stopped by a full disk. After each run that
ends by itself, its texts, logs, counts and exit status are those of a run with the same options into an empty folder.
"""

import io
import random
import re
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.worker import Done
from cleanweb.errors import EXIT_SIGNAL, OutputError
from tests.cli.runs import Run
from tests.corpus.in_process import InProcess

BASES = ("a", "b", "c/d", "c/e e", "c.html/f", "journal", "00000", "é")
BODIES = ("<h1>Tea</h1><p>Water {}.<table><tr><th>a<th>b<tr><td>1<td>2</table>", "<p>long {}" + " words" * 40)
BODIES += ("", "%PDF-1.4 {}", "<title>Tea</title><p>the same everywhere")
MEMBERS = ("a.html", "m.html", "m.htm", "../n.html")

XHTML, FULL, JOURNAL = "--keep-normalized", "no space left on device", re.compile(r"log journal(-\d-of-\d)?\.jsonl")

# A run has one of each row; the next run changes one row, or has all options of an earlier run.
OPTIONS: tuple[tuple[tuple[str, ...], ...], ...] = (
    ((), ("-f", "plain"), ("-f", "jsonl"), ("-f", "jsonl", "--pack", "2"), ("-f", "vert", "--pack", "3")),
    ((), (), ("-p", "keep-all.kinds=p")),
    ((), (), ("--log-blocks", "all"), ("--log", "none")),
    ((), (), ("--max-bytes", "150"), ("--keep-suffix",), ("--gzip",)),
    ((), (), (XHTML, "xhtml"), (XHTML, "xhtml2")),
    ((), (), ("--exclude", "[a-c]*"), ("--exclude", "[d-z]*"), ("--shard", "0/2"), ("--shard", "1/2")),
    (("in",), ("in",), ("./in",), ("in", "in.tar"), ("in", "in.zip"), ("--files-from", "list")),
)


class Faulty(InProcess):
    """Workers of a run that ends early: it is killed when the next page is written, or the disk is full."""

    pages = 0
    is_killed = False

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """The answers up to the end of the run."""
        for number, answer in enumerate(super().answers(shards)):
            if number == self.pages and self.is_killed:
                raise KeyboardInterrupt
            yield answer
            if number == self.pages:
                self.failure = OutputError(FULL)
                self.stop()


def change(dice: random.Random) -> None:
    """Add a page, or change one or the archives; and write another list of pages."""
    pages = sorted(path for path in Path("in").rglob("*") if path.is_file())
    body, act = dice.choice(BODIES).format(dice.random()), dice.randrange(8) if pages else 0
    page = dice.choice(pages) if pages else Path()
    if act < 3:
        page = Path("in", dice.choice(BASES) + dice.choice((".html", ".html", ".htm")))
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(body)
    elif act == 3:
        page.unlink()
    elif act == 4:
        page.write_text(body)
    elif act == 5:
        page.rename(page.with_suffix(".htm" if page.suffix == ".html" else ".html"))
    elif act == 6:
        page.touch()
    else:
        members = dice.sample(MEMBERS, dice.randrange(1, 4))
        archive({name: dice.choice(BODIES).format(dice.random()) for name in members})
    Path("list").write_text("".join(f"{path}\n" for path in [*dice.sample(pages, len(pages) // 2), "in/none.html"]))


def archive(members: dict[str, str]) -> None:
    """Write the same members to a tar and a zip."""
    with tarfile.open("in.tar", "w") as tar, zipfile.ZipFile("in.zip", "w") as packed:
        for name, text in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text.encode()))
            packed.writestr(name, text)


def files(texts: str, normalized: str) -> dict[str, bytes]:
    """The files of a run but for the journal, by the kind of their directory and their names in it."""
    roots = {"text": texts, "log": f"{texts}.log", "xhtml": normalized or "none"}
    paths = {f"{kind} {path.relative_to(root)}": path for kind, root in roots.items() for path in Path(root).rglob("*")}
    wanted = {name: path for name, path in paths.items() if path.is_file()}
    return {name: path.read_bytes() for name, path in wanted.items() if not JOURNAL.fullmatch(name)}


def counts(err: str) -> list[int]:
    """The number of a run's pages that were written (now or before), failed and were skipped."""
    told = re.search(r"^cleanweb: (\d+) pages?: ([^;]*)", err, re.MULTILINE)
    if not told:
        return []
    states = ("(?:written|done)", "failed", "skipped")
    found = [sum(map(int, re.findall(rf"(\d+) {state}", told[2]))) for state in states]
    assert sum(found) == int(told[1])
    return found


def check(cleanweb: Run, options: Sequence[tuple[str, ...]], modes: Sequence[str]) -> None:
    """Run into the directory of earlier runs and, unless stopped, into an empty one; compare the two."""
    arguments = list(chain.from_iterable(options))
    normalized = next((given[1] for given in options if XHTML in given), "")
    before = files("txt", normalized)
    status, _, err = cleanweb(*arguments, "-o", "txt", *modes)
    assert "Traceback" not in err
    if status > EXIT_SIGNAL or FULL in err:
        return
    for root in ("fresh", "fresh.log", "fresh.xhtml"):
        shutil.rmtree(root, ignore_errors=True)
    Faulty.pages = sys.maxsize
    fresh = cleanweb(*("fresh.xhtml" if word == normalized else word for word in arguments), "-o", "fresh")
    assert (status, counts(err)) == (fresh[0], counts(fresh[2])), (arguments, err, fresh[2])
    found, expected = files("txt", normalized), files("fresh", "fresh.xhtml")
    assert {name: found.get(name) for name in expected} == expected
    assert found.keys() - expected.keys() <= before.keys()


# A third of a second each; most are marked slow because there are many.
SEEDS = [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 120))]


@pytest.mark.parametrize("seed", SEEDS)
def test_any_sequence(cleanweb: Run, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Bugs found here have tests of their own in `test_resume.py`."""
    dice = random.Random(seed)
    monkeypatch.setattr("cleanweb.cli.cleaning.Pool", Faulty)
    archive({"a.html": "<p>Tea"})
    for _ in range(6):
        change(dice)
    options = [dice.choice(row) for row in OPTIONS]
    earlier = [options]
    for _ in range(8):
        for _ in range(dice.randrange(4)):
            change(dice)
        place = dice.randrange(len(OPTIONS))
        others = [*options[:place], dice.choice(OPTIONS[place]), *options[place + 1 :]]
        options = dice.choice((options, others, dice.choice(earlier)))
        earlier.append(options)
        Faulty.pages = dice.choice((dice.randrange(8), sys.maxsize))
        Faulty.is_killed = dice.random() < 0.5
        check(cleanweb, options, dice.choice(((), ("--resume",), ("--resume",), ("--resume",))))
