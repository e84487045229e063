"""`cleanweb.clean` and `cleanweb.cleaner`; the command line can do nothing else."""

import ast
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import cleanweb
from cleanweb.classify.ice_tree import IceTree
from cleanweb.classify.sites import Sites
from cleanweb.cli import cli
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Journal
from cleanweb.corpus.journal_reading import read
from cleanweb.corpus.site_counts import NONE_LISTED, write_table
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.errors import UsageError
from cleanweb.models import FILES
from cleanweb.models.learned_file import DEFAULT, load, save
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.site_table import SiteRule
from cleanweb.stage import ROLES, names, parameters
from cleanweb.systems import SYSTEMS
from tests.corpus.in_process import InProcess
from tests.fixtures import CORPUS, PACKAGE

GERMAN = {"stoplist": "de", "length_low": 5, "length_high": 10}
CHOSEN = {"justext.stoplist": "de", "justext.length_low": "5", "length_high": 10, "justext.max_link_density": 1.0}
PAGE = "<title>Tee</title><h1>Tee für zwei</h1><p>Das Wasser kocht.</p><p><a href=x>Menü</a></p>"


def test_text_blocks_verdicts_and_reasons() -> None:
    page = cleanweb.clean(PAGE, "justext", stoplist="de", length_low=5)
    assert isinstance(page, cleanweb.Cleaned)
    assert page.blocks.text == ["Tee für zwei", "Das Wasser kocht.", "Menü"]
    assert page.verdicts.keep[2] is False
    assert page.explain([2])[0].reason == "link density 1.00 is over 0.2"


def test_what_the_page_says_of_itself() -> None:
    page = (CORPUS / "html/fr-recipe.html").read_bytes()
    said = cleanweb.clean(page).metadata
    assert (said.title, said.date, said.author) == ("Lentilles aux carottes et au lard", "2019-01-08", "Solange")
    assert cleanweb.clean(page, "ice-ga").metadata.encoding == "utf-8"


@pytest.mark.parametrize("system", ["ice-ga", "density"])
def test_systems_that_read_the_source_know_what_the_head_states(system: str) -> None:
    """Their JSON lines and vertical text lacked title, address and date."""
    page = (
        '<html lang=en><title>Tea</title><link rel=canonical href="https://tea.example/">'
        f"<meta name=date content=2024-03-14><p>{'Boil the water, then wait. ' * 9}"
    )
    said = cleanweb.clean(page, system).metadata
    assert (said.title, said.url, said.date, said.language) == ("Tea", "https://tea.example/", "2024-03-14", "en")


@pytest.mark.parametrize("system", ["ice-bl", "ice-ga", "density"])
def test_what_the_page_states_in_its_body_counts_whatever_the_system_reads(system: str) -> None:
    """With ice-ga it was lost if the page had a menu, or anything else that the expression does not capture."""
    stated = '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2020-03-04"}</script>'
    page = f"<title>Tea</title><body><ul><li><a href=x>Home</a></ul><p>{'Boil the water, then wait. ' * 9}{stated}"
    assert cleanweb.clean(page, system).metadata.date == "2020-03-04"


def test_a_page_is_shown_in_a_line() -> None:
    assert repr(cleanweb.clean(PAGE, "justext", stoplist="de")) == "<Cleaned: 0 of 3 blocks kept, 0 characters>"


@pytest.mark.parametrize("comments", ["keep", "only"])
def test_a_page_travels_without_its_model(comments: str) -> None:
    page = cleanweb.clean((CORPUS / "html" / "en-news.html").read_bytes(), comments=comments)
    told = page.explain(range(len(page.blocks)))
    sent = pickle.dumps(page)
    assert len(sent) < 30_000  # the model alone takes a million bytes
    for again in (pickle.loads(sent), deepcopy(page)):
        assert again == page
        assert again.explain(range(len(page.blocks))) == told


@pytest.mark.parametrize("classify", ["keep-all", ("marks", "justext")])
def test_blocks_to_explain_are_named_as_elsewhere(classify: str | tuple[str, ...]) -> None:
    page = cleanweb.clean(PAGE, classify=classify)
    assert page.explain([-1, 0]) == page.explain([2, 0]) == page.explain(row for row in (2, 0))  # type: ignore[arg-type]  # iterators too
    with pytest.raises(IndexError):
        page.explain([3])


def test_bytes_are_decoded_and_str_is_taken_as_it_stands() -> None:
    wrong = '<meta charset="koi8-r">' + PAGE
    assert cleanweb.clean(wrong, "ice-bl").text == cleanweb.clean(wrong.encode(), "ice-bl").text
    assert "Tee für zwei" in cleanweb.clean(PAGE.encode("latin-1"), "ice-bl").text
    assert cleanweb.clean("<p>caf\udce9", "ice-bl").text == "<p>caf?\n"  # a lone surrogate is not a character


