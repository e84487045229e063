import json

import pytest

import cleanweb
from cleanweb.corpus.blocklog import block_lines
from cleanweb.records import blocks_of, recast, record, tokens
from tests.timing import within

TEXT = "<h>Tea & milk\n<p>Boil it, (now).\n<l>cup\n"


def test_jsonl() -> None:
    row = json.loads(record("a/b.html", "Tea\n", {"title": "T"}, "jsonl"))
    assert row == {"id": "a/b.html", "text": "Tea\n", "metadata": {"title": "T"}}


def test_vert() -> None:
    found = record("a.html", TEXT, {"title": 'The "tea"\n<page>'}, "vert").decode()
    assert found == (
        '<doc id="a.html" title="The &quot;tea&quot; &lt;page&gt;">\n'
        '<p class="h">\nTea\n&amp;\nmilk\n</p>\n'
        '<p class="p">\nBoil\nit\n<g/>\n,\n(\n<g/>\nnow\n<g/>\n)\n<g/>\n.\n</p>\n'
        '<p class="l">\ncup\n</p>\n</doc>\n'
    )


def test_ids_of_vertical_text_keep_the_spaces_that_tell_names_apart() -> None:
    ids = [record(name, "", {}, "vert").decode().partition("\n")[0] for name in ("a b", "a  b", " a", "a\nb")]
    assert ids == ['<doc id="a b">', '<doc id="a  b">', '<doc id=" a">', '<doc id="a\\x0ab">']


def test_text_formats_are_the_text() -> None:
    assert record("a", TEXT, {}, "cleaneval") == record("a", TEXT, {}, "plain") == TEXT.encode()


def test_plain_lines_are_paragraphs() -> None:
    assert blocks_of("one\n\n<two\n") == [("p", "one"), ("p", "<two")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tags\n<p> opens a paragraph.\n<h>\nis no tag.\n", ["p", "p", "p", "p"]),  # plain text about HTML
        ("<p><p> opens a paragraph.\n<l><h>\n", ["p", "l"]),  # the same in CleanEval text
        ("<h>Tea\n<l>one\na line added by hand\n", ["h", "l", "p"]),
    ],
)
def test_a_tag_that_is_a_word_of_the_page_stays(text: str, expected: list[str]) -> None:
    found = blocks_of(text)
    assert [kind for kind, _ in found] == expected
    assert [line for _, line in found][-1] == text.rstrip().rpartition("\n")[2].removeprefix("<l>")


BLOCKS = [
    {"keep": False, "kind": "l", "text": "Menu"},
    {"keep": True, "kind": "h", "text": "<p>"},
    {"keep": True, "kind": "p", "text": "Menu"},
    {"keep": True, "kind": "l", "text": "A tag."},
    {"keep": True, "kind": "l", "text": "Menu"},
    {"keep": True, "kind": "l", "text": "Menu", "edit": {"added": ".", "removed": ""}},
]


