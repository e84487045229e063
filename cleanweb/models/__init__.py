"""Algorithms that know nothing of pages, the formats of model files, and `files/`: the models that ship."""

from pathlib import Path

FILES = Path(__file__).parent / "files"
