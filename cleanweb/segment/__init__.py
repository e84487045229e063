"""Cut a page into blocks: each file a segmenter, those named below what they share."""

HELPERS = (
    *"tags seams notes walk walks recording line_breaks".split(),
    *"cell_repairs leaf_tables table_roles source stated repaired".split(),
)
