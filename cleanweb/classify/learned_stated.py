"""The text that a page states in its metadata: where the page shows none or would keep little of it, and in recipes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import compress
from typing import Final

from cleanweb.json_ld import json_ld_texts, json_ld_types, longest_statement
from cleanweb.page import Blocks, Elements, json_ld_scripts
from cleanweb.segment.stated import MARK
from cleanweb.segment.tags import HTML_BLOCK_TAGS, STRUCTURE_TAGS

STATED: Final = frozenset({"post title", "stated", "stated part"})  # rules whose blocks stay, whatever they stand in
ARTICLE = "articleBody"  # of JSON-LD
MIN_ARTICLE = 200  # letters and digits; ours
MIN_PART = 15  # of a block; shorter ones may be part of any text by chance; ours
MAX_CELLS = 3  # blocks that show one line of a recipe: amount, unit and name; ours, as recipes are typed
MAX_LINK_DENSITY = 0.5  # of what is stated outside recipes; ours
MIN_SHOWN = 0.9  # share of the article that the page shows in blocks of its own; ours
# If less than this share of what is shown is kept, all of it stays. Ours: of 129 gold pages with an article in the
# head, three keep less by left-out models, and gain .02, .38 and .87 of word F1; none keeps .34 to .70, and of the
# others as many would lose as gain.
MIN_KEPT = 0.5
# Ours: of 24 blocks on gold pages after an article's text by microdata none is in a gold text.
MIN_BODY_SHARE = 0.5  # of the words kept
MAX_AFTER_CHANCE = 0.8  # if the page is no article: likelier text is the replies to a forum's post marked up as one
# Blocks times letters of the article, in which each block is searched for: 1,000 blocks, 100,000 letters. With
# repeating letters that takes four seconds, otherwise hundredths of one. Ours.
MAX_WORK = 100_000_000

# Properties for the parts of things (schema.org). Ours: of the ingredients that 240 pages of recipes show .95 are kept
# (.86 without), and .98 of the steps (.95). Descriptions, and posts of forums, bring nothing.
RECIPE: Final = frozenset({"recipeIngredient", "ingredients", "recipeInstructions"})
QUESTIONS: Final = frozenset({"mainEntity"})
RECIPES: Final = {"Recipe": RECIPE}
QUESTION_PAGE: Final = "QAPage"  # of one question and its answers by several people, unlike FAQPage
OTHERS: Final = {"HowTo": frozenset({"step"}), "FAQPage": QUESTIONS, QUESTION_PAGE: QUESTIONS}

_BETWEEN_LETTERS = re.compile(r"\W+")
# Stops at the next "<": otherwise each of thousands of unclosed tags would be searched to the end.
_TAG = re.compile(r"<[^<>]*>")
_BORDER = re.compile(rf"</?(?:br|{'|'.join((*HTML_BLOCK_TAGS, *STRUCTURE_TAGS))})\b[^<>]*>", re.IGNORECASE)


def keep_stated(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """If the head of a page states its text (`segment/stated.py`), keep that and drop what noscript says."""
    if blocks.mark(len(blocks) - 1) == MARK:
        for row in range(len(blocks)):
            keep[row] = blocks.mark(row) == MARK
            rule[row] = "head" if keep[row] else "beside the head"


def keep_stated_article(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep all of an article that the head states if the page shows nearly all of it and would keep less than half.

    Of repeated parts, the first is kept. Nothing is removed.
    """
    article = _letters(_stated_article(blocks))
    if not MIN_ARTICLE <= len(article) <= MAX_WORK / len(blocks):
        return
    shown: dict[str, list[int]] = {}  # of each part of the article the blocks that show it
    for row, text in enumerate(blocks.text):
        part = _letters(text)
        if len(part) >= MIN_PART and part in article:
            shown.setdefault(part, []).append(row)
    missing = {part: rows[0] for part, rows in shown.items() if not any(keep[row] for row in rows)}
    count = _total(shown)
    if count >= MIN_SHOWN * len(article) and _total(missing) > (1 - MIN_KEPT) * count:
        for row in missing.values():
            keep[row], rule[row] = True, "stated"


