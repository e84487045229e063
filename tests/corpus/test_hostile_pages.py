"""Pages made to break a program, among good ones: each fails alone at most, and the journal says why."""

import gzip
import json
import os
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.corpus.inputs import ALL_PAGES, Page, find
from cleanweb.corpus.journal import Outcome, Summary
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool
from cleanweb.corpus.run import run
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.page import Blocks, Linearized, Verdicts
from cleanweb.systems import SYSTEMS
from tests.corpus.test_run import clean, good, make
from tests.timing import within

TEXT = b"<h1>Head</h1><p>A page that is read in spite of it."


def hostile_pages() -> dict[str, bytes]:
    """Bad pages, by name."""
    fonts = b"".join(b"<font size=%d color=c%d>" % (number, number) for number in range(5000))
    attributes = b" ".join(b"a%d=1" % number for number in range(200_000))
    return {
        "nested": b"<div>" * 200_000 + TEXT,
        "fonts": fonts + TEXT,
        "attributes": b"<p " + attributes + b">" + TEXT,
        "nul": b"\0".join([b"<p>No", b"thing", b" is lost\0\0."]),
        "surrogates": "<p>Schöne Grüße: ein \ud800 für sich, &#xDFFF; zwei.".encode("utf-8", "surrogatepass"),
        "no-markup": b"Only words, 200 times. " * 200,
        "unclosed": b"<title>All of it <p>is in the title. <!-- and in",
        "junk": bytes(range(256)) * 40,
        "empty": b"",
        "truncated": gzip.compress(TEXT * 99)[:-20],
        "bomb": gzip.compress(bytes(64 << 20)),
        "new\nline": TEXT,
        "bad\udcff name": TEXT,
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, dict[str, Outcome], Path]:
    """All of them, a file of a gigabyte, and twenty good pages, cleaned by two workers."""
    root = tmp_path_factory.mktemp("hostile")
    source = make(root / "in", good(range(20)))
    for name, data in hostile_pages().items():
        (source / f"{name}.html").write_bytes(data)
    with (source / "gigabyte.html").open("wb") as file:
        file.truncate(1 << 30)
    return *clean(source, root / "out", jobs=2, timeout=1.0, max_memory=1 << 30), root / "out"


Hostile = tuple[Summary, dict[str, Outcome], Path]


@pytest.mark.slow  # its fixture, a shared run, waits for limits
def test_counts_add_up_and_all_good_pages_are_there(hostile: Hostile) -> None:
    summary, journal, out = hostile
    assert summary.inputs == len(hostile_pages()) + 21 == summary.written + summary.failed + summary.skipped
    assert {outcome.state for name, outcome in journal.items() if name.isdigit()} == {"written"}
    assert (out / "007.txt").read_text() == "<p>Head\n<p>Page number 7.\n"
    drafts = [path.name for path in out.iterdir() if path.name.startswith(".cleanweb-")]
    assert not drafts


@pytest.mark.slow  # its fixture, a shared run, waits for limits
@pytest.mark.parametrize(
    ("name", "state", "reason"),
    [
        ("truncated", "failed", "truncated gzip"),
        ("bomb", "skipped", "larger than the limit of 33,554,432 bytes"),
        ("gigabyte", "skipped", "larger than the limit of 33,554,432 bytes"),
        ("empty", "written", "no text in the page"),
    ],
)
def test_the_journal_says_why(hostile: Hostile, name: str, state: str, reason: str) -> None:
    _, journal, _ = hostile
    assert (journal[name].state, journal[name].reason) == (state, reason)


@pytest.mark.slow  # its fixture, a shared run, waits for limits
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nul", "<p>Nothing is lost.\n"),
        ("surrogates", "<p>Schöne Grüße: ein \ufffd\ufffd\ufffd für sich, \ufffd zwei.\n"),
        ("unclosed", "<p>All of it\n<p>is in the title.\n"),
        ("new\nline", "<p>Head\n<p>A page that is read in spite of it.\n"),
        ("bad\udcff name", "<p>Head\n<p>A page that is read in spite of it.\n"),
    ],
)
def test_what_can_be_read_is_read(hostile: Hostile, name: str, text: str) -> None:
    _, _, out = hostile
    assert (out / f"{name}.txt").read_text() == text


@pytest.mark.slow  # its fixture, a shared run, waits for limits
@pytest.mark.parametrize("name", ["nested", "fonts", "attributes"])
def test_what_the_parser_chokes_on_is_read_or_meets_a_limit(hostile: Hostile, name: str) -> None:
    """Versions of Lexbor differ in what takes them half a minute, or gigabytes."""
    _, journal, out = hostile
    if journal[name].state == "written":
        assert (out / f"{name}.txt").read_text() == "<p>Head\n<p>A page that is read in spite of it.\n"
    else:
        assert " limit of " in journal[name].reason
        assert not (out / f"{name}.txt").exists()


