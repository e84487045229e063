"""Bytes to text: cases in `cases/decode.toml`, and laws for any bytes."""

import tomllib
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cleanweb import detect
from cleanweb.decode import CHECKED_BYTES, PRESCAN_BYTES, Decoded, decode
from cleanweb.detect import SAMPLE_BYTES, contradicts, run_share, text_sample
from cleanweb.encodings import LATIN, decode_as, named, python_name
from tests.timing import within

FOLDER = Path(__file__).parent / "cases"
CASES = tomllib.loads((FOLDER / "decode.toml").read_text(encoding="utf-8"))["case"]
SENTENCES = tomllib.loads((FOLDER / "sentences.toml").read_text(encoding="utf-8"))
STORED = [(language, encoding) for language, about in SENTENCES.items() for encoding in about["encodings"]]

# Encodings that Python writes as the standard reads them, for texts of these letters.
WRITTEN = {
    "windows-1250": "aáčďéěíňóřšťúůýž ŁŚąćęłńóśźż",
    "windows-1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяЁё «»№",
    "windows-1252": "aàâäæçéèêëîïôöœùûüÿñß €“”’",
    "windows-1253": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώΆς",
    "windows-1254": "abcçdefgğhıijklmnoöprsştuüvyzİĞŞ",
    "windows-1255": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "windows-1256": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "windows-1257": "aąčęėįšųūžāēģīķļņ",
    "windows-874": "กขคงจฉชซญดตถทนบปผฝพฟภมยรลวสหอะาิีึืุูเแโใไ่้",
    "koi8-r": "абвгдежзийклмнопрстуфхцчшщъыьэюяЁё",
    "iso-8859-2": "aáčďéěíňóřšťúůýž ŁŚąćęłńóśźż",
    "iso-8859-7": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώΆς",
    "shift_jis": "あいうえおカキクケコ日本語東京、。①ｱ",
    "euc-jp": "あいうえおカキクケコ日本語東京、。",
    "euc-kr": "가나다라마바사아자차카타파하한국어 똠",
    "big5": "中文臺灣繁體字的一是不了在人有我他這個",
    "gb18030": "中文简体字的一是不了在人有我他这个镕😀",
}


def page(case: dict[str, Any]) -> bytes:
    if "raw" in case:
        return str(case["raw"]).encode().decode("unicode_escape").encode("latin-1")
    return str(case.get("head", "") + case["text"]).encode(case["stored"])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_cases(case: dict[str, Any]) -> None:
    decoded = decode(page(case))
    expected = case["expected"] if "expected" in case else case.get("head", "") + case["text"]
    assert (decoded.text, decoded.encoding, decoded.evidence, decoded.replaced_count) == (
        expected,
        case["encoding"],
        case["evidence"],
        case.get("replaced", 0),
    )


def test_characters_are_taken_as_they_stand() -> None:
    found = decode("\ufeff<meta charset=shift_jis>café\0 \ud800")
    assert (found.text, found.encoding, found.evidence) == ("<meta charset=shift_jis>café ?", "utf-8", "characters")


@pytest.mark.parametrize("statement", ["", '<html lang="en">', '<meta charset="utf-8">'])
@pytest.mark.parametrize(("language", "encoding"), STORED)
def test_sentences_tell_their_encoding(language: str, encoding: str, statement: str) -> None:
    text = f"{statement}<body><p>{SENTENCES[language]['text']}"
    stored = text.encode(python_name(encoding), "xmlcharrefreplace")
    assert decode(stored).text == stored.decode(python_name(encoding))


@pytest.mark.parametrize(("language", "encoding"), STORED)
def test_sentences_of_a_stated_language(language: str, encoding: str) -> None:
    text = f'<html lang="{language}"><body><p>{SENTENCES[language]["text"]}'
    stored = text.encode(python_name(encoding), "xmlcharrefreplace")
    assert decode(stored).text == stored.decode(python_name(encoding))


