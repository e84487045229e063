"""`cleanweb evaluate` from end to end."""

import json
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from cleanweb.cli.evaluate import command
from cleanweb.errors import CleanwebError, DataError, InputError, UsageError

GOLD = {
    "a/one": "URL: http://example.org/1\n<h>Tea\n<p>One two three four.",
    "a/two": "<p>The kettle is on the stove and it sings.",
    "three": "<p>Five six seven.",
}
META = {
    "a/one": {"split": "dev", "tags": ["tea", "count"], "with": ["One two"], "without": ["Log in", "Cart"]},
    "a/two": {"split": "final", "url": "http://example.org/2", "with": ["kettle", "sings"], "without": ["Home"]},
    "three": {"split": "final", "with": ["Five"]},
}
GOOD = {"a/one": "<h>Tea\n<p>One two three four.", "a/two": "<p>The kettle is on the stove and it sings.\n<p>Home"}
BAD = {"a/one": "<p>Log in\n<p>Cart\n<p>Tea", "a/two": "<p>Home", "three": "<p>Five six seven."}


def write_texts(folder: Path, texts: dict[str, str]) -> Path:
    for page, text in texts.items():
        path = folder / f"{page}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    write_texts(tmp_path / "set" / "gold", GOLD)
    (tmp_path / "set" / "meta.json").write_text(json.dumps(META), encoding="utf-8")
    return tmp_path / "set"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write_texts(tmp_path / "good", GOOD)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return write_texts(tmp_path / "bad", BAD)


