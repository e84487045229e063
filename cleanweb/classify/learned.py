"""The default: boosted trees over what a block is, what holds it, and what else on the page looks like it.

No paper; the design is our own. A linear model scores the words in the class names, ids and tags around a block;
boosted oblivious trees weigh that score, its means over containers, neighbours and blocks of the same look, and plain
measures of text and links. Each page gets the threshold of highest expected F1, lower where it is plainly no article;
after the text of an article a block needs a higher score. A short page on which nothing is plainly text is emptied, and
an article loses threads of dated posts; on other pages, what looks like the text comes back. What belongs to kept text
is kept with it; boxes that say what they are, and what stands apart from all plain text, go. Nothing depends on a
language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cleanweb.classify.layout_kinds import layout_kinds
from cleanweb.classify.learned_amid import earlier_parts, texts_amid
from cleanweb.classify.learned_apart import Box, apart_from_text, boxes_apart
from cleanweb.classify.learned_archives import post_titles
from cleanweb.classify.learned_beside import (
    Beside,
    consent_boxes,
    is_most_kept,
    judged_beside,
    line_numbers,
    page_footers,
    pressed,
    rules_beside,
    sources,
    unindexed,
)
from cleanweb.classify.learned_links import bracketed, last_heading, menus, over_links, returns, teasers
from cleanweb.classify.learned_notes import among_notes, notes
from cleanweb.classify.learned_records import Records, answered_questions, record_titles, shared_parts
from cleanweb.classify.learned_repeats import drop_repeats
from cleanweb.classify.learned_stated import STATED, after_article, keep_stated, keep_stated_article, keep_stated_parts
from cleanweb.classify.learned_title import headline, lost_title, standfirst, subheading
from cleanweb.classify.units import (
    BY_MODEL,
    keep_all,
    keep_headed,
    keep_lists,
    keep_lists_amid,
    keep_tables,
    keep_units,
)
from cleanweb.measures.stopwords import stop_word_density
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.segment.table_roles import PageTables
from cleanweb.stage import Classifier, param
from cleanweb.stoplists import find_stoplist, stop_words_for

if TYPE_CHECKING:
    from cleanweb.classify.learned_comments import Comments
    from cleanweb.classify.learned_page import Judgement

MIN_LANGUAGE_WORDS = 20  # ours: a name or a quotation is no change of language

# Prefixes of the rules that remove single cells, such as the linked names in a table of results: a cell comes back if
# its row or most of its table is kept in the end. Ours, for readers: 19 of 4,458 gold pages lost such cells.
BY_CELL = (*BY_MODEL, "bracketed", "column", "heard", "links", "repeat", "tail", "teaser")


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """Keep a block when the trained model expects it to be part of the page's content.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.parse import parse
    >>> from cleanweb.segment.blocks import BlockElements
    >>> page = parse(b"<p>She boiled the water, waited, and drank the tea.<ul class=menu><li><a href=/>Home</a></ul>")
    >>> Learned()(BlockElements()(page, Plain())).keep
    [True, False]
    """

    loads: ClassVar[tuple[str, ...]] = ("numpy",)  # on first use

    focus: str = param(
        "auto",
        "what counts as content: chosen for each page (auto), everything that the page is about (page), or the "
        "running text of its one article (article)",
        flag="--focus",
        choices=("auto", "page", "article"),
    )
    comments: str = param(
        "keep",
        "readers' comments: keep what the model keeps of them (little), drop all, or keep nothing else",
        flag="--comments",
        choices=("keep", "drop", "only"),
    )
    stoplist: str = param(
        "none",
        "stop list of the corpus's language, to remove longer blocks with few of its words, as text in another "
        "language: none, a file, a language, or auto",
        flag="-s",
    )
    min_stopword_density: float = param(
        0.1,
        f"share of stop words below which a block of at least {MIN_LANGUAGE_WORDS} words counts as text in another "
        "language",
        source="ours: packaged lists cover .3 to .6 of running text in their language",
    )
    model: str = param("", "model file made by `cleanweb train learned`; empty for the shipped one")

    def __post_init__(self) -> None:
        """A stop list or model that cannot be read is an error before the first page."""
        if self.stoplist not in ("none", "auto"):
            find_stoplist(self.stoplist)
        if self.model:
            from cleanweb.models.learned_file import load  # noqa: PLC0415  (numpy: on first use)

            load(Path(self.model))

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Score = probability that the block is content."""
        from cleanweb.classify.learned_page import judge  # noqa: PLC0415  (numpy and the model: on first use)

        if not blocks.text:
            return Verdicts()
        if rules := rules_beside(blocks):
            return judged_beside(blocks, rules, self)
        draft = _draft(blocks, judge(blocks, self._model_path(), self.focus))
        _choose_posts(draft)
        _keep_more(draft)
        comments = self._only_comments(draft) if self.comments == "only" else None
        if self.comments == "drop":
            _drop_comments(draft)
        around = self._around(draft)
        if is_most_kept(around, draft.keep, draft.words) and len(around) < len(blocks):
            return judged_beside(blocks, around, self)
        draft.drop(around)
        boxes = _drop_apart(draft)
        if self.stoplist != "none":
            self._drop_other_languages(draft)
        if self.comments != "only":
            _keep_head(draft)
        _drop_repeats(draft)
        if comments:  # records and tables may have brought back others
            comments.drop_others(draft.keep, draft.rule)
        kinds = layout_kinds(blocks, draft.keep, draft.tables, draft.judgement.title_row)
        judgement = replace(draft.judgement, boxes={row: box.element for row, box in boxes.items()})
        return Verdicts(draft.keep, kinds, draft.rule, draft.score, comments or judgement)

    def _around(self, draft: _Draft) -> dict[int, str]:
        """The blocks of footers, consent boxes and sources to be copied, with their rules; none that the page states as
        its text.

        None at all if only comments are wanted and these blocks have most of the kept words.
        """
        blocks, keep, words = draft.blocks, draft.keep, draft.words
        found = page_footers(blocks, keep) | consent_boxes(blocks, words, draft.score) | sources(blocks, keep)
        found = {row: name for row, name in found.items() if draft.rule[row] not in STATED}
        return {} if self.comments == "only" and is_most_kept(found, keep, words) else found

    def _drop_other_languages(self, draft: _Draft) -> None:
        stop_words = stop_words_for(self.stoplist, draft.blocks.text)
        for row, text in enumerate(draft.blocks.text):
            is_asked = stop_words and draft.keep[row] and draft.words[row] >= MIN_LANGUAGE_WORDS
            if is_asked and stop_word_density(text, stop_words) < self.min_stopword_density:
                draft.keep[row], draft.rule[row] = False, "other language"

    def _only_comments(self, draft: _Draft) -> Comments:
        """The comments, judged alone; all else is dropped."""
        from cleanweb.classify.learned_comments import comments_of  # noqa: PLC0415  (numpy: on first use)

        comments = comments_of(draft.judgement, self._model_path())
        comments.decide(draft.keep, draft.rule, draft.score)
        return comments

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The score, the threshold, and the three strongest reasons of each row."""
        from cleanweb.classify.learned_comments import Comments  # noqa: PLC0415  (numpy: on first use)
        from cleanweb.classify.learned_page import Judgement  # noqa: PLC0415  (as above)
        from cleanweb.classify.learned_reasons import reasons  # noqa: PLC0415  (as above)

        if not blocks.text:
            return []
        evidence = verdicts.evidence
        if not isinstance(evidence, Judgement | Comments | Beside):
            evidence = self(blocks).evidence
        if isinstance(evidence, Beside):
            return evidence.explain(self.explain, rows)
        if isinstance(evidence, Comments):
            return evidence.explain(verdicts, rows)
        assert isinstance(evidence, Judgement)  # of a page with text
        return reasons(evidence, verdicts, rows)

    def _model_path(self) -> Path | None:
        return Path(self.model) if self.model else None


class _Draft(NamedTuple):
    """A page's verdicts in progress, and what they are made from."""

    blocks: Blocks
    judgement: Judgement
    records: Records
    tables: PageTables
    words: list[float]
    score: list[float]
    keep: list[bool]
    rule: list[str]

    def drop(self, rules: Mapping[int, str]) -> None:
        """Remove blocks by their rules, except those that the page states as its text."""
        for row, name in rules.items():
            if self.rule[row] not in STATED:
                self.keep[row], self.rule[row] = False, name


