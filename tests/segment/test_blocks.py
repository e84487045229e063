"""What the segmenter makes of small pages; each case is a law in one line of HTML."""

import pytest

from cleanweb.errors import UsageError
from cleanweb.normalize.full import Full
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.parse import PARSERS, ParserName, parse
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.recording import JOINED_TEXTS
from tests.blocks import default_blocks
from tests.test_stages import check_columns
from tests.timing import within

CASES = [
    ("block borders", "<div>a<p>b</p>c</div>", ["a", "b", "c"]),
    ("inline tags do not split words", "<p>un<b>break</b>able</p>", ["unbreakable"]),
    ("white space collapses", "<p> a \n\t b&nbsp;c </p>", ["a b c"]),
    ("white space that is none to browsers", "<p>a\x85 b\x1fc\n\x1d</p>", ["a b c"]),
    (
        "line breaks between ideographs, in running text",
        "<p>著者は川の近くで育ち、毎朝お茶を\n <b>飲む</b>。\nand\n待つ\n\n人<p>港の朝\n海の風<br>また\n茶",
        ["著者は川の近くで育ち、毎朝お茶を飲む。 and 待つ 人", "港の朝 海の風 また 茶"],
    ),
    ("but not where elements meet", "<p><a>茶を\n</a>\n<a>\n飲む\n</a> <a>人</a>", ["茶を 飲む 人"]),
    ("nor between syllables of Hangul", "<p>차를\n마시다</p>", ["차를 마시다"]),
    ("a break between ideographs, and one of the source", "<p>茶を<br>\n飲む\n<br>人", ["茶を 飲む 人"]),
    ("two breaks", "<p>a<br><br>b<br>c</p>", ["a", "b c"]),
    ("breaks with space between", "<p>a<br>\n <br>b</p>", ["a", "b"]),
    ("break before a block", "<div>a<br><p>b</p></div>", ["a", "b"]),
    ("script, style and drawings", "<p>a<script>x</script><style>y</style><svg><text>z</text></svg>b", ["ab"]),
    ("comments", "<p>a<!-- x -->b</p>", ["ab"]),
    ("noscript is parsed again", "<noscript><p>a</p><p>b</noscript>", ["a", "b"]),
    ("a noscript never emits markup", "<noscript><img src=x></noscript><p>a", ["a"]),
    ("a noscript without markup", "<p>a</p><noscript>b</noscript><noframes>c</noframes><p>d", ["a", "b", "c", "d"]),
    ("references in a noscript", "<noscript>ben&ouml;tigt</noscript><noframes>A & B</noframes>", ["benötigt", "A & B"]),
    ("an iframe", "<p>a <iframe src=x>b</iframe>c</p></html>", ["a c"]),
    ("iframes that are never closed", "<p>a <iframe src=x /> b<p><iframe/>c <b>d</b></body></HTML>", ["a b", "c d"]),
    ("a formula said over again", "<math><mi>x</mi><annotation encoding=tex>\\alpha</annotation></math>", ["x"]),
    (
        "a formula as KaTeX writes it, twice",
        "<p>a <span class=katex><span class=katex-mathml><math><mi>x</mi><annotation>x</annotation></math></span><span "
        "class=katex-html aria-hidden=true><span class=base>x</span></span></span> b <math><mi>y</mi></math>",
        ["a x b y"],
    ),
    (
        "a formula as MathJax 2 writes it, twice",
        "<p>a <span class=MathJax><nobr aria-hidden=true><i>x</i></nobr><span "
        "class=MJX_Assistive_MathML role=presentation><math><mi>x</mi></math></span></span> b",
        ["a x b"],
    ),
    (
        "a formula as MathJax 2 draws it, and one that nothing is written beside",
        "<p>a <span class=MathJax_SVG><svg><path d=M1></svg><span class=MJX_Assistive_MathML><math><mi>"
        "x</mi></math></span></span> b <span><span class=MJX_Assistive_MathML><math><mi>y</mi></math></span></span>",
        ["a x b y"],
    ),
    ("what plays", "a<video src=x><p>b</p></video>c <AUDIO>d</audio><video><source src=y></video>e", ["a", "c", "e"]),
    ("bars", "<p>a <progress>b%</progress> c <meter>3 of 5</meter> d", ["a c d"]),
    ("a template in a sentence", "<p>a <template>b</template>c", ["a c"]),
    (
        "shadow roots",
        "<x-a><template shadowrootmode=OPEN><p>a<p><x-b><template shadowrootmode=closed>b</template></x-b></template>"
        "<p>c</x-a><x-d><template shadowrootmode=no>d</template></x-d>",
        ["a", "b", "c"],
    ),
    ("a shadow root in a sentence", "<p>a <x-b><template shadowrootmode=open><i>b</i></template></x-b> c", ["a b c"]),
    (
        "slots show what the host holds, and in its place what the host does not hold",
        "<x-a><template shadowrootmode=open><h2><slot name=t>b</slot></h2><p>c <slot></slot> e<p><slot name=no>f</slot>"
        "</p></template><b slot=t>a</b>d<i slot=other>g</i></x-a><p>h",
        ["a", "c d e", "f", "g", "h"],
    ),
    (
        "slots that go on into shadow roots inside",
        "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open><p>a <slot>x</slot></p><p><slot name=n>"
        "</slot></p></template><i slot=n><slot name=m>y</slot></i><slot></slot></x-b></template>b<b slot=m>c</b></x-a>",
        ["a b", "c"],
    ),
    (
        "slots in a noscript, the first of a name",
        "<noscript><x-a><template shadowrootmode=open><p><slot name=n></slot>b</p><slot name=n>c</slot></template>"
        "<i slot=n>a </i></x-a></noscript>",
        ["a b", "c"],
    ),
    ("a slot without a shadow root", "<p>a <slot>b</slot> c", ["a b c"]),
    ("noscript in the head", "<head><noscript><p>a</noscript></head><body>b", ["a", "b"]),
    ("unclosed title", "<html><head><title>T<body><p>a</p><p>b</p>", ["T", "a", "b"]),
    ("closed and unclosed title", "<title>5 < 6</title><title>T<body><p>a", ["T", "a"]),
    ("closed title of a page without text", "<title>Tea <br> shop</TITLE ><body><div id=app></div>", []),
    ("controls", "<button>a</button><button>b</button>", ["a", "b"]),
    ("text after the body", "<html><body><p>a</p></body></html>b", ["a", "b"]),
    ("table cells", "<table><tr><td>a<td>b<tr><td>c</table>", ["a", "b", "c"]),
    ("hr", "a<hr>b", ["a", "b"]),
    ("nothing to be seen", "<p>&zwj;<p>&#8203; &shy;<p>&#xfeff;<p>&#x2800;<p>a&zwj;", ["a\u200d"]),
    ("nothing", "", []),
]


