"""Requirements for every stage; a new stage file is checked without a change here."""

import doctest
import pickle
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log
from cleanweb.decode import decode
from cleanweb.errors import Refused, UsageError
from cleanweb.linearize.cleaneval import CleanEval
from cleanweb.metadata import html_language
from cleanweb.normalize.plain import Plain
from cleanweb.page import BLOCK_COLUMNS, OPTIONAL_COLUMNS, Blocks, Explanation, Kind, Verdicts
from cleanweb.parse import parse
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.site_table import SiteRule
from cleanweb.stage import ROLES, Classifier, Linearizer, Normalizer, Role, Segmenter, build, load, names, parameters
from cleanweb.systems import DEFAULT_SYSTEM, SYSTEMS, chosen_stages
from tests.fixtures import CORPUS, PACKAGE, page_paths

PROTOCOLS = {"normalize": Normalizer, "segment": Segmenter, "classify": Classifier, "linearize": Linearizer}
STAGES = [(role, name) for role in ROLES for name in names(role)]

# Stages not based on a publication; every other stage names its paper and how it differs from it.
OWN = {
    ("normalize", "plain"),
    ("normalize", "full"),
    ("segment", "blocks"),
    ("classify", "marks"),
    ("classify", "sites"),
    ("classify", "learned"),
    ("linearize", "plain"),
}

each_stage = pytest.mark.parametrize(("role", "name"), STAGES, ids=[f"{role}-{name}" for role, name in STAGES])
each_system = pytest.mark.parametrize("system", sorted(SYSTEMS))


def module_of(role: Role, name: str) -> Any:
    return import_module(f"cleanweb.{role}.{name.replace('-', '_')}")


@lru_cache
def made(system: str) -> Pipeline:
    return cleaner(system)


@lru_cache
def cleaned(system: str) -> list[Cleaned]:
    return [made(system)(path.read_bytes()) for path in page_paths()]


@each_stage
def test_the_last_line_is_the_wiring(role: Role, name: str) -> None:
    lines = Path(module_of(role, name).__file__).read_text("utf-8").splitlines()
    assert lines[-1] == f"STAGE: type[{PROTOCOLS[role].__name__}] = {load(role, name).__name__}"


@each_stage
def test_it_is_a_frozen_slotted_dataclass_called_by_keyword(role: Role, name: str) -> None:
    stage = load(role, name)
    assert stage.__dataclass_params__.frozen
    assert "__slots__" in vars(stage)
    assert all(field.kw_only for field in fields(stage))


@each_stage
def test_parameters_have_a_meaning_and_a_source(role: Role, name: str) -> None:
    for parameter in parameters(role, name):
        where = f"{name}.{parameter.name}"
        assert len(parameter.meaning.split()) >= 2, where
        assert parameter.source.strip("? "), where
        assert not parameter.choices or parameter.default in parameter.choices, where
        assert re.fullmatch("|-[a-zA-Z]|--[a-z-]+", parameter.flag), where


@each_stage
def test_what_it_re_implements_is_said(role: Role, name: str) -> None:
    text = module_of(role, name).__doc__
    assert load(role, name).__doc__, "the class has no docstring"
    if (role, name) not in OWN:
        assert "\nPaper: " in text


def test_what_differs_from_a_paper_is_said() -> None:
    texts = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    of_papers = [path for path, text in texts.items() if "\nPaper: " in text]
    assert of_papers
    assert [path for path in of_papers if not re.search("\nDiffers from the paper[:,]", texts[path])] == []


@each_stage
def test_a_small_example_is_beside_it(role: Role, name: str) -> None:
    assert ">>> " in (load(role, name).__doc__ or "")  # which `test_examples_in_docstrings` runs


@each_stage
def test_defaults_build_compare_and_pickle(role: Role, name: str) -> None:
    stage = build(role, name, {})
    assert isinstance(stage, PROTOCOLS[role])
    assert stage == build(role, name, {})
    assert pickle.loads(pickle.dumps(stage)) == stage
    assert hash(stage) == hash(build(role, name, {}))


@each_stage
def test_defaults_can_be_written_on_the_command_line(role: Role, name: str) -> None:
    for parameter in parameters(role, name):
        default = parameter.default
        text = ",".join(default) if isinstance(default, tuple) else str(default)
        assert getattr(build(role, name, {parameter.name: text}), parameter.name) == default, parameter.name


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_number_that_a_parameter_cannot_have_is_an_error_before_the_first_page(name: str) -> None:
    """Any number that is accepted must clean and explain a page with finite numbers."""
    page = (CORPUS / "html" / "en-news.html").read_bytes()
    keys = [
        f"{stage}.{known.name}"
        for role, stages in chosen_stages(name).items()
        for stage in stages
        for known in parameters(role, stage)
        if float in _types(known.type) or int in _types(known.type)
    ]
    for key in keys:
        for value in ("0", "-1", "1e-320", "1e100", "1e308", "inf", "-inf", "nan", "99999999999"):
            try:
                chosen = cleaner(name, parameters={key: value})
            except UsageError:
                continue
            assert value.lstrip("-")[0].isdigit(), key  # no infinity, and no NaN
            try:
                log = block_log(chosen(page), "all")
                assert not re.search(rb":null|(?<!\w)(inf|nan)(?!\w)", log), (key, value)
            except Refused:
                continue
            except Exception as error:
                raise AssertionError(f"{key}={value}") from error


