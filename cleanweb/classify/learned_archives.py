"""Archives of blogs: pages that list the posts of a subject or month. They hold little but the titles of posts, each a
link, and so look like what surrounds an article.

Ours, by left-out models: three gold pages, of three sites, are such archives with titles that the model removed, and
gain .19, .30 and .31 of word F1; none loses. On nine other gold pages that list posts, each in an element `article`,
the model keeps most titles, and the golds have them. Without the class of the page, 35 articles would get the titles of
others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cleanweb.classify.units import BY_MODEL
from cleanweb.page import Blocks
from cleanweb.segment.tags import HEADING_TAGS

# The class that WordPress gives the `<body>` of pages that list the posts of a category, tag, author or date.
ARCHIVE: Final = "archive"
MIN_POSTS: Final = 4
MIN_LINK_DENSITY: Final = 0.5
_POST: Final = "article"
_BESIDE: Final = frozenset({"aside", "footer", "nav"})


def post_titles(blocks: Blocks, keep: Sequence[bool], rule: Sequence[str]) -> list[int]:
    """The titles of an archive's posts that the model alone removed: the first linked heading of each post, if it
    stands among others and not beside the text."""
    elements = blocks.elements
    if not any(ARCHIVE in (elements.attributes[e].get("class") or "").split() for e in elements.tagged({"body"})):
        return []
    post_of = elements.nearest({_POST})
    beside = elements.inside(tag in _BESIDE for tag in elements.tag)
    posts = Counter(elements.parent[post] for post in elements.tagged({_POST}) if elements.rows(post))
    titles: dict[int, int] = {}
    for heading in elements.tagged(HEADING_TAGS):
        post, rows = post_of[heading], elements.rows(heading)
        is_one_of_several = post >= 0 and not beside[post] and posts[elements.parent[post]] >= MIN_POSTS
        if is_one_of_several and len(rows) == 1 and blocks.link_density(rows.start) >= MIN_LINK_DENSITY:
            titles.setdefault(post, rows.start)
    return [row for row in titles.values() if not keep[row] and rule[row].startswith(BY_MODEL)]
