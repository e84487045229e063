"""The official scorer in its plainest form: a full table of costs, one character at a time.

Written from the description of the scorer, independently of `cleanweb.evaluate.cleaneval`; they share no code.
"""

TAGS = {"p": 2, "h": 1, "l": 1}


def reference_scores(gold: str, output: str) -> dict[str, float]:
    """`ave`, `to`, `tm`, `ed` and `sv`, 0 to 100."""
    plain = tuples_of(words_of(output, keep_tags=False), words_of(gold, keep_tags=False))
    marked = tuples_of(words_of(output, keep_tags=True), words_of(gold, keep_tags=True))
    to, ed, sv = distance_score(plain), distance_score(marked), validity(marked)
    tm = (ed + sv) / 2
    return {"ave": (to + tm) / 2, "to": to, "tm": tm, "ed": ed, "sv": sv}


def words_of(text: str, *, keep_tags: bool) -> list[bytes]:
    found = []
    for line in text.replace("\r\n", "\n").split("\n"):
        spaced = ""
        rest = line
        while rest:
            if len(rest) > 2 and rest[0] == "<" and rest[1] in "phlPHL" and rest[2] == ">":
                spaced += f" {rest[:3]} " if keep_tags else " "
                rest = rest[3:]
            else:
                spaced += rest[0]
                rest = rest[1:]
        if all(character in " \t\r\x0b\x0c" for character in spaced):
            continue
        spaced = spaced.replace("\t", " ")
        while "  " in spaced:
            spaced = spaced.replace("  ", " ")
        if spaced[0] == " ":
            spaced = spaced[1:]
        if spaced[-1] == " ":
            spaced = spaced[:-1]
        kept = "".join(character for character in spaced if character not in ",;:.?!")
        lowered = "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in kept)
        is_narrow = not [character for character in line if ord(character) > 255]
        found += [word.encode("latin-1" if is_narrow else "utf-8") for word in lowered.split(" ")]
    return found


def tuples_of(output: list[bytes], gold: list[bytes]) -> list[tuple[bytes, bytes, bool]]:
    """Tuples of (output token, gold token, whether both are tokens); a gap is `e`."""
    cost = [[i + j for j in range(len(gold) + 1)] for i in range(len(output) + 1)]
    for i in range(1, len(output) + 1):
        for j in range(1, len(gold) + 1):
            both = cost[i - 1][j - 1] + (0 if output[i - 1] == gold[j - 1] else 2)
            cost[i][j] = min(both, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    i, j, last, walked = len(output), len(gold), "", []
    while i > 0 or j > 0:
        choices = []
        if i > 0 and j > 0:
            choices.append((cost[i - 1][j - 1], 0, "match" if output[i - 1] == gold[j - 1] else "substitution"))
        if i > 0:
            choices.append((cost[i - 1][j], 2, "output only"))
        if j > 0:
            choices.append((cost[i][j - 1], 3, "gold only"))
        _, _, step = min(choices)
        output_half = (output[i - 1], b"e", False) if i else None
        gold_half = (b"e", gold[j - 1], False) if j else None
        if step == "match":
            walked.append((output[i - 1], gold[j - 1], True))
        elif step == "substitution":
            halves = ["output only", "gold only"] if last == "output only" else ["gold only", "output only"]
            walked.extend(output_half if half == "output only" else gold_half for half in halves)
            last = halves[-1]
        else:
            walked.append(output_half if step == "output only" else gold_half)
        i -= step != "gold only"
        j -= step != "output only"
        last = last if step == "substitution" else step
    walked.reverse()
    return walked


def distance_score(tuples: list[tuple[bytes, bytes, bool]]) -> float:
    if not tuples:
        return 0.0
    distance = sum(not matched for _, _, matched in tuples)
    return 100 * (1 - distance / len(tuples))


def validity(tuples: list[tuple[bytes, bytes, bool]]) -> float:
    measures = []
    for name, reach in TAGS.items():
        tag = f"<{name}>".encode()
        for direction in (1, -1):
            right = in_output = in_gold = 0
            for place, (output, gold, _) in enumerate(tuples):
                in_output += output == tag
                in_gold += gold == tag
                if output == gold == tag:
                    beside = [place + direction * step for step in range(1, reach + 1)]
                    right += all(tuples[n][0] == tuples[n][1] for n in beside if 0 <= n < len(tuples))
            if in_output == in_gold == 0:
                measures.append(100.0)
            elif right == 0:
                measures.append(0.0)
            else:
                precision, recall = right / in_output, right / in_gold
                measures.append(100 * 2 * precision * recall / (precision + recall))
    return sum(measures) / 6
