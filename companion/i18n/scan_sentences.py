"""What the eyes say to people of pictures, cameras and cards in sight."""

from __future__ import annotations

from companion.i18n import catalog


def say(key: str, lang: str = "es", /, **blanks: object) -> str:
    """Return a sentence of the camera; Spanish if the language is not known."""
    return catalog.words("camera", lang).say(key, **blanks)


class Refused(ValueError):
    """Something that cannot be looked at, with the sentence that says why. Ask `say` for another language."""

    def __init__(self, key: str, /, **blanks: object) -> None:
        super().__init__(say(key, **blanks))
        self.key = key
        self.blanks = blanks

    def say(self, lang: str = "es") -> str:
        """Return the reason in this language."""
        return say(self.key, lang, **self.blanks)
