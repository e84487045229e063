"""`cleanweb.toml`: options from a file, flags win, errors are located."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from cleanweb.corpus.site_counts import NONE_LISTED, write_table
from cleanweb.errors import UsageError
from cleanweb.site_table import SiteRule
from tests.corpus.in_process import InProcess
from tests.fixtures import ran

PAGE = "<div>Tea</div><p>Boil the water."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cleanweb.cli.cleaning.Pool", InProcess)
    Path("page.html").write_text(PAGE)


def run(*arguments: str) -> str:
    return ran(*arguments).stdout


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
    write(told)  # its output is a file of the same kind
    assert run("clean", "page.html") == run("clean", "page.html", "--system", "ice-bl", "-p", "keep-all.kinds=p")


def test_show_config_prints_any_value_as_toml() -> None:
    """A name that is not Unicode has no form in TOML; the output can still be read."""
    odd = 'a\nb\x1b\x7f\\"é\u2028'
    told = run("clean", "--show-config", "--exclude", odd, "-o", "o\udcff")
    assert tomllib.loads(told)["clean"]["exclude"] == [odd]


def test_show_config_prints_stages_and_parameters_as_comments() -> None:
    write('[clean]\nsystem = "justext"\np = ["justext.length_low=50"]\n')
    write_table("sites.counts", SiteRule(), NONE_LISTED)
    told = run("clean", "--show-config", "-f", "plain", "--sites", "sites.counts").splitlines()
    assert [line for line in told if line.startswith("# ") and "=" not in line] == [
        "# normalize plain", "# segment blocks", "# classify justext", "# classify sites", "# linearize plain",
    ]  # fmt: skip # on one line, to be short
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
        ("[claen]\njobs = 1\n", "'claen'; nearest: clean"),
        ("[stoplist]\ntop = 1\n", r"\[stoplist\] has 'top'; expected one of: build"),
        ("[stoplist.build]\ntops = 1\n", r"\[stoplist.build\] has 'tops'; nearest: top"),
        ("stoplist = 1\n", r"expected a table \[stoplist\], found 1"),
    ],
)
def test_tables_and_keys_that_nothing_reads_are_named(text: str, match: str) -> None:
    write(text)
    with pytest.raises(UsageError, match=match):
        run("stoplist", "build", "page.html")


def test_an_option_has_all_its_names_but_once() -> None:
    for name in ("s", "stoplist"):
        write(f'[clean]\nj = 3\n{name} = "eu"\n')
        told = tomllib.loads(run("clean", "--show-config"))["clean"]
        assert (told["stoplist"], told["jobs"]) == ("eu", 3)
    write('[clean]\nstoplist = "eu"\ns = "en"\n')
    with pytest.raises(UsageError, match=r"\[clean\] has 'stoplist' and 's', which are the same option"):
        run("clean", "--show-config")


def test_a_command_without_options_says_so() -> None:
    write("[man]\nwidth = 80\n")
    with pytest.raises(UsageError, match=r"\[man\] has 'width'; it takes no options"):
        run("man")


def test_mistakes_are_named() -> None:
    write('[clean]\nsistem = "ice-bl"\n')
    with pytest.raises(UsageError, match=r"'sistem'; nearest: .*system"):
        run("clean", "page.html")
    write("[clean\n")
    with pytest.raises(UsageError, match=r"cleanweb\.toml"):
        run("clean", "page.html")


def test_a_mistake_in_what_the_file_chooses_names_it() -> None:
    write('[clean]\nsystem = "nope"\njobs = 2\n')
    with pytest.raises(UsageError, match=r"^unknown system 'nope'; .* \(cleanweb\.toml has system\)$"):
        run("clean", "page.html")
    with pytest.raises(UsageError, match=r"^unknown system 'nop'; [^()]*$"):
        run("clean", "page.html", "--system", "nop")


@pytest.mark.parametrize(
    "text", [b"\xff", b"a = " + b"[" * 5000, b"[clean]\njobs = " + b"1" * 5000], ids=["bytes", "deep", "long"]
)
def test_what_cannot_be_read_is_a_mistake(text: bytes) -> None:
    Path("cleanweb.toml").write_bytes(text)
    with pytest.raises(UsageError, match=r"cleanweb\.toml: "):
        run("clean", "page.html")


@pytest.mark.parametrize("text", ["[clean\n", "[clean]\njobs = 0\n", "clean = 1\n", "[claen]\n"])
@pytest.mark.parametrize("line", ["clean page.html -h", "explain --help", "sites build --help"])
def test_help_is_given_whatever_the_file_holds(line: str, text: str) -> None:
    """It used to end with the error, when the user needed to read the options."""
    write(text)
    result = CliRunner().invoke(cli, line.split(), catch_exceptions=False)
    assert (result.exit_code, "--system" in result.stdout) == (0, True)
    assert result.stderr.startswith("cleanweb: cleanweb.toml")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ('jobs = "four"', r"\[clean\] jobs is 'four'; expected a whole number"),
        ("jobs = 2.5", r"jobs is 2.5; expected a whole number"),
        ("jobs = 0", r"\[clean\] jobs: 0 is not in the range"),
        ("resume = 3", r"resume is 3; expected true or false"),
        ('resume = "maybe"', r"resume is 'maybe'; expected true or false"),
        ("timeout = {a = 1}", r"timeout is {'a': 1}; expected a number"),
        ('shard = "3"', r"shard: '3' is no shard; expected I/N"),
        ("shard = 3", r"shard: '3' is no shard; expected I/N"),
        ('max-bytes = "huge"', r"max-bytes: 'huge' is no size"),
        ('focus = "pag"', r"focus: 'pag' is not one of"),
        ("sites = 3", r"sites is 3; expected a text"),
        ('sites = "nosuch"', r"\[clean\] sites: File 'nosuch' does not exist"),
        ("output = 2024", r"output is 2024; expected a text"),
        ('system = ["justext"]', r"system is \['justext'\]; expected a text"),
        ('max_bytes = "1M"', r"has 'max_bytes'; nearest: max-bytes"),
        (r'log = "a\u0000"', r"log is 'a\\x00'; expected a text without NUL"),
        (r'exclude = ["a", "\u0000"]', r"exclude is '\\x00'; expected a text without NUL"),
    ],
)
def test_values_that_an_option_cannot_have_are_named(text: str, match: str) -> None:
    write(f"[clean]\n{text}\n")
    with pytest.raises(UsageError, match=r"cleanweb\.toml: \[clean\].*" + match.removeprefix(r"\[clean\] ")):
        run("clean", "--show-config")


def test_a_file_that_a_flag_replaces_need_not_be_there() -> None:
    write('[clean]\nsites = "nosuch"\n')
    write_table("sites.counts", SiteRule(), NONE_LISTED)
    assert 'sites = "sites.counts"' in run("clean", "--show-config", "--sites", "sites.counts")
    assert "--sites FILE" in run("clean", "--help")


def test_a_single_value_will_do_for_an_option_that_may_be_repeated() -> None:
    write('[clean]\nexclude = "a*"\np = "learned.focus=page"\n[explain]\nsystem = "ice-bl"\n')
    assert tomllib.loads(run("clean", "--show-config"))["clean"]["exclude"] == ["a*"]
    assert "ice-bl: keeps 2 of 2 blocks" in run("explain", "page.html")


def test_an_option_of_two_values_is_a_list_of_pairs_or_a_pair() -> None:
    Path("page.html").write_text("<p>Tea</p>\n<i>Boil the water.</i>\n<b>Home</b>\n")
    train = ("train", "charlm", ".", "--classify", "keep-all", "-o", "model.npz")
    for pairs in ('["<i>", "</i>"]', '[["<i>", "</i>"], ["<u>", "</u>"]]'):
        write(f"[train.charlm]\nmarker = {pairs}\n")
        assert "model.npz: " in run(*train)
    for pairs in ('"<i>"', '["<i>"]', '[["<i>", "</i>"], ["<u>"]]'):
        write(f"[train.charlm]\nmarker = {pairs}\n")
        with pytest.raises(UsageError, match=r"\[train.charlm\] marker is .*; expected lists of 2 texts"):
            run(*train)


@pytest.mark.parametrize("command", ["explain", "report"])
def test_explain_and_report_tell_of_the_page_as_it_is_cleaned(command: str) -> None:
    """The reasons used to come from another system than the one that had cleaned the page."""

    def told(*options: str) -> str:
        return run(command, "page.html", *options, *(["-o", "-"] if command == "report" else []))

    by = {system: told("--system", system) for system in ("ice-bl", "justext", "kimatu")}
    stages = 'system = "justext"\ns = "en"\noutput = "out"\nlog = "none"\nwith-blocks = true\n'
    write(f"[clean]\n{stages}")
    assert told() == told("--system", "justext", "-s", "en") != by["ice-bl"]
    assert told("--system", "ice-bl") == by["ice-bl"]
    write(f'[clean]\n{stages}[{command}]\nsystem = "kimatu"\n')
    assert told() == by["kimatu"]
    write("[clean]\njobs = 4\n")
    assert "ice-bl" not in told()
    for wrong, match in (('sistem = "justext"', r"\[clean\] has 'sistem'"), ("jobs = 0", r"\[clean\] jobs: 0 is not")):
        write(f"[clean]\n{wrong}\n")
        with pytest.raises(UsageError, match=match):
            told()
    write("clean = 1\n")
    with pytest.raises(UsageError, match=r"expected a table \[clean\], found 1"):
        told()


def test_sites_as_a_stage_of_its_own_wants_counts_but_where_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.corpus.site_counts.Pool", InProcess)
    Path("html/site").mkdir(parents=True)
    Path("html/site/page.html").write_text("<p>Tea.")
    write('[clean]\nclassify = ["keep-all", "sites"]\n')
    with pytest.raises(
        UsageError, match=r"classifier sites: without sites\.file it keeps everything; expected --sites FILE"
    ):
        run("clean", "html", "-o", "out")
    run("sites", "build", "html", "-o", "sites.counts", "-q")
    shown = run("clean", "--show-config", "--sites", "sites.counts")
    assert shown.count("# classify sites") == 1


def test_sites_are_counted_by_the_blocks_of_the_pages_as_they_are_cleaned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks from another segmenter are on no page, so that nothing was dropped."""
    monkeypatch.setattr("cleanweb.corpus.site_counts.Pool", InProcess)
    Path("site").mkdir()
    for name in ("a", "b"):
        Path("site", f"{name}.html").write_text("<p>Tea<br>for <i>two</i>.")

    def counted(*options: str) -> bytes:
        run("sites", "build", ".", "-o", "sites.counts", *options)
        return Path("sites.counts").read_bytes()

    by = {segmenter: counted("--segment", segmenter) for segmenter in ("blocks", "source-lines")}
    write('[clean]\nsegment = "source-lines"\nsites = "sites.counts"\np = "sites.min_pages=2"\n')
    assert counted() == by["source-lines"] != by["blocks"]
    assert counted("--segment", "blocks") == by["blocks"]
    write('[clean]\nsegment = "source-lines"\n[sites.build]\nsegment = "blocks"\n')
    assert counted() == by["blocks"]
    write("[clean]\njobs = 0\n")
    with pytest.raises(UsageError, match=r"\[clean\] jobs: 0 is not"):
        counted()


