"""What pages say about themselves: cases in `cases/metadata.toml`, through both parsers."""

import json
import tomllib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.json_ld import KINDS, MAX_DEPTH, json_ld_statements, json_ld_texts
from cleanweb.metadata import FIELDS, LETTERS, Metadata, describe, describe_page, html_language
from cleanweb.normalize.plain import Plain
from cleanweb.parse import PARSERS, ParserName, parse
from cleanweb.segment.blocks import BlockElements
from tests.blocks import default_blocks
from tests.timing import within

CASES = tomllib.loads((Path(__file__).parent / "cases" / "metadata.toml").read_text(encoding="utf-8"))["case"]


def described(html: str, parser: ParserName = "lexbor") -> Metadata:
    return describe_page(BlockElements()(parse(html.encode(), parser), Plain()))


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_cases(case: dict[str, str], parser: ParserName) -> None:
    found = described(case["html"], parser)
    said = {name: value for name in FIELDS if (value := getattr(found, name)) is not None}
    assert said == {name: value for name, value in case.items() if name not in ("name", "html")}
    assert set(found.sources) == set(said)


@pytest.mark.parametrize(("length", "date"), [(80, "2020-05-12"), (81, None)])
def test_a_line_with_a_day_is_short(length: int, date: str | None) -> None:
    line = "12 May 2020, the river rose".ljust(length, "x")
    assert described(f"<h1>The river rose</h1><p>{line}<p>It rose.").date == date


CHANGES = {
    **dict.fromkeys("Update Updated MODIFIED edited Revised Deadline".split(), None),
    **dict.fromkeys(["Last change", "Last changed:"], None),
    **dict.fromkeys("Updates Unmodified unedited Revisedly Deadlines Outdated Changed".split(), "2020-05-12"),
}


@pytest.mark.parametrize(("word", "date"), CHANGES.items())
def test_a_day_behind_the_word_for_a_change_is_not_that_of_the_page(word: str, date: str | None) -> None:
    assert described(f"<h1>The river rose</h1><p>{word} 12 May 2020<p>It rose.").date == date


@pytest.mark.parametrize("line", ["Joined: 12 May 2020", "Registered: 12 May 2020", "Joined:<p>12 May 2020"])
def test_the_day_on_which_a_writer_joined_is_not_that_of_the_page(line: str) -> None:
    assert described(f"<h1>The river rose</h1><p>{line}<p>It rose.").date is None
    assert described(f"<h1>The river rose</h1><p>{line}<p>13 May 2020<p>It rose.").date == "2020-05-13"


DATED = {  # attributes of an element with a date, and whether that is the page's date
    **dict.fromkeys(["class=post-date", "class=pubDate", "id=published", "class='a postdate'", "class=created"], True),
    **dict.fromkeys(["itemprop=datePublished", "itemprop='x dateCreated'", "class='updated published'"], True),
    **dict.fromkeys(["class=note", "class=event-date", "id=modified", "class='date updated'", "class=dates"], False),
    **dict.fromkeys(["itemprop=startDate", "itemprop=dateModified class=published"], False),
}


@pytest.mark.parametrize(("names", "is_told"), DATED.items())
def test_which_elements_are_called_a_date(names: str, is_told: bool) -> None:
    page = f"<h1>The river rose</h1><div {names}>12 May 2020 <b>{'in the valley ' * 9}</b></div><p>It rose."
    assert described(page).date == ("2020-05-12" if is_told else None)


@pytest.mark.parametrize(("count", "is_told"), [(1, True), (3, True), (4, False)])
def test_an_element_that_is_called_a_date_holds_few_blocks(count: int, is_told: bool) -> None:
    dated = f"<div class=date><p>12 May 2020 {'in the valley ' * 9}{'<p>It rose.' * (count - 1)}</div>"
    assert described(f"<h1>The river rose</h1><p>News<p>Rain{dated}").date == ("2020-05-12" if is_told else None)


DAY = "<p><time datetime=2020-05-12>Tuesday</time>"
VALLEY = f"<p>12 May 2020 {'in the valley ' * 9}"