def keep_stated_parts(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep what the page states as a part of a recipe, of instructions or of its questions and answers.

    Of repeated parts the first is kept, unless another is kept already. Parts kept already get the rule too, so that
    they stay, such as ingredients in a shop's form.
    """
    by_elements = blocks.elements.rows_of(_stating(blocks.elements, RECIPE))
    parts = {(row, row + 1) for row in by_elements} | {*_parts_by_head(blocks)}
    known = set(compress(blocks.text, keep)) if parts else set()
    known |= {" ".join(blocks.text[first:end]) for first, end in parts if all(keep[first:end])}
    for first, end in sorted(parts):
        text = " ".join(blocks.text[first:end])
        if all(keep[first:end]) or text not in known:
            known.add(text)
            keep[first:end], rule[first:end] = [True] * (end - first), ["stated part"] * (end - first)


def after_article(
    blocks: Blocks, keep: Sequence[bool], words: Sequence[float], score: Sequence[float], *, is_article: bool
) -> dict[int, str]:
    """The kept blocks after the last element that microdata marks as the article's text, with their rule.

    None if such elements have less than half of the kept words; if the page is no article, plain text stays.
    """
    elements, bodies = blocks.elements, _stating(blocks.elements, {ARTICLE})
    if not bodies or True not in keep:
        return {}
    inside = sum(words[row] for row in elements.rows_of(bodies) if keep[row])
    if inside < MIN_BODY_SHARE * sum(compress(words, keep)):
        return {}
    end = max(elements.end[element] for element in bodies)
    most = 1.0 if is_article else MAX_AFTER_CHANCE
    return {row: "after the article" for row in range(end, len(keep)) if keep[row] and score[row] <= most}


def is_question_page(blocks: Blocks) -> bool:
    """Whether the page states, in microdata or JSON-LD, that it is one question with its answers."""
    elements = blocks.elements
    types = (elements.attributes[element].get("itemtype") or "" for element in elements.looks().telling)
    if any(name.endswith(f"/{QUESTION_PAGE}") for name in types):
        return True
    return QUESTION_PAGE in json_ld_types(json_ld_scripts(blocks.head, QUESTION_PAGE))


def _stating(elements: Elements, names: Set[str]) -> list[int]:
    """The elements that have one of these names in microdata, in document order."""
    named = ((element, elements.attributes[element].get("itemprop") or "") for element in elements.looks().telling)
    return [element for element, name in named if not names.isdisjoint(name.split())]


def _parts_by_head(blocks: Blocks) -> Iterator[tuple[int, int]]:
    """The spans of blocks that JSON-LD states: for recipes, the lines of its texts and long pieces of them.

    For the others, only long pieces that are no links: entries of a menu may have the words of an answer.
    """
    recipes, others = _lines(blocks, RECIPES), _lines(blocks, OTHERS)
    all_recipes, all_others = "\n".join(recipes), "\n".join(others)
    if not (recipes or others) or len(all_recipes) + len(all_others) > MAX_WORK / len(blocks):
        return
    texts = [_letters(text).lower() for text in blocks.text]
    for row, said in enumerate(texts):
        is_long = len(said) >= MIN_PART
        if (
            said in recipes
            or (is_long and said in all_recipes)
            or (is_long and said in all_others and blocks.link_density(row) <= MAX_LINK_DENSITY)
        ):
            yield row, row + 1
        elif recipes and (cells := _cells(texts[row : row + MAX_CELLS], recipes)):
            yield row, row + cells


def _cells(texts: Sequence[str], lines: Set[str]) -> int:
    """How many of these texts, at least two, together make one of the lines (amount, unit and name); 0 for none."""
    counts = range(2, len(texts) + 1)
    return next((count for count in counts if "".join(texts[:count]) in lines and all(texts[:count])), 0)


def _lines(blocks: Blocks, asked: Mapping[str, Set[str]]) -> set[str]:
    """The letters of each line that things of these types state."""
    scripts = json_ld_scripts(blocks.head, *asked)
    texts = [_TAG.sub("", _BORDER.sub("\n", text)) for text in json_ld_texts(scripts, asked)]
    lines = {_letters(line).lower() for text in texts for line in text.splitlines()}
    return {line for line in lines if line and not line.isdigit()}  # e.g. the number of a step


def _stated_article(blocks: Blocks) -> str:
    return _TAG.sub(" ", longest_statement(json_ld_scripts(blocks.head, ARTICLE), {f"json-ld {ARTICLE}"}))


def _letters(text: str) -> str:
    return _BETWEEN_LETTERS.sub("", text)


def _total(parts: Iterable[str]) -> int:
    return sum(map(len, parts))
