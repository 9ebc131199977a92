"""`markupsafe._speedups` for a Python that has no compiled part of it: most of what stands on a page needs no escaping.

The package looks for that module and takes its own slower one where there is none. Its own goes through every text five
times; with some 800 texts a page that was a seventh of a tap on the tablet alone.
"""

import re

__all__ = ("_escape_inner",)

_meets_special = re.compile("[&<>'\"]").search


def _escape_inner(text: str, /) -> str:
    """The text with the five characters that mean something in HTML written as markupsafe writes them."""
    if _meets_special(text) is None:
        return text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("'", "&#39;").replace('"', "&#34;")