def blocks_of(html: str, parser: str = "lexbor", **parameters: object) -> Blocks:
    return BlockElements(**parameters)(parse(html.encode(), parser), Plain())  # type: ignore[arg-type]  # parameters of any type


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("name", "html", "expected"), CASES, ids=[case[0] for case in CASES])
def test_texts(name: str, html: str, expected: list[str], parser: str) -> None:
    blocks = blocks_of(html, parser)
    assert blocks.text == expected, name
    check_columns(blocks)


@pytest.mark.parametrize("parser", PARSERS)
def test_a_normalizer_repairs_what_only_python_takes_for_white_space(parser: str) -> None:
    page = parse("<p>Wait\x85\n for the water\x1ffall.<p>\x85tea<p>\x1d".encode(), parser)
    assert BlockElements()(page, Full()).text == ["Wait… for the waterfall.", "…tea"]


@pytest.mark.parametrize("place", [0, 1, JOINED_TEXTS - 1, JOINED_TEXTS, JOINED_TEXTS + 1])
def test_such_white_space_is_found_in_every_block_of_a_long_page(place: int) -> None:
    words = ["tea"] * (JOINED_TEXTS + 2)
    words[place] = "wa\x1fter"
    expected = ["water" if number == place else "tea" for number in range(len(words))]
    assert BlockElements()(parse("".join(f"<p>{word}" for word in words).encode()), Full()).text == expected


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("unseen", ["\u200d", "\u200b \u200b", "\ufeff", "\u200e", "\xad", "\xa0"])
def test_what_is_not_seen_begins_no_block(unseen: str, parser: str) -> None:
    """Editors begin paragraphs with joiners: the block began outside its link, and empty blocks got elements."""
    html = "<div><p>{0}</p><p>{0}<a href=x>Tea</a> and <b>milk</b></p>{0}<p>a<br>{0}<br>b</div>"
    blocks, without = blocks_of(html.format(unseen), parser), blocks_of(html.format(""), parser)
    assert blocks.text == without.text == ["Tea and milk", "a", "b"]
    assert blocks.elements.tag[blocks.inner[0]] == "a"
    assert (blocks.inner, blocks.elements.tag) == (without.inner, without.elements.tag)
    check_columns(blocks)


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("html", "parameters"),
    [
        ("<p>We drank the tea.<sup>{0}<a href=#n1>{0}1{0}</a></sup> At <b>market</b><sup>{0}2</sup>", {}),
        ("<p>x<sup>{0}2{0}</sup>", {"supsub": "unicode"}),
        ("<p>Press <button>OK</button>{0} to end", {}),
        ("<pre>{0}<code>a\n\nb</code></pre>", {"preformatted": "paragraphs"}),
        ("<p>On <time>{0}May 5</time>", {}),
    ],
)
def test_comments_change_nothing(html: str, parameters: dict[str, str], parser: str) -> None:
    """React puts comments around each text: numbers of notes were glued to words, and code was cut at blank lines."""
    texts, without = (
        blocks_of(html.format(comment), parser, **{"seams": "apart", **parameters})
        for comment in ("<!-- --><!---->", "")
    )
    assert (texts.text, texts.times, texts.preformatted) == (without.text, without.times, without.preformatted)


def test_every_break() -> None:
    assert blocks_of("<p>One.<br>Two goes<br>on.<br><br>three", br="every").text == ["One.", "Two goes on.", "three"]
    assert blocks_of("<p>One<br> two<br><br>three", br="every").text == ["One two", "three"]
    assert blocks_of("<p>One.<br>Two.<br><br>Three", br="every").after_br == [False, True, False]
    # For Unicode all Georgian letters are lower case.
    assert blocks_of("<p>ჩაი<br>წყალი", br="every").text == ["ჩაი", "წყალი"]


def test_each_break() -> None:
    """A line that goes on in lower case was joined whatever the option."""
    blocks = blocks_of("<p>One<br>two <b>goes<br> on</b>.<br><br>three<br></p>four", br="each")
    assert blocks.text == ["One", "two goes", "on.", "three", "four"]
    assert blocks.after_br == [False, True, True, False, False]
    check_columns(blocks)


def test_every_block_has_a_container() -> None:
    blocks = blocks_of("<title>T<b>x</b> y")
    assert blocks.text
    assert min(blocks.container) >= 0
    check_columns(blocks)


