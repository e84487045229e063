"""`cleanweb clean` over the results of earlier runs: other names, options and directories, and killed runs."""

import io
import json
import os
import re
import shutil
import signal
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.worker import Done
from cleanweb.errors import UsageError
from tests.cli.runs import PAGE, Run, journal, make, tree
from tests.corpus.in_process import InProcess
from tests.fixtures import environment
from tests.timing import started, wait_until


@pytest.mark.parametrize("option", [(), ("--language", "en")], ids=["written", "skipped"])
def test_a_page_whose_suffix_is_another_now_is_cleaned_again(cleanweb: Run, option: tuple[str, ...]) -> None:
    """Its output has the same path, but contains the page's name."""
    make("in/a.html", text="<p>Der schnelle Fuchs springt über den faulen Hund und läuft durch den Wald nach Hause.")
    run = ("in", "-o", "txt", "-f", "jsonl", "--resume", *option)
    if option:
        pytest.importorskip("py3langid", reason="needs the extra [langid]")
    cleanweb(*run)
    Path("in/a.html").rename("in/a.htm")
    cleanweb(*run)
    if not option:
        assert json.loads(Path("txt/a.jsonl").read_text())["id"] == "a.htm"
    assert [row["input"] for row in journal()] == ["in/a.html", "in/a.htm"]
    cleanweb(*run)
    assert len(journal()) == 2


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "1")], ids=["texts", "packs"])
def test_resume_writes_normalized_pages_where_there_are_none(cleanweb: Run, pack: tuple[str, ...]) -> None:
    """The run before used another directory; this one's files may be older than the pages."""
    for number, folder in enumerate(("one", "two", "two", "one", "two")):
        make("in/a.html", "in/b.html", text=f"<p>{number // 2}")
        cleanweb("in", "-o", "txt", "--resume", "--keep-normalized", folder, *pack)
        assert tree(folder) == ["a.xhtml", "b.xhtml"]
        assert f"<p>{number // 2}</p>" in Path(folder, "a.xhtml").read_text()
    Path("two/b.xhtml").unlink()
    assert "1 written, 1 done before" in cleanweb("in", "-o", "txt", "--resume", "--keep-normalized", "two", *pack)[2]
    assert tree("two") == ["a.xhtml", "b.xhtml"]


def test_a_member_whose_output_is_taken_fails_every_time_and_leaves_the_other_done(cleanweb: Run) -> None:
    """With --newer it was taken for done; with --resume the other was not."""
    with tarfile.open("in.tar", "w") as archive:
        for name in ("a.htm", "a.html", "a.htm"):
            member = tarfile.TarInfo(name)
            member.size = len(PAGE)
            archive.addfile(member, io.BytesIO(PAGE.encode()))
    for option, count in (("--resume", "1 written, 2 failed"), ("--resume", "1 done before, 2 failed")):
        status, _, err = cleanweb("in.tar", "-o", "txt", option)
        assert (status, count in err) == (1, True)
    assert "in.tar:a.htm: failed: its output is that of in.tar:a.htm, an earlier member of this name; " in err
    status, _, err = cleanweb("in.tar", "-o", "txt", "--newer")
    assert (status, "1 done before, 2 failed" in err) == (1, True)


def test_skipped_pages_of_packs_that_are_done_count_as_skipped(cleanweb: Run) -> None:
    make("in/a.html", "in/c.html")
    make("in/b.html", text="%PDF-1.4 ")
    for count in ("2 written, 1 skipped", "0 written, 2 done before, 1 skipped"):
        assert count in cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--resume")[2]


def test_a_pack_that_was_written_over_with_other_pages_is_made_anew(cleanweb: Run) -> None:
    """The journal called its pages done, but no pack had them."""
    make("in/a.html", "in/b.html", "in/c.html", "in/d.html")
    packs = ("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--resume", "--include")
    ids = []
    for pattern in ("[ab]*", "[cd]*", "[ab]*"):
        cleanweb(*packs, pattern)
        ids.append([json.loads(line)["id"] for line in Path("packs/00000.jsonl").read_text().splitlines()])
    assert ids == [["a.html", "b.html"], ["c.html", "d.html"], ["a.html", "b.html"]]
    assert "2 done before" in cleanweb(*packs, "[ab]*")[2]


