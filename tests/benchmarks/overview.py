"""What the README shows first, made from its own full tables: `python -m tests.benchmarks.overview`, or `make plot`.

A short table (the default beside the peers), the sets and groups on which a peer is ahead, and a plot of quality
against speed. Where the default's model was trained on a set, the figure of the sites left out of training stands for
it, if its card has one and it is the lower. Nothing is measured here: none of this can say other than the tables.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.benchmarks import plot
from tests.benchmarks.readme import README, Table, number, part, replaced, tables

CARD = README.parent / "cleanweb" / "models" / "files" / "learned.md"
PICTURE = README.parent / "examples" / "quality-and-speed.svg"
OURS = "cleanweb "  # how the rows of our systems begin
DEFAULT = "cleanweb cleanweb"
SEEN = "†"  # the row's model was trained on these pages


def main() -> None:
    """Write the part of the README and the picture."""
    text = README.read_text("utf-8")
    README.write_text(replaced(text, "overview", overview(text)), "utf-8", newline="\n")
    PICTURE.write_text(picture(text), "utf-8", newline="\n")


def overview(text: str, card: Path = CARD) -> str:
    """The short table and where a peer is ahead, from the full tables of a README."""
    (_, scores), *breakdowns = tables(part(text, "scores"))
    unseen = left_out(card)
    losses = [*lost(scores, unseen), *lost_groups(breakdowns)]
    told = ["**Where a peer is ahead** of the default, by these means:", *losses] if losses else []
    return "\n\n".join([short_table(scores, unseen), "\n".join(told)]).strip()


def left_out(card: Path) -> dict[str, float]:
    """Word F1 on sites left out of training, by set. Raises LookupError where the card does not say."""
    found = re.findall(r"^- (\S+): \d+ pages, .*by automatic focus ([\d.]+)", card.read_text("utf-8"), re.MULTILINE)
    if not found:
        raise LookupError(f"{card}: expected lines `- SET: N pages, ... by automatic focus F1`")
    return {name: float(figure) for name, figure in found}


def short_table(scores: Table, unseen: Mapping[str, float]) -> str:
    """A row a set, a column a program."""
    peers = [row for row in scores if not row.startswith(OURS)]
    lines = [f"| | cleanweb | {' | '.join(peers)} |", "|---" * (len(peers) + 2) + "|"]
    for column in scores[DEFAULT]:
        figure = of_default(scores, column, unseen)
        ours = f"**{figure:.3f}**" + (
            " ⁂" if set_of(column) in unseen else f" {SEEN}" if is_seen(scores, column) else ""
        )
        lines.append(f"| {column} | {ours} | {' | '.join(f'{number(scores[row][column]):.3f}' for row in peers)} |")
    return "\n".join(lines)


def set_of(column: str) -> str:
    """The set's name without the number of its pages."""
    return column.split(" ", maxsplit=1)[0]


def is_seen(scores: Table, column: str) -> bool:
    """Whether the default's model was trained on the set."""
    return SEEN in scores[DEFAULT][column]


def of_default(scores: Table, column: str, unseen: Mapping[str, float]) -> float:
    """The default's figure; where the card has one of left-out sites, that one, but no better than with them."""
    measured = number(scores[DEFAULT][column])
    return min(measured, unseen.get(set_of(column), measured))


def lost(scores: Table, unseen: Mapping[str, float]) -> Iterator[str]:
    """A line for each set on which a peer is ahead."""
    for column in scores[DEFAULT]:
        mine = of_default(scores, column, unseen)
        yield from behind(set_of(column), mine, {row: number(cells[column]) for row, cells in scores.items()})


def lost_groups(breakdowns: list[tuple[str, Table]]) -> Iterator[str]:
    """The same for the groups of each set."""
    for caption, scores in breakdowns:
        if found := re.match(r"F1 on (\S+) by (.*?)( \(.*\))?:", caption):
            row = next(row for row in scores if row.startswith(DEFAULT))
            for group in scores[row]:
                figures = {other: number(cells[group]) for other, cells in scores.items()}
                yield from behind(f"{found[1]}, {found[2]} {group.rsplit(' ', 1)[0]}", figures[row], figures)


def behind(what: str, mine: float, figures: Mapping[str, float]) -> Iterator[str]:
    """A line that names the best peer, if it is ahead of this figure at three digits."""
    ahead = {row: figure for row, figure in figures.items() if not row.startswith(OURS) and figure >= mine + 0.0005}
    if ahead:
        best = max(ahead, key=lambda row: ahead[row])
        yield f"- {what}: {best} has {ahead[best]:.3f}, cleanweb {mine:.3f}"


def picture(text: str, card: Path = CARD) -> str:
    """The plot, as SVG."""
    (_, scores), *_ = tables(part(text, "scores"))
    ((_, speed),) = tables(part(text, "speed"))
    unseen = left_out(card)
    panels = [column for column in scores[DEFAULT] if not is_seen(scores, column) or set_of(column) in unseen]
    return plot.drawing({column: list(points(scores, speed, column, unseen)) for column in panels})


def points(scores: Table, speed: Table, column: str, unseen: Mapping[str, float]) -> Iterator[plot.Point]:
    """The programs that have been timed too; other systems of ours only on sets that they were not trained on."""
    for row, cells in scores.items():
        is_default, is_ours = row == DEFAULT, row.startswith(OURS)
        times = speed.get(row.removeprefix(OURS))
        if times and (is_default or SEEN not in cells[column]):
            with_log = number(times["all"])
            yield plot.Point(
                name=row.removeprefix(OURS) if is_ours else row.split(" ")[0],
                group="default" if is_default else "ours" if is_ours else "peer",
                time=with_log - number(times["log"] or "0"),
                time_with_log=with_log,
                quality=of_default(scores, column, unseen) if is_default else number(cells[column]),
            )


if __name__ == "__main__":
    main()