def test_of_several_systems_those_drop_whose_blocks_were_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.corpus.site_counts.Pool", InProcess)
    Path("site").mkdir()
    for name in ("a", "b"):
        Path("site", f"{name}.html").write_text(PAGE)
    run("sites", "build", ".", "-o", "sites.counts", "--system", "ice-bl")
    line = (
        "explain",
        "site/a.html",
        "--sites",
        "sites.counts",
        "-p",
        "sites.page=site/a.html",
        "-p",
        "sites.min_pages=2",
    )
    result = CliRunner().invoke(cli, (*line, "--system", "ice-bl", "--system", "kimatu"))
    assert result.exit_code == 0
    assert result.stderr == (
        "cleanweb: --sites sites.counts: kimatu drops nothing, because it makes other blocks than those counted\n"
    )
    assert "ice-bl: keeps 0 of 2 blocks" in result.stdout
    assert "kimatu: keeps 2 of 2 blocks" in result.stdout
    with pytest.raises(UsageError, match="its blocks were counted with"):
        run(*line, "--system", "kitten", "--system", "kimatu")


def test_show_config_has_options_that_are_zero() -> None:
    told = run("clean", "--show-config", "--timeout", "0", "--max-memory", "0")
    assert tomllib.loads(told)["clean"].items() >= {"timeout": 0.0, "max-memory": "0"}.items()


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    write("\ufeff[clean]\njobs = 3\n")
    assert tomllib.loads(run("clean", "--show-config"))["clean"]["jobs"] == 3


