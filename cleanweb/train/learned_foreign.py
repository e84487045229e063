"""Copies of the training pages of the learned default with a mass of foreign text inserted.

Gold pages are well kept. On the web, pages are stuffed with search words, show data, styles or scripts by mistake, or
end with the whole text of a dialog. Such a mass can have many times the words of the page's own text, and is like
nothing in any gold set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cleanweb.train.augment import BODY, lifted, listed
from cleanweb.train.learned_copies import MAX_LIFT, Part, content_of, contents_of, with_removed
from cleanweb.train.learned_pages import TrainingPage, fold_of, number_of

# One page in ten gets a copy with each kind of foreign text. Ours, word F1 on two left-out folds without such copies
# and with copies of whole pages: wcxb-dev .871 and .870; its pages with foreign text of other making at their end (much
# like `tests/benchmarks/foreign.py`), such as 20,000 search words, .58 and .88. Copies of shortened pages are for small
# pages.
ONE_IN = 10
SIZES = (60, 150, 400, 1_000, 3_000, 8_000, 20_000, 50_000)  # words of a word list or of data
BLOCKS = (5, 15, 40, 200, 200)  # of another page's text, maximum
PHRASE = 4  # words of a phrase, maximum
SEPARATORS = (" ", ", ", " | ", "; ", " - ")
CONTAINERS = ("div", "p", "li")
PIECES = (1, 2, 5, 20)  # phrases per block, if there are many blocks
MAX_BLOCKS = 3_000
# Data made of a phrase: its first word {0}, the phrase {1}, its last word {2}, a number {3}.
DATA = ('{{"{0}":"{1}","{2}":{3}}},', ".{0}-{2} {{ {0}: {3}px; }}", 'var {0} = {2}({3}, "{1}");')
PUNCTUATION = ".,!?;:"


def foreign_copies(pages: Sequence[TrainingPage]) -> list[TrainingPage]:
    """Copies of one page in ten with each kind: a list of words, data, and the text of another page without its names.

    All of it is to be removed. It comes from the page's own fold, so that nothing is learned from a left-out site.
    """
    contents = contents_of(pages, lambda _: True)
    copies: list[TrainingPage] = []
    for page in pages:
        if not page.can_be_copied:
            continue
        others = [content for content in contents[fold_of(page.domain)] if content[0].domain != page.domain]
        for kind, made in (("words", _word_list), ("data", _data), ("prose", _prose)):
            choice = Random(number_of(f"{kind} {page.id} {len(page.blocks)}"))  # copies have the same name
            if others and choice.randrange(ONE_IN) == 0:
                copies.extend(_with_foreign(page, made(*choice.choice(others), choice), choice))
    return copies


def _word_list(other: TrainingPage, _: int, choice: Random) -> Part:
    return _part(_phrases(other, choice), choice.choice(SEPARATORS), choice)


def _data(other: TrainingPage, _: int, choice: Random) -> Part:
    shape = choice.choice(DATA)
    phrases = _phrases(other, choice)[::2]  # the words of a phrase come twice
    pieces = [shape.format(text.split()[0], text, text.split()[-1], choice.randrange(1000)) for text in phrases]
    return _part(pieces, " ", choice)


def _prose(other: TrainingPage, element: int, choice: Random) -> Part:
    rows = other.blocks.elements.rows(element)
    return Part(other.blocks.without_names(), element, rows[: choice.choice(BLOCKS)])


def _phrases(other: TrainingPage, choice: Random) -> list[str]:
    """Phrases picked anywhere in the other page's words, without punctuation."""
    cleaned = (word.strip(PUNCTUATION) for text in other.blocks.text for word in text.split())
    words = [word for word in cleaned if word] or ["-"]
    phrases = []
    left = choice.choice(SIZES)
    while left > 0:
        start = choice.randrange(len(words))
        phrase = words[start : start + choice.randint(1, PHRASE)]
        phrases.append(" ".join(phrase))
        left -= len(phrase)
    return phrases


def _part(pieces: Sequence[str], separator: str, choice: Random) -> Part:
    """The pieces as one block or, one time in four, as blocks of a few pieces each."""
    size = choice.choice(PIECES) if choice.randrange(4) == 0 else len(pieces)
    texts = [separator.join(pieces[start : start + size]) for start in range(0, len(pieces), size)][:MAX_BLOCKS]
    return Part(listed(texts, choice.choice(CONTAINERS)), 0, range(len(texts)))


def _with_foreign(page: TrainingPage, part: Part, choice: Random) -> Iterator[TrainingPage]:
    """The page with the part inserted as the body's last or first child, or beside an element around the text."""
    elements = page.blocks.elements
    content = content_of(page)
    where = choice.randrange(6)
    if where >= 4 and content > BODY:
        place = lifted(elements, content, choice.randint(0, MAX_LIFT))
        yield with_removed(page, place, part, is_after=where == 5)
    elif children := [row for row, parent in enumerate(elements.parent) if parent == BODY]:
        is_last = where != 3
        yield with_removed(page, children[-1 if is_last else 0], part, is_after=is_last)
