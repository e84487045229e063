"""Quality against speed as SVG: a panel for each gold set, a point for each program; upper right is better.

Drawn by hand, as in `examples/before_after.py`, so that the picture needs no library and is the same to the byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import log

COLUMNS, PANEL_WIDTH, PANEL_HEIGHT = 3, 350, 270  # panels in a row; pixels
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 30, 40  # pixels around the axes of a panel
WORST, BEST = 0.5, 1.0  # F1 at the ends of the axis; worse results are drawn at its lower end, with their figure
SPEEDS = (20, 600)  # pages a second at the ends of the axis
SPEED_TICKS = (25, 50, 100, 200, 400)
QUALITY_TICKS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
CHAR_WIDTH, LINE_HEIGHT, RADIUS = 6.3, 12, 4  # pixels: width of a letter in a label, radius of a point
COLOURS = {"default": "#0b62a8", "peer": "#c25700", "ours": "#9aa5b1"}  # the colour-blind can tell them apart, too
LEGEND = (
    ("default", "cleanweb, its default; the ring: with the block log"),
    ("peer", "installed peers"),
    ("ours", "the other systems in cleanweb, no log"),
)
STYLE = "text{font:11px sans-serif;fill:#1a1a1a}.title{font-weight:bold;font-size:13px}.tick{fill:#666;font-size:10px}"

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A program's result on one set."""

    name: str
    group: str  # default, peer or ours
    time: float  # CPU milliseconds a page
    time_with_log: float  # the same with the log of removed blocks; peers write none
    quality: float  # mean word F1


def drawing(panels: Mapping[str, Sequence[Point]]) -> str:
    """The picture: all panels, then the legend in a panel of its own."""
    rows = -(-(len(panels) + 1) // COLUMNS)
    width, height = COLUMNS * PANEL_WIDTH, rows * PANEL_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">',
        "<title>Word F1 against pages a second, by gold set</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, (title, points) in enumerate(panels.items()):
        parts += [_group(place), *_axes(title), *_points(points), "</g>"]
    return "\n".join([*parts, _group(len(panels)), *_legend(), "</g>", "</svg>"]) + "\n"


def _group(place: int) -> str:
    return f'<g transform="translate({place % COLUMNS * PANEL_WIDTH} {place // COLUMNS * PANEL_HEIGHT})">'


def _x(speed: float) -> float:
    slowest, fastest = SPEEDS
    share = log(min(max(speed, slowest), fastest) / slowest) / log(fastest / slowest)
    return LEFT + share * (PANEL_WIDTH - LEFT - RIGHT)


def _y(quality: float) -> float:
    share = (max(quality, WORST) - WORST) / (BEST - WORST)
    return PANEL_HEIGHT - BOTTOM - share * (PANEL_HEIGHT - TOP - BOTTOM)


def _axes(title: str) -> Iterator[str]:
    yield _text(LEFT, 18, title, "title")
    for quality in QUALITY_TICKS:
        y = _y(quality)
        yield f'<path d="M{LEFT} {y:.1f}H{PANEL_WIDTH - RIGHT}" stroke="#e4e7eb"/>'
        yield _text(LEFT - 5, y + 4, f"{quality:.1f}", "tick", anchor="end")
    for speed in SPEED_TICKS:
        yield f'<path d="M{_x(speed):.1f} {TOP}V{PANEL_HEIGHT - BOTTOM}" stroke="#f0f2f4"/>'
        yield _text(_x(speed), PANEL_HEIGHT - BOTTOM + 14, str(speed), "tick", anchor="middle")
    yield _text(PANEL_WIDTH - RIGHT, PANEL_HEIGHT - BOTTOM + 28, "pages a second (CPU time)", "tick", anchor="end")


def _points(points: Sequence[Point]) -> Iterator[str]:
    """The marks, then labels for the default and the peers where they cover the least."""
    taken: list[Box] = []
    for point in sorted(points, key=lambda point: list(COLOURS).index(point.group), reverse=True):
        x, y = _x(1000 / point.time), _y(point.quality)
        taken.append((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS))
        yield from _mark(point, x, y)
        if point.group == "default":
            taken.append((_x(1000 / point.time_with_log) - RADIUS, y - RADIUS, x, y + RADIUS))
    for point in points:
        if point.group != "ours":
            name = point.name if point.quality >= WORST else f"{point.name}: {point.quality:.2f} ↓"
            box = _free(_x(1000 / point.time), _y(point.quality), CHAR_WIDTH * len(name), taken)
            taken.append(box)
            yield _text(box[0], box[3] - 2, name, fill=COLOURS[point.group])


def _mark(point: Point, x: float, y: float) -> Iterator[str]:
    colour = COLOURS[point.group]
    if point.group == "default":
        logged = _x(1000 / point.time_with_log)
        yield f'<path d="M{logged:.1f} {y:.1f}H{x:.1f}" stroke="{colour}"/>'
        yield f'<circle cx="{logged:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="#fff" stroke="{colour}" stroke-width="1.5"/>'
    told = escape(f"{point.name}: F1 {point.quality:.3f}, {1000 / point.time:.0f} pages a second")
    if point.group == "peer":
        side = 2 * RADIUS - 1
        shape = f'rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side}" height="{side}"'
        yield f'<{shape} fill="{colour}"><title>{told}</title></rect>'
    else:
        radius = RADIUS + 1 if point.group == "default" else RADIUS - 1
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"><title>{told}</title></circle>'


def _free(x: float, y: float, width: float, taken: Sequence[Box]) -> Box:
    """The place for a label near a point where it covers the least of what is drawn already."""
    shifts = [(RADIUS + 3, -LINE_HEIGHT / 2), (-RADIUS - 3 - width, -LINE_HEIGHT / 2)]
    shifts += [(dx, dy) for dy in (-RADIUS - LINE_HEIGHT, RADIUS, -RADIUS - 2 * LINE_HEIGHT, RADIUS + LINE_HEIGHT)
               for dx in (-width / 2, 0.0, -width)]  # fmt: skip # one loop above the other
    boxes = [(x + dx, y + dy, x + dx + width, y + dy + LINE_HEIGHT) for dx, dy in shifts]
    inside = [box for box in boxes if box[0] >= LEFT and box[2] <= PANEL_WIDTH and box[1] >= TOP - LINE_HEIGHT]
    return min(inside, key=lambda box: sum(_overlap(box, other) for other in taken) + inside.index(box))


def _overlap(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0) * max(height, 0)


def _legend() -> Iterator[str]:
    yield _text(LEFT, 18, "Word F1 against speed", "title")
    for row, (group, meaning) in enumerate(LEGEND):
        slower = 1000 / SPEEDS[0] if group == "default" else 1
        sample = Point(name=meaning, group=group, time=1, time_with_log=slower, quality=1)
        yield from _mark(sample, LEFT + 20, 44 + 20 * row)
        yield _text(LEFT + 32, 48 + 20 * row, meaning)
    for row, line in enumerate(("Upper right is better; speeds on a logarithmic scale.",
                                "Where cleanweb was trained on a set, its figure is",
                                "that of the sites left out of training.")):  # fmt: skip # three lines, as drawn
        yield _text(LEFT, 122 + 16 * row, line, "tick")


def _text(x: float, y: float, words: str, style: str = "", *, anchor: str = "start", fill: str = "") -> str:
    attributes = (f' class="{style}"' if style else "") + (f' style="fill:{fill}"' if fill else "")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{attributes}>{escape(words)}</text>'