OF_A_LANGUAGE = [  # names and words in capitals, whose bytes alone say too little
    ("el", "windows-1253", "ΠΕΡΙΈΧΕΙ ΣΕ ΚΡΆΤΟΣ ΕΠΙΤΥΧΊΑ ΈΚΔΟΣΗ"),
    ("fa", "windows-1256", "انتخاب"),
    ("mt", "iso-8859-3", "Ħamrun, Żebbuġ, Għargħur, Żurrieq, Mġarr, Għaxaq"),
    ("ru", "koi8-r", "ПЛАНА ЭТАПЕ ПЕСНИ"),
    ("tr", "windows-1254", "Iğdır, Şırnak, Muğla, Ağrı, Kırşehir"),
    ("lv", "windows-1257", "Ķeguma, Šķēde, Žīgurs, Ģērķis"),
]


@pytest.mark.parametrize(("language", "encoding", "text"), OF_A_LANGUAGE)
def test_a_stated_language_tells_what_few_bytes_do_not(language: str, encoding: str, text: str) -> None:
    stored = b"<p>" + text.encode(python_name(encoding))
    assert decode(f"<html lang={language.upper()}-x>".encode() + stored).encoding == encoding
    assert decode(b"<html>" + stored).encoding != encoding


@pytest.mark.parametrize(("language", "encoding"), [pair for pair in STORED if pair[1] != "iso-2022-jp"])
def test_twelve_bytes_tell_another_script_than_latin(language: str, encoding: str) -> None:
    title = b""
    for char in SENTENCES[language]["text"].lstrip():
        title += char.encode(python_name(encoding), "xmlcharrefreplace")
        if char.isspace() and sum(byte > 0x7F for byte in title) >= 12:
            break
    decoded = decode(b"<title>" + title)
    assert decoded.encoding in LATIN if encoding in LATIN else decoded.text == "<title>" + decode_as(title, encoding)[0]


@given(st.binary())
@settings(max_examples=300)
def test_any_bytes_give_a_text(data: bytes) -> None:
    decoded = decode(data)
    assert "\0" not in decoded.text
    assert decoded.utf8 == decoded.text.encode()
    assert decoded.replaced_count <= decoded.text.count("\ufffd")


@given(st.sampled_from(sorted(WRITTEN)), st.binary(max_size=60))
@settings(max_examples=300)
def test_any_bytes_give_a_text_in_any_declared_encoding(encoding: str, data: bytes) -> None:
    decoded = decode(b"<meta charset=%s>" % encoding.encode() + data)
    assert decoded.utf8 == decoded.text.encode()


@given(st.text(st.characters(max_codepoint=127, exclude_characters="\0\x1b")))
@settings(max_examples=100)
def test_ascii_is_itself(text: str) -> None:
    assert decode(text.encode()) == Decoded(text.encode(), "utf-8", "ascii")


# In short texts these letters may look like UTF-8 encoded twice.
MOJIBAKE = "".join(map(chr, (*range(0xC2, 0xF5), *range(0x412, 0x445))))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b\ufeff" + MOJIBAKE)))
@settings(max_examples=200)
def test_utf8_is_itself_and_not_copied(text: str) -> None:
    data = text.encode()
    assert decode(data).text == text
    assert decode(data).utf8 is data


@pytest.mark.parametrize("padding", range(5))
@pytest.mark.parametrize("character", ["é", "日", "😀"])
def test_characters_across_the_borders_of_what_is_checked_at_a_time(character: str, padding: int) -> None:
    page = ("x" * padding + character * CHECKED_BYTES).encode()
    assert decode(page).evidence == "valid utf-8"
    for damaged in (page[:-1], page + b"\xff", page[:CHECKED_BYTES] + b"\xff" + page[CHECKED_BYTES:]):
        assert decode(damaged).evidence == "damaged utf-8"


