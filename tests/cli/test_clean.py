"""`cleanweb clean` in common use: where outputs go, names, logs, exit statuses."""

import fcntl
import gzip
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import termios
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cleanweb.cli import main
from cleanweb.cli.cleaning import _status
from cleanweb.corpus.journal import Summary
from cleanweb.corpus.listing import Listing
from cleanweb.errors import EXIT_SIGNAL
from tests.cli.runs import PAGE, TEXT, Run, by_processes, journal, make, tree
from tests.fixtures import environment
from tests.timing import started, wait_until


@by_processes
def test_a_directory_is_mirrored_with_logs_and_a_journal(cleanweb: Run) -> None:
    make("in/a/b.html", "in/c.htm")
    status, out, err = cleanweb("in", "-o", "txt", "-j1")
    assert (status, out) == (0, b"")
    assert "2 pages: 2 written" in err
    assert tree("txt") == ["a/b.txt", "c.txt"]
    assert tree("txt.log") == ["a/b.jsonl", "c.jsonl", "journal.jsonl"]
    assert Path("txt/a/b.txt").read_text() == TEXT
    first = journal()[0]
    assert (first["input"], first["output"], first["state"]) == ("in/a/b.html", "a/b.txt", "written")
    assert (first["blocks"], first["kept_blocks"], first["words"]) == (3, 3, 5)
    assert (first["encoding"], first["evidence"]) == ("utf-8", "ascii")


def test_removed_blocks_are_logged_with_their_reasons(cleanweb: Run) -> None:
    make("in/a.html")
    cleanweb("in", "-o", "txt", "-j1", "--system", "justext", "-s", "en", "-p", "justext.no_headings=true")
    rows = [json.loads(line) for line in Path("txt.log/a.jsonl").read_text().splitlines()]
    assert [list(row) for row in rows] == [["keep", "kind", "rule", "reason", "score", "numbers", "path", "text"]] * 3
    menu = rows[-1]
    assert (menu["keep"], menu["rule"], menu["text"]) == (False, "link density", "menu")
    assert menu["path"].endswith("body>div")
    assert menu["numbers"]["link_density"] == 1.0


@pytest.mark.parametrize("output", [[], ["-o", "-"]])
@by_processes
def test_one_page_goes_to_standard_output(cleanweb: Run, output: list[str]) -> None:
    make("a.html")
    assert cleanweb("a.html", *output) == (0, TEXT.encode(), "")
    assert tree(".") == ["a.html"]


@by_processes
def test_standard_input(cleanweb: Run) -> None:
    assert cleanweb("-", stdin=PAGE.encode()) == (0, TEXT.encode(), "")


def test_one_page_to_a_file_writes_nothing_else(cleanweb: Run) -> None:
    make("a.html")
    assert cleanweb("a.html", "-o", "out.txt") == (0, b"", "")
    assert Path("out.txt").read_text() == TEXT
    assert tree(".") == ["a.html", "out.txt"]


def test_one_page_to_a_file_has_its_log_where_asked_and_no_journal(cleanweb: Run) -> None:
    make("page.html")
    assert cleanweb("page.html", "-o", "page.txt", "--log", "logs", "--log-blocks", "all")[0] == 0
    assert tree("logs") == ["page.jsonl"]
    assert Path("logs/page.jsonl").read_text().count('"keep"') > 0


def test_one_page_into_a_directory(cleanweb: Run) -> None:
    make("in/a.html")
    Path("txt").mkdir()
    cleanweb("in/a.html", "-o", "txt")
    assert tree("txt") == ["in/a.txt"]


@by_processes
def test_several_pages_need_a_place(cleanweb: Run) -> None:
    make("a.html", "b.html")
    status, out, err = cleanweb("a.html", "b.html")
    assert (status, out) == (2, b"")
    assert "expected -o DIRECTORY" in err
    status, out, _ = cleanweb("a.html", "b.html", "-f", "jsonl")
    assert status == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["id"] for row in rows] == ["a.html", "b.html"]
    assert rows[0]["text"] == "Tea\nBoil the water.\nmenu\n"