def test_show_config_names_the_default_system_and_writes_sizes_as_they_are_given() -> None:
    told = run("clean", "--show-config", "--max-bytes", "1000")
    assert 'system = "cleanweb"  # default' in told
    assert 'max-memory = "2G"  # default' in told
    assert 'max-bytes = "1000"  # command line' in told


def test_a_flag_that_is_false_changes_nothing() -> None:
    for value, found in (("false", "False"), ("true", "True")):
        write(f'[clean]\nsystem = "justext"\nno-headings = {value}\n')
        assert f"justext.no_headings = {found}" in run("clean", "--show-config")


def test_what_the_chosen_stages_have_no_use_for_is_passed_over_in_the_file_only() -> None:
    stages = 's = "eu"\np = ["justext.length_low=50", "style-blocks.seams=glued"]\n'
    write(f'[clean]\nsystem = "justext"\n{stages}[explain]\n{stages}')
    for command in ("clean", "explain"):
        result = CliRunner().invoke(cli, (command, "page.html", "--system", "kimatu"))
        assert result.exit_code == 0
        assert "toml: ignored s: no stage in use takes it, only ice-tree, justext, learned\n" in result.stderr
        assert "toml: ignored p justext.length_low=50: the stage is not in use\n" in result.stderr
        assert "style-blocks" not in result.stderr
    both = CliRunner().invoke(cli, ("explain", "page.html", "--system", "justext", "--system", "kimatu"))
    assert "passed over" not in both.stderr
    for wrong in (("-s", "eu"), ("-p", "justext.length_low=50")):
        with pytest.raises(UsageError, match="pipeline"):
            run("clean", "page.html", "--system", "kimatu", *wrong)
    write('[clean]\np = ["justxt.length_low=50"]\n')
    with pytest.raises(UsageError, match="justxt"):
        run("clean", "page.html", "--system", "kimatu")


