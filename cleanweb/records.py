"""A cleaned page as a record: CleanEval text, plain text, a line of JSON, or vertical text for corpus tools."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any, Literal

import orjson

from cleanweb.errors import DataError
from cleanweb.files import printable
from cleanweb.jsonl import json_lines

Format = Literal["cleaneval", "plain", "jsonl", "vert"]
SUFFIXES: Mapping[Format, str] = {"cleaneval": ".txt", "plain": ".txt", "jsonl": ".jsonl", "vert": ".vert"}
WITH_METADATA: tuple[Format, ...] = ("jsonl", "vert")  # also with ids, since one file may have many pages
WITH_KINDS: tuple[Format, ...] = ("cleaneval", "vert")
METADATA = ("title", "url", "date", "language", "encoding", "author", "site_name", "description")

# Edits of a block that are followed to find its line; ours: linearizers make up to this many at its ends, all others
# inside it.
MAX_EDITS = 3

_IN_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_XML = str.maketrans({**_IN_TEXT, '"': "&quot;"})
_XML_TEXT = str.maketrans(_IN_TEXT)  # quotes are not escaped: they are words of their own, which tools list as they are
# Characters that belong to the emoji before them: skin tones, the letters of regional flags. A pair of flag letters is
# a flag; the joiner makes one sign of several.
_EMOJI_PART = re.compile("[\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")
_JOINER = "\u200d"
# Where words end without white space: at a zero-width space and at the Ethiopic word sign; at dashes, dots, the marks
# of Chinese and Japanese, and the marks that end and divide sentences in Arabic, Urdu and scripts of India and its
# neighbours, except between digits; and at other marks next to letters of languages that put no space there, since
# words or particles follow directly (also in Korean, which uses spaces elsewhere).
_BORDER = (
    "[\u060c\u061b\u061f\u06d4\u0964\u0965\u0f0d-\u0f12\u0f14\u104a\u104b\u1362-\u1368\u17d4-\u17d6\u17da"
    "\u2014\u2015\u2026\u3001-\u3004\u3008-\u3020\u30a0\u30fb\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff0f\uff1a-\uff20"
    "\uff3b-\uff40\uff5b-\uff65]"
)
_CLOSE_TO_MARKS = (
    "[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u3005-\u3007\u3041-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
)
_SHARED_MARK = r"""[!"(),:;<>?\[\]«»·‘-‟•]"""
# Typed several times as one sign: an ellipsis, a dash, a shout, a rule. Ours: those seen in texts.
_REPEATED = frozenset(".-–—!?*_=~•…。！？")
_AMID_RUN = "|".join(f"(?<={re.escape(sign)}){re.escape(sign)}" for sign in sorted(_REPEATED))
_WORD_END = re.compile(
    f"(?!{_AMID_RUN})"
    f"(?:\u200b|(?=\u1361)|(?<=\u1361)|(?={_BORDER})(?!(?<=\\d).\\d)|(?<={_BORDER})(?!(?<=\\d.)\\d)"
    f"|(?<={_CLOSE_TO_MARKS})(?={_SHARED_MARK})|(?<={_SHARED_MARK})(?={_CLOSE_TO_MARKS})\\b)"
)
# Further word ends, but not in addresses: hyphens and full stops used as a dash or dots ("tea--and"); quotes, after
# which some languages put an ending ("«Berria»ren"), except inside a Hebrew abbreviation; numbers of notes ("tea[1]").
_QUOTE = "[«»“”„]"
_HEBREW = "[\u05d0-\u05f2]"
_WORD_END_OF_PROSE = re.compile(
    rf"{_WORD_END.pattern}|(?<=--|\.\.)(?=[^\W\d_])"
    rf"|(?={_QUOTE})(?!(?<={_HEBREW}).{_HEBREW})|(?<={_QUOTE})(?=\w)(?!(?<={_HEBREW}.){_HEBREW})"
    r"|(?=\[\d{1,3}\])|(?<=\d\])(?=\w)"
)
# Abbreviation signs of Hebrew, Hindi, Bengali, Punjabi and Gujarati ("डॉ॰"), kept with the word before them.
_ABBREVIATES = "\u05f3\u0970\u09fd\u0a76\u0af0"
_GREEK_THOUSANDS = "\u0375"  # before the letters of a number
_OPENING = {")": "(", "]": "[", "}": "{"}
# Abbreviations that include the full stop after them: "U.S.", "e.g.", "Ph.D."; not numbers. To be matched without
# combining marks.
_ABBREVIATION = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,2})+")
_ATTRIBUTE_NAME = re.compile(r"[^\W\d][\w.-]*")
_KINDS = {"<p>": "p", "<h>": "h", "<l>": "l"}

