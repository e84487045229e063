"""`cleanweb stoplist build|list|check` from the command line."""

import gzip
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cleanweb.cli import cli
from cleanweb.errors import InputError, UsageError


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["stoplist", *arguments], input=stdin, catch_exceptions=True)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "txt"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text("<h>The town\n<p>The river ran by the mill and the men sang.\n", encoding="utf-8")
    (folder / "sub" / "b.txt").write_text("<p>By the sea, the birds and the men rest.\n", encoding="utf-8")
    (folder / "notes.md").write_text("zzz zzz zzz", encoding="utf-8")
    return folder


def test_build_writes_a_list_that_can_be_read_again(corpus: Path, tmp_path: Path) -> None:
    result = run("build", str(corpus), "--top", "3")
    assert result.exit_code == 0
    comments = [line for line in result.stdout.splitlines() if line.startswith("#")]
    assert result.stdout.splitlines()[len(comments) :] == ["the", "and", "by"]
    own = tmp_path / "own.txt"
    own.write_text(result.stdout, encoding="utf-8")
    checked = run("check", str(own), str(corpus))
    assert checked.exit_code == 0
    assert checked.stdout.startswith("# own: 3 words, 0 look like content words; coverage 0.")


def test_build_is_the_same_whatever_the_order(corpus: Path) -> None:
    one, two = str(corpus / "a.txt"), str(corpus / "sub" / "b.txt")
    assert run("build", one, two).stdout == run("build", two, one).stdout


def test_compressed_texts_are_read(corpus: Path) -> None:
    """`clean --gzip` writes such texts; none were found, and one given by name yielded garbage words."""
    told = run("build", str(corpus), "--top", "3").stdout
    (corpus / "a.txt.gz").write_bytes(gzip.compress((corpus / "a.txt").read_bytes()))
    (corpus / "a.txt").unlink()
    assert run("build", str(corpus), "--top", "3").stdout == told
    assert run("build", str(corpus / "a.txt.gz"), str(corpus / "sub/b.txt"), "--top", "3").stdout == told


def test_build_takes_the_lines_of_a_single_input_as_texts() -> None:
    result = run("build", "-", "--top", "2", stdin="the cat and me\nthe dog and you\n<p>only here only here\n")
    assert result.stdout.splitlines()[-2:] == ["and", "the"]
    assert "from 3 lines; " in result.stdout
    checked = run("check", "en", "-", stdin="the cat and me\nthe dog and you\n")
    assert checked.stdout.splitlines()[0].endswith("of 8 words in 2 lines")


def test_a_directory_of_one_text_is_told_as_lines(tmp_path: Path) -> None:
    """It was reported as "in 2 texts"."""
    (tmp_path / "a.txt").write_text("the cat and me\nthe dog and you\n", "utf-8")
    assert run("check", "en", str(tmp_path)).stdout.splitlines()[0].endswith("of 8 words in 2 lines")
    (tmp_path / "b.txt").write_text("the cat\n", "utf-8")
    assert run("check", "en", str(tmp_path)).stdout.splitlines()[0].endswith("of 10 words in 2 texts")


def test_a_byte_order_mark_is_no_part_of_a_word(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbfthe cat and me\n" if name == "a.txt" else b"\xef\xbb\xbfthe dog\n")
    assert run("build", str(tmp_path), "--top", "9").stdout.splitlines()[2:] == ["the"]


def test_build_says_why_there_are_fewer_words_than_asked_for() -> None:
    built = run("build", "-", "--top", "9", stdin="the cat and me\nthe dog and you\n")
    assert built.stdout.splitlines()[-2:] == ["and", "the"]
    assert "cleanweb: 2 words, fewer than 9: the others occur in a single text" in built.stderr
    assert "fewer" not in run("build", "-", "--top", "2", stdin="the cat and me\nthe dog and you\n").stderr


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["build", "nowhere.txt"], InputError, "nowhere.txt: cannot read the text"),
        (["build", "."], InputError, "expected texts, found no *.txt"),
        (["build", "-"], UsageError, "expected running text, found nothing"),
        (["check", "xx-none"], UsageError, "no stop list 'xx-none'"),
    ],
)
def test_errors_name_what_was_expected(
    arguments: list[str], error: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, stdin="")
    assert isinstance(result.exception, error)
    assert message in str(result.exception)