@given(st.data())
@settings(max_examples=300)
def test_what_a_page_declares_is_how_it_is_read(draw: st.DataObject) -> None:
    encoding = draw.draw(st.sampled_from(sorted(WRITTEN)))
    text = f"<meta charset={encoding}>" + draw.draw(st.text(WRITTEN[encoding], min_size=1))
    data = text.encode(python_name(encoding))
    try:
        data.decode("utf-8")
        assume(False)  # valid UTF-8 by chance, or ASCII, for which another rule applies
    except UnicodeDecodeError:
        pass
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.evidence) == (text, encoding, "meta")


@given(st.sampled_from(["<html><head><title>t</title>", "<!DOCTYPE html><html><body><p>"]), st.text(min_size=1))
@settings(max_examples=100)
def test_utf16_needs_no_mark(head: str, text: str) -> None:
    text = (head + text).replace("\0", "")
    assume(len(text) < 3 * len(head))
    for codec in ("utf-16-le", "utf-16-be"):
        decoded = decode(text.encode(codec))
        assert (decoded.text, decoded.encoding) == (text, codec.replace("16-", "16"))


def test_labels() -> None:
    assert named(" ISO-8859-1\n") == "windows-1252"
    assert named("x-sjis") == "shift_jis"
    assert named("ks_c_5601-1987") == "euc-kr"
    assert named("utf-16") == "utf-8"
    assert named("UTF-16BE") == "utf-8"
    assert named("x-user-defined") == "windows-1252"
    assert named("iso-2022-kr") is None
    assert named("\x0bkoi8-r") is None  # \v is not white space in HTML
    assert named("no such thing") is None


@pytest.mark.parametrize(
    ("passed", "evidence"),
    [("<script>{}</script>", "meta"), ("<STYLE>{}</style>", "meta"), ("<!--{}-->", "meta"), ("<p>{}", "default")],
)
def test_a_declaration_after_a_long_script_is_one(passed: str, evidence: str) -> None:
    page = "<html>" + passed.format("tea " * PRESCAN_BYTES) + "<meta charset=koi8-r><p>Да"
    assert decode(page.encode("koi8-r")).evidence == evidence


def test_a_declaration_after_a_long_title_is_one() -> None:
    assert decode(("<title>" + "tea " * 900 + "</title><meta charset=koi8-r><p>Да").encode("koi8-r")).evidence == "meta"


@pytest.mark.parametrize(
    ("language", "encoding", "late"),
    [
        ("el", "iso-8859-7", "Άρα"),
        ("el", "windows-1253", "Άρα"),
        ("ru", "koi8-u", "ґедзь її є"),
        ("ru", "koi8-r", "├──┤"),
        ("he", "windows-1255", "בְּרֵאשִׁית"),
    ],
)
def test_late_letters_tell_encodings_of_one_family_apart(language: str, encoding: str, late: str) -> None:
    """The rest of the text has no letter that only one of the encodings has."""
    text = "<p>" + SENTENCES[language]["text"].replace("Ά", "Α") * 20 + late
    assert decode(text.encode(python_name(encoding))).text == text


def test_a_long_script_does_not_hide_the_text() -> None:
    script = b"<script>var tea;" * SAMPLE_BYTES + "// чай с лимоном".encode("cp1251") + b"</script>"
    assert decode(script + "<p>чай с молоком".encode("koi8-r")).encoding == "koi8-r"


@pytest.mark.parametrize(
    "data",
    [b"<" * 3_000_000 + b"\xe9", b"<meta" * 600_000 + b"\xe9", b"<script>" * 400_000 + b"\xe9", b"\xe9" * 3_000_000],
)
def test_hostile_bytes_take_linear_time(data: bytes) -> None:
    """Three million bytes each: a quadratic scan would never finish."""
    assert decode(data).utf8


