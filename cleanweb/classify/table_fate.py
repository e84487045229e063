"""The cells of a data table share one fate: a helper for any classifier."""

from __future__ import annotations

from dataclasses import replace

from cleanweb.page import Blocks, Verdicts
from cleanweb.segment.table_roles import data_tables


def one_fate(blocks: Blocks, verdicts: Verdicts) -> Verdicts:
    """The same verdicts, but for the blocks of each data table: all kept, or none, as most of its characters are.

    A block whose verdict changes has the rule "data table".
    """
    if "table" not in blocks.elements.tag or len(set(verdicts.keep)) < 2:
        return verdicts
    keep, rule = list(verdicts.keep), list(verdicts.rule)
    for table in data_tables(blocks):
        rows = range(blocks.elements.first[table.element], blocks.elements.end[table.element])
        if len({keep[row] for row in rows}) < 2:
            continue
        kept_chars = sum(len(blocks.text[row]) for row in rows if keep[row])
        is_kept = 2 * kept_chars >= sum(len(blocks.text[row]) for row in rows)
        for row in rows:
            if keep[row] != is_kept:
                keep[row], rule[row] = is_kept, "data table"
    return replace(verdicts, keep=keep, rule=rule)
