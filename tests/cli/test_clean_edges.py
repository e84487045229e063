"""`cleanweb clean` at its edges: odd names and lists, combined options, runs over the results of earlier ones."""

import fcntl
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
from contextlib import suppress
from errno import EACCES
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner

from cleanweb import cleaner
from cleanweb.cli import cli
from cleanweb.errors import DataError, UsageError
from cleanweb.segment import source_matches
from cleanweb.site_table import MAGIC
from tests.cli.runs import PAGE, TEXT, Run, by_processes, journal, make, tree
from tests.fixtures import environment
from tests.timing import started, wait_until


def test_a_page_called_journal_without_a_suffix_leaves_the_journal_alone(cleanweb: Run) -> None:
    make("in/journal", "in/journal-1-of-2")
    assert cleanweb("in", "-o", "txt", "--include", "*", "--log-blocks", "all")[0] == 0
    assert tree("txt.log") == ["journal-1-of-2.page.jsonl", "journal.jsonl", "journal.page.jsonl"]
    assert len(journal()) == 2


def test_a_list_may_begin_with_a_byte_order_mark(cleanweb: Run) -> None:
    make("a.html", "b.html")
    Path("list").write_bytes(b"\xef\xbb\xbfa.html\r\nb.html\r\n")
    assert cleanweb("--files-from", "list", "-o", "txt")[0] == 0
    assert tree("txt") == ["a.txt", "b.txt"]


def test_a_directory_may_be_excluded_with_a_stroke_at_its_end(cleanweb: Run) -> None:
    make("in/a.html", "in/drafts/b.html", "in/c/drafts/d.html")
    assert cleanweb("in", "-o", "txt", "--exclude", "drafts/")[0] == 0
    assert tree("txt") == ["a.txt"]


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "-1"])
def test_a_time_that_no_clock_has_is_wrong_usage(cleanweb: Run, seconds: str) -> None:
    make("a.html")
    status, _, err = cleanweb("a.html", "--timeout", seconds)
    assert (status, "--timeout" in err, "Traceback" in err) == (2, True, False)


def test_dry_run_tells_where_pages_go(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html", "in/c.html")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in")

    def told(*arguments: str) -> tuple[int, list[str]]:
        status, out, _ = cleanweb(*arguments, "--dry-run")
        return status, out.decode().splitlines()

    assert told("in/a.html", "-o", "one.txt") == (0, ["in/a.html\tone.txt"])
    assert told("in/a.html") == (0, ["in/a.html\t-"])
    assert told("in.tar", "-o", "txt")[1][0] == "in.tar:in/a.html\ttxt/in/a.txt"
    packed = told("in", "-o", "txt", "-f", "jsonl", "--pack", "2")[1]
    assert [line.partition("\t")[2] for line in packed] == ["txt/00000.jsonl", "txt/00000.jsonl", "txt/00001.jsonl"]
    assert told("in/a.html", "gone.html", "-o", "txt") == (1, ["in/a.html\ttxt/in/a.txt"])
    Path("in/d.html").symlink_to("gone.html")  # found in its directory, but it cannot be read
    assert told("in", "-o", "txt") == (1, [f"in/{name}.html\ttxt/{name}.txt" for name in "abc"])
    assert told("in/d.html")[0] == 3
    assert told("gone.html", "-o", "txt/")[0] == 3
    assert not Path("txt").exists()


def test_a_page_that_is_skipped_now_loses_what_an_earlier_run_wrote_of_it(cleanweb: Run) -> None:
    make("in/long.html", text="<p>Tea" + " and more" * 100)
    make("in/short.html")
    cleanweb("in", "-o", "txt", "--keep-normalized", "xhtml")
    assert (tree("txt"), tree("xhtml")) == (["long.txt", "short.txt"], ["long.xhtml", "short.xhtml"])
    assert cleanweb("in", "-o", "txt", "--keep-normalized", "xhtml", "--max-bytes", "500")[0] == 0
    assert [row["state"] for row in journal()] == ["skipped", "written"]
    assert (tree("txt"), tree("xhtml"), tree("txt.log")) == (
        ["short.txt"],
        ["short.xhtml"],
        ["journal.jsonl", "short.jsonl"],
    )


def test_resume_makes_what_the_earlier_run_did_not_make(cleanweb: Run) -> None:
    make("in/a.html")
    for options in (["--log", "none"], ["--log", "none", "--keep-normalized", "xhtml"], ["--log", "txt.log"]):
        before = Path("txt.log/journal.jsonl").stat().st_size if Path("txt.log").exists() else 0
        cleanweb("in", "-o", "txt", "--resume", *options)
        after = Path("txt.log/journal.jsonl").read_text()[before:]
        assert '"state":"written"' in after
    assert (tree("xhtml"), tree("txt.log")) == (["a.xhtml"], ["a.jsonl", "journal.jsonl"])


def test_resume_knows_what_was_done_by_other_shards(cleanweb: Run) -> None:
    make(*(f"in/{number}.html" for number in range(8)))
    for number in range(2):
        cleanweb("in", "-o", "txt", "--shard", f"{number}/2")
    make("in/3.html", text="<p>another")
    done = 0
    for shard in ("0/3", "1/3", "2/3"):
        err = cleanweb("in", "-o", "txt", "--shard", shard, "--resume")[2]
        done += int(re.search(r"(\d+) done before", err)[1]) if "done before" in err else 0
    assert done == 7
    for _ in range(2):
        assert "8 pages: 0 written, 8 done before" in cleanweb("in", "-o", "txt", "--resume")[2]
    Path("txt/5.txt").unlink()
    assert "8 pages: 1 written, 7 done before" in cleanweb("in", "-o", "txt", "--resume")[2]
    # Shards have packs of their own: a whole run makes others.
    packs = ("in", "-o", "packs", "-f", "jsonl", "--pack", "4", "--resume")
    cleanweb(*packs, "--shard", "0/2")
    assert "8 pages: 8 written" in cleanweb(*packs)[2]


