"""Data records: parts that records share, and questions with their answers."""

from typing import Any

import pytest

from cleanweb.classify.learned_records import Records, answered_questions, record_titles, shared_parts
from tests.blocks import default_blocks
from tests.timing import within

ANSWERS = ("Take the copper one.", "Mine is of steel.", "It depends on the stove.", "Neither, I should say.")
POST = "<div class='post p{}'><b class=name>{}</b><div class=body>{}</div></div>"


def posts(answers: tuple[str, ...] = ANSWERS, name: str = "Ada{}") -> str:
    return "".join(POST.format(number, name.format(number), answer) for number, answer in enumerate(answers))


def shared(body: str, missing: dict[str, str], log_odds: float = 0.0) -> list[str]:
    """The texts that come back; `missing` maps removed texts (of equal ones the last) to the rules that did so."""
    blocks = default_blocks(body)
    rule = ["kept"] * len(blocks)
    for text, name in missing.items():
        rule[len(blocks) - 1 - blocks.text[::-1].index(text)] = name
    found = shared_parts(Records(blocks), [name == "kept" for name in rule], rule, log_odds)
    return [blocks.text[row] for row in found]


BELOW = "below threshold (page)"
LAST = ANSWERS[-1]
HALF = dict.fromkeys(ANSWERS[2:], BELOW)


def test_a_part_that_most_records_keep_is_kept_in_all() -> None:
    assert shared(posts(), {LAST: BELOW}) == [LAST]
    assert shared(posts(), {LAST: "after the text (article)"}) == [LAST]
    assert sorted(shared(posts(ANSWERS + ANSWERS[:1]), {LAST: BELOW, ANSWERS[1]: BELOW})) == sorted([ANSWERS[1], LAST])


def test_records_may_have_long_numbers_in_their_class() -> None:
    numbered = "".join(
        f"<article class='post-{n}17 post'><h2>Pans</h2><p>{text}</article>" for n, text in enumerate(ANSWERS)
    )
    assert shared(numbered, {LAST: BELOW}) == [LAST]
    assert shared(numbered.replace("17", "1"), {LAST: BELOW}) == []


@pytest.mark.parametrize(
    ("body", "missing", "log_odds"),
    [
        (posts(), {LAST: BELOW}, 1.1),  # a plain article
        (posts(ANSWERS[1:]), {LAST: BELOW}, 0.0),  # three records
        (posts().replace("<div class='post p3", "<section class='post p3"), {LAST: BELOW}, 0.0),  # and another tag
        (posts(), HALF, 0.0),  # half of them keep it
        (posts(), {LAST: "button"}, 0.0),  # removed by a rule, not by the model
        (posts((*ANSWERS[:3], f"<a href=/>{LAST}</a>")), {LAST: BELOW}, 0.0),
        (posts((*ANSWERS[:3], f"<div hidden>{LAST}</div>")), {LAST: BELOW}, 0.0),
        (posts() + f"<p>{LAST}</p>", {}, 0.0),
        (posts(name="Ada{}</b><div class=on>Monday</div><div class=at>Mill</div><b>"), HALF, 0.0),
        (
            "".join(f"<section><p>{text}<p>So {text}</section>" for text in ANSWERS[:3]),
            {f"So {ANSWERS[2]}": BELOW},
            0.0,
        ),
        ("<ul>" + "".join(f"<li>{text}" for text in ANSWERS) + "</ul>", {LAST: BELOW}, 0.0),  # plain list items
    ],
)
def test_what_does_not_come_back(body: str, missing: dict[str, str], log_odds: float) -> None:
    assert shared(body, missing, log_odds) == []


def test_a_text_that_is_kept_elsewhere_stays_away() -> None:
    blocks = default_blocks(f"<p>{LAST}</p>{posts()}")
    keep = [True] * (len(blocks) - 1) + [False]
    rule = ["kept"] * (len(blocks) - 1) + [BELOW]
    assert shared_parts(Records(blocks), keep, rule, 0.0) == []


