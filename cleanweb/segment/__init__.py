"""Cut a page into blocks; each file is a segmenter, except the helpers named below."""

HELPERS = (
    *"tags seams notes icons walk walks recording line_breaks".split(),
    *"cell_repairs leaf_tables table_roles source stated repaired".split(),
)
