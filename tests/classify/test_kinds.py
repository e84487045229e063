"""Paragraph, heading or list item, by tags and by layout."""

from collections.abc import Sequence

import pytest

from cleanweb.classify.kinds import kinds
from cleanweb.classify.layout_kinds import layout_kinds
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks, Kind
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.table_roles import PageTables
from tests.blocks import plain_blocks

LONG = "Tea is an old drink, and it is good for you in the morning and at night. " * 4
OPENER = "<div><{}>{}</{}><p>The tea shop is in the old mill.</p></div><p>So.</p>"
ASKED = "<{1}>Why {0}?</{1}><p>Because the water boils, and the tea is made of it.</p>"
POTS = "<table border=0 width=100%>{}</table>"
FUNCTION = "<tr><td>Pot *<td><a href=/>pot_boil</a>"
FORUM = "<tr><td><p>On tea<p>Pots and cups<td><table><tr><td>12</table><td>by Ann"
CASES = [
    ("tags", "<h2>Tea</h2><p>Boil the water.</p><ul><li>pot<li>cup</ul>", "hpll"),
    ("only the first block of an item", "<ul><li><p>One.</p><p>More of it.</p></li><li>Two.</li></ul>", "lpl"),
    ("a heading inside an item", "<ul><li><h3>One</h3><p>Text.</p></li><li>Two.</li></ul>", "hpp"),
    ("short line without punctuation", "<p>On tea</p><p>It is old.</p>", "hp"),
    ("bold line that ends like a clause", "<p><b>What is tea?</b></p><p>A drink.</p>", "hp"),
    ("bold line whose sign is not", "<p><b>What is tea</b>?</p><p>A drink.</p>", "hp"),
    ("bold sentence", "<p><b>Tea is a drink.</b></p>", "p"),
    ("long line", "<p>this line has many more words than any heading would have on any page</p>", "p"),
    ("bullets", "<p>• pot</p><p>• cup</p>", "ll"),
    ("signs that stand for bullets", "<p>► pot</p><p>✅ cup</p><p>◦ tea</p>", "lll"),
    ("numbers", "<p>1. Boil.</p><p>2) Pour.</p><p>(iv) Drink.</p><p>b) Wait.</p><p>(b) Wait.</p>", "lllll"),
    ("no numbers", "<p>100. Boil.</p><p>bc) Pour.</p><p>b)Drink.</p><p>B) Wait.</p>", "pppp"),
    ("a lone item", "<p>Text.</p><ul><li>one</ul>", "pp"),
    ("many short lines are a list", "<p>a</p>" * 10, "llllllllll"),
    ("some are no list where there is no other", "<p>a</p>" * 9, "ppppppppp"),
    ("but where there is", "<p>a</p>" * 6 + "<ul><li>pot<li>cup</ul>", "llllllll"),
    ("or more of them", f"{'<p>a</p>' * 6}<p>It is old.</p>{'<p>b</p>' * 6}", "llllllpllllll"),
    ("many short lines of two tags are not", "<p>a</p><p>b</p><p>c</p><div>d</div><div>e</div><div>f</div>", "hhhhhh"),
    ("nor are lines with a paragraph between", "<p>a</p>" * 5 + "<p>It is old.</p>" + "<p>b</p>" * 5, "hhhhhphhhhh"),
    ("a heading's tag without a word", "<h2>Tea</h2><p>It is old.</p><h2>* * *</h2><h3>★★★★</h3><h3>4</h3>", "hppph"),
    ("headings on end are none", "<h2>a</h2>" * 6, "hhhhhh"),
    ("nor are bold lines", "<p><b>a</b></p>" * 6, "hhhhhh"),
    ("twelve words, thirteen", f"<p>{'tea ' * 12}</p><p>{'tea ' * 13}</p>", "hp"),
    ("twenty words in a heading's tag, twenty-one", f"<h2>{'tea ' * 20}</h2><h2>{'tea ' * 21}</h2>", "hp"),
    ("Chinese sentence", "<p>水开了。</p>", "p"),
    ("Chinese paragraph without its full stop", f"<p>{'煮茶的水要从山上的泉里取来' * 3}（完）</p>", "p"),
    ("twenty-four letters, twenty-five", f"<p>{'茶' * 24}</p><p>{'茶' * 25}</p>", "hp"),
    ("items of the body", "<li>pot<li>cup", "ll"),
    ("Chinese heading", "<p>龙井茶的泡法</p><p>水开了。</p>", "hp"),
    ("Arabic question", "<p>ما هو الشاي؟</p>", "p"),
    ("Hindi sentence", "<p>पानी उबल गया।</p>", "p"),
    ("sentence in brackets or quotes", "<p>(It was cold.)</p><p>“It was not!”</p><p>«Que si.»</p>", "ppp"),
    ("quotes that close in German", "<p>Die „Rose“</p><p>Er sagte: „Nein.“</p><p>»Ja.«</p><p>‚So?‘</p>", "hppp"),
    ("quotes of Chinese and Japanese", "<p>『茶』</p><p>｢はい。｣</p><p>〝はい。〟</p><p>〖是。〗</p>", "hppp"),
    (
        "sentences of other scripts",
        "<p>ឯកសារ</p><p>ᱟᱢ ᱟᱢ᱾</p><p>ꯑꯩ ꯆꯠꯂꯤ꯫</p><p>ខ្ញុំ៖</p><p>Դու՞</p><p>Ποιος;</p>",
        "hppppp",
    ),
    (
        "sentences with emoji",
        "<p>See you! 😊</p><p>It is old. 👍🏽 👩🏿\u200d⚕\ufe0f</p><p>Tea 🍵</p><p>😊</p>",
        "pphp",
    ),
    ("bullets without a space", "<p>•Tea</p><p>•Milk</p><p>Milk • tea, hot.</p>", "llp"),
    ("Japanese bullets", "<p>・お茶</p><p>・水</p><p>お茶・水</p>", "llh"),
    ("numbers of Arabic", "<p>١- شاي</p><p>2 - قهوة</p><p>أ- ماء</p><p>ب) سكر</p>", "llll"),
    ("but no years, days or titles", "<p>١٢-١٥ مارس</p><p>د. أحمد علي</p><p>22-12-2023</p>", "hhh"),
    ("numbers of Chinese and Japanese", "<p>1、茶</p><p>２．水</p><p>3.糖</p><p>①お湯</p><p>② PDFを開く</p>", "lllll"),
    ("but no headings so numbered", "<p>一、茶的历史</p><p>（二）水</p><p>3.5杯</p>", "hhh"),
    (
        "numbers of Korean and Hebrew",
        "<p>가. 녹차</p><p>나) 물</p><p>א. תה</p><p>(ב) קפה</p><p>(주) 삼성전자</p>",
        "llllh",
    ),
    ("but no initials", "<p>א. ב. יהושע</p>", "h"),
    ("numbers of Hindi, Burmese, Amharic", "<p>(क) चाय</p><p>१. पानी</p><p>၁။ ရေ</p><p>፩. ሻይ</p><p>፪፤ ውሃ</p>", "lllll"),
    ("letters of Cyrillic, Greek, Armenian, Georgian", "<p>а) чай</p><p>β) νερό</p><p>գ) թեյ</p><p>დ) ჩაი</p>", "llll"),
    ("but no cities", "<p>г. Киев</p><p>А. Пушкин</p><p>κ. Παππάς</p>", "hhh"),
    ("numbers of Bengali, Urdu, Tibetan, Japanese", "<p>১। বই</p><p>۱۔ کتاب</p><p>༡༽ མར།</p><p>（１）お茶</p>", "llll"),
    (
        "letters of Persian, Tamil, Telugu, Sinhala",
        "<p>الف) یک</p><p>پ) دو</p><p>الف- سه</p><p>அ) நூல்</p><p>(ఆ) పత్రిక</p><p>(අ) පොත</p>",
        "llllll",
    ),
    ("Latin keeps its own", "<p>1- thé</p><p>① tea</p><p>é) tea</p>", "hhh"),
    ("remarks of Japanese and Korean", "<p>※写真はイメージです</p><p>※ 예약 필수</p>", "pp"),
    (
        "clauses of N'Ko, Mongolian, Syriac, Fula, Khmer",
        "<p>ߒߞߏ߸</p><p>ᠮᠣᠩᠭᠣᠯ᠂</p><p>ܣܘܪܝܝܐ܀</p><p>𞤆𞤵𞤤𞤢𞤪⹁</p><p>កាហ្វេ៕</p>",
        "ppppp",
    ),
    (
        "introductions of Armenian, Hindi, Burmese, Amharic",
        "<p>Tea -</p><p>Պետք է՝</p><p>सामग्री :-</p><p>ရောင်းသည်များ -</p><p>የሚያስፈልገው፡</p>",
        "hpppp",
    ),
    ("the full stop of Amharic as it is typed", "<p><b>ቡናው ጥሩ ነው፡፡</b></p><p>ሻይ ነው፡፡»</p><p><b>ሻይ፡</b></p>", "pph"),
    ("a verse of the Hebrew bible", "<p>בראשית</p><p>וַיְהִי־אוֹר׃</p>", "hp"),
    ("sentences in the forms of vertical lines", "<p>水開了︒</p><p>何︖</p><p>水︑</p>", "ppp"),
    ("talk in Greek", "<p>– Τι κάνεις;</p><p>– Καλά.</p><p>– Εσύ;</p>", "ppp"),
    ("talk in Armenian", "<p>— Ինչո՞ւ եկար։</p><p>— Չգիտեմ։</p>", "pp"),
    ("a program is no heading", "<p>Type:</p><pre>cd tea</pre>", "pp"),
    ("lines of a program are none", "<p>Type:</p><pre><div>cd tea</div><div>ls</div></pre>", "ppp"),
    ("nor is a button", "<h2>Tea</h2><button>Show more</button><p>It is old.</p>", "hpp"),
    ("nor a paragraph in a heading's tag", f"<h2>{'It is old and good and ' * 5}hot</h2><h2>Tea</h2>", "ph"),
    (
        "nor a datum, but a bold cell",
        "<table><tr><th>Tea<th>Price<th>From<tr><td>Oolong<td>4<td>Taiwan<tr><td><b>Sencha</b><td>3<td>Japan</table>",
        "pppppphpp",
    ),
    ("of two rows", "<table border=1><tr><th>Tea<th>Price<th>From<tr><td>Oolong<td>4<td>Taiwan</table>", "pppppp"),
    ("of two columns", "<table border=1><tr><th>Tea<th>Price<tr><td>Oolong<td>4<tr><td>Sencha<td>3</table>", "pppppp"),
    (
        "but a caption",
        "<table><caption>Teas<tr><th>Tea<th>Price<th>From<tr><td>Oolong<td>4<td>Taiwan</table>",
        "hpppppp",
    ),
    (
        "a table of few items has none",
        f"<table><tr><th>Tea<th>About{'<tr><td>Oolong<td>It is old.' * 4}<tr><td>• Mint<td>• Rose</table>",
        "p" * 12,
    ),
    (
        "a table of many has but items, and bold cells",
        f"<table><tr><th>Tea<th>About{'<tr><td>• Mint<td>It is old.' * 3}<tr><td><b>Rose</b><td>It is new.</table>",
        "llllllllhl",
    ),
    (
        "each table by itself, no caption nor what was typed",
        "<table><caption>Teas.</caption><tr><th>Tea<th>About<tr><td>• Mint<td>New.<tr><td>• Rose<td><pre>Old</pre>"
        "</table>"
        f"<table><tr><th>Tea<th>About{'<tr><td>Oolong<td>It is old.' * 4}</table>",
        "plllllp" + "p" * 10,
    ),
    (
        "a quarter of items makes a table one of them",
        f"<table><tr><th>Tea<th>About{'<tr><td>Oolong<td>It is old.' * 2}<tr><td>• Mint<td>• Rose</table>",
        "l" * 8,
    ),
    (
        "less than that does not",
        f"<table><tr><th>Tea<th>About{'<tr><td>Oolong<td>It is old.' * 3}<tr><td>• Mint<td>• Rose</table>",
        "p" * 10,
    ),
    # By their looks (no lines, widths, links) these are layout.
    ("a grid of short lines is data", POTS.format(FUNCTION * 4), "p" * 8),
    ("a bold one stays", POTS.format(FUNCTION * 4 + "<tr><td>Pot<td><b>Tea</b>"), "p" * 9 + "h"),
    ("of three rows it is not", POTS.format(FUNCTION * 3), "hhhhhp"),
    ("of one column", POTS.format("<tr><td>Boil the pot" * 4), "hhhh"),
    ("with longer text", POTS.format(FUNCTION * 4 + f"<tr><td>Pot<td>{LONG}"), "hhhhhhhhhp"),
    ("with cells of two lines", POTS.format(FUNCTION * 4 + "<tr><td><p>Pot<p>Cup"), "hhhhhhhhhh"),
    ("with cells of two lines in three columns", POTS.format(FORUM * 4), "hhpp" * 4),
    ("or of longer text", POTS.format(f"<tr><td>{LONG}<td>12<td>by Ann" * 4), "ppp" * 4),
    ("of three rows they are not", POTS.format(FORUM * 3), "h" * 12),
    ("nor if only one cell is a line", POTS.format(f"<tr><td>{LONG}<td>by Ann<td>{LONG}" * 4), "php" * 4),
    ("with a lone cell in one of five", POTS.format(FUNCTION * 4 + "<tr><td>Pot"), "p" * 9),
    ("with lone cells", POTS.format(FUNCTION * 4 + "<tr><td>Pot" * 2), "hhhhhhhhhh"),
    ("nor one of layout", f"<table><tr><td>• Mint<td>{LONG}<tr><td>• Rose<td>{LONG}</table>", "lplp"),
    ("signs between parts are no items", "<p>• Mint</p><p>• Rose</p><p>* * *</p><p>・</p>", "llpp"),
    ("and lines in a layout table", f"<table>{f'<tr><td>Our teas<td>{LONG}' * 2}</table>", "hphp"),
    ("but lines in a column of their own", "<table><tr><th>Tea<tr><td>4<tr><td>5<tr><td>6</table>", "hhhh"),
    (
        "nor what is tagged in a cell",
        "<table><tr><th>Tea<th>Price<th>From<tr><td>Oolong<td>4<td>Taiwan<tr><td><h3>Sencha</h3><td>3<td>Japan</table>",
        "pppppphpp",
    ),
    ("a caption is no heading", "<figure><figcaption>The pot</figcaption></figure><p>It is old.</p>", "pp"),
    (
        "nor is a formula",
        "<p>Let x be old.</p><div><math><mi>x</mi><mo>=</mo><mn>2</mn></math></div><p>It is.</p>",
        "ppp",
    ),
    ("a dash may open speech", "<p>She wrote a book.</p><p>– Tea is old, she says.</p><p>It has a map.</p>", "ppp"),
    (
        "two dashes that stand apart do",
        "<p>She wrote:</p><p>– Tea is old.</p><p>He wrote:</p><p>– It is not.</p><p>So it went.</p>",
        "ppppp",
    ),
    (
        "items with a dash each",
        "<ul><li>– pot</ul><p>It is old.</p><ul><li>– cup</ul><p>It is new.</p>",
        "lplp",
    ),
    ("a by-line with bars", "<h2>Tea</h2><p>A. Writer | 3 days ago</p><p>It is old.</p>", "hpp"),
    (
        "prices",
        "<p>Teapot</p><p>$1,299.00 $899.00</p><p><b>20 €</b></p><p>It is.</p><h2>฿99</h2><p>1848</p>",
        "hppphh",
    ),
    (
        "prices with words",
        "<p>Teapot</p><p>US$ 20</p><p>It is.</p><p>You save £1,299.50 (12%)</p><p>Oolong 2 for $5</p><p>So.</p>",
        "hppphp",
    ),
    (
        "prices in words, in bold, or none",
        "<p><b>Under $20</b></p><p>So.</p><p>Tea and cups for $20</p><p>$ tea</p>",
        "hphh",
    ),
    ("details", "<p>Tea</p><p>Pages: 448</p><div>Tél. : 04 66</div><p>书名：茶</p><p>It is old.</p>", "hpppp"),
    ("terms are no details", "<dl><dt>Boil: the pot<dt>Pour: the tea<dd>It is old.</dl>", "hhp"),
    ("a title with a subtitle", "<p>Tea: a history</p><p>It is old.</p><p>Cups: a history</p><p>So.</p>", "hphp"),
    (
        "who said it",
        "<blockquote><p>On tea</p><p>It is old.</p><p>Ann Leaf, Teapots</p></blockquote><p>So.</p>",
        "hppp",
    ),
    ("what was said", "<h3>Ann</h3><blockquote>Tea, then</blockquote><p>It is old.</p>", "hpp"),
    (
        "times, addresses and signatures are no details",
        "<p>12:30 tea</p><p>http://a.b</p><p>Tea at 1:30</p><p>boil :: Pot -> Tea</p><p>b :: Pot</p><p>It is.</p>",
        "hhhhhp",
    ),
    ("but in a list they are its items", "<p>pot</p><p>$9</p><p>cup</p><p>$2</p>" * 3, "llllllllllll"),
    ("remarks in brackets", "<p>Tea [1]</p><p>[laughter]</p><p>[a] [b]</p><p>It is old.</p>", "hphp"),
    (
        "talk in Japanese",
        "<p>「おはよう」</p><p>「元気」</p><p>――そうか</p><p>「茶」の話</p><p>茶が来た。</p>",
        "ppphp",
    ),
    ("talk", "<p>We met.</p><p>- Do you know her?</p><p>- Of course.</p><p>- “Who does not!”</p>", "pppp"),
    ("an outcry in a list in N'Ko", "<p>ߒߞߏ߸</p><p>- ߖߌ</p><p>- ߕߋ߹</p>", "pll"),
    ("an outcry in a list", "<p>We need:</p><p>- a pot</p><p>- two cups!</p>", "pll"),
    ("questions of a list", "<p>We ask:</p><p>- Is it old?</p><p>- Is it green?</p>", "pll"),
    ("two dashes are a list", "<p>We need:</p><p>- a pot</p><p>- a cup</p>", "pll"),
    ("a number below zero", f"<p>-5</p>{'<p>b</p>' * 9}", "llllllllll"),
    ("a line of signs", "<p>Tea is old.</p><p>* * *</p><p>It has a map.</p>", "ppp"),
    ("a heading with a dash", "<h2>– Tea</h2><p>It is old.</p>", "hp"),
    ("whose text it was", "<p>It is old.</p><p>— A. Potter, 1912</p>", "pp"),
    ("numbers in bold", "<p><b>1. Tea</b></p><p>It is old.</p><p><b>2. Milk</b></p><p>It is new.</p>", "hphp"),
    (
        "a long question in bold",
        f"<p><b>{'What is it ' * 6}?</b></p><p>It is tea.</p><p><b>{'What is it ' * 9}?</b></p>",
        "hpp",
    ),
    (
        "names of parts in bold",
        "<p><b>Act I.</b></p><p><b>Q.</b></p><p><b>It is tea.</b></p><p><b>水开了。</b></p>",
        "hhpp",
    ),
    ("terms and definitions", "<dl><dt>Pot<dd>What holds tea<dt>Cup<dd><b>Of old</b></dl>", "hphh"),
    ("posts", f"<ul>{'<li><p>On tea</p><p>It is old.</p>' * 3}</ul>", "hphphp"),
    ("items with others inside are none", "<ul><li>Tea<ul><li>green<li>black</ul><li>Milk</ul>", "llll"),
    ("a name below a letter", "<div><p>It is old.</p><p>A. Potter</p></div><h2>Tea</h2>", "pph"),
    ("but a line before a paragraph", f"<div><p>It is old.</p><p>On tea</p></div><p>{LONG}</p>", "php"),
    ("and before a Chinese one", f"<div><p>水。</p><p>茶</p></div><p>{'煮茶的水要从山上的泉里取来' * 3}</p>", "php"),
    (
        "lines after a colon on a page with a list",
        "<p>We have:</p><p>a pot</p><p>a cup!</p><ul><li>tea<li>milk</ul>",
        "pllll",
    ),
    ("up to the next colon", "<p>Have:</p><p>a pot</p><p>a cup!</p><p>Need:</p><ul><li>tea<li>milk</ul>", "pllpll"),
    ("on one without", "<p>We have:</p><p>a pot</p><p>a cup!</p>", "php"),
    (
        "bold ones after a colon in bold",
        "<p><b>You need:</b></p><p><b>tea</b></p><p><b>milk</b></p><p>• a<p>• b",
        "hllll",
    ),
    ("one line after a colon", f"<p>We have:</p><p>a pot</p>{LONG}<ul><li>tea<li>milk</ul>", "phpll"),
    ("after a colon of Chinese", "<p>材料：</p><p>茶</p><p>水</p><ul><li>糖<li>奶</ul>", "pllll"),
    ("a program after a colon", "<p>Type:</p><pre><div>cd</div><div>ls</div></pre><ul><li>tea<li>milk</ul>", "pppll"),
    ("titles that are links", f"<p><a>On tea</a></p><p>{LONG}</p><p><a>What is milk?</a></p><p>{LONG}</p>", "hphp"),
    ("but no links beside others", f"<p><a>Home</a></p><p><a>On tea</a></p><p>{LONG}</p>", "ppp"),
    (
        "nor addresses, ways back, and the last",
        "<p><a>http://a.test/</a></p><p>It is.</p><p><a>(Top)</a></p><p>So.</p><p><a>Tea</a>",
        "ppppp",
    ),
    ("verses", "<p>The ferryman has hung<br>Upon the tree,<br>And those who cross<br>Or wait.<br>Till he</p>", "ppppp"),
    ("few ends of clauses", "<p>The ferryman has hung<br>Upon the tree<br>And wait.</p>", "hhp"),
    ("an introduction is no verse", "<p>We have:<br>A pot<br>A cup,</p>", "php"),
    ("two lines", "<p>The ferryman<br>Upon the tree,</p>", "hp"),
    ("a line that is long among them", f"<p>The ferry<br>On it,<br>{LONG}<br>So long<br>Or wait.</p>", "hpphp"),
    ("what opens a text", OPENER.format("button aria-expanded=false", "Opening hours", "button"), "hpp"),
    ("a summary", "<details><summary>Opening hours</summary><p>We open at nine.</p></details>", "hp"),
    ("but no sentence", OPENER.format("div aria-expanded=true", "We open at nine.", "div"), "ppp"),
    ("nor one over a heading", "<button aria-expanded=false>Less</button><h2>Tea</h2><p>So.</p>", "php"),
    ("nor the last line of what does", "<div aria-expanded=true>Tea<p>Hours:</p></div><p>It is old.</p>", "hpp"),
    ("nor one over another", "<button aria-expanded=false>More</button>" * 2, "pp"),
    (
        "questions over answers",
        ASKED.format("boil", "div") + ASKED.format("1", "div") + ASKED.format("2", "div"),
        "hphphp",
    ),
    ("as items", f"<ul>{ASKED.format('3', 'li') * 3}</ul>", "hphphp"),
    ("of an interview", ASKED.format("boil", "p") * 3, "pppppp"),
    ("two questions", ASKED.format("boil", "div") * 2, "pppp"),
    ("questions without answers", "<div>Why boil water for so long in such a big and heavy pot?</div>" * 4, "pppp"),
    ("links on end where there is a list", f"{'<p><a>On tea</a></p>' * 3}<ul><li>tea<li>milk</ul>", "lllll"),
    ("where there is none", "<p><a>On tea</a></p>" * 3, "ppp"),
    ("lines with links in them", f"{'<p><a>Tea</a>, of old,</p>' * 3}<ul><li>tea<li>milk</ul>", "pppll"),
    ("headings that are links", f"{'<h3><a>On tea</a></h3>' * 3}<ul><li>tea<li>milk</ul>", "hhhll"),
]