@pytest.mark.parametrize(
    ("page", "date"),
    [
        ("<h1>The river rose</h1><p><time datetime=2020-05>May</time>", None),  # a month
        (f"<h1>The river rose</h1><table><tr><td class=date><td>{VALLEY}</table>", None),  # an empty cell
        ("<h1>The river rose on 12 May 2020</h1><p>It rose.", None),  # a day in the title
        (f"<h1>The river rose</h1><h2>It fell</h2>{DAY}", "2020-05-12"),
        (f"<h1>The river rose</h1><h2><a href=/fell>It fell</a></h2>{DAY}", None),  # of a teaser
    ],
)
def test_what_is_the_day_beside_a_title(page: str, date: str | None) -> None:
    assert described(page).date == date


@pytest.mark.parametrize(("between", "date"), [(0, "2020-05-11"), (2, "2020-05-12")])
def test_a_day_above_the_title_is_twice_as_far(between: int, date: str) -> None:
    below = f"{'<p>It rose.' * between}<p><time datetime=2020-05-11>Monday</time>"
    page = f"<title>The river rose</title>{'<p>News' * 4}{DAY}<h1>The river rose</h1>{below}"
    assert described(page).date == date


def test_the_longest_part_of_the_title_among_headings_is_the_title() -> None:
    page = "<title>The river rose in the night – The river</title><h2>The river</h2><p>1 May 2020" + "<p>x" * 9
    assert described(f"{page}<h2>The river rose in the night</h2><p>12 May 2020<p>It rose.").date == "2020-05-12"


def test_a_line_that_is_little_of_the_title_is_not_it_but_the_only_h1_is() -> None:
    page = "<title>The river rose in the night</title><h1>News of it</h1><p>12 May 2020" + "<p>x" * 9
    assert described(f"{page}<p>The river<p>1 May 2020").date == "2020-05-12"


ADDRESSES = {
    "/2020/05/12/river": "2020-05-12",
    "/1998-05-12-river": "1998-05-12",
    "/20200512": "2020-05-12",
    "/2020/05-12/river": None,
    "/2020/05/123": None,
    "/1820/05/12/river": None,
    "/2120/05/12/river": None,
    "/river-2020-05-12": None,
    "/2020/05/river": None,
}


@pytest.mark.parametrize(("path", "date"), ADDRESSES.items())
def test_which_addresses_tell_the_day(path: str, date: str | None) -> None:
    page = f"<link rel=canonical href=https://valley.example{path}><h1>The river rose</h1><p>It rose."
    assert described(page).date == date


@pytest.mark.parametrize(("between", "date"), [(5, "2020-05-12"), (6, None)])
def test_a_date_stands_at_most_six_blocks_below_the_title(between: int, date: str | None) -> None:
    page = f"<h1>The river rose</h1>{'<p>It rose.' * between}<p><time datetime=2020-05-12>Tuesday</time>"
    assert described(page).date == date