def test_parameters_by_name_by_full_name_and_as_python_values() -> None:
    short = cleanweb.clean(PAGE, "ice-bl", block_tags=("p",))
    full = cleanweb.clean(PAGE, "ice-bl", parameters={"blocks.block_tags": "P"})
    assert short.blocks.text == full.blocks.text == ["Tee für zwei", "Das Wasser kocht.", "Menü"]
    assert len(cleanweb.clean(PAGE, "ice-bl", block_tags=("div",)).blocks) == 1


def test_wrong_names_say_what_was_expected() -> None:
    with pytest.raises(UsageError, match="unknown system"):
        cleanweb.clean(PAGE, "no-such")
    with pytest.raises(UsageError, match=r"has a parameter 'max_link'; nearest: max_link_density"):
        cleanweb.clean(PAGE, "justext", max_link=1)
    with pytest.raises(UsageError, match=r"'no_such'; expected one of: .*max_link_density, .*stopwords_low"):
        cleanweb.clean(PAGE, "justext", no_such=1)
    with pytest.raises(UsageError, match="stage 'kimatu' is not in this pipeline"):
        cleanweb.cleaner("justext", parameters={"kimatu.skip": "near"})
    with pytest.raises(UsageError, match="unknown classify stage 'justex'; nearest: justext"):
        cleanweb.cleaner(classify="justex")
    for chosen in ({"classify": "sites"}, {"sites": ""}):
        with pytest.raises(UsageError, match=r"without sites\.file it keeps everything; expected --sites FILE"):
            cleanweb.cleaner(**chosen)
    with pytest.raises(UsageError, match="unknown parser"):
        cleanweb.cleaner(parser="lxml")
    with pytest.raises(UsageError, match="stoplist is 'None'; expected a text"):
        cleanweb.cleaner("justext", stoplist=None)
    for wrong in ({"p"}, np.array(["p", "div"]), b"p"):
        with pytest.raises(UsageError, match=r"block_tags is .*; expected texts with commas between them"):
            cleanweb.cleaner("ice-bl", block_tags=wrong)  # type: ignore[arg-type]  # that is what is tested
        with pytest.raises(UsageError, match=r"block_tags is .*; expected texts with commas between them"):
            cleanweb.clean(PAGE, "ice-bl", block_tags=wrong)  # type: ignore[arg-type]  # as above
    for spaced in ("abbr q", ("abbr q", "img")):
        with pytest.raises(UsageError, match=r"noted_tags is 'abbr q.*'; expected texts with commas .* no spaces"):
            cleanweb.cleaner("kitten", noted_tags=spaced)
    named = [("kitten", "table_models"), ("justext", "stoplist"), ("ice-dt", "model"), ("ice-ga", "model")]
    for system, name in [*named, ("cleanweb", "model"), ("cleanweb", "sites")]:
        with pytest.raises(UsageError, match=r"is 'a\\x00b'; expected a text, without NUL"):
            cleanweb.cleaner(system, **{name: "a\0b"})
    with pytest.raises(UsageError, match=r"stoplist is .'der', 'die'.; expected a text"):  # a list of words is a file
        cleanweb.clean(PAGE, "justext", stoplist=["der", "die"])
    with pytest.raises(UsageError, match="expected a number"):
        cleanweb.clean(PAGE, "justext", max_link_density="much")
    with pytest.raises(AttributeError, match="no_such"):
        cleanweb.no_such  # noqa: B018  (the look-up is under test)


def test_a_page_is_bytes_or_characters() -> None:
    chosen = cleanweb.cleaner("ice-bl")
    for page in (PAGE, PAGE.encode(), np.bytes_(PAGE.encode()), bytearray(PAGE.encode()), memoryview(PAGE.encode())):
        assert chosen(page).text == chosen(PAGE).text  # type: ignore[arg-type]  # bytes-like too
    for wrong in (None, Path("page.html"), [PAGE]):
        with pytest.raises(TypeError, match=f"expected a page as bytes or str, found {type(wrong).__name__}"):
            cleanweb.clean(wrong)  # type: ignore[arg-type]  # that is what is tested


