"""Pure numbers of blocks and texts: no decisions, no state."""
