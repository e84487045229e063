"""jusText's rules case by case, and its classes compared with the published program's on the program's paragraphs."""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import justext.core
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from justext.paragraph import Paragraph

from cleanweb import cleaner
from cleanweb.classify.justext import JusText
from cleanweb.errors import UsageError
from cleanweb.page import Blocks
from cleanweb.stoplists import find_stoplist
from tests.timing import within

CASES = json.loads((Path(__file__).parent.parent / "cases" / "justext.json").read_text(encoding="utf-8"))
STOP_WORDS = frozenset({"the", "of", "and"})

# Markup by the name that the cases use; 4 of the 13 words of `middling` are stop words: a density of .308.
CONTENT = {
    "good": "The smoke and the steam of " * 10,
    "medium": "The smoke and the steam of all " * 4,
    "middling": "The smoke of tea and the people steam water here quality good Assam " * 4,
    "names": "Anna Berta Carla Dora Emma Frida Greta Hanna " * 6,
    "short": "The smoke of autumn",
    "linked": "The smoke of <a>tea</a> houses in autumn",
    "links": "The smoke <a>and the steam of Assam and of Darjeeling</a> " * 5,
    "copyright": "The smoke and the steam of © " * 10,
}


@pytest.fixture(scope="module")
def stoplist(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("stoplists") / "three.txt"
    path.write_text("\n".join(sorted(STOP_WORDS)), encoding="utf-8")
    return str(path)


def test_defaults_are_those_of_the_program() -> None:
    of_program = {
        name.removesuffix("_DEFAULT").lower(): value
        for name, value in vars(justext.core).items()
        if name.endswith("_DEFAULT") and not isinstance(value, str)
    }
    assert len(of_program) >= 7
    assert of_program == {name: getattr(JusText(), name) for name in of_program}


def page_of(rows: Sequence[str]) -> str:
    """A page of elements given as "h2>div good": tags, then a key of CONTENT."""
    page = []
    for row in rows:
        path, name = row.split()
        tags = path.split(">")
        page.append(
            "".join(f"<{tag}>" for tag in tags) + CONTENT[name] + "".join(f"</{tag}>" for tag in reversed(tags))
        )
    return f"<body>{''.join(page)}</body>"


def blocks_of(paragraphs: Sequence[Paragraph]) -> Blocks:
    """The program's paragraphs as blocks, with its own counts of link characters."""
    blocks = Blocks()
    for paragraph in paragraphs:
        made = Blocks.of([(paragraph.dom_path.replace(".", ">"), "")])
        parent = -1
        for tag in made.elements.tag:
            parent = blocks.append_element(parent, tag)
        blocks.append(paragraph.text, parent, link_chars=paragraph.chars_count_in_links)
    return blocks


def by_program(page: str | bytes, stop_words: frozenset[str], **parameters: Any) -> list[Paragraph]:
    """The program's paragraphs of a page, without its removal of forms, so that `select` is seen at all."""
    paragraphs: list[Paragraph] = justext.justext(page, stop_words, preprocessor=lambda tree: tree, **parameters)
    return paragraphs


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases(case: dict[str, Any], stoplist: str) -> None:
    parameters = case.get("parameters", {})
    paragraphs = by_program(page_of(case["blocks"]), STOP_WORDS) if case["blocks"] else []
    blocks = blocks_of(paragraphs)
    verdicts = JusText(stoplist=stoplist, **parameters)(blocks)
    assert verdicts.rule == case["rules"]
    assert verdicts.keep == [bool(keep) for keep in case["keep"]]


def test_a_heading_of_the_first_stage_says_why_it_is_near_good(stoplist: str) -> None:
    """The reason used to be that of long blocks with many stop words, next to the length of a short one."""
    classify = JusText(stoplist=stoplist, heading_stages="both")
    blocks = blocks_of(by_program(page_of(["p names", "h2 short", "p good"]), STOP_WORDS))
    assert classify.explain(blocks, classify(blocks), [1])[0].reason == (
        "short heading (19 characters), taken as near-good for the good block at most 200 characters after it"
    )


BOUNDS = [  # of the 80 characters 20 are linked; half of the words are stop words
    ({}, "near-good, between bad blocks"),
    ({"length_low": 80}, "near-good, between bad blocks"),
    ({"length_low": 81}, "short with links"),
    ({"length_high": 80}, "near-good, between bad blocks"),
    ({"length_high": 79}, "long running text"),
    ({"length_high": 79, "stopwords_high": 0.5}, "long running text"),
    ({"length_high": 79, "stopwords_high": 0.51}, "near-good, between bad blocks"),
    ({"stopwords_low": 0.5, "stopwords_high": 0.51}, "near-good, between bad blocks"),
    ({"stopwords_low": 0.51, "stopwords_high": 0.51}, "few stop words"),
    ({"max_link_density": 0.25}, "near-good, between bad blocks"),
    ({"max_link_density": 0.24}, "link density"),
]


@pytest.mark.parametrize(("parameters", "rule"), BOUNDS)
def test_what_is_at_a_bound(parameters: dict[str, Any], rule: str, stoplist: str) -> None:
    blocks = Blocks.of([("body>p", "the tea " * 9 + "the milk")])
    blocks.link_chars[0] = 20
    assert len(blocks.text[0]) == 80
    given = {"max_link_density": 0.25, **parameters}
    assert JusText(stoplist=stoplist, **given)(blocks).rule == [rule]


PROGRAM_CASES = [
    case for case in CASES if case["blocks"] and case.get("parameters", {}).get("heading_stages") != "both"
]


@pytest.mark.parametrize("case", PROGRAM_CASES, ids=lambda case: case["name"])
def test_cases_are_those_of_the_program(case: dict[str, Any]) -> None:
    paragraphs = by_program(page_of(case["blocks"]), STOP_WORDS, **case.get("parameters", {}))
    assert [paragraph.class_type == "good" for paragraph in paragraphs] == [bool(keep) for keep in case["keep"]]


@given(
    rows=st.lists(st.tuples(st.sampled_from(["p", "h2", "li", "div"]), st.sampled_from(sorted(CONTENT))), min_size=1),
    max_heading_distance=st.integers(0, 600),
    no_headings=st.booleans(),
)
@settings(max_examples=150)
def test_classes_are_those_of_the_program(
    stoplist: str, rows: list[tuple[str, str]], max_heading_distance: int, no_headings: bool
) -> None:
    parameters: dict[str, Any] = {"max_heading_distance": max_heading_distance, "no_headings": no_headings}
    paragraphs = by_program(page_of([" ".join(row) for row in rows]), STOP_WORDS, **parameters)
    keep = JusText(stoplist=stoplist, **parameters)(blocks_of(paragraphs)).keep
    assert keep == [paragraph.class_type == "good" for paragraph in paragraphs]


def test_classes_are_those_of_the_program_on_real_pages() -> None:
    """Every 15th page of the WCXB development set: 100 pages, 27,936 paragraphs."""
    data = os.environ.get("CLEANWEB_DATA")
    if not data:
        pytest.skip("CLEANWEB_DATA names no folder of gold sets")
    stage = JusText(stoplist="en")
    stop_words = find_stoplist("en").words
    pages = sorted((Path(data) / "wcxb-dev" / "html").glob("*.html"))[::15]
    assert len(pages) == 100
    for path in pages:
        paragraphs = justext.justext(path.read_bytes(), stop_words)
        keep = stage(blocks_of(paragraphs)).keep
        assert keep == [paragraph.class_type == "good" for paragraph in paragraphs], path.name


def test_text_is_that_of_the_program_on_real_pages() -> None:
    """Mean word F1 of the two texts, parsers included, over 30 pages of the WCXB development set."""
    data = os.environ.get("CLEANWEB_DATA")
    if not data:
        pytest.skip("CLEANWEB_DATA names no folder of gold sets")
    clean = cleaner("justext", linearize="plain", stoplist="en")
    stop_words = find_stoplist("en").words
    scores = []
    for path in sorted((Path(data) / "wcxb-dev" / "html").glob("*.html"))[::50]:
        paragraphs = justext.justext(path.read_bytes(), stop_words)
        program = "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)
        scores.append(word_f1(clean(path.read_bytes()).text, program))
    assert len(scores) == 30
    assert sum(scores) / len(scores) >= 0.98


def word_f1(left: str, right: str) -> float:
    """Word F1 of the two multisets of words; 1 if both are empty."""
    bags = [Counter(re.findall(r"\w+", text.lower())) for text in (left, right)]
    total = bags[0].total() + bags[1].total()
    return 2 * (bags[0] & bags[1]).total() / total if total else 1.0


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        ("<h2-title><div>{short}</div></h2-title><p>{good}", ["heading of a good block", "long running text"]),
        ("<div><h2-title>{short}</h2-title></div><p>{good}", ["short, next to a bad block", "long running text"]),
        ("<select-list><div>{good}</div></select-list>", ["in select"]),
        ("<div><select-list>{good}</select-list></div>", ["long running text"]),
    ],
)
def test_names_of_elements_count_around_the_block_not_inside(stoplist: str, body: str, rules: list[str]) -> None:
    page = f"<body>{body.format(**CONTENT)}</body>"
    cleaned = cleaner("justext", stoplist=stoplist)(page)
    assert cleaned.verdicts.rule == rules
    paragraphs = [paragraph for paragraph in by_program(page, STOP_WORDS) if paragraph.text]
    assert cleaned.verdicts.keep == [paragraph.class_type == "good" for paragraph in paragraphs]