def test_a_cleaner_is_a_value_and_gives_what_clean_gives() -> None:
    made = cleanweb.cleaner("justext", **GERMAN, max_link_density=1)
    assert isinstance(made, cleanweb.Pipeline)
    assert pickle.loads(pickle.dumps(made)) == made == cleanweb.cleaner("justext", parameters=CHOSEN)
    assert made(PAGE).text == made(PAGE.encode()).text == cleanweb.clean(PAGE, "justext", parameters=CHOSEN).text
    assert "<p>Das Wasser kocht.\n" in made(PAGE).text
    assert made(PAGE).verdicts != cleanweb.clean(PAGE, "justext", **GERMAN).verdicts


def test_stages_can_be_chosen(tmp_path: Path) -> None:
    assert cleanweb.cleaner(classify=None) == cleanweb.cleaner(normalize=None, classify=()) == cleanweb.cleaner()
    kept = cleanweb.clean(PAGE, classify="keep-all", linearize="plain").text
    assert kept == "Tee für zwei\nDas Wasser kocht.\nMenü\n"
    both = cleanweb.cleaner("ice-bl", normalize="full", classify=["marks", "justext"], **GERMAN)
    assert [type(stage).__name__ for stage in both.classify] == ["Marks", "JusText"]
    counts = tmp_path / "sites.counts"
    write_table(str(counts), SiteRule(), NONE_LISTED)
    assert [type(stage).__name__ for stage in cleanweb.cleaner(sites=counts, page="a/b.html").classify] == [
        "Learned",
        "Sites",
    ]
    assert cleanweb.cleaner("ice-bl", parser="html5lib")(PAGE).text == cleanweb.clean(PAGE, "ice-bl").text
    stop_list = tmp_path / "de.txt"
    stop_list.write_text("das\n")
    assert cleanweb.cleaner("justext", stoplist=stop_list) == cleanweb.cleaner("justext", stoplist=str(stop_list))


def test_a_model_trained_anew_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load(DEFAULT)
    for name, bias in (("here", 30), ("there", -30)):
        (tmp_path / name).mkdir()
        save(replace(model, blocks=replace(model.blocks, bias=bias)), tmp_path / name / "mine.npz")
    monkeypatch.chdir(tmp_path / "here")
    assert min(cleanweb.clean(PAGE, model="mine.npz").verdicts.score) > 0.5
    monkeypatch.chdir(tmp_path / "there")  # a file of the same name
    assert max(cleanweb.clean(PAGE, model="mine.npz").verdicts.score) < 0.5
    (tmp_path / "here" / "mine.npz").replace("mine.npz")
    assert min(cleanweb.cleaner(model="mine.npz")(PAGE).verdicts.score) > 0.5


def test_counts_and_models_of_other_stages_are_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for by in ("directory", "url"):
        write_table(str(file), SiteRule(by), NONE_LISTED)
        stage = cleanweb.cleaner(sites=file).classify[-1]
        assert isinstance(stage, Sites)
        assert stage._table().rule.by == by
    for shipped in ("ice_tree.json", "ice_tree_divergence.json"):
        file.write_bytes((FILES / shipped).read_bytes())
        tree = cleanweb.cleaner("ice-dt", model=file).classify[0]
        assert isinstance(tree, IceTree)
        assert ("divergence" in tree.tree().features()) == ("divergence" in shipped)


@dataclass(frozen=True)
class Long:
    """A custom classifier that keeps long blocks; on request it returns too many verdicts, or a wrong kind."""

    min_chars: int = 10
    surplus: int = 0
    kind: str = "p"

    def __call__(self, blocks: Blocks) -> Verdicts:
        keep = np.array([len(text) >= self.min_chars for text in blocks.text] + [True] * self.surplus)
        return Verdicts(keep, [self.kind] * len(keep), ["length"] * len(keep), np.zeros(len(keep)))  # type: ignore[arg-type]  # arrays for lists

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002  (what is asked)
        return [Explanation(f"{len(blocks.text[row])} characters") for row in rows]


def test_a_stage_of_ones_own_takes_the_place_of_another(tmp_path: Path) -> None:
    own = replace(cleanweb.cleaner(), classify=(Long(),))
    page = own(PAGE)
    assert page.text == "<p>Tee für zwei\n<p>Das Wasser kocht.\n"
    assert page.explain([2])[0].reason == "4 characters"
    log = tmp_path / "journal.jsonl"
    with closing(Journal(str(log), anew=True)) as journal:  # its columns are arrays, which JSON does not support
        journal.add(clean_page(Page("a.html", "a.html", data=PAGE.encode()), Task(pipeline=own)).outcome)
    assert [line.kept_blocks for line in read(str(log))] == [2]