@pytest.mark.parametrize(
    ("data", "encoding", "text", "replaced"),
    [
        (b"\xad\xa0.", "euc-jp", "\ufffd\ufffd.", 2),
        (b"\xad\xff.", "euc-jp", "\ufffd\ufffd.", 2),
        (b"\xad", "euc-jp", "\ufffd", 1),
        (b"\xad.", "euc-jp", "\ufffd.", 1),
        (b"\x80\xff.", "gb18030", "€\ufffd.", 1),
        (b"\xa3\xe2.", "big5", "\ufffd\ufffd.", 2),
        (b"\xa1", "big5", "\ufffd", 1),
        (b"\x87\xa0.\x97=.", "big5", "\ufffd\ufffd.\ufffd=.", 3),  # no second bytes, though their sums are codes
        (b"\x1b$B-~\x1b(Ba", "iso-2022-jp", "\ufffda", 1),
    ],
)
def test_bytes_of_no_meaning(data: bytes, encoding: str, text: str, replaced: int) -> None:
    assert decode_as(data, encoding) == (text, replaced)


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"\xad\xa1\xa1\xc1\xf9\xfc", "euc-jp", "①～弴"),
        (b'\x1b$B0!-!!A!]0"\x1b(Ba', "iso-2022-jp", "亜①～－唖a"),
        (b"\xa1\x45\xa1\x4e\xa1\xe3\xa3\xe1\xfa\x5f\x87\x7a\x87\xdf", "big5", "‧﹑～€倩㡵鿋"),
        (b"\x80\xa3\xa0\xa8\xbc\xa6\xd9\xfe\x59", "gb18030", "€\u3000ḿ︐龴"),
    ],
)
def test_codes_of_the_standard_that_python_lacks(data: bytes, encoding: str, text: str) -> None:
    assert decode_as(data, encoding) == (text, 0)


@pytest.mark.parametrize(
    ("text", "count"),
    [("é", 0), ("té", 1), ("ét", 1), ("É", 0), ("ÉT", 1), ("TÉ", 1), ("tÉ", 0), ("ÀÉ", 2), ("té¤", 0), ("«té»", 3)],
)
def test_letters_of_words(text: str, count: int) -> None:
    assert detect._letter_count(text.encode("latin-1"), "windows-1252") == count


@pytest.mark.parametrize(
    ("text", "is_same"),
    [("Müßiggang", True), ("Müßiggang²", True), ("señor", False), ("Müßiggang, señor", False), ("¿Por qué?", False)],
)
def test_two_encodings_with_the_same_letters_of_a_page(text: str, is_same: bool) -> None:
    assert detect._same_letters(text.encode("windows-1252"), "windows-1250", "windows-1252") is is_same


@pytest.mark.parametrize("rest", ["é".encode(), b"\xe9" * 99])
@pytest.mark.parametrize("head", [b"<meta " * 100 + b"charset=", b"<html " * 100 + b"lang=", b"\n"])
def test_white_space_in_a_declaration_is_read_once(head: bytes, rest: bytes) -> None:
    """It took minutes when `\\s*` stood on both sides of an optional quotation mark."""
    with within(3):
        assert decode(head + b" " * 3000 + b">" + rest).utf8


@pytest.mark.parametrize(
    ("encoding", "latin"),
    [
        *product(["gb18030", "euc-kr", "euc-jp"], ["latin-1", "iso-8859-15"]),
        ("shift_jis", "cp1252"),  # with letters whose bytes Latin-1 does not use
    ],
)
def test_pairs_that_were_read_as_latin_and_encoded_again_are_undone(encoding: str, latin: str) -> None:
    page = f"<meta charset={encoding}>" + f"<p>{WRITTEN[encoding][:4]}</p>" * 30
    again = page.encode(python_name(encoding)).decode(latin).encode()
    assert decode(again) == Decoded(page.encode(), encoding, "meta, encoded again")


@pytest.mark.parametrize("latin", ["latin-1", "cp1252"])
@pytest.mark.parametrize("encoding", ["euc-kr", "euc-jp", "shift_jis"])
def test_pairs_that_were_encoded_again_twice_are_undone(encoding: str, latin: str) -> None:
    page = f"<meta charset={encoding}>" + f"<p>{WRITTEN[encoding][:4]}</p>" * 30
    twice = page.encode(python_name(encoding)).decode("cp1252").encode().decode(latin).encode()
    assert decode(twice) == Decoded(page.encode(), encoding, "meta, encoded again")