def kinds_of_kept(blocks: Blocks, keep: Sequence[bool]) -> list[Kind]:
    """The kinds that the default gives."""
    return layout_kinds(blocks, keep, PageTables(blocks))


@pytest.mark.parametrize(("name", "html", "expected"), CASES, ids=[case[0] for case in CASES])
def test_layout_kinds(name: str, html: str, expected: str) -> None:
    blocks = plain_blocks(html)
    if "<br>" in html:  # lines, as the default cuts them
        blocks = BlockElements(br="every")(parse(html.encode()), Plain())
    assert "".join(kinds_of_kept(blocks, [True] * len(blocks))) == expected, name


@pytest.mark.parametrize(
    ("tag", "words", "again", "kind"),
    [
        ("h1", 20, "", "h"),
        ("h1", 50, "", "h"),
        ("h1", 51, "", "p"),
        ("h2", 21, "", "p"),
        ("h1", 21, "<h1>Tea</h1>", "p"),
    ],
)
def test_a_page_s_only_h1_may_be_long(tag: str, words: int, again: str, kind: str) -> None:
    html = f"<{tag}>{' '.join(['Tea'] * words)}</{tag}><p>The water boils, and the tea is made.{again}"
    blocks = plain_blocks(html)
    assert kinds_of_kept(blocks, [True] * len(blocks))[0] == kind


