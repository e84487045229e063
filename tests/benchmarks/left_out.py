"""The default trained without a fifth of the sites, five times, so that any gold page can be scored as an unseen one.

`python -m tests.benchmarks.left_out` trains the models as the card of the shipped one says, each without one fold of
the sites, with the gold sets in CLEANWEB_DATA; models that are there already in `left_out_models` are kept. A site has
no influence on the model that cleans its pages: neither its names nor its pages' part in the choice of focus. (Where a
set, such as readability, does not tell a page's site, each page counts as a site of its own.) A fold takes about half
an hour and 9 GB. Whatever asks for the shipped model to be trained again (`cleanweb/measures`, `cleanweb/train`) asks
for these, too.
"""

import argparse
import os
import sys
from functools import cache
from pathlib import Path

from cleanweb import cleaner
from cleanweb.models.learned_file import save
from cleanweb.pipeline import Pipeline
from cleanweb.train.learned import SEED
from cleanweb.train.learned_model import train
from cleanweb.train.learned_pages import FOLDS, Data, fold_of, training_pages

MODELS = Path(__file__).parent / "left_out_models"

# The sets that the shipped model is trained on, with their conventions and weights, as on its card.
TRAINED_ON = (
    "wcxb-dev:page:1",
    "newspaper4k-articles:article:1",
    "readability:article:1.5",
    "trafilatura-eval:article:0.5",
    "debian-docs:page:0.15",
)
SETS = tuple(entry.partition(":")[0] for entry in TRAINED_ON)

UNUSED_SEED = SEED + 1  # most settings were chosen by the errors of models with the usual seed, which flatters these


def main() -> None:
    """Train the models that are not there."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--fold", type=int, action="append", choices=range(FOLDS), help="only this one; repeatable")
    options.add_argument("--seed", type=int, default=UNUSED_SEED, help="of the boosting")
    arguments = options.parse_args()
    data = Path(os.environ.get("CLEANWEB_DATA") or "-")
    sets = [Data.read(f"{data}/{entry}") for entry in TRAINED_ON]
    absent = [one.folder.name for one in sets if not one.folder.is_dir()]
    if absent:
        sys.exit(f"CLEANWEB_DATA is {str(data)!r}; expected a folder with {', '.join(absent)}")
    made = cleaner("cleanweb")
    pages = [page for one in sets for page in training_pages(one, made.segment, made.normalize)]
    MODELS.mkdir(exist_ok=True)
    for fold in arguments.fold or range(FOLDS):
        if not model_without(fold).exists():
            others = [page for page in pages if fold_of(page.domain) != fold]
            save(train(others, arguments.seed).model, model_without(fold))
            print(f"fold {fold}: trained on {len(others)} pages", file=sys.stderr)


def model_without(fold: int) -> Path:
    """The path of the model that saw no page of these sites."""
    return MODELS / f"without-{fold}.npz"


@cache
def cleaner_without(fold: int) -> Pipeline:
    """The default with that model."""
    return cleaner("cleanweb", parameters={"learned.model": str(model_without(fold))})


if __name__ == "__main__":
    main()
