"""The element whose names weigh most for a block: all at once as one by one."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_around import NamesAround
from cleanweb.classify.learned_page import Judgement
from cleanweb.looks import look_key
from cleanweb.page import tag_step
from tests.fixtures import CORPUS

OLDER = 2  # the role of all beyond the container and its parent


def strongest(judged: Judgement, container: int, sign: int) -> str:
    """What is said of a container; of equals the innermost element weighs."""
    elements, weights = judged.blocks.elements, judged.model.weights
    found = []
    for distance, element in enumerate(elements.ancestors(container)):
        role = min(distance, OLDER)
        found.append((sign * judged.look_weights[judged.look_of[element], role], element, role))
    weight, element, role = max(found, key=lambda weighed: weighed[0])
    if weight <= 0:
        return "; no telling names around it"
    tag, attributes = elements.tag[element], elements.attributes[element]
    token = weights.strongest(look_key(tag, attributes), role, sign)
    return f"; inside {tag_step(tag, attributes)}" + ("" if token.startswith("<") else f', named "{token}"')


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", ["en-manual", "fr-recipe", "ja-railway"])
def test_the_strongest_of_all_around(name: str, sign: int) -> None:
    judged = cleaner()((CORPUS / "html" / f"{name}.html").read_bytes()).verdicts.evidence
    assert isinstance(judged, Judgement)
    said = NamesAround(judged, sign).said(judged.blocks.container)
    assert set(said) == set(judged.blocks.container)
    assert said == {container: strongest(judged, container, sign) for container in said}