def _types(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) or (hint,)


def test_systems_are_of_known_stages() -> None:
    for system in SYSTEMS.values():
        for role, chosen in (
            ("normalize", [system.normalize]),
            ("segment", [system.segment]),
            ("classify", system.classify),
            ("linearize", [system.linearize]),
        ):
            assert set(chosen) <= set(names(role)), role  # type: ignore[arg-type]  # a Literal
    assert DEFAULT_SYSTEM in SYSTEMS


def check_verdicts(blocks: Blocks, verdicts: Verdicts) -> None:
    assert {len(blocks)} == {len(verdicts.keep), len(verdicts.kind), len(verdicts.rule), len(verdicts.score)}
    assert set(map(type, verdicts.keep)) <= {bool}
    assert set(map(type, verdicts.score)) <= {float, int}
    assert set(verdicts.kind) <= set(get_args(Kind))
    assert all(verdicts.rule)


def check_classifier(classifier: Classifier, blocks: Blocks) -> None:
    """One verdict per block in order, an explanation for every row requested, and the same verdicts after pickling."""
    verdicts = classifier(blocks)
    check_verdicts(blocks, verdicts)
    rows = range(len(blocks))
    told = classifier.explain(blocks, verdicts, rows)
    assert len(told) == len(blocks)
    assert all(explanation.reason and "{" not in explanation.reason for explanation in told)
    some = rows[::-2]
    for known in (verdicts, replace(verdicts, evidence=None)):  # the evidence may be gone
        assert classifier.explain(blocks, known, some) == [told[row] for row in some]
    assert pickle.loads(pickle.dumps(classifier))(pickle.loads(pickle.dumps(blocks))) == verdicts


@pytest.mark.parametrize("name", names("classify"))
def test_classifiers_judge_and_explain_every_block(name: str) -> None:
    classifier = build("classify", name, {})
    system = next((key for key, system in SYSTEMS.items() if name in system.classify), "ice-bl")
    for page in cleaned(system):
        check_classifier(classifier, page.blocks)
        check_classifier(classifier, page.blocks.select(range(1, len(page.blocks), 2)))  # as after another classifier


@pytest.mark.parametrize("name", names("classify"))
def test_classifiers_take_pages_without_blocks_and_blocks_made_by_hand(name: str) -> None:
    classifier = build("classify", name, {})
    check_classifier(classifier, Blocks())
    try:
        check_classifier(classifier, Blocks.of([("html>body>p", "one block")]))
    except UsageError as error:  # the classifier needs a column that only some segmenters fill, and says so
        assert "--segment" in str(error)


@pytest.mark.parametrize("segmenter", names("segment"))
@pytest.mark.parametrize("name", sorted({*names("classify")} - {"sites"}))
def test_classifiers_judge_the_blocks_of_every_segmenter(name: str, segmenter: str) -> None:
    """Those made from a page's source have no elements, or stand outside all."""
    try:
        chain = cleaner("cleanweb", segment=segmenter, classify=[name])
    except UsageError as error:
        assert "--segment" in str(error)
        return
    for path in page_paths():
        page = chain(path.read_bytes())
        check_verdicts(page.blocks, page.verdicts)
        assert len(block_log(page, "all").splitlines()) >= len(page.blocks), path.name


class AllItems:
    """A first classifier of a chain: all blocks are list items."""

    def __call__(self, blocks: Blocks) -> Verdicts:
        count = len(blocks)
        return Verdicts([True] * count, ["l"] * count, ["item"] * count, [0.0] * count)

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        return [Explanation(f"{verdicts.rule[row]}: {blocks.text[row]}") for row in rows]


BY_TAGS = {"charlm", "density", "ice-lm", "justext", "kitten", "marks", "sites"}


@pytest.mark.parametrize("name", names("classify"))
def test_classifiers_that_only_go_by_tags_leave_kinds_alone(name: str) -> None:
    """`--classify kimatu --classify charlm` keeps kimatu's headings and items."""
    later = build("classify", name, {})
    assert (getattr(later, "tells_kinds", True) is False) == (name in BY_TAGS)
    if name in BY_TAGS:
        chain = replace(made("density"), classify=(AllItems(), later))
        for path in page_paths():
            assert set(chain(path.read_bytes()).verdicts.kind) <= {"l"}


@pytest.mark.parametrize("name", names("segment"))
def test_segmenters_make_columns_of_one_length(name: str) -> None:
    segmenter = build("segment", name, {})
    for data in (b"", *(path.read_bytes() for path in page_paths())):
        decoded = decode(data)
        blocks = segmenter(parse(decoded.utf8) if segmenter.reads == "tree" else decoded.text, Plain())
        check_columns(blocks)
        assert pickle.loads(pickle.dumps(blocks)) == blocks


