"""Cut a page into blocks: each file a segmenter, `tags.py`, `seams.py` and `walk.py` what they share."""

HELPERS = ("tags", "seams", "walk", "walks", "cell_repairs", "leaf_tables", "table_roles", "source", "repaired")
