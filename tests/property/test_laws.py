"""Laws of the pipeline on generated input: an answer for any bytes, verdicts in order, no text twice."""

import re
from pathlib import Path

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from cleanweb import cleaner
from cleanweb.errors import Refused
from cleanweb.normalize.full import Full
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.parse import PARSERS, parse
from cleanweb.pipeline import Pipeline
from cleanweb.segment.blocks import BlockElements
from cleanweb.stage import Normalizer, build, names
from cleanweb.systems import SYSTEMS
from tests.property.checks import check_page
from tests.property.strategies import any_bytes, pages
from tests.test_stages import check_columns

PIPELINES: dict[str, Pipeline] = {name: cleaner(name) for name in SYSTEMS}
TREE_SEGMENTERS = [name for name in names("segment") if build("segment", name, {}).reads == "tree"]
SILENT = re.compile(r"<(script|style|svg|iframe)>.*?</\1>")  # generated pages have a word, but maybe no markup

FINDINGS = Path(__file__).parent.parent / "cases" / "findings"

law = settings(max_examples=60)
law_of_many = settings(max_examples=80)  # each example is for all systems, segmenters or parsers: to make one is slow


@law_of_many
@given(data=any_bytes())
def test_any_bytes_give_an_answer(data: bytes) -> None:
    for system, pipeline in PIPELINES.items():
        note(system)
        check_page(pipeline, data)


@settings(max_examples=300)
@given(data=any_bytes())
def test_any_bytes_give_an_answer_by_what_all_systems_share(data: bytes) -> None:
    check_page(PIPELINES["ice-bl"], data)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.parametrize("normalizer", ["", "plain", "full"])
def test_findings_of_the_fuzzer(system: str, normalizer: str) -> None:
    for path in sorted(FINDINGS.glob("*.html")):
        check_page(cleaner(system, normalize=normalizer or None), path.read_bytes())


@law_of_many
@given(data=any_bytes())
def test_the_same_bytes_give_the_same_answer(data: bytes) -> None:
    for system in PIPELINES:
        assert answer(system, data) == answer(system, data), system


def answer(system: str, data: bytes) -> str:
    """The text, or the reason why there is none."""
    try:
        return PIPELINES[system](data).text
    except Refused as refused:
        return str(refused)


def words(blocks: Blocks) -> list[int]:
    """The numbers of a generated page's words, in block order."""
    return [int(number) for text in blocks.text for number in re.findall(r"w(\d+)x", text)]


@law_of_many
@given(html=pages())
def test_each_text_node_at_most_once_and_in_order(html: str) -> None:
    for name in TREE_SEGMENTERS:
        found = words(build("segment", name, {})(parse(html.encode()), Plain()))
        assert len(found) == len(set(found)), name
        # Parsers move text inside a table but outside its cells to before the table; all other text keeps its order.
        assert found == sorted(found), name


@law
@given(html=pages())
def test_no_text_is_lost(html: str) -> None:
    """All words are in a block, except those in scripts, styles, drawings and frames."""
    expected = [int(number) for number in re.findall(r"w(\d+)x", SILENT.sub("", html))]
    assert words(BlockElements()(parse(html.encode()), Full())) == expected


@law_of_many
@given(html=pages(), br=st.sampled_from(["double", "every"]))
def test_columns_fit_together(html: str, br: str) -> None:
    for parser in PARSERS:
        note(parser)
        check_columns(BlockElements(br=br)(parse(html.encode(), parser), Full()))


@law
@given(html=pages())
def test_a_normalizer_changes_neither_blocks_nor_elements(html: str) -> None:
    def without_marks(normalizer: Normalizer) -> Blocks:
        blocks = BlockElements()(parse(html.encode()), normalizer)
        blocks.elements.mark = []
        return blocks

    assert without_marks(Full()) == without_marks(Plain())