def check_columns(blocks: Blocks) -> None:
    elements = blocks.elements
    for column in BLOCK_COLUMNS:
        assert len(getattr(blocks, column)) == len(blocks), column
    for column in OPTIONAL_COLUMNS:
        assert len(getattr(blocks, column)) in (0, len(blocks)), column
    for column in ("parent", "attributes", "mark", "order", "first", "end", "close"):
        assert len(getattr(elements, column)) == len(elements), column
    for row, parent in enumerate(elements.parent):
        assert parent < row < elements.close[row] <= len(elements)
        assert 0 <= elements.first[row] <= elements.end[row] <= len(blocks)
        if parent >= 0:
            assert elements.first[parent] <= elements.first[row]
            assert elements.end[row] <= elements.end[parent]
            assert elements.close[row] <= elements.close[parent]
    for row, (container, inner) in enumerate(zip(blocks.container, blocks.inner, strict=True)):
        assert -1 <= container <= inner < len(elements)
        if container >= 0:
            assert elements.first[container] <= row < elements.end[container]
            assert container in elements.ancestors(inner)
    assert all(text.strip() for text in blocks.text)


def words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


def check_linearized(linearizer: Linearizer, page: Cleaned) -> None:
    """The output is the kept blocks, apart from the edits that the linearizer declares."""
    written = linearizer(page.blocks, page.verdicts)
    tagged = isinstance(linearizer, CleanEval) or getattr(linearizer, "tags", False)
    output = words([re.sub(r"(?m)^<[phl]>", "", written.text) if tagged else written.text])  # a page may say "<p>"
    added = words(edit.added for edit in written.edits)
    removed = words(edit.removed for edit in written.edits)
    kept = words(text for text, keep in zip(page.blocks.text, page.verdicts.keep, strict=True) if keep)
    assert output - added <= kept, "words that come from nowhere"
    assert kept - removed <= output, "kept words that are lost"


@each_system
@pytest.mark.parametrize("name", names("linearize"))
def test_linearizers_write_what_was_kept(name: str, system: str) -> None:
    for page in cleaned(system):
        check_linearized(build("linearize", name, {}), page)


@each_system
def test_systems_run_explain_and_travel(system: str) -> None:
    pipeline = made(system)
    assert pickle.loads(pickle.dumps(pipeline)) == pipeline
    for page in cleaned(system):
        check_verdicts(page.blocks, page.verdicts)
        assert len(page.explain(range(len(page.blocks)))) == len(page.blocks)
        assert not page.text or page.text.endswith("\n")


@each_system
def test_systems_tell_what_a_page_says_of_itself(system: str) -> None:
    page = (
        "<html lang=sw><title>Chai</title><link rel=canonical href=https://a.example/><p>Chai ni kinywaji cha majani."
    )
    cleaned = made(system)(page)
    assert html_language(cleaned.blocks) == "sw"
    assert (cleaned.metadata.title, cleaned.metadata.url) == ("Chai", "https://a.example/")
    assert SiteRule(by="url").site("a.html", cleaned.blocks) == "a.example"
    assert made(system)(page.partition("<p>")[0] + "<img src=a.png>").metadata.title == "Chai", "without text"


@each_system
@pytest.mark.parametrize("name", names("normalize"))
def test_systems_take_every_normalizer(name: str, system: str) -> None:
    """They judge what the normalizer finds if the tree is empty, unless they read the source themselves."""
    other = replace(made(system), normalize=build("normalize", name, {}))
    for page in (b"<title>Tea", b"<!-- Tea", b"<p>Tea"):
        cleaned = other(page)
        check_verdicts(cleaned.blocks, cleaned.verdicts)


@each_system
def test_systems_give_nothing_for_an_empty_page(system: str) -> None:
    assert made(system)(b"").text == ""


@each_system
def test_what_nobody_sees_makes_no_block(system: str) -> None:
    """Page editors leave a joiner, or a zero-width space, in empty paragraphs."""
    unseen = "\u200d \u200b \u00ad \u2063 \ufeff".split()
    page = "\n".join(f"<p>{sign * 70}</p>" for sign in unseen)  # as long as the lines that `density` looks at
    for normalizer in names("normalize"):
        assert not replace(made(system), normalize=build("normalize", normalizer, {}))(page.encode()).blocks


def modules() -> list[str]:
    found = sorted(PACKAGE.rglob("*.py"))
    dotted = [".".join(("cleanweb", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in found]
    texts = dict(zip(dotted, found, strict=True))
    return [name for name, path in texts.items() if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("module", modules())
def test_examples_in_docstrings(module: str) -> None:
    found = import_module(module)
    if not (found.__file__ or "").endswith(".py"):
        pytest.skip("compiled: doctest does not see its functions")
    result = doctest.testmod(found)
    assert result.attempted
    assert not result.failed
