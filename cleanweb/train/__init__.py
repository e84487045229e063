"""One trainer per trained stage, named like it; `gold.py` reads gold sets, `alignment.py` labels blocks by them."""

HELPERS = tuple(
    (
        "alignment augment cards chunks evolution fitness forests gold "
        "ice_tree_model learned_card learned_copies learned_focus learned_foreign learned_model learned_pages options "
        "segments table_folds table_gold token_weights trees"
    ).split()
)
