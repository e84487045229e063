"""A language and script of no data set: a stop list built from ten pages, and an eleventh page cleaned with it."""

import tomllib
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.own_stoplists import DEFAULT_COVERAGE, build

CASE = tomllib.loads((Path(__file__).parent / "cases" / "georgian.toml").read_text("utf-8"))
PAGE = (
    "<title>{title} - სოფლის ამბები</title>"
    "<div class=top><a href=/>მთავარი</a> <a href=/a>სიახლეები</a> <a href=/f>ფოტო</a> <a href=/k>კონტაქტი</a></div>"
    "<h1>{title}</h1><p>{0}</p><p>{1}</p>"
    "<div class=side><a href=/1>დილის ბაზარი</a><br><a href=/2>ძველი ხიდი ქალაქის ცენტრში</a></div>"
    "<div class=foot>ყველა უფლება დაცულია, 2011</div>"
)


def page(number: int) -> bytes:
    return PAGE.format(*CASE["paragraphs"][number], title=CASE["title"][number]).encode()


@pytest.fixture(scope="module")
def stop_list(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stop list built from ten pages, cleaned by a system that needs no words."""
    clean = cleaner("kimatu")
    words = build([clean(page(number)).text for number in range(10)], coverage=DEFAULT_COVERAGE)
    path = tmp_path_factory.mktemp("georgian") / "ka.txt"
    path.write_text("\n".join(words), "utf-8")
    return path


def test_the_list_holds_function_words_and_no_names(stop_list: Path) -> None:
    words = stop_list.read_text("utf-8").split()
    assert len(words) == 44  # as examples/languages.md says
    assert words[:4] == ["და", "რომ", "ის", "არ"]  # and, that, he, not
    assert {"მაგრამ", "რადგან", "მხოლოდ"} <= set(words)  # but, because, only
    assert not {"წისქვილი", "ბიბლიოთეკა"} & set(words)  # a mill, a library


@pytest.mark.parametrize(
    ("system", "parameters"),
    [
        ("kimatu", {}),
        # Lower limits than for English: a list from ten pages covers a quarter of the words, and paragraphs are shorter
        # than two hundred characters.
        ("justext", {"stopwords_low": "0.15", "stopwords_high": "0.2", "length_high": "100"}),
    ],
)
def test_a_page_that_the_list_has_not_seen(system: str, parameters: dict[str, str], stop_list: Path) -> None:
    chosen = parameters | ({"stoplist": str(stop_list)} if system == "justext" else {})
    first, second = CASE["paragraphs"][10]
    text = cleaner(system, parameters=chosen)(page(10)).text
    assert text.splitlines() == [f"<h>{CASE['title'][10]}", f"<p>{first}", f"<p>{second}"]


def test_the_default_keeps_all_of_it_and_takes_the_list(stop_list: Path) -> None:
    for words in ("none", stop_list):
        lines = cleaner("cleanweb", stoplist=words)(page(10)).text.splitlines()
        assert lines[:3] == [f"<h>{CASE['title'][10]}", *(f"<p>{text}" for text in CASE["paragraphs"][10])]
    english = PAGE.format(
        "The harbour crane came down on Monday after ninety-one years of work. " * 3, *CASE["title"][:1], title="Crane"
    )
    kept = cleaner("cleanweb", stoplist=stop_list)(english.encode()).text
    assert "harbour" not in kept