@pytest.mark.parametrize("option", ["--resume", "--newer"])
def test_pages_that_were_skipped_are_not_cleaned_to_be_skipped_again(cleanweb: Run, option: str) -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    english = "<p>The quick brown fox jumps over the lazy dog and runs on through the dark forest to its home."
    german = "<p>Der schnelle Fuchs springt über den faulen Hund und läuft weiter durch den dunklen Wald nach Hause."
    make("in/a.html", text=english)
    make("in/b.html", text=german)
    make("in/c.html", text="%PDF-1.7 ")
    command = ("in", "-o", "txt", "--language", "de", option, "-v")
    assert "1 written, 2 skipped" in cleanweb(*command)[2]
    lines = len(journal())
    status, _, err = cleanweb(*command)
    assert (status, "3 pages: 0 written, 1 done before, 2 skipped" in err, len(journal())) == (0, True, lines)
    assert err.count("html: skipped: an earlier run skipped it; its line in the journal says why\n") == 2
    make("in/a.html", text=german.replace("Hund", "Wolf"))
    assert "3 pages: 1 written, 1 done before, 1 skipped" in cleanweb(*command)[2]
    assert "3 pages: 0 written, 3 skipped" in cleanweb(*command[:4], "en", "--resume")[2]


@by_processes
def test_a_worker_has_room_for_what_tells_languages(cleanweb: Run) -> None:
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    make("in.html", text="<p>The quick brown fox jumps over the lazy dog.")
    assert cleanweb("in.html", "--language", "en") == (0, b"<p>The quick brown fox jumps over the lazy dog.\n", "")


def test_resume_takes_no_word_for_the_name_of_a_file(cleanweb: Run) -> None:
    make("in/page.html", "eu", "auto/x.json")
    for options in (["-s", "eu"], ["-s", "auto"], ["-p", "justext.heading_stages=both"]):
        make("both", text="one")
        cleanweb("in", "-o", "txt", "--system", "justext", *options)
        make("both", "eu", "auto/x.json", text="another")
        assert "1 done before" in cleanweb("in", "-o", "txt", "--system", "justext", "--resume", *options)[2]


def test_resume_cleans_again_with_another_model_of_tables(cleanweb: Run) -> None:
    make("in/a.html")
    shipped = Path(__file__).parents[2] / "cleanweb" / "models" / "files"
    Path("models").mkdir()
    for name in ("table_layout.json", "table_roles.json"):
        shutil.copy(shipped / name, "models")
    options = ("in", "-o", "txt", "--system", "kitten", "-p", "kitten.table_models=models", "--resume")
    cleanweb(*options)
    assert "1 done before" in cleanweb(*options)[2]
    model = Path("models/table_layout.json")
    model.write_text(model.read_text().replace('"about": {', '"about": {"note": "another", '))
    assert "1 written" in cleanweb(*options)[2]


def test_duplicates_are_not_looked_for_in_vertical_text_and_packs_of_earlier_runs(cleanweb: Run) -> None:
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    make("in/a.html")
    for form in (["vert", "--resume"], ["vert", "--newer"], ["jsonl", "--pack", "2", "--resume"]):
        status, _, err = cleanweb("in", "-o", "txt", "--report-duplicates", "same", "-f", *form)
        assert (status, "--resume or --newer" in err, "expected no --pack and no -f vert" in err) == (2, True, True)


def test_duplicates_are_found_in_a_directory_that_is_called_like_a_file(cleanweb: Run) -> None:
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    make("in/a.html", "in/b.html")
    for _ in range(2):
        status, _, err = cleanweb("in", "-o", "out.jsonl.d", "--report-duplicates", "same", "--resume")
        assert (status, "2 pages are near-duplicates" in err) == (0, True)


def test_kitten_writes_kinds_where_the_format_has_them(cleanweb: Run) -> None:
    make("in.html")

    def cleaned(*options: str) -> list[str]:
        return cleanweb("in.html", "--system", "kitten", *options)[1].decode().splitlines()

    assert cleaned() == ["Tea.", "Boil the water.", "menu."]
    assert cleaned("-f", "cleaneval") == ["<h>Tea.", "<p>Boil the water.", "<p>menu."]
    assert [line for line in cleaned("-f", "vert") if line.startswith("<p ")] == ['<p class="h">'] + [
        '<p class="p">'
    ] * 2
    assert cleaned("-f", "cleaneval", "-p", "kitten.tags=false") == cleaned()


@pytest.mark.parametrize("form", ["cleaneval", "plain", "jsonl", "vert"])
def test_tables_and_lists_are_written_as_asked_in_every_format(cleanweb: Run, form: str) -> None:
    make("in.html", text="<p>We sell two things:<ul><li>tea<li>milk</ul>")
    for options in (("--lists", "flatten"), ("--tables", "rows", "--lists", "flatten")):
        status, out, err = cleanweb("in.html", "-f", form, *options)
        assert (status, err) == (0, "")
        assert out.decode().replace("\n", " ").replace(" <g/> ", "").find("things: tea, milk.") > 0


def test_a_tar_is_not_told_of_as_one_page(cleanweb: Run) -> None:
    make("in/a.html")
    make("in/empty.html", text="<html></html>")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in")
    assert "no text in the page" not in cleanweb("in.tar", "-o", "txt")[2]
    assert "no text in the page" in cleanweb("in/empty.html", "-o", "one.txt")[2]


@pytest.mark.parametrize("name", ["in.zip", "in.tar"])
@pytest.mark.parametrize("options", [["-o", "txt"], ["-f", "jsonl"], ["-o", "txt", "--dry-run"]])
def test_an_archive_without_pages_is_nothing_processed(cleanweb: Run, name: str, options: list[str]) -> None:
    """It used to end with status 0, silently."""
    make("notes.doc")
    with zipfile.ZipFile("in.zip", "w") as archive:
        archive.write("notes.doc")
    with tarfile.open("in.tar", "w") as tar:
        tar.add("notes.doc")
    status, out, err = cleanweb(name, *options)
    assert (status, out, f"{name}: no page found; looked for *.html" in err) == (3, b"", True)


def test_a_part_to_which_no_page_falls_ends_well(cleanweb: Run) -> None:
    make("in/a.html")
    with tarfile.open("in.tar", "w") as tar:
        tar.add("in/a.html")
    for source in ("in", "in.tar"):
        assert [cleanweb(source, "-o", "txt", "--shard", f"{number}/9")[0] for number in range(9)] == [0] * 9


def test_a_folder_that_is_not_there_is_nothing_processed_in_every_part(cleanweb: Run) -> None:
    """All shards but the one that its name falls to silently ended with status 0."""
    for number in range(9):
        status, _, err = cleanweb("im", "-o", "txt/", "--shard", f"{number}/9")
        assert (status, "cleanweb: im: failed: no such" in err or "cleanweb: im: no such file" in err) == (3, True)
    Path("empty").mkdir()
    told = [cleanweb("im", "in", "empty", "-o", "txt/", "--shard", f"{number}/9")[2] for number in range(9)]
    missing = "cleanweb: im and 1 more: no such file or directory\ncleanweb: empty: no page found; looked for"
    assert sum(missing in err for err in told) >= 7  # all shards but those that the names fall to


