"""Mistakes of users: the message says what was expected, what was found and where, and the exit status is right."""

import json
import os
import shlex
import signal
import subprocess
import sys
from errno import EACCES, ENOENT
from pathlib import Path
from zipfile import ZipFile

import pytest

from cleanweb import Cleaned, Pipeline
from cleanweb.cli import cli, main
from cleanweb.signals import ENDING
from tests.corpus.in_process import InProcess

PAGE = "<p>Boil the water and pour it over the leaves."

WRONG = [  # arguments, exit status, part of the message
    ("clen html", 2, "No such command 'clen'; nearest: clean"),
    ("train learnd html", 2, "No such command 'learnd'; nearest: learned"),
    ("stoplist biuld txt", 2, "No such command 'biuld'; nearest: build"),
    ("clean html -o out --system justxt", 2, "unknown system 'justxt'; nearest: justext"),
    ("clean html -o out --classify justxt", 2, "unknown classify stage 'justxt'; nearest: justext"),
    ("clean html -o out -p justext.length_low=1", 2, "it is in the system justext"),
    ("clean html -o out -p learned.focsu=page", 2, "no parameter 'focsu'; nearest: focus"),
    ("clean html -o out -p learned.focus=all", 2, "'all'; expected one of: auto, page, article"),
    ("explain html", 3, "html: expected a page, found a directory"),
    ("clean html -o out -p focus=page", 2, "expected STAGE.NAME=VALUE, like"),
    ("clean html -o out -p .focus=page", 2, "-p .focus=page: expected STAGE.NAME=VALUE, like"),
    ("clean page.html -o nowhere/page.txt", 2, "there is no directory nowhere"),
    ("clean html -o file", 2, "-o file: expected a directory for several pages, found a file"),
    ("clean page.html -o file/", 2, "-o file/: expected a directory, found a file"),
    ("clean html -o loop", 1, "cannot make the directory loop: "),
    ("clean html -o out --log file", 2, "file: expected a directory for the logs, found a file; --log DIR names"),
    ("clean html -o taken", 2, "taken.log: expected a directory for the logs, found a file; --log DIR names another"),
    ("clean html -o taken --log none", 2, "taken.log: expected a directory for the logs, found a file"),
    ("clean html -o out --metrics loop/metrics", 2, "--metrics loop/metrics: there is no directory loop"),
    ("report page.html -o new/", 2, "-o new/: expected a file, found the name of a directory"),
    ("sites build html -o file/", 2, "-o file/: expected a file, found the name of a directory"),
    ("clean html -o out --metrics new/", 2, "--metrics new/: expected a file, found the name of a directory"),
    ("clean html -o /dev/null", 2, "-o /dev/null: expected a directory for several pages, found a file"),
    ("clean --files-from - --files0-from - -o out", 2, "standard input is named for several lists"),
    ("clean --files-from - --files-from - -o out", 2, "standard input is named for several lists"),
    ("clean - page.html -o out", 2, "- reads one page from standard input; expected no other input"),
    ("clean --files-from none -o out", 2, "cannot read the list none: no such file or directory"),
    ("clean --files-from file0 -o out", 3, "file0: no page found; the list names none"),
    (f"clean {'x' * 300}", 3, "x: failed: file name too long"),
    (f"report {'x' * 300} -o r.html", 3, "x: file name too long"),
    ("clean page.html --stamp -", 2, "--stamp -: expected the name of a file"),
    ("clean html --files-from nul -o out", 2, "the list has NUL between its paths; expected --files0-from"),
    ("sites build html -o counts --urls empty", 2, "'empty' is a directory"),
    ("clean page.html -o out/ --stamp nowhere/stamp", 2, "--stamp nowhere/stamp: there is no directory nowhere"),
    ("clean html -o out --metrics nowhere/metrics", 2, "--metrics nowhere/metrics: there is no directory nowhere"),
    ("clean html -o out --metrics empty", 2, "--metrics empty: expected a file, found a directory"),
    ("train ice-tree none -o nowhere/tree.json", 2, "-o nowhere/tree.json: there is no directory nowhere"),
    ("train ice-tree none -o new/", 2, "-o new/: expected a file, found the name of a directory"),
    ("train ice-tree none -o tree.md", 2, "-o tree.md: expected a regular file not ending in .md"),
    ("train ice-tree none -o /dev/null", 2, "-o /dev/null: expected a regular file not ending in .md"),
    ("train tables none -o nowhere", 2, "-o nowhere: expected a directory for the models"),
    (
        "clean page.html -p learned.model=file",
        2,
        "file: expected a model made by `cleanweb train learned`, found a text",
    ),
    ("clean html -o out --log ./out -f jsonl", 2, "--log ./out: the texts go there under the same names"),
    ("clean html -o out --log out -f vert --pack 2", 2, "--log out: the texts go there under the same names"),
    (
        "clean html -o out --log none --log-blocks all",
        2,
        "--log-blocks all: no log is written here; expected --log DIR",
    ),
    (
        "clean html -o out --metrics out.log/journal.jsonl",
        2,
        "a text, a log or the journal of the run may have this name",
    ),
    ("clean html -o out --stamp out/page.txt", 2, "out/page.txt: a text, a log or the journal of the run may have"),
    ("clean html -o out --stamp s --metrics s", 2, "--metrics s: --stamp names this file, too; expected another one"),
    ("clean page.html -o s --stamp s", 2, "--stamp s: -o names this file, too; expected another one"),
    ("clean page.html --log-blocks removed", 2, "--log-blocks removed: no log is written here"),
    ("clean html -o out --system density --parser html5lib", 2, "--parser: no stage in use takes it, only a segmenter"),
    ("explain page.html --system ice-ga --system density --parser lexbor", 2, "--parser: no stage in use takes it"),
    ("clean html -o out --system density --tables rows", 2, "after a segmenter that reads the page's tree"),
    (
        "report page.html -o r.html --system ice-ga --system density --lists items",
        2,
        "after a segmenter that reads the page's",
    ),
    (
        "clean html -o out --classify keep-all --linearize kitten -p kitten.table_models=no",
        2,
        "no/table_layout.json: cannot",
    ),
    ("clean html -f jsonl --resume", 2, "--resume: texts of earlier runs are looked for in a directory; expected -o"),
    ("clean page.html -o page.txt --newer", 2, "--newer: texts of earlier runs are looked for in a directory"),
    ("clean html -o out -p learned.model=none", 2, "none: cannot be read: no such file"),
    ("clean html -o out --system justext -s html", 2, "html: cannot read the stop list: is a directory"),
    (f"clean html -o out -p learned.model={300 * 'x'}", 2, "ile name too long\n"),
    # From Python 3.14 on, such a name is simply missing until the directory is made.
    (f"clean html -o {300 * 'x'}", 2 if sys.version_info < (3, 14) else 1, "ile name too long\n"),
    ("clean html -o out --classify keep-all --classify sites -p sites.file=none", 2, "none: no such file"),
    ("clean html -o out --classify sites", 2, "classifier sites: without sites.file it keeps everything; expected"),
    (
        "explain html/page.html --classify sites",
        2,
        "expected --sites FILE with the counts from `cleanweb sites build`\n",
    ),
    ("clean html -o out --sites file", 2, "file: expected a file of `cleanweb sites build`"),
    ("clean empty -o out", 3, "empty: no page found; looked for *.html *.htm *.xhtml *.shtml; --include takes"),
    ("clean html -o out --include *.php", 3, "html: no page found; looked for *.php\n"),
    ("clean html -o out --exclude p*", 3, "*.shtml, without p*; --include"),
    ("clean picture.html", 3, "picture.html: skipped: not HTML but a PNG picture"),
    ("clean data.html", 3, "data.html: skipped: not HTML but binary data of no known kind"),
    ("clean crawl.warc", 3, "crawl.warc: skipped: not HTML but a WARC archive; unpack its pages"),
    (
        "clean https://example.org/",
        3,
        "https://example.org/: failed: no such file or directory; nothing is fetched: `curl",
    ),
    ("explain http://example.org/", 3, "no such file or directory; nothing is fetched"),
    ("report .", 2, "expected pages, or a directory that `cleanweb clean -o .` wrote"),
    ("clean page.html -p justext.length_low=few --system justext", 2, "'few'; expected a whole number"),
    ("clean file --system justext", 0, "file: written: every block was removed"),
    ("clean title --system kitten", 0, "title: written: no tree with text: the plain dump of its source"),
    ("explain picture.html", 3, "not HTML but a PNG picture"),
    ("report page.html -o txt", 2, "-o txt: expected a file, found a directory"),
    ("report page.html -o nowhere/page.html", 2, "there is no directory nowhere"),
    ("report nowhere/page.html", 3, "nowhere/page.html: no such file or directory"),
    ("report zips/a.zip:page.html", 3, "no such file or directory; unpack it from the archive zips/a.zip first"),
    ("report http://example.org/", 3, "no such file or directory; nothing is fetched"),
    ("report page.html", 2, "-o page.report.html: expected a file, found a directory"),
    ("report out", 2, "-o out.log/index.html: expected a file, found a directory"),
    ("evaluate gold txt --where lang=eu", 2, "none of the pages of gold has lang=eu; known are none"),
    ("clean html -o out --system=", 2, "--system is an empty name"),
    ("clean html -o out --segment=", 2, "--segment is an empty name"),
    ("clean html -o out --system justext -p justext.stoplist=", 2, "no stop list '': expected a file or the code"),
    ("evaluate gold empty", 3, "empty: expected outputs such as empty/page.txt, found none of 1"),
    ("evaluate gold none", 3, "none: expected a folder of outputs, found nothing"),
    ("stoplist build none.txt", 3, "none.txt: cannot read the text"),
    ("report html", 2, "expected pages, or a directory that `cleanweb clean -o html` wrote"),
    ("report txt.log", 2, "found no txt.log.log; did you mean txt?"),
    (
        "cat txt.log",
        3,
        "txt.log/page.jsonl: expected a text or JSON lines as `cleanweb clean` writes them, found: a line",
    ),
    ("cat out out.log", 2, "cleanweb: out.log: expected cleaned pages, found the logs of a run; did you mean out?\n"),
    (
        "cat out.log/page.jsonl",
        2,
        "out.log/page.jsonl: expected cleaned pages, found the logs of a run; did you mean out?",
    ),
    ("clean pictures -o out2", 3, "\ncleanweb: 3 skipped, 2 of them: not HTML but a PNG picture\n"),
    ("sites build empty -o counts", 3, "empty: no page found"),
    ("sites build -o counts", 2, "no page is named; expected directories, files, --files-from"),
    ("sites build --files-from file0 -o counts", 3, "file0: no page found; the list names none"),
    ("sites build html -o counts", 3, "1 page: 0 counted, 1 of no known site; nothing is written; a page's site is"),
    ("sites build html -o counts --pattern (x)", 3, "nothing is written; a page's site is what the first group of"),
    ("sites build html -o counts --urls all.vert", 2, "all.vert:1: expected a name, a tab and an address, found"),
    (
        "sites build html -o counts --by url --pattern (x)",
        2,
        "--by, --pattern and --urls each say how to find the site",
    ),
    (
        "sites build html zips/a.zip -o counts",
        2,
        "are both called page.html; expected pages as `cleanweb clean` takes them in one run\n",
    ),
    (
        "clean html zips/a.zip -o txt2 --keep-suffix",
        2,
        "would both be at page.html.txt; clean them into two directories\n",
    ),
    ("clean zips -o txt2", 3, "--include takes others; archives must be named as input: b.zip and 1 more\n"),
    ("clean bundle.zip -o txt2", 3, "takes others; archives in archives must be unpacked: zips/a.zip\n"),
    ("sites build zips -o counts", 3, "others; archives must be named as input: b.zip and 1 more\n"),
    (
        "report html/page.html none.html -o r.html",
        1,
        "cleanweb: r.html\ncleanweb: none.html: no such file or directory\n",
    ),
    ("report none.html html/page.html", 1, "cleanweb: html/page.report.html\ncleanweb: none.html: no such file"),
    ("report picture.html html/page.html -o r.html", 0, "cleanweb: r.html\ncleanweb: picture.html: not HTML but a PNG"),
    ("report none.html no.html -o r.html", 3, "none.html: no such file or directory\ncleanweb: no.html: no such file"),
    (
        "report none.html picture.html -o r.html",
        3,
        "e or directory\ncleanweb: picture.html: not HTML but a PNG picture\n",
    ),
    ("report out --system kimatu", 2, "the report of a run takes no options that choose stages"),
    ("report html/page.html --log out.log", 2, "--log is for the directory OUT of a run, not for pages"),
    (
        "sites build html . -o counts --pattern (p)",
        0,
        "counted (1 site), 5 skipped; 2 counts of two or more: of the pages of a site",
    ),
    ("sites build html -o nowhere/counts", 2, "-o nowhere/counts: there is no directory nowhere"),
    ("log top none", 3, "none: no such file or directory\n"),
    ("log top file", 3, "file: line 1 is no line of a block log"),
    ("cat all.vert -f vert", 3, "all.vert: expected a text or JSON lines as `cleanweb clean` writes them, found: vert"),
    ("cat none empty", 3, "none: no such file or directory\n"),
    ("cat empty html", 3, "cleanweb: empty, html: no cleaned pages found; expected *.txt or *.jsonl\n"),
    ("cat kept.jsonl", 3, "cleanweb: kept.jsonl: there is no page in it\n"),
    ("clean html -o out --timeout soon", 2, "'soon' is not a valid number of seconds"),
    ("clean html -o out --max-memory 2", 2, "'2' has no room for any page; expected 0 or a number with M or G"),
    ("log top kept.jsonl", 3, "kept.jsonl: nothing was removed, according to 1 log\n"),
    ("log top txt", 3, "txt: no block log found; expected *.jsonl of an OUT.log; did you mean txt.log?"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("html", "empty", "txt", "txt.log", "out", "out.log", "gold", "pictures", "page.report.html"):
        Path(name).mkdir()
    Path("html/page.html").write_text(PAGE)
    Path("page.html").write_text(PAGE)
    Path("gold/page.txt").write_text("tea\n")
    Path("txt.log/page.jsonl").write_text('{"keep": false, "text": "menu"}\n')
    Path("out.log/journal.jsonl").write_text('{"started": {}}\n')
    Path("out.log/page.jsonl").write_text('{"keep": false, "text": "menu"}\n')
    Path("file").write_text("no such thing\n")
    Path("file0").touch()
    Path("taken.log").touch()
    Path("kept.jsonl").write_text("")
    Path("loop").symlink_to("loop")
    Path("all.vert").write_text('<doc id="page.html">\n</doc>\n')
    Path("title").write_text("<title>Tea</title>")
    Path("nul").write_bytes(b"page.html\0page.html\0")
    Path("crawl.warc").write_bytes(b"WARC/1.0\r\nWARC-Type: response\r\n")
    Path("data.html").write_bytes(bytes(range(256)))
    Path("out.log/index.html").mkdir()
    for number in range(3):
        Path(f"pictures/{number}.html").write_bytes(b"\x89PNG\r\n\x1a\n" if number else b"%PDF-1.4")
    Path("zips").mkdir()
    for name in ("a", "b"):
        with ZipFile(f"zips/{name}.zip", "w") as archive:
            archive.writestr("page.html", PAGE)
    with ZipFile("bundle.zip", "w") as archive:
        archive.write("zips/a.zip")
    Path("picture.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


@pytest.mark.parametrize(("line", "status", "message"), WRONG, ids=[line for line, *_ in WRONG])
def test_mistakes(
    line: str, status: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for user in ("cleanweb.cli.cleaning", "cleanweb.corpus.site_counts"):
        monkeypatch.setattr(f"{user}.Pool", InProcess)
    monkeypatch.setattr(sys, "argv", ["cleanweb", *line.split()])
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, message in (told := capsys.readouterr().err)) == (status, True), told


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (ENOENT, 1, "no such file or directory"),
        (EACCES, 2, "permission denied"),  # `-s FILE` in a directory that may not be searched
    ],
)
def test_what_the_system_refuses_is_a_line_too(
    error: int, status: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error), "nowhere/file")

    monkeypatch.setattr(cli, "main", refuse)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == status
    assert capsys.readouterr().err == f"cleanweb: nowhere/file: {told}\n"