def test_links_and_bold_are_measured() -> None:
    blocks = blocks_of("<p>see <a href=x>this  page</a> and <a>that</a></p><p><b>loud</b> x</p>")
    assert blocks.link_chars == [len("this page") + len("that"), 0]
    assert blocks.link_count == [2, 0]
    assert blocks.bold_chars == [0, 4]


@pytest.mark.parametrize(
    ("html", "text", "linked", "bold"),
    [
        ("<a>Read <b>more</b> here</a>", "Read more here", 14, 4),
        ("<a><i>Tea</i> <i>Water</i></a>", "Tea Water", 9, 0),
        ("<a>Tea<i>Water</i></a><a>Pots</a>", "TeaWaterPots", 12, 0),
        ("<a>Tea</a> <a>Water</a>", "Tea Water", 8, 0),
        ("<a>著者は川の近くで育ち、毎朝お茶を\n<i>飲む</i></a> x", "著者は川の近くで育ち、毎朝お茶を飲む x", 18, 0),
        ("著者は川の近くで<a>育ち、毎朝お茶を\n飲む</a> x", "著者は川の近くで育ち、毎朝お茶を飲む x", 10, 0),
        ("<b>boil <big>the</big> water</b> or <b>not</b>", "boil the water or not", 0, 17),
        ("<a>in a<br>poem</a>", "in a poem", 9, 0),
        ("<strong>boil</strong> <big>the</big> <i>water</i>", "boil the water", 0, 7),
    ],
)
def test_the_spaces_inside_a_link_or_bold_text_are_of_it(html: str, text: str, linked: int, bold: int) -> None:
    blocks = blocks_of(f"<p>{html}")
    assert (blocks.text, blocks.link_chars, blocks.bold_chars) == ([text], [linked], [bold])


def test_links_and_bold_are_measured_in_the_repaired_text() -> None:
    """Soft hyphens used to count, so that a link's share of its block grew with them."""
    page = parse("<p><a>un\xadbreak\u200bable</a> <b>ﬁne\x02\xa0 tea</b> pots<p><a>tea\u200d</a>".encode())
    blocks = BlockElements()(page, Full())
    assert blocks.text == ["unbreakable fine tea pots", "tea"]
    assert (blocks.link_chars, blocks.bold_chars) == ([11, 3], [8, 0])
    assert BlockElements()(page, Plain()).link_chars == [13, 4]


def test_a_link_over_blocks_counts_once_in_each() -> None:
    blocks = blocks_of("<a href=x><div>a</div><div>b</div></a>")
    assert blocks.link_count == [1, 1]


def test_elements_know_their_spans() -> None:
    blocks = blocks_of("<div id=a><p>1</p><p>2</p></div><p>3 <i class=x>4</i></p>")
    elements = blocks.elements
    spans = {elements.path(e): (elements.first[e], elements.end[e]) for e in range(len(elements))}
    assert spans["html>body>div#a"] == (0, 2)
    assert spans["html>body"] == (0, 3)
    assert [blocks[i].path for i in range(3)] == ["html>body>div#a>p", "html>body>div#a>p", "html>body>p"]


def test_inner_is_the_innermost_inline_element_at_the_beginning() -> None:
    blocks = blocks_of("<p><b><i>x</i></b> y")
    assert blocks.elements.tag[blocks.inner[0]] == "i"
    assert blocks.elements.tag[blocks.container[0]] == "p"


def test_empty_cells_are_recorded() -> None:
    blocks = blocks_of("<table><tr><td></td><td>x</td></tr></table>")
    assert blocks.elements.tag.count("td") == 2


def test_raised_digits() -> None:
    assert blocks_of("<p>100<sup>2</sup> H<sub>2</sub>O x<sup>th</sup>", supsub="unicode").text == ["100² H₂O xth"]
    assert blocks_of("<p>10<sup>\u22123</sup> x<sub>\u22121 </sub>or", supsub="unicode").text == ["10⁻³ x₋₁ or"]
    assert blocks_of("<p>100<sup>2</sup>").text == ["1002"]
    assert blocks_of("<p><b>100</b> <s>2</s>", supsub="unicode").text == ["100 2"]


@pytest.mark.parametrize("seams", ["glued", "apart"])
def test_readings_of_ideographs(seams: str) -> None:
    page = "<p><ruby>子<rp>(</rp><rt>こ</rt><rp>)</rp></ruby>どもへの<ruby>体罰<rt>たいばつ</rt></ruby>。"
    assert blocks_of(page, seams=seams).text == ["子(こ)どもへの体罰たいばつ。"]
    assert blocks_of(page, seams=seams, ruby="drop").text == ["子どもへの体罰。"]
    assert blocks_of("<p><ruby>漢<rtc>kan</rtc></ruby>字", seams=seams, ruby="drop").text == ["漢字"]


def test_the_default_drops_readings() -> None:
    page = "<title>子どもの日</title><h1><ruby>子<rt>こ</rt></ruby>どもの<ruby>日<rt>ひ</rt></ruby></h1>"
    assert default_blocks(page).text == ["子どもの日"]  # as the title has it


