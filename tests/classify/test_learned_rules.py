"""Every rule of the default decides a block in the whole cleaner, on a page written for it, in whichever build runs.

The other tests give a rule what they made themselves; here it gets what the stages and rules before it made. Only the
chances of the blocks are given, so that a new model changes nothing here.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify import learned_page
from cleanweb.classify.learned_beside import REASONS
from cleanweb.classify.learned_page import Judgement
from cleanweb.classify.learned_reasons import _RULES
from cleanweb.corpus.blocklog import block_log
from cleanweb.page import Blocks

# The chance of a block, by a word in it; "" is for all others.
CHANCES = {"likely": 0.58, "barely": 0.49, "perhaps": 0.42, "hardly": 0.2, "never": 0.02, "": 0.95}
NAMES = "old new first second third fourth fifth sixth".split()
LONG = "The {} mill by the river ground the corn of nine villages and two towns until the railway came, they say."
T = "".join(f"<p>{LONG.format(name)}</p>" for name in NAMES)  # the text
TITLE = "The mill by the river"
H1 = f"<h1>{TITLE}</h1>"
LINE = "This is {} of the text and goes on for a good while, so that nobody could say who wrote the line or why."
LIKELY, BARELY, MAYBE, HARDLY, NEVER = map(LINE.format, "likely barely perhaps hardly never".split())
LINKS = "".join(f"<li><a href=/{name}>To the {name} mill, perhaps</a>" for name in NAMES)
TIMES = "".join(f"<p><a href=/{n}>1{n}:30 The council likely met again</a></p>" for n in range(5))
POST = (
    "<div class=opX><div class=opHd>0{}.01.2012 23:46 ella</div><p>She likely said the same of it, back then.</p></div>"
)
POSTS = "".join(map(POST.format, range(1, 6)))
PRODUCT = "<meta property=og:type content=product>"


class Case(NamedTuple):
    body: str
    head: str = ""
    focus: str = "page"
    comments: str = "keep"
    stoplist: str = "none"
    title: str = TITLE


def stated(**values: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **values})}</script>'


def table(*cells: str) -> str:
    rows = "".join(f"<tr><th>{name}</th><td>{cells[0]}</td><td>{cells[-1]} {name}</td></tr>" for name in NAMES[:4])
    return f"<table><tr><th>Mill</th><th>Wheel</th><th>{cells[0]}</th></tr>{rows}</table>"


KEPT = {
    "guard": Case("<div><p>It never was.</p></div>", title=""),
    "alike": Case(
        f"<div class=thread><div class=post><p>{LONG.format('old')}</p></div>"
        + "".join(f"<div class=post><p>{HARDLY} {name}</p></div>" for name in NAMES)
        + "</div>",
    ),
    "head": Case(
        "<noscript>See the newspaper.</noscript>",
        stated(**{"@type": "NewsArticle", "articleBody": LONG.format("old")}),
    ),
    "stated": Case(
        "".join(f"<div><p>{HARDLY} {name}</p></div>" for name in NAMES) + f"<p>Read on</p><div>{T}</div>",
        stated(**{"@type": "NewsArticle", "articleBody": " ".join(f"{HARDLY} {name}" for name in NAMES)}),
    ),
    "stated part": Case(
        f"{H1}{T}<ul><li>hardly two eggs<li>never any salt</ul>",
        stated(**{"@type": "Recipe", "recipeIngredient": ["hardly two eggs", "never any salt"]}),
    ),
    "title": Case(f"<h1>What never was</h1>{T}", title="What never was"),
    "post title": Case(
        f"<body class=archive><div>{T}</div><main>"
        + "".join(f"<article><h2><a href=/{n}>The {n} mill, never</a></h2></article>" for n in NAMES)
        + "</main>",
    ),
    "standfirst": Case(
        f"{H1}<p>The last mill of the town never stops, whatever the season.</p><div>{T}</div>",
        "<meta name=description content='The last mill of the town never stops, whatever the season.'>",
        focus="article",
    ),
    "subheading": Case(f"{H1}<h2>How hardly any of the mills are left</h2><p>never</p><div>{T}</div>"),
    "lead-in": Case(f"<section><h2>What never was</h2>{T}</section>"),
    "definition": Case(f"<p>It was never so.</p><dl><dt>The wheel<dd>{MAYBE}</dl>{T}"),
    "example": Case(f"<section><p>So:</p><pre>perhaps = 1</pre>{T}</section>"),
    "preformatted": Case(f"<div><pre>wheel = 1</pre><pre>perhaps = 1</pre>{T}</div>"),
    "list": Case(f"<p>They never had:</p><ul><li>one old wheel of oak<li>two stones<li>a sluice, perhaps</ul><div>{T}"),
    "introduced": Case(f"{T}<p>They had these:</p><ul><li>perhaps a wheel<li>perhaps two stones</ul>"),
    "headed": Case(f"{T}<h2>Sizes</h2><dl><dt>perhaps<dd>3 m, perhaps<dt>height, perhaps<dd>5 m, perhaps</dl>"),
    "amid": Case(f"<div>{T}<ul><li>perhaps a wheel<li>perhaps two stones</ul>{T}</div>"),
    "record": Case(
        "<div>"
        + "".join(
            f"<div class=card><div class=said><p>{LONG.format(n)}</p></div>"
            f"<div class=by><p>{'Hardly' if n == 'new' else 'By the'} {n} miller</p></div></div>"
            for n in NAMES
        )
        + "</div>",
    ),
    "record title": Case(
        "<div>"
        + "".join(f"<div class=card><p>The {n} mill, hardly</p><div>{LONG.format(n)}</div></div>" for n in NAMES)
        + "</div>",
    ),
    "question": Case(
        f"<div>{T}</div><div>"
        + "".join(f"<div class=qa><p>Was it hardly the {n} mill?</p><p>{MAYBE} {n}</p></div>" for n in NAMES[:4])
        + "</div>",
    ),
    "note": Case(f"<div>{T}</div><div class=footnotes><p>[1] Perhaps by the miller's wife.</p></div>"),
    "part": Case(
        "<div>" + "<br><br>".join([LONG.format("old"), "perhaps so", LONG.format("new"), "It was."]) + "</div>"
    ),
    "between": Case(f"<div>{T}<p>{MAYBE}</p>{T}</div>"),
    "quoted": Case(f"<div>{T}<blockquote><p>{MAYBE}</p></blockquote>{T}</div>"),
    "loose": Case(f"<div>{T}{MAYBE}</div>"),
    "earlier part": Case(f"<div class=body><p>{MAYBE}</p></div><div>never</div><div class=body>{T}</div>"),
    "data table": Case(f"<div>{T}</div>{table('perhaps', 'a large wheel of oak')}"),
    "table row": Case(f"<div>{T}</div>{table('perhaps a large wheel of oak or elm', '5')}"),
}
REMOVED = {
    "no text": Case(f"<p>{MAYBE}</p>", title=""),
    "after the text (article)": Case(
        f"<div>{H1}{T}</div><p>{NEVER}</p><div class=more>{BARELY}</div>", focus="article"
    ),
    "thread": Case(f"{H1}<div>{T}</div><div class=stgX>{POSTS}</div>", focus="article"),
    "beside the head": KEPT["head"],
    "after the article": Case(f"<div itemprop=articleBody>{T}</div><p>{LIKELY}</p>"),
    "repeat": Case(f"<main>{T}</main><div>never</div><aside>{T}</aside>"),
    "consent box": Case(f"{T}<div class=cookie-consent><p>We use cookies for all that you see here.</p></div>"),
    "footer": Case(f"<div>{T}</div><footer><p>{LIKELY}</p></footer>"),
    "source": Case(f"{T}<textarea>&lt;p>To be copied, all of it.&lt;/p></textarea>"),
    "button": Case(f"<div>{T}</div><button>Likely now</button>"),
    "bracketed": Case(f"<div>{T}</div><p><a href=/e>[edit]</a></p>"),
    "return": Case("".join(f"<div>{LONG.format(n)}</div><p><a href=#top>Back up</a></p>" for n in NAMES)),
    "over links": Case(f"<div>{T}<p>Others, likely</p><ul>{LINKS}</ul></div>"),
    "over nothing": Case(f"<div>{H1}{T}<h2>Leave word</h2><p>You never did.</p></div>", focus="article"),
    "line number": Case(f"{T}<table><tr><td><pre>1\n2</pre><td><pre>wheel = 1\nstone = 2</pre></table>"),
    "dialog": Case(f"<div>{T}</div><div role=dialog><p>{LIKELY}</p></div>"),
    "review": Case(f"<div>{T}</div><div class=reviews><p>{LIKELY}</p></div>", PRODUCT),
    "signature": Case(f"<div>{T}</div><div class=signature><p>{LIKELY}</p></div>"),
    "small print": Case(f"<div>{T}</div><div class=disclaimer><p>{LIKELY}</p></div>"),
    "heard": Case(f"<div>{T}</div><p class=sr-only>{LIKELY}</p>"),
    "column": Case(f"<div>{T}</div><table align=right><tr><td><p>{LIKELY}</p></table>"),
    "form": Case(f"<div>{T}</div><form><p>{LIKELY}</p></form>"),
    "navigation": Case(f"<div>{T}</div><nav><p>{LIKELY}</p></nav>"),
    "menu": Case(f"<div>{T}</div><div class=menu><p>{LIKELY}</p></div>"),
    "aside": Case(f"<div>{T}</div><aside><p>{LIKELY}</p></aside>"),
    "changing": Case(f"<div>{T}</div><div aria-live=polite><p>{LIKELY}</p></div>"),
    "table": Case(f"<table><tr><td><p>{LIKELY}</p><p>And so likely on.</p></table><div>{T}</div>"),
    "ticker": Case(f"<div>{T}</div><div>{TIMES}</div>"),
    "teaser": Case(f"{H1}<div>{T}<p><a href=/o>READ MORE: What the miller said</a></p>{T}</div>", focus="article"),
    "links": Case(f"<div>{LINKS.replace('perhaps', 'of oak')}</div><div>{T}</div>"),
    "tail": Case(f"<div>{T}</div><p>{LIKELY}</p>"),
    "copyright": Case(f"<div>{T}<p>© The miller, likely</p></div>"),
    "noindex": Case(f"<div>{T}</div><noindex><p>{LIKELY}</p></noindex>"),
    "other language": Case(
        f"<div>{T}<p>{'Vanha mylly jauhoi viljan yhdeksään kylään asti. ' * 3}</p></div>", stoplist="en"
    ),
    "comment": Case(f"<div>{T}</div><div class=comments><p>{LONG.format('very')}</p></div>", comments="drop"),
    "no comment": Case(f"<div>{T}</div>", comments="only"),
    "too short (comments)": Case(f"<div>{T}</div><div class=comments><p>No comments.</p></div>", comments="only"),
    "data": Case(f"{T}<p>{json.dumps({'wheel': [1] * 400})}</p>"),
    "choice": Case(f"{T}<select><option>One wheel<option>Two wheels</select>"),
    "permalink": Case(f"<div><h2 id=oak>Of oak</h2><a href=#oak>Section titled Of oak</a>{T}</div>"),
    "script notice": Case(f"{T}<noscript>Please enable JavaScript.</noscript>"),
}


def chance(text: str) -> float:
    return next(chance for word, chance in CHANCES.items() if word in text.lower())


@pytest.fixture(autouse=True)
def given_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = learned_page.judge

    def judged(blocks: Blocks, model_path: Path | None, focus: str) -> Judgement:
        chances = np.array([chance(text) for text in blocks.text], np.float32)
        monkeypatch.setattr(learned_page, "agreed", lambda *_: chances)
        return judge(blocks, model_path, focus)

    monkeypatch.setattr(learned_page, "judge", judged)
    monkeypatch.setattr("cleanweb.classify.learned_comments.judge", judged)


def test_every_rule_has_a_page() -> None:
    assert {*KEPT, *REMOVED} == {*_RULES, *REASONS, "after the text (article)"}


@pytest.mark.parametrize(("name", "is_kept"), [*((name, True) for name in KEPT), *((name, False) for name in REMOVED)])
def test_a_rule_decides_and_says_so(name: str, is_kept: bool) -> None:
    case = (KEPT if is_kept else REMOVED)[name]
    chosen = {"focus": case.focus, "comments": case.comments, "stoplist": case.stoplist}
    page = cleaner("cleanweb", parameters=chosen)(f"<title>{case.title}</title>{case.head}<body>{case.body}")
    verdicts = page.verdicts
    rows = [row for row, rule in enumerate(verdicts.rule) if rule == name]
    assert rows, [*zip(verdicts.keep, verdicts.rule, verdicts.score, page.blocks.text, strict=True)]
    assert {verdicts.keep[row] for row in rows} == {is_kept}
    assert [set(map(type, some)) for some in (verdicts.keep, verdicts.kind, verdicts.score)] == [{bool}, {str}, {float}]
    told = [explanation.reason for explanation in page.explain(rows)]
    words = [_RULES.get(name, "after the article's text"), *([REASONS[name]] if name in REASONS else [])]
    openings = [text.partition("{")[0].removesuffix(": ") for text in words]
    assert all(any(opening in reason for opening in openings) for reason in told), told
    assert len(block_log(page, "all").splitlines()) >= len(page.blocks)
