"""Train the decision tree of ICE: `cleanweb train ice-tree GOLD -o MODEL.json`.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.3: block-level elements
matched with the manually cleaned files, classes h, l, p and n; ten-fold cross-validation.

Differs from the paper: for the tree and its labels see `classify/ice_tree.py`; no site is in two folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cleanweb.evaluate.gold_texts import conditions_of
from cleanweb.files import name_of
from cleanweb.train.cards import made_by
from cleanweb.train.options import (
    NamedPath,
    check_spares,
    date_option,
    finite,
    output_option,
    tell_unread,
    where_option,
)

if TYPE_CHECKING:
    from cleanweb.models.decision_tree import DecisionTree

VERSIONS = ("scikit-learn", "selectolax")

# Ours (the paper names C4.5 but none of its settings), chosen by the combined score on the 58 development pages of
# CleanEval in ten folds by site: 67.9; without either 66.4; with leaves of .002 68.3, of .005 67.3.
MIN_LEAF_SHARE = 0.001
PRUNING = 0.002


@click.command()
@click.argument("gold", type=NamedPath())
@output_option("File for the model (JSON).")
@where_option
@click.option(
    "-s",
    "--stoplist",
    metavar="STOPLIST",
    default="auto",
    show_default=True,
    help="Stop list: a language, a file, or auto (the list that fits the page best).",
)
@click.option("--divergence", is_flag=True, help="Use the divergence of ice-lm as one more feature.")
@click.option(
    "--min-leaf-share",
    type=click.FloatRange(0, 0.5),
    callback=finite,
    metavar="SHARE",
    default=MIN_LEAF_SHARE,
    show_default=True,
    help="Smallest share of the training items in a leaf.",
)
@click.option(
    "--pruning",
    type=click.FloatRange(0),
    callback=finite,
    metavar="BITS",
    default=PRUNING,
    show_default=True,
    help="Smallest reduction of entropy per item by a split.",
)
@date_option
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    gold: Path,
    output: Path,
    conditions: tuple[str, ...],
    stoplist: str,
    divergence: bool,
    min_leaf_share: float,
    pruning: float,
    day: str,
) -> None:
    """Train the tree of `ice-dt`, and print it as if-then rules.

    GOLD is a folder with html/ID.html, gold/ID.txt (with CleanEval's tags) and, for --where, meta.json. The card
    MODEL.md beside MODEL.json says what the tree was trained on and how good it is, on the training pages and in
    ten-fold cross-validation.

    \b
        cleanweb train ice-tree examples/corpus --where language=en -s en -o ice_tree.json
        cleanweb clean examples/corpus/html -o txt/ --system ice-dt -p ice-tree.model=./ice_tree.json
    """
    from cleanweb.models.decision_tree import DecisionTree
    from cleanweb.models.model_file import write
    from cleanweb.train.ice_tree_model import (
        LABELS,
        card,
        figures_of,
        fit,
        folds,
        folds_are_of,
        read_pages,
        scattered_error_rate,
    )
    from cleanweb.train.trees import grow

    check_spares(output, [gold], [Path(stoplist)])
    where = conditions_of(conditions)
    tell_unread([gold], where)
    pages = read_pages(gold, where, stoplist, divergence=divergence)

    def grown(items: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> DecisionTree:
        return grow(items, labels, min_leaf_share=min_leaf_share, pruning=pruning)

    counts = Counter(label for page in pages for label in page.labels)
    about = {
        "data": " ".join([name_of(gold), *conditions]),
        "pages": len(pages),
        "items": {label: counts[label] for label in LABELS},
        "divergence": divergence,
        "stoplist": Path(stoplist).name,
        "min_leaf_share": min_leaf_share,
        "pruning": pruning,
    }
    tree = DecisionTree(fit(pages, grown).root, about)
    tried = folds(pages, grown)
    figures = {
        "on the pages it was trained on": figures_of([(tree, pages)]),
        f"{len(tried)}-fold, no {folds_are_of(pages)} in two folds": figures_of(tried),
    }
    made = made_by(context, day, VERSIONS)
    report = card(output.name, tree, figures, scattered_error_rate(pages, grown), made)
    tree.save(output)
    write(output.with_suffix(".md"), report)
    click.echo("\n".join(tree.rules()))
