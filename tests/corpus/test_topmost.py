from cleanweb.corpus.topmost import Topmost


def test_memory_is_bounded_and_the_frequent_survive() -> None:
    found = Topmost(max_distinct=100)
    for number in range(5000):
        found.add(["often", f"once {number}", "often" if number % 2 else "sometimes"])
    assert found.most(2) == [("often", 7500), ("sometimes", 2500)]
    assert (found.total, found.is_rough) == (15000, True)
    assert len(found.most(1000)) <= 100