@pytest.mark.parametrize(
    "line", ["explain page.html", "report page.html -o r.html", "cat page.txt", "stoplist check eu page.txt"]
)
def test_whether_an_input_can_be_read_is_seen_when_it_is_read(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For an unreadable file click reported wrong usage; any input that cannot be read must end with 3."""
    Path("page.txt").write_text("Tea\n")
    monkeypatch.setattr(sys, "argv", ["cleanweb", *line.split()])
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK and access(path, mode))
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0, capsys.readouterr().err


@pytest.mark.parametrize("is_ignored", [False, True])
def test_ctrl_c_while_modules_are_imported_ends_without_a_word(is_ignored: bool) -> None:
    """It was a traceback. (A script's background job, which ignores SIGINT, goes on.)"""
    sent = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise SystemExit(7)\n"
    Path("click.py").write_text(sent)  # in place of the first package that the command imports
    before = "trap '' INT; " if is_ignored else ""
    command = f"{before}{shlex.quote(sys.executable)} -m cleanweb --version"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7 if is_ignored else 130, b"", b"")


def test_a_signal_while_a_class_is_made_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Part:
        def __set_name__(self, *_: object) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(cli, "main", lambda **_: type("Whole", (), {"part": Part()}))
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, capsys.readouterr().err) == (143, "cleanweb: stopped by SIGTERM\n")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_a_library_takes_for_ctrl_c_is_told_as_what_it_is(
    sent: signal.Signals, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`cleanweb train learned`, in CatBoost: SIGTERM ended it with 130 and without a word."""

    def trained(_: object) -> None:
        try:
            os.kill(os.getpid(), sent)
        except SystemExit:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(sys, "argv", ["cleanweb", "stages"])
    monkeypatch.setattr(cli, "invoke", trained)
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, capsys.readouterr().err) == (128 + sent, f"\ncleanweb: stopped by {sent.name}\n")


@pytest.mark.parametrize("line", ["explain page.html", "report page.html -o report.html"])
def test_a_signal_ends_a_page_that_takes_long_at_once(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page of 200,000 nested elements is in the parser for minutes, where Python calls no handler."""
    Path("page.html").write_text("<p>Boil the water.")
    handlers = []
    clean = Pipeline.__call__

    def noted(pipeline: Pipeline, data: bytes) -> Cleaned:
        handlers.extend(signal.getsignal(number) for number in ENDING)
        return clean(pipeline, data)

    monkeypatch.setattr(Pipeline, "__call__", noted)
    monkeypatch.setattr(sys, "argv", ["cleanweb", *line.split()])
    before = [signal.getsignal(number) for number in ENDING]
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0, capsys.readouterr().err
    assert handlers == [signal.SIG_DFL] * len(ENDING)
    assert [signal.getsignal(number) for number in ENDING] == before


def test_a_working_directory_that_is_gone_is_told() -> None:
    command = f"mkdir gone && cd gone && rmdir ../gone && {shlex.quote(sys.executable)} -m cleanweb clean - -o out/"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "cleanweb: the working directory: no such file or directory\n")