def test_a_parser_that_nothing_reads_by_is_passed_over_in_the_file_only() -> None:
    write('[clean]\nparser = "html5lib"\n')
    result = CliRunner().invoke(cli, ("clean", "page.html", "--system", "density"))
    assert result.exit_code == 0
    assert "toml: ignored parser: no stage in use takes it, only a segmenter that reads the page's" in result.stderr
    assert "passed over" not in CliRunner().invoke(cli, ("clean", "page.html")).stderr


def test_what_an_evaluation_has_no_use_for_is_passed_over_in_the_file_only() -> None:
    for folder in ("gold", "html"):
        Path("set", folder).mkdir(parents=True)
    Path("set/gold/a.txt").write_text("<p>Boil the water.")
    Path("set/html/a.html").write_text(PAGE)
    scored = ("evaluate", "set", "set/gold", "--metric", "bag", "--json")
    swept = ("evaluate", "set", "--sweep", "keep-all.kinds=tags,p", "--metric", "bag")
    expected = [run(*scored), run(*swept, "--system", "ice-bl")]
    write('[evaluate]\nsystem = "ice-bl"\njobs = 2\nmin = ["bag.f1=.5"]\nworst = 3\nunit = "char"\nunlabelled = true\n')
    assert [run(*scored), run(*swept)] == expected
    with pytest.raises(UsageError, match="--sweep makes its own outputs"):
        run(*swept, "-j", "2")


STORY = (
    "<nav><a href=/>Home</a></nav>" + "<p>The mill was built in 1740, and it ground the corn of nine villages.</p>" * 3
)


