"""`cleanweb explain`: every block with its verdict, one system or several."""

import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cleanweb.cli import cli
from cleanweb.corpus.limits import MAX_BYTES
from cleanweb.corpus.reading import read_path
from cleanweb.errors import InputError, Refused, UsageError

BOIL = "Boil the water, and wait until it is as hot as it is to be, so that the leaves of the tea may open in the pot. "
PAGE = f"<title>Tea</title><div><a href=x>menu</a></div><h1>Tea</h1><p>{BOIL * 2}</p>"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


def explain(*arguments: str, color: bool = False, stdin: str | None = None) -> str:
    result: Result = CliRunner().invoke(cli, ["explain", *arguments], input=stdin, color=color, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_each_block_has_verdict_kind_rule_text_and_numbers(page: str) -> None:
    told = explain(page, "--system", "justext", "-s", "en")
    assert "justext: keeps 2 of 3 blocks, 55 of 56 words (98%)" in told
    assert "1 - p  link density\n       menu\n       link density 1.00 is over 0.2 (length 4, link_density 1" in told
    assert "at html>body>div" in " ".join(told.split())
    assert "+ p" in told


def test_a_number_is_shown_unless_the_reason_tells_it(page: str) -> None:
    told = " ".join(explain(page, "--system", "ice-dt", "-s", "en").split())
    assert "cap_ratio <= " in told and "wordcount 1, " in told and "cap_ratio 0, " in told
    told = " ".join(explain(page, "--system", "kimatu").split())
    assert "too many links" in told and "punctuation 0, links " in told
    told = " ".join(explain(page, "--system", "justext", "-s", "en").split())
    assert "(length 4, link_density 1)" in told
    told = " ".join(explain(page, "--system", "ice-elaborate").split())
    assert "odds of a paragraph 0" in told and "(paragraph" not in told


def test_only_kept_and_only_removed(page: str) -> None:
    kept = explain(page, "--system", "justext", "-s", "en", "--only", "kept")
    removed = explain(page, "--system", "justext", "-s", "en", "--only", "removed")
    assert ("Boil" in kept, "menu" in kept) == (True, False)
    assert ("Boil" in removed, "menu" in removed) == (False, True)
    assert "1 - p" in removed and "3 + p" in kept  # numbers are those of the page, whatever blocks are shown


EDITED = """
   2 \x1b[32m+ l\x1b[0m  \x1b[1mkept\x1b[0m
       - tea
\x1b[2m       nothing speaks against it (words 2, link_density 0); at html>body>ul>li\x1b[0m
       \x1b[2mhand-written bullet: the linearizer took out '-'\x1b[0m
       \x1b[2mlist flattened: the linearizer added ','\x1b[0m

   3 \x1b[32m+ l\x1b[0m  \x1b[1mkept\x1b[0m
       water
"""


def test_edits_stand_with_their_block_and_name_their_rule(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>You need:<ul><li>- tea<li>water</ul>")
    assert EDITED in explain(str(path), "--system", "kitten", color=True)


def test_a_page_without_text_has_no_share(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<title></title><p>")
    assert explain(str(path), "--system", "ice-bl").splitlines()[1:] == [
        "ice-bl: keeps 0 of 0 blocks, 0 of 0 words",
        "",
    ]


def test_what_stands_in_no_element_is_at_the_top(page: str) -> None:
    assert " ".join(explain(page, "--system", "density").split()).endswith("; at the top")


def test_lines_are_as_wide_as_the_terminal(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    told = explain(page, "--system", "ice-bl").splitlines()
    assert 50 < max(map(len, told)) <= 60
    assert "       every block is kept; at html>body>h1" in told  # a reason without numbers


@pytest.mark.parametrize("systems", [("ice-bl",), ("kitten",), ("density",), ("justext", "kimatu")])
def test_no_character_of_a_page_commands_the_terminal(tmp_path: Path, systems: tuple[str, ...]) -> None:
    """A page could set the window's title or clear the screen: in texts, in names, in what a linearizer removed."""
    odd = "\x1b]0;owned\x07\x9b2J\x7f"
    path = tmp_path / "page.html"
    path.write_text(f"<title>A{odd}</title><div class='a{odd}'><h2 id=a>Tea{odd}µ<a href=#a>{odd}#</a></h2>")
    told = explain(str(path), *(argument for system in systems for argument in ("--system", system)), color=True)
    assert "\\x1b]0;owned\\x07" in told
    assert re.findall("[\0-\x09\x0b-\x1f\x7f-\x9f]", re.sub(r"\x1b\[\d+m", "", told)) == []


def test_standard_input() -> None:
    assert "Boil" in explain("-", stdin=PAGE)


@pytest.mark.parametrize("command", ["explain", "report"])
def test_names_of_files_are_no_page(page: str, command: str) -> None:
    failed = CliRunner().invoke(cli, [command, "-"], input=f"{page}\n")
    assert isinstance(failed.exception, InputError)
    assert str(failed.exception) == "-: expected a page, found a list of files"
    names = Path(page).with_name("list")
    names.write_text(f"{page}\n", "utf-8")
    failed = CliRunner().invoke(cli, [command, str(names)])
    assert str(failed.exception) == f"{names}: expected a page, found a list of files"


def test_colour_only_where_it_is_wanted(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for empty in (False, True):  # https://no-color.org: an empty value is none
        told = explain(page, "-s", "en", "--system", "justext", color=True)
        assert "\x1b[32m+ p" in told and "\x1b[31m- p" in told, empty
        monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in explain(page, "--system", "justext", color=True)


def test_systems_side_by_side(page: str) -> None:
    told = explain(page, "--system", "justext", "--system", "ice-bl", "-s", "en")
    assert "     justext  ice-bl\n   1 - p      + p" in told
    assert "justext: link density; link density 1.00 is over 0.2" in told
    told = explain(page, "--system", "ice-bl", "--system", "density")  # the latter glues text that no space separates
    assert "   1  ?      + p    \n       TeamenuTeaBoil\n       ice-bl: has no such text\n" in told
    different = explain(page, "--system", "justext", "--system", "ice-bl", "-s", "en", "--only", "different")
    assert ("menu" in different, "Boil" in different) == (True, False)
    for only, shown in (("kept", (True, True)), ("removed", (True, False))):  # kept by any of the systems
        told = explain(page, "--system", "justext", "--system", "ice-bl", "-s", "en", "--only", only)
        assert ("menu" in told, "Boil" in told) == shown


BOTH = """
     justext  kimatu
   1 - p      - p   
       menu

   2 + p      + p   
       Boil the water, and wait until it is as hot as it is to be, so that the
       leaves of the tea may open in the pot. Boil the water, and wait until it
       is as hot as it is to be, so that the leaves of the tea may open in the
       pot.

   3 - p      + p   
       It is hot.
\x1b[2m       justext: short, next to a bad block; short (10 characters), good on one\x1b[0m
\x1b[2m       side, bad on the other without a near-good block before it\x1b[0m
\x1b[2m       kimatu: step 2: sure; long, punctuated and poor in links: surely content\x1b[0m

   4 - p      - p   
       end

"""  # noqa: W291  (columns are filled)


def test_pieces_side_by_side_have_reasons_where_systems_differ(page: str) -> None:
    Path(page).write_text(f"<p><a href=x>menu</a><p>{BOIL * 2}<p>It is hot.<p><a href=x>end</a>")
    arguments = (page, "--system", "justext", "--system", "kimatu", "-s", "en", "--only")
    coloured = explain(*arguments[:-1], color=True)
    assert re.sub(r"\x1b\[3[12]m(. p)\x1b\[0m", r"\1", coloured).endswith(BOTH)
    numbers = {
        only: re.findall("^ +([0-9])", explain(*arguments, only), re.M) for only in ("different", "kept", "removed")
    }
    assert numbers == {"different": ["3"], "kept": ["2", "3"], "removed": ["1", "3", "4"]}


def test_what_a_system_does_not_have_it_does_not_keep(page: str) -> None:
    """`density` has everything in one block, which it keeps."""
    arguments = (page, "--system", "kitten", "--system", "density", "--only")
    assert "?" in explain(*arguments, "removed")
    assert explain(*arguments, "kept").count("?") == explain(*arguments, "different").count("?") > 0


def test_parameters_go_to_the_systems_that_have_the_stage(page: str) -> None:
    arguments = (page, "--system", "justext", "--system", "ice-bl", "-p", "justext.max_link_density=1", "--json")
    rows = [json.loads(line) for line in explain(*arguments, "-s", "en").splitlines()]
    assert [row["system"] for row in rows] == ["justext"] * 3 + ["ice-bl"] * 3
    assert rows[0]["rule"] != "link density"
    with pytest.raises(UsageError, match="none of these systems has the stage"):
        explain(page, "--system", "justext", "--system", "ice-bl", "-p", "kimatu.x=1")
    with pytest.raises(UsageError, match="no stage of these systems takes it"):
        explain(page, "--system", "ice-lm", "--system", "ice-bl", "-s", "en")


def test_json_is_the_block_log(page: str) -> None:
    rows = [
        json.loads(line) for line in explain(page, "--json", "--only", "removed", "--system", "justext").splitlines()
    ]
    assert [row["text"] for row in rows if row["rule"] == "link density"] == ["menu"]
    assert list(rows[0]) == ["keep", "kind", "rule", "reason", "score", "numbers", "path", "text"]


def test_different_needs_two_systems(page: str) -> None:
    with pytest.raises(UsageError, match="--system twice"):
        explain(page, "--only", "different")


@pytest.mark.parametrize("command", ["explain", "report"])
def test_a_page_that_is_none_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / "a.html").write_bytes(b"%PDF-1.4")
    result = CliRunner().invoke(cli, [command, str(tmp_path / "a.html")])
    assert isinstance(result.exception, Refused)
    assert str(result.exception) == f"{tmp_path / 'a.html'}: not HTML but a PDF document"


def test_a_page_that_is_too_large_is_named(tmp_path: Path) -> None:
    large = tmp_path / "large.html"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(Refused, match=re.escape(f"{large}: larger than the limit")):
        explain(str(large))


@pytest.mark.parametrize("options", [[], ["--json"], ["--only", "kept"], ["--system", "justext", "--system", "kimatu"]])
def test_what_is_written_in_parts_is_the_same(page: str, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = explain(page, *options)
    monkeypatch.setattr("cleanweb.cli.explain.PART", 2)
    assert explain(page, *options) == whole


def test_no_more_is_read_of_standard_input_than_a_page_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole input was read into memory before it was refused."""
    stdin = io.TextIOWrapper(io.BytesIO(b"x" * (MAX_BYTES + 1000)))
    monkeypatch.setattr("sys.stdin", stdin)
    with pytest.raises(Refused, match="larger than the limit"):
        read_path("-")
    assert stdin.buffer.tell() == MAX_BYTES + 1
