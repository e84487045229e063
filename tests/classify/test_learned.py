"""The learned default on pages written for it: what stays, what goes, and the reasons it gives."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify import learned
from cleanweb.classify.learned_comments import comments_of
from cleanweb.classify.learned_page import Judgement, judge
from cleanweb.errors import DataError, UsageError
from cleanweb.models.learned_file import DEFAULT, load, save
from cleanweb.pipeline import Cleaned
from tests.fixtures import CORPUS

SENTENCE = (
    "The old mill by the river was built in 1740, and it ground the corn of nine villages until the railway came."
)
STORY = "".join(
    f"<p>{SENTENCE} That was {year}, when nobody thought of tourists yet.</p>" for year in range(1850, 1862)
)
PAGE = f"""<!doctype html><html lang=en><head><title>The mill</title></head><body>
<nav class="main-nav"><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/c>Contact</a></ul></nav>
<div class="cookie-consent">We use cookies. <button>Accept</button></div>
<main><article class="post"><h1>The mill by the river</h1><div class="entry-content">{STORY}</div></article>
<div id="comments" class="comments-area"><h2>Comments</h2><ol class="comment-list">
<li class="comment"><div class="comment-content">
<p>My grandfather worked there, and he told us about the flood.</p></div>
<li class="comment"><div class="comment-content">
<p>We walked past it last summer, it looks as good as new.</p></div></ol></div>
</main><aside class="sidebar"><h3>Related</h3>
<ul><li><a href=/1>Ten bridges</a><li><a href=/2>Old trains</a></ul></aside>
<footer class="site-footer"><p>Copyright. <a href=/i>Imprint</a> <a href=/p>Privacy</a></p></footer></body></html>"""


def cleaned(html: str, **parameters: str) -> Cleaned:
    return cleaner("cleanweb", parameters=parameters)(html)


def test_the_story_stays_and_the_frame_goes() -> None:
    text = cleaned(PAGE).text
    assert text.count("ground the corn") == 12
    for frame in ("Imprint", "Ten bridges", "We use cookies", "Contact"):
        assert frame not in text


@pytest.mark.parametrize("focus", ["auto", "page", "article"])
def test_comments_dropped_and_alone(focus: str) -> None:
    assert cleaned(PAGE, comments="drop", focus=focus).text.count("ground the corn") == 12
    assert "grandfather" not in cleaned(PAGE, comments="drop", focus=focus).text
    alone = cleaned(PAGE, comments="only", focus=focus).text
    assert "corn" not in alone
    assert "grandfather" in alone
    assert "as good as new" in alone


@pytest.mark.parametrize("focus", ["page", "article"])
def test_comments_are_dropped_where_the_model_keeps_them(focus: str) -> None:
    named = PAGE.replace('id="comments" class="comments-area"', "class=replies").replace("comment", "entry")
    long = named.replace("My grandfather", f"{SENTENCE} My grandfather").replace("We walked", f"{SENTENCE} We walked")
    assert "grandfather" in cleaned(long, focus=focus).text
    page = cleaned(long, focus=focus, comments="drop")
    assert page.text.count("ground the corn") == 12
    assert "comment" in page.verdicts.rule


FORM = "<form><label>Name</label><p>Your address will not be published. Be polite, and stay with the matter.</p></form>"


def test_the_form_that_asks_for_a_comment_is_none() -> None:
    page = PAGE.replace("</ol></div>", f"</ol>{FORM}</div>")
    assert cleaned(page, comments="only").text == cleaned(PAGE, comments="only").text
    all_in_a_form = PAGE.replace("<ol", f"<form><p>{SENTENCE * 7}</p><ol").replace("</ol>", "</ol></form>")
    assert "grandfather" in cleaned(all_in_a_form, comments="only").text


def test_a_form_around_the_page_asks_for_none() -> None:
    short = PAGE.replace(STORY, f"<p>{SENTENCE}</p>")
    in_a_form = re.sub("(<body>)(.*)(</body>)", r"\1<form>\2</form>\3", short, flags=re.S)
    assert in_a_form != short
    assert cleaned(in_a_form, comments="only").text == cleaned(short, comments="only").text != ""


def test_what_stands_below_a_form_is_none_of_its_words() -> None:
    below = f'<li class="comment"><div class="comment-content"><p>{SENTENCE * 8}</p></div>'
    page = PAGE.replace('<ol class="comment-list">', f'{FORM}<ol class="comment-list">{below}')
    comments = comments_of(judge(cleaned(page).blocks, None, "page"), None)
    assert [comments.page.blocks.text[row].split()[0] for row in comments.rows] == ["Comments", "The", "My", "We"]
    assert "ground the corn" in cleaned(page, comments="only").text


def test_a_page_without_comments_has_none() -> None:
    asked = re.sub("<ol.*</ol>", f"<p>Be the first to write!</p>{FORM}", PAGE, flags=re.S)
    page = cleaned(asked, comments="only")
    assert page.text == ""
    assert "too short (comments)" in page.verdicts.rule
    assert cleaned(PAGE.replace("comment", "note"), comments="only").text == ""


def test_comments_are_judged_without_names_and_head() -> None:
    page = judge(cleaned(PAGE).blocks, None, "auto")
    comments = comments_of(page, None)
    assert [page.blocks.text[row] for row in comments.rows][:2] == [
        "Comments",
        "My grandfather worked there, and he told us about the flood.",
    ]
    assert comments.judgement is not None
    assert not any(comments.judgement.blocks.elements.attributes)
    assert not comments.judgement.blocks.head
    assert comments.judgement.chances[1] > page.chances[comments.rows[1]]


@pytest.mark.parametrize(("words", "is_kept"), [(7, False), (8, True)])
def test_few_words_are_a_count_or_an_invitation(words: int, is_kept: bool) -> None:
    said = " ".join("It was the best day of my life".split()[:words])
    page = re.sub(
        "<ol.*</ol>", f"<h3>What all of our readers have said of it so far</h3><p>{said}.</p>", PAGE, flags=re.S
    )
    text = cleaned(page, comments="only").text
    assert (said in text) is is_kept
    assert bool(text) is is_kept


def test_removed_words_do_not_make_comments_of_a_count() -> None:
    page = judge(cleaned(PAGE.replace("</ol>", "</ol><p>It was good.</p>")).blocks, None, "page")
    comments = comments_of(page, None)
    assert comments.judgement is not None
    texts = [page.blocks.text[row] for row in comments.rows]
    decision = comments.judgement.decision._replace(keep=np.array([text == "It was good." for text in texts]))
    keep, rule = [True] * len(page.blocks), ["kept"] * len(page.blocks)
    replace(comments, judgement=replace(comments.judgement, decision=decision)).decide(keep, rule, [0.0] * len(keep))
    assert not any(keep)
    assert rule.count("too short (comments)") == 1
    assert {rule[row].rpartition(" ")[2] for row in comments.rows} == {"(comments)"}


def test_comments_of_which_the_model_would_keep_nothing_are_none() -> None:
    comments = comments_of(judge(cleaned(PAGE).blocks, None, "page"), None)
    assert comments.judgement is not None
    decision = comments.judgement.decision._replace(is_guarded=True)
    keep, rule = [True] * len(comments.page.blocks), ["kept"] * len(comments.page.blocks)
    replace(comments, judgement=replace(comments.judgement, decision=decision)).decide(keep, rule, [0.0] * len(keep))
    assert not any(keep)
    assert {rule[row] for row in comments.rows} == {"too short (comments)"}


def test_what_is_no_comment_is_told_so() -> None:
    page = cleaned(PAGE, comments="only")
    rules = dict(zip(page.blocks.text, page.verdicts.rule, strict=True))
    assert rules["The mill by the river"] == "no comment"
    assert rules["We use cookies."] == "consent box"
    assert rules["My grandfather worked there, and he told us about the flood."] == "kept"
    told = [why.reason for why in page.explain(range(len(page.blocks)))]
    are_alone = [reason.startswith("the comments are judged as a page of their own: score ") for reason in told]
    assert [text for text, is_alone in zip(page.blocks.text, are_alone, strict=True) if is_alone][:2] == [
        "Comments",
        "My grandfather worked there, and he told us about the flood.",
    ]
    assert not are_alone[page.blocks.text.index("The mill by the river")]
    short = re.sub("<ol.*</ol>", f"<p>Be the first to write!</p>{FORM}", PAGE, flags=re.S)
    assert {"no comment", "too short (comments)"} < set(cleaned(short, comments="only").verdicts.rule)


def test_comments_named_in_other_languages() -> None:
    named = PAGE.replace('id="comments" class="comments-area"', "class=kommentare").replace("comment", "eintrag")
    assert "grandfather" in cleaned(named, comments="only").text
    assert "grandfather" not in cleaned(named, comments="drop", focus="page").text


def test_comments_alone_are_explained_by_their_own_judgement() -> None:
    page = cleaned(PAGE, comments="only")
    rows = range(len(page.blocks))
    told = page.explain(rows)
    assert told == [why for row in rows for why in page.explain([row])]
    for why, verdict in zip(told, page.verdicts, strict=True):
        assert f"score {verdict.score:.2f}" in why.reason
        assert not verdict.keep or round(verdict.score, 4) >= float(why.numbers["threshold"])
        assert not why.reason.startswith("outside comments") or verdict.rule == "no comment"
    none = cleaned(PAGE.replace("comment", "note"), comments="only")
    assert none.explain(rows)[-1] == cleaned(PAGE.replace("comment", "note")).explain(rows)[-1]


def test_a_page_or_article_that_may_have_comments_is_none() -> None:
    named = PAGE.replace("<body", '<body class="comments-open"').replace("<article", '<article id="no-comments"')
    assert named.count("comments") > PAGE.count("comments")
    assert cleaned(named, comments="drop").text == cleaned(PAGE, comments="drop").text
    untitled = re.sub("<title>.*</title>|<h1>.*</h1>", "", PAGE)
    for root in ("html", "body"):
        named = untitled.replace(f"<{root}", f'<{root} class="comments-open"')
        assert cleaned(named, comments="drop").text.count("ground the corn") == 12


def test_every_reason_names_score_and_threshold() -> None:
    page = cleaned(PAGE)
    for explanation, verdict in zip(page.explain(range(len(page.blocks))), page.verdicts, strict=True):
        assert "score" in explanation.reason
        assert explanation.numbers["focus"] in ("page", "article")
        if verdict.rule == "kept" or verdict.rule.startswith("below threshold"):
            assert (
                verdict.keep == (verdict.rule == "kept") == (verdict.score >= float(explanation.numbers["threshold"]))
            )


def test_rows_are_told_together_as_one_by_one() -> None:
    page = cleaned(PAGE)
    rows = range(len(page.blocks))
    assert page.explain(rows) == [told for row in rows for told in page.explain([row])]


@pytest.mark.parametrize(
    ("text", "element"),
    [("Home", "inside nav.main-nav"), ("Ten bridges", "inside aside.sidebar")],
)
def test_a_reason_names_the_element_whose_names_weigh_most(text: str, element: str) -> None:
    page = cleaned(PAGE)
    (told,) = page.explain([page.blocks.text.index(text)])
    assert element in told.reason


def test_the_name_that_weighs_is_one_of_the_page() -> None:
    found = []
    for path in sorted((CORPUS / "html").glob("e*.html")):
        html = path.read_text("latin-1")
        page = cleaned(html)
        for told in page.explain(range(len(page.blocks))):
            found += [(name, html) for name in re.findall(r'inside [^ ]+, named "([^"]*)"', told.reason)]
    assert found
    assert [name for name, html in found if not re.search(rf'(class|id|role|itemprop)="?[^">]*{name}', html)] == []


def test_consent_boxes_go_by_their_mark() -> None:
    page = cleaned(PAGE)
    row = page.blocks.text.index("We use cookies.")
    assert page.verdicts[row].rule == "consent box"
    assert "consent" in page.explain([row])[0].reason


def test_repeats_of_longer_blocks_go_unless_they_stand_beside_the_first() -> None:
    story = STORY + f"<p>{SENTENCE}</p>" * 2
    page = cleaned(PAGE.replace(STORY, f"{story}<section>{story}</section>"))
    rows = [row for row, text in enumerate(page.blocks.text) if text == SENTENCE]
    assert [page.verdicts.rule[row] for row in rows] == ["kept", "kept", "repeat", "repeat"]


def test_repeats_among_lines_without_elements_go() -> None:
    lines = [f"{SENTENCE} It was day {number}." for number in (1, 2, 3, 1, 2)]
    page = cleaner("cleanweb", segment="source-lines")("\n".join(f"<p>{line}" for line in lines))
    assert page.blocks.container == [-1] * 5
    assert page.verdicts.rule == ["kept", "kept", "kept", "repeat", "repeat"]


@pytest.mark.parametrize(("words", "is_kept"), [(19, True), (20, False)])
def test_a_short_quotation_in_another_language_stays(words: int, is_kept: bool) -> None:
    german = (
        "Die alte Mühle am Fluss wurde im Jahre 1740 gebaut und sie mahlte das Korn von neun Dörfern im Tal der Aare"
    )
    said = " ".join(german.split()[:words]) + "."
    page = cleaned(PAGE.replace(STORY, f"{STORY}<p>{said}</p>{STORY.upper()}"), stoplist="en")
    assert (said in page.text) is is_kept
    assert ("other language" in page.verdicts.rule) is not is_kept


@pytest.mark.parametrize(
    "html", ["<p>Hi", "<ul class=nav><li><a href=/>Home</a></ul>", "<td>a<td>b", "plain text", "<p>水开了。茶好了。"]
)
def test_a_page_with_text_never_comes_out_empty(html: str) -> None:
    assert cleaned(html).text.strip()


def test_a_page_without_text_does() -> None:
    assert cleaned("<img src=x>").text == ""


MENU = "Women,Men,Children,Home,Sale,Shoes,Bags,Jewellery,Brands,New in".split(",")
LINKS = "About us,Careers,Press,Help,Returns,Shipping,Privacy policy,Terms of use,Gift cards".split(",")
SHELL = "<header><nav><ul>{}</ul></nav></header><div id=root>%s</div><footer><ul>{}</ul></footer>".format(
    *("".join(f"<li><a href=/{name}>{name}</a>" for name in names) for names in (MENU, LINKS))
)
SHORT_TEXTS = {
    "notice": "<p>The quay is closed on Sunday. Boats may be left at the mill, whose owner has the key.",
    "poem": "<h1>Evening</h1><p>The lamp is low,<br>the kettle sings,<br>and over snow<br>the owl has wings.",
    "address": "<h1>Contact</h1><p>Millar and Sons, Boatbuilders<br>12 Quay Street, Oban<br>open Monday to Friday",
    "list": "<ul><li>Buy rope<li>Mend the sail<li>Paint the hull<li>Call the harbour master<li>Oil the winch</ul>",
    "table": "<table><tr><th>Item<th>Price<tr><td>Oak plank<td>12.00<tr><td>Copper nails<td>31.50</table>",
    "program": '<h1>hello.c</h1><pre>int main(void) {\n  puts("hello");\n  return 0;\n}</pre>',
    "Chinese": "<h1>停水通知</h1><p>因管道维修,本小区将于周六上午九时至下午五时停水,请居民提前做好储水准备。",
}


def test_the_shell_of_a_page_comes_out_empty_and_its_log_says_why() -> None:
    page = cleaned(SHELL % "")
    assert page.text == ""
    assert "no text" in page.verdicts.rule
    (told,) = page.explain([page.verdicts.rule.index("no text")])
    assert re.match(r"on so short a page nothing is plainly text, the mean is 0\.\d+ < 0\.50?: score", told.reason)


@pytest.mark.parametrize("kind", SHORT_TEXTS)
@pytest.mark.parametrize("frame", ["%s", SHELL], ids=["alone", "in a shell"])
def test_a_short_text_is_none(kind: str, frame: str) -> None:
    page = cleaned(frame % SHORT_TEXTS[kind])
    assert page.text
    assert "no text" not in page.verdicts.rule


def test_focus_can_be_set() -> None:
    page = cleaned(PAGE, focus="article")
    assert {told.numbers["focus"] for told in page.explain(range(len(page.blocks)))} == {"article"}
    with pytest.raises(UsageError, match="auto, page, article"):
        cleaned(PAGE, focus="novel")


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    for data, words in (
        (b"", "an empty file"),
        (b"PK\x03\x04 not a zip", "damaged"),
        (b"\x93NUMPY\0", "a binary file"),
    ):
        path.write_bytes(data)
        with pytest.raises(DataError, match=rf"model\.npz: .*{words}"):
            cleaned(PAGE, model=str(path))
    with pytest.raises(DataError, match=r"none\.npz: cannot be read: no such file"):
        cleaned(PAGE, model=str(tmp_path / "none.npz"))


def test_a_model_of_ones_own_judges_comments_too(tmp_path: Path) -> None:
    shipped = load(DEFAULT)
    save(replace(shipped, blocks=replace(shipped.blocks, bias=shipped.blocks.bias - 30)), tmp_path / "never.npz")
    for comments in ("keep", "only"):
        page = cleaned(PAGE, model=str(tmp_path / "never.npz"), comments=comments)
        assert max(page.verdicts.score) < 1e-3


def test_a_title_below_the_name_of_the_site() -> None:
    frame = PAGE.replace("<title>The mill</title>", "<title>How it stood | Town news</title>")
    page = cleaned(frame.replace("<main>", "<header><h1>Town news</h1></header><main>"))
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    assert page.blocks.text[judged.title_row] == "The mill by the river"
    assert page.verdicts.kind[judged.title_row] == "h"


@pytest.mark.parametrize(("name", "rule"), [("ja-railway", "kept"), ("zh-tea", "title")])
def test_a_title_that_is_likely_itself_is_kept_by_that(name: str, rule: str) -> None:
    page = cleaner("cleanweb")((CORPUS / "html" / f"{name}.html").read_bytes())
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    assert page.verdicts.rule[judged.title_row] == rule
    assert (page.verdicts.score[judged.title_row] >= judged.decision.threshold) is (rule == "kept")


@pytest.mark.parametrize(("rule", "returns"), [("links", True), ("tail", True), ("copyright", False)])
def test_a_table_that_is_mostly_kept_in_the_end_stays_whole(
    rule: str, returns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "<tr><td>{0}<td><a href=/{0}>Flood of {0}</a><td>" + SENTENCE
    years = "".join(map(row.format, range(1850, 1856)))
    html = PAGE.replace(STORY, f"{STORY}<table><tr><th>Year<th>Name<th>Story{years}</table>")
    name = cleaned(html).blocks.text.index("Flood of 1852")
    monkeypatch.setattr(learned, "apart_from_text", lambda *_: {name: rule})
    page = cleaned(html)
    assert page.verdicts[name].rule == ("data table" if returns else rule)
    assert page.verdicts[name].keep is returns
    assert page.text.count("Flood of") == 5 + returns


def test_a_stop_list_that_is_none_is_an_error_before_the_first_page() -> None:
    with pytest.raises(UsageError, match="no-such"):
        cleaner("cleanweb", stoplist="no-such.txt")


def test_a_stop_list_drops_other_languages() -> None:
    german = "Die alte Mühle am Fluss wurde im Jahre 1740 gebaut, und sie mahlte das Korn von neun Dörfern im Tal."
    page = PAGE.replace(STORY, STORY + f"<p>{german} {german}</p>")
    assert "Mühle" in cleaned(page).text
    assert "Mühle" not in cleaned(page, stoplist="en").text
    assert "ground the corn" in cleaned(page, stoplist="auto").text
    with pytest.raises(UsageError, match=r"no-such"):
        cleaned(page, stoplist="no-such.txt")


def test_repeats_in_another_language_repeat_nothing_that_is_kept() -> None:
    german = (
        "<p>Die alte Mühle am Fluss wurde 1740 gebaut, und sie mahlte das Korn von neun Dörfern im ganzen weiten Tal."
    )
    page = PAGE.replace(STORY, f"{german}{STORY}<section>{german}{STORY}</section>")
    rows = [row for row, text in enumerate(cleaned(page).blocks.text) if "Mühle" in text]
    for stoplist, rules in (("none", ["kept", "repeat"]), ("en", ["other language"] * 2)):
        assert [cleaned(page, stoplist=stoplist).verdicts.rule[row] for row in rows] == rules


def test_the_text_that_only_the_head_states() -> None:
    body = "She boiled the water, waited, and drank the tea.\\nIt rained."
    page = cleaned(
        f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{body}"}}</script>'
        "<noscript>See the newspaper.</noscript>"
    )
    assert page.verdicts.keep == [False, True, True]
    assert page.verdicts.rule == ["beside the head", "head", "head"]
    assert all("the page shows no text" in told.reason for told in page.explain(range(3)))


FRAMES = {
    "bare": "{text}",
    "a container": "<div class=chapter>{text}</div>",
    "a site": '<nav class="main-nav"><ul>' + 20 * "<li><a href=/n>News</a>" + "</ul></nav><main><article class=post>"
    '<div class="entry-content">{text}</div></article></main><footer class="site-footer"><p>Copyright.</footer>',
}


@pytest.mark.parametrize("frame", FRAMES)
def test_a_book_is_kept_to_its_end(frame: str) -> None:
    """Pages longer than gold pages lost most of their text for its distance from the beginning."""
    chapters = [
        f"<h2>Chapter {chapter}</h2>"
        + "".join(f"<p>In the year {year} of part {chapter}, {SENTENCE} {SENTENCE}" for year in range(40))
        for chapter in range(1, 26)
    ]
    page = cleaned(f"<title>The mill</title><body>{FRAMES[frame].format(text='<h1>The mill</h1>' + ''.join(chapters))}")
    words = [len(text.split()) for text in page.blocks.text]
    kept = sum(count for count, keep in zip(words, page.verdicts.keep, strict=True) if keep)
    assert kept > 0.95 * sum(words) > 40_000


def test_of_a_first_post_over_the_title_that_a_forum_says_below_it_again_the_copy_goes() -> None:
    posts = f"<div><p>{SENTENCE}</div>{STORY}"
    links = "".join(f"<li><a href=/{number}>Mill {number}</a>" for number in range(30))
    page = cleaned(f"<title>The mill</title><article><p>{SENTENCE}<h1>The mill</h1>{posts}</article>{links}")
    assert page.verdicts.rule[:3] == ["repeat", "title", "kept"]
    assert page.blocks.text[0] == page.blocks.text[2]


TEA = ["2 cups of green tea leaves", "1 spoon of white cane sugar", "3 litres of cold spring water"]
RECIPE = {"@type": "Recipe", "recipeIngredient": TEA}
MENU = "<ul class=menu>" + "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Contact")) + "</ul>"


@pytest.mark.parametrize("footer", ["<footer>{}</footer>", "<div class=footer>{}</div>"])
def test_what_the_page_states_stays_in_a_footer_too(footer: str) -> None:
    recipe = f"<h1>Green tea</h1><ul>{''.join(f'<li>{line}' for line in TEA)}</ul>"
    stated = f"<script type=application/ld+json>{json.dumps(RECIPE)}</script>"
    text = cleaned(f"<head><title>Tea</title>{stated}</head><body>{MENU}{footer.format(recipe)}").text
    assert [line for line in TEA if line in text] == TEA


def test_comments_alone_are_found_in_a_footer() -> None:
    start, end = PAGE.index('<div id="comments"'), PAGE.index("</main>")
    comments = PAGE[start:end]
    page = PAGE.replace(comments, "").replace('<footer class="site-footer">', f"<footer>{comments}")
    text = cleaned(page, comments="only").text
    assert "grandfather" in text
    assert "corn" not in text


def test_nothing_beside_comments_comes_back_as_the_title_of_records() -> None:
    """Names over comments, as every record of a run begins with one, came back though they are in no comment."""
    names = ("Anna Berg", "Jon Dahl", "Ida Falk", "Rolf Holm", "Eva Lund", "Max Moe", "Siri Nes", "Ole Rud")
    said = "My grandfather worked there as a young man, and he told us about the flood when we were children."
    talk = "".join(
        f"<div class=item><div class=who>{name}</div><div class=comment><p>{said} ({number})</p></div></div>"
        for number, name in enumerate(names)
    )
    text = cleaned(PAGE.replace("<footer", f"<section class=talk>{talk}</section><footer", 1), comments="only").text
    assert text.count("grandfather") >= len(names)
    assert "Berg" not in text