@pytest.mark.parametrize(
    ("more", "count"), [(" of all", 1), ("", 0), ("</a> <a href=u>or of all", 1), ("</a> | <a href=u>or of all", 0)]
)
def test_linked_titles_come_back_but_no_short_links(more: str, count: int) -> None:
    entry = "<div class=post><div class=name><a href=t>A mill by river {}{}</a></div><p>It is number {}.</p></div>"
    entries = "".join(entry.format(number, more, number) for number in range(4))
    assert (
        len(shared(entries, {f"A mill by river 3{more.replace('</a>', '').replace('<a href=u>', '')}": BELOW})) == count
    )


def test_a_text_that_another_record_has_too_is_no_repeat() -> None:
    again = (*ANSWERS, ANSWERS[0])
    assert shared(posts(again), {ANSWERS[0]: "repeat"}) == [ANSWERS[0]]
    assert shared(posts(again, name="Ada"), {ANSWERS[0]: "repeat"}) == []  # the whole record repeats
    assert shared(f"<p>So.</p>{posts()}<p>So.</p>", {"So.": "repeat"}) == []


def test_records_in_records_are_told_apart() -> None:
    """The innermost record counts; the elements below it name its parts."""
    cells = "".join(f"<div class=cell><p>{{0}} {number}</p></div>" for number in range(4))
    body = "".join(f"<section class=row><h2>Row {row}</h2>{cells.format(row)}</section>" for row in range(4))
    assert shared(body, {"3 3": BELOW, "Row 3": BELOW}) == ["Row 3", "3 3"]


QUESTION = "<div class=item><h3>What is number {}?</h3><p>It is what comes before {}.</p></div>"
QUESTIONS = "".join(QUESTION.format(number, number + 1) for number in range(4))


@pytest.mark.parametrize(
    ("html", "chance", "log_odds", "count"),
    [
        (QUESTIONS, 0.1, -1.0, 8),
        (QUESTIONS, 0.1, -0.9, 0),  # it may be an article, on which they
        (QUESTIONS, 0.25, 5.0, 8),  # must be likelier
        (QUESTIONS, 0.04, -1.0, 0),  # too unlikely
        ("".join(QUESTION.format(number, number + 1) for number in range(3)), 0.1, -1.0, 6),
        (f"<ul>{QUESTIONS.replace('div', 'li')}<li class=item></ul>", 0.1, -1.0, 8),  # an empty item is no record
        (QUESTIONS.replace("number 3?", "number 3"), 0.1, -1.0, 0),  # one of them is no question
        (QUESTIONS.replace("<p>It is what comes before 4.</p>", ""), 0.1, -1.0, 0),  # one has no answer
        (QUESTIONS.replace("?", ";"), 0.1, -1.0, 0),
        (2 * QUESTION + "<p>What is number 2?<p>Why?", 0.1, -1.0, 0),  # only two are such records
        (QUESTIONS.replace("?", "؟"), 0.1, -1.0, 8),
        (4 * QUESTION.format(1, 2), 0.25, -1.0, 0),  # a control in every comment: "How do I report this?"
    ],
)
def test_questions_with_answers(html: str, chance: float, log_odds: float, count: int) -> None:
    blocks = default_blocks(f"<p>The questions that we are asked most.</p>{html}")
    words = [float(len(text.split())) for text in blocks.text]
    found = answered_questions(Records(blocks), words, [chance] * len(blocks), log_odds)
    assert sorted(found) == list(range(1, 1 + count))


def test_parts_of_many_records_take_linear_time() -> None:
    """Nested elements, each with another part, need one climb in all; a climb for each took four times this limit."""
    nested = "".join(f"<div class=a><p>Tea {number}</p>" for number in range(6000))
    blocks = default_blocks("<div class=a><p>x</p></div>" * 3 + nested)
    keep = [row % 3 > 0 for row in range(len(blocks))]
    rule = ["kept" if is_kept else BELOW for is_kept in keep]
    with within(2):
        assert shared_parts(Records(blocks), keep, rule, 0.0) == []


