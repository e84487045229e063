import bz2
import gzip
import json
import lzma
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from cleanweb.cli import cli
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Outcome
from cleanweb.corpus.packs import Packs
from cleanweb.corpus.worker import Done


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, standalone_mode=False)


@pytest.fixture
def cleaned(tmp_path: Path) -> str:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.txt").write_text("<h>Tea\n<p>Boil it.\n")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"plain & simple\n"))
    (tmp_path / "d.jsonl").write_text(
        '{"id":"x.html","text":"one\\n","metadata":{"title":"T"}}\n{"id":"y","text":"two\\n"}\n'
    )
    return str(tmp_path)


def test_plain(cleaned: str) -> None:
    result = call("cat", cleaned)
    assert result.stdout == "Tea\nBoil it.\n\nplain & simple\n\none\n\ntwo\n"


def test_a_text_that_an_editor_saved_otherwise_is_the_same(tmp_path: Path) -> None:
    """With a byte order mark, `<h>` became a word of the text, and with CR LF each block ended in a CR."""
    for name, data in (("a.txt", b"<h>Tea\n<p>Boil it.\n"), ("b.txt", b"\xef\xbb\xbf<h>Tea\r\n<p>Boil it.\r\n")):
        (tmp_path / name).write_bytes(data)
    for form in ("plain", "cleaneval", "jsonl", "vert"):
        own, other = (call("cat", str(tmp_path / name), "-f", form) for name in ("a.txt", "b.txt"))
        assert other.stdout_bytes == own.stdout_bytes.replace(b"a.txt", b"b.txt")
        assert other.stderr == ""


