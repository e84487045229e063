"""Many pages: where they come from, where they go, and who works on them."""
