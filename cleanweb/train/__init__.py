"""One trainer per trained stage, named like it; `gold.py` reads gold sets, `alignment.py` labels blocks by them."""

HELPERS = ("alignment", "gold", "segments", "trees")
