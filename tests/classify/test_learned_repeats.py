"""Which repeats on a page come from its layout, and which from its author."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_records import Records
from cleanweb.classify.learned_repeats import LONG_WORDS, MAX_ITEMS, MIN_WORDS, drop_repeats
from cleanweb.page import Blocks
from cleanweb.segment.tags import HEADING_TAGS

SAID = "The mill was built of stone in 1740."
NEXT = "It ground the corn of nine villages then."
REMOVED = "The mill is open today."
LINES = [("div>p", f"Of the {number} villages that brought it corn one is left.") for number in range(10)]


def rules(rows: list[tuple[str, str]], removed: int = 99, words: float = 0, title_row: int = -1) -> list[str]:
    """The rules of the blocks that say SAID, on a page where `removed` other blocks are removed already."""
    keep = [True] * len(rows) + [False] * removed
    rows = [*rows, *[("nav>a", f"Mill {number}") for number in range(removed)]]
    blocks, rule = Blocks.of(rows), ["kept" if kept else "below threshold" for kept in keep]
    counts = [words or float(len(text.split())) for _, text in rows]
    drop_repeats(blocks, keep, rule, counts, Records(blocks), title_row=title_row)
    assert [name not in ("repeat", "below threshold") for name in rule] == keep
    return [name for name, (_, text) in zip(rule, rows, strict=True) if text == SAID]


@pytest.mark.parametrize("tag", ["p", "div", "li"])
def test_what_is_said_again_elsewhere_goes(tag: str) -> None:
    assert rules([("div>p", SAID), *LINES, (f"section>{tag}", SAID)]) == ["kept", "repeat"]


def test_a_copy_over_the_title_goes() -> None:
    """Forums have such a copy of their first post for search engines."""
    post = ("div>p", SAID)
    thread = [post, ("h1", "Stone mills"), ("section>p", SAID), *LINES, ("aside>p", SAID)]
    assert rules(thread, title_row=1) == ["repeat", "kept", "repeat"]
    assert rules(thread, title_row=0) == rules(thread, title_row=13) == ["kept", "repeat", "repeat"]
    assert rules([post, ("h1", "Stone mills"), ("dl>dd", SAID)], title_row=1) == ["kept", "kept"], "no repeat"
    article = [post, *LINES, ("h3", "Stone mills"), ("section>p", SAID)]
    assert rules(article, title_row=11) == ["kept", "repeat"], "most of the text is over it"


@pytest.mark.parametrize("path", ["div>pre", "pre>code", "table>tr>td", "dl>dd"])
def test_a_line_of_a_program_a_cell_or_a_definition_stays(path: str) -> None:
    assert rules([("div>p", SAID), *LINES, (path, SAID)]) == ["kept", "kept"]


def test_a_refrain_stays() -> None:
    assert rules([("p", SAID), ("p", NEXT), ("p", SAID), ("div", SAID)]) == ["kept"] * 3


@pytest.mark.parametrize(("removed", "again"), [(9, "kept"), (10, "repeat")])
def test_on_a_page_that_is_mostly_text_all_stays(removed: int, again: str) -> None:
    """12 of its 21 blocks are more than MIN_TEXT_SHARE; 12 of 22 are not."""
    assert rules([("div>p", SAID), *LINES, ("section>p", SAID)], removed) == ["kept", again]


@pytest.mark.parametrize(("others", "again"), [(10, "kept"), (0, "repeat")])
def test_on_one_that_has_much_of_its_text_twice_it_goes(others: int, again: str) -> None:
    passage = [("div>p", SAID), ("div>p", NEXT)]
    assert rules([*passage, *LINES[:others], *passage], removed=0) == ["kept", again]


@pytest.mark.parametrize("path", ["table>tr>td", "table>tr>th", "table>tr>td>p", "dl>dd", "dl>dd>p", "dl>dt"])
def test_cells_and_definitions_stay_wherever_they_repeat(path: str) -> None:
    passage = [(path, SAID), (path, NEXT)]
    assert rules([*passage, *LINES, *passage]) == ["kept", "kept"]


@pytest.mark.parametrize("tag", sorted(HEADING_TAGS))
def test_of_a_line_and_a_heading_after_it_the_heading_stays(tag: str) -> None:
    assert rules([("p", SAID), *LINES, (tag, SAID)]) == ["repeat", "kept"]
    assert rules([("p", SAID), *LINES, (tag, SAID), (tag, SAID)]) == ["repeat", "kept", "kept"]


@pytest.mark.parametrize(("words", "again"), [(MIN_WORDS - 1, "kept"), (MIN_WORDS, "repeat")])
def test_few_words_stay(words: int, again: str) -> None:
    passage = [("div>p", SAID), ("div>p", NEXT)]
    assert rules([*passage, *LINES, *passage], words=words) == ["kept", again]


STEPS = "<ol><li>{}<li>{}</ol>"


def listed(first: str, second: str) -> list[str]:
    """The rules of the blocks that say SAID in two lists far from each other, both kept before."""
    others = f"<p>{REMOVED}" * 99
    blocks = cleaner("cleanweb")(f"{first}{others}{second}").blocks
    keep, rule = [text != REMOVED for text in blocks.text], ["kept"] * len(blocks)
    drop_repeats(blocks, keep, rule, [float(len(text.split())) for text in blocks.text], Records(blocks), title_row=-1)
    return [name for name, text in zip(rule, blocks.text, strict=True) if text == SAID]


def test_a_step_of_several_procedures_stays() -> None:
    assert listed(STEPS.format(NEXT, SAID), STEPS.format("It stopped.", SAID)) == ["kept", "kept"]
    assert listed(STEPS.format(NEXT, SAID), STEPS.format("It stopped.", f"<p>{SAID}")) == ["kept", "kept"]


def test_what_very_many_lists_say_goes() -> None:
    """As on a consent dialog where each partner has a list."""
    lists = "".join(STEPS.format(f"It was number {number}.", SAID) for number in range(MAX_ITEMS + 2))
    assert listed(lists, "") == ["kept"] * MAX_ITEMS + ["repeat"] * 2


def test_a_list_that_a_layout_has_twice_goes() -> None:
    assert listed(STEPS.format(NEXT, SAID), STEPS.format(NEXT, SAID)) == ["kept", "repeat"]
    assert listed(f"<p>{SAID}", STEPS.format(NEXT, SAID)) == ["kept", "repeat"]  # the other is in no list


def rules_of(html: str, text: str) -> list[str]:
    """The rules of the blocks with this text, on a page with many other blocks."""
    blocks = cleaner("cleanweb")(html + f"<p>{REMOVED}" * 99).blocks
    keep, rule = [said != REMOVED for said in blocks.text], ["kept"] * len(blocks)
    drop_repeats(blocks, keep, rule, [float(len(said.split())) for said in blocks.text], Records(blocks), title_row=-1)
    return [name for name, said in zip(rule, blocks.text, strict=True) if said == text]


CARD = "<div class=card><h3>{}</h3><p>It has {} stones.<p class=note>{}</div>"


@pytest.mark.parametrize(("words", "again"), [(LONG_WORDS - 1, "kept"), (LONG_WORDS, "repeat")])
def test_a_short_text_that_records_have_in_common_stays(words: int, again: str) -> None:
    note = " ".join(["stones"] * words)
    records = "".join(CARD.format(f"Mill {number}", number, note) for number in range(5))
    assert rules_of(f"<div>{records}</div>", note) == ["kept"] + [again] * 4


SIZE = "35 to 40 litres in all"


def test_what_is_in_a_record_of_a_record_is_compared_by_the_outer_one() -> None:
    """Each line of data is a record, too, and many products have the same one."""
    lines = "<div>{}</div>".format("".join(f"<div class=line><p>{name}</p><p>{SIZE}</p></div>" for name in "ABCD"))
    cards = [f"<div class=card><h3>Pack {number}</h3>{lines}</div>" for number in range(5)]
    assert rules_of(f"<div>{''.join(cards)}</div>", SIZE) == ["kept"] * 20
    assert rules_of(f"<div>{''.join([*cards, cards[-1]])}</div>", SIZE) == ["kept"] * 16 + ["repeat"] * 8
    assert rules_of(f"<div>{''.join(cards[:3])}</div>", SIZE) == ["kept"] * 4 + ["repeat"] * 8, "no run"


def test_what_a_record_says_that_a_layout_has_twice_goes() -> None:
    note = "They are of stone"
    card = "<div class=card><h3>Mill {}</h3><p class=note>{}</div>"
    records = [card.format(number, note) for number in range(5)]
    assert rules_of(f"<div>{''.join([*records, records[4]])}</div>", note) == ["kept"] * 4 + ["repeat"] * 2
    assert rules_of(f"<div>{''.join([*records, records[0]])}</div>", note) == ["kept"] * 5 + ["repeat"]


def test_of_such_a_record_short_texts_go_too() -> None:
    """Carousels have their first pictures again after the last one."""
    card = "<div class=card><h3>The old stone mill number {0}</h3><p>{1} stones</div>"
    cards = [card.format(number, number % 3) for number in range(5)]
    assert rules_of(f"<div>{''.join([*cards, cards[0]])}</div>", "0 stones") == ["kept", "kept", "repeat"]
    long = [f"<div class=card><h3>The old mill of stone by river {n}</h3><p>{n} m<p>{REMOVED}</div>" for n in range(5)]
    again = f"<div>{''.join([*long, long[0]])}</div>"
    assert rules_of(again, "0 m") == ["kept", "repeat"]
    assert "repeat" not in rules_of(again, REMOVED), "what is removed already keeps its rule"
    assert rules_of(f"<div>{''.join([*cards, card.format(1, 0)])}</div>", "0 stones") == ["kept", "kept", "kept"]


@pytest.mark.parametrize("line", ["<p>{}</p>", "<div>{}</div>"])
def test_the_refrain_of_a_song_in_stanzas_stays(line: str) -> None:
    refrain = [f"Turn, wheel, turn {number} times" for number in range(4)]
    verses = [[f"The miller had {verse} sons, {number} slept" for number in range(4)] for verse in range(4)]
    stanzas = [stanza for verse in verses for stanza in (verse, refrain)]
    song = "".join(f"<div class=stanza>{''.join(map(line.format, stanza))}</div>" for stanza in stanzas)
    blocks = cleaner("cleanweb")(f"<div>{song}</div>" + f"<p>{REMOVED}" * 99).blocks
    keep, rule = [text != REMOVED for text in blocks.text], ["kept"] * len(blocks)
    drop_repeats(blocks, keep, rule, [float(len(text.split())) for text in blocks.text], Records(blocks), title_row=-1)
    assert "repeat" not in rule


def test_stanzas_of_two_parts_of_the_page_are_no_song() -> None:
    stanza = "<div class=stanza><p>Turn, wheel, turn again<p>The miller had four sons<p>And one of them slept</div>"
    assert rules_of(f"<div>{stanza}</div><section>{stanza}</section>", "Turn, wheel, turn again") == ["kept", "repeat"]


def test_lines_of_a_segmenter_that_reads_the_source_have_no_elements() -> None:
    rows = [SAID, "Turn, wheel, turn again", NEXT, "Turn, wheel, turn again", "Turn!", "Turn!", *[REMOVED] * 9]
    blocks = Blocks()
    for text in rows:
        blocks.append(text, -1)
    rooted = Blocks.of([("body", text) for text in rows])  # as the model judges them
    keep, rule = [text != REMOVED for text in rows], ["kept"] * len(rows)
    drop_repeats(blocks, keep, rule, [float(len(text.split())) for text in rows], Records(rooted), title_row=-1)
    assert [row for row, name in enumerate(rule) if name == "repeat"] == [3]


@pytest.mark.parametrize(
    ("below", "again"),
    [
        ("<h3>The mill of stone</h3><p>{0}</p><h3>Today</h3><p>{1}</p>", "repeat"),
        ("<h3>The mill of stone</h3><p>{0}</p>", "repeat"),
        ("<h3>The mill of stone</h3><p>{0}</p><p>{1}</p>", "kept"),
        ("<h3>The mill of stone</h3><p>{0}</p><h4>Today</h4><p>{1}</p>", "kept"),
        ("<h3>The mill of stone</h3><h3>Today</h3><p>{0}</p>", "kept"),
        ("<h3><a href=/>The mill of stone</a></h3><p>{0}</p>", "kept"),
        ("<p><b>The mill of stone</b></p><p>{0}</p>", "kept"),
    ],
)
def test_a_heading_goes_with_the_text_below_it(below: str, again: str) -> None:
    said = "It was built of stone in the year 1740 by two millers."
    html = f"<div><p>{said}</p></div><p>{NEXT}</p><section>{below.format(said, 'It is open all day')}</section>"
    assert rules_of(html, "The mill of stone") == [again]
    short = html.replace(said, "It is built of stone.")
    assert rules_of(short, "The mill of stone") == ["kept"], "only long texts take theirs along"


def test_a_heading_over_what_is_said_again_as_a_heading_stays() -> None:
    said = "It was built of stone in the year 1740 by two millers."
    html = f"<section><h3>The mill of stone</h3><p>{said}</p></section><h2>{said}</h2>"
    assert rules_of(html, said) == ["repeat", "kept"]
    assert rules_of(html, "The mill of stone") == ["kept"]


LABEL = "Stone mill"


@pytest.mark.parametrize(
    ("html", "again"),
    [
        (f"<li><div>{LABEL}</div><div><h3>{LABEL}</h3></div><div><h3>{LABEL}</h3></div>", ["repeat", "kept", "repeat"]),
        (f"<h3>{LABEL}</h3><div><p>{LABEL}</p></div><h3>{LABEL}</h3>", ["kept", "repeat", "repeat"]),
        (f"<div><p>{LABEL}</p></div><div><p>{LABEL}</p></div>", ["kept", "repeat"]),
        (f"<h2>{LABEL}</h2><h2>{LABEL}</h2>", ["kept", "repeat"]),
        (f"<p>{LABEL}</p><p>{LABEL}</p>", ["kept", "kept"]),  # lines of verse, of speech
        (f"<h2>{LABEL}</h2><ul><li>{LABEL}</ul>", ["kept", "kept"]),  # an index
        (f"<ul><li>{LABEL}<ul><li>{LABEL}</ul></ul>", ["kept", "kept"]),
        (f"<table><tr><td>{LABEL}<tr><td>{LABEL}</table>", ["kept", "kept"]),
        (f"<div><p>{LABEL}</p></div><p>{NEXT}</p><div><p>{LABEL}</p></div>", ["kept", "kept"]),
        ("<div><p>+</p></div><div><p>+</p></div>", ["kept", "kept"]),
    ],
)
def test_a_short_text_said_twice_in_a_row_stays_once(html: str, again: list[str]) -> None:
    assert rules_of(html, LABEL if LABEL in html else "+") == again


@pytest.mark.parametrize(("words", "again"), [(LONG_WORDS - 1, "repeat"), (LONG_WORDS, "kept")])
def test_a_long_one_stays_where_all_is_text(words: int, again: str) -> None:
    text = " ".join(["stones"] * words)
    blocks = cleaner("cleanweb")(f"<p>{NEXT}</p><div><p>{text}</p></div><div><p>{text}</p></div>").blocks
    keep, rule = [True] * 3, ["kept"] * 3
    drop_repeats(blocks, keep, rule, [float(len(said.split())) for said in blocks.text], Records(blocks), title_row=-1)
    assert rule == ["kept", "kept", again]
