"""The README's first table and plot, made from its full tables: `python -m tests.benchmarks.overview`, or `make plot`.

A short table (the default beside the peers), the sets and groups on which a peer is ahead, and a plot of quality
against speed. Nothing is measured here, so none of it can contradict the full tables.
"""

import re
from collections.abc import Iterator, Mapping

from tests.benchmarks import plot
from tests.benchmarks.readme import README, Table, number, part, replaced, tables

PICTURE = README.parent / "examples" / "quality-and-speed.svg"
OURS = "cleanweb "  # the rows of our systems begin so
DEFAULT = "cleanweb cleanweb"
SEEN = "†"  # the row's model was trained on these pages
UNSEEN = "⁂"  # by other models that had not seen the pages' sites


def main() -> None:
    """Write the README's overview and the picture."""
    text = README.read_text("utf-8")
    README.write_text(replaced(text, "overview", overview(text)), "utf-8", newline="\n")
    PICTURE.write_text(picture(text), "utf-8", newline="\n")


def overview(text: str) -> str:
    """The short table and where a peer is ahead, from the full tables of a README."""
    (_, scores), *breakdowns = tables(part(text, "scores"))
    losses = [*lost(scores), *lost_groups(breakdowns)]
    told = ["**Where a peer is ahead** of the default, by these means:", *losses] if losses else []
    return "\n\n".join([short_table(scores), "\n".join(told)]).strip()


def short_table(scores: Table) -> str:
    """A row for each set, a column for each program."""
    peers = [row for row in scores if not row.startswith(OURS)]
    lines = [f"| | cleanweb | {' | '.join(peers)} |", "|---" * (len(peers) + 2) + "|"]
    for column, cell in scores[DEFAULT].items():
        mark = next((f" {sign}" for sign in (UNSEEN, SEEN) if sign in cell), "")
        others = " | ".join(f"{number(scores[row][column]):.3f}" for row in peers)
        lines.append(f"| {column} | **{number(cell):.3f}**{mark} | {others} |")
    return "\n".join(lines)


def set_of(column: str) -> str:
    """The set's name without the number of its pages."""
    return column.split(" ", maxsplit=1)[0]


def lost(scores: Table) -> Iterator[str]:
    """A line for each set on which a peer is ahead."""
    for column, cell in scores[DEFAULT].items():
        yield from behind(set_of(column), number(cell), {row: number(cells[column]) for row, cells in scores.items()})


def lost_groups(breakdowns: list[tuple[str, Table]]) -> Iterator[str]:
    """The same for the groups of each set."""
    for caption, scores in breakdowns:
        if found := re.match(r"F1 on (\S+) by (.*?)( \(.*\))?:", caption):
            row = next(row for row in scores if row.startswith(DEFAULT))
            for group in scores[row]:
                figures = {other: number(cells[group]) for other, cells in scores.items()}
                yield from behind(f"{found[1]}, {found[2]} {group.rsplit(' ', 1)[0]}", figures[row], figures)


def behind(what: str, mine: float, figures: Mapping[str, float]) -> Iterator[str]:
    """A line that names the best peer, if it is ahead of this figure in the third digit."""
    ahead = {row: figure for row, figure in figures.items() if not row.startswith(OURS) and figure >= mine + 0.0005}
    if ahead:
        best = max(ahead, key=lambda row: ahead[row])
        yield f"- {what}: {best} has {ahead[best]:.3f}, cleanweb {mine:.3f}"


def picture(text: str) -> str:
    """The plot, as SVG."""
    (_, scores), *_ = tables(part(text, "scores"))
    ((_, speed),) = tables(part(text, "speed"))
    panels = [column for column, cell in scores[DEFAULT].items() if SEEN not in cell]
    return plot.drawing({column: list(points(scores, speed, column)) for column in panels})


def points(scores: Table, speed: Table, column: str) -> Iterator[plot.Point]:
    """The programs that have also been timed, on sets that they were not trained on."""
    for row, cells in scores.items():
        is_ours = row.startswith(OURS)
        times = speed.get(row.removeprefix(OURS))
        if times and SEEN not in cells[column]:
            with_log = number(times["all"])
            yield plot.Point(
                name=row.removeprefix(OURS) if is_ours else row.split(" ")[0],
                group="default" if row == DEFAULT else "ours" if is_ours else "peer",
                time=with_log - number(times["log"] or "0"),
                time_with_log=with_log,
                quality=number(cells[column]),
            )


if __name__ == "__main__":
    main()
