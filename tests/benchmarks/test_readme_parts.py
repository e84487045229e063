"""The generated parts of the README: they cannot drift from the tables they are made of, nor get lost unnoticed."""

from pathlib import Path

import pytest

from tests.benchmarks import growth, left_out, overview, scores
from tests.benchmarks.readme import README, part, replaced, table, tables, write

TEXT = README.read_text("utf-8")
PARTS = ("overview", "foreign", "rewritten", "scores", "speed", "growth")


@pytest.mark.parametrize("name", PARTS)
def test_every_part_is_there_once(name: str) -> None:
    assert part(TEXT, name)


def test_a_part_that_is_missing_or_there_twice_fails_loudly(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    for text in ("no comments", "<!-- a: begin -->\n1\n", "<!-- a: begin -->\n1\n<!-- a: end -->\n" * 2):
        readme.write_text(text, "utf-8")
        with pytest.raises(LookupError, match="<!-- a: begin -->"):
            write("a", "2", readme)
        assert readme.read_text("utf-8") == text


def test_scores_look_for_their_part_before_they_measure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no comments", "utf-8")
    monkeypatch.setattr("tests.benchmarks.readme.README", tmp_path / "README.md")
    monkeypatch.setattr("sys.argv", ["scores", "--write"])
    with pytest.raises(LookupError):
        scores.main()


def test_only_that_part_is_replaced() -> None:
    text = "1\n<!-- a: begin -->\nold\n<!-- a: end -->\n2\n<!-- b: begin -->\nold\n<!-- b: end -->\n"
    assert replaced(text, "a", "n\\1w") == text.replace("old", "n\\1w", 1)


@pytest.mark.parametrize(
    ("name", "made"), [("the overview", overview.overview(TEXT)), ("the plot", overview.picture(TEXT))]
)
def test_what_stands_first_is_what_the_tables_say(name: str, made: str) -> None:
    kept = part(TEXT, "overview") if name == "the overview" else overview.PICTURE.read_text("utf-8")
    assert kept.strip() == made.strip(), f"{name} is not that of the full tables: run `make plot` and look at it"


def test_every_peer_that_is_ahead_is_named() -> None:
    (_, main), *_ = tables(part(TEXT, "scores"))
    short = table(part(TEXT, "overview").split("\n\n")[0])
    assert list(short) == list(main["cleanweb cleanweb"])
    for column, row in short.items():
        mine = float(row["cleanweb"].split("**")[1])
        ahead = [peer for peer, cell in row.items() if peer != "cleanweb" and float(cell) > mine]
        named = f"\n- {column.split(' ')[0]}: " in part(TEXT, "overview")
        assert named == bool(ahead), column


def test_the_models_that_leave_sites_out_are_trained_as_the_card_says() -> None:
    card = (README.parent / "cleanweb/models/files/learned.md").read_text("utf-8")
    assert f"with its convention and weight: {', '.join(left_out.TRAINED_ON)};" in card


@pytest.mark.parametrize("material", growth.MATERIALS)
def test_cost_grows_no_faster_than_the_page(material: str) -> None:
    costs = [float(row["ms a MB"]) for name, row in table(part(TEXT, "growth")).items() if name.endswith(material)]
    assert len(costs) == len(growth.SIZES)
    assert costs[-1] < 1.5 * min(costs)


@pytest.mark.parametrize("material", growth.MATERIALS)
def test_pages_have_the_size_that_is_said(material: str, tmp_path: Path) -> None:
    growth.write_pages(tmp_path, material, 50_000)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert sizes == [50_000] * 20