# The beginning of a page of jsonl; no line of a log begins like this.
PAGE_START = b'{"id":'
_PAGE = re.compile(rb'\{"id":"(?:[^"\\]|\\.)*+","text":"')


def record(
    name: str, text: str, metadata: Mapping[str, str], form: Format, blocks: Sequence[Mapping[str, Any]] | None = None
) -> bytes:
    """The record of a page in UTF-8 with LF; `text` is the linearizer's output.

    In jsonl: `id`, `text`, `metadata`, and `blocks` if given, in the form of the block log. In vert: a `<doc>` with the
    metadata as attributes, and the blocks from `blocks_of` and `tokens`.
    """
    if form == "jsonl":
        row = {"id": name, "text": text, "metadata": dict(metadata)}
        return json_lines([row if blocks is None else {**row, "blocks": blocks}])
    if form == "vert":
        text = _vertical(name, blocks_of(text), metadata)
    return text.encode("utf-8", "replace")


def blocks_of(text: str, logged: Sequence[Mapping[str, Any]] = ()) -> list[tuple[str, str]]:
    """(kind, text) of the lines of a page.

    If its blocks are known (`logged`, in the form of the block log), a line that is a kept block has that block's kind;
    several lines that are one block stay together. Otherwise the text is CleanEval text if most lines begin with a tag;
    in plain text, `<p>` is a word of the page. Lines without a kind are paragraphs.

    >>> blocks_of("<h>Tea\\n<p>Boil water.\\n"), blocks_of("Tags\\n<p> is one.\\n")
    ([('h', 'Tea'), ('p', 'Boil water.')], [('p', 'Tags'), ('p', '<p> is one.')])
    """
    lines = [line for line in text.split("\n") if line.strip()]
    known: dict[str, deque[str]] = defaultdict(deque)
    longer: dict[str, deque[str]] = defaultdict(deque)  # blocks of several lines, and LF, by the first
    for kind, written in _written(row for row in logged if row["keep"]):
        known[written].append(kind)
        if "\n" in written:
            longer[written.partition("\n")[0]].append(f"{written}\n")
    is_tagged = _is_tagged(lines)
    found, place, start = [], 0, 0
    whole = "\n".join([*lines, ""])
    while place < len(lines):
        own = lines[place]
        # Compared in place, without a copy of the page for each of many lines that may begin a block.
        if (waiting := longer.get(own)) and whole.startswith(waiting[0], start):
            own = waiting.popleft()[:-1]
        found.append(_block_of(own, known, is_tagged=is_tagged))
        place += own.count("\n") + 1
        start += len(own) + 1
    return found


def _is_tagged(lines: Sequence[str]) -> bool:
    return 2 * sum(line[:3] in _KINDS for line in lines) > len(lines)


def _has_no_kinds(text: str, logged: Sequence[Mapping[str, Any]] | None) -> bool:
    """Whether a page has blocks, but nothing that tells their kinds."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and logged is None and not _is_tagged(lines)


def _written(kept: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The kind of each kept block and the lines that it may have become: unchanged, and after each of its first edits.

    An edit may have removed an end of it, appended a sign, or joined it to the block before ("Term: what it is"); other
    edits cannot be followed.
    """
    before = now = ""
    count = 0  # edits of the block
    for row in kept:
        if row["kind"] not in _KINDS.values():
            raise ValueError(f"the kind {row['kind']!r}; expected p, h or l")
        edit = row.get("edit")
        if not edit:
            before, now, count = now, row["text"], 0
        elif (count := count + 1) > MAX_EDITS:
            continue
        elif edit["removed"]:
            now = _without(now, edit["removed"], edit["added"])
        else:
            yield row["kind"], f"{before}{edit['added']} {now}"
            now += edit["added"]
        if now:
            yield row["kind"], now


def _without(text: str, removed: str, added: str) -> str:
    """A text without what was removed from one of its ends; "" if that is not known."""
    if added:
        return ""
    if text.endswith(removed):
        return text.removesuffix(removed).rstrip()
    return text.removeprefix(removed).lstrip() if text.startswith(removed) else ""


