"""Which words make up the query, and what is near them."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.ice_lm import IceLm
from cleanweb.errors import UsageError
from cleanweb.page import Blocks, Verdicts

ABOUT = "Green tea needs water that is not too hot; green leaves burn."
OTHER = "Register now, log in, or ask for a new password here."


def page(head: str, body: str) -> tuple[Blocks, Verdicts]:
    done = cleaner("ice-lm", max_divergence=1)(f"<head>{head}</head>{body}".encode())
    return done.blocks, done.verdicts


@pytest.mark.parametrize(
    ("head", "heading"),
    [
        ("<title>Green tea, hot water, leaves</title>", ""),
        ('<meta name="Keywords" content="green tea, hot water, leaves">', ""),
        ("", "<h2>Green tea, hot water, leaves</h2>"),
    ],
)
def test_title_keywords_and_headings_are_the_query(head: str, heading: str) -> None:
    blocks, verdicts = page(head, f"{heading}<p>{ABOUT}</p><p>{OTHER}</p>")
    rules = dict(zip(blocks.text, verdicts.rule, strict=True))
    assert rules[ABOUT] == "near the query"
    assert rules[OTHER] == "far from the query"
    assert verdicts.keep == [rule == "near the query" for rule in verdicts.rule]


def test_description_and_bold_text_are_not() -> None:
    _, verdicts = page('<meta name="description" content="green tea">', f"<b>{ABOUT}</b><p>{OTHER}</p>")
    assert verdicts.rule == ["no query", "no query"]
    assert verdicts.keep == [True, True]
    assert verdicts.score == [0, 0]


def test_bold_text_is_when_asked_for() -> None:
    html = f"<p><b>Green tea</b><p>{ABOUT}<p>{OTHER}".encode()
    done = cleaner("ice-lm", bold_in_query=True, max_divergence=1)(html)
    assert done.verdicts.keep == [True, True, False]


def test_kinds_are_by_tags() -> None:
    _, verdicts = page("", f"<h1>Green tea</h1><ul><li>Green tea</li></ul><p>{ABOUT}</p>")
    assert verdicts.kind == ["h", "l", "p"]


def test_dirichlet_prior_is_another_measure() -> None:
    blocks, _ = page("<title>Green tea</title>", f"<p>{ABOUT}<p>{OTHER}")
    absolute, dirichlet = IceLm()(blocks), IceLm(smoothing="dirichlet", prior_mass=5)(blocks)
    assert absolute.score != dirichlet.score
    assert dirichlet.score[0] < dirichlet.score[1]
    assert dirichlet.score != IceLm(smoothing="dirichlet", prior_mass=6)(blocks).score
    assert dirichlet.score == IceLm(smoothing="dirichlet", prior_mass=5, discount=0.5)(blocks).score


def test_explains_with_the_divergence() -> None:
    blocks, verdicts = page("<title>Green tea, hot water, leaves</title>", f"<p>{ABOUT}<p>{OTHER}")
    told = IceLm(max_divergence=1).explain(blocks, verdicts, [0, 1])
    assert told[0].reason.endswith(", under 1")
    assert told[1].reason.endswith(", not under 1")
    assert told[1].numbers["divergence"] == round(verdicts.score[1], 4)
    beside = IceLm(max_divergence=verdicts.score[0] + 0.0001).explain(blocks, verdicts, [0])[0].reason
    assert f"is {verdicts.score[0]:.4f}, under" in beside
    blocks, verdicts = page("", "<p>Tea")
    assert "neither title" in IceLm().explain(blocks, verdicts, [0])[0].reason


@pytest.mark.parametrize(("name", "value"), [("discount", 0), ("discount", 1), ("prior_mass", 0)])
def test_amounts_that_make_no_model(name: str, value: float) -> None:
    with pytest.raises(UsageError, match=rf"ice-lm.{name} is {value:g}; expected"):
        IceLm(**{name: value})
