"""Tokens of elements' names, and their weights summed for a whole page at once."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cleanweb.looks import TELLING, grouped, look_key
from cleanweb.measures.tokens import MAX_WORD, TokenWeights, tokens

WEIGHTS = TokenWeights(
    {"nav": (-1.0, -2.0, -4.0, -8.0), "post": (1.0, 2.0, 4.0, 8.0), "<p": (0.5, 0.25, 0.125, 16.0), "é": (3.0,) * 4}
)
NAME = st.one_of(
    st.none(),
    st.sampled_from(
        ["nav", "post post", "navPost", "x\x01nav", "POST-nav2", "@nav`post[nav{", "é", "12", "", "\n\t", 500 * "n"]
    ),
    st.text(max_size=8),
)
ELEMENT = st.tuples(
    st.sampled_from(["p", "div", "nav"]),
    st.dictionaries(st.sampled_from(["class", "id", "role", "hidden", "style", "href"]), NAME, max_size=3),
)


def test_words_of_names() -> None:
    assert tokens(("div", "post-body navMenu2 HTMLPage", "导航")) == [
        *("<div", "post", "body", "nav", "menu", "html", "page", "导航")
    ]
    assert tokens(("div", f"a bb {'c' * (MAX_WORD + 1)} bb", None)) == ["<div", "bb"]


@pytest.mark.parametrize(
    ("attributes", "names"),
    [
        ({"role": "main", "itemprop": "articleBody", "class": "x1"}, ["main", "article", "body"]),
        ({"itemtype": "Recipe", "data-testid": "card", "data-component": "Teaser"}, ["recipe", "card", "teaser"]),
        ({"hidden": None}, ["hidden"]),
        ({"aria-hidden": "true"}, ["hidden"]),
        ({"aria-hidden": "false", "href": "next"}, []),
        ({"style": "color: red; Display : NONE"}, ["displaynone"]),
        ({"style": "display:block"}, []),
    ],
)
def test_names_of_few_elements(attributes: dict[str, str | None], names: list[str]) -> None:
    assert tokens(look_key("div", attributes)) == ["<div", *names]


@given(st.lists(ELEMENT, min_size=1, max_size=8))
@example([("p", {"class": "a\x01b"}), ("p", {"class": "nav"})])
def test_a_page_at_once_is_the_sum_of_its_elements(elements: list[tuple[str, dict[str, str | None]]]) -> None:
    tags, attributes = zip(*elements, strict=True)
    places, different, firsts, telling = grouped(tags, attributes)
    assert telling == [row for row, named in enumerate(attributes) if not TELLING.isdisjoint(named)]
    looks = WEIGHTS.weighed(different)
    keys = [look_key(tag, named) for tag, named in elements]
    assert [keys[first] for first in firsts] == different
    for key, place in zip(keys, places, strict=True):
        known = [WEIGHTS.weights[token] for token in tokens(key) if token in WEIGHTS.weights]
        assert looks[place, :4].tolist() == [sum(weights[role] for weights in known) for role in range(4)]
        assert looks[place, 4] >= 0
    numbers = [looks[place, 4] for place in places]
    for key, number in zip(keys, numbers, strict=True):
        assert [tokens(other)[:5] == tokens(key)[:5] for other in keys] == [other == number for other in numbers]


def test_a_page_without_names_or_known_tokens() -> None:
    places, different, _, _ = grouped(["p", "b", "p"], [{}, {"href": "x"}, {}])
    looks = TokenWeights({}).weighed(different)
    assert places == [0, 1, 0]
    assert looks[:, :4].tolist() == [[0.0] * 4] * 2
    assert looks[0, 4] != looks[1, 4]


class Interrupted(list[str]):
    """Tags of a page; each iteration first lets another thread's page have its turn, with a tag of its own."""

    turns = 0

    def __iter__(self) -> Iterator[str]:
        self.turns += 1
        WEIGHTS.weighed([(f"x-{self.turns}",)])
        return super().__iter__()


def test_pages_of_other_threads_take_no_tag_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.measures.tokens.MAX_TAGS", 0)
    assert [*WEIGHTS._tag_numbers(Interrupted(["p", "x-tea"]))] == [*WEIGHTS._tag_numbers(["p", "x-tea"])]