@pytest.fixture
def places(tmp_path: Path, gold: Path, good: Path) -> dict[str, str]:
    """Names for good and bad arguments."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").write_text("{")
    (tmp_path / "list").write_text("[]")
    write_texts(tmp_path / "binary", {"three": ""})
    (tmp_path / "binary" / "three.txt").write_bytes(b"a\xff")
    write_texts(tmp_path / "kept", {"three.xhtml": ""})
    others = {name: str(tmp_path / name) for name in ("none", "kept", "empty", "broken", "list", "binary")}
    return {"set": str(gold), "good": str(good), **others}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)


def scores(*arguments: object) -> dict:
    result = run(*arguments, "--json")
    assert result.exception is None, result.exception
    return json.loads(result.stdout)["metrics"]


def test_a_missing_output_scores_0_and_counts(gold: Path, good: Path) -> None:
    bag = scores(gold, good, "--strip-url")["bag"]["runs"][str(good)]
    assert bag["page_count"] == 3
    assert bag["missing_count"] == 1
    assert bag["pages"]["three"] == {"f1": 0, "p": 0, "r": 0, "missing": True}
    assert bag["estimates"]["p"]["mean"] == pytest.approx((1 + 9 / 10 + 0) / 3)


def test_gold_against_itself_is_perfect(gold: Path) -> None:
    by_metric = scores(gold, gold / "gold", "--metric", "all")
    assert by_metric.keys() >= {"cleaneval", "words", "bag"}
    for metric, found in by_metric.items():
        estimates = found["runs"][str(gold / "gold")]["estimates"]
        top = {"cleaneval": 100}.get(metric, 1)
        assert {name: e["mean"] for name, e in estimates.items() if name != "without"} == dict.fromkeys(
            [name for name in estimates if name != "without"], top
        )


def test_the_default_metrics_follow_the_gold(tmp_path: Path, gold: Path, good: Path) -> None:
    assert list(scores(gold, good)) == ["cleaneval", "bag", "segments"]
    plain = write_texts(tmp_path / "plain", {"a/one": "Tea"})
    assert list(scores(plain, good)) == ["bag"]
    mixed = write_texts(tmp_path / "mixed", {"a/one": "<p>Tea", "a/two": "Kettle", "three": "Five"})
    assert list(scores(mixed, good)) == ["bag"]


def test_segments_alone(tmp_path: Path, bad: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "meta.json").write_text(json.dumps(META), encoding="utf-8")
    found = scores(tmp_path / "set", bad, "--metric", "bag")
    assert list(found) == ["segments"]
    found = found["segments"]["runs"][str(bad)]
    assert found["estimates"]["with"]["mean"] == pytest.approx(1 / 3)
    assert found["estimates"]["without"]["mean"] == pytest.approx(2 / 3)
    # 1 of 4 required segments found, 3 of 3 forbidden ones present
    assert found["totals"] == pytest.approx(
        {"segment_f1": 1 / 4, "segment_p": 1 / 4, "segment_r": 1 / 4, "segment_accuracy": 1 / 7}
    )


def test_pages_without_gold_are_named(tmp_path: Path, good: Path) -> None:
    """The heading named two pages, but the means were over one."""
    gold = write_texts(tmp_path / "some" / "gold", {"a/two": GOLD["a/two"]})
    meta = tmp_path / "some" / "meta.json"
    meta.write_text(json.dumps({"a/two": {"split": "dev"}, "three": {"split": "dev"}, "two": {}}))
    told = run(gold.parent, good).stdout
    assert "some: 3 pages\n" in told
    assert "means over 1 page [95 % interval]; no gold text of three and 1 more\n" in told
    meta.write_text(json.dumps({"three": {"with": "Five"}}))
    told = run(gold.parent, good).stdout
    assert "means over 1 page [95 % interval]; no gold text of three\n" in told
    assert "means over 1 page [95 % interval]; no segments of a/two\n" in told


def test_where_and_by(gold: Path, good: Path) -> None:
    found = scores(gold, good, "--where", "split=final", "--by", "split", "--by", "with")["bag"]["runs"][str(good)]
    assert list(found["pages"]) == ["a/two", "three"]
    assert found["by"]["split"]["final"]["page_count"] == 2
    assert list(found["by"]["with"]) == ["Five", "kettle", "sings"]
    by_tag = scores(gold, good, "--by", "tags")["bag"]["runs"][str(good)]["by"]["tags"]
    assert {label: group["page_count"] for label, group in by_tag.items()} == {"(none)": 2, "count": 1, "tea": 1}


def test_the_report_says_what_was_scored_and_how(gold: Path, good: Path) -> None:
    text = run(gold, good, "--metric", "words").stdout
    assert text.startswith(
        f"{gold}: 3 pages; first lines `URL: ...` count, but not in words (--strip-url drops them)\n"
    )
    assert "words (0 to 1, alignment blocks, unlabelled False): means over 3 pages" in text
    assert "micro_f1" in text
    stripped = run(gold, good, "--strip-url", "--where", "split=dev").stdout
    assert stripped.startswith(f"{gold}, split=dev: 1 page; first lines `URL: ...` are dropped\n")
    assert "cleaneval (0 to 100, unit auto)" in stripped
    assert run(gold, good, "--where", "split=final").stdout.startswith(f"{gold}, split=final: 2 pages\n")


def test_strip_url_drops_the_line_on_both_sides(tmp_path: Path) -> None:
    gold = write_texts(tmp_path / "gold", {"a": "URL: http://example.org/\n<p>one two"})
    output = write_texts(tmp_path / "out", {"a": "URL: x\n<p>one two"})
    for options, expected in (([], 3 / 5), (["--strip-url"], 1)):
        found = scores(gold, output, "--metric", "cleaneval", *options)["cleaneval"]["runs"][str(output)]["pages"]
        assert found["a"]["to"] == pytest.approx(100 * expected)
    assert scores(gold, output, "--metric", "words")["words"]["runs"][str(output)]["pages"]["a"]["f1"] == 1


def test_two_runs_are_compared_page_by_page(gold: Path, good: Path, bad: Path) -> None:
    found = scores(gold, good, bad)["bag"]
    runs = found["runs"]
    expected = runs[str(bad)]["estimates"]["f1"]["mean"] - runs[str(good)]["estimates"]["f1"]["mean"]
    difference = found["differences"][str(bad)]["f1"]
    assert difference["mean"] == pytest.approx(expected)
    assert difference["low"] <= difference["mean"] <= difference["high"]
    text = run(gold, good, bad, "--metric", "bag").stdout
    assert "bag: difference to good, paired" in text
    assert "f1 from good to bad: 1 page better, 2 worse" in text


def test_worst_pages_show_what_is_missing_and_too_much(gold: Path, bad: Path, good: Path) -> None:
    text = run(gold, bad, "--metric", "bag", "--worst", "1").stdout
    worst = text[text.index("worst pages") :]
    assert "a/two  f1 0.0000" in worst
    assert "http://example.org/2" in worst
    assert "- The kettle is on the stove and it sings." in worst
    assert "+ Home" in worst
    assert "no output" in run(gold, good, "--worst", "1").stdout


def test_linked_folders_of_gold_texts_are_told_of(gold: Path, good: Path) -> None:
    """They were silently ignored."""
    write_texts(gold.parent / "more", {"four": "Eight."})
    (gold / "gold" / "more").symlink_to(gold.parent / "more")
    told = run(gold, good).stderr
    assert told == f"cleanweb: {gold}: 1 directory link not followed\n"


def test_no_name_commands_the_terminal(tmp_path: Path) -> None:
    name = "\x1b]0;owned\x07"
    write_texts(tmp_path / "set" / "gold", {name: "<p>Tea."})
    out = write_texts(tmp_path / name, {name: "<p>Teas."})
    told = run(tmp_path / "set", out, "--metric", "bag", "--worst", "1").stdout
    assert "\n\\x1b]0;owned\\x07  f1 0.0000" in told
    assert "\x1b" not in told


def test_gates(gold: Path, good: Path, bad: Path) -> None:
    assert run(gold, good, "--min", "ave=10", "--min", "bag.p=0.2").return_value == 0
    missed = run(gold, good, bad, "--min", "ave=10", "--min", "with=0.9")
    assert missed.return_value == 4
    assert f"{bad}: with is 0.3333, below 0.9" in missed.stderr
    assert "with is" not in missed.stdout
    assert f"{bad}: with is 0.33333, below 0.33334" in run(gold, bad, "--min", "with=0.33334").stderr


def test_gates_where_less_is_better(gold: Path, good: Path, bad: Path) -> None:
    assert run(gold, good, "--max", "without=0.7", "--max", "segments.without=0.7").return_value == 0
    missed = run(gold, bad, gold / "gold", "--max", "without=0.4", "--min", "with=0.1")
    assert missed.return_value == 4
    assert missed.stderr.endswith(f"{bad}: without is 0.6667, above 0.4\n")
    assert str(gold / "gold") not in missed.stderr


def test_gates_may_name_totals(gold: Path, bad: Path) -> None:
    assert run(gold, bad, "--min", "segment_f1=0.25").return_value == 0
    assert run(gold, bad, "--min", "segment_f1=0.26").return_value == 4


@pytest.mark.parametrize(("gold_form", "form"), [("NFD", "NFC"), ("NFC", "NFD"), ("NFD", "NFD")])
def test_letters_apart_from_their_marks_are_the_same_letters(tmp_path: Path, gold_form: str, form: str) -> None:
    """Gold texts typed on macOS, or taken from a page in Vietnamese or Yorùbá, scored next to nothing."""
    line = "Tiếng Việt ở đây, và ọmọ Yorùbá, ά και ώ."
    gold = write_texts(tmp_path / "gold", {"vi": normalize(gold_form, f"<h>Trà\n<p>{line}")})
    output = write_texts(tmp_path / "out", {"vi": normalize(form, f"<h>Trà\n<p>{line}")})
    meta = tmp_path / "meta.json"
    meta.write_text(json.dumps({"vi": {"with": normalize(gold_form, "Yorùbá"), "without": "ở đâu"}}))
    found = scores(gold, output, "--meta", meta, "--metric", "all")
    means = {name: found[name]["runs"][str(output)]["pages"]["vi"] for name in found}
    assert (means["cleaneval"]["ave"], means["words"]["f1"], means["bag"]["f1"]) == (100, 1, 1)
    assert (means["segments"]["with"], means["segments"]["without"]) == (1, 0)
    assert "\n    -" not in run(gold, output, "--worst", "1").stdout


def test_processes_do_not_change_the_scores(gold: Path, good: Path) -> None:
    assert scores(gold, good, "--metric", "words") == scores(gold, good, "--metric", "words", "-j", "2")


def test_a_folder_of_texts_with_a_meta_file(gold: Path, good: Path) -> None:
    found = scores(gold / "gold", good, "--meta", gold / "meta.json", "--by", "split", "--metric", "words")
    assert found["words"]["runs"][str(good)]["by"]["split"]["dev"]["f1"] == 1


@pytest.mark.parametrize(
    ("unit", "chinese", "english"),
    [("auto", 50, 50), ("word", 0, 50), ("byte-pair", 50, 25), ("char", 50, 50)],
)
def test_chinese_pages_have_their_own_unit(tmp_path: Path, unit: str, chinese: float, english: float) -> None:
    gold = write_texts(tmp_path / "gold", {"zh": "<p>中文网页", "en": "<p>one two"})
    output = write_texts(tmp_path / "out", {"zh": "<p>中文", "en": "<p>one"})
    meta = tmp_path / "meta.json"
    for zh, en in (("zh", "en"), (["zh"], ["en"])):
        meta.write_text(json.dumps({"zh": {"language": zh}, "en": {"language": en}}))
        found = scores(gold, output, "--meta", meta, "--unit", unit)["cleaneval"]["runs"][str(output)]["pages"]
        assert (found["zh"]["to"], found["en"]["to"]) == (chinese, english)


def test_a_folder_without_outputs_tells_what_is_there_instead(gold: Path, tmp_path: Path) -> None:
    def told(folder: Path) -> str:
        return str(run(gold, folder).exception).partition("; ")[2]

    write_texts(tmp_path / "above" / "part", {"a/two": "<p>"})
    assert told(tmp_path / "above") == f"did you mean {tmp_path}/above/part?"
    for name, form in (("three.jsonl.gz", "jsonl"), ("00000.jsonl", "jsonl"), ("three.vert", "vert")):
        (folder := tmp_path / name).mkdir()
        (folder / name).touch()
        assert told(folder) == f"{folder}/{name} is there; expected a run without -f {form}"
    (tmp_path / "above.log").mkdir()
    (tmp_path / "above.log" / "three.jsonl").touch()
    assert told(tmp_path / "above.log") == f"did you mean {tmp_path}/above?"
    write_texts(tmp_path / "others", {"no-page": "<p>"})
    assert told(tmp_path / "others") == ""


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (["{set}", "{none}"], InputError, "expected a folder of outputs, found nothing"),
        (["{none}", "{good}"], DataError, "expected a folder with gold texts, found nothing"),
        (["{empty}", "{good}"], DataError, "found none of them"),
        (["{set}", "{empty}"], InputError, "expected outputs such as"),
        (
            ["{set}", "{kept}"],
            InputError,
            "three.xhtml.txt is there, as --keep-suffix calls it; expected a run without",
        ),
        (["{set}", "{good}", "{good}"], UsageError, "given twice"),
        (["{set}", "{good}", "--system", "justext"], UsageError, "are for --sweep"),
        (["{set}", "{good}", "-p", "justext.length_low=1"], UsageError, "are for --sweep"),
        (["{set}", "{good}", "--json", "--worst", "3"], UsageError, "it takes no --worst"),
        (["{set}", "{good}", "--metric", "tables"], UsageError, "no OUT and no other"),
        (["{set}", "--metric", "tables", "--metric", "bag"], UsageError, "no other metric"),
        (
            ["{set}", "--metric", "tables", "--where", "split=dev"],
            UsageError,
            "--metric tables takes only --min and --json",
        ),
        (["{set}", "--metric", "tables", "--unit", "char"], UsageError, "--metric tables takes only --min and --json"),
        (["{set}", "--metric", "tables", "--max", "data=1"], UsageError, "--metric tables takes only --min and --json"),
        (["{set}", "--metric", "tables", "--unlabelled"], UsageError, "--metric tables takes only --min and --json"),
        (["{set}", "{good}", "--metric", "bag", "--unit", "char"], UsageError, "--unit is for the metric cleaneval"),
        (["{set}", "{good}", "--metric", "bag", "--unlabelled"], UsageError, "is for the metric words"),
        (
            ["{set}", "{good}", "--metric", "cleaneval", "--alignment", "lcs"],
            UsageError,
            "--alignment is for the metric words",
        ),
        (["{set}", "{good}", "--by", "colour"], UsageError, "known are split, tags"),
        (["{set}", "{good}", "--where", "split=test"], UsageError, "has split=test"),
        (["{set}", "{good}", "--where", "split"], UsageError, "expected KEY=VALUE"),
        (["{set}", "{good}", "--min", "ave"], UsageError, "expected MEASURE=VALUE"),
        (["{set}", "{good}", "--min", "ave=high"], UsageError, "expected a number"),
        (["{set}", "{good}", "--min", "ave=nan"], UsageError, "expected a number"),
        (["{set}", "{good}", "--max", "without=few"], UsageError, "--max without=few: expected a number"),
        (["{set}", "{good}", "--min", "segments.without=.1"], UsageError, "less is better here; expected --max"),
        (["{set}", "{good}", "--min", "av=75"], UsageError, "av: no such measure; expected one of: "),
        (["{set}", "{good}", "--metric", "all", "--min", "f1=1"], UsageError, "expected words.f1 or bag.f1"),
        (["{set}", "{good}", "--meta", "{none}"], DataError, "no such file"),
        (["{set}", "{good}", "--meta", "{broken}"], DataError, "expected JSON"),
        (["{set}", "{good}", "--meta", "{list}"], DataError, "one object per page id"),
        (["{set}", "{binary}"], DataError, "expected UTF-8 text, found byte 0xff at 1"),
    ],
)
def test_errors_say_what_was_expected(
    places: dict[str, str], arguments: list[str], error: type[CleanwebError], said: str
) -> None:
    result = run(*(argument.format_map(places) for argument in arguments))
    assert isinstance(result.exception, error)
    assert said in str(result.exception)
