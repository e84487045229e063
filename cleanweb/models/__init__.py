"""Algorithms that know nothing of pages, and `files/`: the trained models that ship."""

from pathlib import Path

FILES = Path(__file__).parent / "files"
