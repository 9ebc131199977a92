"""Which of the two languages of terminals somebody reads: what the system's locale says, from its environment.

`tools/` reads it before anything is installed, so it needs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

LANGUAGES = ("es", "en")
_NO_LANGUAGE = ("", "c", "posix")


def as_language(text: str, known: Collection[str] = LANGUAGES) -> str | None:
    """Return the language of a tag such as `es-AR` or `en_US.UTF-8`; None if it is not known."""
    tag = tag_of(text)
    return tag if tag in known else None


def language_of_locale(environment: Mapping[str, str], known: Collection[str] = LANGUAGES) -> str:
    """Return a system's language if it is known, `es` if it names none (`C`, `POSIX`, nothing), else `en`.

    The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set counts, as everywhere on a Unix system.
    """
    said = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    tag = tag_of(said)
    return "es" if tag in _NO_LANGUAGE else as_language(said, known) or "en"


def tag_of(text: str) -> str:
    """Return the language of a tag or a locale, without region and alphabet."""
    return text.strip().lower().replace("_", "-").split("-")[0].split(".")[0].split("@")[0]
