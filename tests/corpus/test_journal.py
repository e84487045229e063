from pathlib import Path

import orjson
import pytest

from cleanweb.corpus.journal import AGAIN, Journal, Outcome, read, settled
from cleanweb.errors import OutputError

PAGE = Outcome(input="in/a.html", output="a.txt", state="written", digest="d1", options="o")


def test_lines_come_back(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "j"), anew=True)
    journal.note("started", {"version": "1"})
    journal.add(PAGE)
    journal.note("finished", {"written": 1})
    journal.close()
    assert list(read(str(tmp_path / "j"))) == [PAGE]
    first, _, last = map(orjson.loads, (tmp_path / "j").read_bytes().splitlines())
    assert (first, last) == ({"started": {"version": "1"}}, {"finished": {"written": 1}})


def test_a_torn_line_costs_itself_only(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = Journal(str(path), anew=True)
    journal.add(PAGE)
    journal.close()
    path.write_bytes(path.read_bytes() + b'{"input":"in/b.ht')
    journal = Journal(str(path), anew=False)
    journal.add(PAGE)
    journal.close()
    assert list(read(str(path))) == [PAGE, PAGE]


def test_the_last_line_of_a_page_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    journal = Journal(path, anew=True)
    journal.add(PAGE)
    journal.add(Outcome(input="in/a.html", output="a.txt", state="failed", options="o"))
    journal.add(Outcome(input="in/b.html", output="b.txt", state="written", digest="d2", options="other"))
    journal.close()
    assert dict(settled(path, "o")) == {"a.txt": AGAIN, "b.txt": ""}


def test_of_two_runs_at_once_all_lines_are_whole(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    runs = [Journal(path, anew=True)]
    runs[0].add(PAGE)
    runs[0].flush()
    runs.append(Journal(path, anew=True))
    for journal in runs * 2:
        journal.add(PAGE)
        journal.flush()
    assert list(read(path)) == [PAGE] * 4
    assert len((tmp_path / "j").read_bytes().splitlines()) == 4


def test_a_full_disk_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "j").symlink_to("/dev/full")
    journal = Journal(str(tmp_path / "j"), anew=True)
    journal.add(PAGE)
    with pytest.raises(OutputError, match="no space left on device"):
        journal.flush()
    journal.note("finished", {})
    journal.close()
    late = Journal(str(tmp_path / "j"), anew=True)
    late.add(PAGE)
    with pytest.raises(OutputError, match="no space left on device"):
        late.close()


def test_no_journal_means_nothing_done(tmp_path: Path) -> None:
    assert list(settled(str(tmp_path / "none"), "o")) == []