def _block_of(line: str, known: Mapping[str, deque[str]], *, is_tagged: bool) -> tuple[str, str]:
    if kinds := known.get(line):
        return kinds.popleft(), line
    return (_KINDS[line[:3]], line[3:]) if is_tagged and line[:3] in _KINDS else ("p", line)


def is_jsonl(data: bytes) -> bool:
    """Whether this is the jsonl of a run, whatever its name.

    >>> is_jsonl(b'{"id":"a.html","text":"Tea"}'), is_jsonl(b'{"id": 7}'), is_jsonl(b"<p>Tea")
    (True, False, False)
    """
    return _PAGE.match(data) is not None


def recast(
    name: str,
    lines: Iterable[bytes],
    form: Format,
    missing: Callable[[str], object] | None = None,
    seen: Callable[[str], object] | None = None,
) -> Iterator[bytes]:
    """The pages of a cleaned file (CleanEval text, plain text, or JSON lines, recognized by name) in another format.

    JSON `lines` are read one by one, skipping blank ones. `missing` is called with the id of each page whose kinds of
    blocks the format needs but are not known, `seen` with the id of every page.

    Raises DataError when the file is none of these; pages before the wrong line have then been yielded.
    """
    number, made = 0, partial(_recast, form=form, missing=missing, seen=seen)
    try:
        if name.endswith(SUFFIXES["jsonl"]):
            for number, line in enumerate(lines, 1):  # noqa: B007  (for an error)
                if not line.strip():
                    continue
                row = orjson.loads(line)
                if not isinstance(row["id"], str):
                    raise ValueError(f"the id {row['id']!r}, which is no text")
                yield made(row["id"], row["text"], row.get("metadata", {}), row.get("blocks"))
        elif name.endswith(SUFFIXES["vert"]):
            raise _unexpected("vertical text", number)
        else:
            if is_jsonl(data := b"".join(lines)):
                raise DataError("found JSON lines; expected a name that ends in .jsonl or .jsonl.gz")
            # Editors save a text corrected by hand with a byte order mark, or with CR LF.
            yield made(name, data.decode("utf-8-sig").replace("\r\n", "\n"), {})
    except orjson.JSONDecodeError as error:  # its own line number is relative to this line
        raise _unexpected(f"{error.msg} (column {error.colno})", number) from error
    except (ValueError, KeyError, TypeError) as error:
        raise _unexpected(f"a line without {error}" if isinstance(error, KeyError) else str(error), number) from error
    except AttributeError as error:  # for example for a number
        raise _unexpected("a value that is no text, in its place", number) from error


def first_id(name: str, lines: Iterable[bytes]) -> str:
    """The id of the first page of a cleaned file, as in `recast`; "" if there is none, or it is no string."""
    if not name.endswith(SUFFIXES["jsonl"]):
        return name
    try:
        found = orjson.loads(next(line for line in lines if line.strip()))["id"]
    except (StopIteration, ValueError, KeyError, TypeError):  # `recast` will report what is wrong
        return ""
    return found if isinstance(found, str) else ""


def _unexpected(found: str, number: int) -> DataError:
    where = f"; from line {number} on nothing is read" if number else ""
    return DataError(f"expected a text or JSON lines as `cleanweb clean` writes them, found: {found}{where}")


def _recast(
    name: str,
    text: str,
    metadata: Mapping[str, str],
    logged: Sequence[Mapping[str, Any]] | None = None,
    *,
    form: Format,
    missing: Callable[[str], object] | None,
    seen: Callable[[str], object] | None,
) -> bytes:
    if seen:
        seen(name)
    blocks = blocks_of(text, logged or ())
    if missing and form in WITH_KINDS and _has_no_kinds(text, logged):
        missing(name)
    if form == "vert":
        return _vertical(name, blocks, metadata).encode()
    tagged = form == "cleaneval"
    lines = (f"<{kind}>{_on_one_line(text)}\n" if tagged else f"{text}\n" for kind, text in blocks)
    return record(name, "".join(lines), metadata, form, logged)


def _on_one_line(text: str) -> str:
    return " ".join(text.split()) if "\n" in text else text


