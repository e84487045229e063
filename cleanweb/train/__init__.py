"""One trainer per trained stage, named like it; `gold.py` reads gold sets, `alignment.py` labels blocks by them."""

HELPERS = ("alignment", "cards", "chunks", "forests", "gold", "segments", "table_folds", "table_gold", "trees")
