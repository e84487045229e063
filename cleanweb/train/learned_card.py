"""The model card of the learned default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from cleanweb.classify.learned_page import LONG_PAGE_WORDS
from cleanweb.models.learned_file import load
from cleanweb.train.cards import INSTRUCTIONS
from cleanweb.train.learned_pages import TrainingPage, fold_of
from cleanweb.wording import counted

PINNED = ("catboost", "numpy", "scikit-learn", "selectolax")
MAX_NAMED = 10  # pages in one line; ours


def left_out_figures(own_f1: Mapping[str, float], auto_f1: Mapping[str, float]) -> list[str]:
    """A line for each gold set: the mean word F1 of its left-out pages by the set's convention and by auto focus."""
    lines = []
    for name in dict.fromkeys(page.partition("/")[0] for page in own_f1):
        pages = [page for page in own_f1 if page.startswith(f"{name}/")]
        own, auto = (sum(f1[page] for page in pages) / len(pages) for f1 in (own_f1, auto_f1))
        lines.append(f"{name}: {counted(len(pages), 'page')}, word F1 {own:.4f}, by automatic focus {auto:.4f}")
    return lines


def fold_notes(pages: Sequence[TrainingPage]) -> Iterator[str]:
    """Notes on what the figures do not say about other sites, if the folds are not by site."""
    if len(pages) == 1:
        yield "there is a single page: the models tested on it have learned nothing"
    elif len({page.domain for page in pages}) == 1:
        yield "all pages are from one site: the folds consist of its pages and say little about other sites"
    elif len({fold_of(page.domain) for page in pages}) == 1:
        yield "all sites fall in one fold: the folds consist of pages and say little about other sites"
    else:
        untold = Counter(page.set_name for page in pages if page.domain == page.id)
        for name, count in untold.items():
            some = counted(count, "page")
            yield f"{name}: the sites of {some} are not known; other folds may have had pages of the same sites"


def foreign_gold_notes(pages: Sequence[TrainingPage]) -> Iterator[str]:
    """Which gold texts are not on their pages, as when those of two pages were swapped."""
    foreign: dict[str, list[str]] = {}
    for page in pages:
        if page.has_foreign_gold:
            foreign.setdefault(page.set_name, []).append(page.id.removeprefix(f"{page.set_name}/"))
    for name, ids in foreign.items():
        more = f" and {len(ids) - MAX_NAMED:,} more" if len(ids) > MAX_NAMED else ""
        named = ", ".join(ids[:MAX_NAMED])
        yield f"{name}: gold texts that have next to nothing in common with their pages: {named}{more}"


def card(path: Path, made_by: str, entries: Sequence[str], page_count: int, figures: Sequence[str]) -> str:
    """The card of the model in this file, as Markdown."""
    model, pages = load(path), counted(page_count, "page")
    versions = ", ".join(f"{name} {version(name)}" for name in PINNED)
    figure_lines = "\n".join(f"- {figure}" for figure in figures)
    return f"""# {path.name}

The model of `learned`, the default classifier: weights of {len(model.weights.weights):,} tokens of tags, classes and
ids in four roles, {counted(len(model.blocks.leaf), "oblivious tree")} over the features of a block,
{len(model.long.leaf)} for the blocks of pages of more than {LONG_PAGE_WORDS:,} words,
{counted(len(model.focus.leaf), "tree")} for the focus of a page; {path.stat().st_size:,} bytes.

- {made_by}.
- The same command, data and versions give the same bytes: {versions}; on another kind of
  processor only if the command begins with {" and ".join(INSTRUCTIONS)}.
- Data, each set with its convention and weight: {", ".join(entries)};
  {pages} with text, and changed copies: cropped, without names, in an old style, with a short article,
  with a list of other pages beside the text, with words, data or text that are not the page's, without
  punctuation, with a text as long as a book.

## Figures

On sites left out of training (five folds by site), not counting pages without any text:

{figure_lines}

The token weights of a page come from the other folds, and trees of the other folds choose its focus. The weights that
the trees were trained on had seen the labels of the left-out fold, so these figures are a little too good.

## Limits

Gold standards differ in what they call content; the model has learned those of its data. Listings, shops and pages of
many short texts are the hardest. On sites whose class names are random letters, it lacks what names would tell.
"""
