"""What escapes texts on the tablet alone says what markupsafe says, whatever the text."""

from __future__ import annotations

import markupsafe
from hypothesis import given
from hypothesis import strategies as st

from companion.site.bundle import product
from companion.site.escaping import _escape_inner

TEXTS = st.text(st.sampled_from("&<>'\"; aé\n𝄞")) | st.text()


@given(text=TEXTS)
def test_a_text_is_escaped_as_markupsafe_escapes_it(text: str) -> None:
    assert _escape_inner(text) == str(markupsafe.escape(text))


def test_a_site_has_it_where_markupsafe_looks_for_it() -> None:
    index, _, _ = product().partition(b"\n")
    assert b'"markupsafe/_speedups.py"' in index
