"""Train the models of tables: `cleanweb train tables GOLD -o FOLDER`.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.1: a decision tree for layout and data tables, another for the
roles of cells; ten-fold cross-validation.

Differs from the paper: trees are CART's, grown by scikit-learn, and a small forest predicts the roles; no site is in
two folds (the card also has figures of folds that ignore sites).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cleanweb.errors import UsageError
from cleanweb.files import name_of
from cleanweb.train.cards import made_by
from cleanweb.train.options import NamedPath, check_card, date_option

if TYPE_CHECKING:
    from cleanweb.evaluate.tables import TableReport
    from cleanweb.models.decision_tree import DecisionTree
    from cleanweb.models.forest import Forest

VERSIONS = ("scikit-learn", "selectolax")

# The paper's figures (Tables 1 and 2): precision, recall, F.
PAPER = {
    "layout": (0.979, 0.933, 0.947),
    "data": (0.917, 0.965, 0.951),
    "header": (0.975, 0.967, 0.971),
    "cell_data": (0.995, 0.997, 0.996),
    "neutral": (0.975, 0.966, 0.971),
    "thema": (0.874, 0.867, 0.871),
    "finalImportant": (0.897, 0.732, 0.806),
    "finalNonImportant": (0.889, 1.0, 0.941),
}


def _folder(_context: click.Context, _option: click.Parameter, path: Path) -> Path:
    """The folder to write to. Raises UsageError when there is none."""
    from cleanweb.segment.table_roles import LAYOUT_MODEL, ROLE_MODEL

    if not path.is_dir():
        raise UsageError(f"-o {path}: expected a directory for the models; there is none")
    check_card(path / "tables.md", f"{LAYOUT_MODEL} and {ROLE_MODEL}")
    return path


@click.command()
@click.argument("gold", type=NamedPath())
@click.option(
    "-o",
    "--output",
    required=True,
    type=NamedPath(),
    metavar="DIR",
    callback=_folder,
    help="Folder for the two models.",
)
@date_option
@click.pass_context
def command(context: click.Context, /, *, gold: Path, output: Path, day: str) -> None:
    """Train the table models.

    A tree separates data tables from layout tables; a forest finds the roles of cells. GOLD is a folder with
    leaf_tables.jsonl and linearised.jsonl. The models go to `table_layout.json` and `table_roles.json` in DIR, with a
    card, `tables.md`, that has their scores in ten-fold cross-validation.

    \b
        cleanweb train tables examples/tables -o .
        cleanweb clean examples/corpus/html -o txt/ --system kitten -p kitten.table_models=.
    """
    from cleanweb.evaluate.tables import report
    from cleanweb.models.model_file import write
    from cleanweb.segment.table_roles import LAYOUT_MODEL, ROLE_MODEL
    from cleanweb.train.table_folds import cross_validate, examples, layout_tree, role_forest
    from cleanweb.train.table_gold import digest, read_tables

    found = examples(read_tables(gold))
    told = [example for example in found if example.gold.cells]
    about = {"data": name_of(gold), "gold": digest(gold), "tables": len(found)}
    tree = layout_tree(found, about)
    forest = role_forest(found, {**about, "tables": len(told), "cells": sum(len(e.gold.cells or ()) for e in told)})
    grouped = report(found, cross_validate(found, grouped=True), "no site in two folds")
    ungrouped = report(found, cross_validate(found, grouped=False), "folds of tables, whatever their site")
    tree.save(output / LAYOUT_MODEL)
    forest.save(output / ROLE_MODEL)
    write(output / "tables.md", _card(tree, forest, grouped, ungrouped, made_by(context, day, VERSIONS)))
    click.echo("\n".join(tree.rules()))


def _card(tree: DecisionTree, forest: Forest, grouped: TableReport, ungrouped: TableReport, made: str) -> str:
    """The model card, in Markdown."""
    from cleanweb.segment.table_roles import layout_tree as shipped_tree

    is_of_shipped = tree.about["gold"] == shipped_tree().about.get("gold")
    by_forest = ", ".join(f"{label} {score.f:.3f}" for label, score in grouped.tables_by_forest.items())
    return CARD.format(
        made=made,
        data=tree.about["data"],
        table_count=tree.about["tables"],
        cell_count=forest.about["cells"],
        leaf_count=tree.leaf_count(),
        tree_count=len(forest.trees),
        rules="\n".join(tree.rules()),
        figures="\n".join(_row(name, grouped, ungrouped) for name in PAPER),
        by_forest=by_forest,
        gold_share=grouped.from_gold_roles,
        predicted_share=grouped.from_predicted_roles,
        sentence_count=grouped.sentence_count,
        repairs=REPAIRS if is_of_shipped else ".",
        limits=LIMITS if is_of_shipped else OTHER_LIMITS,
    )


def _row(name: str, grouped: TableReport, ungrouped: TableReport) -> str:
    """Precision, recall and F of a class in both kinds of folds, beside the paper's."""
    label = name.removeprefix("cell_")
    is_table = name in grouped.tables
    inside, beside = ((told.tables if is_table else told.cells)[label] for told in (grouped, ungrouped))
    cells = [f"{value:.3f}" for value in (inside.precision, inside.recall, inside.f)]
    cells += [f"{inside.low:.2f}-{inside.high:.2f}"]
    cells += [f"{value:.3f}" for value in (beside.precision, beside.recall, beside.f, *PAPER[name])]
    return f"| {'table' if is_table else 'cell'}: {label} | {' | '.join(cells)} |"


CARD = """# table_layout.json and table_roles.json

For leaf tables: a decision tree of {leaf_count} leaves separates data from layout, a forest of {tree_count} trees
finds the roles of a data table's cells (Kitten, section 3.1), and hand-made repairs follow (`segment/table_roles.py`).

- {made}
- Data: {data}, {table_count} tables, {cell_count:,} cells with roles. The files hold names of features and numbers,
  none of the pages' text.
- They need only the standard library to run.

## Figures of ten folds, or as many as there are sites

Each table is predicted by models that have not seen its site (grouped), or not the table (ungrouped, as most likely in
the paper). The 95 % interval is that of the grouped F, by resampling the tables.

| | P | R | F | interval | P ungrouped | R ungrouped | F ungrouped | P paper | R paper | F paper |
|---|---|---|---|---|---|---|---|---|---|---|
{figures}

With a forest instead of the tree, grouped: {by_forest}.

Of {sentence_count} expected sentences, {gold_share:.1%} come out from gold roles, {predicted_share:.1%} from roles
predicted in grouped folds{repairs}

## The tree

```
{rules}
```

## Limits

{limits}
"""

# For the gold of the shipped models. For any other, no more is known than the card says.
REPAIRS = """. Before the repairs of `segment/cell_repairs.py` that read colons, group labels and notes it
was 33.6 %; they were made after a look at the errors on these tables, so other tables may gain less."""
LIMITS = """\
One annotator; most tables are English or German. The roles thema, finalImportant and finalNonImportant are rare, and
most of the last come from one page: their intervals show how far to trust the figures. Whether a first column is a
header or data is often a matter of taste. Images and empty input fields are not seen."""
OTHER_LIMITS = """\
Where a class is rare, its interval shows how far to trust the figures. Images and empty input fields are not seen."""
