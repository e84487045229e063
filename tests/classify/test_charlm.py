"""The character models as a classifier, with the model that ships."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.charlm import BOILERPLATE, CONTENT, SHIPPED, CharacterModel
from cleanweb.errors import DataError, UsageError
from tests.blocks import paragraphs

PROSE = "The ferry left the island before sunrise, and nobody on the pier could say when it would come back for them."
SCRIPT = 'var a=window.b||{};a.push({"event":"load","id":12345});document.getElementById("top").style.display="none";'
MENU = "Home | Products | My Account | Shopping Cart | Login | Register | Help | Contact Us | Privacy Policy | Terms"


def test_the_shipped_model_tells_prose_from_scripts_and_menus() -> None:
    verdicts = CharacterModel()(paragraphs(PROSE, SCRIPT, MENU))
    assert verdicts.rule == [CONTENT, BOILERPLATE, BOILERPLATE]
    assert verdicts.keep == [True, False, False]


def test_the_shipped_model_is_small() -> None:
    assert SHIPPED.stat().st_size < 500_000


def test_the_prior_shifts_every_score() -> None:
    page = paragraphs(PROSE, SCRIPT)
    low, high = CharacterModel(prior=-1.0)(page).score, CharacterModel(prior=4.0)(page).score
    assert [b - a for a, b in zip(low, high, strict=True)] == pytest.approx([5, 5])
    assert CharacterModel(prior=1e6)(page).keep == [True, True]


def test_the_beginning_of_a_long_block_decides() -> None:
    page = paragraphs(PROSE + " " + SCRIPT * 20)
    assert CharacterModel(max_chars=len(PROSE))(page) == CharacterModel()(paragraphs(PROSE))
    assert CharacterModel(max_chars=len(PROSE))(page).keep != CharacterModel(max_chars=10**6)(page).keep


@pytest.mark.parametrize("most", [0, -5])
def test_something_of_a_block_is_read(most: int) -> None:
    """A bound below 0 left out the end of each block."""
    with pytest.raises(UsageError, match="expected 1 or more"):
        CharacterModel(max_chars=most)


def test_explanations_name_the_odds_and_the_strongest_word() -> None:
    page = paragraphs(PROSE, SCRIPT)
    classifier = CharacterModel()
    told = classifier.explain(page, classifier(page), [1])[0]
    assert "bits for boilerplate" in told.reason
    assert told.reason.endswith("the word 'getElementById'")
    assert told.numbers["log_odds"] < 0  # type: ignore[operator]  # a number here


def test_a_model_that_is_missing_is_named() -> None:
    with pytest.raises(DataError, match=r"no-such\.npz"):
        CharacterModel(model="no-such.npz")(paragraphs(PROSE))


def test_it_can_follow_any_classifier() -> None:
    html = f"<html><body><p>{PROSE}<p>{PROSE}<p>{SCRIPT}<p>{MENU}</body></html>".encode()
    cleaned = cleaner("ice-bl", classify=("keep-all", "charlm"))(html)
    assert cleaned.verdicts.keep == [True, True, False, False]
    assert cleaned.verdicts.rule == [CONTENT, CONTENT, BOILERPLATE, BOILERPLATE]


def test_the_preset_drops_short_lines_dense_markup_and_scripts() -> None:
    link = "<a class='very-long-class-name another-class' href='http://example.org/section/page.html?x=1'>More</a> "
    paragraphs = f"<p>{PROSE}</p>\n" * 4
    html = f"<html>\n{paragraphs}<p>Short line.</p>\n{link * 20}\n<script>{SCRIPT}</script>\n</html>"
    cleaned = cleaner("density")(html.encode())
    assert cleaned.text == f"{PROSE}\n" * 4
    rules = dict(zip((text[:4] for text in cleaned.blocks.text), cleaned.verdicts.rule, strict=True))
    assert rules == {"The ": CONTENT, "Shor": "short line", "More": "text density", "var ": BOILERPLATE}