def test_no_log_is_left_of_a_text_that_is_no_more(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html", "in/c.html")
    cleanweb("in", "-o", "txt", "--log-blocks", "all")
    make("in/a.html", text="<p>another")
    make("in/b.html", text="%PDF-1.4 ")
    cleanweb("in", "-o", "txt", "--resume", "--log", "none")
    assert tree("txt.log") == ["c.jsonl", "journal.jsonl"]


def test_no_log_is_left_of_a_pack_that_is_another_now(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html", "in/c.html")
    packs = ("in", "-o", "packs", "-f", "jsonl", "--pack", "1")
    cleanweb(*packs, "--log-blocks", "all")
    cleanweb(*packs, "--log", "none", "--include", "a*")
    assert tree("packs.log") == ["00001.jsonl", "00002.jsonl", "journal.jsonl"]


def test_a_page_that_breaks_a_stage_leaves_an_earlier_text_with_its_log(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> str:
        raise ValueError("broken")

    make("in/a.html")
    cleanweb("in", "-o", "txt", "--log-blocks", "all")
    before = [Path(name).read_bytes() for name in ("txt/a.txt", "txt.log/a.jsonl")]
    make("in/a.html", text="<p>another")
    monkeypatch.setattr("cleanweb.normalize.xhtml.xhtml", broken)
    assert cleanweb("in", "-o", "txt", "--log-blocks", "all", "--keep-normalized", "xhtml")[0] == 3
    assert [Path(name).read_bytes() for name in ("txt/a.txt", "txt.log/a.jsonl")] == before


class Killed(InProcess):
    """Workers of a run that is killed after the first page is written, but before it is in the journal."""

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """No answers."""
        next(super().answers(shards))
        raise KeyboardInterrupt


def test_texts_of_a_killed_run_with_other_options_are_no_done_ones(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal does not say that texts were overwritten."""
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    before = [Path("txt", name).read_bytes() for name in tree("txt")]
    with monkeypatch.context() as patch:
        patch.setattr("cleanweb.cli.cleaning.Pool", Killed)
        assert cleanweb("in", "-o", "txt", "--resume", "--system", "ice-bl")[0] == 130
    assert [Path("txt", name).read_bytes() for name in tree("txt")] != before
    cleanweb("in", "-o", "txt", "--resume")
    assert [Path("txt", name).read_bytes() for name in tree("txt")] == before
    assert "2 done before" in cleanweb("in", "-o", "txt", "--resume")[2]


@pytest.mark.parametrize("is_killed", [False, True], ids=["stopped", "killed"])
def test_texts_of_other_options_are_not_newer_where_a_run_did_not_reach_them(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    """The run began the journal anew, which then no longer named them: texts of two systems were left side by side."""
    make("in/a.html", "in/c.html")
    Path("in/b.html").symlink_to("nowhere")
    cleanweb("in", "-o", "txt")
    other = ("in", "-o", "txt", "--system", "justext")
    with monkeypatch.context() as patch:
        if is_killed:
            patch.setattr("cleanweb.cli.cleaning.Pool", Killed)
        assert cleanweb(*other, "--fail-fast")[0] == (130 if is_killed else 1)
    make("in/nowhere")
    cleanweb(*other, "--newer")
    cleanweb("in", "-o", "fresh", "--system", "justext")
    assert [Path("txt", name).read_bytes() for name in tree("txt")] == [
        Path("fresh", name).read_bytes() for name in tree("fresh")
    ]
    assert "0 written, 3 done before" in cleanweb(*other, "--newer")[2]


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "2"), ("--gzip",)], ids=["texts", "packs", "gzip"])
def test_texts_of_a_run_with_another_journal_are_no_done_ones(cleanweb: Run, pack: tuple[str, ...]) -> None:
    """Nothing tied the journal to the texts in the directory."""
    make("in/a.html", "in/b.html", "in/c.html")
    run = ("in", "-o", "txt", *pack)
    cleanweb(*run)
    before = [Path("txt", name).read_bytes() for name in tree("txt")]
    cleanweb(*run, "--log", "other", "--system", "justext")
    assert [Path("txt", name).read_bytes() for name in tree("txt")] != before
    assert "3 written" in cleanweb(*run, "--resume")[2]
    assert [Path("txt", name).read_bytes() for name in tree("txt")] == before
    assert "0 written, 3 done before" in cleanweb(*run, "--resume")[2]
    shutil.copytree("txt", "copy")  # a copy has other times
    shutil.copytree("txt.log", "copy.log")
    assert "0 written, 3 done before" in cleanweb("in", "-o", "copy", *pack, "--resume")[2]


@pytest.mark.parametrize("gzip", [(), ("--gzip",)], ids=["plain", "gzip"])
@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "2")], ids=["texts", "packs"])
def test_a_log_that_lost_lines_is_written_again_but_not_one_that_was_corrected(
    cleanweb: Run, pack: tuple[str, ...], gzip: tuple[str, ...]
) -> None:
    """An empty log stayed empty, although a deleted one was written again."""
    make("in/a.html", "in/b.html", "in/c.html", "in/empty.html")
    make("in/empty.html", text="<img src=x>")
    run = ("in", "-o", "txt", "--log-blocks", "all", *pack, *gzip)
    cleanweb(*run)
    name = ("00000" if pack else "a") + ".jsonl" + ".gz" * len(gzip)
    log = Path("txt.log", name)
    before = log.read_bytes()
    for damaged in (b"", before[:-40]):
        log.write_bytes(damaged)
        assert cleanweb(*run, "--resume")[0] == 0
        assert log.read_bytes() == before
        assert len(journal()) == 4 + (2 if pack else 1) * (1 if not damaged else 2)
    if not gzip:
        corrected = before.replace(b'"keep":true', b'"keep":false', 1).rstrip()  # as some editors leave it
        log.write_bytes(corrected)
    assert "0 written, 4 done before" in cleanweb(*run, "--resume")[2]
    assert log.read_bytes() == (before if gzip else corrected)


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "2")], ids=["texts", "packs"])
@pytest.mark.parametrize("archive", ["", ".zip", ".tar"])
def test_a_dry_run_lists_what_a_run_would_clean(cleanweb: Run, archive: str, pack: tuple[str, ...]) -> None:
    """It used to list pages that are done, too."""
    pages = [f"in/{name}.html" for name in "abcdef"]
    make(*pages)
    make("in/d.html", text="%PDF-1.4 ")
    run = (f"in{archive}", "-o", "txt", "--resume", *pack)

    def told() -> tuple[int, str, str]:
        if archive == ".tar":
            with tarfile.open("in.tar", "w") as tar:
                tar.add("in", ".")
        if archive == ".zip":
            with zipfile.ZipFile("in.zip", "w") as packed:
                for name in tree("in"):
                    packed.write(f"in/{name}", name)
        status, out, err = cleanweb(*run, "--dry-run")
        found = re.findall(r"(.)\.html\ttxt/(\w+)", out.decode())
        assert len(found) == out.count(b"\n")
        return status, " ".join(f"{page}>{output}" for page, output in sorted(found)), err

    all_of_them = "a>00000 b>00000 c>00001 d>00001 e>00002 f>00002" if pack else "a>a b>b c>c d>d e>e f>f"
    assert told() == (0, all_of_them, "")
    cleanweb(*run)
    assert told() == (0, "", "cleanweb: 6 pages left out: 5 done before, 1 skipped before\n")
    make("in/a.html", "in/g.html", text="<p>another")
    Path("txt/00002.jsonl" if pack else "txt/f.txt").unlink()
    before = {name: Path("txt", name).read_bytes() for name in tree("txt")}
    expected = "a>00000 b>00000 e>00002 f>00002 g>00003" if pack else "a>a f>f g>g"
    done = 1 if pack else 3
    assert told() == (0, expected, f"cleanweb: {done + 1} pages left out: {done} done before, 1 skipped before\n")
    assert {name: Path("txt", name).read_bytes() for name in tree("txt")} == before
    assert f"{len(expected.split())} written, {done} done before, 1 skipped" in cleanweb(*run)[2]


def test_a_dry_run_leaves_out_what_newer_leaves_out(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    os.utime("in/b.html", (2e9, 2e9))
    Path("txt.log/journal.jsonl").unlink()
    assert cleanweb("in", "-o", "txt", "--newer", "--dry-run") == (
        0,
        b"in/b.html\ttxt/b.txt\n",
        "cleanweb: 1 page left out: 1 done before\n",
    )
    assert cleanweb("in", "-o", "txt", "--newer", "--dry-run", "-q")[2] == ""
    assert cleanweb("in", "-o", "txt", "--dry-run")[1].count(b"\n") == 2
    assert tree("txt.log") == ["a.jsonl", "b.jsonl"]


def test_a_dry_run_over_skipped_pages_alone_ends_as_a_run_does(cleanweb: Run) -> None:
    make("in/a.html", text="%PDF-1.4 ")
    for option in ((), ("--dry-run",)):
        cleanweb("in", "-o", "txt", "--resume")
        assert cleanweb("in", "-o", "txt", "--resume", *option)[0] == 3


def test_a_text_of_a_run_with_another_journal_goes_where_the_page_is_skipped(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    make("in/c.html", text="<p>Der schnelle Fuchs springt über den faulen Hund und läuft durch den Wald nach Hause.")
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    run = ("in", "-o", "txt", "--language", "de")
    cleanweb(*run)
    cleanweb("in", "-o", "txt", "--log", "other")
    assert "0 written, 1 done before, 2 skipped" in cleanweb(*run, "--resume")[2]
    assert tree("txt") == ["c.txt"]


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "2")], ids=["texts", "packs"])
def test_journals_of_earlier_versions_which_do_not_tell_what_was_written_resume(
    cleanweb: Run, pack: tuple[str, ...]
) -> None:
    make("in/a.html", "in/b.html", "in/c.html")
    run = ("in", "-o", "txt", *pack)
    cleanweb(*run)
    path = Path("txt.log/journal.jsonl")
    told, count = re.subn(r',"output_digest":"[0-9a-f]*"', "", path.read_text())
    told, packed = re.subn(r'("pack":"\d+-[0-9a-f]+)-[0-9a-f]+-\d+"', r'\1"', told)
    assert (count, packed) == (3, 3 if pack else 0)
    path.write_text(told)
    assert "0 written, 3 done before" in cleanweb(*run, "--resume")[2]


def test_a_report_counts_a_page_once_however_its_folder_is_written(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    make("in/a.html", text="<p>another")
    cleanweb("./in", "-o", "txt", "--resume")
    assert [row["input"] for row in journal()] == ["in/a.html", "in/b.html", "./in/a.html"]
    CliRunner().invoke(cli, ["report", "txt"])
    assert re.search(r"<p>(.*?);", Path("txt.log/index.html").read_text())[1] == "2 pages: 2 written"


def test_a_background_job_of_a_script_goes_on_at_ctrl_c(tmp_path: Path) -> None:
    """The script makes the job ignore SIGINT, but it stopped the run nevertheless."""
    for number in range(400):
        make(str(tmp_path / f"in/{number:03}.html"))
    command = [sys.executable, "-m", "cleanweb", "clean", "in", "-o", "txt", "-j2", "--system", "ice-bl", "-q"]
    script = 'trap "" INT; exec "$@"'
    arguments = ["sh", "-c", script, "sh", *command]
    with started(arguments, cwd=tmp_path, env=environment(), start_new_session=True) as process:
        wait_until((tmp_path / "txt/005.txt").exists)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == 0
    assert len(list((tmp_path / "txt").iterdir())) == 400


def _told(option: tuple[str, ...]) -> str:
    """What is reported for texts that are not of this run."""
    anew = "" if option else ", nor in its journal, which starts anew without --resume"
    return f"not from this run{anew}; whatever reads the directory will read them, too"


def test_texts_that_the_journal_no_longer_tells_of_are_named(cleanweb: Run) -> None:
    """`xargs -n 2 cleanweb clean -o txt` left a journal of only the last two pages, without a warning."""
    make("in/a.html", "in/b.html", "in/c.html")
    assert "not from this run" not in cleanweb("in/a.html", "in/b.html", "-o", "txt")[2]
    assert f"cleanweb: txt/in/a.txt and 1 more: {_told(())}" in cleanweb("in/c.html", "-o", "txt")[2]
    assert "not from this run" not in cleanweb("in/c.html", "-o", "txt")[2]  # the journal loses nothing this time
    cleanweb("in/a.html", "in/b.html", "-o", "txt", "--resume")
    assert {row["input"] for row in journal()} == {"in/a.html", "in/b.html", "in/c.html"}


@pytest.mark.parametrize("option", [(), ("--resume",), ("--newer",)], ids=" ".join)
def test_texts_of_pages_in_another_format_are_named_and_not_read_twice(cleanweb: Run, option: tuple[str, ...]) -> None:
    """`cat` gave both texts, and a run did not report those of the run before."""
    make("in/a.html", "in/b.html")
    told = _told(option)
    for folder, options in (("one", ("--gzip",)), ("two", ("-f", "jsonl"))):
        cleanweb("in", "-o", folder)
        assert f"cleanweb: {folder}/a.txt and 1 more: {told}" in cleanweb("in", "-o", folder, *options, *option)[2]
        with pytest.raises(UsageError, match=rf"{folder}/a[.a-z]+ and {folder}/a[.a-z]+: one page in two formats"):
            CliRunner().invoke(cli, ["cat", folder], standalone_mode=False, catch_exceptions=False)
    make("other/c.html")
    count = 3 if option else 1  # with these options the journal goes on, and still names the earlier texts
    assert (
        f"cleanweb: two/a.jsonl and {count} more: {told}" in cleanweb("other", "-o", "two", "-f", "jsonl", *option)[2]
    )
    result = CliRunner().invoke(cli, ["cat", "two/a.jsonl"], standalone_mode=False)
    assert result.stdout == "Tea\nBoil the water.\nmenu\n"
    packs = ("in", "-o", "packs", "-f", "jsonl")
    cleanweb(*packs, "--pack", "1")
    assert f"packs/00000.jsonl and 1 more: {told}" in cleanweb(*packs, *option)[2]


@pytest.mark.parametrize("pack", ["1", "9"])
def test_texts_of_pages_that_are_in_packs_now_are_named(cleanweb: Run, pack: str) -> None:
    make("in/a.html", "in/00000.html")
    cleanweb("in", "-o", "txt", "-f", "jsonl")
    assert f"txt/a.jsonl: {_told(())}" in cleanweb("in", "-o", "txt", "-f", "jsonl", "--pack", pack)[2]


@pytest.mark.parametrize("option", ["--resume", "--newer"])
def test_texts_of_pages_that_are_gone_are_named(cleanweb: Run, option: str) -> None:
    """They stay, since they may be another run's; but whatever reads the directory reads them, too."""
    names = ["in/a.html", "in/b.html", "in/c\udce9.html", "in/d.html", "in/gone\udce9.html"]
    make(*names)
    cleanweb("in", "-o", "txt", option)
    assert "not from this run" not in cleanweb("in", "-o", "txt", option)[2]
    for name in ("in/b.html", "in/d.html", "in/gone\udce9.html"):
        Path(name).unlink()
    Path("txt/d.txt").unlink()
    told = "cleanweb: txt/b.txt and 1 more: not from this run; whatever reads the directory will read them, too\n"
    assert told in cleanweb("in", "-o", "txt", option)[2]
    assert "not from this run" not in cleanweb("in", "-o", "txt", option, "-q")[2]
    assert (
        told.replace("1 more", "3 more").replace("b.txt", "a.txt")
        in cleanweb("in", "-o", "txt", option, "--keep-suffix")[2]
    )


@pytest.mark.parametrize("earlier", [["0/1"], ["0/2", "1/2"], ["0/3", "1/3", "2/3"]], ids=" ".join)
def test_each_shard_names_the_texts_of_gone_pages_that_fall_to_it(cleanweb: Run, earlier: list[str]) -> None:
    """Shards used to name none."""
    pages = [f"in/{letter}.html" for letter in "abcdef"]
    make(*pages)
    for shard in earlier:
        cleanweb("in", "-o", "txt", "--shard", shard)
    for page in pages[1:]:
        Path(page).unlink()
    told = [cleanweb("in", "-o", "txt", "--shard", f"{number}/2", "--resume")[2] for number in range(2)]
    counts = [re.search(r"txt/(.)\.txt(?: and (\d) more)?: not from this run", err) for err in told]
    assert [found[1] for found in counts if found] == ["b", "c"]
    assert sum(1 + int(found[2] or 0) for found in counts if found) == 5


@pytest.mark.parametrize("pack", [(), ("-f", "jsonl", "--pack", "2")], ids=["texts", "packs"])
def test_a_page_has_one_log_compressed_or_not(cleanweb: Run, pack: tuple[str, ...]) -> None:
    """When --gzip was added or dropped, both logs were there, and removed blocks counted twice."""
    make("in/a.html", "in/journal.html")
    for options in ((), ("--gzip",), ()):
        cleanweb("in", "-o", "txt", "--system", "justext", "--resume", *pack, *options)
        assert {name.endswith(".gz") for name in tree("txt.log") if name != "journal.jsonl"} == {bool(options)}
        result = CliRunner().invoke(cli, ["log", "top", "txt.log"], standalone_mode=False)
        assert {line.split("\t")[0] for line in result.stdout.splitlines()} == {"2"}
    cleanweb("in", "-o", "txt", "--resume", "--gzip", "--log", "none", *pack)
    assert tree("txt.log") == ["journal.jsonl"]


def test_a_listed_page_that_is_not_there_any_more_fails_and_is_not_told_as_gone(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    Path("list").write_text("in/a.html\nin/b.html\n")
    cleanweb("--files-from", "list", "-o", "txt")
    Path("in/b.html").unlink()
    status, _, err = cleanweb("--files-from", "list", "-o", "txt", "--resume")
    assert (status, "1 done before, 1 failed" in err, "not from this run" in err) == (1, True, False)


def test_a_directory_in_the_place_of_a_text_is_no_text(cleanweb: Run) -> None:
    """The page was called done."""
    make("in/a.html")
    cleanweb("in", "-o", "txt")
    Path("txt/a.txt").unlink()
    Path("txt/a.txt").mkdir()
    for option in ("--resume", "--newer"):
        status, _, err = cleanweb("in", "-o", "txt", option)
        assert (status, "its output txt/a.txt cannot be written: is a directory" in err) == (3, True)


def test_a_text_that_cannot_be_read_again_for_duplicates_is_named(cleanweb: Run) -> None:
    """The page was named instead."""
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    make("in/a.html")
    cleanweb("in", "-o", "txt", "-f", "jsonl")
    Path("txt/a.jsonl").write_text("no line")
    _, _, err = cleanweb("in", "-o", "txt", "-f", "jsonl", "--newer", "--report-duplicates", "found")
    assert "cleanweb: in/a.html: failed: its text of an earlier run, txt/a.jsonl: expected a text or JSON lines" in err
