"""The page's title comes back where the model or a rule removed it."""

import json

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_title import MAX_TO_STANDFIRST, headline, lost_title, standfirst, subheading
from tests.blocks import default_blocks


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<h1>Tea</h1><p>Boil the water.", [0]),
        ("<h1>Tea<br><br>Green</h1><p>Boil the water.", [0, 1]),
        ("<h1><a href=/>Tea</a></h1><p>Boil the water.", []),
        ("<h1>Tea</h1><p>Boil the water.<h1>Milk</h1>", []),
        ("<h2>Tea</h2><p>Boil the water.", []),
        ("<p>Boil the water.<h1>Tea</h1>", []),
    ],
)
def test_the_only_h1_over_the_text_is_its_headline(html: str, rows: list[int]) -> None:
    blocks = default_blocks(html)
    keep = [text.startswith("Boil") for text in blocks.text]
    rule = ["kept" if is_kept else "below threshold (page)" for is_kept in keep]
    assert list(headline(blocks, keep, rule, [0.2] * len(keep), -1)) == rows
    assert not headline(blocks, keep, rule, [0.05] * len(keep), -1)
    assert not headline(blocks, keep, ["kept" if is_kept else "form" for is_kept in keep], [0.2] * len(keep), -1)
    assert not headline(blocks, [False] * len(keep), rule, [0.2] * len(keep), -1)
    if rows:  # the page has a title already
        assert not headline(blocks, keep, rule, [0.2] * len(keep), rows[0])


@pytest.mark.parametrize(
    ("stated", "rows"),
    [
        ({"@type": "NewsArticle", "headline": "Tea  &amp; Milk"}, [0]),
        ({"@type": "WebPage", "headline": "tea & milk"}, [0]),
        ({"@type": "NewsArticle", "headline": "Tea"}, []),
        ({"@type": "Person", "headline": "Tea & Milk"}, []),
    ],
)
def test_the_only_h1_that_json_ld_states_is_its_headline(stated: object, rows: list[int]) -> None:
    script = f"<script type=application/ld+json>{json.dumps(stated)}</script>"
    blocks = default_blocks(f"{script}<h1>Tea &amp; Milk</h1><p>Boil the water.")
    assert list(headline(blocks, [False, True], ["below threshold (page)", "kept"], [0.05, 0.9], -1)) == rows
    assert not headline(blocks, [False, True], ["form", "kept"], [0.05, 0.9], -1)


@pytest.mark.parametrize(
    ("title", "rows"),
    [
        ("Green tea with milk: seven ways | The Kettle", [0]),  # 4 of 6 words and of 8: .57
        ("Green tea with milk", [0]),
        ("Milk and green tea in cups", [0]),  # 3 of 6 words and of 7: .46
        ("Green tea | The Kettle", []),
        ("The Kettle", []),
    ],
)
def test_the_only_h1_that_says_the_title_in_other_words_is_its_headline(title: str, rows: list[int]) -> None:
    blocks = default_blocks(f"<title>{title}</title><h1>Seven ways of green tea with milk</h1><p>Boil the water.")
    assert list(headline(blocks, [False, True], ["below threshold (page)", "kept"], [0.05, 0.9], -1)) == rows
    assert not headline(blocks, [False, True], ["form", "kept"], [0.05, 0.9], -1)


@pytest.mark.parametrize(("above", "rows"), [("Ad", [1]), ("Fill the kettle and boil the water.", [])])
def test_a_stated_headline_stands_over_most_of_the_text(above: str, rows: list[int]) -> None:
    blocks = default_blocks(f"<title>Tea at nine</title><p>{above}<h1>Tea at ten</h1><p>Boil the water.")
    keep, rule = [True, False, True], ["kept", "below threshold (page)", "kept"]
    assert list(headline(blocks, keep, rule, [0.9, 0.05, 0.9], -1)) == rows
    assert not headline(default_blocks(f"<p>{above}<h1>Tea at ten</h1><p>Boil it."), keep, rule, [0.9, 0.2, 0.9], -1)


@pytest.mark.parametrize(
    ("html", "row", "rows"),
    [
        ("<h1>Tea</h1><p>Boil the water.", 0, [0]),
        ("<h1><span>Tea</span></h1><p>Boil the water.", 0, [0]),
        ("<div>Tea</div><p>Boil the water.", 0, []),
        ("<h1><a href=/>Tea</a></h1><p>Boil the water.", 0, []),
        ("<h1>Tea</h1><p>Boil the water.", -1, []),
        ("<p>Boil the water.<h1>Tea</h1>", 1, []),
        ("<h1>Boil water</h1><p>Boil water", 0, []),
        ("<h1>Milk</h1><h1>Boil the water.</h1>", 0, []),
    ],
)
def test_an_h1_that_shows_the_title_is_not_lost(html: str, row: int, rows: list[int]) -> None:
    blocks = default_blocks(html)
    keep = [text.startswith("Boil") and place != row for place, text in enumerate(blocks.text)]
    rule = ["kept" if is_kept else "navigation" for is_kept in keep]
    assert list(lost_title(blocks, keep, rule, row)) == rows
    assert not lost_title(blocks, keep, ["consent box"] * len(rule), row)


