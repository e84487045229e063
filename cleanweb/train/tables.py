"""Train the models of tables: `cleanweb train tables GOLD -o FOLDER`.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.1: a decision tree for layout and data tables, another for the
roles of cells; ten-fold cross-validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from cleanweb.errors import OutputError

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


@click.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder of the two models.")
@click.option("--date", "day", default=None, help="Date on the model card.  [default: today]")
def command(*, gold: Path, output: Path, day: str | None) -> None:
    """Train the tree that tells data tables from layout, and the forest that tells the roles of cells.

    GOLD is a folder with leaf_tables.jsonl and linearised.jsonl. The folder gets `table_layout.json`,
    `table_roles.json` and a card, `tables.md`, with what they reach in ten folds.

    \b
        cleanweb train tables tables/ -o models/
    """
    from cleanweb.evaluate.tables import report  # noqa: PLC0415  (not for `--help`)
    from cleanweb.models.decision_tree import write_atomically  # noqa: PLC0415
    from cleanweb.segment.table_roles import LAYOUT_MODEL, ROLE_MODEL  # noqa: PLC0415
    from cleanweb.train.table_folds import cross_validate, examples, layout_tree, role_forest  # noqa: PLC0415
    from cleanweb.train.table_gold import digest, read_tables  # noqa: PLC0415

    if not output.is_dir():
        raise OutputError(f"{output}: expected a folder for the models; there is none")
    found = examples(read_tables(gold))
    told = [example for example in found if example.gold.cells]
    about = {"data": gold.resolve().name, "gold": digest(gold), "tables": len(found)}
    tree = layout_tree(found, about)
    forest = role_forest(found, {**about, "tables": len(told), "cells": sum(len(e.gold.cells or ()) for e in told)})
    folds = {
        "grouped": report(found, cross_validate(found, grouped=True), "no site in two folds"),
        "ungrouped": report(found, cross_validate(found, grouped=False), "folds of tables, whatever their site"),
    }
    tree.save(output / LAYOUT_MODEL)
    forest.save(output / ROLE_MODEL)
    rows = {}
    for name in PAPER:
        key = name.removeprefix("cell_")
        rows[name] = [
            (score.precision, score.recall, score.f, score.low, score.high)
            for fold in folds.values()
            for score in [(fold.tables if name in fold.tables else fold.cells)[key]]
        ]
    grouped = folds["grouped"]
    by_forest = ", ".join(f"{label} {score.f:.3f}" for label, score in grouped.tables_by_forest.items())
    card = CARD.format(
        command=f"cleanweb train tables {gold.name} -o . --date {day or date.today().isoformat()}",
        day=day or date.today().isoformat(),
        data=gold.resolve().name,
        table_count=len(found),
        cell_count=forest.about["cells"],
        leaf_count=tree.leaf_count(),
        tree_count=len(forest.trees),
        rules="\n".join(tree.rules()),
        figures="\n".join(_row(name, rows[name], PAPER[name]) for name in PAPER),
        by_forest=by_forest,
        gold_share=grouped.from_gold_roles,
        predicted_share=grouped.from_predicted_roles,
        sentence_count=grouped.sentence_count,
    )
    write_atomically(output / "tables.md", card)
    click.echo("\n".join(tree.rules()))


def _row(name: str, scores: Sequence[tuple[float, ...]], paper: tuple[float, ...]) -> str:
    grouped, ungrouped = scores
    told = [f"{value:.3f}" for value in grouped[:3]] + [f"{grouped[3]:.2f}-{grouped[4]:.2f}"]
    told += [f"{value:.3f}" for value in (*ungrouped[:3], *paper)]
    label = f"cell: {name.removeprefix('cell_')}" if name not in ("layout", "data") else f"table: {name}"
    return f"| {label} | {' | '.join(told)} |"


CARD = """# table_layout.json and table_roles.json

What leaf tables are: a decision tree of {leaf_count} leaves tells data from layout, a forest of {tree_count} trees
tells the roles of a data table's cells (Kitten, section 3.1), and hand-made repairs follow (`segment/table_roles.py`).

- Made on {day} by `{command}`; the same command gives the same files.
- Data: {data}, {table_count} tables, {cell_count:,} cells with roles. The files hold names of features and numbers,
  none of the pages' text.
- Needs nothing but the standard library to run.

## Figures of ten folds

Each table is predicted by models that have seen nothing of its site (grouped), or nothing of it (ungrouped, as in the
paper most likely). The interval, 95 %, is of the grouped F, over tables drawn anew.

| | P | R | F | interval | P ungrouped | R ungrouped | F ungrouped | P paper | R paper | F paper |
|---|---|---|---|---|---|---|---|---|---|---|
{figures}

A forest in the place of the tree, grouped: {by_forest}.

Of {sentence_count} expected sentences {gold_share:.1%} come out from gold roles, {predicted_share:.1%} from roles
predicted in grouped folds.

## The tree

```
{rules}
```

## Limits

One annotator; most tables are English or German. The roles thema, finalImportant and finalNonImportant are rare, and
most of the last come from one page: their intervals say what the figures are worth. Whether a first column is a header
or data is often a matter of taste. Images and empty input fields are not seen.
"""
