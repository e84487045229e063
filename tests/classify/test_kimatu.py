"""Kimatu: each step of section 3.4 has a page on which it alone changes the verdict, and the log names it."""

from pathlib import Path
from random import Random
from time import process_time

import pytest

from cleanweb import cleaner
from cleanweb.classify.kimatu import REASONS, Kimatu
from cleanweb.errors import Refused, UsageError
from cleanweb.page import Blocks
from cleanweb.pipeline import Cleaned

PAGES = Path(__file__).parents[1] / "cases" / "kimatu"

# Page, the parameter that takes the step out of play, a block's beginning, and its verdict with and without the step.
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
    # Of two blocks with this beginning, the later is meant: a quote comes after what it quotes.
    row = max(number for number, (text, _) in enumerate(before) if text.startswith(start))
    assert before[row][1] == expected
    assert after[row][1] == without


@pytest.mark.parametrize("page", sorted(path.stem for path in PAGES.glob("*.html")))
def test_navigation_goes_and_content_stays(page: str) -> None:
    cleaned = clean(page)
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
        assert explanation.reason == REASONS[cleaned.verdicts.rule[row]]


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


def test_the_cost_of_quotes_is_linear() -> None:
    """On pages where every block resembles every other, four times the blocks cost far less than sixteen times."""
    classifier = Kimatu()

    def seconds(count: int) -> float:
        # The same few words in random order: all comparisons go as far as the subsequence, and none finds a quote.
        draw = Random(1)
        texts = [" ".join(draw.choices("abcd", k=40)) + ", x." for _ in range(count)]
        blocks = Blocks.of([("body>p", text) for text in texts])
        blocks.style = list(range(count))
        blocks.group = list(range(count))
        start = process_time()
        classifier(blocks)
        return process_time() - start

    small = min(seconds(400) for _ in range(3))
    assert min(seconds(1600) for _ in range(3)) < 9 * small