ICONS = [
    ("in a line", "<p>Call <i class=material-icons>local_phone</i> us<i class=google-symbols>star</i>.", ["Call us ."]),
    ("alone", "<li><a><b class='x Material-Symbols-Outlined'>\n3d_rotation\n</b></a><li>Tea", ["3d_rotation", "Tea"]),
    ("several alone", "<p><i class=google-symbols>star</i> <b class=google-symbols>star</b>", ["star star"]),
    ("at the beginning", "<p><a><i class=google-symbols>home</i>&nbsp;Tea</a> é", ["Tea é"]),
    ("after a comment", "<p><mat-icon class='mat-ligature-font'><!-- -->home</mat-icon>Tea", ["Tea"]),
    ("between links", "<p><a>Home</a><i class=material-icons>chevron_right</i><a>Teas</a>", ["Home Teas"]),
    ("words in such an element", "<p class=material-icons>Tea <b>time</b><i class=material-icons>Go on</i>",
     ["Tea timeGo on"]),
    ("words in others", "<p><i>home</i> <i class=material>star</i> <b class=icons>star</b>", ["home star star"]),
    ("a page that a title swallowed", "<title>Tea<br><i>a</i><b><img></b>hot", ["Tea ahot"]),
]  # fmt: skip # lists in rows


@pytest.mark.parametrize(("html", "texts"), [case[1:] for case in ICONS], ids=[case[0] for case in ICONS])
@pytest.mark.parametrize("parser", PARSERS)
def test_names_of_icons_are_dropped(html: str, texts: list[str], parser: ParserName) -> None:
    page = parse(html.encode(), parser)
    assert BlockElements(br="every", icons="drop")(page, Plain()).text == texts
    assert "star" in BlockElements()(parse(b"<i class=material-icons>star</i>", parser), Plain()).text