def test_a_verdict_too_many_is_told_as_that() -> None:
    wrong = replace(cleanweb.cleaner(), classify=(Long(surplus=1), Long()))
    with pytest.raises(
        ValueError, match="Long: expected 3 verdicts, one a block; keep, kind, rule, score are 4, 4, 4, 4"
    ):
        wrong(PAGE)


def test_a_kind_that_is_none_is_told_as_that() -> None:
    wrong = replace(cleanweb.cleaner(), classify=(Long(kind="heading"),))
    with pytest.raises(ValueError, match="Long: expected kinds of blocks among p, h, l, found 'heading'"):
        wrong(PAGE)
    assert not replace(wrong, classify=(Long(min_chars=100, kind=""),))(PAGE).text  # those removed need none


def test_what_is_no_stage_is_told_before_a_page_is_cleaned() -> None:
    made = cleanweb.cleaner()
    for wrong in (Long(), ()):
        with pytest.raises(TypeError, match="classify: expected one classifier or more in a tuple, found "):
            replace(made, classify=wrong)  # type: ignore[arg-type]  # that is what is tested
    with pytest.raises(TypeError, match=r"expected a stage, found the class Long; Long\(\) makes one"):
        replace(made, classify=(Long,))  # type: ignore[arg-type]  # as above
    with pytest.raises(UsageError, match="unknown parser 'lxml'; expected one of: lexbor, html5lib"):
        replace(made, parser="lxml")  # type: ignore[arg-type]  # as above


def test_no_parameter_of_a_stage_is_called_like_an_option() -> None:
    options = set(signature(cleanweb.cleaner).parameters) | set(signature(cleanweb.clean).parameters)
    found = {known.name for role in ROLES for stage in names(role) for known in parameters(role, stage)}
    assert not options & found


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_command_line_gives_the_same(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.cli.cleaning.Pool", InProcess)
    page = (CORPUS / "html" / "fr-recipe.html").read_bytes()
    done = CliRunner().invoke(cli, ["clean", "-", "--system", system], input=page)
    assert done.exit_code == 0
    assert done.stdout_bytes.decode() == cleanweb.clean(page, system).text


def test_the_command_line_makes_its_cleaners_in_no_other_way() -> None:
    calls, imports = {}, {}
    for file in PACKAGE.rglob("*.py"):
        nodes, path = list(ast.walk(ast.parse(file.read_text("utf-8")))), file.relative_to(PACKAGE)
        calls[path], imports[path] = {called_name(node) for node in nodes}, imported(nodes)
    assert [str(path) for path in calls if "Pipeline" in calls[path]] == ["interface.py"]
    assert [str(path) for path in imports if "cleanweb.stage.build" in imports[path]] == ["interface.py"]
    for path in (path for path in imports if path.parent.name == "cli"):
        assert not imports[path] & {"cleanweb.interface", "cleanweb.pipeline"}, path
    asking = {str(path) for path in calls if "cleaner" in calls[path]}
    assert asking >= {"cli/stage_options.py", "evaluate/sweep.py", "train/charlm.py", "train/ice_tree_model.py"}


def called_name(node: ast.AST) -> str:
    """The name that a call calls; "" for other nodes."""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


def imported(nodes: Sequence[ast.AST]) -> set[str]:
    """The modules that a file imports, and the names that it takes from packages."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    return found


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, cleanweb; print([m for m in ('numpy', 'selectolax', 'click', 'orjson') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


TYPED = """
import cleanweb
from dataclasses import replace
from cleanweb.page import Block, Verdict

page: cleanweb.Cleaned = cleanweb.clean(b"<p>Tea", "justext", stoplist="en", max_link_density=0.1)
told: tuple[str, bool, str] = page.text, page.verdicts[0].keep, page.explain([0])[0].reason
stated: str | None = page.metadata.title
pairs: list[tuple[Block, Verdict]] = [*zip(page.blocks, page.verdicts)]
cleaner: cleanweb.Pipeline = replace(cleanweb.cleaner(), classify=cleanweb.cleaner("kimatu").classify)
"""


@pytest.mark.slow  # runs mypy without a cache
@pytest.mark.parametrize(("more", "told"), [("", "Success"), ("cleanweb.claen(page.text)", "has no attribute")])
def test_who_checks_types_knows_all_names_and_no_others(more: str, told: str, tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="needs the extra [dev]")
    if not (PACKAGE.parent / "pyproject.toml").is_file():
        pytest.skip("no checkout here: the package is installed elsewhere")
    (tmp_path / "program.py").write_text(TYPED + more)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    done = subprocess.run(
        [*command, str(tmp_path / "program.py")],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MYPYPATH": str(PACKAGE.parent)},
    )
    assert told in done.stdout