@pytest.mark.parametrize(
    ("text", "line", "same"),
    [
        ('p = ["keep-all.kinds=p"]\nsystem = "ice-bl"', ["-p", "keep-all.kinds=tags"], ["keep-all.kinds = tags"]),
        ('p = ["learned.focus=article"]', ["--focus", "page"], ["learned.focus = page"]),
        ('p = ["justext.length_low=50"]\nsystem = "justext"', ["-p", "justext.max_link_density=0.3"],
         ["justext.length_low = 50", "justext.max_link_density = 0.3"]),
        ('p = ["justext.length_low=50"]\nsystem = "justext"', ["-p", "justext.length_low=60"],
         ["justext.length_low = 60"]),
        ('focus = "page"', ["-p", "learned.focus=article"], ["learned.focus = article"]),
    ],
)  # fmt: skip # a file, a line and what is in force
def test_parameters_of_the_line_are_above_those_of_the_file(text: str, line: list[str], same: list[str]) -> None:
    write(f"[clean]\n{text}\n")
    told = run("clean", *line, "--show-config").splitlines()
    assert set(same) <= {line.removeprefix("#").strip() for line in told}


def test_a_system_of_the_line_is_none_of_the_files_stages() -> None:
    Path("page.html").write_text(STORY)
    plain = {name: run("clean", "page.html", "--system", name) for name in ("justext", "ice-bl")}
    compared = run("explain", "page.html", "--system", "justext", "--system", "ice-bl")
    write('[clean]\nclassify = ["kimatu"]\nsegment = "leaves"\n')
    result = CliRunner().invoke(cli, ["clean", "page.html", "--system", "justext"])
    assert result.stdout == plain["justext"]
    assert "cleanweb.toml: ignored segment: the command line has --system" in result.stderr
    quiet = CliRunner().invoke(cli, ["clean", "page.html", "--system", "ice-bl", "-q"])
    assert (quiet.stdout, quiet.stderr) == (plain["ice-bl"], "")
    assert run("explain", "page.html", "--system", "justext", "--system", "ice-bl") == compared
    assert "kimatu" in run("clean", "--show-config")


def test_a_format_of_the_line_is_above_a_linearizer_of_the_file() -> None:
    write('[clean]\nsystem = "ice-bl"\nlinearize = "cleaneval"\n')
    assert run("clean", "page.html", "-f", "plain") == "Tea\nBoil the water.\n"
    assert "<p>Tea" in run("clean", "page.html", "-f", "jsonl")
    with pytest.raises(UsageError, match="-f plain and --linearize cleaneval: one writes tags"):
        run("clean", "page.html", "-f", "plain", "--linearize", "cleaneval")


def test_a_parameter_that_is_a_number_is_a_mistake() -> None:
    write("[clean]\np = [3]\n")
    with pytest.raises(UsageError, match=r"-p 3: expected STAGE\.NAME=VALUE"):
        run("clean", "page.html")


def test_options_of_the_file_that_a_run_cannot_follow_are_ignored() -> None:
    """There is no flag that undoes them."""
    write('[clean]\nsystem = "ice-bl"\nformat = "jsonl"\nwith-blocks = true\npack = 10\n')
    assert run("clean", "page.html", "-f", "plain") == "Tea\nBoil the water.\n"
    assert '"blocks":[' in run("clean", "page.html")
    run("clean", "page.html", "-o", "out/")
    assert Path("out/00000.jsonl").exists()
    with pytest.raises(UsageError, match="--with-blocks needs -f jsonl"):
        run("clean", "page.html", "-f", "plain", "--with-blocks")
    with pytest.raises(UsageError, match="--pack needs"):
        run("clean", "page.html", "--pack", "3")


def test_texts_are_scored_although_the_file_has_a_sweep() -> None:
    write('[evaluate]\nsweep = "justext.max_link_density=0.1:0.5:0.1"\n')
    for folder in ("gold", "out"):
        Path(folder).mkdir()
        Path(folder, "a.txt").write_text("<p>Tea\n")
    assert "100.0" in run("evaluate", "gold", "out", "--metric", "cleaneval")


def test_the_site_is_found_as_the_command_line_says() -> None:
    for page in ("in/a/1.html", "in/b/2.html"):
        Path(page).parent.mkdir(parents=True)
        Path(page).write_text(PAGE)
    Path("urls").write_text("a/1.html\thttp://one.example/\nb/2.html\thttp://one.example/\n")
    write('[sites.build]\npattern = "(zzz)"\n')
    assert "(2 sites)" in ran("sites", "build", "in", "-o", "c", "--by", "directory").stderr
    assert "2 counted (1 site)" in ran("sites", "build", "in", "-o", "c", "--urls", "urls").stderr