SEAMS = [
    ("links", "<a>Home</a><a>News</a>", "Home News"),
    ("through wrappers", "<span><a>Home</a></span><!-- --><span><a>News</a></span>", "Home News"),
    ("bold and link", "<b>By Ann</b><b>Editor</b>", "By Ann Editor"),
    ("letter and digit", "<a>Tea</a><span>27</span>", "Tea 27"),
    ("digit and capital", "<span>5 May 2021</span><span>Read</span>", "5 May 2021 Read"),
    ("end of a sentence", "<span>The pot is old.</span><span>Photo: Ann</span>", "The pot is old. Photo: Ann"),
    ("capitals of other scripts", "<a>Новости</a><a>Спорт</a><a>Ένα</a>", "Новости Спорт Ένα"),
    ("empty elements between", "<a>Home</a><i></i><img><a>News</a>", "Home News"),
    ("after a raised number", "<sup>1</sup><span>Ann</span>", "1 Ann"),
    ("a space is there", "<a>Home</a> <a>News</a><a> Sport</a>", "Home News Sport"),
    ("inside a word", "<i>case stud</i><i>ies</i>", "case studies"),
    ("first letter", "<b>T</b><b>ea</b>", "Tea"),
    ("first letters in another size", "<b>T</b><i>EAPOTS</i> OF<b> C</b><i>HINA</i>", "TEAPOTS OF CHINA"),
    ("letters that are words", "<b>A</b> <i>NEW</i>+<b>F</b><i>TAB</i> <b>A</b><i>B</i>", "A NEW+F TAB A B"),
    ("words of small letters", "<a>the teapots</a><a>black kettles</a><i>open</i>", "the teapots black kettles open"),
    ("words after capitals", "<a>BLACK TEAS</a><a>with milk</a>", "BLACK TEAS with milk"),
    ("words of other scripts", "<a>чёрный чайник</a><a>зелёный чай</a>", "чёрный чайник зелёный чай"),
    ("parts of three letters", "<i>the tea</i><i>cups</i> or <i>tea ket</i><i>tles</i>", "the teacups or tea kettles"),
    (
        "a digit before a word",
        "<b>12</b><i>cups</i> on the <b>3</b><i>rd</i> and <b>250</b><i>ml</i>",
        "12 cups on the 3rd and 250ml",
    ),
    ("a number before others", "<i>5 May 2021</i><i>4 min read</i>", "5 May 2021 4 min read"),
    ("years before times", "<i>5.5.2021</i><b>14:30</b>, 2021<i>9:05</i>", "5.5.2021 14:30, 2021 9:05"),
    (
        "dates beside numbers",
        "<b>#1</b><time><i>2024-05-05</i></time><time>6 May</time>, Mar <time>7</time><i></i>19, <time>8</time>, 2<b>1",
        "#1 2024-05-05 6 May, Mar 7 19, 8, 21",
    ),
    ("numbers before a colon", "<b>57</b><i>:33</i>, <b>1:2</b><i>1:30</i>", "57:33, 1:21:30"),
    (
        "sentence before an element",
        "Pour it on.<span><a>Need help?</a></span>Ask us.",
        "Pour it on. Need help? Ask us.",
    ),
    (
        "sentence after one",
        "<b>Is it hot?</b>Wait, do not pour.<i><b>Then</b></i>",
        "Is it hot? Wait, do not pour. Then",
    ),
    ("a number before an element", "<span>Step 1.</span>Pour", "Step 1. Pour"),
    ("a sign of a program", "where T: ?<a>Sized</a>", "where T: ?Sized"),
    (
        "names beside an element",
        "<b>Node.</b>JS, e.<i>V.</i>, www.<b>A</b>.org, Tea.<sup>A</sup>",
        "Node.JS, e.V., www.A.org, Tea.A",
    ),
    ("capitals that end no name", "It is ASP.<b>NET</b>, not IT.<b>HTML</b>", "It is ASP.NET, not IT. HTML"),
    ("an article before a noun", "Pour it on.<b>A</b> cup", "Pour it on. A cup"),
    ("dots", "Pour and wait..<b>Then</b>", "Pour and wait.. Then"),
    (
        "a dot alone, a version, an address",
        "tea .<b>Net</b>, v1.2.<b>Two</b>, WWW.<b>A</b>",
        "tea .Net, v1.2.Two, WWW.A",
    ),
    ("brackets of words", "<span>The pot (old)</span><span>Photo</span>", "The pot (old) Photo"),
    ("brackets of a program", "<span>match()</span><span>Returns</span>", "match()Returns"),
    ("a program beside an element", "class A <i>extends</i> <i>React.</i>Component", "class A extends React.Component"),
    ("text beside an element", "Mc<b>Donald</b>Trust", "McDonaldTrust"),
    (
        "words beside an element",
        "<b>Green Tea</b>We like green<i>Pots and cups</i>",
        "Green Tea We like green Pots and cups",
    ),
    ("words after an empty element", "<span>a hot pot</span><span></span>Pour the tea", "a hot pot Pour the tea"),
    (
        "empty elements in a text",
        "The pot is hot.<span></span>Pour the tea of 2024<img>When it Mc<a name=x></a>Donald is",
        "The pot is hot. Pour the tea of 2024 When it McDonald is",
    ),
    ("a place to break a word", "It is a hot pot.<wbr>Teapots and so on", "It is a hot pot.Teapots and so on"),
    (
        "names in a sentence",
        "of Mc<b>Donald Street</b>, an i<b>Pot shop</b>, Java<b>Script</b> and",
        "of McDonald Street, an iPot shop, JavaScript and",
    ),
    ("labels", "<b>Author:</b><i>Ann</i><b>Pots:</b><i>2</i><b>Prix :</b><i>3</i>", "Author: Ann Pots: 2 Prix : 3"),
    ("labels beside an element", "<b>Author:</b>Ann<br><b>Pots:</b>2", "Author: Ann Pots: 2"),
    (
        "labels with the colon in an element, or between two",
        "<i>Author</i><i>:</i><i>Ann</i> <b>Pots</b>:<b>Tea</b>",
        "Author: Ann Pots: Tea",
    ),
    (
        "colons that end no label",
        "<b>std</b>:<b>:</b><b>Set</b> <b>doi</b>:<b>10.5</b> <b>re</b>:<b>tea</b> <b>3</b>:<b>A</b>",
        "std::Set doi:10.5 re:tea 3:A",
    ),
    ("a name of two parts as heading", "<h2><b>Category</b><i>:</i><b>Pots", "Category:Pots"),
    (
        "no labels",
        "at 16:<b>30</b>, <i>16:</i><i>30</i>, std:<b>:Set</b>, std::<b>Set</b>",
        "at 16:30, 16:30, std::Set, std::Set",
    ),
    ("a small letter after a label", "<b>Tags:</b>tea<i>re:</i><i>tea</i>", "Tags:teare:tea"),
    ("numbers of items", "<span>10.</span><cite>Stubbs</cite> <span>2)</span><cite>Lee</cite>", "10. Stubbs 2) Lee"),
    ("a number beside a word", "tea<b>2</b>go", "tea2go"),
    ("raised number", "<i>n</i><sup>2</sup>", "n2"),
    (
        "numbers of notes",
        "the market<sup>12</sup> in <b>Canada.</b><sup><a>3, 4</a></sup> “Rust”<a><sup>5</sup></a> السوق<sup>6</sup>",
        "the market 12 in Canada. 3, 4 “Rust” 5 السوق 6",
    ),
    (
        "numbers of notes that are links",
        "in 1132<sup><a href=#a>1</a></sup>, it<a href=b.html#c><sup>4</sup></a>, 2016.<sup><i><a href=#d>5</a></i>"
        "</sup> at 3 p.m.<sup><b>6</b></sup> <a href=#e>and <b>us<sup>7</sup></b></a>",
        "in 1132 1, it 4, 2016. 5 at 3 p.m.6 and us7",
    ),
    (
        "powers and cents in links to places, and in those of scripts",
        "<a href=a.html#b>90 m<sup>2</sup></a> <a href=#b><i>19<sup>95</sup></i></a> $5<sup><a href=#/a>99</a></sup>",
        "90 m2 1995 $599",
    ),
    ("editors' remains in a word", "You<span></span>Tube, Mac<i></i>Book, 5<a id=a></a>th", "YouTube, MacBook, 5th"),
    ("a picture after a word", "a hot pot<img>Pour the tea", "a hot pot Pour the tea"),
    ("a lone capital before a link", "<a>X</a><a>RADIO</a> <b>T</b><i>EA</i>", "X RADIO TEA"),
    ("colons in programs", "<code><b>driver</b><b>:</b><b>Plain</b></code>", "driver:Plain"),
    (
        "links that are no numbers of notes",
        "10<sup><a href=#>6</a></sup>, x<sup><a href=a>2</a></sup> <a href=#a>y</a><sup>2</sup>, 4<sup><a href=#a>th"
        "</a></sup>, us<sup><a href=#a>[3]</a></sup>",
        "106, x2 y2, 4th, us[3]",
    ),
    (
        "exponents and others",
        "9 km<sup>2</sup>, sin<sup>2</sup>, (width)<sup>2</sup>, in.<sup>2</sup>, $5.<sup>99</sup>, brand<sup>TM</sup>",
        "9 km2, sin2, (width)2, in.2, $5.99, brandTM",
    ),
    ("note in a script without spaces", "市場市場<sup>2</sup>", "市場市場2"),
    ("controls", "page<input>of 7 <label>s</label><input><label>m</label><label>l</label>", "page of 7 s m l"),
    ("digits", "<b>1</b><b>000</b>", "1000"),
    ("a program", "<span>re.</span><span>Match</span><span>(</span><span>X</span>", "re.Match(X"),
    ("words without case", "<a>الرئيسية</a><a>الأخبار</a><a>हिन्दी</a><a>বাংলা</a>", "الرئيسية الأخبار हिन्दी বাংলা"),
    ("and others", "<a>English</a><a>العربية</a><a>Türkçe</a><i>أخبار</i><i>25</i>", "English العربية Türkçe أخبار 25"),
    (
        "labels without case",
        "<b>المؤلف:</b>أحمد <b>מחבר:</b>דוד <i>लेखक:</i><i>राम</i>",
        "المؤلف: أحمد מחבר: דוד लेखक: राम",
    ),
    ("parts without case", "<b>ال</b><i>كتاب</i> ו<b>הספר</b> <b>ב</b><i>5</i> <b>हि</b>न्दी", "الكتاب והספר ב5 हिन्दी"),
    ("endings of Korean", "<a>대한민국</a><i>에서부터</i>", "대한민국에서부터"),
    ("no case", "<b>茶</b><b>2</b><b>水</b>", "茶2水"),
    (
        "numbers of a formula",
        "<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi><mo>+</mo><mn>3</mn></math>",
        "1 2x+3",
    ),
    (
        "cells of a matrix",
        "<math><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>)</mo></math>",
        "(a b)",
    ),
    (
        "number of a verse",
        "<p>It was good. <sup>22</sup>Sometimes, <b>23</b>after rain",
        "It was good. 22 Sometimes, 23 after rain",
    ),
    (
        "an Arabic word after a number",
        "<b>25</b><b>ديسمبر</b> <b>25</b><b>من</b> <b>97%</b><b>إجمالي</b>",
        "25 ديسمبر 25من 97% إجمالي",
    ),
    ("an Arabic word after others", "<b>السوق</b><b>الجديد</b> <b>من</b><b>الجديد</b>", "السوق الجديد منالجديد"),
    ("notes of a short word", "tea<sup>1</sup> of tea.<sup>2</sup> it.<sup>3</sup>", "tea1 of tea. 2 it.3"),
    (
        "notes deep in elements",
        f"it<sup>{'<i>' * 3}<a href=#a>1</a>{'</i>' * 3}</sup> market<sup>{'<i>' * 4}2{'</i>' * 4}</sup>",
        "it 1 market 2",
    ),
    (
        "notes too deep in elements",
        f"it<sup>{'<i>' * 4}<a href=#a>1</a>{'</i>' * 4}</sup> market<sup>{'<i>' * 5}2{'</i>' * 5}</sup>",
        "it1 market2",
    ),
    ("labels of one letter", "<b>Q:</b>Why? <b>A:</b>it rained", "Q: Why? A:it rained"),
    ("number of an item", "<p><b>01.</b>Can it", "01. Can it"),
    (
        "a number before a short word",
        "<b>May 5, 2024</b>If you <b>2011</b>ko, <b>12</b>If you <b>2011</b>If, H<sub>2</sub>Se is, <b>3</b>D is",
        "May 5, 2024 If you 2011ko, 12 If you 2011If, H2Se is, 3D is",
    ),
    ("fractions", "3<sup>1</sup>⁄<sub>2</sub> 2<sup>3</sup>/<sub>4</sub> <sup>1</sup>⁄<sub>2</sub>", "3 1⁄2 2 3/4 1⁄2"),
    ("powers over units", "10<sup>6</sup>/ml, 10<sup>3</sup>/<b>l</b>, 5<sup>2</sup>/", "106/ml, 103/l, 52/"),
    (
        "sentences without a capital",
        "<b>هذه جملة أولى.</b><b>في البيت</b> <b>यह पहला है।</b>यह <b>ეს არის ის.</b><b>აქ</b> <b>갔다.</b>라고",
        "هذه جملة أولى. في البيت यह पहला है। यह ეს არის ის. აქ 갔다.라고",
    ),
    (
        "sentences with a sign or number before the capital",
        "<b>She went home.</b><b>“So it</b> <b>it is.</b><b>¿Qué</b> <b>it was.</b><b>1990 was</b> <b>3 oz.</b><b>(two",
        "She went home. “So it it is. ¿Qué it was. 1990 was 3 oz.(two",
    ),
    ("numbers before words without case", "<sup>2</sup>والأرض <sup>2</sup>पृथ्वी <b>5</b>वां", "2 والأرض 2 पृथ्वी 5वां"),
    ("marks of a letter", "<b>लड़क</b><i>ियों</i> <b>கோயில</b><i>ுக்குள்</i>", "लड़कियों கோயிலுக்குள்"),
    ("what plays in a sentence", "crane (listen <audio src=x></audio>) is", "crane (listen ) is"),
    (
        "a noscript with a picture",
        "the <noscript><img src=x></noscript> town <noscript></noscript>, is",
        "the town , is",
    ),
    ("number of a version before a word", "<p>the Boost 2.0<b>This new way", "the Boost 2.0 This new way"),
    ("ending of a number", "<p>the <b>5</b>th of <b>3</b>rds", "the 5th of 3rds"),
    (
        "a split text",
        "See it<!-- --> bo<wbr>il.<b>Then</b> the mar<!---->ket<sup>1</sup>",
        "See it boil. Then the market 1",
    ),
    ("a split text is that of one element", "<i>See it</i><!-- -->boil.<b>Then</b>", "See itboil.Then"),
    ("formulas", "<p>H<sub>2</sub>O, <sup>3</sup>He, <b>4</b>GB", "H2O, 3He, 4GB"),
]


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("name", "html", "expected"), SEAMS, ids=[case[0] for case in SEAMS])
def test_words_are_apart_at_seams(name: str, html: str, expected: str, parser: ParserName) -> None:
    tree = parse(f"<p>{html}".encode(), parser)
    assert BlockElements(seams="apart")(tree, Plain()).text == [expected], name


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a) bread<br>b) milk", ["a) bread", "b) milk"]),
        ("а) хлеб<br> б) млеко", ["а) хлеб", "б) млеко"]),
        ("ii) bread<br>iii) milk", ["ii) bread", "iii) milk"]),
        ("bread (or rather<br>it) and milk", ["bread (or rather it) and milk"]),
        ("bread (of<br>b)and milk", ["bread (of b)and milk"]),
    ],
)
def test_items_numbered_in_small_letters_are_lines_of_their_own(html: str, expected: list[str]) -> None:
    assert blocks_of(f"<p>{html}", br="every").text == expected