def test_a_title_in_a_navigation_stays_and_says_why() -> None:
    text = "The old mill by the river burned down on Friday night, as nobody in the village had expected. "
    html = (
        "<title>The old mill</title><nav><a href=/>Home</a> <a href=/news>News</a><h1>The old mill</h1></nav>"
        f"<article><p>{text * 3}<p>{text[::-1] * 2}<p>{text * 2}</article>"
    )
    page = cleaner("cleanweb")(html.encode())
    row = page.blocks.text.index("The old mill")
    assert page.verdicts.keep[row]
    (why,) = page.explain([row])
    assert (page.verdicts.rule[row], "title" in why.reason) == ("title", True)
    only = cleaner("cleanweb", parameters={"learned.comments": "only"})(html.encode())
    assert not only.verdicts.keep[row]


def test_the_only_h1_stays_where_a_lower_heading_has_the_words_of_the_title() -> None:
    script = json.dumps({"@type": "NewsArticle", "headline": "Fire by the river"})
    html = (
        f"<title>How the old mill burned</title><script type=application/ld+json>{script}</script>"
        "<div class=menu><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul><h1>Fire by the river</h1></div>"
        f"<article><h2>How the old mill burned</h2>{'<p>The old mill burned down on Friday night.' * 9}</article>"
    )
    page = cleaner("cleanweb")(html)
    assert [page.blocks.text[row] for row, rule in enumerate(page.verdicts.rule) if rule == "title"] == [
        "Fire by the river"
    ]
    assert page.verdicts.keep[page.blocks.text.index("How the old mill burned")]


DEK = "How the mill by the river came to be a barn, and why nobody minds."
TEXT = "<p>" + "The old mill by the river ground the corn of nine villages until the railway came. " * 3


def described(text: str, name: str = "name=description") -> str:
    return f'<meta {name} content="{text}"><title>The mill</title>'


@pytest.mark.parametrize(
    ("head", "body", "is_found"),
    [
        (described(DEK), f"<p>{DEK}", True),
        (described(DEK, "property=og:description"), f"<h2>{DEK}</h2>", True),
        (described(DEK, "name=Twitter:Description"), f"<p>{DEK}", True),
        (described(DEK.upper() + " And more"), f"<p>{DEK}", True),  # it begins as the description does
        (described("The mill &amp;ouml;ffnet at ten"), "<p>The mill öffnet at ten, or eleven", False),
        (described("The mill &amp;ouml;ffnet at ten, or at eleven"), "<p>The mill öffnet at ten, or at eleven", True),
        (described(DEK[:50] + "..."), f"<p>{DEK}", True),
        (described(DEK), f"<p>{DEK[:60]}", True),
        (described(DEK), f"<p>{DEK[:54]}", True),  # 40 letters
        (described(DEK), f"<p>{DEK[:53]}", False),  # too short for that
        (described(DEK[:32]), f"<p>{DEK[:32]}", True),  # 25 letters
        (described(DEK[:30]), f"<p>{DEK[:30]}", False),
        (described(DEK, "name=keywords"), f"<p>{DEK}", False),
        ("", f"<p>{DEK}", False),
        (described(DEK), "<p>How the mill came to be something else, and why nobody minds that.", False),
        (described(DEK), f"<p><a href=/>{DEK}</a>", False),
        (described(DEK), "<p>Ada Hill" * (MAX_TO_STANDFIRST - 1) + f"<p>{DEK}", True),
        (described(DEK), "<p>Ada Hill" * MAX_TO_STANDFIRST + f"<p>{DEK}", False),
    ],
)
def test_the_description_after_the_title_is_its_standfirst(head: str, body: str, is_found: bool) -> None:
    blocks = default_blocks(f"<html><head>{head}</head><body><h1>The mill</h1>{body}</p>{TEXT}</body></html>")
    row = len(blocks) - 2
    keep = [text == "The mill" or len(text) > 200 for text in blocks.text]
    rule = ["kept" if is_kept else "below threshold (article)" for is_kept in keep]
    assert list(standfirst(blocks, keep, rule, 0)) == ([row] if is_found else [])
    assert not standfirst(blocks, keep, ["form" if name != "kept" else name for name in rule], 0)
    assert not standfirst(blocks, keep, rule, -1)
    assert not standfirst(blocks, [False] * len(keep), rule, 0), "the title is not kept"
    assert not standfirst(blocks, keep, rule, len(keep) - 1), "nothing follows"


