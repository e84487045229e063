"""What each of the three pseudo-probabilities looks at, one at a time."""

import pytest

from cleanweb.classify.ice_elaborate import IceElaborate, Odds
from cleanweb.errors import UsageError
from cleanweb.page import Blocks

TEXT = "Pour boiling water over the leaves, and leave them alone for about four minutes or five."
LIST = [("li", "Tea"), ("li", "Milk")]
STAGE = IceElaborate(item_other=0.3)


def odds(*rows: tuple[str, str], stage: IceElaborate = STAGE) -> list[Odds]:
    return stage.odds(Blocks.of(rows))


def with_link(rows: list[tuple[str, str]], row: int) -> Blocks:
    blocks = Blocks.of(rows)
    blocks.link_count[row] = 1
    blocks.link_chars[row] = 3
    return blocks


def test_a_heading_needs_a_longer_element_after_it() -> None:
    assert odds(("h2", "Tea"), ("p", TEXT))[0].heading > 0
    assert odds(("h2", "Tea"), ("p", "Only ten words are here and they are not enough"))[0].heading == 0
    assert odds(("h2", "Tea"), ("p", "Now eleven words are here and so it has just enough"))[0].heading > 0
    assert odds(("h2", "Tea"))[0].heading == 0


def test_a_heading_is_likelier_in_h1_to_h6_and_short() -> None:
    tagged, inner, plain, long = (
        odds(("h2", "Tea"), ("p", TEXT)),
        odds(("h2>div", "Tea"), ("p", TEXT)),
        odds(("div", "Tea"), ("p", TEXT)),
        odds(("h2", "Tea and what goes with it"), ("p", TEXT)),
    )
    assert tagged[0].heading == inner[0].heading > plain[0].heading
    assert tagged[0].heading > long[0].heading


def test_an_item_is_likelier_in_li_short_with_a_capital_and_among_items() -> None:
    def item(*rows: tuple[str, str]) -> float:
        return odds(*rows)[0].item

    alone = item(("li", "One spoon"))
    assert alone > item(("p", "One spoon"))
    assert alone > item(("li", "One spoon of leaves"))
    assert alone > item(("li", "one spoon"))
    assert alone == item(("li", "1 spoon"))
    assert item(("li", "One spoon"), ("li", "Two cups")) > item(("li", "One spoon"), ("p", TEXT)) > 0


def test_an_items_odds_go_by_half_where_both_neighbours_are_none_and_by_a_quarter_at_the_edge_of_a_list() -> None:
    items = [found.item for found in odds(("li", "Tea"), ("li", "Milk"), ("li", "Sugar"))]
    alone = STAGE.item_per_word  # each by its one word
    at_edge = alone * (1 - 0.5 * (1 - alone / 2))
    assert items == pytest.approx([at_edge, alone * (1 - 0.5 * (1 - alone)), at_edge])
    assert odds(("li", "Tea"))[0].item == pytest.approx(alone / 2)
    stage = IceElaborate(item_other=0)
    beside = [odds(*rows, stage=stage)[1].item for rows in ([("p", "Tea"), *LIST], [*LIST, ("p", "Tea")])]
    assert beside == pytest.approx([at_edge, at_edge])


def test_links_make_neither_heading_nor_item() -> None:
    found = STAGE.odds(with_link([("li", "Tea"), ("p", TEXT)], 0))[0]
    assert (found.heading, found.item) == (0, 0)


def test_a_paragraph_has_punctuation_and_conjunctions() -> None:
    def paragraph(text: str) -> float:
        return odds(("p", text))[0].paragraph

    assert paragraph("tea, and milk, and sugar.") == 1
    assert 0 < paragraph("tea, milk, sugar.") < 1
    assert 0 < paragraph("tea and milk and sugar") < 1
    assert paragraph("tea milk sugar") == 0


def test_the_largest_decides_and_paragraphs_need_enough() -> None:
    rows = [("h2", "Tea"), ("p", TEXT), ("li", "Milk"), ("li", "Sugar"), ("p", "Go home now")]
    verdicts = IceElaborate()(Blocks.of(rows))
    assert verdicts.kind == ["h", "p", "l", "l", "p"]
    assert verdicts.keep == [True, True, True, True, False]
    assert verdicts.rule == ["likely heading", "likely paragraph", "likely list item", "likely list item", "unlikely"]
    assert IceElaborate(min_paragraph=-1)(Blocks.of(rows)).keep[-1]


def test_a_paragraph_at_the_threshold_is_not_above_it() -> None:
    rows = [("p", "tea, milk, sugar.")]
    odds_of_it = IceElaborate()(Blocks.of(rows)).score[0]
    assert IceElaborate(min_paragraph=odds_of_it)(Blocks.of(rows)).keep == [False]
    assert IceElaborate(min_paragraph=odds_of_it - 0.01)(Blocks.of(rows)).keep == [True]


def test_of_equal_odds_the_paragraph_wins() -> None:
    assert Odds(0.5, 0.5, 0.5).best == ("p", 0.5)
    assert Odds(0.0, 0.5, 0.5).best == ("h", 0.5)


def test_explains_with_the_odds() -> None:
    stage = IceElaborate()
    blocks = Blocks.of([("p", "tea, and milk, and sugar."), ("p", "Go home")])
    told = stage.explain(blocks, stage(blocks), [0, 1])
    assert told[0].reason == "odds of a paragraph 1.00, a heading 0.00, an item 0.00"
    assert told[1].reason == "odds of a paragraph 0.00, a heading 0.00, an item 0.00: not over 0.15"
    assert told[1].numbers == {"paragraph": 0.0, "heading": 0.0, "item": 0.0}


@pytest.mark.parametrize("name", ["sure_punct_ratio", "sure_conjunction_ratio"])
def test_ratios_of_zero_are_errors(name: str) -> None:
    with pytest.raises(UsageError, match=f"ice-elaborate.{name} is 0; expected a number over 0"):
        IceElaborate(**{name: 0.0})


@pytest.mark.parametrize("name", ["heading_per_word", "item_per_word"])
def test_odds_do_not_grow_with_every_word(name: str) -> None:
    for wrong in (-0.1, 1.1):
        with pytest.raises(UsageError, match=f"ice-elaborate.{name} is {wrong}; expected a number from 0 to 1"):
            IceElaborate(**{name: wrong})
    for right in (0.0, 1.0):
        IceElaborate(**{name: right})


def test_empty_page() -> None:
    assert IceElaborate()(Blocks()).keep == []