def test_words_at_seams_are_glued_unless_asked_for() -> None:
    assert blocks_of("<p><a>Home</a><a>News</a>").text == ["HomeNews"]
    assert blocks_of("<math><mn>1</mn><mn>2</mn></math>").text == ["12"]


@pytest.mark.parametrize("parser", PARSERS)
def test_buttons_amid_a_sentence_are_of_it(parser: ParserName) -> None:
    html = (
        "<p>You press <button>Save</button> to end, <b>or </b><button><b>OK</b></button>. <button>Help</button> "
        "<button>Menu</button><p>Pots<button>Buy</button> now <button>Sell</button> Now<br><button>Go</button> on"
    )
    tree = parse(html.encode(), parser)
    apart = BlockElements(seams="apart")(tree, Plain())
    assert apart.text[:3] == ["You press Save to end, or OK.", "Help", "Menu"]
    assert apart.text[3:] == ["Pots", "Buy", "now", "Sell", "Now", "Go", "on"]
    check_columns(apart)
    assert BlockElements()(tree, Plain()).text[:3] == ["You press", "Save", "to end, or"]


@pytest.mark.parametrize("parser", PARSERS)
def test_elements_without_text_end_where_they_end(parser: ParserName) -> None:
    html = "<p><b><!-- --></b>Tea<a href=/><!-- --></a> pot</p><pre><!-- --></pre><p>one\n\ntwo"
    blocks = BlockElements(preformatted="paragraphs")(parse(html.encode(), parser), Plain())
    assert blocks.text == ["Tea pot", "one two"]
    assert (blocks.bold_chars, blocks.link_chars, blocks.link_count) == ([0, 0], [0, 0], [0, 0])


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    "html",
    ["<title>Tea</title>", "<script type=application/ld+json>{'a': '<p>Tea'}</script>"],
)
def test_what_the_head_says_is_no_text_of_an_empty_page(html: str, parser: ParserName) -> None:
    assert BlockElements()(parse(html.encode(), parser), Plain()).text == []


