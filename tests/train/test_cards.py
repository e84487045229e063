"""What model cards say about the making of a model."""

from pathlib import Path

import click
import pytest

from cleanweb.cli.train import command as group
from cleanweb.train.cards import command_line


def test_the_command_on_a_card_has_options_that_are_zero(tmp_path: Path) -> None:
    trainer = group.get_command(click.Context(group), "ice-tree")
    assert trainer
    arguments = ["gold", "-o", str(tmp_path / "m.json"), "--pruning", "0", "--date", "2026-01-31"]
    context = trainer.make_context("ice-tree", arguments)
    assert command_line(context, day="2026-01-31") == (
        "cleanweb train ice-tree gold -o m.json --pruning 0.0 --date 2026-01-31"
    )


def test_the_instructions_that_the_libraries_were_told_to_use_stand_before_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "X86_V3 X86_V4")
    trainer = group.get_command(click.Context(group), "tables")
    assert trainer
    context = trainer.make_context("tables", ["gold", "-o", str(tmp_path), "--date", "2026-01-31"])
    assert command_line(context, day="2026-01-31").startswith(
        "OPENBLAS_CORETYPE=Nehalem NPY_DISABLE_CPU_FEATURES='X86_V3 X86_V4' cleanweb train tables gold -o "
    )


def test_folders_are_named_where_their_path_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "teas").mkdir()
    monkeypatch.chdir(tmp_path / "teas")
    trainer = group.get_command(click.Context(group), "tables")
    assert trainer
    context = trainer.make_context("tables", ["..", "-o", ".", "--date", "2026-01-31"])
    named = f"cleanweb train tables {tmp_path.name} -o teas --date 2026-01-31"
    assert command_line(context, day="2026-01-31") == named