def test_utf8_encoded_twice_is_undone_where_pairs_are_declared() -> None:
    for text in ("中文简体", "été"):
        once = f"<meta charset=gb2312>{f'<p>{text}</p>' * 30}".encode()
        assert decode(once.decode("latin-1").encode()) == Decoded(once, "utf-8", "utf-8 twice")


@pytest.mark.parametrize(("runs", "emoji", "is_undone"), [(20, 0, True), (19, 0, False), (38, 2, True), (35, 2, False)])
def test_pairs_are_many_and_mostly_even(runs: int, emoji: int, is_undone: bool) -> None:
    page = "<meta charset=gb18030>" + "<p>中文简" * runs + "<p>😀" * emoji  # two odd runs for each emoji
    again = page.encode("gb18030").decode("latin-1").encode()
    assert (decode(again).text == page) is is_undone


@pytest.mark.parametrize(("encoding", "language"), [("shift_jis", "ja"), ("euc-kr", "ko"), ("euc-jp", "ja")])
def test_a_few_cut_characters_do_not_hide_an_encoding_that_is_not_declared(encoding: str, language: str) -> None:
    codec = python_name(encoding)
    stored = SENTENCES[language]["text"].strip().rstrip(".。").replace("\n", "").encode(codec)
    lines = [stored[:-1] + b"..." if number < 3 else stored for number in range(9)]
    decoded = decode(b"<p>" + b"\n<p>".join(lines))
    assert (decoded.encoding, decoded.evidence, decoded.replaced_count) == (encoding, "detected", 3)