STDOUT_IS_FULL = "cannot write to standard output: no space left on device"


@pytest.mark.parametrize(
    "line",
    [
        *("stages", "--help", "man", "clean page.html", "clean html -o out --dry-run", "explain page.html --json"),
        *("cat texts/a.txt", "cat texts", "evaluate texts texts", "log top txt.log", "stoplist build texts"),
    ],
)
def test_a_full_standard_output_is_named(line: str) -> None:
    Path("texts").mkdir()
    Path("texts/a.txt").write_text("Tea\n")
    Path("texts/long.txt").write_text("Tea\n" * 100_000)
    Path("txt.log/page.jsonl").write_text('{"keep": false, "text": "Tea"}\n')
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "cleanweb", *line.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"cleanweb: {STDOUT_IS_FULL}\n")


READ_NO_FURTHER = [
    *(("--help", 141), ("stages", 141), ("stoplist list", 141), ("cat texts", 141)),
    *((f"{command} page.html --system ice-bl", 141) for command in ("explain", "clean")),
    *((f"{command} page.html --system ice-bl -o /dev/stdout", 141) for command in ("clean", "report")),
    ("clean page.html -o page.txt --system ice-bl --metrics /dev/stdout", 141),
    ("evaluate texts texts --min bag.f1=1", 0),
    ("evaluate texts texts --min bag.f1=2", 4),  # the gate is missed, whether or not anybody reads the output
]