def _draft(blocks: Blocks, judgement: Judgement) -> _Draft:
    """The model's verdicts."""
    return _Draft(
        blocks=blocks,
        judgement=judgement,
        records=Records(judgement.blocks),
        tables=PageTables(blocks),
        words=judgement.words.tolist(),
        score=judgement.chances.tolist(),
        keep=judgement.decision.keep.tolist(),
        rule=judgement.rules(),
    )


def _choose_posts(draft: _Draft) -> None:
    """Drop all of a page without text, threads beside an article, and tickers; bring back what looks like the text."""
    from cleanweb.classify.learned_alike import like_text  # noqa: PLC0415  (numpy: on first use)
    from cleanweb.classify.learned_decision import lacks_text  # noqa: PLC0415  (as above)
    from cleanweb.classify.learned_threads import threads_beside, tickers  # noqa: PLC0415  (as above)

    judgement, keep, rule = draft.judgement, draft.keep, draft.rule
    if lacks_text(judgement.words, judgement.chances):
        draft.drop({row: "no text" for row, is_kept in enumerate(keep) if is_kept})
    threads = threads_beside(judgement, keep)
    draft.drop(threads)
    draft.drop(tickers(judgement, keep))
    keep_all((row for row in like_text(judgement, keep) if row not in threads), "alike", keep, rule)