@pytest.mark.parametrize("offset", range(4))
@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize(("encoding", "language"), [("shift_jis", "ja"), ("euc-jp", "ja"), ("euc-kr", "ko")])
def test_the_sample_of_a_long_page_does_not_end_within_a_character(
    encoding: str, language: str, end: str, offset: int
) -> None:
    line = SENTENCES[language]["text"].replace("\n", " ") + end
    text = "x" * offset + line * (2 * SAMPLE_BYTES // len(line))
    assert decode(text.encode(python_name(encoding))).encoding == encoding


@pytest.mark.parametrize(("words", "is_found"), [("où, très, même", True), ("où, très", False)])
def test_an_encoding_that_a_language_is_seldom_in_makes_three_more_words(words: str, is_found: bool) -> None:
    page = f"<p>les uns et les autres sont dans la rue, {words}."
    assert (decode(page.encode("mac_roman")).encoding == "macintosh") is is_found


@pytest.mark.parametrize(("declared", "text"), [("gb2312", "Où étiez-vous passés cet été ?"), ("iso-8859-1", "ÉÉ, ÉÈ")])
def test_accents_under_a_wrong_declaration_stay(declared: str, text: str) -> None:
    page = f"<meta charset={declared}>" + f"<p>{text}</p>" * 30
    assert decode(page.encode()) == Decoded(page.encode(), "utf-8", "valid utf-8")


NEWS = (
    "Вчера вечером в старом доме у реки открылась новая выставка, и на неё пришли почти все, кто ещё живёт в этом "
    "городе. Она будет работать только до конца месяца, потому что потом здесь начнётся ремонт. "
)
PLAIN_CYRILLIC = ("windows-1251", "koi8-r", "iso-8859-5", "ibm866")


@pytest.mark.parametrize("declared", [*PLAIN_CYRILLIC, "koi8-u", "x-mac-cyrillic"])
@pytest.mark.parametrize("stored", PLAIN_CYRILLIC)
def test_known_words_overrule_a_wrong_cyrillic_encoding(stored: str, declared: str) -> None:
    page = f"<meta charset={declared}><p>{NEWS}"
    decoded = decode(page.encode(stored, "xmlcharrefreplace"))
    if {stored, declared} == {"koi8-r", "koi8-u"} or {stored, declared} == {"windows-1251", "x-mac-cyrillic"}:
        assert (decoded.encoding, decoded.evidence) == (declared, "meta")  # the same letters, or nearly all
    else:
        expected = "meta" if stored == declared else "detected"
        assert (decoded.text, decoded.encoding, decoded.evidence) == (page, stored, expected)


@pytest.mark.parametrize(
    ("own", "other", "is_likelier"),
    [(10, 40, True), (10, 39, False), (-99, 40, True), (25, 50, True), (25, 49, False), (50, 999, False)],
)
def test_another_encoding_must_make_a_text_twice_as_likely(
    own: float, other: float, is_likelier: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"euc-kr": own, "big5": other}
    monkeypatch.setattr(detect, "evidence", lambda _, encoding: known.get(encoding, -99.0))
    assert detect._is_likelier_in_other(b"x" * 100, "euc-kr") is is_likelier


WRONGLY_DECLARED = [
    ("für alte Bücher und schöne Häuser mit größeren Gärten", "windows-1252", ("gb2312", "big5", "shift_jis")),
    ("東京の天気は晴れです。明日は雨が降るでしょう。お茶を飲みながら本を読みます。", "euc-jp", ("shift_jis", "gb2312")),
    ("서울의 날씨는 맑습니다. 내일은 비가 올 것입니다. 차를 마시며 책을 읽습니다.", "euc-kr", ("gb2312", "big5")),
    ("臺北的天氣很好，明天會下雨。我們喝茶看書，晚上去市場買菜。", "big5", ("gb2312", "euc-kr")),
    ("تحت ظلال الأشجار جلس الرجل العجوز يقرأ كتابا قديما", "windows-1256", ("iso-8859-6", "windows-1251")),
    ("Η γλώσσα είναι όμορφη και η θάλασσα μπλε. Το καλοκαίρι πηγαίνουμε", "windows-1253", ("windows-1251", "big5")),
]


@pytest.mark.parametrize(
    ("text", "stored", "declared"),
    [(text, stored, label) for text, stored, labels in WRONGLY_DECLARED for label in (stored, *labels)],
)
def test_a_wrong_declaration_is_overruled_by_likely_text(text: str, stored: str, declared: str) -> None:
    page = f"<meta charset={declared}><p>{text}"
    decoded = decode(page.encode(python_name(stored)))
    evidence = "meta" if named(declared) == stored else "detected"
    assert (decoded.text, decoded.encoding, decoded.evidence) == (page, stored, evidence)


CYRILLIC, FRENCH = "чай из самовара, мёд и сушки к нему " * 3, "thé, café, gâteau à la crème brûlée, pâté " * 5


def test_runs_of_high_bytes_tell_families_of_scripts_apart() -> None:
    word = "чай".encode("windows-1251")
    assert run_share(b" ".join([word] * 8)) == 1.0
    assert run_share((word + b" ") * 3 + b"\xe9 " * 3) == 0.75
    assert run_share(b"plain") == 0.0
    assert run_share(FRENCH.encode("windows-1252")) == 0.0
    assert run_share(b"\x95" * 99 + b" \x95" * 9) == 0.0  # rows of bullets are not words


@pytest.mark.parametrize(
    ("text", "stored", "declared", "is_contradicted"),
    [
        (CYRILLIC, "windows-1251", "windows-1251", False),
        (CYRILLIC, "windows-1251", "koi8-r", True),
        (CYRILLIC, "windows-1251", "x-mac-cyrillic", False),  # nearly the same letters: the declaration decides
        (CYRILLIC, "windows-1251", "windows-1252", True),
        (FRENCH, "windows-1252", "windows-1252", False),
        (FRENCH, "windows-1252", "windows-1251", True),
        (FRENCH, "windows-1252", "shift_jis", True),
        ("thé, café, gâteau à la crème", "windows-1252", "windows-1251", False),  # too little to contradict it
        ("Чай из самовара", "windows-1251", "windows-1252", True),
        ("Чай и мёд", "windows-1251", "windows-1252", False),
        ("āąāī āąāī", "windows-1257", "windows-1257", False),
        ("کا ہے کہ سے وہ پر ہر جو تو اس کے نے کو گا", "windows-1256", "windows-1256", False),  # of short words
        ("Köyümüzün üç köşkü, düşünülmüş bütün üyeler, gülüşüyor, üzülüyor", "windows-1254", "windows-1251", True),
        ("•" * 30, "windows-1251", "windows-1251", False),  # a row of bullets says nothing
    ],
)
def test_declarations_that_the_bytes_contradict(text: str, stored: str, declared: str, is_contradicted: bool) -> None:
    assert contradicts(text.encode(stored), declared) is is_contradicted


def test_detection_looks_at_lines_of_text_that_are_not_ascii() -> None:
    assert text_sample("<p class='é'>tea</p>\n<p>thé</p>café\nwater".encode("windows-1252")) == b"th\xe9\ncaf\xe9"
    assert text_sample(b"<p>tea") == b"<p>tea"
    for passed in ("<script>é\n<b>é</SCRIPT>", "<STYLE\n>/* é */</style>", "<!--\né <p>é-->"):
        assert text_sample(f"{passed}<p>thé".encode("windows-1252")) == b"th\xe9"
    for ending in ("<script>é", "<style>é", "<!-- é"):
        assert text_sample(f"<p>thé{ending}".encode("windows-1252")) == b"th\xe9"
    for other in ("<scripts>", "<styles>", "<!é>"):
        assert text_sample(f"{other}thé".encode("windows-1252")) == b"th\xe9"
    assert text_sample(b"<!-- \xe9 -->tea") == b"<!-- \xe9 -->tea"
    assert len(text_sample(b"th\xe9 " * SAMPLE_BYTES)) == SAMPLE_BYTES


@pytest.mark.parametrize("second", [byte for byte in range(0x80, 0xC0) if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D}])
def test_any_character_may_be_the_first_that_was_encoded_twice(second: int) -> None:
    once = bytes((0xC4, second)) + "ääää".encode()
    assert decode(once.decode("cp1252").encode()) == Decoded(once, "utf-8", "utf-8 twice")


