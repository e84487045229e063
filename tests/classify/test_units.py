"""Headings, terms, parts of paragraphs and data tables keep together."""

from cleanweb import cleaner
from cleanweb.classify.units import keep_units, share_fate
from cleanweb.page import Blocks
from cleanweb.parse import parse


def segmented(html: str) -> Blocks:
    made = cleaner("cleanweb")
    return made.segment(parse(html.encode()), made.normalize)


def test_a_heading_leads_in_the_text_of_its_section_only() -> None:
    blocks = segmented("<div><h2>One</h2></div><div><h2>Two</h2><h3>Three</h3><p>Text</div>")
    keep, rule = [False, False, False, True], ["below"] * 3 + ["kept"]
    keep_units(blocks, keep, rule)
    assert rule == ["below", "below", "lead-in", "kept"]


def test_a_term_goes_with_its_definition() -> None:
    blocks = segmented("<dl><dt>Warp<dd>Threads along<dt>Weft<dd>Threads across</dl>")
    keep, rule = [False, True, False, False], ["below", "kept", "below", "below"]
    keep_units(blocks, keep, rule)
    assert rule == ["lead-in", "kept", "below", "below"]


def test_a_part_between_kept_parts_of_one_paragraph_stays() -> None:
    blocks = segmented("<p>One.<br>Two.<br>Three.<p>Four.<p>Five.")
    keep, rule = [True, False, True, False, True], ["kept", "below", "kept", "below", "kept"]
    keep_units(blocks, keep, rule)
    assert rule == ["kept", "part", "kept", "below", "kept"]


def test_the_cells_of_a_data_table_share_one_fate() -> None:
    rows = "".join(f"<tr><td>Walk {n}<td>{n} km<td>{n + 1} hours" for n in range(4))
    blocks = segmented(f"<table border=1><tr><th>Walk<th>Length<th>Time{rows}</table><p>Text")
    keep = [row % 4 != 1 for row in range(len(blocks))]
    rule = ["kept" if kept else "below" for kept in keep]
    keep[-1], rule[-1] = False, "below"
    share_fate(blocks, keep, rule)
    assert all(keep[:-1])
    assert not keep[-1]
    assert "data table" in rule