STEP = "<section><p class=name>{}</p><p>{}</section>"
STEPS = ("Boil the water", "Warm the pot", "Pour it slowly", "Wait a while")
TOLD = "Take as much of it as you need for one."  # ten words


def titled(
    steps: tuple[str, ...] = STEPS,
    told: tuple[str, ...] = (TOLD,),
    chance: float = 0.2,
    rule: str = BELOW,
    box: str = STEP,
) -> list[str]:
    """The names that come back, if the model removes all of them with this chance, and keeps the text, which is
    `told` by turns."""
    blocks = default_blocks("".join(box.format(step, told[number % len(told)]) for number, step in enumerate(steps)))
    keep = [text in told for text in blocks.text]
    words = [float(len(text.split())) for text in blocks.text]
    rules = ["kept" if is_kept else rule for is_kept in keep]
    found = record_titles(Records(blocks), keep, rules, words, [0.9 if is_kept else chance for is_kept in keep])
    return [blocks.text[row] for row in found]


def test_names_that_records_begin_with_come_back_if_none_is_kept() -> None:
    assert titled() == [*STEPS]
    assert titled((*STEPS, STEPS[0])) == [*STEPS, STEPS[0]]
    assert titled(told=(TOLD, TOLD, TOLD, "Take a pot.")) == [*STEPS], "most have text"
    long = tuple(f"{step}{' again' * 12}" for step in STEPS)  # 15 words
    assert titled(long) == [*long]


@pytest.mark.parametrize(
    "names",
    [
        {"steps": STEPS[:3]},
        {"steps": STEPS[:2] * 2},
        {"steps": ("1", "2", "3", "4")},
        {"steps": tuple(f"Ada, 0{hour}:30" for hour in range(4))},
        {"steps": tuple(f"{step}{' again' * 13}" for step in STEPS)},
        {"told": ("Take as much of it as you need for.",)},
        {"told": (TOLD, "Take a pot.")},
        {"chance": 0.1},
        {"rule": "button"},
        {"box": STEP.replace("{}", "<a href=/>{}</a>", 1)},
        {"box": STEP.replace("<p", "<p hidden", 1)},
        {"box": "<section><p>{1}<p class=name>{0}<p>{1}</section>"},
        {
            "box": "<section>{}<p>{}</section>",
            "steps": tuple(f"<p class=name>{step}</p>" for step in STEPS[:2])
            + tuple(f"<div><p class=name>{step}</p></div>" for step in STEPS[2:]),
        },
    ],
)
def test_which_names_do_not_come_back(names: dict[str, Any]) -> None:
    """Few, alike, without letters, times of posts, long, over little text or none in half of them, unlikely; what a
    rule removed; links; hidden; what does not begin its record, or in some records begins another part."""
    assert titled(**names) == []


@pytest.mark.parametrize(("least", "is_found"), [(0.05, True), (0.04, False)])
def test_each_name_is_likely_enough(least: float, is_found: bool) -> None:
    blocks = default_blocks("".join(STEP.format(step, TOLD) for step in STEPS))
    keep = [text == TOLD for text in blocks.text]
    rules = ["kept" if is_kept else BELOW for is_kept in keep]
    words = [float(len(text.split())) for text in blocks.text]
    score = [least if text == STEPS[0] else 0.4 for text in blocks.text]
    assert record_titles(Records(blocks), keep, rules, words, score) == ([0, 2, 4, 6] if is_found else [])


def test_a_name_that_is_kept_speaks_for_itself() -> None:
    blocks = default_blocks("".join(STEP.format(step, TOLD) for step in STEPS))
    keep = [text in (TOLD, STEPS[0]) for text in blocks.text]
    rules = ["kept" if is_kept else BELOW for is_kept in keep]
    assert record_titles(Records(blocks), keep, rules, [5.0] * len(blocks), [0.5] * len(blocks)) == []
