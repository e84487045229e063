"""Algorithms that know nothing of pages, and `files/`: the trained models that ship."""
