from pathlib import Path

from cleanweb.corpus.topmost import Topmost, block_logs


def test_memory_is_bounded_and_the_frequent_survive() -> None:
    found = Topmost(max_distinct=100)
    for number in range(5000):
        found.add(["often", f"once {number}", "often" if number % 2 else "sometimes"])
    assert found.most(2) == [("often", 7500), ("sometimes", 2500)]
    assert (found.total, found.is_rough) == (15000, True)
    assert len(found.most(1000)) <= 100


def test_logs_of_pages_called_like_journals_are_logs(tmp_path: Path) -> None:
    names = (
        "journal.jsonl",
        "journal-0-of-9.jsonl",
        "journals-of-2020.jsonl",
        "a/journal.jsonl",
        "b.jsonl.gz",
        "c.txt",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [page.name for page in block_logs([str(tmp_path)])] == [
        "a/journal.jsonl",
        "b.jsonl.gz",
        "journals-of-2020.jsonl",
    ]
