"""JSON in the text of a page: no part of it, unless it is shown as code, or is all that the page has."""

import json
import pickle

import pytest

from cleanweb import cleaner
from cleanweb.pipeline import Cleaned
from tests.classify.test_learned import PAGE, STORY

RECORDS = json.dumps([{"id": number, "name": "cheap flights", "price": 7 * number} for number in range(900)])


def cleaned(html: str, **parameters: str) -> Cleaned:
    return cleaner("cleanweb", parameters=parameters)(html)


@pytest.mark.parametrize("frame", ["<div>{}</div>", "<p hidden>{}", "<ul><li>{}</ul>", "<b>{}</b>"])
@pytest.mark.parametrize("comments", ["keep", "only"])
def test_a_page_is_judged_as_if_its_data_were_not_there(frame: str, comments: str) -> None:
    alone = cleaned(PAGE, comments=comments)
    page = cleaned(PAGE.replace("</main>", frame.format(RECORDS) + "</main>"), comments=comments)
    row = page.blocks.text.index(RECORDS)
    assert page.text == alone.text
    assert (page.verdicts.keep[row], page.verdicts.rule[row], page.verdicts.score[row]) == (False, "data", 0.0)
    reasons = [told.reason for told in page.explain(range(len(page.blocks)))]
    assert reasons.pop(row) == "data: JSON outside of code is no text"
    assert reasons == [told.reason for told in alone.explain(range(len(alone.blocks)))]


def test_what_comes_from_another_process_is_explained_as_well() -> None:
    page = cleaned(PAGE.replace("</main>", f"<div>{RECORDS}</div></main>"))
    rows = range(len(page.blocks))
    assert pickle.loads(pickle.dumps(page)).explain(rows) == page.explain(rows)


@pytest.mark.parametrize(
    "shown",
    [
        f"<pre>{RECORDS}</pre>",
        f"<p><code>{RECORDS}</code></p>",
        f"<div>{RECORDS[:-1]}</div>",
        f"<div>{RECORDS[: RECORDS.index('}', 900) + 1]}]</div>",
        f"<div>{json.dumps(list(range(900)))}</div>",
        "<div>{" + '"tea": 1, ' * 900 + "and so on}</div>",
        "<div>" + "[" * 5000 + "]" * 5000 + "</div>",
        "<div>[" + "see " * 900 + "]</div>",
    ],
    ids=["pre", "code", "cut", "short", "numbers", "no JSON", "deep", "in brackets"],
)
def test_all_else_is_judged_as_text(shown: str) -> None:
    page = cleaned(PAGE.replace(STORY, STORY + shown))
    assert "data" not in page.verdicts.rule


def test_data_stay_where_the_page_has_nothing_else() -> None:
    assert cleaned(f"<div>{RECORDS}</div>").text