def test_formats_are_told_by_the_end_of_the_name(tmp_path: Path) -> None:
    (tmp_path / "all.jsonl.d").mkdir()
    (tmp_path / "all.jsonl.d" / "a.txt").write_text("<p>Tea.\n")
    (tmp_path / "journals.jsonl").write_text('{"id":"x.html","text":"one\\n","metadata":{}}\n')
    result = call("cat", str(tmp_path))
    assert (result.return_value, result.stdout) == (0, "Tea.\n\none\n")
    assert call("cat", str(tmp_path / "journals.jsonl")).stdout == "one\n"
    (tmp_path / "all.jsonl.d" / "a.txt").unlink()
    assert call("cat", str(tmp_path)).stdout == "one\n"  # a page with this name, not the journal of a run


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_what_clean_can_read_is_read_here_too(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    """Files of bzip2 and xz were not found in directories, and JSON lines came out as a text."""
    suffix = {gzip.compress: ".gz", bz2.compress: ".bz2", lzma.compress: ".xz"}[compress]
    (tmp_path / f"a.txt{suffix}").write_bytes(compress(b"<h>Tea\n<p>Boil it.\n"))
    pack = tmp_path / f"b.jsonl{suffix}"
    pack.write_bytes(compress(b'{"id":"x.html","text":"one\\n"}\n') + compress(b'{"id":"y","text":"two\\n"}\n'))
    assert call("cat", str(tmp_path)).stdout == "Tea\nBoil it.\n\none\n\ntwo\n"
    pack.write_bytes(pack.read_bytes()[:-10])
    result = call("cat", str(pack))
    assert (result.return_value, result.stdout.startswith("one\n"), "truncated" in result.stderr) == (1, True, True)


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_archives_of_cleaned_files(cleaned: str, suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The headers of a tar came out as text."""
    kind = {".zip": "zip", ".tar.gz": "gztar"}[suffix]
    archive = shutil.make_archive(str(tmp_path_factory.mktemp("archives") / "all"), kind, cleaned)
    assert sorted(call("cat", archive).stdout.split()) == sorted("Tea Boil it. plain & simple one two".split())


def test_cleaneval(cleaned: str) -> None:
    assert call("cat", f"{cleaned}/a/b.txt", "-f", "cleaneval").stdout == "<h>Tea\n<p>Boil it.\n"
    assert call("cat", f"{cleaned}/c.txt.gz", "-f", "cleaneval").stdout == "<p>plain & simple\n"


def test_jsonl(cleaned: str) -> None:
    rows = [json.loads(line) for line in call("cat", cleaned, "-f", "jsonl").stdout.splitlines()]
    assert [(row["id"], row["text"]) for row in rows] == [
        ("a/b.txt", "Tea\nBoil it.\n"),
        ("c.txt", "plain & simple\n"),
        ("x.html", "one\n"),
        ("y", "two\n"),
    ]
    assert rows[2]["metadata"] == {"title": "T"}


def test_vert(cleaned: str) -> None:
    out = call("cat", cleaned, "-f", "vert").stdout
    assert out.startswith(
        '<doc id="a/b.txt">\n<p class="h">\nTea\n</p>\n<p class="p">\nBoil\nit\n<g/>\n.\n</p>\n</doc>\n'
    )
    assert '<doc id="x.html" title="T">\n<p class="p">\none\n</p>\n</doc>\n' in out


def test_kinds_that_are_not_known_are_told_once(cleaned: str) -> None:
    """`clean -f jsonl | cat - -f vert`, as its help had it, silently made p of all headings and items."""
    for form in ("vert", "cleaneval"):
        told = call("cat", cleaned, "-f", form).stderr
        assert told.startswith("cleanweb: c.txt and 2 more: the kinds of blocks are not known, so all are p; ")
        assert told.count("\n") == 1
    assert call("cat", cleaned, "-f", "jsonl").stderr == call("cat", cleaned, "-f", "plain").stderr == ""
    row = {"id": "x", "text": "Tea\n", "blocks": [{"keep": True, "kind": "h", "text": "Tea"}]}
    Path(cleaned, "d.jsonl").write_text(json.dumps(row) + '\n{"id":"y","text":""}\n')
    Path(cleaned, "c.txt.gz").unlink()
    result = call("cat", cleaned, "-f", "cleaneval")
    assert (result.stderr, "<h>Tea\n" in result.stdout) == ("", True)


def test_the_pipeline_of_the_help_knows_the_kinds(tmp_path: Path) -> None:
    (line,) = re.findall(r"cleanweb (clean crawl.zip .*?) \| cleanweb (cat - .*?) >", call("cat", "--help").stdout)
    page = "<title>Tea</title><h1>Tea</h1><p>Boil the water.<ul><li>cup</ul>"
    with zipfile.ZipFile(tmp_path / "crawl.zip", "w") as crawl:
        crawl.writestr("a.html", page)
    first, second = ([sys.executable, "-m", "cleanweb", *part.split()] for part in line)
    made = subprocess.run(
        [*first, "--system", "ice-bl", "-p", "keep-all.kinds=tags"], capture_output=True, check=True, cwd=tmp_path
    ).stdout
    done = subprocess.run(second, input=made, capture_output=True, check=True, cwd=tmp_path)
    assert (re.findall(rb'class="(.)"', done.stdout), done.stderr) == ([b"h", b"p", b"l"], b"")


def test_the_lines_of_preformatted_text_are_one_block_where_that_is_known(tmp_path: Path) -> None:
    page = "<ul><li><pre>pour(\n  tea)</pre><li>pour(</ul><pre>pour(\n  water)\n\npour(\n  tea)\n  now()</pre>"
    (tmp_path / "a.html").write_text(page)
    asked = [str(tmp_path), "--classify", "keep-all", "-f", "jsonl"]
    made = {}
    for how, more in (("known", ["--with-blocks"]), ("unknown", []), ("joined", ["-p", "plain.pre=joined"])):
        (tmp_path / "all.jsonl").write_text(call("clean", *asked, *more).stdout)
        for form in ("cleaneval", "plain", "vert"):
            made[how, form] = call("cat", str(tmp_path / "all.jsonl"), "-f", form).stdout
    joined = ["pour( tea)", "pour(", "pour( water)", "pour( tea) now()"]
    assert made["known", "cleaneval"] == "".join(map("<{}>{}\n".format, "llpp", joined))
    assert made["joined", "plain"] == "".join(f"{line}\n" for line in joined)
    lines = "pour(\n  tea)\npour(\npour(\n  water)\npour(\n  tea)\n  now()\n"
    assert made["known", "plain"] == made["unknown", "plain"] == lines
    assert [made[how, "vert"].count("<p ") for how in ("known", "unknown", "joined")] == [4, 8, 4]
    (tmp_path / "all.jsonl").write_text(call("clean", *asked, "--with-blocks").stdout)
    (row,) = map(json.loads, (tmp_path / "all.jsonl").read_text().splitlines())
    assert row["blocks"][0]["text"] == "pour(\n  tea)"


def test_names_of_pages_may_be_any_bytes(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.txt")).write_text("<p>Tea.\n")
    assert call("cat", str(tmp_path), "-f", "vert").stdout.startswith('<doc id="bad\\xff.txt">\n')
    assert json.loads(call("cat", str(tmp_path), "-f", "jsonl").stdout)["id"] == "bad\\xff.txt"


def test_what_is_no_cleaned_file(tmp_path: Path) -> None:
    assert call("cat", str(tmp_path)).return_value == 3
    (tmp_path / "a.txt").write_text("good\n")
    (tmp_path / "b.jsonl").write_text('{"id": 1}\n')
    result = call("cat", str(tmp_path))
    assert (result.return_value, result.stdout) == (1, "good\n")
    assert "b.jsonl: expected a text or JSON lines" in result.stderr
    (tmp_path / "b.jsonl").write_text('{"id":"x","text":"one"}\n\nno line\n{"id":"y","text":"two"}\n')
    result = call("cat", str(tmp_path))
    assert (result.return_value, result.stdout) == (1, "good\n\none\n")
    assert "b.jsonl: expected a text or JSON lines as `cleanweb clean` writes them, found: " in result.stderr
    assert result.stderr.endswith(" (column 1); from line 3 on nothing is read\n")
    assert "line 1" not in result.stderr


@pytest.mark.parametrize(
    ("row", "form", "wrong"),
    [
        ({"id": 7}, "vert", "the id 7, which is no text"),
        ({"metadata": {'a"b': "x"}}, "vert", "the metadata 'a\"b', which is no name of an attribute"),
        ({"blocks": [{"keep": True, "kind": 5, "text": "Tea"}]}, "cleaneval", "the kind 5; expected p, h or l"),
    ],
)
def test_rows_of_other_programs_that_would_spoil_the_output(
    tmp_path: Path, row: dict[str, object], form: str, wrong: str
) -> None:
    """An id that is a number ended in a traceback, the others in output that is neither XML nor CleanEval text."""
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "x", "text": "Tea\n"} | row))
    result = call("cat", str(tmp_path), "-f", form)
    assert result.return_value == 3
    assert f"found: {wrong}; from line 1 on nothing is read\n" in result.stderr
    assert not result.stdout


def test_a_row_stays_on_its_line(tmp_path: Path) -> None:
    """Its blocks began with the same key as rows do, and were taken for rows."""
    blocks = [{"id": number, "keep": True, "kind": "p", "text": "Tea"} for number in (1, 2)]
    row = {"id": "x", "text": "Tea\n", "metadata": {}, "blocks": blocks}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    assert json.loads(call("cat", str(tmp_path), "-f", "jsonl").stdout) == row


@pytest.mark.parametrize("name", ["all.gz", "all.json", "all.txt"])
def test_json_lines_under_another_name_are_told(tmp_path: Path, name: str) -> None:
    """`clean -f jsonl | gzip > all.gz`, then `cat all.gz`: the source of the lines became the text."""
    line = b'{"id":"a.html","text":"good\\n","metadata":{}}\n'
    (tmp_path / name).write_bytes(gzip.compress(line) if name.endswith(".gz") else line)
    result = call("cat", str(tmp_path / name))
    assert (result.return_value, result.stdout) == (3, "")
    told = "found JSON lines; expected a name that ends in .jsonl or .jsonl.gz"
    assert result.stderr == f"cleanweb: {tmp_path}/{name}: {told}\n"


def test_the_longest_name_is_read(tmp_path: Path) -> None:
    """It can have no other form, since that name would be too long."""
    (tmp_path / ("x" * 251 + ".txt")).write_text("good\n")
    assert call("cat", str(tmp_path)).stdout == "good\n"


@pytest.mark.parametrize("change", [{"text": ["one"]}, {"metadata": {"year": 2024}}, {"metadata": "T"}])
def test_values_of_another_kind_are_told_of(tmp_path: Path, change: dict[str, object]) -> None:
    """They ended in a traceback."""
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "x.html", "text": "one\n", **change}) + "\n")
    result = call("cat", str(tmp_path), "-f", "vert")
    assert (result.return_value, result.stdout) == (3, "")
    assert "a.jsonl: expected a text or JSON lines" in result.stderr


def test_logs_beside_texts_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "txt").mkdir()
    (tmp_path / "txt.log/a").mkdir(parents=True)
    (tmp_path / "txt/a.txt").write_text("good\n")
    (tmp_path / "txt.log/journal.jsonl").write_text('{"started":{}}\n')
    (tmp_path / "txt.log/a/b.jsonl").write_text('{"keep":false}\n')
    result = call("cat", str(tmp_path))
    assert (result.return_value, result.stdout, result.stderr) == (0, "good\n", "")
    wrong = call("cat", f"{tmp_path}/txt.log/a")
    assert "found the logs of a run; did you mean" in str(wrong.exception)


def test_a_file_beside_a_journal_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_text('{"started":{}}\n')
    (tmp_path / "a.jsonl").write_text('{"id":"a.html","text":"good\\n"}\n')
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b"")[:4])
    result = call("cat", str(tmp_path))
    assert "b.jsonl.gz: " in result.stderr
    assert result.return_value == 1


def test_pages_below_the_logs_of_another_run_are_no_logs(tmp_path: Path) -> None:
    """They were taken for logs and ignored."""
    (tmp_path / "journal.jsonl").write_text('{"started":{}}\n')
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/a.jsonl").write_text('{"id":"a.html","text":"good\\n"}\n')
    assert call("cat", f"{tmp_path}/corpus").stdout == "good\n"


def test_a_page_called_journal_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_text('{"id":"journal.html","text":"good\\n"}\n')
    assert call("cat", str(tmp_path)).stdout == "good\n"


def test_what_is_named_twice_is_read_once(cleaned: str) -> None:
    """Its texts came twice, and its removed blocks were counted twice, without a warning."""
    logs = f"{cleaned}.log"
    Path(logs).mkdir()
    Path(logs, "a.jsonl").write_text(json.dumps({"keep": False, "text": "menu"}) + "\n")
    for command, place, name in ((("cat",), cleaned, "a/b.txt"), (("log", "top"), logs, "a.jsonl")):
        once = call(*command, place)
        twice = call(*command, place, f"{place}/{name}", f"{place}/.")
        assert (twice.stdout, once.stderr) == (once.stdout, "")
        assert f"cleanweb: {place}/{name} and " in twice.stderr
        assert "more: named more than once; taken once" in twice.stderr


def test_two_pages_of_one_id_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both were written as `<doc id="index.txt">`."""
    monkeypatch.chdir(tmp_path)
    packs = {"c": ["x", "index.txt"], "d": ["y", "z"], "e": ["y"]}
    for folder in ("a", "b", *packs):
        Path(folder).mkdir()
    Path("a/index.txt").write_text("one\n")
    Path("b/index.txt.gz").write_bytes(gzip.compress(b"two\n"))
    for folder, ids in packs.items():
        rows = [json.dumps({"id": page, "text": f"{page}\n"}) + "\n" for page in ids]
        Path(folder, "00000.jsonl").write_text("\n" + "".join(rows))
    for form in ("jsonl", "vert"):
        result = call("cat", "a", "b", "-f", form)
        assert result.stdout == ""
        assert str(result.exception).startswith("a/index.txt and b/index.txt.gz: two pages with the id index.txt; ")
        message = str(call("cat", "d", "e", "-f", form).exception)
        assert message.startswith("d/00000.jsonl and e/00000.jsonl: two pages with the id y; ")
        assert call("cat", "c", "d", "-f", form).return_value == 0  # packs have names alike
        assert call("cat", "a", "a/index.txt", "-f", form).return_value == 0
    assert call("cat", "a", "b").stdout == "one\n\ntwo\n"
    shutil.rmtree("e")
    ids = [json.loads(line)["id"] for line in call("cat", "a", ".", "-f", "jsonl").stdout.splitlines()]
    assert ids == ["a/index.txt", "b/index.txt", "x", "index.txt", "y", "z"]


def test_what_a_killed_run_left_of_a_pack_is_not_read(tmp_path: Path) -> None:
    """In plain text its pages silently came twice if the next run had other options."""
    texts, logs = str(tmp_path / "packs"), str(tmp_path / "packs.log")
    Path(texts).mkdir()
    Path(logs).mkdir()
    pages = [Page(name, name) for name in ("a.html", "b.html")]
    row, log = {"id": "a.html", "text": "tea " * 9000}, {"page": "a.html", "keep": False, "text": "menu " * 9000}
    record, removed = (json.dumps(line).encode() + b"\n" for line in (row, log))
    for run in ("of other options", "whole"):
        packs = Packs(texts, logs, size=2, prefix="", suffix=".jsonl", log_suffix=".jsonl", run=f"{run}-")
        given = [list(group) for _, group in packs.groups(iter(pages))]
        for page in given[0] if run == "whole" else given[0][:1]:
            outcome = Outcome(input=page.shown, output=page.name, state="written")
            packs.take(Done(outcome, record.replace(b"a.html", page.name.encode()), removed))
    assert [len([*Path(folder).iterdir()]) for folder in (texts, logs)] == [2, 2]
    assert call("cat", texts).stdout.count("\n\n") == 1
    assert call("log", "top", logs).stdout.startswith("2\tmenu")


@pytest.mark.parametrize("form", ["jsonl", "vert"])
def test_two_pages_of_one_id_are_refused_wherever_they_stand(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first ids of JSON lines were compared."""
    monkeypatch.chdir(tmp_path)
    for name, ids in (("a", ["w", "x"]), ("b", ["y", "x", "z"])):
        Path(f"{name}.jsonl").write_text("".join(f'{{"id":"{page}","text":"{page}\\n"}}\n' for page in ids))
    result = call("cat", "a.jsonl", "b.jsonl", "-f", form)
    assert str(result.exception).startswith("a.jsonl and b.jsonl: two pages with the id x; ")
    assert [page for page in "wxyz" if f'"{page}"' in result.stdout] == ["w", "x", "y"]


@pytest.mark.parametrize("form", ["jsonl", "vert", "plain", "cleaneval"])
def test_packs_of_an_earlier_run_beside_those_of_another_are_refused(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their pages came twice; two inputs were refused already, except in plain text, which has no ids."""
    monkeypatch.chdir(tmp_path)
    packs = {"00000": "wxy", "00001": "z", "00002": "y"}  # packs of three after packs of one
    for name, ids in packs.items():
        Path(f"{name}.jsonl").write_text("".join(f'{{"id":"{page}","text":"{page}\\n"}}\n' for page in ids))
    message = str(call("cat", ".", "-f", form).exception)
    assert message.startswith("./00000.jsonl and ./00002.jsonl: two pages with the id y; expected the files of one run")
    Path("other").mkdir()
    Path("00002.jsonl").rename("other/00002.jsonl")
    assert (call("cat", ".", "-f", form).exception is None) == (form in ("plain", "cleaneval"))


def test_pipes_are_read_once(tmp_path: Path) -> None:
    """The part read to compare ids was not written, and the command then waited for the rest endlessly."""
    rows = {name: f'{{"id":"{name}","text":"{name}\\n","metadata":{{}}}}\n' for name in ("x", "y")}
    pipes = [str(tmp_path / f"{name}.jsonl") for name in rows]
    writers = []
    for pipe, row in zip(pipes, rows.values(), strict=True):
        os.mkfifo(pipe)
        writers.append(Thread(target=Path(pipe).write_text, args=(row,)))
        writers[-1].start()
    assert call("cat", *pipes, "-f", "jsonl").stdout == "".join(rows.values())
    for writer in writers:
        writer.join()


def test_a_log_in_a_pipe_is_read_once() -> None:
    """To see that it holds no texts, its beginning would have to be read, too."""
    row = json.dumps({"keep": False, "text": "menu"})
    command = f"{shlex.quote(sys.executable)} -m cleanweb log top <(cat)"
    done = subprocess.run(["bash", "-c", command], input=f"{row}\n{row}\n", capture_output=True, text=True, check=True)
    assert done.stdout == "2\tmenu\n"


def test_what_a_shell_hands_over_is_json_lines() -> None:
    """As `-` is; its lines became the text of one page."""
    row = '{"id":"x","text":"Tea\\n","metadata":{}}'
    for given in ("/dev/stdin", "<(cat)"):
        command = f"{shlex.quote(sys.executable)} -m cleanweb cat {given} -f jsonl"
        done = subprocess.run(["bash", "-c", command], input=row, capture_output=True, text=True, check=True)
        assert done.stdout == f"{row}\n"


def test_what_cannot_be_read_has_no_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = {"a.jsonl": "no line\n", "b.jsonl": "", "c.jsonl": "[1]\n", "d.jsonl": '{"id": 3}\n', "e.jsonl": "\x1f\x8b"}
    for name, text in wrong.items():
        Path(name).write_text(text)
    Path("f.txt").write_text("good\n")
    result = call("cat", *wrong, "f.txt", "nowhere.jsonl", "-f", "jsonl")
    assert (result.return_value, json.loads(result.stdout)["id"]) == (1, "f.txt")


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_json_lines_on_standard_input(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    row = json.dumps({"id": "a", "text": "<p>Green tea.\n"}).encode()
    command = [sys.executable, "-m", "cleanweb", "cat", "-f", "cleaneval", "-"]
    done = subprocess.run(command, input=compress(row + b"\n" + row), capture_output=True, check=True, cwd=tmp_path)
    assert done.stdout == b"<p>Green tea.\n\n<p>Green tea.\n"
    refused = subprocess.run([*command, "a.jsonl"], input=row, capture_output=True, check=False, cwd=tmp_path)
    assert (refused.returncode, b"expected no other input" in refused.stderr) == (2, True)


def test_log_top(tmp_path: Path) -> None:
    rows = [{"keep": False, "rule": "short", "text": "menu"}] * 3 + [{"keep": True, "rule": "good", "text": "text"}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "b.jsonl").write_text(json.dumps({"keep": False, "rule": "link density", "text": "home\npage"}) + "\n")
    (tmp_path / "journal.jsonl").write_text("{}\n")
    assert call("log", "top", str(tmp_path)).stdout == "3\tmenu\n1\thome page\n"
    assert call("log", "top", str(tmp_path), "--by", "rule", "-n", "1").stdout == "3\tshort\n"
    edits = [("table dropped", "", "pots"), ("bullet", "", "*"), ("full stop", ".", "")]
    with (tmp_path / "edits.jsonl").open("w") as log:
        for rule, added, taken_out in edits:
            row = {"keep": True, "rule": rule, "text": "* pots", "edit": {"added": added, "removed": taken_out}}
            log.write(json.dumps(row) + "\n")
    assert call("log", "top", str(tmp_path)).stdout == "3\tmenu\n1\thome page\n1\tpots\n"
    assert call("log", "top", str(tmp_path), "--by", "rule").stdout == "3\tshort\n1\tlink density\n1\ttable dropped\n"
    (tmp_path / "c.jsonl").write_text("{}\n")
    assert call("log", "top", str(tmp_path)).return_value == 1


def test_log_top_shows_what_would_command_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"keep": False, "rule": "short", "text": "\x1b[2Jmenu\x9b"}) + "\n")
    assert call("log", "top", str(tmp_path)).stdout == "1\t\\x1b[2Jmenu\\xc2\\x9b\n"


def test_log_top_adds_up_reasons_that_differ_in_the_score_only(tmp_path: Path) -> None:
    """Each score made a separate reason, cut in the middle of a word."""
    reasons = [
        *(f"score 0.{number} < 0.42; inside footer" for number in (11, 12)),
        "after the article's text more is asked: score 0.43 < 0.50; " + "no heading " * 9,
        "score 0.0301 >= 0.0300",
    ]
    rows = [{"keep": False, "reason": reason, "text": "score 0.1 < 0.2"} for reason in reasons]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call("log", "top", str(tmp_path), "--by", "reason").stdout == (
        "2\tscore < threshold; inside footer\n"
        f"1\tafter the article's text more is asked: score < threshold; {'no heading ' * 3}no…\n"
        "1\tscore >= threshold\n"
    )
    assert call("log", "top", str(tmp_path)).stdout == "4\tscore 0.1 < 0.2\n"


@pytest.mark.parametrize("name", ["a.html", "A.HTM.gz"])
def test_a_page_that_is_still_to_be_cleaned_is_no_text(tmp_path: Path, name: str) -> None:
    """Its source came out as text, with status 0."""
    page = b"<!DOCTYPE html><title>Tea</title><p>Boil it."
    (tmp_path / name).write_bytes(gzip.compress(page) if name.endswith(".gz") else page)
    result = call("cat", str(tmp_path / name))
    assert (result.return_value, result.stdout) == (3, "")
    assert result.stderr.endswith("expected a cleaned page, found HTML; clean it with `cleanweb clean` first\n")