PREFORMATTED = [
    ("blank lines", "<pre>\nAll,\n\nthis is\na  letter.\n \t\n\nAnn\n</pre>", ["All,", "this is a letter.", "Ann"]),
    ("in other elements", "<xmp>One\n\ntwo</xmp><listing>a\n\nb</listing><plaintext>c\n\nd", ["One", "two", *"abcd"]),
    ("markup between", "<pre>\n<b>One</b>\n\n<a>two</a> three\n\n</pre>four", ["One", "two three", "four"]),
    ("a space between elements", "<pre><b>one</b> <b>two</b></pre>", ["one two"]),
    ("lines in elements", "<pre><b>茶</b>\n<b>水</b></pre>", ["茶 水"]),
    ("of a program", "<pre><code><b>茶</b>\n<b>水</b></code></pre>", ["茶 水"]),
    ("breaks", "<pre>one<br>two<br><br>three</pre>", ["one two", "three"]),
    ("no blank line", "<pre>one\ntwo</pre>", ["one two"]),
    ("a program", "<pre><code>x = 1\n\ny = 2</code></pre>", ["x = 1 y = 2"]),
    ("old names", "<listing>one\n\ntwo</listing><xmp>three\n\nfour</xmp>", ["one", "two", "three", "four"]),
    ("nothing left open", "<pre><pre>one\n\ntwo</pre></pre><p>three\n\nfour", ["one", "two", "three four"]),
    ("within a line", "one <pre>\n\n</pre> two", ["one", "two"]),
]  # fmt: skip # one case a line


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("name", "html", "expected"), PREFORMATTED, ids=[case[0] for case in PREFORMATTED])
def test_preformatted_paragraphs(name: str, html: str, expected: list[str], parser: ParserName) -> None:
    tree = parse(f"<body>{html}".encode(), parser)
    blocks = BlockElements(preformatted="paragraphs")(tree, Plain())
    assert blocks.text == expected, name
    assert [blocks.elements.end[blocks.container[row]] > row for row in range(len(blocks))] == [True] * len(blocks)


def test_preformatted_text_runs_on_unless_asked_for() -> None:
    assert blocks_of("<pre>one\n\ntwo</pre>").text == ["one two"]


def test_head_is_noted() -> None:
    html = "<html lang=eu><head><title>T &amp; x</title><meta name=a content=b></head><body>x"
    assert [(tag, text) for tag, _, text in blocks_of(html).head] == [
        ("html", ""),
        ("title", "T & x"),
        ("meta", ""),
    ]


def test_deep_pages() -> None:
    assert blocks_of("<div>" * 3000 + "x").text == ["x"]


def test_selection_renumbers_spans() -> None:
    blocks = blocks_of("<div><p>1</p><p>2</p></div><p>3</p>")
    chosen = blocks.select([1, 2])
    div = blocks.elements.tag.index("div")
    assert chosen.text == ["2", "3"]
    assert (chosen.elements.first[div], chosen.elements.end[div]) == (0, 1)


