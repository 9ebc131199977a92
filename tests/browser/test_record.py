"""What a device keeps of a game leaves it whole: as a file, and as codes that another device reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.scan.zxing import texts_in
from companion.service.transfer.qr_pieces import Gatherings, pieces
from companion.service.transfer.verify import expanded, of_record
from tests.browser.conftest import House
from tests.browser.tablet import PHONE


def test_five_hundred_entries_in_a_file_and_in_codes_that_play_by_themselves(house: House) -> None:
    draw = {"action": "draw", "player": "Ana", "back": "away"}
    game = house.game(None, *[draw, {"action": "undo"}] * 250)
    phone = house.tablet(host=False, size=PHONE)
    phone.open(f"/games/{game}/record")
    phone.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes('501')")
    phone.shot("record-page-phone")
    with phone.page.expect_download() as saved:
        phone.page.tap(".keep-file")
    told = of_record(expanded(json.loads(Path(saved.value.path()).read_text("utf-8"))))
    assert (told.holds, told.entries) == (True, 501)
    texts = phone.page.evaluate(
        """async (game) => {
            const { pieces } = await import("/static/qr.js");
            const kept = JSON.parse(localStorage.getItem('companion.record.' + game));
            return pieces(`${kept.head.slice(0, -1)},"seal":"${kept.seal}","rows":[${kept.rows.join(",")}]}`);
        }""",
        game,
    )
    assert len(texts) <= 40
    gathering = Gatherings().take(texts)
    assert gathering is not None
    assert of_record(expanded(json.loads(gathering.text() or b""))) == told
    phone.page.tap(".keep-codes")
    phone.page.wait_for_selector("#codes[open] svg")
    seen: set[str] = set()
    for _ in range(40):
        seen.update(texts_in(phone.page.screenshot()))
        if len(seen) > 2:
            break
        phone.page.wait_for_timeout(500)  # the codes go by
    assert len(seen) >= 2
    assert seen <= set(texts)
    phone.page.tap(".codes-close")


@pytest.mark.short
def test_the_page_and_the_server_draw_the_same_chain(house: House) -> None:
    game = house.game()
    phone = house.tablet(host=False, size=PHONE)
    phone.open(f"/games/{game}/record")
    phone.page.wait_for_function("() => document.querySelector('.keep-said').textContent.includes(' 1.')")
    phone.page.tap(".keep-codes")
    phone.page.wait_for_selector("#codes[open] svg")
    (drawn_here,) = texts_in(phone.page.screenshot())
    phone.page.tap(".codes-close")
    phone.open(f"/games/{game}/record/codes/1")
    (drawn_there,) = texts_in(phone.page.screenshot(full_page=True))
    kinds = [text.partition("/")[0] for text in (drawn_here, drawn_there)]
    assert kinds == ["CMP1Z", "CMP1Z"]
    assert len(pieces("x")) == 1
