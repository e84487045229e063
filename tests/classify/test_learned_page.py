"""How the default judges a page: conventions, the choice of focus, long pages, and the rule that it reports."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleanweb import clean
from cleanweb.classify import learned_decision, learned_page
from cleanweb.classify.learned import Learned
from cleanweb.classify.learned_decision import Decision, decide
from cleanweb.classify.learned_page import Judgement, convention_chances, judge
from cleanweb.classify.learned_reasons import reasons
from cleanweb.measures.features import feature_matrix
from cleanweb.measures.page_measures import PageMeasures
from cleanweb.models import boosted_trees
from cleanweb.models.boosted_trees import sigmoid
from cleanweb.models.learned_file import DEFAULT, load
from cleanweb.page import Blocks, Verdicts
from tests.classify.test_learned_decision import page_of
from tests.fixtures import CORPUS

NEWS = clean((CORPUS / "html" / "en-news.html").read_bytes()).blocks


def test_both_conventions_are_told_together_as_each_alone() -> None:
    model = judge(NEWS, None, "page").model
    page = PageMeasures(NEWS, model.weights, model.classes)
    for conventions in ((False, True), (True, False)):
        together = convention_chances(model, feature_matrix(page, is_article=False), conventions)
        assert not np.allclose(together[False], together[True])
        for is_article, chances in together.items():
            matrix = feature_matrix(page, is_article=is_article)
            assert chances == pytest.approx(sigmoid(model.blocks.scores(matrix)), abs=1e-6)
            alone = convention_chances(model, feature_matrix(page, is_article=not is_article), (is_article,))
            assert alone[is_article] == pytest.approx(chances, abs=1e-6)


def test_pages_of_more_blocks_than_are_asked_at_once_are_judged_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = judge(NEWS, None, "auto")
    monkeypatch.setattr(boosted_trees, "MAX_ROWS", 7)
    in_parts = judge(NEWS, None, "auto")
    assert in_parts.alone == pytest.approx(whole.alone, abs=1e-6)
    assert in_parts.rules() == whole.rules()


@pytest.mark.parametrize(("least", "focus"), [(-np.inf, "article"), (np.inf, "page")])
def test_a_page_is_judged_by_the_convention_chosen_for_it(
    monkeypatch: pytest.MonkeyPatch, least: float, focus: str
) -> None:
    monkeypatch.setattr(learned_page, "MIN_ARTICLE_LOG_ODDS", least)
    monkeypatch.setattr(learned_decision, "LEAN", 0)  # an explicit focus does not say how plain the page is
    chosen, asked = judge(NEWS, None, "auto"), judge(NEWS, None, focus)
    assert chosen.is_article is asked.is_article is (focus == "article")
    assert chosen.chances == pytest.approx(asked.chances, abs=1e-6)
    assert (chosen.matrix == asked.matrix).all()
    assert chosen.rules() == asked.rules()
    assert f"below threshold ({focus})" in chosen.rules()


def test_what_leaves_most_of_its_likely_text_out_is_no_article(monkeypatch: pytest.MonkeyPatch) -> None:
    as_page = judge(NEWS, None, "page")
    monkeypatch.setattr(learned_page, "MIN_ARTICLE_LOG_ODDS", -np.inf)
    assert judge(NEWS, None, "auto").is_article
    monkeypatch.setattr(learned_page, "MAX_AFTER_SHARE", -1)
    found = judge(NEWS, None, "auto")
    assert not found.is_article
    assert found.rules() == as_page.rules()
    assert (found.matrix == as_page.matrix).all()
    assert judge(NEWS, None, "article").is_article


@pytest.mark.parametrize(("price", "share", "is_article"), [("$39", 2, False), ("39", 2, True), ("$39", 10, True)])
def test_a_list_of_goods_may_leave_less_out(
    price: str, share: float, is_article: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    goods = "".join(f"<li><a href=/{number}>A copper pan</a><p>{price}</p>" for number in range(5))
    blocks = clean(f"<h1>Tea</h1><p>{9 * 'She boiled the water, waited, and drank the tea. '}<ul>{goods}</ul>").blocks
    decide = learned_page.decide
    monkeypatch.setattr(learned_page, "MIN_ARTICLE_LOG_ODDS", -np.inf)
    monkeypatch.setattr(learned_page, "decide", lambda *asked: decide(*asked)._replace(after_share=2.5))
    monkeypatch.setattr(learned_page, "MAX_AFTER_SHARE_OF_SHOP", share)
    assert judge(blocks, None, "auto").is_article is is_article


@pytest.mark.parametrize(
    ("html", "is_article"),
    [
        ("<article>", True),
        ("<article itemscope itemtype=https://schema.org/QAPage>", False),
        ('<script type=application/ld+json>{"@type": "QAPage"}</script><article>', False),
        ('<script type=application/ld+json>{"@type": "FAQPage"}</script><article>', True),
        ('<script type=application/ld+json>{"@type": "WebPage", "name": "QAPage"}</script><article>', True),
    ],
)
def test_a_page_that_states_to_be_a_question_with_answers_is_no_article(html: str, is_article: bool) -> None:
    blocks = clean(f"{html}<h1>Tea</h1>" + 3 * ("<p>" + 9 * "She boiled the water, waited, and drank the tea. ")).blocks
    assert judge(blocks, None, "auto").is_article is is_article
    assert judge(blocks, None, "article").is_article


def test_long_pages_are_judged_and_explained_by_trees_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    short = judge(NEWS, None, "page")
    assert short.model is load(DEFAULT)
    links = sum(NEWS.link_density(row) * words for row, words in enumerate(short.words.tolist()))
    monkeypatch.setattr(learned_page, "LONG_PAGE_WORDS", int(short.words.sum() - links) + 2)
    assert judge(NEWS, None, "page").model is load(DEFAULT)
    monkeypatch.setattr(learned_page, "LONG_PAGE_WORDS", int(short.words.sum() - links) - 2)
    long = judge(NEWS, None, "page")
    assert long.model is load(DEFAULT).of_long_pages
    assert long.model.blocks is long.model.long
    assert (long.matrix == short.matrix).all()
    assert not np.allclose(long.chances, short.chances)
    own, other = (
        found.model.contributions.of(found.model.blocks.places(found.matrix), len(found.matrix))
        for found in (long, short)
    )
    assert not np.allclose(own, other)
    verdicts = Learned(focus="page")(NEWS)
    assert len(Learned(focus="page").explain(NEWS, verdicts, range(len(NEWS)))) == len(NEWS)


def test_what_the_guard_keeps_is_told_so() -> None:
    judged = judge(NEWS, None, "page")
    decision = decide(page_of([10] * len(NEWS), [(0, len(NEWS))]), judged.chances / 1000, False)
    rules = replace(judged, chances=judged.chances / 1000, decision=decision).rules()
    assert set(rules) == {"guard", "below threshold (page)"}
    assert [rule == "guard" for rule in rules] == decision.keep.tolist()


def test_without_a_title_on_the_page_no_block_is_told_to_be_one() -> None:
    judged = clean(b"<p>The harbour is old.<p>About us").verdicts.evidence
    assert isinstance(judged, Judgement)
    assert judged.title_row < 0
    decision = Decision(np.array([True, False]), threshold=0.4, after=0.5, after_share=0.0, is_guarded=False)
    judged = replace(judged, chances=np.array([0.9, 0.45], np.float32), decision=decision, is_article=True)
    assert judged.rules() == ["kept", "after the text (article)"]


def test_a_title_that_is_sure_beside_what_the_guard_keeps_is_no_guess() -> None:
    page = clean(b"<title>The harbour crane</title><h1>The harbour crane</h1><p>Photo")
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    chances = np.array([0.9, 0.2], np.float32)
    decision = Decision(np.array([True, True]), 0.5, after=0.5, after_share=0.0, is_guarded=True)
    judged = replace(judged, chances=chances, decision=decision)
    rules = judged.rules()
    assert rules == ["kept", "guard"]
    verdicts = replace(page.verdicts, keep=[True, True], rule=rules, score=chances.tolist(), evidence=judged)
    told = [row.reason.partition(";")[0] for row in reasons(judged, verdicts, range(2))]
    assert told == ["score 0.90 >= 0.50", "no text would be kept otherwise, so the likeliest is: score 0.20 < 0.50"]


@pytest.mark.parametrize(("chance", "rule"), [(0.01, "guard"), (0.9, "kept")])
def test_a_title_that_is_all_of_a_page_is_kept_by_the_guard_where_it_is_not_sure(chance: float, rule: str) -> None:
    judged = clean(b"<title>The harbour crane</title><h1>The harbour crane</h1>").verdicts.evidence
    assert isinstance(judged, Judgement)
    chances = np.array([chance], np.float32)
    decision = decide(page_of([3], [(0, 1)])._replace(title_row=0), chances, False)
    assert replace(judged, chances=chances, decision=decision).rules() == [rule]


@pytest.mark.parametrize("is_article", [False, True])
@given(st.lists(st.tuples(st.floats(0.001, 0.999), st.integers(1, 300)), min_size=1, max_size=12), st.integers(0, 11))
def test_a_title_that_is_sure_is_kept(is_article: bool, rows: list[tuple[float, int]], title: int) -> None:
    chances = np.array([chance for chance, _ in rows], np.float32)
    title %= len(rows)
    page = page_of([words for _, words in rows], [(0, len(rows))])._replace(title_row=title)
    decision = decide(page, chances, is_article)
    assert decision.keep[title] or chances[title] < decision.threshold


def test_a_title_that_its_text_alone_keeps_is_told_so() -> None:
    judged = judge(NEWS, None, "article")
    rules = [
        replace(judged, decision=judged.decision._replace(adds_title=adds)).rules()[judged.title_row]
        for adds in (False, True)
    ]
    assert rules == ["kept", "title"]


def test_blocks_without_elements_are_judged_as_those_of_a_bare_page() -> None:
    texts = [NEWS.text[row] for row in range(len(NEWS))]
    bare, lines = Blocks(), Blocks()
    root = bare.append_element(-1, "html")
    for text in texts:
        bare.append(text, root)
        lines.append(text, -1)
    bare.elements.end[root] = len(bare)
    assert judge(lines, None, "auto").chances.tolist() == judge(bare, None, "auto").chances.tolist()


def test_what_is_sure_enough_but_after_the_text_is_told_so() -> None:
    page = clean(b"<main><h1>Harbour</h1><p>The harbour is old.</main><p>More stories<p>About us")
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    chances = np.array([0.9, 0.9, 0.45, 0.1], np.float32)
    decision = Decision(chances >= 0.5, threshold=0.4, after=0.5, after_share=0.0, is_guarded=False)
    judged = replace(judged, chances=chances, decision=decision, is_article=True)
    rules = judged.rules()
    assert rules == ["kept", "kept", "after the text (article)", "below threshold (article)"]
    verdicts = replace(page.verdicts, keep=decision.keep.tolist(), rule=rules, score=chances.tolist(), evidence=judged)
    explained = reasons(judged, verdicts, range(4))
    told = [row.reason for row in explained]
    assert told[2].startswith("after the article's text more is asked: score 0.45 < 0.50")
    assert told[3].startswith("score 0.10 < 0.40")
    assert [row.numbers["threshold"] for row in explained] == [0.4, 0.4, 0.5, 0.4]


@pytest.mark.parametrize(
    ("box", "told"),
    [
        ("<div id=ask class='wide modal' role=dialog>", "div#ask.wide.modal[role=dialog]"),
        ("<dialog>", "dialog"),
        (f"<div class='{100 * 'a '}'>", f"div{38 * '.a'}...."),
    ],
)
def test_what_goes_for_the_box_around_it_is_told_which(box: str, told: str) -> None:
    blocks = clean(f"<body><p>She drank the tea.</p>{box}<p>Would you like some?").blocks
    judgement = judge(blocks, None, "page")
    element = blocks.elements.parent[blocks.container[1]]
    for keep, rule, opening in (([True, False], "dialog", f" ({told}): score"), ([True, True], "list", "kept: score")):
        verdicts = Verdicts(keep, ["p", "p"], ["kept", rule], judgement.chances.tolist())
        (reason,) = reasons(replace(judgement, boxes={1: element}), verdicts, [1])
        assert opening in reason.reason


def test_what_blocks_of_its_look_decide_is_told_so() -> None:
    judged = judge(NEWS, None, "page")
    alone, chances = judged.alone.copy(), judged.chances.copy()
    alone[:4], chances[:4] = [0.2, 0.7, 0.498, 0.7], [0.6, 0.3, 0.6, 0.6]
    judged = replace(judged, alone=alone, chances=chances, decision=judged.decision._replace(threshold=0.5))
    verdicts = Verdicts([True, False, True, True], ["p"] * 4, ["kept", "below", "kept", "kept"], chances[:4].tolist())
    told = [row.reason.split("; ")[:2] for row in reasons(judged, verdicts, range(4))]
    assert told[:3] == [
        ["score 0.60 >= 0.50", "0.20 by itself, drawn up by blocks marked up like it"],
        ["score 0.30 < 0.50", "0.70 by itself, drawn down by blocks marked up like it"],
        ["score 0.60 >= 0.50", "0.498 by itself, drawn up by blocks marked up like it"],
    ]
    assert "by itself" not in told[3][1]


def test_a_score_just_below_the_threshold_is_shown_to_be_below() -> None:
    threshold = 0.4444  # that of a page may round to another hundredth than what is just below
    judged = judge(NEWS, None, "page")
    judged = replace(judged, decision=judged.decision._replace(threshold=threshold))
    scores = [threshold - 0.0002, threshold, threshold - 0.1]
    verdicts = Verdicts([False, True, False], ["p"] * 3, ["below", "kept", "below"], scores)
    told = [row.reason.partition(";")[0] for row in reasons(judged, verdicts, range(3))]
    assert told == [
        f"score {scores[0]:.4f} < {threshold:.4f}",
        f"score {threshold:.2f} >= {threshold:.2f}",
        f"score {scores[2]:.2f} < {threshold:.2f}",
    ]
