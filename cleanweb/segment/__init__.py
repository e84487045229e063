"""Cut a page into blocks: each file a segmenter, those named below what they share."""

HELPERS = tuple(
    "tags seams walk walks recording line_breaks cell_repairs leaf_tables table_roles source stated repaired".split()
)