def test_a_directory_that_is_called_like_a_file_is_told(cleanweb: Run) -> None:
    make("html/a.html", "html/b.html")
    asked = {
        "all.txt": (
            [],
            "-o all.txt: a directory, with a file for every page; for a single file, join them with `cleanweb cat`",
        ),
        "all.jsonl.gz": (["-f", "jsonl", "--gzip"], "for a single file, leave out -o and redirect"),
        "slash.txt/": ([], ""),
        "packs.jsonl": (["-f", "jsonl", "--pack", "2"], ""),
        "quiet.txt": (["-q"], ""),
        "plain": ([], ""),
    }
    for output, (options, told) in asked.items():
        status, _, err = cleanweb("html", "-o", output, *options)
        assert status == 0
        assert told in err
        assert ("a directory" in err) == bool(told)
    assert "a directory" not in cleanweb("html", "-o", "all.txt", "--resume")[2]


def test_lists(cleanweb: Run) -> None:
    make("x/a.html", "x/b\nc.html")
    assert cleanweb("--files0-from", "-", "-o", "txt", stdin=b"x/a.html\0x/b\nc.html\0")[0] == 0
    assert tree("txt") == ["x/a.txt", "x/b\nc.txt"]
    Path("list").write_text("x/a.html\n\nmissing.html\n")
    status, _, err = cleanweb("--files-from", "list", "-o", "txt2")
    assert (status, tree("txt2")) == (1, ["x/a.txt"])
    assert "missing.html: failed: no such file or directory" in err


def test_several_lists_are_read(cleanweb: Run) -> None:
    """All lists but the last were silently ignored."""
    make("a.html", "b.html", "c.html", "d.html")
    Path("list").write_text("a.html\nb.html\n")
    Path("list2").write_text("b.html\nc.html\n")
    status, _, err = cleanweb(
        "--files-from", "list", "--files0-from", "-", "--files-from", "list2", "-o", "txt", stdin=b"d.html\0"
    )
    assert (status, tree("txt")) == (0, ["a.txt", "b.txt", "c.txt", "d.txt"])
    assert "b.html: named more than once; taken once" in err
    status, _, err = cleanweb("--files-from", "list", "--files-from", "list2", "-o", "txt", "--metrics", "list")
    assert (status, "--metrics list: that is the list of pages" in err) == (2, True)


@by_processes
def test_archives(cleanweb: Run) -> None:
    with zipfile.ZipFile("crawl.zip", "w") as archive:
        archive.writestr("s/a.html", PAGE)
        archive.writestr("../up.html", PAGE)
    with tarfile.open("crawl.tgz", "w:gz") as tar:
        info = tarfile.TarInfo("t/b.html")
        info.size = len(PAGE)
        tar.addfile(info, io.BytesIO(PAGE.encode()))
    assert cleanweb("crawl.zip", "crawl.tgz", "-o", "txt")[0] == 0
    assert tree("txt") == ["s/a.txt", "t/b.txt", "up.txt"]
    assert [row["input"] for row in journal()] == ["crawl.zip:s/a.html", "crawl.zip:../up.html", "crawl.tgz:t/b.html"]


def test_one_output_for_two_inputs_is_a_usage_error(cleanweb: Run) -> None:
    make("in/a.html", "in/a.htm")
    status, _, err = cleanweb("in", "-o", "txt")
    assert status == 2
    assert "in/a.htm" in err
    assert "in/a.html" in err
    assert not Path("txt").exists()
    assert cleanweb("in", "-o", "txt", "--keep-suffix")[0] == 0
    assert tree("txt") == ["a.htm.txt", "a.html.txt"]


