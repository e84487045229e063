"""Marks from tags, names, roles and styles. Names are matched as consent managers and sites write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cleanweb.page import Attributes

TAG_MARKS: Final = {
    "nav": "menu",
    "menu": "menu",
    "select": "option",
    "optgroup": "option",
    "option": "option",
    "noscript": "noscript",
    "noframes": "noscript",
}
ROLE_MARKS: Final = {"navigation": "menu", "menu": "menu", "menubar": "menu", "listbox": "option"}
DIALOGS: Final = frozenset({"dialog", "alertdialog"})

# Elements that can be boxes. Not those that contain the page itself, to which consent scripts add their state
# ("cookies-not-set" on body); nor links and items, which may lead to cookie settings from anywhere.
BOXES: Final = frozenset("div section aside dialog form header footer table center".split())

# Beginnings of the names that consent managers give their boxes, collected from such boxes. `cmp-` alone is not among
# them, since it is also the prefix of a widespread site builder.
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
# Telling names: cookie-banner, js-eu-cookie-law-popup, gdprNotice, privacy-consent-container. With privacy alone only
# overlays count, since a privacy notice or message may be what a page is about.
CONSENT_BOX: Final = re.compile(
    r"""(?: [a-z0-9]+ [-_]+ ){0,3}
    (?: (?: cookies? | gdpr | dsgvo | rgpd | ccpa ) [-_]*
        (?: (?: law | policy | privacy | use | usage | info | eu ) [-_]* ){0,2}
        (?: banner | bar | notice | notification | pop [-_]? up | modal | dialog | overlay | box | message | alert
          | disclaimer | prompt | layer | wall | hint )
      | privacy [-_]* (?: policy [-_]* )? (?: banner | bar | pop [-_]? up | modal | dialog | overlay | layer | wall )
      | (?: (?: cookies? | gdpr | privacy | data | user ) [-_]* )? consent [-_]*
        (?: banner | bar | notice | pop [-_]? up | modal | dialog | overlay | box | message | layer | wall | manager
          | container | wrapper )?
    ) s?""",
    re.VERBOSE,
)
# The first letters of the names of consent managers.
FIRST_LETTERS: Final = 4
CONSENT_STARTS: Final = frozenset(name[:FIRST_LETTERS] for name in CONSENT_MANAGERS)
CONSENT_WORD: Final = re.compile("cookie|consent|gdpr|dsgvo|rgpd|ccpa|privacy", re.IGNORECASE)

HIDING_STYLE: Final = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b")


def named_mark(tag: str | None, classes: str | None, identity: str | None) -> str:
    """The mark that tag, class and id say, or ""."""
    if tag in BOXES and (classes or identity) and _is_consent(f"{classes or ''} {identity or ''}".lower()):
        return "consent"
    return TAG_MARKS.get(tag or "", "")


def _is_consent(names: str) -> bool:
    """Whether some names, in small letters, hold the name of a consent box."""
    says_it = _says_consent(names)
    for name in names.split():
        # The first letters settle nearly all names.
        if (says_it or name[:FIRST_LETTERS] in CONSENT_STARTS) and (
            name.startswith(CONSENT_MANAGERS) or CONSENT_BOX.fullmatch(name)
        ):
            return True
    return False


def _says_consent(names: str) -> bool:
    """Whether a word is there without which `CONSENT_BOX` finds nothing."""
    return (
        "cookie" in names
        or "consent" in names
        or "gdpr" in names
        or "dsgvo" in names
        or "rgpd" in names
        or "ccpa" in names
        or "privacy" in names
    )


def told_mark(tag: str, attributes: Attributes) -> str:
    """The mark of an element by all its attributes: consent first, then hiding and role, then the tag.

    >>> told_mark("div", {"id": "cookie-banner"}), told_mark("p", {"hidden": ""}), told_mark("p", {"class": "a"})
    ('consent', 'hidden', '')
    """
    mark = named_mark(tag, attributes.get("class"), attributes.get("id"))
    return mark if mark == "consent" else _role_mark(attributes) or mark


def _role_mark(attributes: Attributes) -> str:
    """The mark that follows from role, visibility or style, or ""."""
    role = attributes.get("role") or ""
    if role in DIALOGS and _is_consent_dialog(attributes):
        return "consent"
    return "hidden" if _is_hidden(attributes) else ROLE_MARKS.get(role, "")


def _is_hidden(attributes: Attributes) -> bool:
    """Whether attributes or style hide the element; text with `hidden=until-found` can be found and opened."""
    if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
        return True
    if attributes.get("aria-hidden") == "true":
        return True
    style = (attributes.get("style") or "").lower()
    # Looking for the words first avoids the regex search for most styles.
    return ("none" in style or "hidden" in style or "collapse" in style) and HIDING_STYLE.search(style) is not None


def _is_consent_dialog(attributes: Attributes) -> bool:
    """Whether a dialog is named, labelled or classed after consent."""
    told = (attributes.get(key) or "" for key in ("class", "id", "aria-label", "aria-labelledby", "aria-describedby"))
    return any(CONSENT_WORD.search(text) for text in told)
