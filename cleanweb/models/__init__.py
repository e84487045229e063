"""Algorithms that know nothing of pages, the files of trained models, and `files/`: those that ship."""

from pathlib import Path

FILES = Path(__file__).parent / "files"