def test_what_is_named_twice_is_cleaned_once(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    Path("list").write_text("in/a.html\nin/b.html\n./in/a.html\n")
    status, _, err = cleanweb("in", "in/", "-o", "txt")
    assert (status, tree("txt"), len(journal())) == (0, ["a.txt", "b.txt"], 2)
    assert err.startswith(
        "cleanweb: in/a.html and 1 more: named more than once; taken once\ncleanweb: 2 pages: 2 written"
    )
    status, out, err = cleanweb("--files-from", "list", "-o", "txt2", "--dry-run")
    assert (status, out.count(b"\n")) == (0, 2)
    assert err == "cleanweb: ./in/a.html: named more than once; taken once\n"


def test_what_goes_where_by_the_help(cleanweb: Run) -> None:
    """A single page has no journal; the pages of an archive from a list are in a directory of its name."""
    make("a.html")
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("b.html", PAGE)
    Path("list").write_text("z.zip\n")
    assert cleanweb("a.html", "-o", "a.txt", "--log", "logs")[0] == 0
    assert tree("logs") == ["a.jsonl"]
    assert cleanweb("--files-from", "list", "-o", "listed")[0] == cleanweb("z.zip", "-o", "named")[0] == 0
    assert (tree("listed"), tree("named")) == (["z.zip/b.txt"], ["b.txt"])


def test_what_has_two_outputs_by_its_two_paths_is_two_pages(cleanweb: Run) -> None:
    make("a.html")
    whole = str(Path("a.html").absolute())
    status, _, err = cleanweb("a.html", whole, "-o", "txt")
    assert (status, tree("txt")) == (0, sorted(["a.txt", f"{whole[1:].removesuffix('.html')}.txt"]))
    assert "named more than once" not in err


def test_a_page_of_a_tar_whose_output_is_taken_fails(cleanweb: Run) -> None:
    """Unlike one of a zip, for which nothing is written."""
    make("in/a.html")
    with tarfile.open("in.tar", "w") as tar:
        tar.add("in/a.html", "a.html")
    status, _, err = cleanweb("in", "in.tar", "-o", "txt")
    assert (status, tree("txt")) == (1, ["a.txt"])
    assert err.startswith("cleanweb: in.tar:a.html: failed: its output is that of in/a.html\n")


def test_what_is_named_twice_by_way_of_its_own_folder_is_cleaned_once(cleanweb: Run) -> None:
    """It was written again, to `in/in/a.txt`."""
    make("in/a.html", "far/sub/b.html", "far/a.html", "b.html")
    Path("linked").symlink_to("far/sub")
    with zipfile.ZipFile("in/z.zip", "w") as archive:
        archive.writestr("c.html", PAGE)
    named = ["in/a.html", "in/../in/a.html", "in/./../in//a.html", f"../{Path.cwd().name}/in/../b.html"]
    Path("list").write_text(
        "\n".join([*named, "in/z.zip", "in/../in/z.zip", "linked/../a.html", "in/../linked/b.html"])
    )
    status, out, err = cleanweb("--files-from", "list", "-o", "txt", "--dry-run")
    assert (status, err) == (0, "cleanweb: in/../in/a.html and 2 more: named more than once; taken once\n")
    assert [line.partition("\t")[2] for line in out.decode().splitlines()] == [
        "txt/in/a.txt",
        f"txt/{Path.cwd().name}/b.txt",
        "txt/in/z.zip/c.txt",
        "txt/linked/a.txt",  # that is far/a.html
        "txt/linked/b.txt",
    ]
    Path("list").write_text("in/a.html\nnone/../in/a.html\n")
    for option in ((), ("--resume",)):
        status, _, err = cleanweb("--files-from", "list", "-o", "txt", *option)
        assert (status, "cleanweb: none/../in/a.html: failed: no such file or directory\n" in err) == (1, True)
    assert "1 done before, 1 failed" in err


def test_what_directories_hold_besides_pages_is_told(cleanweb: Run) -> None:
    """A crawl's `page.php?id=3`, archives and linked directories were silently ignored."""
    make("in/a.html", "elsewhere/b.html", "in/page.php?id=3", "in/style.css", "in/.hidden", "in/sub/t.zip")
    Path("in/linked").symlink_to("../elsewhere")
    told = "cleanweb: not taken from directories: "
    _, _, err = cleanweb("in", "-o", "txt")
    assert err.startswith(
        f"{told}2 files with other names, such as style.css (--include takes them), 1 archive (must be named "
    )
    assert "1 directory link (not followed)\ncleanweb: 1 page: 1 written" in err
    assert cleanweb("in", "-o", "txt", "-q")[2] == ""
    _, _, err = cleanweb("in", "-o", "txt", "--exclude", "*.css", "--exclude", "linked", "--exclude", "sub")
    assert err.startswith(
        f"{told}1 file with other names, such as page.php?id=3 (--include takes them)\ncleanweb: 1 page"
    )
    _, _, err = cleanweb("in", "-o", "txt", "--include", "*.html")
    assert err.startswith(f"{told}1 directory link (not followed)\n")
    assert told not in cleanweb("in", "-o", "txt", "--include", "*.html", "--exclude", "linked")[2]
    Path("links/in").mkdir(parents=True)
    Path("links/in/linked").symlink_to("../../elsewhere")
    assert cleanweb("links", "-o", "txt")[2].endswith("; --include takes others; 1 directory link (not followed)\n")
    for arguments in (("in", "./in"), ("in/sub", "in"), ("in", "in/sub", "in/linked/../in")):
        _, _, err = cleanweb(*arguments, "-o", "txt")
        assert (
            f"{told}2 files with other names, such as style.css (--include takes them), 1 archive (must be named "
            in err
        )


@pytest.mark.parametrize("archive", ["crawl.zip", "crawl.tar"])
def test_what_archives_hold_besides_pages_is_told(cleanweb: Run, archive: str) -> None:
    make("in/a.html", "in/page.php", "in/style.css", "in/.hidden", "in/old/c.txt", "in/old/more.tgz")
    shutil.make_archive("crawl", archive.rpartition(".")[2], "in")
    told = "cleanweb: not taken from archives: "
    _, _, err = cleanweb(archive, "-o", "txt")
    names = r"(page\.php|style\.css|old/c\.txt)"
    assert re.match(rf"{told}3 files with other names, such as {names} \(--include takes them\)", err)
    assert "1 archive (must be unpacked)\n" in err
    assert cleanweb(archive, "-o", "txt", "-q")[2] == ""
    assert f"{told}3 files" in cleanweb(archive, "-o", "txt", "--dry-run")[2]
    _, _, err = cleanweb(archive, "-o", "txt", "--exclude", "*.css", "--exclude", "old")
    assert err.startswith(f"{told}1 file with other names, such as page.php (--include takes them)")
    assert told not in cleanweb(archive, "-o", "txt", "--include", "*.html")[2]
    make(f"crawls/{archive}")
    shutil.copy(archive, "crawls")
    assert "archives: " not in cleanweb("crawls", "-o", "txt", "--include", archive)[2], "somebody said what to take"


def test_archives_named_twice_are_read_once(cleanweb: Run) -> None:
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("a.html", PAGE)
    with tarfile.open("t.tar", "w") as tar:
        info = tarfile.TarInfo("b.html")
        info.size = len(PAGE)
        tar.addfile(info, io.BytesIO(PAGE.encode()))
    status, _, err = cleanweb("z.zip", "t.tar", "./z.zip", "t.tar", "-o", "txt")
    assert (status, tree("txt"), len(journal())) == (0, ["a.txt", "b.txt"], 2)
    assert err.startswith(
        "cleanweb: ./z.zip and 1 more: named more than once; taken once\ncleanweb: 2 pages: 2 written"
    )


def test_of_two_members_of_one_name_in_a_zip_the_last_is_cleaned_and_it_is_said(cleanweb: Run) -> None:
    """No page of such an archive could be cleaned, since no option told the two members apart."""
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("a.html", "<p>Old.")
        archive.writestr("b.html", PAGE)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("a.html", PAGE)
    for more in ([], ["--resume"]):
        status, _, err = cleanweb("z.zip", "-o", "txt", *more)
        assert (status, tree("txt"), len(journal())) == (0, ["a.txt", "b.txt"], 2)
        assert err.startswith("cleanweb: z.zip:a.html: named more than once; taken once\ncleanweb: 2 pages: ")
    assert Path("txt/a.txt").read_text() == TEXT


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["empty", "-o", "txt"], 3),
        (["gone", "-o", "txt"], 3),
        (["in", "gone.html", "-o", "txt"], 1),
        ([], 2),
        (["in", "-o", "txt", "--system", "nothing"], 2),
        (["in", "-o", "txt", "-p", "keep-all.kindz=p"], 2),
        (["in", "-o", "txt", "-s", "eu"], 2),
        (["in", "-o", "txt", "--max-memory", "lots"], 2),
        (["in", "-o", "a-file/txt"], 1),
        (["in/a.html", "-o", "txt/", "--max-bytes", "10"], 3),
        (["in", "-o", "txt", "--fail-empty"], 1),
        (["in", "-o", "txt", "--shard", "5/1000"], 0),
    ],
)
def test_exit_statuses(cleanweb: Run, arguments: list[str], status: int) -> None:
    make("in/a.html")
    make("in/empty.html", "a-file", text="")
    Path("empty").mkdir()
    found, out, err = cleanweb(*arguments)
    assert (found, out) == (status, b"")
    assert "Traceback" not in err