BYLINES = {  # in an element whose name says that it holds the author
    **dict.fromkeys(
        ["Ana Díaz", "by Ana Díaz", "ByAna Díaz", "Posted by: Ana Díaz", "Von Ana Díaz", "作者：Ana Díaz"], "Ana Díaz"
    ),
    **dict.fromkeys(
        ["Ana Díaz - 12 May", "Ana Díaz May 12, 2020", "Ana Díaz Tuesday, May 12", "Ana Díaz on tea"], "Ana Díaz"
    ),
    **dict.fromkeys(["Ana Díaz May 12", "Ana Díaz 令和5年12月22日", "Ana Díaz \u200f٢٢ ديسمبر ٢٠٢٣"], "Ana Díaz"),
    **dict.fromkeys(["Ana Díaz, Staff Writer", "Ana Díaz Staff Writer", "Ana Díaz (Bilbao)", "Ana Díaz."], "Ana Díaz"),
    **dict.fromkeys(["Ana Díaz Contact Reporter", "By Ana Díaz Contact", "Ana Díaz staff writer"], "Ana Díaz"),
    **dict.fromkeys(["<a>Print</a> <a>Email</a>", "<div>Print Email</div>", "Contact Us", "著者", "Author"], None),
    "<div>Tea Mail</div><div>By Ana Díaz</div>": "Ana Díaz",  # the line with "by" first
    **{
        name: name
        for name in ("A. J. d’Angelo van der Berg", "Ana d'Angelo", "Ana El Amin", "Ana Le Goff", "Ana Senior")
    },
    **dict.fromkeys(["Ana Díaz le 12 mai", "Ana Díaz el lunes", "Ana Díaz IN TEA"], "Ana Díaz"),
    **{f"By {name}": name for name in ("Ana von Holm", "Par Holm", "Van der Berg", "Di Ana Lund")},
    **dict.fromkeys(["By Ana Díaz, photos by Bo Holm", "By Ana Díaz | Reviewed by Bo Holm"], "Ana Díaz"),
    "Ana Díaz, Sam Lee and Bo Holm": "Ana Díaz, Sam Lee, Bo Holm",
    "Ana Díaz, Editor and Chief": "Ana Díaz",
    "By Jon Mayo | Archive 6/6/2013": "Jon Mayo",  # what follows is not a month
    "Team Valley": "Team Valley",
    "By Ana Díaz Health reporter, The Mill": "Ana Díaz",
    "<a href=/ana>Ana</a> Miller": "Ana",  # a rank
    "<a href=/ana>Ana Díaz</a> Miller": "Ana Díaz",
    "<a href=/12>#</a> posted by Ana": "Ana",
    "By <a href=/ana>Ana</a> Miller": "Ana Miller",
    "Tee & Co": "Tee & Co",
    "張三": "張三",
    **dict.fromkeys(
        [
            "Read more",
            "Read More",
            "About us",
            "About The Mill",
            "Ana sells Tea",
            "+++ Ticker +++",
            "May 12",
            "tea_cat",
            "Mills of the",
            "Mill B2",
            "Tea from 12 mills in",
            "A",
            "by",
            "12:05",
        ],
        None,
    ),
    "Ana " * 7: None,
    "A" + "a" * 50: None,
}


@pytest.mark.parametrize(("line", "author"), BYLINES.items())
def test_which_part_of_a_byline_is_the_author(line: str, author: str | None) -> None:
    assert described(f"<html lang=en><h1>The river rose</h1><p class=byline>{line}<p>It rose.").author == author


@pytest.mark.parametrize(("count", "author"), [(4, "Ana Díaz"), (5, None)])
def test_an_element_that_is_called_an_author_holds_few_blocks(count: int, author: str | None) -> None:
    page = f"<h1>The river rose</h1><div class=byline><p>Ana Díaz{'<p>It rose.' * (count - 1)}</div>"
    assert described(page).author == author


ACCOUNTS = [  # attributes of an element, its text, and the author
    ("rel=author", "tea_cat", "tea_cat"),
    ("rel=Author", "tea_cat", "tea_cat"),
    ("rel=author", "tea cat", None),
    ("rel=author", "and", None),
    ("class=author", "tea_cat", None),
    ("rel=next", "tea_cat", None),
]


@pytest.mark.parametrize(("names", "said", "author"), ACCOUNTS)
def test_an_account_is_an_author_where_an_element_states_it(names: str, said: str, author: str | None) -> None:
    assert described(f"<h1>The river rose</h1><a {names}>{said}</a><p>It rose.").author == author


LINES = {  # in elements without names
    **dict.fromkeys(["By Ana Díaz", "Text: Ana Díaz", "12 May 2020 by Ana Díaz", "Par Ana Díaz"], "Ana Díaz"),
    "Publié le 12 mai 2020 par Ana Díaz": "Ana Díaz",
    **dict.fromkeys(["Ana Díaz", "Bynum Ana", "The mill by Ana Díaz", "By the river"], None),
    **dict.fromkeys(["By Ana Díaz" + " it" * 50, "By Ana Díaz, " + "who lives here, " * 10], None),
    "The mill by Ana Díaz, 12 May 2020": None,
}


@pytest.mark.parametrize(("line", "author"), LINES.items())
def test_which_lines_tell_the_author(line: str, author: str | None) -> None:
    assert described(f"<html lang=en><h1>The river rose</h1><p>{line}<p>It rose.").author == author