def test_text_of_a_select_itself_is_bad(stoplist: str) -> None:
    page = f"<p>{CONTENT['good']}<div><select>Pick<option>one</select></div><p>{CONTENT['good']}"
    assert cleaner("justext", stoplist=stoplist)(page).verdicts.rule[1:3] == ["in select", "in select"]


def test_stop_list_by_name_and_automatic() -> None:
    text = (
        "Der Tee ist in der Kanne und das Wasser für den Tee ist auf dem Herd, wie es sich für die Leute gehört. " * 3
    )
    blocks = Blocks.of([("body>p", text)])
    assert JusText(stoplist="de")(blocks).keep == [True]
    assert JusText(stoplist="auto")(blocks).keep == [True]
    assert JusText(stoplist="fi")(blocks).keep == [False]
    assert JusText()(Blocks.of([("body>p", "12345 67890 " * 30)])).rule == ["few stop words"]


def test_unknown_stop_list_is_an_error_at_once() -> None:
    with pytest.raises(UsageError, match="no stop list"):
        JusText(stoplist="no such list")


def test_explains_with_numbers(stoplist: str) -> None:
    blocks = blocks_of(by_program(page_of(["p links", "p names", "p short", "p good", "h2 short"]), STOP_WORDS))
    stage = JusText(stoplist=stoplist)
    told = stage.explain(blocks, stage(blocks), range(5))
    assert [item.reason for item in told] == [
        "link density 0.79 is over 0.2",
        "stop-word density 0.00 is under 0.3",
        "short (19 characters), good on one side, bad on the other without a near-good block before it",
        "269 characters and stop-word density 0.67: long running text",
        "short (19 characters), good on one side, bad on the other without a near-good block before it",
    ]
    assert told[1].numbers["stop_word_density"] == 0
    assert told[2].numbers == {"length": 19, "link_density": 0.0}  # its stop words were not counted
    assert told[3].numbers == {"length": 269, "link_density": 0.0, "stop_word_density": 0.6667}


