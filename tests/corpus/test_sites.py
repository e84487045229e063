"""Repeated blocks of sites: counted in one pass, dropped in another, in any page order and by any number of workers."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from resource import RLIMIT_FSIZE, RLIMIT_NOFILE, getrlimit, setrlimit

import pytest
from click.testing import CliRunner

from cleanweb import cleaner
from cleanweb.classify.sites import Sites
from cleanweb.cli import cli
from cleanweb.corpus.inputs import ALL_PAGES
from cleanweb.corpus.inputs import find as find_pages
from cleanweb.corpus.listing import Listing
from cleanweb.corpus.local import Pool
from cleanweb.corpus.site_counts import NONE_LISTED, SiteCounts, count_sites, read_addresses, write_table
from cleanweb.errors import DataError, OutputError, UsageError
from cleanweb.page import Blocks
from cleanweb.site_table import SiteRule, SiteTable, block_keys, host, key
from tests.blocks import paragraphs
from tests.corpus.in_process import InProcess

POOL = "cleanweb.corpus.site_counts.Pool"


@pytest.fixture(scope="module", autouse=True)
def in_process() -> Iterator[None]:
    """Count pages in this process, except in tests of processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(POOL, InProcess)
        yield


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty pages of site a, each with a footer and a date, and one page of site b with the same footer."""
    root = tmp_path_factory.mktemp("corpus") / "in"
    for number in range(20):
        (root / "a").mkdir(parents=True, exist_ok=True)
        text = f"<p>Story number {'x' * number} here.<p>On day {number} of the month" + "<p>All rights reserved" * 2
        (root / "a" / f"{number:02}.html").write_text(text)
    (root / "b").mkdir()
    (root / "b" / "page.html").write_text("<p>Alone.<p>All rights reserved")
    return root


def listing(root: Path, *, backwards: bool = False) -> Listing:
    pages = list(find_pages([str(root)], ALL_PAGES))
    found = Listing("", keep_suffix=True)
    found.add(reversed(pages) if backwards else pages)
    return found


def build(root: Path, path: Path, *, jobs: int = 1, backwards: bool = False) -> Path:
    summary, *_ = count_sites(listing(root, backwards=backwards), cleaner("ice-bl"), SiteRule(), str(path), jobs=jobs)
    assert (summary.written, summary.stopped) == (21, "")
    return path


@pytest.fixture(scope="module")
def counts(corpus: Path) -> Path:
    return build(corpus, corpus.parent / "sites.counts")


def test_blocks_are_counted_once_a_page_and_by_site(counts: Path) -> None:
    table = SiteTable(str(counts))
    a, b = key("a"), key("b")
    assert (
        table.counts([a, *block_keys(a, ["All rights reserved", "ALL RIGHTS reserved", "On day 99 of the month"])])
        == [20] * 4
    )
    assert table.counts([b, *block_keys(b, ["All rights reserved"]), *block_keys(a, ["Never seen"])]) == [0, 0, 0]
    assert table.pages == 21


def test_the_table_depends_neither_on_order_nor_on_jobs(
    corpus: Path, counts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(POOL, Pool)
    again = build(corpus, corpus.parent / "again.counts", jobs=2, backwards=True)
    assert again.read_bytes() == counts.read_bytes()
    assert sorted(path.name for path in corpus.parent.iterdir()) == ["again.counts", "in", "sites.counts"]


def test_the_stage_drops_what_repeats_and_says_so(counts: Path) -> None:
    stage = Sites(file=str(counts), page="a/03.html")
    page = paragraphs("Story number xxx here.", "All rights reserved")
    verdicts = stage(page)
    assert verdicts.keep == [True, False]
    assert stage.explain(page, verdicts, [1])[0].reason == "it stands on 20 of the 20 pages of its site"
    assert Sites(file=str(counts), page="b/page.html")(page).keep == [True, True]
    assert Sites(file=str(counts), page="a/03.html", min_pages=21)(page).keep == [True, True]
    assert Sites()(page).keep == [True, True]


@pytest.mark.parametrize(
    ("system", "parameters", "counted", "asked"),
    [
        ("ice-elaborate", {}, "--segment blocks", "--segment leaves"),
        ("ice-bl", {"blocks.seams": "apart"}, "blocks.seams=glued", "blocks.seams=apart"),
        (
            "kitten",
            {"blocks.br": "double"},
            "blocks.noted_tags without abbr,acronym",
            "blocks.noted_tags with abbr,acronym",
        ),
        ("justext", {}, "blocks.block_tags with html,head,address and 29 more", "blocks.block_tags without html,.*"),
    ],
)
def test_counts_of_blocks_that_others_made_are_wrong_usage(
    counts: Path, system: str, parameters: dict[str, str], counted: str, asked: str
) -> None:
    """Such runs silently dropped none, or only some, of the repeated blocks."""
    for classifier in ("ice-bl", "ice-dt"):
        cleaner(classifier, sites=counts)
    told = rf"sites\.counts: its blocks were counted with {counted}, but would now be made with {asked}; expected"
    with pytest.raises(UsageError, match=told):
        cleaner(system, sites=counts, parameters=parameters)


def test_counts_that_do_not_tell_of_which_blocks_they_are_are_taken(tmp_path: Path) -> None:
    write_table(str(tmp_path / "before"), SiteRule(), NONE_LISTED)
    for system in ("ice-bl", "kimatu"):
        cleaner(system, sites=tmp_path / "before")


def test_of_a_page_whose_site_is_not_known_everything_is_kept_and_the_reason_says_so(counts: Path) -> None:
    page = paragraphs("Story number xxx here.", "All rights reserved")
    for stage, hint in (
        (Sites(file=str(counts)), "; -p sites.page=NAME says which page this is"),
        (Sites(file=str(counts), page="b/page.html"), ""),
        (Sites(file=str(counts), page="page.html"), ""),
    ):
        verdicts = stage(page)
        assert (verdicts.keep, set(verdicts.rule)) == ([True, True], {"site not counted"})
        reasons = {told.reason for told in stage.explain(page, verdicts, [0, 1])}
        assert reasons == {f"its site is not known, or no other page of it was counted{hint}"}
    alone = Sites(file=str(counts), page="a/03.html")
    assert alone.explain(page, alone(page), [0])[0].reason == "it stands on one of the 20 pages of its site"


def test_counting_takes_no_counts_of_before(corpus: Path, counts: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        cli, ["sites", "build", str(corpus), "-o", str(tmp_path / "again"), "--sites", str(counts)]
    )
    assert (result.exit_code, "No such option" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("rule", "name", "html", "expected"),
    [
        (SiteRule("directory"), "a.org/x/1.html", "", "a.org"),
        (SiteRule("directory"), "1.html", "", ""),
        (SiteRule("pattern", r"^(\w+)-"), "wiki-1.html", "", "wiki"),
        (SiteRule("pattern", r"^(\w+)-"), "1.html", "", ""),
        (SiteRule("url"), "1.html", "<link rel=canonical href='https://www.a.org/x'>", "a.org"),
        (SiteRule("url"), "1.html", "", ""),
    ],
)
def test_site_of_a_page(rule: SiteRule, name: str, html: str, expected: str) -> None:
    assert rule.site(name, cleaner("ice-bl")((html + "<p>text").encode()).blocks) == expected


def test_listed_addresses(tmp_path: Path) -> None:
    path = str(tmp_path / "t")
    write_table(
        path,
        SiteRule("list"),
        read_addresses(["1.html\thttp://b.org/x\n", "\n", "2.html\t-\n", "0.html\thttps://www.a.org/"], "urls"),
    )
    table = SiteTable(path)
    assert [table.site(f"{number}.html", Blocks()) for number in range(4)] == [key("a.org"), key("b.org"), 0, 0]
    with pytest.raises(DataError, match=r"^urls:2: expected a name, a tab and an address, found 'no tab'$"):
        read_addresses(["1.html\thttp://b.org/x\n", "no tab"], "urls")


def test_counts_equal_a_counter(tmp_path: Path) -> None:
    chance = random.Random(1)
    counted: Counter[int] = Counter()
    counts = SiteCounts(str(tmp_path), str(tmp_path / "t"))
    for _ in range(300):
        keys = {key(str(chance.randrange(500))) for _ in range(20)}
        counted.update(keys)
        counts.add(b"".join(known.to_bytes(8, "little") for known in keys))
    counts.write(SiteRule(), NONE_LISTED, {})
    wanted = [key(str(number)) for number in range(600)]
    expected = [counted[known] if counted[known] > 1 else 0 for known in wanted]
    assert SiteTable(str(tmp_path / "t")).counts(wanted) == expected


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda _: b"text\n",
        lambda data: data.replace(b'"pages"', b'"pagez"'),
        lambda data: data.replace(b'"pages": 21', b'"pages": 1e400'),
        lambda data: data.partition(b"\n")[0] + b"\n" + b"[" * 100_000,
    ],
)
def test_a_damaged_table_is_a_clear_error(counts: Path, tmp_path: Path, damage: "object") -> None:
    path = tmp_path / "damaged"
    path.write_bytes(damage(counts.read_bytes()))  # type: ignore[operator]  # a function of bytes
    with pytest.raises(DataError, match="damaged"):
        SiteTable(str(path))


def test_patterns_are_checked() -> None:
    with pytest.raises(UsageError, match="no regular expression"):
        SiteRule("pattern", "(").site("x", Blocks())
    with pytest.raises(UsageError, match="no group"):
        SiteRule("pattern", "x").site("x", Blocks())
    assert host("http://[bad") == ""


def test_addresses_may_begin_with_a_byte_order_mark(corpus: Path, tmp_path: Path) -> None:
    urls = tmp_path / "urls"
    urls.write_text("\ufeffa/00.html\thttp://tea.org/\n", encoding="utf-8")
    path = str(tmp_path / "counts")
    count_sites(listing(corpus), cleaner("ice-bl"), SiteRule("list"), path, urls=str(urls))
    assert SiteTable(path).site("a/00.html", Blocks()) == key("tea.org")


def test_where_no_page_is_counted_the_old_counts_stay(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    path.write_text("of a run before")
    summary, *counts = count_sites(Listing(""), cleaner("ice-bl"), SiteRule(), str(path))
    assert (summary.written, counts, path.read_text()) == (0, [0, 0, 0], "of a run before")


def test_pages_of_no_known_site_are_told_and_not_counted(corpus: Path, tmp_path: Path) -> None:
    """They were reported as counted, and an empty table was written without a warning."""
    path, page = tmp_path / "counts", tmp_path / "other.html"
    page.write_bytes(b"%PDF-1.4")
    arguments = ["sites", "build", str(corpus), str(page), "-o", str(path), "--system", "ice-bl"]
    some = CliRunner().invoke(cli, [*arguments, "--pattern", "(b)/"], standalone_mode=False)
    assert some.return_value == 0
    assert (
        "22 pages: 1 counted (1 site), 20 of no known site, 1 skipped; no block is on two pages of a site"
        in some.stderr
    )
    assert SiteTable(str(path)).pages == 1
    path.write_text("of a run before")
    for quiet in ([], ["--quiet"]):
        none = CliRunner().invoke(cli, [*arguments, "--by", "url", *quiet], standalone_mode=False)
        assert none.return_value == 3
        assert "22 pages: 0 counted, 21 of no known site, 1 skipped; nothing is written; a page's" in none.stderr
        assert path.read_text() == "of a run before"


def test_a_table_takes_the_place_of_no_other_file(corpus: Path, tmp_path: Path) -> None:
    """A draft called `counts.draft` replaced a file of that name, and was deleted."""
    mine = [tmp_path / "counts.draft", tmp_path / "table"]
    for path in mine:
        path.write_text("mine")
    build(corpus, tmp_path / "counts")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "counts", *mine]
    assert [path.read_text() for path in mine] == ["mine", "mine"]


def test_pages_of_a_list_are_counted_as_those_of_a_directory(
    corpus: Path, counts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)
    names = "".join(f"{path.relative_to(corpus)}\n" for path in corpus.rglob("*.html"))
    arguments = ["sites", "build", "--files-from", "-", "-o", str(tmp_path / "counts"), "--system", "ice-bl"]
    assert CliRunner().invoke(cli, arguments, input=names).exit_code == 0
    assert (tmp_path / "counts").read_bytes() == counts.read_bytes()


def test_a_page_and_pages_in_a_directory_of_its_name_are_counted(tmp_path: Path) -> None:
    """Unlike cleaning, counting writes no outputs that could collide."""
    for name in ("one/s/tea.html", "two/s/tea.html/pots.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("<p>Tea")
    arguments = ["sites", "build", str(tmp_path / "one"), str(tmp_path / "two"), "-o", str(tmp_path / "counts")]
    result = CliRunner().invoke(cli, [*arguments, "--system", "ice-bl"], standalone_mode=False)
    assert (result.return_value, "2 pages: 2 counted (1 site)" in result.stderr) == (0, True)


def test_two_ways_to_tell_the_site_are_wrong_usage(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "urls").touch()
    ways = ["--pattern", "(a)", "--urls", str(tmp_path / "urls")]
    result = CliRunner().invoke(cli, ["sites", "build", str(corpus), "-o", str(tmp_path / "counts"), *ways])
    assert isinstance(result.exception, UsageError)


def test_a_table_takes_the_place_of_no_page(corpus: Path) -> None:
    page = min(corpus.rglob("*.html"))
    before = page.read_bytes()
    result = CliRunner().invoke(cli, ["sites", "build", str(corpus), "-o", str(page)])
    assert str(result.exception) == f"-o {page}: that is one of the pages; expected another file"
    assert page.read_bytes() == before


def test_counting_needs_few_open_files(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS allows a process only as many as there are buckets."""
    monkeypatch.setattr(POOL, Pool)
    soft, hard = getrlimit(RLIMIT_NOFILE)
    in_use = max(int(path.name) for path in Path("/dev/fd").iterdir())
    setrlimit(RLIMIT_NOFILE, (in_use + 32, hard))
    try:
        summary, *_, entries = count_sites(listing(corpus), cleaner("ice-bl"), SiteRule(), str(tmp_path / "counts"))
    finally:
        setrlimit(RLIMIT_NOFILE, (soft, hard))
    assert summary.written
    assert entries


def test_nothing_is_left_of_counts_that_cannot_be_written(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "counts").mkdir()
    with pytest.raises(OutputError, match="counts: is a directory"):
        count_sites(listing(corpus), cleaner("ice-bl"), SiteRule(), str(tmp_path / "counts"))
    assert [path.name for path in tmp_path.iterdir()] == ["counts"]


def test_counts_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="counts: no such file or directory"):
        count_sites(Listing(""), cleaner("ice-bl"), SiteRule("directory"), str(tmp_path / "no/counts"))


@pytest.mark.parametrize("room", [0, 150], ids=["the rule", "the keys"])
def test_on_a_full_disk_the_table_is_named_and_nothing_is_left(corpus: Path, tmp_path: Path, room: int) -> None:
    """The message used to name a file in a directory that was gone, or no file."""
    soft, hard = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(OutputError, match=f"^cannot write {tmp_path / 'counts'}: file too large$"):
            count_sites(listing(corpus), cleaner("ice-bl"), SiteRule(), str(tmp_path / "counts"))
    finally:
        setrlimit(RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