LABELS = [  # two lines below the title
    ("By", "Ana Díaz", "Ana Díaz"),
    ("Written by:", "Ana Díaz, Staff Writer", "Ana Díaz"),
    ("Автор:", "Ана Диас", "Ана Диас"),
    ("著者：", "茶野花", "茶野花"),
    ("Autor", "Ana Díaz", "Ana Díaz"),
    ("Autor", "Opis", None),  # the head of a table
    ("Autor:", "Opis", "Opis"),
    ("By", "It rose.", None),
    ("By the river", "Ana Díaz", None),
    ("Written by", "The Team, edited by Bo Holm", None),
    ("By", f"Ana Díaz, {'who was there, ' * 20}", None),
]


@pytest.mark.parametrize(("label", "line", "author"), LABELS)
def test_a_line_may_say_that_the_author_follows(label: str, line: str, author: str | None) -> None:
    page = f"<html lang=en><h1>The river rose</h1><p>{label}<p>{line}<p>It rose."
    assert described(page).author == author
    assert described(f"<html lang=en><p>{label}<h1>The river rose</h1><p>{line}").author is None


def test_a_day_before_the_author_may_be_of_the_page_s_language() -> None:
    page = "<html lang={}><h1>The river rose</h1><p>22. listopada 2023. by Ana Díaz<p>It rose."
    assert described(page.format("hr")).author == "Ana Díaz"
    assert described(page.format("en")).author is None


@pytest.mark.parametrize(("between", "author"), [(5, "Ana Díaz"), (6, None)])
def test_an_author_stands_at_most_six_blocks_below_the_title(between: int, author: str | None) -> None:
    assert described(f"<h1>The river rose</h1>{'<p>It rose.' * between}<p>By Ana Díaz").author == author


@pytest.mark.parametrize(("between", "author"), [(2, "Ana Díaz"), (3, None)])
@pytest.mark.parametrize(
    ("before", "line"),
    [("", "<p>By Ana Díaz"), ("<p>News" * 4, "<p class=byline>Ana Díaz"), ("", "<p class=byline>Ana Díaz")],
)
def test_an_author_stands_at_most_three_blocks_above_the_title(
    before: str, line: str, between: int, author: str | None
) -> None:
    page = f"<title>The river rose</title>{before}{line}{'<p>News' * between}<h1>The river rose</h1><p>It rose."
    assert described(page).author == author


@pytest.mark.parametrize(
    ("stated", "line", "author"),
    [
        ("river.example", "By Ana Díaz", "Ana Díaz"),
        ("RIVER.EXAMPLE — River Press", "By Ana Díaz", "Ana Díaz"),
        ("Bo Holm, river.example", "By Bo Holm", "Bo Holm"),
        ("The Valley News Team", "By Ana Díaz", "Ana Díaz"),
        ("Rivernews", "By Ana Díaz", "Ana Díaz"),  # a label of the host
        ("River Press", "By Ana Díaz", "River Press"),
        ("Bo J.R.Holm", "By Ana Díaz", "Bo J.R.Holm"),
        ("river.example", "By Contributors", "river.example"),
        ("river.example", "By The Valley News", "river.example"),
        ("river.example", "It rained.", "river.example"),
        ("Valley News", "By Contributors", "Contributors"),
    ],
)
def test_an_author_that_names_the_site_gives_way_to_a_person(stated: str, line: str, author: str) -> None:
    head = f"<meta name=author content='{stated}'><meta property=og:site_name content='Valley News'>"
    head += "<link rel=canonical href=https://www.rivernews.example/1><meta name=date content=2020-05-12>"
    assert described(f"{head}<h1>The river rose</h1><p>{line}<p>It rose.").author == author


@pytest.mark.parametrize("line", ["<p>By ", "<p class=byline>"])
def test_of_two_authors_the_nearer(line: str) -> None:
    assert described(f"<h1>The river rose</h1>{line}Zoe Díaz<p>It rose.{line}Ana Lund").author == "Zoe Díaz"
    assert described(f"{line}Ana Lund<h1>The river rose</h1>{line}Zoe Díaz").author == "Zoe Díaz"


@pytest.mark.parametrize(
    ("site", "line", "author"),
    [
        ("Valley News", "By Ana Díaz Valley News", "Ana Díaz"),
        ("Díaz", "By Ana Díaz", "Ana Díaz"),
        ("Tea @ Home", "Posted by Tea @ Home", "Tea @ Home"),
    ],
)
def test_the_name_of_the_site_goes_from_that_of_the_author_and_may_be_it(site: str, line: str, author: str) -> None:
    page = f"<meta property=og:site_name content='{site}'><h1>The river rose</h1><p>{line}<p>It rose."
    assert described(page).author == author