def _vertical(name: str, blocks: Sequence[tuple[str, str]], metadata: Mapping[str, str]) -> str:
    if wrong := [key for key in metadata if not _ATTRIBUTE_NAME.fullmatch(key)]:
        raise ValueError(f"the metadata {wrong[0]!r}, which is no name of an attribute")
    identity = printable(name).translate(_XML)  # with spaces unchanged, since they distinguish names
    attributes = "".join(f' {key}="{_attribute(value)}"' for key, value in metadata.items() if value)
    lines = [f'<doc id="{identity}"{attributes}>']
    for kind, text in blocks:
        lines += [f'<p class="{kind}">', *tokens(text), "</p>"]
    return "\n".join([*lines, "</doc>", ""])


def _attribute(value: str) -> str:
    return " ".join(value.split()).translate(_XML)


def tokens(text: str) -> Iterator[str]:
    """Words and marks, one per line of vertical text; `<g/>` between those without white space between them.

    Words end at white space; at zero-width spaces, which some pages put between words of Thai or Khmer; at the Ethiopic
    word sign (፡); at long dashes and dots, also if typed as `--` and `...`; at full stops and commas of Urdu, Arabic or
    Hindi; at curved and angle quotes; at the number of a note ("tea[1]"); and at marks next to letters of East and
    Southeast Asia. Marks (punctuation, symbols) are cut from their ends, except the full stop of an abbreviation with
    another inside ("U.S."), the abbreviation sign in Hebrew or Hindi, and a bracket with its partner inside ("cup(s)").
    An emoji of several characters is one piece. Between marks, text in scripts without spaces stays whole.

    >>> list(tokens('She said "no".'))
    ['She', 'said', '"', '<g/>', 'no', '<g/>', '"', '<g/>', '.']
    """
    for word in text.split():
        ends = _WORD_END if "://" in word else _WORD_END_OF_PROSE
        parts = [part for inner in ends.split(word) for part in _parts(inner)]
        for number, part in enumerate(parts):
            if number:
                yield "<g/>"
            yield part.translate(_XML_TEXT)


def _parts(word: str) -> list[str]:
    """The marks before a word, the word, and the marks after it, as far as present."""
    pieces = [*word] if word.isascii() else _pieces(word)
    start, end = 0, len(pieces)
    while start < end and _is_mark(pieces[start][0]):
        start += 1
    own_end = "/" if "://" in word else ""  # an address may end in a slash
    while end > start and _is_mark(pieces[end - 1][0]) and pieces[end - 1] != own_end:
        end -= 1
    if start < end:
        before, inside, after = pieces[:start][-1:], pieces[start:end], pieces[end : end + 1]
        start -= before == [_GREEK_THOUSANDS] or (before == ["("] and ")" in inside)
        end += bool(after) and _is_of_word(after[0], inside, before)
    return [*_signs(pieces[:start]), *(["".join(pieces[start:end])] if start < end else []), *_signs(pieces[end:])]


def _signs(marks: Sequence[str]) -> Iterator[str]:
    """These marks, each as a sign, with repetitions that are typed as one sign ("...", "--", "!!") joined."""
    for mark, run in groupby(marks):
        times = len([*run])
        yield from [mark * times] if mark in _REPEATED else [mark] * times


def _is_of_word(mark: str, inside: Sequence[str], before: Sequence[str]) -> bool:
    """Whether the mark after a word is part of it: of an abbreviation, or a bracket that is opened inside ("cup(s)").

    `before` is the mark before the word, if there is one: the Hebrew abbreviation sign is also typed as a quote.
    """
    if mark == ".":
        return _ABBREVIATION.fullmatch("".join([piece[0] for piece in inside])) is not None
    return _OPENING.get(mark) in inside or (mark in _ABBREVIATES and before != [mark])


def _pieces(word: str) -> list[str]:
    """The characters of a word, each with what belongs to it: combining marks, parts of an emoji or a flag."""
    starts = [0]
    for place in range(1, len(word)):
        if not _goes_on(word, starts[-1], place):
            starts.append(place)
    return [word[start:end] for start, end in pairwise([*starts, len(word)])]


def _goes_on(word: str, start: int, place: int) -> bool:
    """Whether the character at this place belongs to the piece that starts before it."""
    char, before = word[place], word[place - 1]
    if unicodedata.category(char)[0] == "M" or _EMOJI_PART.match(char):
        return True
    if _JOINER in (char, before):
        return _is_mark(word[start]) and (char == _JOINER or _is_mark(char))
    return place == start + 1 and bool(_FLAG_LETTER.match(before) and _FLAG_LETTER.match(char))


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