def test_time_elements_have_the_place_of_their_block() -> None:
    blocks = blocks_of("<p>1</p><p>on <time>2</time> <b><time>3</time></b></p><time datetime=c></time><p>4</p>")
    assert [(row, text) for row, _, text in blocks.times] == [(1, "2"), (1, "3"), (2, "")]
    assert [row for row, _, _ in blocks.select([1, 2]).times] == [0, 0, 1]
    assert blocks.elements.tag.count("time") == 0  # they are parts of the text, recorded as any other inline element


def test_noted_elements_are_recorded_where_they_end() -> None:
    blocks = blocks_of("<p>see <b> <abbr>NSW</abbr>,</b> and <img> a</p><p><img></p>", noted_tags=("abbr", "img"))
    assert [(blocks.elements.tag[e], blocks.text[b][:n]) for e, b, n in blocks.notes] == [
        ("abbr", "see NSW"),
        ("img", "see NSW, and"),
    ]
    assert blocks.elements.tag.count("img") == 2
    assert blocks_of("<p>see <abbr>NSW</abbr>").notes == []
    broken = blocks_of("<p>著者は川の近くで<abbr>育ち</abbr>、毎朝お茶を\n<abbr>飲む</abbr>", noted_tags=("abbr",))
    assert [broken.text[b][:n][-2:] for _, b, n in broken.notes] == ["育ち", "飲む"]


STATED = """<title>Tea</title><script type="application/ld+json">{"@type": "NewsArticle", "articleBody": %s}</script>"""


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("stated", "body", "expected"),
    [
        ('"Boil &amp;amp; wait.\\n\\nDrink."', "<div id=app></div>", ["Boil & wait.", "Drink."]),
        ('"&lt;p&gt;Boil.&lt;/p&gt;<p>Drink<b>!</b>"', "", ["Boil.", "Drink!"]),
        ('"Boil, wait, drink."', "<noscript><p>No script</noscript>", ["No script", "Boil, wait, drink."]),
        ('"Drink."', "<noscript>Turn on scripts</noscript>", ["Turn on scripts"]),
        ('"Boil, wait, drink."', "<p>Boil.</p>", ["Boil."]),
        ('" "', "", []),
        ("3", "", []),
    ],
)
def test_text_that_only_the_head_states(parser: str, stated: str, body: str, expected: list[str]) -> None:
    html = STATED % stated + body
    blocks = BlockElements(without_text="head")(parse(html.encode(), parser), Full())  # type: ignore[arg-type]  # a parser
    assert blocks.text == expected
    assert blocks.head == blocks_of(html, parser).head
    check_columns(blocks)
    assert "Drink" not in " ".join(blocks_of(html, parser).text)


def test_raised_numbers_in_a_link_of_very_many_attributes_take_linear_time() -> None:
    attributes = " ".join(f"a{number}" for number in range(12_000))
    with within(3):  # seconds; reading them for each took 12
        assert blocks_of(f"<p>tea <a {attributes}>{'<sup><svg>1</svg></sup>' * 12_000}", seams="apart").text == ["tea"]


def test_shadow_roots_in_many_shadow_roots_take_linear_time() -> None:
    with within(3):
        assert blocks_of("<x-a><template shadowrootmode=open>a" * 20_000).text == ["a" * 20_000]


def test_many_iframes_that_are_never_closed_take_linear_time() -> None:
    with within(3):
        assert blocks_of("<iframe/><p>a" * 8000 + "</html>").text == ["a"] * 8000


@pytest.mark.parametrize("tag", ["noscript", "noframes"])
def test_contents_of_many_unclosed_elements_without_scripting(tag: str) -> None:
    """Each was parsed again with all that follows: half a minute for a page of this size."""
    with within(4):
        few, many = (f"<{tag} class=a><p>a &lt;b " * count for count in (3, 8000))
        assert blocks_of(few).text == ["a <b"] * 3
        assert blocks_of(many).text == ["a <b"] * 8000


def test_empty_controls_between_pieces_of_a_text_take_linear_time() -> None:
    """The pieces before were joined at each: 8 s for these."""
    with within(1):
        assert blocks_of("<p>" + "-<input>" * 60_000, seams="apart").text == ["-" * 60_000]


def test_blocks_in_many_inline_elements_take_linear_time() -> None:
    """Each block climbed to its container: 8 s for these."""
    page = parse(b"<p>" + b"<span>" * 8000 + b"A line<br><br>" * 8000)
    with within(3):
        blocks = BlockElements()(page, Plain())
    assert {blocks.tag(row) for row in range(8000)} == {"p"}


def test_numbers_of_notes_in_many_elements_take_linear_time() -> None:
    """Each `<sup>` descended through all others to the number: 7 s for these."""
    page = parse(b"<p>word" + b"<sup>" * 16_000 + b"1")
    with within(3):
        assert BlockElements(seams="apart")(page, Plain()).text == ["word 1"]


def test_many_formulas_in_one_element_take_linear_time() -> None:
    """Its attributes were read for each formula: 11 s for these."""
    named = b"".join(b" a%d" % number for number in range(16_000))
    page = parse(b"<p" + named + b">" + b"<math>a</math><b><math>b</math></b>" * 8000)
    with within(2):
        assert BlockElements()(page, Plain()).text == ["ab" * 8000]


@pytest.mark.parametrize("tag", ["a", "B", "script", "br", "title"])
def test_tags_with_a_role_of_their_own_cannot_be_noted(tag: str) -> None:
    """Noted links counted as links no more, and the text of noted scripts became the page's."""
    with pytest.raises(UsageError, match=rf"blocks.noted_tags: '{tag}' has a role of its own; expected .* like abbr"):
        BlockElements(noted_tags=("abbr", tag))