def test_a_part_says_nothing_of_the_file_of_a_page_of_another(cleanweb: Run) -> None:
    make("a.html")
    Path("a.txt").write_text("as it was")
    told = [cleanweb("a.html", "-o", "a.txt", "--shard", f"{number}/2") for number in range(2)]
    assert [(status, err) for status, _, err in told] == [(0, "")] * 2


def test_a_folder_without_pages_leaves_the_journal_of_an_earlier_run(cleanweb: Run) -> None:
    make("in/a.html")
    Path("im").mkdir()
    assert cleanweb("in", "-o", "txt")[0] == 0
    assert cleanweb("im", "-o", "txt")[0] == 3
    assert [row["input"] for row in journal()] == ["in/a.html"]


@pytest.mark.parametrize("name", ["im", "in.zip"])
def test_inputs_that_are_not_there_leave_the_journal_of_an_earlier_run(cleanweb: Run, name: str) -> None:
    """The journal was emptied, so that --resume cleaned all pages again."""
    make("in/a.html")
    make("in.zip", text="no zip")
    assert cleanweb("in", "-o", "txt")[0] == 0
    assert cleanweb(name, "-o", "txt")[0] == 3
    assert [(row["input"], row["state"]) for row in journal()] == [("in/a.html", "written"), (name, "failed")]
    assert "0 written, 1 done before" in cleanweb("in", "-o", "txt", "--resume")[2]


@pytest.mark.parametrize("pack", [(), ("--pack", "1", "--gzip")], ids=["texts", "packs"])
def test_texts_below_the_logs_are_no_logs(cleanweb: Run, pack: tuple[str, ...]) -> None:
    """Each was reported as a damaged log, and the report ended with status 1."""
    make("in/a.html", "in/b.html")
    assert cleanweb("in", "-o", "run/texts", "--log", "run", "-f", "jsonl", "--log-blocks", "all", *pack)[0] == 0
    for command in (["report", "run/texts", "--log", "run"], ["log", "top", "run"]):
        result = CliRunner().invoke(cli, command, standalone_mode=False)
        assert "is no line of a block log" not in result.stderr
    assert "2 pages: 2 written" in Path("run/index.html").read_text()


@pytest.mark.parametrize("mode", [(), ("--resume",), ("--log", "none")], ids=["anew", "resume", "no log"])
def test_a_folder_that_is_not_there_leaves_the_packs_of_an_earlier_run(cleanweb: Run, mode: tuple[str, ...]) -> None:
    """It counted as a failed page of the first pack, whose file and log were silently removed."""
    make("in/a.html", "in/b.html")
    run = ("-o", "packs", "-f", "jsonl", "--pack", "1")
    cleanweb("in", *run)
    before = tree("."), Path("packs/00000.jsonl").read_bytes()
    status, _, err = cleanweb("im", *run, *mode)
    assert (status, "packs/00000.jsonl and 1 more: not from this run" in err) == (3, True)
    assert (tree("."), Path("packs/00000.jsonl").read_bytes()) == before
    assert cleanweb("in", *run, "--resume")[0] == 0
    assert [row["id"] for row in map(json.loads, Path("packs/00000.jsonl").read_text().splitlines())] == ["a.html"]
    Path("in/a.html").unlink()
    assert cleanweb("in/a.html", "in/b.html", *run, *mode)[0] == 1
    assert tree("packs") == ["00000.jsonl", "00001.jsonl"]


def test_resume_tells_of_empty_pages_again(cleanweb: Run) -> None:
    make("in/a.html")
    make("in/empty.html", text="<html></html>")
    for options in ([], ["--resume"], ["-q"]):
        status, _, err = cleanweb("in", "-o", "txt", "--fail-empty", *options)
        told = "cleanweb: 1 of 2 pages is empty after cleaning; --fail-empty makes this a failure\n"
        assert (status, err.endswith(told)) == (1, True)
    assert cleanweb("in", "-o", "txt", "--resume")[0] == 0


