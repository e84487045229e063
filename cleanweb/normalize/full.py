"""Marks hidden elements, consent boxes, menus, controls and fall-backs; repairs text.

A mark is evidence, not a verdict: `classify/marks.py` drops the marks that it is told to drop. On every third
development page of WCXB the gold texts hold, of the words in blocks so marked: none of 8,856 (consent, 48 pages), 24 %
(hidden), 44 % (noscript), 2 % (menu), .2 % (option), against 54 % of those without a mark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from unicodedata import is_normalized

from cleanweb.normalize.marking import marked_by_look
from cleanweb.normalize.repairs import (
    composed,
    without_c1_controls,
    without_controls,
    without_directions,
    without_icons,
    without_ligatures,
    without_soft_hyphens,
    without_zero_width,
)
from cleanweb.page import Attributes, Elements
from cleanweb.stage import Normalizer, param

MARKS: Final = ("consent", "hidden", "menu", "noscript", "option", "script")

TAG_MARKS: Final = {
    "nav": "menu",
    "menu": "menu",
    "select": "option",
    "optgroup": "option",
    "option": "option",
    "datalist": "option",
    "noscript": "noscript",
    "noframes": "noscript",
    "script": "script",
    "style": "script",
}
ROLE_MARKS: Final = {"navigation": "menu", "menu": "menu", "menubar": "menu", "listbox": "option"}
DIALOGS: Final = frozenset({"dialog", "alertdialog"})

# Elements that are boxes. Not those that hold the page itself: consent scripts write their state on them
# ("cookies-not-set" on body); nor links and items, which may lead to the settings of cookies from anywhere.
BOXES: Final = frozenset("div section aside dialog form header footer table center".split())

# How the names begin that consent managers give their boxes; from the boxes themselves. `cmp-` alone is not among them:
# it is also the prefix of a wide-spread site builder.
CONSENT_MANAGERS: Final = tuple(
    (
        "onetrust- optanon ot-sdk- cybotcookiebotdialog didomi- qc-cmp sp_message_container usercentrics- "
        "uc-banner truste- truste_ trustarc iubenda-cs osano-cm cc-window cc-banner cc-floating cky-consent "
        "cky-overlay cky-modal cky-notice cli-modal cli-bar cookie-law-info cmplz-cookiebanner cmplz-manage-consent "
        "borlabscookie cmpbox cmpwrapper moove_gdpr coi-banner coi-consent ccc-overlay ccc-notify fc-consent-root "
        "axeptio tarteaucitron evidon- _evidon cookiescript_ cookiechoiceinfo cookiereports klaro termly- "
        "catapult-cookie sqs-cookie-banner"
    ).split()
)
# Names that say it: cookie-banner, js-eu-cookie-law-popup, gdprNotice, privacy-consent-container.
CONSENT_BOX: Final = re.compile(
    r"""(?: [a-z0-9]+ [-_]+ ){0,3}
    (?: (?: cookies? | gdpr | dsgvo | rgpd | ccpa ) [-_]*
        (?: (?: law | policy | privacy | use | usage | info | eu ) [-_]* ){0,2}
        (?: banner | bar | notice | notification | pop [-_]? up | modal | dialog | overlay | box | message | alert
          | disclaimer | prompt | layer | wall | hint )
      | (?: (?: cookies? | gdpr | privacy | data | user ) [-_]* )? consent [-_]*
        (?: banner | bar | notice | pop [-_]? up | modal | dialog | overlay | box | message | layer | wall | manager
          | container | wrapper )?
    ) s?""",
    re.VERBOSE,
)
# What such a class or id begins with, if it does not hold "cookie", "consent" or "gdpr".
FIRST_LETTERS: Final = 4
CONSENT_STARTS: Final = frozenset(name[:FIRST_LETTERS] for name in CONSENT_MANAGERS) | {"GDPR", "dsgv", "rgpd", "ccpa"}
CONSENT_WORD: Final = re.compile("cookie|consent|gdpr|dsgvo|rgpd|ccpa|privacy", re.IGNORECASE)

# Attributes that few elements have.
TELLING: Final = frozenset({"hidden", "aria-hidden", "style", "role"})
HIDING_STYLE: Final = re.compile(
    r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Full:
    """Marks `consent`, `hidden`, `menu`, `option`, `noscript` or `script`, in this order; repairs the text of blocks.

    >>> Full().mark("div", {"id": "cookie-banner"}), Full().mark("p", {"hidden": ""}), Full().mark("p", {"class": "a"})
    ('consent', 'hidden', '')
    >>> Full().text("Boiler\\xadplate")
    'Boilerplate'
    """

    c1_controls: bool = param(True, "read U+0080 to U+009F as windows-1252 has them: quotes, dashes")
    controls: bool = param(True, "take out control characters; words that only they separate are glued")
    soft_hyphens: bool = param(True, "take out soft hyphens; where a page writes them for hyphens, words are glued")
    zero_width: bool = param(True, "take out zero-width spaces, except where they separate words (Thai, Khmer, ...)")
    directions: bool = param(True, "take out marks of the direction of writing; lines of both may be shown otherwise")
    icons: bool = param(
        True, "take out characters of private use, but not in words nor beside ideographs: icons of the page's fonts"
    )
    ligatures: bool = param(True, "write ligatures such as ﬁ as letters")
    compose: bool = param(
        True,
        "one spelling for letters with marks (form C); some compatibility ideographs change their shape",
        source="W3C, Character Model for the World Wide Web: String Matching, section 3",
    )

    def marks(self, elements: Elements) -> list[str]:
        """Of each element `mark`, or that of an element around it."""
        return marked_by_look(elements, self.mark)

    def mark(self, tag: str, attributes: Attributes) -> str:
        """Why the element is marked, or ""."""
        if attributes:
            if tag in BOXES:
                if (names := attributes.get("class")) and _may_be_consent(names) and _is_consent(names):
                    return "consent"
                if (names := attributes.get("id")) and _may_be_consent(names) and _is_consent(names):
                    return "consent"
            if not TELLING.isdisjoint(attributes):
                return _told_mark(attributes) or TAG_MARKS.get(tag, "")
        return TAG_MARKS.get(tag, "")

    def text(self, text: str) -> str:
        """The text repaired; most texts need nothing, and a look at their characters says so."""
        if text.isprintable():  # neither control characters nor soft hyphens nor zero-width characters
            if text.isascii():
                return text
        else:
            if self.c1_controls:
                text = without_c1_controls(text)
            if self.controls:
                text = without_controls(text)
            if self.soft_hyphens:
                text = without_soft_hyphens(text)
            if self.zero_width:
                text = without_zero_width(text)
            if self.directions:
                text = without_directions(text)
            if self.icons:
                text = without_icons(text)
        if self.ligatures:
            text = without_ligatures(text)
        return composed(text) if self.compose and not is_normalized("NFC", text) else text


def _may_be_consent(names: str) -> bool:
    """A look at a class or id as written, which settles nearly all elements."""
    return "ookie" in names or "onsent" in names or "gdpr" in names or names[:FIRST_LETTERS] in CONSENT_STARTS


def _is_consent(names: str) -> bool:
    """Whether a class or id holds the name of a consent box."""
    return any(name.startswith(CONSENT_MANAGERS) or CONSENT_BOX.fullmatch(name) for name in names.lower().split())


def _told_mark(attributes: Attributes) -> str:
    """The mark that role, visibility or style say, or ""."""
    role = attributes.get("role") or ""
    if role in DIALOGS and _is_consent_dialog(attributes):
        return "consent"
    return "hidden" if _is_hidden(attributes) else ROLE_MARKS.get(role, "")


def _is_hidden(attributes: Attributes) -> bool:
    """By attribute or by the element's own style; `hidden=until-found` is text that one can find and open."""
    if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
        return True
    return attributes.get("aria-hidden") == "true" or HIDING_STYLE.search(attributes.get("style") or "") is not None


def _is_consent_dialog(attributes: Attributes) -> bool:
    """Whether a dialog is named, labelled or classed after consent."""
    told = (attributes.get(key) or "" for key in ("class", "id", "aria-label", "aria-labelledby", "aria-describedby"))
    return any(CONSENT_WORD.search(text) for text in told)


STAGE: type[Normalizer] = Full
