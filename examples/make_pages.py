"""Make a corpus of pages whose content is known: python examples/make_pages.py OUT --pages 200 --sites 4 --seed 1

OUT becomes a gold set, for `cleanweb train`, `cleanweb evaluate` and experiments: OUT/html/ID.html, OUT/gold/ID.txt
(one block a line, opened by <p>, <h> or <l>), OUT/meta.json. Every site has a template of its own; the comments
`<!-- begin content -->` and `<!-- end content -->` enclose the content of each page. With --notes, every article of a
site ends with the same note to its readers, which no single page can tell from the article. Text is drawn from a small
grammar; the same arguments give the same files.
"""

from __future__ import annotations

import argparse
import html
import json
from pathlib import Path
from random import Random

BEGIN = "<!-- begin content -->"
END = "<!-- end content -->"

ADJECTIVES = "old small red quiet heavy late early bright narrow cold warm steep empty famous simple wooden".split()
NOUNS = (
    "harbour baker bridge valley teacher river engine market garden letter winter village doctor train window "
    "mountain song road library kitchen island boat story museum field tower street journey"
).split()
VERBS = "crosses finds repairs remembers leaves visits sells describes opens follows keeps paints watches".split()
PLACES = "near the station,in spring,after the war,at night,beside the water,for many years,without a word".split(",")
LINKERS = ["and", "but", "because", "while", "although", "so that"]
MENU = "Home News Sport Weather Contact Archive Login Register Shop Travel Video Photos About Help Search".split()
NOTICES = (
    "All rights reserved. No part of this site may be reproduced without permission in writing of the publisher.",
    "This site uses cookies. By going on to use it you agree to our terms of use and to our privacy policy.",
    "Subscribe to our newsletter and get the best stories of the week in your mailbox, free of charge.",
    "Your browser is out of date. Please update it in order to see all the pages of this site as they are meant.",
)
SCRIPTS = (
    'var tracker = tracker || []; tracker.push(["account", "UA-0000-1"]); tracker.push(["view"]); tracker.start();',
    "function show(id) { var e = document.getElementById(id); if (e) { e.style.display = 'block'; } return false; }",
)


def clause(random: Random) -> str:
    """One clause, such as "the old baker crosses the bridge at night"."""
    place = f" {random.choice(PLACES)}" if random.random() < 0.5 else ""
    adjective = f"{random.choice(ADJECTIVES)} " if random.random() < 0.6 else ""
    return f"the {adjective}{random.choice(NOUNS)} {random.choice(VERBS)} the {random.choice(NOUNS)}{place}"


def sentence(random: Random) -> str:
    """One to three clauses, with a capital and a full stop."""
    clauses = [clause(random)]
    while len(clauses) < 3 and random.random() < 0.5:
        clauses.append(f"{random.choice(LINKERS)} {clause(random)}")
    text = ", ".join(clauses)
    return f"{text[0].upper()}{text[1:]}."


def content(random: Random) -> list[tuple[str, str]]:
    """The blocks of a page's content as (kind, text): a heading, paragraphs, now and then a list."""
    blocks = [("h", f"The {random.choice(ADJECTIVES)} {random.choice(NOUNS)}")]
    for _ in range(random.randint(3, 8)):
        blocks.append(("p", " ".join(sentence(random) for _ in range(random.randint(1, 5)))))
        if random.random() < 0.15:
            blocks += [("l", f"the {random.choice(ADJECTIVES)} {random.choice(NOUNS)}") for _ in range(3)]
    return blocks


class Site:
    """A site: its template, and the boilerplate shared by all its pages."""

    def __init__(self, number: int, seed: int) -> None:
        random = Random(f"{seed}/{number}")
        self.domain = f"site{number}.example"
        self.wrapper = random.choice(["div", "article", "section"])
        self.item = random.choice(["<li><a href='/{0}'>{0}</a></li>", "<a class=m href='/{0}'>{0}</a> |"])
        self.menu = random.sample(MENU, 8)
        self.notices = random.sample(NOTICES, 2)
        self.script = random.choice(SCRIPTS)
        self.slogan = f"{sentence(random)} That is why our readers come back to {self.domain} every day."

        self.note = f"{sentence(random)} {sentence(random)}"

    def page(self, blocks: list[tuple[str, str]], others: list[str], has_note: bool) -> str:
        """The source of a page; `others` are titles of pages that it links to."""
        tags = {"h": "h1", "p": "p", "l": "li"}
        body = [f"<{tags[kind]}>{html.escape(text)}</{tags[kind]}>" for kind, text in blocks]
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f"<html lang=en><head><title>{html.escape(blocks[0][1])} - {self.domain}</title>",
                f"<script>{self.script}</script></head><body>",
                f"<div class=top>{self.slogan}</div>",
                "<ul class=menu>",
                *(self.item.format(word) for word in self.menu),
                "</ul>",
                f"<{self.wrapper} class=main>",
                BEGIN,
                *body,
                END,
                *([f"<p>{self.note}</p>"] if has_note else []),
                f"</{self.wrapper}>",
                "<div class=more><b>Read more</b>",
                *(f"<p><a href='/{number}'>{html.escape(other)}</a></p>" for number, other in enumerate(others)),
                "</div>",
                *(f"<div class=foot>{html.escape(notice)}</div>" for notice in self.notices),
                "</body></html>",
                "",
            ]
        )


def make(out: Path, page_count: int, site_count: int, seed: int, has_notes: bool = False) -> None:
    """Write the gold set."""
    random = Random(seed)
    sites = [Site(number, seed) for number in range(site_count)]
    titles = [f"{sentence(random)} {sentence(random)}" for _ in range(20)]
    meta = {}
    for folder in ("html", "gold"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    for number in range(page_count):
        site = sites[number % site_count]
        blocks = content(random)
        name = f"{number:04}"
        source = site.page(blocks, random.sample(titles, 4), has_notes)
        (out / "html" / f"{name}.html").write_text(source, encoding="utf-8")
        gold = "".join(f"<{kind}>{text}\n" for kind, text in blocks)
        (out / "gold" / f"{name}.txt").write_text(gold, encoding="utf-8")
        meta[name] = {"domain": site.domain, "language": "en"}
    (out / "meta.json").write_text(json.dumps(meta, indent=1), encoding="utf-8")


def main() -> None:
    """Read the command line and write the corpus."""
    parser = argparse.ArgumentParser(description="Make a corpus of pages whose content is known.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--sites", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", action="store_true", help="end each article with a note of its site")
    args = parser.parse_args()
    make(args.out, args.pages, args.sites, args.seed, args.notes)


if __name__ == "__main__":
    main()