@pytest.mark.parametrize("arguments", [["build"], ["check", "fr"]], ids=" ".join)
def test_a_text_in_another_encoding_is_named_with_its_line(arguments: list[str], corpus: Path) -> None:
    """It yielded words without their letters."""
    (corpus / "b.txt").write_text("le th\xe9\n", encoding="latin-1")
    (corpus / "c.txt").write_text("le chat\nle th\xe9\n", encoding="latin-1")
    for text, stdin, told in (
        (str(corpus), "", "b.txt:1"),
        (str(corpus / "c.txt"), "", "c.txt:2"),
        ("-", "\udce9", "standard input:1"),
    ):
        result = CliRunner().invoke(
            cli, ["stoplist", *arguments, text], input=stdin.encode("latin-1", "surrogateescape")
        )
        assert isinstance(result.exception, InputError)
        assert f"{told}: expected a text in UTF-8, found byte 0xe9" in str(result.exception)


def test_build_needs_words() -> None:
    result = run("build", "-", stdin="1 2 3\n4 5 6\n")
    assert isinstance(result.exception, InputError)
    assert "found no word that could be a stop word" in str(result.exception)


def test_list_shows_every_language() -> None:
    lines = run("list").stdout.splitlines()
    assert len(lines) >= 60
    assert any(line.startswith("eu   Basque") for line in lines)


def test_a_text_that_is_named_twice_is_one_text(corpus: Path) -> None:
    """Its words seemed to be in two texts, as those of a stop list must be."""
    once = run("build", str(corpus))
    twice = run("build", str(corpus), str(corpus / "a.txt"), f"{corpus}/sub")
    assert (once.stderr, twice.stdout) == ("", once.stdout)
    assert f"cleanweb: {corpus / 'a.txt'}: named more than once; taken once\n" in twice.stderr


@pytest.mark.parametrize("arguments", [["build"], ["check", "fr"]], ids=" ".join)
def test_a_text_that_is_there_compressed_and_not_is_told(corpus: Path, arguments: list[str]) -> None:
    """It counted as two texts, so that none of its words seemed specific to one text."""
    text = next(corpus.glob("*.txt"))
    Path(f"{text}.gz").write_bytes(gzip.compress(text.read_bytes()))
    result = run(*arguments, str(corpus))
    assert isinstance(result.exception, UsageError)
    assert f"{text} and {text}.gz: one text, compressed and not, would count twice" in str(result.exception)
    assert run(*arguments, str(text), f"{text}.gz").exception is None  # each given by name


def test_what_is_called_like_a_text_and_is_none_is_passed_over(corpus: Path) -> None:
    """Texts of pages below a directory `x.txt` are below one, too; a pipe would be waited for."""
    told = run("build", str(corpus), "--top", "3").stdout
    (corpus / "x.txt").mkdir()
    os.mkfifo(corpus / "pipe.txt")
    assert run("build", str(corpus), "--top", "3").stdout == told


def test_a_text_that_cannot_be_read_is_named(corpus: Path) -> None:
    (corpus / "lost.txt").symlink_to("nowhere")
    result = run("build", str(corpus))
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == f"{corpus}/lost.txt: cannot read the text: no such file or directory"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("all.jsonl", "JSON lines; `cleanweb cat` turns them into one"),
        ("all.jsonl.gz", "JSON lines; `cleanweb cat` turns them into one"),
        ("all.vert", "vertical text; clean the pages with `cleanweb clean -f plain` instead"),
        ("page.html", "a page; clean it with `cleanweb clean` first"),
    ],
)
def test_what_is_no_text_by_its_name_is_told(name: str, found: str, corpus: Path) -> None:
    """Words of JSON lines were glued by the escaped line breaks in them, `mill\\nthe`; tags became words."""
    for arguments in (["build", str(corpus)], ["check", "en"]):
        result = run(*arguments, str(corpus / name))
        assert isinstance(result.exception, UsageError)
        assert str(result.exception) == f"{corpus}/{name}: expected a text, found {found}"


@pytest.mark.parametrize("name", ["all.txt", "all.gz", "-"])
def test_json_lines_under_another_name_are_told(name: str, corpus: Path) -> None:
    """`clean -f jsonl | gzip > all.gz` and `clean -f jsonl | stoplist build -` gave a list of glued words."""
    rows = '{"id":"a.html","text":"by the mill\\nthe mill\\n","metadata":{}}\n' * 2
    data = gzip.compress(rows.encode()) if name.endswith(".gz") else rows.encode()
    (corpus / name).write_bytes(data)
    result = run("build", name if name == "-" else str(corpus / name), stdin=rows)
    assert isinstance(result.exception, UsageError)
    assert str(result.exception).endswith(": expected a text, found JSON lines; `cleanweb cat` turns them into one")
