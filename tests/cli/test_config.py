"""`cleanweb.toml`: options by file, flags win, mistakes are named."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from cleanweb.errors import DataError

PAGE = "<div>Tea</div><p>Boil the water."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def write(text: str) -> None:
    Path("cleanweb.toml").write_text(text)


def test_the_file_holds_what_the_flags_hold_and_a_flag_wins() -> None:
    write('[clean]\nsystem = "ice-bl"\nformat = "plain"\n')
    assert run("clean", "page.html") == "Tea\nBoil the water.\n"
    assert run("clean", "page.html", "-f", "cleaneval") == "<p>Tea\n<p>Boil the water.\n"


def test_options_that_may_be_repeated_are_lists() -> None:
    write('[clean]\nsystem = "ice-bl"\nexclude = ["page*"]\ninclude = ["*.html"]\n')
    Path("other.html").write_text(PAGE)
    assert run("clean", ".", "-o", "out", "--dry-run") == "./other.html\tout/other.txt\n"


def test_show_config_prints_what_is_in_force_as_toml() -> None:
    write('[clean]\nsystem = "ice-bl"\njobs = 3\n')
    told = run("clean", "--show-config", "--timeout", "5", "-p", "keep-all.kinds=p", "--exclude", 'a"b')
    assert 'system = "ice-bl"  # cleanweb.toml' in told
    assert "timeout = 5.0  # command line" in told
    assert 'log-blocks = "removed"  # default' in told
    table = tomllib.loads(told)["clean"]
    assert (table["jobs"], table["exclude"], table["p"]) == (3, ['a"b'], ["keep-all.kinds=p"])
    write(told)  # what it prints is a file of the same kind
    assert run("clean", "page.html") == run("clean", "page.html", "--system", "ice-bl", "-p", "keep-all.kinds=p")


def test_show_config_prints_stages_and_parameters_as_comments() -> None:
    write('[clean]\nsystem = "justext"\np = ["justext.length_low=50"]\n')
    told = run("clean", "--show-config", "-f", "plain", "--sites", "page.html").splitlines()
    assert [line for line in told if line.startswith("# ") and "=" not in line] == [
        "# normalize plain", "# segment blocks", "# classify justext", "# classify sites", "# linearize plain",
    ]  # fmt: skip
    assert "#   justext.length_low = 50" in told
    assert "#   justext.length_high = 200" in told


def test_commands_of_commands_have_tables_of_tables() -> None:
    Path("a.txt").write_text("<p>tea and milk and tea\n" * 3)
    assert "milk" in run("stoplist", "build", "a.txt", "--top", "3")
    write("[stoplist.build]\ntop = 1\n")
    assert "milk" not in run("stoplist", "build", "a.txt")
    assert "milk" in run("stoplist", "build", "a.txt", "--top", "3")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("[claen]\njobs = 1\n", "'claen'; expected one of: clean"),
        ("[stoplist]\ntop = 1\n", r"\[stoplist\] has 'top'; expected one of: build"),
        ("[stoplist.build]\ntops = 1\n", r"\[stoplist.build\] has 'tops'; expected one of: top"),
        ("stoplist = 1\n", r"expected a table \[stoplist\], found 1"),
    ],
)
def test_tables_and_keys_that_nothing_reads_are_named(text: str, match: str) -> None:
    write(text)
    with pytest.raises(DataError, match=match):
        run("stoplist", "build", "page.html")


def test_mistakes_are_named() -> None:
    write('[clean]\nsistem = "ice-bl"\n')
    with pytest.raises(DataError, match=r"'sistem'; expected one of: .*system"):
        run("clean", "page.html")
    write("[clean\n")
    with pytest.raises(DataError, match=r"cleanweb\.toml"):
        run("clean", "page.html")
