"""One trainer per trained stage, named like it; `gold.py` reads gold sets, `alignment.py` labels blocks with them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cleanweb.errors import UsageError

HELPERS = tuple(
    (
        "alignment augment cards chunks evolution fitness forests gold "
        "ice_tree_model learned_card learned_copies learned_focus learned_foreign learned_model learned_pages options "
        "segments table_folds table_gold token_weights trees"
    ).split()
)

# Packages of the extra [train] and their dependencies. Some trainers import them at once, some only when needed.
EXTRA = frozenset({"sklearn", "scipy", "catboost", "deap", "regex"})


@contextmanager
def needing_extra() -> Iterator[None]:
    """Raises UsageError when a package of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        hint = "pip install 'cleanweb[train]'"
        if error.name == "catboost" and sys.version_info >= (3, 15):  # for which it has no wheels
            hint += ", with Python 3.14 or earlier"
        raise UsageError(f"this needs {error.name}, which is not installed: {hint}") from None