def test_a_run_stopped_before_its_first_page_does_not_tell_of_none(capsys: pytest.CaptureFixture[str]) -> None:
    summary = Summary(stopped="stopped by SIGINT", signal=signal.SIGINT)
    assert _status(summary, Listing(".txt"), {"inputs": ["in"], "fail_empty": False}) == EXIT_SIGNAL + signal.SIGINT
    assert capsys.readouterr().err == ""


def test_log_and_dry_run(cleanweb: Run) -> None:
    make("in/a.html")
    assert cleanweb("in", "-o", "txt", "--dry-run")[:2] == (0, b"in/a.html\ttxt/a.txt\n")
    assert tree(".") == ["in/a.html"]
    cleanweb("in", "-o", "txt", "--log", "none")
    assert tree("txt.log") == ["journal.jsonl"]
    cleanweb("in", "-o", "txt", "--log", "logs", "--log-blocks", "all")
    assert tree("logs") == ["a.jsonl", "journal.jsonl"]
    assert len(Path("logs/a.jsonl").read_text().splitlines()) == 3


def test_resume_leaves_out_what_is_done_and_nothing_else(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html", "in/c.html")
    cleanweb("in", "-o", "txt")
    make("in/b.html", text="<p>changed")
    Path("txt/c.txt").unlink()
    status, _, err = cleanweb("in", "-o", "txt", "--resume")
    assert status == 0
    assert "3 pages: 2 written, 1 done before" in err
    assert Path("txt/b.txt").read_text() == "<p>changed\n"
    assert tree("txt") == ["a.txt", "b.txt", "c.txt"]
    assert "3 pages: 3 written" in cleanweb("in", "-o", "txt", "--resume", "-p", "keep-all.kinds=p")[2]


def test_newer_and_stamp(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt", "--stamp", "stamp")
    assert Path("stamp").exists()
    Path("in/b.html").write_text("<p>changed")
    os.utime("in/b.html", (time.time() + 9, time.time() + 9))
    assert "1 written, 1 done before" in cleanweb("in", "-o", "txt", "--newer")[2]
    status, _, _ = cleanweb("gone", "-o", "txt", "--stamp", "stamp2")
    assert (status, Path("stamp2").exists()) == (3, False)


@contextmanager
def begun(
    count: int, *options: str, stderr: int = subprocess.PIPE, begin: Callable[[], object] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A run of two workers, with some pages written; each is written slowly, so that a signal comes before the end.

    If `begin` is given, the run has a session of its own and calls `begin` first.
    """
    make(*(f"in/{page:04}.html" for page in range(count)))
    make("slow/sitecustomize.py", text=SLOW_DISK)
    command = [sys.executable, "-m", "cleanweb", "clean", "in", "-o", "txt", "-j2", "--system", "ice-bl", *options]
    own = {"start_new_session": begin is not None, "preexec_fn": begin}
    with started(command, stderr=stderr, text=True, env=environment(str(Path("slow").absolute())), **own) as process:
        wait_until(Path("txt/0005.txt").exists)
        yield process


SLOW_DISK = """
import os, time
replace = os.replace
os.replace = lambda *paths: (time.sleep(0.05), replace(*paths))
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_finish_the_page_in_hand_and_resume_goes_on(cleanweb: Run, number: signal.Signals, status: int) -> None:
    count = 200
    with begun(count) as process:
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == status
    assert "Traceback" not in err
    assert err.startswith(f"cleanweb: {number.name}: finishing the pages in progress first")
    assert f"stopped by {number.name}" in err
    lines = journal()
    assert 0 < len(lines) < count
    assert {row["output"] for row in lines} == set(tree("txt"))
    assert cleanweb("in", "-o", "txt", "--resume", "-p", "keep-all.kinds=p", "-q")[0] == 0
    assert len(tree("txt")) == count


def test_a_terminal_that_goes_away_ends_the_run_with_its_journal(cleanweb: Run) -> None:
    """As when a connection breaks: the run and its workers died on the spot, without a message."""
    terminal, theirs = os.openpty()
    with begun(200, stderr=theirs, begin=lambda: fcntl.ioctl(2, termios.TIOCSCTTY, 0)) as process:
        os.close(theirs)
        os.close(terminal)
        assert process.wait(timeout=60) == 129
    lines = journal()
    assert 0 < len(lines) < 200
    assert {row["output"] for row in lines} == set(tree("txt"))
    assert '"stopped":"stopped by SIGHUP"' in Path("txt.log/journal.jsonl").read_text()
    assert cleanweb("in", "-o", "txt", "--resume", "-p", "keep-all.kinds=p", "-q")[0] == 0


def test_a_killed_run_is_resumed_to_the_same_files(cleanweb: Run) -> None:
    with begun(200, "-q") as process:
        process.kill()
        process.communicate(timeout=60)  # waits for its workers, too
    assert 0 < len(tree("txt")) < 200
    cleanweb("in", "-o", "txt", "--resume", "-p", "keep-all.kinds=p", "-q")
    cleanweb("in", "-o", "whole", "-p", "keep-all.kinds=p", "-q")
    assert tree("txt") == tree("whole")
    assert all(Path("txt", name).read_bytes() == Path("whole", name).read_bytes() for name in tree("whole"))


def test_the_logs_of_the_folder_one_is_in_are_beside_it(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make("here/a.html")
    monkeypatch.chdir("here")
    assert cleanweb(".", "-o", ".", "-j1")[0] == 0
    assert tree(".") == ["a.html", "a.txt"]
    assert tree(f"{tmp_path}/here.log") == ["a.jsonl", "journal.jsonl"]


@pytest.mark.parametrize("other", ["in/0.html", "in/9.html"], ids=["first", "last"])
def test_a_pack_whose_pages_are_others_now_is_made_anew(cleanweb: Run, other: str) -> None:
    """A new first page moved the last page of each pack into the next pack, which was taken for done."""

    def resumed() -> tuple[list[str], str]:
        err = cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--resume")[2]
        lines = "".join(Path("packs", name).read_text() for name in tree("packs")).splitlines()
        return [json.loads(line)["id"] for line in lines], err

    make(*(f"in/{page}.html" for page in range(1, 6)))
    names = [f"{page}.html" for page in range(1, 6)]
    assert resumed()[0] == names
    make(other)
    assert resumed()[0] == sorted([*names, Path(other).name])
    Path(other).unlink()
    assert resumed()[0] == names
    assert "0 written, 5 done before" in resumed()[1]


def test_packs_that_earlier_runs_left_are_named(cleanweb: Run) -> None:
    """Whatever read the directory got their pages twice."""
    make(*(f"in/{page}.html" for page in range(5)))
    once = ("in", "-o", "packs", "-f", "jsonl", "--pack")
    assert "not from this run" not in cleanweb(*once, "2")[2]
    told = "cleanweb: packs/00001.jsonl and 1 more: not from this run"
    assert told in cleanweb(*once, "9")[2]
    assert told in cleanweb(*once, "9", "--resume", "-q")[2]
    for name in tree("packs"):
        Path("packs", name).unlink()
    for shard in ("0/2", "1/2"):
        assert "not from this run" not in cleanweb(*once, "1", "--shard", shard)[2]
    assert f"packs/{tree('packs')[0]} and 4 more: not from this run" in cleanweb(*once, "1", "--shard", "0/3")[2]
    assert "not from this run" in cleanweb(*once, "9", "--gzip")[2]


@pytest.mark.parametrize("option", [(), ("--resume",)], ids=" ".join)
@pytest.mark.parametrize("division", ["texts", "packs"])
def test_texts_of_another_division_than_that_of_packs_are_named(
    cleanweb: Run, division: str, option: tuple[str, ...]
) -> None:
    """They were not reported, and `cat` gave each page twice."""
    make(*(f"in/{page}.html" for page in range(6)))
    packs = ("in", "-o", "out", "-f", "jsonl", "--pack", "9")
    shards = [("--shard", "0/2"), ("--shard", "1/2")]
    if division == "texts":
        cleanweb("in", "-o", "out")
        told = [cleanweb(*packs, *shard, *option)[2] for shard in shards]
    else:
        for shard in shards:
            cleanweb("in", "-o", "out", *shard)
        told = [cleanweb(*packs, *option)[2]]
    named = [re.search(r"out/\d\.txt(?: and (\d) more)?: not from this run", err) for err in told]
    assert sum(1 + int(found[1] or 0) for found in named if found) == 6


def test_a_pack_without_a_record_is_not_written(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    pack = ("-o", "packs/", "-f", "jsonl", "--pack", "1", "--log-blocks", "all")
    status, _, err = cleanweb("none.html", *pack)
    assert (status, "none.html: failed" in err) == (3, True)
    assert tree("packs") == []
    assert cleanweb("in/a.html", "in/b.html", *pack)[0] == 0
    assert tree("packs") == ["00000.jsonl", "00001.jsonl"]
    make("in/a.html", text="%PDF-1.4")
    status = cleanweb("in/a.html", "in/b.html", *pack)[0]
    assert (status, tree("packs"), tree("packs.log")) == (0, ["00001.jsonl"], ["00001.jsonl", "journal.jsonl"])


@by_processes
def test_packs(cleanweb: Run) -> None:
    make(*(f"in/{page}.html" for page in range(5)))
    assert cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--log-blocks", "all")[0] == 0
    assert tree("packs") == ["00000.jsonl", "00001.jsonl", "00002.jsonl"]
    assert [json.loads(line)["id"] for line in Path("packs/00001.jsonl").read_text().splitlines()] == [
        "2.html",
        "3.html",
    ]
    rows = [json.loads(line) for line in Path("packs.log/00002.jsonl").read_text().splitlines()]
    assert [(row["page"], row["text"]) for row in rows] == [
        ("4.html", text) for text in ("Tea", "Boil the water.", "menu")
    ]
    before = {name: Path("packs", name).stat().st_mtime_ns for name in tree("packs")}
    make("in/3.html", text="<p>new")
    err = cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--log-blocks", "all", "--resume")[2]
    assert "5 pages: 2 written, 3 done before" in err
    after = {name: Path("packs", name).stat().st_mtime_ns for name in tree("packs")}
    assert [name for name in before if before[name] != after[name]] == ["00001.jsonl"]
    assert cleanweb("in", "-o", "x", "--pack", "2")[0] == 2


def test_with_blocks(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    drop = ["--classify", "marks", "--classify", "keep-all", "-p", "marks.drop=menu", "--normalize", "full"]
    status, out, _ = cleanweb("in", "-f", "jsonl", "--with-blocks", *drop)
    assert status == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["id"] for row in rows] == ["a.html", "b.html"]
    assert [(block["keep"], block["kind"], block["text"]) for block in rows[0]["blocks"]] == [
        (True, "h", "Tea"),
        (True, "p", "Boil the water."),
        (True, "p", "menu"),
    ]
    assert set(rows[0]["blocks"][0]) == {"keep", "kind", "rule", "reason", "score", "numbers", "path", "text"}
    assert cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--with-blocks", *drop)[0] == 0
    assert Path("packs/00000.jsonl").read_bytes() == out
    assert cleanweb("in", "-o", "txt", "--with-blocks")[0] == 2
    # Records with and without blocks are different outputs: --resume makes them anew.
    assert cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2", "--resume", *drop)[0] == 0
    assert b"blocks" not in Path("packs/00000.jsonl").read_bytes()


def test_gzip(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt", "--gzip", "--log-blocks", "all")
    assert tree("txt") + tree("txt.log") == ["a.txt.gz", "b.txt.gz", "a.jsonl.gz", "b.jsonl.gz", "journal.jsonl"]
    assert gzip.decompress(Path("txt/a.txt.gz").read_bytes()).decode() == TEXT
    cleanweb("in", "-o", "packs", "-f", "vert", "--pack", "9", "--gzip")
    assert gzip.decompress(Path("packs/00000.vert.gz").read_bytes()).count(b"<doc ") == 2


def test_a_single_text_is_what_its_name_says(cleanweb: Run) -> None:
    """It was uncompressed, so that `zcat` failed."""
    make("a.html")
    cleanweb("a.html", "-o", "a.txt.gz")
    assert gzip.decompress(Path("a.txt.gz").read_bytes()).decode() == TEXT


@by_processes
def test_metrics(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt", "--metrics", "metrics.jsonl")
    *_, row = [json.loads(line) for line in Path("metrics.jsonl").read_text().splitlines()]  # more on a slow machine
    assert (row["inputs"], row["written"], row["failed"]) == (2, 2, 0)
    assert set(row["stage_seconds"]) == {"segment", "classify", "linearize", "rest"}
    assert row["worker_peak_memory"] > 1 << 20


def test_repeated_blocks_of_a_site(cleanweb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        make(f"in/site/{number}.html", text=f"<p>Story {'x' * number}.<p>Subscribe now!")
    counts = str(Path("sites.counts").absolute())  # absolute, since tables are cached by path
    monkeypatch.setattr(sys, "argv", ["cleanweb", *"sites build in --system ice-bl -q -o".split(), counts])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    assert cleanweb("in", "-o", "txt", "--sites", counts)[0] == 0
    assert Path("txt/site/3.txt").read_text() == "<p>Story xxx.\n"
    (row,) = [json.loads(line) for line in Path("txt.log/site/3.jsonl").read_text().splitlines()]
    assert (row["text"], row["reason"]) == ("Subscribe now!", "it stands on 12 of the 12 pages of its site")
    cleanweb("in", "-o", "txt", "--sites", counts, "-p", "sites.min_pages=13")
    assert Path("txt/site/3.txt").read_text() == "<p>Story xxx.\n<p>Subscribe now!\n"


@by_processes
def test_near_duplicates_are_reported_and_kept(cleanweb: Run) -> None:
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    text = " ".join(f"word{number}" for number in range(300))
    make("in/a.html", "in/b.html", text=f"<p>{text}")
    make("in/c.html", text=f"<p>{text} and a little more")
    make("in/d.html", text="<p>something else")
    for resume in ([], ["--resume"]):
        err = cleanweb("in", "-o", "txt", "--report-duplicates", "same.jsonl", *resume)[2]
        assert "3 pages are near-duplicates, in 1 group: same.jsonl" in err
        (row,) = [json.loads(line) for line in Path("same.jsonl").read_text().splitlines()]
        assert row["pages"] == ["in/a.html", "in/b.html", "in/c.html"]
        Path("same.jsonl").unlink()
    assert len(tree("txt")) == 4


def test_a_page_called_journal_leaves_the_journal_alone(cleanweb: Run) -> None:
    make("in/journal.html", "in/a/journal.html", "in/journal.html.html", "in/journal.page.html")
    assert cleanweb("in", "-o", "txt")[0] == 0
    logs = ["a/journal.page.jsonl", "journal.html.jsonl", "journal.page.jsonl", "journal.page.page.jsonl"]
    assert tree("txt.log") == sorted([*logs, "journal.jsonl"])
    assert len(journal()) == 4


def test_a_full_standard_output_and_a_reader_that_leaves(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    command = [sys.executable, "-m", "cleanweb", "clean", str(tmp_path / "a.html"), "--system", "ice-bl"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (1, "cleanweb: cannot write to standard output: no space left on device\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, env=environment(), check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(
    ("package", "options", "message"),
    [
        ("distributed", ["--cluster", "local:2"], "--cluster needs the package distributed"),
        ("rensa", ["--report-duplicates", "same.jsonl"], "--report-duplicates needs the package rensa"),
    ],
)
def test_an_extra_that_is_not_installed_is_told_before_a_file_is_touched(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, package: str, options: list[str], message: str
) -> None:
    make("in/a.html")
    cleanweb("in", "-o", "done")
    before = Path("done.log/journal.jsonl").read_bytes()
    for user in ("checks", "cleaning"):
        monkeypatch.setattr(f"cleanweb.cli.{user}.find_spec", lambda name: None if name == package else name)
    for out in ("new", "done"):
        status, _, err = cleanweb("in", "-o", out, *options)
        assert (status, message in err) == (2, True)
    assert sorted(path.name for path in Path().iterdir()) == ["done", "done.log", "in"]
    assert Path("done.log/journal.jsonl").read_bytes() == before


@pytest.mark.parametrize("option", ["--report-duplicates", "--metrics"])
def test_what_cannot_be_written_is_told_in_a_line(cleanweb: Run, option: str) -> None:
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    make("in/a.html")
    status, _, err = cleanweb("in", "-o", "txt", option, "nowhere/file")
    assert status == 2
    assert err.endswith(f"{option} nowhere/file: there is no directory nowhere\n")
    assert not Path("txt").exists()


def test_stamp_and_metrics_in_directories_that_the_run_makes(cleanweb: Run) -> None:
    make("in/a.html")
    status, _, err = cleanweb("in", "-o", "new/txt", "--stamp", "new/txt/.stamp", "--metrics", "./new/txt.log/metrics")
    assert (status, Path("new/txt/.stamp").exists(), Path("new/txt.log/metrics").exists()) == (0, True, True), err


def test_metrics_on_a_full_disk(cleanweb: Run) -> None:
    make("in/a.html")
    status, _, err = cleanweb("in", "-o", "txt", "--metrics", "/dev/full")
    assert (status, err.splitlines()[-1]) == (1, "cleanweb: cannot write /dev/full: no space left on device")


def test_a_pipe_is_written_to_and_not_replaced(cleanweb: Run) -> None:
    make("in.html")
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert cleanweb("in.html", "-o", "pipe")[0] == 0
    assert (os.read(reader, 1000).decode(), Path("pipe").is_fifo()) == (TEXT, True)
    os.close(reader)
