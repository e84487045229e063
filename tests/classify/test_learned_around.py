"""The element whose names weigh most for a block: the same computed at once or one by one."""

from dataclasses import replace

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_around import NamesAround, _source
from cleanweb.classify.learned_page import Judgement
from cleanweb.looks import look_key
from cleanweb.page import tag_step
from tests.fixtures import CORPUS

OLDER = 2  # the role of all elements above the container's parent


def strongest(judged: Judgement, container: int, sign: int) -> str:
    """What a reason says of a container; among ties the innermost element counts, and those of the whole page last."""
    elements, weights = judged.blocks.elements, judged.model.weights
    found = []
    for distance, element in enumerate(elements.ancestors(container)):
        role = min(distance, OLDER)
        is_whole = elements.tag[element] in ("html", "body")
        weight = sign * judged.look_weights[elements.looks().places[element], role]
        found.append((weight / 1e9 if is_whole else weight, element, role))
    weight, element, role = max(found, key=lambda weighed: weighed[0])
    if weight <= 0:
        return "; no telling names around it"
    tag, attributes = elements.tag[element], elements.attributes[element]
    token = weights.strongest(look_key(tag, attributes), role, sign)
    name = "" if token.startswith("<") else f'{_source(token, tag, attributes)}, named "{token}"'
    whole = ", as all of the page is" if tag in ("html", "body") else ""
    return f"; inside {tag_step(tag, attributes)}{name}{whole}"


def test_names_of_the_whole_page_are_told_where_no_others_weigh() -> None:
    page = b"<body class='postid sidebar'>%s<p>Boil the water, wait, and drink the tea with us.</body>"
    told = []
    for inside in (b"<div class=menu>News of the day</div>", b"News of the day"):
        judged = cleaner()(page % inside).verdicts.evidence
        assert isinstance(judged, Judgement)
        told.append(NamesAround(judged, -1).said([judged.blocks.container[0]])[judged.blocks.container[0]])
    assert told[0] == '; inside div.menu, named "menu"'
    assert told[1] == '; inside body.postid.sidebar, named "sidebar", as all of the page is'


def test_of_what_is_not_shown_that_is_told() -> None:
    page = b"<body><div style='display:none'><p>News of the day, read on</p></div><p>Boil the water, and drink it."
    judged = cleaner()(page).verdicts.evidence
    assert isinstance(judged, Judgement)
    container = judged.blocks.container[0]
    assert NamesAround(judged, -1).said([container]) == {container: "; inside div, with display:none"}


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("hidden", "div, hidden by an attribute"),
        ("aria-hidden=true", "div, hidden by an attribute"),
        ("class=hidden", 'div.hidden, named "hidden"'),
        ("class=displaynone", 'div.displaynone, named "displaynone"'),
        ("class=x role=dialog", 'div.x[role=dialog], named "dialog"'),
    ],
)
def test_attributes_that_hide_are_no_names(named: str, told: str) -> None:
    page = f"<body><div {named}><p>News of the day, read on</p></div><p>Boil the water, and drink it."
    judged = cleaner()(page).verdicts.evidence
    assert isinstance(judged, Judgement)
    container = judged.blocks.container[0]
    assert NamesAround(judged, -1).said([container]) == {container: f"; inside {told}"}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", ["en-manual", "fr-recipe", "ja-railway"])
def test_the_strongest_of_all_around(name: str, sign: int) -> None:
    judged = cleaner()((CORPUS / "html" / f"{name}.html").read_bytes()).verdicts.evidence
    assert isinstance(judged, Judgement)
    for weights in (judged.look_weights, np.sign(judged.look_weights)):  # signs give many ties
        weighed = replace(judged, look_weights=weights)
        said = NamesAround(weighed, sign).said(judged.blocks.container)
        assert set(said) == set(judged.blocks.container)
        assert said == {container: strongest(weighed, container, sign) for container in said}
