"""Kimatu: for each step of section 3.4, a page on which that step alone changes the verdict, and the log names it."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time

import pytest

from cleanweb import cleaner
from cleanweb.classify.kimatu import REASONS, Kimatu, Page
from cleanweb.errors import Refused, UsageError
from cleanweb.measures.style_blocks import Ratios, StyleBlock
from cleanweb.page import Blocks
from cleanweb.pipeline import Cleaned
from tests.blocks import paragraphs

PAGES = Path(__file__).parents[1] / "cases" / "kimatu"

# Page, the parameter that disables the step, the beginning of a block, and its verdict with and without the step.
STEPS = [
    ("detection", "style-blocks.max_distance=1000", "Site run", "-step 2: low ratio", "+step 2: sure"),
    ("ratio", "kimatu.min_sure_ratio=9", "Muztioa", "+step 2: sure", "-step 2: low ratio"),
    ("function", "kimatu.skip=function", "Posted by Bruno", "-step 3: function block", "+step 7: near"),
    ("quotes", "kimatu.skip=quotes", "Cuando llueve con viento", "-step 4: quote", "+step 2: sure"),
    ("same-style", "kimatu.skip=same-style", "Then everybody", "+step 5: same style", "-step 2: low ratio"),
    ("dispersed", "kimatu.skip=dispersed", "Walks are described", "-step 6: dispersed", "+step 2: sure"),
    ("near", "kimatu.skip=near", "Der Garten im Herbst", "+step 7: near", "-step 2: low ratio"),
]


def clean(page: str, *parameters: str) -> Cleaned:
    given = dict(text.split("=", 1) for text in parameters)
    return cleaner("kimatu", parameters=given)((PAGES / f"{page}.html").read_bytes())


def verdicts(cleaned: Cleaned) -> list[tuple[str, str]]:
    rows = zip(cleaned.blocks.text, cleaned.verdicts.keep, cleaned.verdicts.rule, strict=True)
    return [(text, f"{'+' if keep else '-'}{rule}") for text, keep, rule in rows]


@pytest.mark.parametrize(("page", "parameter", "start", "expected", "without"), STEPS, ids=[row[0] for row in STEPS])
def test_each_step_alone_changes_the_verdict(
    page: str, parameter: str, start: str, expected: str, without: str
) -> None:
    before, after = verdicts(clean(page)), verdicts(clean(page, parameter))
    # Take the last block with this beginning: a quote comes after what it quotes.
    row = max(number for number, (text, _) in enumerate(before) if text.startswith(start))
    assert before[row][1] == expected
    assert after[row][1] == without


@pytest.mark.parametrize("page", sorted(path.stem for path in PAGES.glob("*.html")))
def test_navigation_goes_and_content_stays(page: str) -> None:
    cleaned = clean(page)
    assert len(cleaned.blocks) > 1
    for block, keep in zip(cleaned.blocks, cleaned.verdicts.keep, strict=True):
        if block.link_density == 1:
            assert not keep, block.text
        elif len(block.text) > 100 and not block.path.endswith("quote"):
            assert keep, block.text


def test_the_paper_weights_combine_the_ratios() -> None:
    cleaned = clean("ratio")
    for row, explanation in enumerate(cleaned.explain(range(len(cleaned.blocks)))):
        numbers = {name: float(value) for name, value in explanation.numbers.items()}
        expected = 0.5 * numbers["length"] + 0.5 * numbers["average_length"]
        expected -= (1 - numbers["punctuation"]) + numbers["links"]
        assert cleaned.verdicts.score[row] == pytest.approx(expected, abs=0.003)
        assert numbers["ratio"] == round(cleaned.verdicts.score[row], 3)
        assert explanation.reason == REASONS[cleaned.verdicts.rule[row]]


def test_numbers_that_the_paper_states_are_the_defaults() -> None:
    stated = {  # section 3.3: the weights; section 3.4: "ratio>0.32", "(>0.1)", "(>0.5)"
        "length_weight": 0.5,
        "average_length_weight": 0.5,
        "punctuation_weight": 1,
        "link_weight": 1,
        "min_sure_ratio": 0.32,
        "min_same_style_share": 0.1,
        "min_dispersed_ratio": 0.5,
    }
    assert {name: getattr(Kimatu(), name) for name in stated} == stated


def test_kinds_by_tag_punctuation_and_size() -> None:
    long_text = "A long line without a sign at its end " * 4
    blocks = Blocks.of(
        [
            ("body>h2", "By tag."),
            ("body>ul>li", "An item"),
            ("body>div", "A short line"),
            ("body>div", "A short sentence."),
            ("body>div", long_text),
            ("body>div", "短い見出し"),
        ]
    )
    assert Kimatu()(blocks).kind == ["h", "l", "h", "p", "p", "h"]


def test_pages_below_a_minimum_are_refused_with_the_reason() -> None:
    with pytest.raises(Refused, match=r"less content than the 1,900 words asked for \(\d+ there\)"):
        clean("ratio", "kimatu.min_words=1900")
    with pytest.raises(Refused, match=r"less content than the 4 blocks asked for \(3 there\)"):
        clean("ratio", "kimatu.min_blocks=4")
    assert clean("ratio", "kimatu.min_words=10", "kimatu.min_blocks=3").text


def test_blocks_of_another_segmenter_get_style_blocks() -> None:
    data = (PAGES / "ratio.html").read_bytes()
    assert cleaner("kimatu", segment="blocks")(data).text == cleaner("kimatu")(data).text


def test_it_can_follow_a_classifier_that_leaves_nothing_of_a_style_block() -> None:
    banner = b'<div class="cookie-banner">We use cookies.</div>'
    page = (PAGES / "ratio.html").read_bytes()
    chain = cleaner("kimatu", normalize="full", classify=["marks", "kimatu"])
    for html in (page.replace(b"<body>", b"<body>" + banner), page.replace(b"</body>", banner + b"</body>")):
        cleaned = chain(html)
        assert cleaned.verdicts.rule.count("marked consent") == 1
        assert cleaned.text == cleaner("kimatu", normalize="full")(page).text


@pytest.mark.parametrize("html", [b"", b"<p>", b"<p>One line.", b"plain text", b"<ul><li></li></ul>"])
def test_tiny_pages(html: bytes) -> None:
    cleaned = cleaner("kimatu")(html)
    assert len(cleaned.verdicts) == len(cleaned.blocks)


def test_an_unknown_step_is_an_error() -> None:
    with pytest.raises(UsageError, match=r"kimatu\.skip has 'quote'; expected some of: function, quotes"):
        clean("ratio", "kimatu.skip=quote")


def page_of(
    group: str, *, style: str = "", score: Sequence[float] = (), sure: str = "", words: Sequence[str] = ()
) -> Page:
    """A page of text elements, each given by the letter of its style block; the style blocks in `sure` are candidates.

    For each style block, in order: its style (by default each has its own), its score, and the words of its elements.
    """
    names = sorted(set(group))
    blocks = []
    for number, name in enumerate(names):
        rows = [row for row, letter in enumerate(group) if letter == name]
        texts = [words[number].split()] * len(rows) if words else []
        look = names.index(name) if not style else int(style[number])
        blocks.append(StyleBlock(look, rows, texts, word_count=sum(map(len, texts))))
    is_sure = [name in sure for name in names]
    scores = list(score) or [0.0] * len(names)
    groups = [names.index(letter) for letter in group]
    ratios = [Ratios(0, 0, 0, 0)] * len(names)
    return Page(groups, blocks, ratios, scores, is_sure, [False] * len(names), [""] * len(names))


def candidates(page: Page) -> str:
    """The letters of the style blocks that are candidates."""
    return "".join(chr(ord("a") + number) for number, yes in enumerate(page.is_candidate) if yes)


@pytest.mark.parametrize(
    ("words", "is_deleted"),
    [
        ("posted by {}", True),
        ("posted on {} of May", True),
        ("posted {}", True),  # half of the words are in most elements
        ("posted {0} {0}x", False),
        (f"{'word ' * 9}{{}}", True),
        (f"{'word ' * 10}{{}}", False),  # 11 words an element
    ],
)
def test_function_blocks_are_short_elements_that_share_words(words: str, is_deleted: bool) -> None:
    page = page_of("aaa", sure="a")
    page.blocks[0].words = [words.format(name).split() for name in ("Ann", "Bob", "Eve")]
    page.blocks[0].word_count = sum(map(len, page.blocks[0].words))
    Kimatu().function_blocks(page)
    assert page.is_deleted == [is_deleted]


SAID = [f"said{number}" for number in range(30)]
OTHER = [f"other{number}" for number in range(30)]


@pytest.mark.parametrize(
    ("quotes", "style", "deleted"),
    [
        ([SAID], "01", [1]),
        ([SAID], "00", []),  # of the same style
        ([SAID, OTHER], "011", []),  # half of a style's runs are not a majority
        ([SAID, SAID, OTHER], "0111", [1, 2, 3]),
        ([SAID[:20]], "01", [1]),
        ([SAID[:19]], "01", []),  # too short for a quote
        ([SAID[:20], OTHER[:19]], "011", [1, 2]),  # runs that are too short do not count
        ([SAID[:20] + OTHER[:5]], "01", [1]),  # four fifths
        ([SAID[:20] + OTHER[:6]], "01", []),
        ([SAID[::-1]], "01", []),  # in another order
    ],
)
def test_quotes_are_most_runs_of_a_style_that_repeat_sure_ones(
    quotes: list[list[str]], style: str, deleted: list[int]
) -> None:
    texts = [" ".join(words) for words in (SAID, *quotes)]
    page = page_of("abcd"[: len(texts)], style=style, sure="a", words=texts)
    Kimatu().quotes(page)
    assert [number for number, yes in enumerate(page.is_deleted) if yes] == deleted


def test_quotes_come_after_what_they_quote() -> None:
    page = page_of("ba", style="01", sure="a", words=[" ".join(SAID)] * 2)
    Kimatu().quotes(page)
    assert not any(page.is_deleted)


@pytest.mark.parametrize(("between", "score", "is_taken"), [(39, 0.051, True), (40, 0.051, False), (0, 0.05, False)])
def test_blocks_like_a_reference_are_near_it_and_not_much_worse(between: int, score: float, is_taken: bool) -> None:
    # The references of the style, .4 and .6, have a mean of .5; a tenth of it is required.
    page = page_of(f"ab{'x' * between}c", style="0001", score=[0.4, 0.6, score, 9], sure="ab")
    Kimatu().same_style(page)
    assert candidates(page) == ("abc" if is_taken else "ab")


def test_deleted_blocks_and_those_of_other_styles_are_not_rescued() -> None:
    page = page_of("abc", style="001", score=[0.5, 0.5, 0.5], sure="a")
    page.delete(1, "step 3: function block")
    Kimatu().same_style(page)
    assert candidates(page) == "a"


@pytest.mark.parametrize(("score", "left"), [(0.5, "abc"), (0.51, "abcd")])
def test_far_candidates_need_a_high_ratio(score: float, left: str) -> None:
    page = page_of(f"abc{'e' * 50}d", score=[0, 0, 0, score, 0], sure="abcd")
    Kimatu().dispersed(page)
    assert candidates(page) == left
    assert page.is_deleted[3] is (left == "abc")


def test_what_is_no_farther_than_six_times_the_mean_is_not_far() -> None:
    # The geometric mean of the distances 1, 1 and d is the cube root of d: 14 is less than six times that, 15 is more.
    for distance, left in ((14, "abc"), (15, "ab")):
        page = page_of(f"ab{'x' * (distance - 1)}c", sure="abc")
        Kimatu().dispersed(page)
        assert candidates(page) == left
    alone = page_of(f"a{'x' * 99}", sure="a")
    Kimatu().dispersed(alone)
    assert candidates(alone) == "a"


@pytest.mark.parametrize(("group", "score", "is_taken"), [("ab", -0.9, True), ("ab", -1.0, False), ("acb", 0.0, False)])
def test_near_blocks_are_neighbours_that_are_not_all_links(group: str, score: float, is_taken: bool) -> None:
    page = page_of(group, score=[1, score, -1][: len(set(group))], sure="a")
    Kimatu().near(page)
    assert candidates(page) == ("ab" if is_taken else "a")


def test_near_blocks_that_were_deleted_stay_so() -> None:
    page = page_of("ab", score=[1, 1], sure="ab")
    page.delete(1, "step 4: quote")
    Kimatu().near(page)
    assert candidates(page) == "a"


def test_a_heading_has_at_most_twelve_words_and_is_not_made_of_links() -> None:
    blocks = Blocks.of(
        [("body>div", "tea " * 12), ("body>div", "tea " * 13), ("body>div", "Tea here"), ("body>div", "Tea")]
    )
    blocks.link_chars = [0, 0, 4, 2]
    assert Kimatu().kinds(blocks) == ["h", "p", "h", "p"]


def test_a_heading_without_spaces_has_at_most_twenty_four_letters() -> None:
    assert Kimatu().kinds(Blocks.of([("body>div", "茶" * 24), ("body>div", "茶" * 25)])) == ["h", "p"]


@pytest.mark.parametrize("name", ["max_average_length", "full_punctuation", "full_links", "max_quote_reach"])
def test_constants_that_nothing_can_be_divided_by_are_errors(name: str) -> None:
    with pytest.raises(UsageError, match=rf"kimatu\.{name} is -1; expected"):
        Kimatu(**{name: -1})
    if name != "max_quote_reach":
        with pytest.raises(UsageError, match=rf"kimatu\.{name} is 0; expected a number over 0"):
            Kimatu(**{name: 0})
    else:
        Kimatu(max_quote_reach=0)
        with pytest.raises(UsageError, match=r"kimatu\.max_quote_reach is 9{30}; expected 0 to"):
            Kimatu(max_quote_reach=int("9" * 30))


def test_the_cost_of_quotes_is_linear() -> None:
    """On pages where all blocks resemble each other, four times the blocks must cost far less than sixteen times."""
    classifier = Kimatu()

    def seconds(count: int) -> float:
        # The same few words in random order: every comparison goes as far as the subsequence, and none finds a quote.
        draw = Random(1)
        texts = [" ".join(draw.choices("abcd", k=40)) + ", x." for _ in range(count)]
        blocks = paragraphs(*texts)
        blocks.style = list(range(count))
        blocks.group = list(range(count))
        start = process_time()
        classifier(blocks)
        return process_time() - start

    small = min(seconds(400) for _ in range(3))
    assert any(seconds(1600) < 9 * small for _ in range(3))