def test_kinds_come_from_the_blocks_where_they_are_known() -> None:
    made = record("a.html", "<p>\nMenu\nA tag.\nMenu\nMenu.\n", {}, "jsonl", BLOCKS)
    found = b"".join(recast("a.jsonl", [made], "cleaneval")).decode()
    assert b"".join(recast("a.jsonl", [b"\n", made, b" \r\n"], "cleaneval")).decode() == found
    assert found == "<h><p>\n<p>Menu\n<l>A tag.\n<l>Menu\n<l>Menu.\n"
    assert b"".join(recast("a.jsonl", [made], "vert")).count(b'<p class="h">\n&lt;\n<g/>\np\n<g/>\n&gt;\n</p>') == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't", ["don't"]),
        ("हिन्दी।", ["हिन्दी", "<g/>", "।"]),
        ("...", ["..."]),
        ("茶——水", ["茶", "<g/>", "——", "<g/>", "水"]),
        ("等等……真的？？", ["等等", "<g/>", "……", "<g/>", "真的", "<g/>", "？？"]),
        ("Wait!!?", ["Wait", "<g/>", "!!", "<g/>", "?"]),
        ("((tea))", ["(", "<g/>", "(", "<g/>", "tea", "<g/>", ")", "<g/>", ")"]),
        ("http://x.org/a?b=1", ["http://x.org/a?b=1"]),
        ("(http://x.org/).", ["(", "<g/>", "http://x.org/", "<g/>", ")", "<g/>", "."]),
        ("and/", ["and", "<g/>", "/"]),
        ("👩🏿\u200d⚕\ufe0f,", ["👩🏿\u200d⚕\ufe0f", "<g/>", ","]),
        ("it❤\ufe0f🇳🇴🇸🇪👍🏽", ["it", "<g/>", "❤\ufe0f", "<g/>", "🇳🇴", "<g/>", "🇸🇪", "<g/>", "👍🏽"]),
        ("(1\ufe0f\u20e3)", ["(", "<g/>", "1\ufe0f\u20e3", "<g/>", ")"]),
        ("🏴\U000e0067\U000e0062\U000e007f!", ["🏴\U000e0067\U000e0062\U000e007f", "<g/>", "!"]),
        ("👨\u200d…", ["👨\u200d", "<g/>", "…"]),  # cut short
        ("“क्\u200dष”", ["“", "<g/>", "क्\u200dष", "<g/>", "”"]),
        ("«q\u0303»\u200d", ["«", "<g/>", "q\u0303", "<g/>", "»\u200d"]),
        ("ទឹក\u200bស្រក\u200bចុះ។\u200b", ["ទឹក", "<g/>", "ស្រក", "<g/>", "ចុះ", "<g/>", "។"]),
        ("\u200b", []),
        ("የሰው፡ልጅ።", ["የሰው", "<g/>", "፡", "<g/>", "ልጅ", "<g/>", "።"]),
        ("茶，水；", ["茶", "<g/>", "，", "<g/>", "水", "<g/>", "；"]),
        ("说“OK”。好", ["说", "<g/>", "“", "<g/>", "OK", "<g/>", "”", "<g/>", "。", "<g/>", "好"]),
        ("「茶」と、", ["「", "<g/>", "茶", "<g/>", "」", "<g/>", "と", "<g/>", "、"]),
        ("１，０００円", ["１，０００円"]),
        ("10：30—11：00", ["10：30—11：00"]),
        ("«à»", ["«", "<g/>", "à", "<g/>", "»"]),
        ("(U.S.),", ["(", "<g/>", "U.S.", "<g/>", ")", "<g/>", ","]),
        ("Ph.D.", ["Ph.D."]),
        ("π.χ.…", ["π.χ.", "<g/>", "…"]),
        ("bit.ly.", ["bit.ly", "<g/>", "."]),
        ("3.1.", ["3.1", "<g/>", "."]),
        ("tea—and", ["tea", "<g/>", "—", "<g/>", "and"]),
        ("well…so", ["well", "<g/>", "…", "<g/>", "so"]),
        ("1990—1995", ["1990—1995"]),
        ("tea--and", ["tea", "<g/>", "--", "<g/>", "and"]),
        ("tea..so", ["tea", "<g/>", "..", "<g/>", "so"]),
        ("https://a--b.example/..c", ["https://a--b.example/..c"]),
        ("0.5..1.5", ["0.5..1.5"]),
        ("柯达(EK)正", ["柯达", "<g/>", "(", "<g/>", "EK", "<g/>", ")", "<g/>", "正"]),
        ("상인(23)은", ["상인", "<g/>", "(", "<g/>", "23", "<g/>", ")", "<g/>", "은"]),
        ("ว่า“ดี”และ", ["ว่า", "<g/>", "“", "<g/>", "ดี", "<g/>", "”", "<g/>", "และ"]),
        ("๑๐:๓๐", ["๑๐:๓๐"]),
        ("ہے۔اس", ["ہے", "<g/>", "۔", "<g/>", "اس"]),
        ("١،٥", ["١،٥"]),
        ('צה"ל', ['צה"ל']),
        ("צה”ל", ["צה”ל"]),
        ("רח׳,", ["רח׳", "<g/>", ","]),
        ("׳תה׳", ["׳", "<g/>", "תה", "<g/>", "׳"]),
        ("डॉ॰", ["डॉ॰"]),
        ("म.प्र.", ["म.प्र."]),
        ("(͵αωκαʹ)", ["(", "<g/>", "͵αωκαʹ", "<g/>", ")"]),
        ("គេលក់៖ត្រី", ["គេលក់", "<g/>", "៖", "<g/>", "ត្រី"]),
        ("ཡོད༎དབྱར", ["ཡོད", "<g/>", "༎", "<g/>", "དབྱར"]),
        ("«Berria»ren", ["«", "<g/>", "Berria", "<g/>", "»", "<g/>", "ren"]),
        ("“Zaman”dan", ["“", "<g/>", "Zaman", "<g/>", "”", "<g/>", "dan"]),
        ("tea.[1][12]", ["tea", "<g/>", ".", "<g/>", *"[ <g/> 1 <g/> ] <g/> [ <g/> 12 <g/> ]".split()]),
        ("دانش[۱]است", ["دانش", "<g/>", "[", "<g/>", "۱", "<g/>", "]", "<g/>", "است"]),
        ("https://a.example/[1]«b»c", ["https://a.example/[1]«b»c"]),
        ("cup(s).", ["cup(s)", "<g/>", "."]),
        ("(s)he", ["(s)he"]),
        ("“(s)he”", ["“", "<g/>", "(s)he", "<g/>", "”"]),
        ("(tea)", ["(", "<g/>", "tea", "<g/>", ")"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert list(tokens(text)) == expected


def test_a_letter_with_very_many_marks_takes_linear_time() -> None:
    word = "a" + "\u0301" * 800_000
    with within(5):  # seconds; copying the piece for each mark took 30
        assert list(tokens(word)) == [word]


def test_very_many_lines_like_the_first_of_a_long_block_take_linear_time() -> None:
    text = "".join(f"a\n{number}\n" for number in range(100_000))
    block = {"keep": True, "kind": "h", "text": "a\n" * 100_000 + "b"}
    with within(5):  # seconds; copying lines for each took 15
        assert len(blocks_of(text, [block])) == 200_000


def test_lone_surrogates() -> None:
    assert json.loads(record("a", "x\ud800", {}, "jsonl"))["text"] == "x?"
    assert record("a", "x\ud800", {}, "plain") == b"x?"


def test_blocks_in_json_lines_stay_there_and_nowhere_else() -> None:
    blocks = [{"keep": True, "kind": "h", "text": "Tea \ud800"}, {"keep": False, "kind": "p", "text": "menu"}]
    made = record("a.html", "Tea\n", {}, "jsonl", blocks)
    sound = [{**blocks[0], "text": "Tea ?"}, blocks[1]]
    assert json.loads(made) == {"id": "a.html", "text": "Tea\n", "metadata": {}, "blocks": sound}
    assert json.loads(b"".join(recast("a.jsonl", [made], "jsonl")))["blocks"] == sound
    assert b"menu" not in b"".join(recast("a.jsonl", [made], "vert"))


@pytest.mark.parametrize("heading", ["Tea<a href=#t>¶</a>", "<a href=#t>#</a> Tea"])
def test_a_block_without_an_end_keeps_its_kind(heading: str) -> None:
    html = f"<h1>{heading}</h1><p>Boil water, and wait."
    page = cleanweb.clean(html, classify="keep-all", linearize="plain")
    logged = list(block_lines(page))
    assert page.text == "Tea\nBoil water, and wait.\n"
    assert blocks_of(page.text, logged) == [("h", "Tea"), ("p", "Boil water, and wait.")]


def test_a_block_of_several_edits_and_one_joined_to_its_term_keep_their_kinds() -> None:
    html = "<h1>Tea<a href=#t>¶</a></h1><p>Boil water, and wait.</p><dl><dt>Oolong<dd>between green and black.</dl>"
    page = cleanweb.clean(html, "kitten", parameters={"kitten.tags": "no"})
    assert page.text == "Tea.\nBoil water, and wait.\nOolong: between green and black.\n"
    found = blocks_of(page.text, list(block_lines(page)))
    assert [kind for kind, _ in found] == ["h", "p", "l"]


def test_a_block_of_very_many_edits_takes_linear_time() -> None:
    block = {"keep": True, "kind": "p", "text": "a b " * 50_000}
    edits = [{**block, "text": "a", "edit": {"added": "(all)", "removed": ""}}] * 100_000
    with within(5):  # seconds; a line for each took gigabytes
        assert blocks_of("x\n", [block, *edits]) == [("p", "x")]