@pytest.mark.slow  # its fixture, a shared run, waits for limits
def test_odd_names_are_valid_json(hostile: Hostile) -> None:
    _, _, out = hostile
    rows = [json.loads(line) for line in Path(f"{out}.log", "journal.jsonl").read_bytes().splitlines()]
    assert {"new\\x0aline.txt", "bad\\xff name.txt"} <= {row["output"] for row in rows}


def test_a_gigabyte_is_refused_at_once(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(2)))
    with (source / "big.html").open("wb") as file:
        file.truncate(1 << 30)
    with within(1):
        summary, journal = clean(source, tmp_path / "out")
    assert (summary.written, summary.skipped) == (2, 1)
    assert journal["big"].ms < 500


def test_bad_members_of_a_zip_cost_themselves(tmp_path: Path) -> None:
    source = make(tmp_path / "in", good(range(2)))
    with zipfile.ZipFile(source / "crawl.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../../escape.html", TEXT)
        archive.writestr("/root.html", TEXT)
        archive.writestr("bomb.html", bytes(64 << 20))
        archive.writestr("damaged.html", os.urandom(3000))
        archive.writestr("new\nline.html", TEXT)
    data = bytearray((source / "crawl.zip").read_bytes())
    place = data.index(b"damaged.html") + 500
    data[place : place + 8] = bytes(8)
    (source / "crawl.zip").write_bytes(data)
    summary, journal = clean_members(source / "crawl.zip", tmp_path / "out")
    assert (summary.written, summary.failed, summary.skipped) == (3, 1, 1)
    assert journal["damaged.txt"].reason.startswith("Bad CRC-32")
    assert journal["bomb.txt"].reason == "larger than the limit of 33,554,432 bytes"
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.txt"))
    assert written == ["out/escape.txt", "out/new\nline.txt", "out/root.txt"]


def clean_members(archive: Path, out: Path) -> tuple[Summary, dict[str, Outcome]]:
    """Run over one archive; the summary, and the journal's outcomes by output name."""
    summary, _ = clean(archive, out)
    rows = [json.loads(line) for line in Path(f"{out}.log", "journal.jsonl").read_bytes().splitlines()]
    return summary, {row["output"]: Outcome(**row) for row in rows}


@pytest.mark.slow  # several seconds
def test_six_thousand_tiny_files(tmp_path: Path) -> None:
    source = tmp_path / "in"
    for number in range(6_000):
        folder = source / f"{number // 500:03}"
        if number % 500 == 0:
            folder.mkdir(parents=True)
        (folder / f"{number:05}.html").write_bytes(b"<p>%d" % number)
    summary, _ = clean(source, tmp_path / "out", jobs=2)
    assert (summary.written, summary.failed) == (6_000, 0)
    assert (tmp_path / "out/011/05999.txt").read_text() == "<p>5999\n"


@pytest.mark.slow  # ten seconds and more
def test_four_hundred_thousand_paragraphs(tmp_path: Path) -> None:
    """With the default system, its limits, and every block in the log."""
    source = make(tmp_path / "in", good(range(2)))
    (source / "long.html").write_text("".join(f"<p>Paragraph {number} of many." for number in range(400_000)))
    out, log = tmp_path / "out", tmp_path / "log"
    out.mkdir()
    log.mkdir()
    listing = Listing(".txt")
    listing.add(find([str(source)], ALL_PAGES))
    task = Task(pipeline=cleaner(), output=str(out), log=str(log), log_blocks="all")
    summary = run(listing, Pool(task, 1))
    assert (summary.written, summary.failed) == (3, 0)
    assert (log / "long.jsonl").read_bytes().count(b"\n") == 400_000


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.parametrize("text", ["", "<p>Some words."])
def test_references_of_very_many_digits_stand_for_no_character(system: str, text: str) -> None:
    """Python converts no more than 4,300 digits; titles and JSON-LD values may be escaped twice."""
    number = "9" * 5000
    stated = f'{{"@type": "Article", "articleBody": "Boil &#{number}; water."}}'
    head = f"<title>Tea &#{number}; &amp;#{number};</title><script type=application/ld+json>{stated}</script>"
    page = cleaner(system)(f"{head}{text}&#{number};")
    assert page.metadata.title in (None, "Tea \ufffd \ufffd")  # None from segmenters that read the source
    assert "\ufffd" in page.blocks.text[-1]


def test_an_error_tells_where_in_the_package_it_was_not_in_what_library() -> None:
    """A checkout's environment, `.venv`, may be below a folder with the name of the package."""
    library: dict[str, Callable[[], Linearized]] = {}
    exec(compile("def write(): 1 / 0", "/x/cleanweb/.venv/lib/library.py", "exec"), library)

    @dataclass(frozen=True, slots=True)
    class OfLibrary:
        def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:  # noqa: ARG002  (a stage's signature)
            return library["write"]()

    pipeline = replace(cleaner("ice-bl"), linearize=OfLibrary())
    outcome = clean_page(Page(name="a.html", path="a.html", data=b"<p>Tea"), Task(pipeline=pipeline)).outcome
    assert outcome.state == "failed"
    assert re.fullmatch(r"ZeroDivisionError: division by zero \(cleanweb/pipeline\.py, line \d+\)", outcome.reason)