def _keep_more(draft: _Draft) -> None:
    """Keep what belongs to kept text: parts of lists, tables, paragraphs and records; and what the page states."""
    blocks, judgement, words, score, keep, rule = (
        draft.blocks, draft.judgement, draft.words, draft.score, draft.keep, draft.rule
    )  # fmt: skip # one line of names
    keep_stated_parts(blocks, keep, rule)
    keep_lists(blocks, keep, rule, score)
    keep_lists_amid(blocks, keep, rule, words)
    keep_tables(draft.tables, keep, rule)
    keep_all(notes(blocks, keep, rule), "note", keep, rule)
    keep_all(earlier_parts(blocks, keep, rule, words, score), "earlier part", keep, rule)
    keep_all(headline(blocks, keep, rule, score, judgement.title_row), "title", keep, rule)
    keep_all(post_titles(blocks, keep, rule), "post title", keep, rule)
    for row, name in texts_amid(blocks, keep, rule, words, score).items():
        keep[row], rule[row] = True, name
    keep_units(blocks, keep, rule)
    keep_headed(draft.tables, keep, rule, score)
    keep_all(answered_questions(draft.records, words, score, judgement.log_odds), "question", keep, rule)
    keep_stated(blocks, keep, rule)
    keep_stated_article(blocks, keep, rule)


def _drop_apart(draft: _Draft) -> Mapping[int, Box]:
    """Drop what is no text by its element, name or place, and what stands apart from all plain text; return the boxes
    that blocks are dropped for."""
    blocks, words, score, keep, title_row = (
        draft.blocks, draft.words, draft.score, draft.keep, draft.judgement.title_row
    )  # fmt: skip # one line of names
    draft.drop(unindexed(blocks, keep, words, score))
    draft.drop(pressed(blocks, keep, score))
    draft.drop(line_numbers(blocks, keep))
    draft.drop(bracketed(blocks, keep, words, title_row))
    draft.drop(returns(blocks, keep))
    draft.drop(menus(blocks, keep, words))
    if draft.judgement.is_article:
        draft.drop(teasers(blocks, keep, words, title_row))
    draft.drop(after_article(blocks, keep, words, score, is_article=draft.judgement.is_article))
    boxes = boxes_apart(blocks, keep, draft.rule, words, score)
    draft.drop({row: box.rule for row, box in boxes.items()})
    apart = apart_from_text(draft.tables, keep, words, score, title_row)
    for note in among_notes(blocks, sorted(apart)):
        del apart[note]
    draft.drop(apart)
    return boxes


def _keep_head(draft: _Draft) -> None:
    """Bring back the title if it was dropped above kept text, the description after it, and the subheading."""
    blocks, keep, rule, title_row = draft.blocks, draft.keep, draft.rule, draft.judgement.title_row
    keep_all(lost_title(blocks, keep, rule, title_row), "title", keep, rule)
    keep_all(standfirst(blocks, keep, rule, title_row), "standfirst", keep, rule)
    keep_all(subheading(blocks, keep, rule, draft.score, title_row), "subheading", keep, rule)


def _drop_comments(draft: _Draft) -> None:
    from cleanweb.classify.learned_comments import is_comment  # noqa: PLC0415  (numpy: on first use)

    for row, comment in enumerate(is_comment(draft.judgement)):
        if draft.keep[row] and comment:
            draft.keep[row], draft.rule[row] = False, "comment"


def _drop_repeats(draft: _Draft) -> None:
    """Drop what the layout repeats, and lines over lists and sections that are gone; bring back parts and titles of
    records, and cells."""
    blocks, words, score, records, keep, rule, title_row = (
        draft.blocks, draft.words, draft.score, draft.records, draft.keep, draft.rule, draft.judgement.title_row
    )  # fmt: skip # one line of names
    drop_repeats(blocks, keep, rule, words, records, title_row=title_row)
    keep_all(shared_parts(records, keep, rule, draft.judgement.log_odds), "record", keep, rule)
    draft.drop(over_links(blocks, keep, rule, words, score, title_row=title_row))
    keep_all(record_titles(records, keep, rule, words, score), "record title", keep, rule)
    keep_tables(draft.tables, keep, rule, BY_CELL)
    if draft.judgement.is_article:
        draft.drop(last_heading(blocks, keep, rule, words, title_row=title_row))


STAGE: type[Classifier] = Learned
