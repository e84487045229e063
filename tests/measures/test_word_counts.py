"""Words are counted the same in the journal, by `explain`, in reports, and for the features."""

import json
import re
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cleanweb import cleaner
from cleanweb.measures.page_measures import block_words
from cleanweb.measures.word_counts import COUNTED_BY_LETTER, word_counts
from cleanweb.report.listing import heading
from cleanweb.report.overlay import overlay, shown

# Twelve letters; a number and a letter; a link of two letters.
PAGE = "<title>茶</title><p>茶は古くから飲まれてきた。</p><p>2024 年</p><ul><li><a href=x>目次</a></ul>"
EDGES = [chr(code) for start, end in COUNTED_BY_LETTER for code in (start - 1, start, end, end + 1)]


def test_words_of_scripts_with_and_without_spaces() -> None:
    assert word_counts(["one two three", "Съешь ещё", "茶道", "ชาไทย", "茶は 2024 年", ""]) == [3, 2, 2, 5, 5, 0]


@given(
    st.lists(
        st.text(
            st.sampled_from([*EDGES, *"aÀ1.。、٣ा한กั๑ကក།あーㄅ𠀀"])
            | st.characters(exclude_categories=["Cs", "Cc", "Z"])
        )
        | st.lists(st.sampled_from(["tea", "茶", "はい", "ชา", "чай", "한국"]), min_size=1).map(" ".join),
        min_size=1,
    )
)
def test_the_features_count_the_same(texts: list[str]) -> None:
    counted = [max(count, 1) for count in word_counts(texts)]  # blocks are never empty, and features divide by words
    assert counted == block_words(texts).tolist()


def test_scripts_without_spaces_end_where_they_do_for_the_features() -> None:
    assert word_counts([edge * 2 for edge in EDGES]) == block_words([edge * 2 for edge in EDGES]).tolist()


def test_journal_explain_and_report_tell_the_same(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(PAGE)
    command = [sys.executable, "-m", "cleanweb", "clean", str(tmp_path / "tea.html"), "-o", f"{tmp_path}/txt/"]
    ran = subprocess.run([*command, "--system", "kitten"], capture_output=True, text=True, check=True)
    assert "kept 88% of 16 words" in ran.stderr, ran.stderr
    rows = [json.loads(line) for line in (tmp_path / "txt.log" / "journal.jsonl").read_text().splitlines()]
    assert [(row["words"], row["kept_words"]) for row in rows if "input" in row] == [(16, 14)]
    system = cleaner("kitten")
    page = system(PAGE)
    assert "14 of 16 words (88%)" in heading(page, {"kitten": page})
    report = overlay([shown("tea", PAGE.encode(), {"kitten": system})])
    assert [int(words) for words in re.findall(r'"words":(\d+)', report)] == word_counts(page.blocks.text)


def test_it_does_without_numpy() -> None:
    code = "import sys, cleanweb.measures.word_counts as w; print(w.word_counts(['茶道']), 'numpy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[2] False\n"