TITLES = {  # the block that shows the page's title, and its kind
    "<div>The ferryman has hung upon the tree, and those who cross the river wait for him until the night</div>": "h",
    "<div>Why does the ferryman not cross the river at all?</div>": "h",
    f"<h2>{'Tea ' * 30}</h2>": "h",
    f"<div>{'Tea ' * 51}</div>": "p",
    "<p>The ferryman has hung upon the tree.</p>": "p",  # a short message, of which it is all
    "<figcaption>The ferryman has hung upon the tree, and those who cross wait</figcaption>": "p",
}


@pytest.mark.parametrize(("html", "kind"), TITLES.items())
def test_the_block_that_shows_the_title_is_a_heading(html: str, kind: str) -> None:
    blocks = plain_blocks(f"{html}<p>The water boils, and the tea is made.")
    assert layout_kinds(blocks, [True, True], PageTables(blocks), title_row=0)[0] == kind
    assert layout_kinds(blocks, [False, True], PageTables(blocks), title_row=0)[0] == "p"


def test_removed_blocks_do_not_count() -> None:
    blocks = plain_blocks("<ul><li>a<li>b<li>c</ul>")
    assert kinds_of_kept(blocks, [True, False, False]) == ["p", "p", "p"]
    quoted = plain_blocks("<blockquote>It is old.</blockquote><p>On tea</p>")
    assert kinds_of_kept(quoted, [False, True]) == ["p", "h"]


def test_nothing_kept() -> None:
    assert kinds_of_kept(Blocks.of([("p", "- a")]), [False]) == ["p"]


def test_kinds_by_tag() -> None:
    blocks = plain_blocks("<h1>a</h1><dl><dt>b<dd>c</dl><td>d")
    assert kinds(blocks) == ["h", "l", "l", "p"]


def test_a_block_without_text_is_a_paragraph() -> None:
    """No segmenter here makes one, but blocks made by hand, or by a custom stage, may have no text."""
    assert kinds_of_kept(Blocks.of([("body>p", ""), ("body>p", "Tea")]), [True, True]) == ["p", "h"]