def test_what_told_the_author_is_named() -> None:
    for line, source in (("<p class=byline>Ana Díaz", "marked beside title"), ("<p>By Ana Díaz", "line beside title")):
        assert described(f"<h1>The river rose</h1>{line}<p>It rose.").sources["author"] == source


def test_sources_and_encoding() -> None:
    found = describe([("title", {}, "T"), ("meta", {"name": "DATE", "content": "2023-12-22"}, "")], "windows-1252")
    assert found == Metadata(
        title="T",
        date="2023-12-22",
        encoding="windows-1252",
        sources={"title": "title", "date": "date", "encoding": "decoding"},
    )


def test_a_title_of_many_parts_takes_no_longer_than_its_length() -> None:
    title = " | ".join(map(str, range(100_000)))
    assert describe([("title", {}, title)], headings=["1"]).title == title


ONE = {"@id": "x"}
LD = (
    (["name"] * 20_000, {"@type": "Article", "author": [ONE] * 20_000}),
    ("a name " * 20_000, {"@type": "Article"} | {f"key{number}": ONE for number in range(20_000)}),
)


@pytest.mark.parametrize(
    "page",
    [
        "<link rel=canonical href=x:><base href=y:><meta property=og:url content=y:>" * 1000,
        f"<base href='http://a.example/{'../' * 20_000}'>" + "<link rel=canonical href={>" * 3000,
        "<title>A fine tea</title>" + "<h1>A fine tea</h1>" * 3000 + "<p>x" * 9 + "<time>1</time>" * 60_000,
        *("<script type=application/ld+json>" + json.dumps([{"@id": "x", "name": name}, thing]) for name, thing in LD),
    ],
    ids=["addresses and bases", "a long base", "titles and dates", "authors of many names", "keys of one value"],
)
def test_what_is_stated_thousands_of_times_takes_linear_time(page: str) -> None:
    with within(5):  # minutes and 10 s, when each was compared with each of the others
        described(page + "<p>text")


def test_every_field_is_told_by_something() -> None:
    assert {field.name for field in fields(Metadata)} == {*FIELDS, "encoding", "sources"}