@pytest.mark.parametrize("encoding", ["windows-1252", "windows-1251"])
@pytest.mark.parametrize("first", ["àſ", "αω", "Ёџґ", "את", "ءي", "हก", "“•…", "€™", "中🍵"])
def test_whatever_begins_a_page_that_was_encoded_twice(first: str, encoding: str) -> None:
    for char in map(chr, range(ord(first[0]), ord(first[1]) + 1)) if len(first) == 2 and first < "–" else first:
        page = f"<p>{char} Алёна пришла домой, и мы пили чай – “до ночи”…".encode()
        assert decode(decode_as(page, encoding)[0].encode()) == Decoded(page, "utf-8", "utf-8 twice")


@pytest.mark.parametrize(("count", "evidence"), [(5, "utf-8 twice"), (4, "valid utf-8")])
def test_five_characters_tell_that_a_page_was_encoded_twice(count: int, evidence: str) -> None:
    assert decode(("’" * count).encode().decode("cp1252").encode()).evidence == evidence


@given(st.text("abc é€“”ßäöü日本", min_size=1), st.sampled_from(["latin-1", "cp1252", "cp1251"]))
def test_a_page_encoded_twice_is_told_by_its_first_character_above_ascii(text: str, read_as: str) -> None:
    once = ("<p>" + text + "ääääää").encode()
    with suppress(UnicodeDecodeError):  # five bytes are undefined in windows-1252, one in windows-1251
        decoded = decode(once.decode(read_as).encode())
        assert (decoded.utf8, decoded.evidence) == (once, "utf-8 twice")
