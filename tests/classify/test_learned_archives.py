"""The titles of posts come back on pages that say they are archives, and only those of posts."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_archives import post_titles
from tests.blocks import default_blocks

BELOW = "below threshold (article)"
POST = "<article class='post-{0}'><div>Mills</div><h2><a href=/{0}>The mill at {0}</a></h2><h3><a href=/m>More</a></h3>"
POSTS = "".join(f"{POST.format(place)}</article>" for place in ("Alm", "Bree", "Celle", "Dorn"))
TITLES = [f"The mill at {place}" for place in ("Alm", "Bree", "Celle", "Dorn")]


def titles(posts: str, name: str = "archive category", rule: str = BELOW) -> list[str]:
    blocks = default_blocks(f"<body class='{name}'><p>Mills of the river.</p><main>{posts}</main>")
    count = len(blocks)
    return [blocks.text[row] for row in post_titles(blocks, [False] * count, [rule] * count)]


@pytest.mark.parametrize(
    "posts",
    [
        POSTS,
        POSTS.replace("<div>Mills</div>", "<h2><a href=/m>Mills<br><br>and weirs</a></h2>"),
        f"<h2><a href=/m>More mills</a></h2>{POSTS}<p>Next</p>",  # a heading beside them
        POSTS.replace("<h2>", "<h2>By a river: "),  # more of it is the link
    ],
)
def test_the_titles_of_an_archives_posts_come_back(posts: str) -> None:
    assert [title.removeprefix("By a river: ") for title in titles(posts)] == TITLES


@pytest.mark.parametrize(
    ("posts", "name", "rule"),
    [
        (POSTS, "single", BELOW),
        (POSTS, "archives", BELOW),
        (POSTS, "archive", "footer"),
        (POSTS.replace("article", "section"), "archive", BELOW),
        (POSTS.partition("</article>")[2], "archive", BELOW),  # three posts
        (f"<aside>{POSTS}</aside>", "archive", BELOW),
        (POSTS.replace("<h2>", "<h2>By a river, of old: ").replace("h3>", "b>"), "archive", BELOW),
        (POSTS.replace("a href", "i title").replace("/a>", "/i>"), "archive", BELOW),  # no links
        (POSTS.replace("h2>", "b>").replace("h3>", "b>"), "archive", BELOW),  # no headings
    ],
)
def test_what_does_not_come_back(posts: str, name: str, rule: str) -> None:
    assert titles(posts, name, rule) == []


def test_posts_without_blocks_do_not_count() -> None:
    blocks = default_blocks(f"<body class=archive><main>{POSTS}</main>")
    left = blocks.select(range(len(blocks) - len(blocks) // 4))  # as after a classifier that removed the last post
    count = len(left)
    assert len(post_titles(blocks, [False] * len(blocks), [BELOW] * len(blocks))) == 4
    assert post_titles(left, [False] * count, [BELOW] * count) == []


@pytest.mark.parametrize(("name", "is_kept"), [("archive", True), ("single", False)])
def test_titles_stay_apart_from_the_text(name: str, is_kept: bool) -> None:
    story = "<p>The old mill by the river was built in 1740, and it ground the corn of nine villages for a century." * 8
    made = cleaner("cleanweb")(f"<body class={name}><div><h1>Mills</h1>{story}</div><main>{POSTS}</main>")
    kept = dict(zip(made.blocks.text, made.verdicts.keep, strict=True))
    assert [kept[title] for title in TITLES] == [is_kept] * 4