def test_a_page_that_fails_leaves_what_an_earlier_run_wrote_of_it(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    Path("in/b.html").unlink()
    Path("in/b.html").symlink_to("nowhere")
    assert cleanweb("in", "-o", "txt")[0] == 1
    assert [row["state"] for row in journal()] == ["written", "failed"]
    assert tree("txt") == ["a.txt", "b.txt"]


def test_newer_cleans_no_page_that_was_touched_only(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    os.utime("in/b.html", (time.time() + 9, time.time() + 9))
    assert "0 written, 2 done before" in cleanweb("in", "-o", "txt", "--newer")[2]
    make("in/b.html", text="<p>changed")
    os.utime("in/b.html", (time.time() + 9, time.time() + 9))
    assert "1 written, 1 done before" in cleanweb("in", "-o", "txt", "--newer")[2]


def test_newer_cleans_pages_that_were_written_with_other_options_again(cleanweb: Run) -> None:
    """Texts of two systems were silently left side by side."""
    make("in/a.html", "in/b.html", "in/c.html")
    cleanweb("in", "-o", "txt")
    make("in/b.html", text="<p>changed")
    os.utime("in/b.html", (time.time() + 9, time.time() + 9))
    other = ("in", "-o", "txt", "--newer", "--system", "justext")
    assert "3 written" in cleanweb(*other)[2]
    cleanweb("in", "-o", "fresh", "--system", "justext")
    assert [Path("txt", name).read_bytes() for name in tree("txt")] == [
        Path("fresh", name).read_bytes() for name in tree("fresh")
    ]
    os.utime("in/b.html", (0, 0))
    assert "0 written, 3 done before" in cleanweb(*other)[2]
    Path("txt.log/journal.jsonl").unlink()  # without a journal, dates decide, as for make
    assert "0 written, 3 done before" in cleanweb("in", "-o", "txt", "--newer")[2]


def test_newer_cleans_pages_that_failed_or_were_empty_again(cleanweb: Run) -> None:
    make("in/a.html")
    make("in/empty.html", text="<p>")
    cleanweb("in", "-o", "txt")
    before = Path("txt.log/journal.jsonl").read_text()
    assert cleanweb("in", "-o", "txt", "--newer")[0] == 0
    status, _, err = cleanweb("in", "-o", "txt", "--newer", "--fail-empty")
    assert (status, "1 written (1 empty), 1 done before" in err) == (1, True)
    Path("txt.log/journal.jsonl").write_text(before.replace('"written"', '"failed"'))
    assert "2 written" in cleanweb("in", "-o", "txt", "--newer")[2]


@by_processes
def test_what_a_shell_gives_as_a_path_is_read_here(cleanweb: Run) -> None:
    assert cleanweb("/dev/stdin", stdin=PAGE.encode())[:2] == (0, TEXT.encode())
    make("a.html", "-")
    with Path("a.html").open("rb") as file:
        path = f"/dev/fd/{file.fileno()}"
        assert cleanweb(path)[:2] == (0, TEXT.encode())
    assert cleanweb(path)[::2] == (3, f"cleanweb: {path}: failed: no such file or directory\n")
    assert cleanweb("--files-from", "-", "-o", "txt", stdin=b"-\n")[0] == 0
    assert tree("txt") == ["-.txt"]


@by_processes
def test_names_of_files_are_no_page(cleanweb: Run) -> None:
    """`find ... | cleanweb clean -` silently cleaned the names as a page."""
    make("in/a.html")
    make("in/b.html")
    lists = (
        b"in/a.html\nin/b.html\n",
        b"in/a.html\0in/b.html\0",
        b"in/a.html\r\n\r\nin/b.html\r\n",
        b"in\nin/a.html\n",
        b"in/a.html\ngone.html\n",
        b"a.html\nb.HTM\n",  # made in their directory
    )
    for names in lists:
        status, out, err = cleanweb("-", stdin=names)
        assert (status, out) == (3, b"")
        assert "found a list of files; --files-from -" in err
    assert cleanweb("-", stdin=b"in/a.html\nTea\n")[:2] == (0, b"<p>in/a.html Tea\n")
    assert cleanweb("-", stdin=b"Open a.html")[:2] == (0, b"<p>Open a.html\n")
    assert cleanweb("-", stdin=b"in\n")[:2] == (0, b"<p>in\n")
    for names in lists:
        Path("list").write_bytes(names)
        status, out, err = cleanweb("list", "-o", "txt")
        option = "--files0-from" if b"\0" in names else "--files-from"
        told = f"list: expected a page, found a list of files; {option} list reads it"
        assert (status, out, err) == (2, b"", f"cleanweb: {told}\n")


@pytest.mark.usefixtures("cleanweb")
def test_a_model_in_a_pipe_is_told_before_the_work() -> None:
    """It was reported as damaged, a named pipe was waited for endlessly, and `sites build` failed page by page."""
    make("in/site/a.html")
    os.mkfifo("pipe")
    told = r"pipe: expected a model made by `cleanweb train learned` in a file, found a pipe"
    with pytest.raises(DataError, match=told):
        cleaner(parameters={"learned.model": "pipe"})
    with (Path(source_matches.__file__).parents[1] / "models/files/ice_ga.json").open("rb") as file:
        path = f"/dev/fd/{file.fileno()}"
        build = ("sites", "build", "in", "-o", "counts", "--system", "ice-ga", "-p", f"source-matches.model={path}")
        with pytest.raises(UsageError, match=f"{path}: expected a file that worker processes can read"):
            CliRunner().invoke(cli, build, standalone_mode=False, catch_exceptions=False)


def test_a_stop_list_that_only_this_process_can_read_is_wrong_usage(cleanweb: Run) -> None:
    """With `-s <(...)` every page failed, since the process that cleaned it had no such file."""
    make("in/a.html")
    Path("own.txt").write_text("the\n")
    with Path("own.txt").open("rb") as file:
        path = f"/dev/fd/{file.fileno()}"
        status, _, err = cleanweb("in", "-o", "txt", "--system", "justext", "-s", path)
    assert (status, err) == (
        2,
        f"cleanweb: {path}: expected a file that worker processes can read, too\n",
    )
    assert not Path("txt").exists()


def unread(pipe: IO[bytes]) -> int:
    """The number of bytes that wait in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("stream", [("-",), ("--files-from", "-", "-o", "txt")], ids=["page", "list"])
def test_a_stream_that_never_ends_can_be_left(
    number: signal.Signals, status: int, stream: tuple[str, ...], tmp_path: Path
) -> None:
    """The run waits for a page, but the list is read before it, where SIGTERM ended the command silently."""
    command = [sys.executable, "-m", "cleanweb", "clean", *stream, "--system", "ice-bl"]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **pipes, cwd=tmp_path, env=environment(), bufsize=0) as run:
        assert run.stdin
        assert run.stderr
        run.stdin.write(b"x")
        wait_until(lambda: not unread(run.stdin))
        time.sleep(0.2)  # until it waits for more: a signal right before that is only seen after the next byte
        run.send_signal(number)
        assert run.wait(timeout=60) == status
        assert run.stderr.read().decode() == f"cleanweb: stopped by {number.name}\n"


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("name", ["pipe.html", "pipe.tar"])
def test_a_pipe_that_never_ends_can_be_left(number: signal.Signals, status: int, name: str, tmp_path: Path) -> None:
    """The run silently went on: with an archive for ever, with a page until the worker's limit of waiting."""
    pipe = tmp_path / name
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "cleanweb", "clean", name, "-o", "txt/", "--system", "ice-bl"]
    writing: list[int] = []

    def is_read() -> bool:
        with suppress(OSError):  # fails as long as nobody reads
            writing.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return bool(writing)

    with started(command, stderr=subprocess.PIPE, cwd=tmp_path, env=environment(), text=True) as run:
        wait_until(is_read)
        time.sleep(0.05)
        run.send_signal(number)
        try:
            _, err = run.communicate(timeout=60)
        finally:
            os.close(*writing)
    assert run.returncode == status
    stopped = f"cleanweb: stopped by {number.name}; --resume continues from here\n"
    assert f"{stopped}cleanweb: 1 page: 0 written, 1 not reached; " in err


def test_a_tar_that_was_not_read_to_its_end_is_told_in_the_report(cleanweb: Run) -> None:
    """The journal used to say that the run had reached all pages."""
    make("in/a.html", text="BZh, and no bzip2")
    make("in/b.html", "in/c.html")
    with tarfile.open("in.tar", "w") as archive:
        for name in ("a", "b", "c"):
            archive.add(f"in/{name}.html")
    run = ("in.tar", "-o", "txt")
    assert "2 pages: 0 written, 1 failed, 1 not reached" in cleanweb(*run, "--fail-fast")[2]
    assert "the run did not reach 1 page (stopped" in CliRunner().invoke(cli, ["report", "txt"]).stderr
    assert "3 pages: 2 written, 1 failed" in cleanweb(*run, "--resume")[2]
    assert "did not reach" not in CliRunner().invoke(cli, ["report", "txt"]).stderr


def test_a_reader_that_stands_still_can_be_left(tmp_path: Path) -> None:
    """The unwritten output was tried again at exit, for ever."""
    make(str(tmp_path / "a.html"), text="<p>" + "tea " * 100_000)
    command = [sys.executable, "-m", "cleanweb", "clean", "a.html", "--system", "ice-bl"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **pipes, cwd=tmp_path, env=environment()) as run:
        assert run.stdout
        assert run.stderr
        wait_until(lambda: unread(run.stdout))
        for told in (b"SIGTERM: finishing the pages in progress first", b"stopped by SIGTERM"):
            run.terminate()
            assert told in run.stderr.readline()
        assert run.wait(timeout=60) == 143


def test_an_output_that_is_a_directory_of_another_is_told(cleanweb: Run) -> None:
    make("in/a.html", "in/a.txt/b.html")
    status, _, err = cleanweb("in", "-o", "out")
    told = "a.txt/b.txt and a.txt (texts), one of which would be a file and a directory; clean them into two"
    assert (status, told in err) == (2, True)


@pytest.mark.parametrize("folders", [("out", "out/log"), ("logs/log", "logs")])
def test_no_log_is_overwritten_by_a_text(cleanweb: Run, folders: tuple[str, str]) -> None:
    """The logs of two pages, or the journal and a text, had the same name."""
    make("in/a.html", "in/log/a.html", "in/log/journal.html", "in/login.html")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in", ".")
    options = ("-o", folders[0], "--log", folders[1], "-f", "jsonl", "--log-blocks", "all")
    status, _, err = cleanweb("in", *options)
    assert (status, "in/log/a.html would be at log/a.jsonl, where logs and texts, " in err) == (2, True)
    assert "4 pages: 2 written, 2 failed" in cleanweb("in.tar", *options)[2]
    assert "not from this run" not in cleanweb("in.tar", *options, "--resume")[2]  # the log in place of the text
    assert cleanweb("in", *options[:4], "-f", "vert")[0] == 0
    assert cleanweb("in", *options, "--pack", "2")[0] == 0


@pytest.mark.parametrize(
    ("folder", "options", "kind", "others"),
    [
        ("a.jsonl", ["--log-blocks", "all"], "logs", ["--log-blocks", "none"]),
        ("a.jsonl.gz", ["--gzip"], "logs", []),
        ("a.xhtml", ["--keep-normalized", "xhtml"], "normalized pages", []),
    ],
)
def test_a_log_that_is_a_directory_of_another_is_told(
    cleanweb: Run, folder: str, options: list[str], kind: str, others: list[str]
) -> None:
    """One of the pages failed; with several workers not always the same one."""
    make("in/a.html", f"in/{folder}/b.html")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in", ".")
    status, _, err = cleanweb("in", "-o", "out", *options)
    assert (status, f" ({kind}), one of which would be a file and a directory; " in err) == (2, True)
    status, _, err = cleanweb("in.tar", "-o", "out", *options)
    assert (status, "2 pages: 1 written, 1 failed" in err) == (1, True)
    shutil.rmtree("xhtml", ignore_errors=True)
    assert cleanweb("in", "-o", "told", *options, "--keep-suffix")[0] == 0
    assert cleanweb("in", "-o", "told2", *others)[0] == 0


def test_names_that_differ_in_case_only_are_one_file_in_a_directory_that_does_not_tell_it(cleanweb: Run) -> None:
    """One text replaced the other, although the journal listed both as written."""
    make("in/A.html", "in/a.html", "in/B.html")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in")
    for out in ("out", "out2"):
        make(f"{out}/x")
        Path(out, "X").hardlink_to(f"{out}/x")  # as such a directory would show it
    told = "cleanweb: in/a.html and in/A.html would both be at a.txt, in a directory that ignores case; "
    status, _, err = cleanweb("in", "-o", "out")
    assert (status, err.startswith(told), tree("out")) == (2, True, ["X", "x"])
    assert 2 in [cleanweb("in", "-o", "out", "--shard", f"{part}/2")[0] for part in (0, 1)]  # both fall to one shard
    status, _, err = cleanweb("in.tar", "-o", "out2")
    assert (status, "in.tar:in/a.html: failed: its output is that of in.tar:in/A.html" in err) == (1, True)
    assert cleanweb("in", "-o", "packs", "-f", "jsonl", "--pack", "2")[0] == 0
    assert cleanweb("in", "-o", "told")[0] == 0


@by_processes
def test_a_limit_that_no_memory_has_takes_none(cleanweb: Run) -> None:
    make("in/a.html")
    with tarfile.open("in.tar", "w") as archive:
        archive.add("in")
    assert cleanweb("in.tar", "-o", "txt", "--max-bytes", "1000T")[0] == 0
    status, out, _ = cleanweb("-", "--max-bytes", "1000T", stdin=b"<p>Tea")
    assert (status, out) == (0, b"<p>Tea\n")


@by_processes
def test_no_limits(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    no_limits = [word for option in ("--max-bytes", "--max-memory", "--timeout") for word in (option, "0")]
    assert cleanweb("in", "-o", "txt", *no_limits)[0] == 0
    assert tree("txt") == ["a.txt", "b.txt"]
    assert cleanweb("-", *no_limits, stdin=b"<p>Tea")[:2] == (0, b"<p>Tea\n")


@by_processes
def test_a_limit_of_a_year(cleanweb: Run) -> None:
    make("in/a.html")
    assert cleanweb("in", "-o", "txt", "--timeout", "31622400")[0] == 0
    assert tree("txt") == ["a.txt"]


@by_processes
def test_too_little_memory_for_a_library_is_told_as_that(cleanweb: Run) -> None:
    """It used to be an ImportError of many lines."""
    make("a.html")
    assert cleanweb("a.html")[0] == 0  # compile its modules first, as that would leave room for a page
    told = "--max-memory: a worker process cannot start (it needs more memory than the limit of 1 MB)"
    assert cleanweb("a.html", "--max-memory", "1M")[::2] == (2, f"cleanweb: {told}\n")


@by_processes
def test_too_little_memory_for_numpy_is_told_by_no_other(cleanweb: Run) -> None:
    """numpy used to report it itself, and ended worker after worker, two for each page."""
    make("in/a.html", "in/b.html")
    assert cleanweb("in", "-o", "txt", "--system", "cleanweb")[0] == 0  # as above
    status, _, err = cleanweb("in", "-o", "txt", "-j1", "--max-memory", "60M", "--system", "cleanweb", "-q")
    told = "--max-memory: a worker process cannot start (it needs more memory than the limit of 60 MB)"
    assert (status, err) == (2, f"cleanweb: {told}\n")


@by_processes
def test_too_little_memory_for_an_extra_is_told_by_no_other(cleanweb: Run) -> None:
    """The package was reported as not installed."""
    pytest.importorskip("py3langid", reason="needs the extra [langid]")
    make("in/a.html")
    asked = ["--language", "en", "--max-memory", "60M", "--system", "ice-bl"]
    status, _, err = cleanweb("in", "-o", "txt", "-j1", "-q", *asked)
    told = "--max-memory: a worker process cannot start (it needs more memory than the limit of 60 MB)"
    assert (status, err) == (2, f"cleanweb: {told}\n")


@pytest.mark.parametrize("option", ["--max-bytes", "--max-memory"])
def test_a_size_that_no_machine_has_is_wrong_usage(cleanweb: Run, option: str) -> None:
    make("a.html")
    status, _, err = cleanweb("a.html", option, "99999999T")
    assert (status, "more than any memory" in err) == (2, True)


@pytest.mark.parametrize(
    ("options", "pages", "made", "over"),
    [
        (("-o", "in"), ("b.html", "b.txt"), "b.html", "b.txt"),
        (("-o", "in", "--dry-run"), ("b.html", "b.txt"), "b.html", "b.txt"),
        (("-o", "in", "--shard", "0/2"), ("b.html", "b.txt"), "b.html", "b.txt"),  # shard 1 has b.txt.txt
        (("-o", "in/c", "--gzip"), ("b.html", "c/b.txt.gz"), "b.html", "c/b.txt.gz"),
        (("-o", "txt", "--log", "in"), ("b.html", "b.jsonl"), "b.html", "b.jsonl"),
        (
            ("-o", "txt", "--log", "in", "--gzip"),
            ("b.html", "b.jsonl"),
            "b.html",
            "b.jsonl",
        ),  # the log of a run without --gzip
        (
            ("-o", "txt", "--keep-suffix", "--keep-normalized", "in"),
            ("b.html", "b.html.xhtml"),
            "b.html",
            "b.html.xhtml",
        ),
        (("-o", "txt", "--keep-normalized", "in"), ("b.html", "c.xhtml"), "c.xhtml", "c.xhtml"),
    ],
)
def test_no_page_is_overwritten_by_what_is_made_of_pages(
    cleanweb: Run, options: tuple[str, ...], pages: tuple[str, ...], made: str, over: str
) -> None:
    """Pages with the names of texts were overwritten, and the run succeeded."""
    for page in pages:
        make(f"in/{page}", text=f"<p>{page}")
    status, out, err = cleanweb("in", "--include", "*", *options)
    told = f"the output of in/{made} would overwrite the page in/{over}; expected another directory"
    assert (status, out, err) == (2, b"", f"cleanweb: {told}, or --exclude\n")
    assert {name: Path("in", name).read_text() for name in tree("in")} == {page: f"<p>{page}" for page in pages}
    assert tree(".") == sorted(f"in/{page}" for page in pages)


@pytest.mark.parametrize(("folder", "told"), [("in/norm", "norm"), ("in", "*.xhtml")])
def test_normalized_pages_are_not_for_the_next_run(cleanweb: Run, folder: str, told: str) -> None:
    """`clean . -o txt --keep-normalized norm` could not be resumed: its own files became pages that hit others."""
    make("in/a.html")
    arguments = ("in", "-o", "txt", "--keep-normalized", folder)
    status, _, err = cleanweb(*arguments)
    assert (status, tree(".")) == (2, ["in/a.html"])
    assert f"--keep-normalized {folder}: within the input in, so the next run" in err
    assert f"expected another directory, or --exclude '{told}'\n" in err
    for more in ((), ("--resume",)):
        assert cleanweb(*arguments, "--exclude", told, *more)[0] == 0
        assert cleanweb(*arguments, "--include", "*.html", *more)[0] == 0


@pytest.mark.parametrize(
    "options",
    [
        ["in/a.html", "-o", "in/a.html"],
        ["in", "-o", "out", "--stamp", "in/a.html"],
        ["in", "-o", "out", "--metrics", "in/a.html"],
        ["in", "-o", "out", "--shard", "0/2", "--metrics", "in/a.html"],
        ["in", "-o", "out", "--shard", "1/2", "--metrics", "in/a.html"],
        ["in/b.html", "-o", "out", "--report-duplicates", "in/a.html", "in/a.html"],  # as by "in/*.html"
    ],
)
def test_a_page_is_not_overwritten_by_a_file_of_a_name(cleanweb: Run, options: list[str]) -> None:
    for name in "ab":
        make(f"in/{name}.html")
    status, out, err = cleanweb(*options)
    option = options[options.index("in/a.html") - 1] if options[0] != "in/a.html" else "-o"
    told = f"cleanweb: {option} in/a.html: that is one of the pages; expected another file\n"
    assert (status, out, err) == (2, b"", told)
    assert Path("in/a.html").read_text() == PAGE
    assert tree(".") == ["in/a.html", "in/b.html"]


def test_a_list_of_pages_is_not_overwritten(cleanweb: Run) -> None:
    make("in/a.html")
    Path("list").write_text("in/a.html\n")
    status, _, err = cleanweb("--files-from", "list", "-o", "out", "--metrics", "list")
    assert (status, err) == (2, "cleanweb: --metrics list: that is the list of pages; expected another file\n")
    assert Path("list").read_text() == "in/a.html\n"


@pytest.mark.parametrize("option", ["-o", "--metrics"])
def test_a_stop_list_is_not_overwritten(cleanweb: Run, option: str) -> None:
    """In a Makefile, `-s $@` instead of `-s $<` destroyed the list."""
    make("in/a.html")
    Path("eu.txt").write_text("eta\n")
    options = ["-o", "eu.txt"] if option == "-o" else ["-o", "out", "--metrics", "eu.txt"]
    status, _, err = cleanweb("in/a.html", "--system", "justext", "-s", "eu.txt", *options)
    told = f"cleanweb: {option} eu.txt: that is a file that the stages read; expected another file\n"
    assert (status, err, Path("eu.txt").read_text()) == (2, told, "eta\n")


@pytest.mark.usefixtures("cleanweb")
def test_a_list_of_addresses_is_not_overwritten() -> None:
    make("in/a.html")
    Path("urls").write_text("in/a.html\thttps://a.example/\n")
    options = ["sites", "build", "in", "--urls", "urls", "-o", "urls"]
    with pytest.raises(UsageError, match="-o urls: that is the list of addresses; expected another file"):
        CliRunner().invoke(cli, options, standalone_mode=False, catch_exceptions=False)
    assert Path("urls").read_text() == "in/a.html\thttps://a.example/\n"


def test_no_page_is_overwritten_by_way_of_links(cleanweb: Run) -> None:
    """Neither a page that is a link's target, nor a page in a folder with two paths."""
    make("in/a.html", "in/d/b.html", "txt/a.txt")
    Path("in/link.html").symlink_to("../txt/a.txt")
    status, _, err = cleanweb("in", "-o", "txt")
    assert (status, "in/a.html would overwrite the page in/link.html" in err) == (2, True)
    Path("in/link.html").unlink()
    make("in/d/b.txt")
    Path("txt/d").symlink_to("../in/d")
    status, _, err = cleanweb("in", "-o", "txt", "--include", "*")
    assert (status, "in/d/b.html would overwrite the page in/d/b.txt" in err) == (2, True)
    assert Path("txt/a.txt").read_text() == Path("in/d/b.txt").read_text() == PAGE


def test_a_page_may_be_called_like_a_text(cleanweb: Run) -> None:
    make("in/a.html", "in/b.txt")
    Path("txt").mkdir()
    Path("txt/a.txt").symlink_to("../in/b.txt")  # the link is replaced, not the page
    assert cleanweb("in", "-o", "txt", "--include", "*")[0] == 0
    assert (tree("txt"), Path("txt/a.txt").read_text(), Path("in/b.txt").read_text()) == (
        ["a.txt", "b.txt.txt"],
        TEXT,
        PAGE,
    )


def test_no_page_is_overwritten_by_a_member_of_an_archive(cleanweb: Run) -> None:
    """A member's name is known only when it is reached."""
    make("in/a.txt")
    with tarfile.open("in/b.tar", "w") as archive:
        for name in ("a.html", "c.html"):
            make(name)
            archive.add(name)
    told = "cleanweb: in/b.tar:a.html: failed: its output would overwrite the page in/a.txt\n"
    for count in ("2 written", "2 done before"):
        wanted = ("--include", "a.txt", "--include", "[ac].html")
        status, _, err = cleanweb("in", "in/b.tar", "-o", "in", "--log", "log", "--resume", *wanted)
        assert (status, told in err, f"{count}, 1 failed" in err) == (1, True, True)
        assert "not from this run" not in err
    assert Path("in/a.txt").read_text() == PAGE


@pytest.mark.parametrize("options", [("-o", "in"), ("-o", "packs", "--log", "in")], ids=["packs", "logs"])
def test_no_page_is_overwritten_by_a_pack(cleanweb: Run, options: tuple[str, ...]) -> None:
    make("in/00000.jsonl")
    status, _, err = cleanweb("in", "--include", "*", "-f", "jsonl", "--pack", "2", *options)
    told = "a pack may overwrite the page in/00000.jsonl; expected another directory, or --exclude"
    assert (status, err) == (2, f"cleanweb: {told}\n")
    assert Path("in/00000.jsonl").read_text() == PAGE


def test_names_with_line_breaks_are_on_one_line_and_the_same_in_all_places(cleanweb: Run) -> None:
    """Messages and `--dry-run` had an extra line, and a page's name could command the terminal."""
    make("in/a\nb.html", "in/e\x1b[31m\x85\u2028.html", "in/tab\t.html")
    Path("in/bad\n.html.gz").write_bytes(b"\x1f\x8b")
    status, _, err = cleanweb("in", "-o", "txt", "-v")
    shown = [
        "in/a\\x0ab.html",
        "in/bad\\x0a.html.gz",
        "in/e\\x1b[31m\\xc2\\x85\\xe2\\x80\\xa8.html",
        "in/tab\\x09.html",
    ]
    assert (status, len(err.splitlines())) == (1, 5)
    for name, line in zip(shown, err.splitlines(), strict=False):
        assert line.startswith(f"cleanweb: {name}: ")
    assert [row["input"] for row in journal()] == shown
    assert len(cleanweb("in", "-o", "txt", "--dry-run")[1].splitlines()) == 4
    assert tree("txt") == ["a\nb.txt", "e\x1b[31m\x85\u2028.txt", "tab\t.txt"]
    assert "0 written, 3 done before" in cleanweb("in", "-o", "txt", "--resume")[2]
    Path("in/a\nb.html").unlink()
    assert "cleanweb: txt/a\\x0ab.txt: not from this run" in cleanweb("in", "-o", "txt", "--resume")[2]


def test_texts_that_skipped_pages_had_are_told_to_be_removed(cleanweb: Run) -> None:
    make("a.html", "in/a.html", "in/b.html")
    cleanweb("in", "-o", "txt")
    err = cleanweb("in", "-o", "txt", "--resume", "--max-bytes", "9")[2]
    assert "cleanweb: 2 skipped: larger than the limit of 9 bytes; the text at its place is removed\n" in err
    assert tree("txt") == []
    assert Path("txt.log/journal.jsonl").read_text().count("; the text at its place is removed") == 2
    assert "is removed" not in cleanweb("in", "-o", "none", "--max-bytes", "9")[2]


@pytest.mark.parametrize("kept", ["txt", "txt.log"])
def test_texts_of_skipped_pages_that_cannot_be_removed_are_told(
    cleanweb: Run, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    """They silently stayed, and whatever read the directory read them, too."""
    make("in/a.html", "in/b.html", "in/c.html")
    make("in/c.html", text="<p>")
    cleanweb("in", "-o", "txt")
    unlink = os.unlink

    def refuse(path: str) -> None:  # as for a read-only folder
        if path.startswith(f"{kept}/"):
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        unlink(path)

    monkeypatch.setattr(os, "unlink", refuse)
    status, _, err = cleanweb("in", "-o", "txt", "--resume", "--max-bytes", "9", "-q")
    stays = "skipped; what an earlier run wrote of it cannot be removed"
    assert (status, err) == (0, f"cleanweb: in/a.html and 1 more: {stays}; the journal says why\n")
    assert Path("txt.log/journal.jsonl").read_text().count("cannot be removed: permission denied") == 2


@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["", "quiet"])
def test_what_becomes_of_an_earlier_text_is_told(cleanweb: Run, quiet: tuple[str, ...]) -> None:
    """If the page was skipped or failed, its old text silently stayed and looked current."""
    make("a.html", "in/a.html")
    Path("bad.html").write_bytes(b"\x1f\x8b")
    for output in ("a.txt", "/dev/null", "new.txt"):
        Path("a.txt").write_text("earlier")
        old = output == "a.txt"
        status, _, err = cleanweb("bad.html", "-o", output, *quiet)
        assert (status, "cleanweb: a.txt: stays as it was before\n" in err) == (3, old)
        assert Path("a.txt").read_text() == "earlier"
        status, _, err = cleanweb("a.html", "-o", output, "--max-bytes", "9", *quiet)
        assert (status, "cleanweb: a.txt: removed, as the page is skipped\n" in err) == (3, old)
        assert Path("a.txt").exists() == (not old)
    assert not Path("new.txt").exists()


def test_a_single_unchanged_text_is_dated_anew_and_one_of_a_directory_is_not(cleanweb: Run) -> None:
    """`make` ran for `-o FILE` again and again, since the file stayed older than its page."""
    make("in/a.html")
    for output, path in (("a.txt", "a.txt"), ("txt", "txt/a.txt")):
        pages = "in/a.html" if output == "a.txt" else "in"
        cleanweb(pages, "-o", output)
        os.utime(path, (1, 1))
        assert cleanweb(pages, "-o", output)[0] == 0
        assert (Path(path).stat().st_mtime > 1) == (output == "a.txt")


def test_reports_beside_the_pages_are_no_pages(cleanweb: Run) -> None:
    """`cleanweb report in/a.html` writes in/a.report.html, from which the next run made a text."""
    make("in/a.html")
    cleanweb("in", "-o", "in/txt")
    CliRunner().invoke(cli, ["report", "in/a.html"], standalone_mode=False, catch_exceptions=False)
    CliRunner().invoke(cli, ["report", "in/txt"], standalone_mode=False, catch_exceptions=False)
    _, _, err = cleanweb("in", "-o", "txt")
    assert tree("txt") == ["a.txt"]
    assert "3 pages: 1 written, 2 skipped" in err
    assert "2 skipped: a report made by cleanweb, not a page" in err


def test_quiet_tells_why_nothing_was_cleaned(cleanweb: Run) -> None:
    make("in/a.html", "in/b.html")
    skipped = "larger than the limit of 1 bytes"
    for output in ((), ("-o", "a.txt"), ("-o", "one/")):
        told = cleanweb("in/a.html", *output, "-q", "--max-bytes", "1")
        assert (told[0], told[2]) == (3, f"cleanweb: in/a.html: skipped: {skipped}\n")
    assert cleanweb("in", "-o", "txt", "-q", "--max-bytes", "1")[::2] == (3, f"cleanweb: 2 skipped: {skipped}\n")
    make("in/c.html", text="<p>")
    assert cleanweb("in", "-o", "txt", "-q", "--max-bytes", "10")[::2] == (0, "")
    assert cleanweb("in/c.html", "-q")[::2] == (0, "")


@pytest.mark.parametrize(
    "by", [(), ("--pattern", "(site)/"), ("--urls", "urls.tsv")], ids=["directory", "pattern", "list"]
)
def test_counts_of_sites_that_are_of_other_inputs_are_told(cleanweb: Run, by: tuple[str, ...]) -> None:
    """If the pages had been named one directory deeper, nothing was dropped, without a warning."""
    make(*(f"in/site/{number}.html" for number in range(6)))
    Path("urls.tsv").write_text("".join(f"site/{number}.html\thttp://example.org/\n" for number in range(6)))
    call = CliRunner().invoke
    build = ["sites", "build", "in", "-o", "counts", "--system", "ice-bl", *by, "-q"]
    call(cli, build, standalone_mode=False, catch_exceptions=False)
    told = "cleanweb: --sites counts: it has no counts for the sites of these pages"
    assert told not in cleanweb("in", "-o", "txt", "--sites", "counts")[2]
    assert told in cleanweb("in/site", "-o", "other", "--sites", "counts")[2]
    assert Path("txt/site/0.txt").read_text() == ""
    assert Path("other/0.txt").read_text() == TEXT
    for folder, other in (("in", ""), ("in/site", "other")):
        with tarfile.open("in.tar", "w") as archive:
            archive.add(folder, other)
        assert (told in cleanweb("in.tar", "-o", "of-tar", "--sites", "counts")[2]) is bool(other)
    for command in ("explain", "report"):
        line = [command, "in/site/0.html", "--sites", "counts", *(["-o", "-"] if command == "report" else [])]
        line += ["--system", "ice-bl"]
        page = ["-p", "sites.page=site/0.html"]
        assert call(cli, [*line, *page], catch_exceptions=False).stderr == ""
        for systems in ([], ["--system", "ice-dt"]):
            told = call(cli, [*line, *systems, "-p", "sites.min_pages=2"], catch_exceptions=False).stderr
            assert told.startswith(
                "cleanweb: --sites counts: it has no counts for the site of the page; -p sites.page=NAME "
            )


def test_what_lies_beside_the_texts_may_go_to_a_pipe(cleanweb: Run) -> None:
    """`>(...)` was an error for near-duplicates and counts, whose temporary files were to be placed beside it."""
    pytest.importorskip("rensa", reason="needs the extra [minhash]")
    make("in/s/a.html", "in/s/b.html")
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as ours, os.fdopen(writing, "wb") as theirs:
        path = f"/dev/fd/{theirs.fileno()}"
        status, _, err = cleanweb("in", "-o", "txt", "--report-duplicates", path)
        assert (status, f"2 pages are near-duplicates, in 1 group: {path}" in err) == (0, True)
        assert ours.readline() == b'{"pages":["in/s/a.html","in/s/b.html"],"similarity":1.0}\n'
        build = ("sites", "build", "in", "-o", path, "--system", "ice-bl")
        assert CliRunner().invoke(cli, build, standalone_mode=False, catch_exceptions=False).return_value == 0
        assert ours.readline() == MAGIC


def test_names_of_files_are_the_same_in_every_locale(tmp_path: Path) -> None:
    (tmp_path / "é.html").write_text(f"<p>{TEXT}")
    command = [sys.executable, "-m", "cleanweb", "clean", str(tmp_path), "-f", "jsonl", "--log", "none"]
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(command, capture_output=True, check=True, env=environment() | locale)
    assert json.loads(done.stdout)["id"] == "é.html"