@pytest.mark.parametrize(("line", "status"), READ_NO_FURTHER)
def test_a_reader_that_goes_away_is_told_by_the_status_alone(line: str, status: int) -> None:
    Path("texts").mkdir(exist_ok=True)
    Path("texts/a.txt").write_text("<p>Tea\n")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "cleanweb", *line.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    told = "cleanweb: texts: bag.f1 is 1.0000, below 2\n" if status == 4 else ""
    assert (done.returncode, done.stderr) == (status, told)


@pytest.mark.parametrize(
    ("redirection", "status", "why", "told"),
    [
        ("| true", 141, "stopped by SIGPIPE: nobody reads its output any more", []),
        (
            *(">&-", 1, "cannot write to standard output: bad file descriptor"),
            ["cleanweb: cannot write to standard output: bad file descriptor", "cleanweb: 2 pages: 0 written, 2 not"],
        ),
    ],
    ids=["unread", "closed"],
)
def test_a_run_whose_output_is_not_taken_says_so_in_its_journal(
    redirection: str, status: int, why: str, told: list[str]
) -> None:
    """When its reader went away, it ended with status 0 and a journal as of a killed run."""
    Path("html/two.html").write_text(PAGE)
    command = f"{shlex.quote(sys.executable)} -m cleanweb clean html -f jsonl --log logs -j1 --system ice-bl"
    done = subprocess.run(
        ["bash", "-c", f"trap '' PIPE; {{ sleep 0.5; {command}; echo $? > status; }} {redirection}"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert [line[: len(start)] for line, start in zip(done.stderr.splitlines(), told, strict=True)] == told
    assert int(Path("status").read_text()) == status
    *pages, end = map(json.loads, Path("logs/journal.jsonl").read_text().splitlines()[1:])
    assert (pages, end["finished"]["stopped"], end["finished"]["not_reached"]) == ([], why, 2)


@pytest.mark.parametrize(("line", "status"), [("clean html -o out -v", 0), ("clean --nothing", 2), ("cat nowhere", 3)])
@pytest.mark.parametrize("is_full", [False, True], ids=["unread", "full"])
def test_a_standard_error_that_takes_nothing_changes_nothing(line: str, status: int, is_full: bool) -> None:
    """`cleanweb clean html -o out -v 2>&1 | head` ended at the first message about a page, with status 0."""
    Path("html/two.html").write_text(PAGE)
    reading, writing = os.pipe()
    os.close(reading)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "cleanweb", *line.split()]
        done = subprocess.run(command, stderr=full if is_full else writing, check=False)
    os.close(writing)
    assert done.returncode == status
    assert [path.name for path in sorted(Path("out").iterdir())] == ([] if status else ["page.txt", "two.txt"])


@pytest.mark.parametrize(
    ("redirection", "status", "message"),
    [("2>&-", 0, ""), (">&-", 1, "cleanweb: cannot write to standard output: bad file descriptor\n"), ("<&-", 0, "")],
)
def test_closed_streams(redirection: str, status: int, message: str) -> None:
    """A closed standard input is not an empty page."""
    command = f"{shlex.quote(sys.executable)} -m cleanweb clean page.html --system ice-bl {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, message)
    for asked in ("clean", "explain"):
        command = f"{shlex.quote(sys.executable)} -m cleanweb {asked} - <&-"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr.split()[-3:]) == (3, ["bad", "file", "descriptor"])