JSON = st.recursive(
    st.none() | st.integers() | st.text('ab{}[]"', max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["@type", "@id", "@graph", "name", "author", "headline"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
@settings(max_examples=200)
def test_any_json_ld_is_survived(value: object) -> None:
    describe([("script", {"type": "application/ld+json"}, json.dumps([{"@type": "Article", "author": value}, value]))])


@given(
    st.lists(st.tuples(st.sampled_from(["html", "title", "meta", "link", "base"]), st.text(), st.text()), max_size=4)
)
@settings(max_examples=200)
def test_any_head_is_survived(rows: list[tuple[str, str, str]]) -> None:
    keys = ("name", "property", "http-equiv", "rel", "lang")
    describe([(tag, {**dict.fromkeys(keys, key), "content": text, "href": text}, text) for tag, key, text in rows])


TOLD = {  # for each field, two values that pages may state
    "title": ("The river rose", "The mill stood"),
    "url": ("https://valley.example/river", "https://valley.example/mill"),
    "date": ("2020-05-12", "2019-04-11"),
    "language": ("eu", "fr"),
    "author": ("Ann Lee", "Bob Ray"),
    "site_name": ("Valley News", "The Village"),
    "description": ("It rose in the night.", "It stood in the water."),
}


def stating(source: str, value: str) -> tuple[str, dict[str, str | None], str] | None:
    """A head element that states this; None for sources elsewhere."""
    if source.startswith("json-ld "):
        kind, key = next((kind, source.removeprefix(prefix)) for prefix, kind in LD_TYPES if source.startswith(prefix))
        return "script", {"type": "application/ld+json"}, json.dumps({"@type": kind, key: value})
    if source.endswith(" lang"):
        return source.split(maxsplit=1)[0], {"lang": value}, ""
    if source == "link canonical":
        return "link", {"rel": "canonical", "href": value}, ""
    if source == "title":
        return "title", {}, value
    if source == "content-language":
        return "meta", {"http-equiv": source, "content": value}, ""
    return None if source in ("headline", LETTERS) else ("meta", {"name": source, "content": value}, "")


LD_TYPES = (("json-ld page ", "WebPage"), ("json-ld site ", "WebSite"), ("json-ld ", "Article"))
PAIRS = [(name, *pair) for name, (_, sources) in FIELDS.items() for pair in pairwise(sources)]


@pytest.mark.parametrize(("name", "source", "later"), PAIRS)
def test_of_two_sources_the_earlier_is_believed_and_the_later_alone(name: str, source: str, later: str) -> None:
    one, other = (stating(*pair) for pair in zip((source, later), TOLD[name], strict=True))
    if one and other:
        for head in ([one, other], [other, one]):
            found = describe(head)
            assert (getattr(found, name), found.sources[name]) == (TOLD[name][0], source)
    if other:
        found = describe([other])
        assert (getattr(found, name), found.sources[name]) == (TOLD[name][1], later)


CONTENT = "NewsArticle BlogPosting Question Report Review Recipe Product SaleEvent Course Book VideoObject FAQPage"
TYPES = {
    **dict.fromkeys(CONTENT.split(), "json-ld "),
    **dict.fromkeys(["WebPage", "http://schema.org/AboutPage"], "json-ld page "),
    "WebSite": "json-ld site ",
    **dict.fromkeys(["ArticleList", "Bookshop", "WebPageElement", "WebSites", "OldWebSite", "Person", ""], ""),
}


@pytest.mark.parametrize(("stated", "prefix"), TYPES.items())
def test_of_what_a_thing_of_this_type_states(stated: str, prefix: str) -> None:
    asked = {kind + "name" for _, kind in KINDS}
    found = list(json_ld_statements([json.dumps({"@type": stated, "name": "Tea"})], asked))
    assert found == ([(prefix + "name", "Tea")] if prefix else [])


def test_what_json_ld_states_of_one_thing_is_told_once_and_of_things_in_each_other_to_a_depth() -> None:
    things = [{"@id": "ann", "name": "Ann"}, {"@id": "bob", "name": "Bob"}]
    article = {"@type": "Article", "author": [{"@id": "ann"}, {"@id": "ann"}, {"@id": "bob"}]}
    found = list(json_ld_statements([json.dumps([*things, article])], {"json-ld author"}))
    assert found == [("json-ld author", "Ann"), ("json-ld author", "Bob")]
    steps: object = "Boil"
    for depth in range(40):
        is_told = list(json_ld_texts([json.dumps({"@type": "Recipe", "steps": steps})], {"Recipe": {"steps"}})) == [
            "Boil"
        ]
        assert is_told == (depth <= MAX_DEPTH)
        steps = {"name": steps} if depth % 2 else [steps]


def test_json_ld_may_have_line_breaks_in_strings() -> None:
    script = '{"@type": "Article", "headline": "Tea\nand\tpots"}'
    assert list(json_ld_statements([script], {"json-ld headline"})) == [("json-ld headline", "Tea\nand\tpots")]


SAID = '{"@type": "Article", "headline": "Tea <!-- and --> ]]> pots"}'
WRAPPED = ["%s", " %s ; ", "//<![CDATA[\n%s\n//]]>", "/* <![CDATA[ */ %s /* ]]> */", "<!--\n%s\n//-->"]


@pytest.mark.parametrize("wrapper", WRAPPED)
def test_json_ld_is_read_without_what_wraps_it(wrapper: str) -> None:
    found = list(json_ld_statements([wrapper % SAID], {"json-ld headline"}))
    assert found == [("json-ld headline", "Tea <!-- and --> ]]> pots")]


@pytest.mark.parametrize("script", ["[" * 100_000, '{"@type":"Article","a":' * 5_000 + "1" + "}" * 5_000])
def test_deep_json_ld_is_survived(script: str) -> None:
    assert describe([("script", {"type": "application/ld+json"}, script)]) == Metadata()


def test_signs_without_end_take_linear_time() -> None:
    for title in ("x" + "-" * 300_000, "茶" + "-" * 300_000 + "x", "茶 -" * 100_000):
        assert describe([("title", {}, title)], headings=["茶"]).title


def test_places_without_a_title_take_linear_time() -> None:
    with within(1):  # 5 s, when each left a space
        assert describe([("title", {}, "Tea" + "<no title>" * 20_000 + "pots")]).title == "Tea pots"


@pytest.mark.parametrize(
    "part", ["<time datetime=2020-05-12>x</time> ", "<span class=date>x", "<i class=author>1 May 2020 x"]
)
def test_many_dates_or_authors_in_one_block_take_linear_time(part: str) -> None:
    """The block was searched for each of them: 20 s and more for these."""
    blocks = BlockElements()(parse(f"<h1>The river rose</h1><p>{part * 15_000}".encode()), Plain())
    with within(5):
        describe_page(blocks)


RUSSIAN = "Река поднималась всю ночь, и утром мельница стояла в воде, потому что никто не закрыл плотину. " * 2
CHINESE = "河水整夜上涨，到了早晨，磨坊已经站在水里，村里的人都去看它。" * 5


@pytest.mark.parametrize(
    ("head", "text", "source"),
    [
        ("<html lang=en>", RUSSIAN, "stop words"),
        ("<html lang=en><meta name=language content=ru>", RUSSIAN, "language"),
        ("<html lang=ru>", RUSSIAN, "html lang"),
        ("<html lang=en>", CHINESE, "letters"),
        ("<meta property=og:locale content=zh_TW>", CHINESE, "og:locale"),
    ],
)
def test_sources_tell_which_statement_the_letters_allow(head: str, text: str, source: str) -> None:
    assert described(f"{head}<p>{text}").sources["language"] == source


STORY = (
    "The river rose in the night, and it was so high that the mill of the village stood in the water for a week. " * 2
)
SOME = "It was cold."
CODE = "int river(char *mill, long water) { return mill[water] + village; } // " * 9


@pytest.mark.parametrize(
    ("head", "text", "language"),
    [
        ("", STORY, "en"),
        (
            "",
            "Ibaia gauean hazi zen, eta herriko errota uretan egon zen astebete batez, eta ez zen inor atera. " * 2,
            "eu",
        ),
        ("<html lang=de>", SOME, "de"),
        ("", SOME, None),
        ("", CODE, None),
    ],
)
def test_a_page_that_states_no_language_has_that_of_its_stop_words(head: str, text: str, language: str | None) -> None:
    said = described(f"{head}<p>{text}")
    assert said.language == language
    assert said.sources.get("language") == (None if not language else "html lang" if head else "stop words")


FLUSS = "Der Fluss stieg in der Nacht, und er war so hoch, dass die Mühle des Dorfes eine Woche lang im Wasser stand. "


@pytest.mark.parametrize(
    ("stated", "text", "language"),
    [
        ("fr", STORY, "en"),
        ("en", FLUSS * 2, "de"),
        ("en", FLUSS + SOME, "en"),  # too short to tell
        ("en", FLUSS * 2 + STORY, "en"),  # words of both
        ("en", f"{FLUSS * 2} {CODE * 2}", "en"),  # hardly any words of either
        ("fro", STORY, "fro"),  # there is no list
        ("no", STORY, "en"),
    ],
)
def test_a_stated_language_without_words_on_the_page_is_none(stated: str, text: str, language: str) -> None:
    said = described(f"<html lang={stated}><p>{text}")
    assert said.language == language
    assert said.sources["language"] == ("html lang" if language == stated else "stop words")


@pytest.mark.parametrize(
    ("stated", "language"),
    [("no", "nb"), ("no-NO", "nb"), ("nn-NO", "nn"), ("CZ", "cs"), ("dk", "da"), ("vn", "vi"), ("us", "en")],
)
def test_some_codes_are_replaced(stated: str, language: str) -> None:
    assert described(f"<html lang={stated}><p>{SOME}").language == language
    assert html_language(default_blocks(f"<html lang={stated}><p>{SOME}")) == language


@pytest.mark.parametrize(("encoding", "language"), [("gb18030", "zh"), ("shift_jis", None), ("euc-kr", None)])
def test_ideographs_in_an_encoding_of_other_languages_settle_none(encoding: str, language: str | None) -> None:
    assert (
        describe([("html", {"lang": "en"}, "")], encoding, texts=["東京都千代田区丸内一丁目"] * 20).language == language
    )
