"""The language of a text, for runs that keep one language only (extra `langid`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from cleanweb.errors import Refused, UsageError
from cleanweb.wording import nearest

UNDETERMINED: Final = "und"  # the code of ISO 639 for "not known"
# Ours: 805 of 810 news texts in five languages get the right answer from 500, 2000, 10,000 or all of their characters.
MAX_CHARS: Final = 10_000
_LARGE: Final = 512  # rows and columns of a product for which OpenBLAS takes working memory; ours
_OF_MODEL: Final = {"nb": "no"}  # the identifier's codes for languages that are called otherwise here
MIN_PROBABILITY: Final = 0.1  # ours: a text without words has the same probability, .007, in all 140 languages


def load() -> None:
    """Load the model, and have OpenBLAS take its working memory: if there is none later, it ends the process."""
    import numpy as np  # noqa: PLC0415  (comes with the extra)

    _identifier()
    rows = np.ones((_LARGE, 1), np.float32)
    rows.T @ rows.repeat(_LARGE, 1)


def check_known(languages: Iterable[str]) -> None:
    """Raises UsageError for a code that is not one of the known languages, or if the extra `langid` is missing."""
    known = sorted(set(_identifier().labels))
    for language in languages:
        if _OF_MODEL.get(language, language) not in known:
            code = language.lower().partition("-")[0]  # for `EU` and `pt-BR`
            raise UsageError(f"language {language!r} cannot be identified; {nearest(code, known)}")


def refuse_others(text: str, languages: Sequence[str]) -> None:
    """Raises Refused, with the language found, unless the text is in one of these."""
    found, probability = identify(text)
    if found == UNDETERMINED:
        raise Refused(f"its language cannot be told; asked for {', '.join(languages)}")
    if found not in {_OF_MODEL.get(language, language) for language in languages}:
        raise Refused(f"its language is {found} (probability {probability:.2f}); asked for {', '.join(languages)}")


def identify(text: str) -> tuple[str, float]:
    """The language of a text (ISO 639-1, else 639-3; "und" if it cannot be determined) and its probability.

    Only the first `MAX_CHARS` characters are read. Raises UsageError when the extra `langid` is not installed.
    """
    language, probability = _identifier().classify(text[:MAX_CHARS])
    return str(language), float(probability)


@cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415  (an extra, and slow to load)
    except ModuleNotFoundError:  # not ImportError, which may come from a memory limit
        raise UsageError(
            "identifying languages needs py3langid, which is not installed: pip install 'cleanweb[langid]'"
        ) from None
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True, min_confidence=MIN_PROBABILITY)