@pytest.mark.parametrize(
    "line",
    ["clean page.html -o /dev/fd/1", "report page.html -o /dev/fd/1", "report page.html -o -"],
)
def test_standard_output_by_its_name_is_written_to_where_it_stands(line: str) -> None:
    """A file that output was redirected to stayed empty; run by root, the command replaced /dev/stdout itself."""
    command = f"echo first; {shlex.quote(sys.executable)} -m cleanweb {line} --system ice-bl && echo last"
    with Path("told").open("wb") as told:
        subprocess.run(["sh", "-c", command], stdout=told, check=True)
    first, *between, last = Path("told").read_text("utf-8").splitlines()
    assert (first, "Boil the water" in "".join(between), last) == ("first", True, "last")


def test_a_closed_standard_output_is_told_once() -> None:
    """At exit Python tried to write the rest again, and set a status of its own."""
    command = f"{shlex.quote(sys.executable)} -m cleanweb --help >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "cleanweb: cannot write to standard output: bad file descriptor\n")


def test_what_is_printed_is_utf8_on_any_terminal() -> None:
    Path("txt.log/page.jsonl").write_text('{"keep": false, "text": "χάρτης"}\n', "utf-8")
    for encoding in ("iso-8859-1", "cp1250", "ascii"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        command = [sys.executable, "-m", "cleanweb", "log", "top", "txt.log"]
        done = subprocess.run(command, capture_output=True, env=environment, check=True)
        assert done.stdout.decode() == "1\tχάρτης\n"


MAY_BE_EMPTY = (
    "--stamp --log --metrics --report-duplicates --keep-normalized --files-from --cluster --include --exclude "
    "--linearize -p -s"
).split()


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (("clean", "", "-o", "out"), "an input"),
        (("report", "", "-o", "r.html"), "an input"),  # it was taken for the directory `.`
        (("clean", "page.html", "-o", ""), "-o"),
        (("sites", "build", "page.html", "-o", ""), "-o"),
        (("report", "page.html", "-o", ""), "-o"),
        (("cat", ""), "an input"),
        (("explain", ""), "an input"),
        (("log", "top", ""), "an input"),
        (("stoplist", "build", ""), "an input"),
        *((("clean", "page.html", "-o", "texts/", option, ""), option) for option in MAY_BE_EMPTY),
    ],
)
def test_empty_names(
    command: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They counted as not given: a stamp was missing, and logs went to another folder."""
    monkeypatch.setattr(sys, "argv", ["cleanweb", *command])
    with pytest.raises(SystemExit) as end:
        main()
    told = f"cleanweb: {named} is an empty name; is a variable of the shell unset?\n"
    assert (end.value.code, capsys.readouterr().err, Path("texts").exists()) == (2, told, False)


@pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "gold", ""),
        *(("train", trainer, "", "-o", "model") for trainer in ("learned", "charlm", "ice-tree", "ice-ga")),
        ("train", "learned", ":page", "-o", "model"),
        ("train", "tables", "", "-o", "empty"),
        ("train", "tables", "gold", "-o", ""),
    ],
    ids=" ".join,
)
def test_an_empty_folder_name_is_not_the_working_directory(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["cleanweb", *command])
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, "an empty name" in capsys.readouterr().err) == (2, True)