def test_a_density_just_beside_its_limit_is_told_so(stoplist: str) -> None:
    text = "the tea of " * 150 + "tea " * 551  # 300 stop words of 1,001
    blocks = Blocks()
    blocks.append(text, blocks.append_element(-1, "p"), link_chars=round(len(text) * 0.2) + 1)
    for limit, reason in (0.2, "link density 0.2003 is over 0.2"), (1, "stop-word density 0.2997 is under 0.3"):
        stage = JusText(stoplist=stoplist, max_link_density=limit)
        assert stage.explain(blocks, stage(blocks), [0])[0].reason == reason


@pytest.mark.parametrize("row", ["p short", "h2 short", "p medium", "p linked"])
def test_time_is_linear(stoplist: str, row: str) -> None:
    """20,000 blocks wait for their neighbours: a quadratic search would take many times as long."""
    path, name = row.split()
    blocks = Blocks.of([(path, CONTENT[name])] * 20_000 + [("p", CONTENT["good"])])
    with within(5):
        verdicts = JusText(stoplist=stoplist, max_heading_distance=10**9)(blocks)
    assert verdicts.keep[-1]


def test_table_of_30_000_rows_end_to_end() -> None:
    page = "<table>" + "<tr><td>The smoke of tea<td>12" * 30_000 + "</table>"
    with within(5):
        assert cleaner("justext")(page.encode()).text == ""


def test_classes_do_not_depend_on_earlier_calls(stoplist: str) -> None:
    stage = JusText(stoplist=stoplist)
    rows = [("p", CONTENT[name]) for name in random.Random(1).choices(sorted(CONTENT), k=200)]
    assert stage(Blocks.of(rows)) == stage(Blocks.of(rows))