def test_a_short_kept_text_such_as_the_author_may_stand_before_the_standfirst() -> None:
    body = f"<h1>The mill</h1><p>Ada Hill<p>{DEK}</p>{TEXT}"
    blocks = default_blocks(f"<html><head>{described(DEK)}</head><body>{body}</body></html>")
    keep, rule = [True, True, False, True], ["kept", "kept", "below threshold (article)", "kept"]
    assert list(standfirst(blocks, keep, rule, 0)) == [2]


@pytest.mark.parametrize("after", [f"{TEXT}<p>{DEK}", f"<p>{DEK}<p>{DEK}</p>{TEXT}"])
def test_no_description_below_the_text_or_beside_its_copy(after: str) -> None:
    blocks = default_blocks(f"<html><head>{described(DEK)}</head><body><h1>The mill</h1>{after}</body></html>")
    keep = [row != 2 for row in range(len(blocks))]
    rule = ["kept" if is_kept else "below threshold (article)" for is_kept in keep]
    assert not standfirst(blocks, keep, rule, 0)


def test_of_two_descriptions_the_first_stays() -> None:
    other = described("It is nobody's mill any more, as the last miller has told us.", "property=og:description")
    body = f"<h1>The mill</h1><p>{DEK}<p>It is nobody's mill any more, as the last miller has told us.</p>{TEXT}"
    blocks = default_blocks(f"<html><head>{described(DEK)}{other}</head><body>{body}</body></html>")
    keep, rule = [True, False, False, True], ["kept", *["below threshold (article)"] * 2, "kept"]
    assert list(standfirst(blocks, keep, rule, 0)) == [1]


def test_a_standfirst_says_why_it_stays() -> None:
    box = f"<figure><figcaption>{DEK}</figcaption></figure>"
    page = cleaner("cleanweb")(
        f"<html><head>{described(DEK)}</head><body><h1>The mill</h1>{box}{TEXT * 5}</body></html>"
    )
    row = page.blocks.text.index(DEK)
    assert page.verdicts.keep[row]
    assert page.explain([row])[0].reason.startswith("after the title, the description that the page's head states")


@pytest.mark.parametrize(
    ("body", "is_found"),
    [
        ("<h1>The mill</h1><h2>How it came to be a barn</h2>", True),
        ("<h1>The mill</h1><h3>How it came to be a barn</h3>", True),
        ("<h2>The mill</h2><h3>How it came to be a barn</h3>", True),
        ("<div><h1>The mill</h1></div><div><h2>How it came to be a barn</h2></div>", True),
        ("<h1>The mill</h1><h4>How it came to be a barn</h4>", False),  # as often its author
        ("<h2>The mill</h2><h2>How it came to be a barn</h2>", False),
        ("<h1>The mill</h1><p>How it came to be a barn", False),
        ("<p>The mill<h2>How it came to be a barn</h2>", False),
        ("<h1>The mill</h1><h2>How it came to burn</h2>", True),  # 15 letters
        ("<h1>The mill</h1><h2>How it came to bur</h2>", False),
        ("<h1>The mill</h1><h2>How it came to be a <a href=/>barn</a></h2>", False),
        ("<h1>The mill</h1><p>Ada Hill<h2>How it came to be a barn</h2>", False),
        ("<h1>The mill</h1><div><h2>How it came to be a barn</h2><p>Ada Hill</div>", False),  # a teaser
    ],
)
def test_the_lower_heading_right_below_the_title_is_its_subheading(body: str, is_found: bool) -> None:
    blocks = default_blocks(f"<article>{body}{TEXT}</article>")
    keep = [text == "The mill" or len(text) > 200 for text in blocks.text]
    rule = ["kept" if is_kept else "below threshold (article)" for is_kept in keep]
    score = [0.1] * len(keep)
    assert list(subheading(blocks, keep, rule, score, 0)) == ([1] if is_found else [])
    assert not subheading(blocks, keep, rule, [0.09] * len(keep), 0)
    assert not subheading(blocks, keep, ["form"] * len(keep), score, 0)
    assert not subheading(blocks, keep, rule, score, -1)
    assert not subheading(blocks, [False] * len(keep), rule, score, 0), "the title is not kept"
    assert not subheading(blocks, keep, rule, score, len(keep) - 1), "nothing follows"


def test_no_subheading_that_the_text_repeats() -> None:
    dek = "How it came to be a barn"
    blocks = default_blocks(f"<h1>The mill</h1><h2>{dek}</h2>{TEXT}<h2>{dek}:</h2>")
    rule = ["kept", "below threshold (article)", "kept", "kept"]
    assert not subheading(blocks, [True, False, True, True], rule, [0.4] * 4, 0)


def test_a_subheading_says_why_it_stays() -> None:
    header = "<header><h1>The mill</h1><h2>How it came to be a barn</h2><div class=byline>By Ada Hill</div></header>"
    page = cleaner("cleanweb")(f"<title>The mill</title>{header}<article>{TEXT * 8}</article>")
    assert page.verdicts.rule[:2] == ["title", "subheading"]
    assert page.explain([1])[0].reason.startswith("the lower heading right below the title: score")
