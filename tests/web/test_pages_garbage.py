"""Whatever is sent to the pages, they answer with a page: never a failure of the program."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.engine.actions import whole
from tests.length import examples
from tests.web.sitting import SIX, Page, Sitting, seated

LONG = "9" * 5000
"""More digits than Python reads."""
VERBS = title("la-cosa").game.verbs
SLUGS = sorted(title("la-cosa").decklist.by_slug)
NAMES = [*SIX, "", "Nadie", "all"]
WORDS = [*NAMES, *SLUGS, "away", "panic", "superinfection", "la-cosa-declared", "abandoned", "turn", "hands", "doors",
         "clockwise", "draw", "act", "\x00", "ñ" * 300, LONG]  # fmt: skip
FIELDS = sorted({"about", *(field for verb in VERBS.values() for field in verb.fields)})
ABOUT = ["turn", "hands", "direction", "seats", "doors", "quarantine", "eliminated", "options"]

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*NAMES, *FIELDS]), inner, max_size=4),
    max_leaves=6,
)
nearly = st.fixed_dictionaries(
    {"action": st.sampled_from([*VERBS, "undo", "redo", "fly"])},
    optional={field: st.sampled_from(WORDS) | anything for field in FIELDS},
)
saids = st.text(max_size=40) | anything.map(json.dumps) | nearly.map(json.dumps)
NAMED = [
    "version", "action_id", "to", "f.turn", "f.hand.0", "f.draw_pile", "f.skipped",
    "f.door.0", "f.door.x", "f.role.0", "f.seat.0", "f.rounds.0", "f.card.0", "f.reason",
    "f.to", "f.shown", "f.infected", "f.last_infected", "f.option.self_quarantine", "o.x:Ana", "f.",
    "o.",
]  # fmt: skip
forms = st.dictionaries(
    st.sampled_from(NAMED) | st.text(max_size=6),
    st.sampled_from([*WORDS, "1", "2", "-1", "1e9", "٣", "²"]) | st.text(max_size=8),
    max_size=6,
)
STATES: list[list[str]] = [
    [],
    ["draw Ana away"],
    ["draw Ana panic uno-dos"],
    ["draw Ana panic cita-a-ciegas"],
    ["draw Ana away", "play Ana lanzallamas Beto"],
    ["draw Ana away", "discard Ana"],
    ["declare Ana"],
    ["end abandoned"],
]
quick = settings(max_examples=examples(32))


@pytest.fixture(scope="module", params=range(len(STATES)))
def sitting(request: pytest.FixtureRequest) -> Sitting:
    return seated(*STATES[request.param])


def _is_a_page(page: Page) -> None:
    assert page.status in (200, 400, 404, 405, 409, 413, 422), page.text[:300]
    assert page.html.count("<h1") == 1


@pytest.mark.parametrize(
    ("said", "number"), [("0", 0), ("12", 12), ("", None), ("-1", None), ("²", None), ("٣", None), (LONG, None)]
)
def test_a_number_is_read_from_plain_digits_only(said: str, number: int | None) -> None:
    assert whole(said) == number


@given(said=saids)
@quick
def test_any_question(sitting: Sitting, said: str) -> None:
    _is_a_page(sitting.get(sitting.asked(said)))


@given(said=saids, form=forms)
@quick
def test_any_form(sitting: Sitting, said: str, form: dict[str, str]) -> None:
    _is_a_page(sitting.post(f"/games/{sitting.game}/act", {**form, "said": said}))


@given(about=st.sampled_from(ABOUT), form=forms)
@quick
def test_any_correction(sitting: Sitting, about: str, form: dict[str, str]) -> None:
    said = json.dumps({"action": "override", "about": about})
    _is_a_page(sitting.get(sitting.asked(said)))
    _is_a_page(sitting.post(f"/games/{sitting.game}/act", {**form, "said": said}))


@pytest.fixture(scope="module")
def house() -> Sitting:
    return seated()


@given(
    names=st.lists(st.text(max_size=45), max_size=14),
    first=st.text(max_size=4),
    do=st.sampled_from(["open", "add", "up.1", "remove.0", "", "up.", "box"]),
    box=st.text(max_size=12),
    option=st.text(max_size=12),
)
@quick
def test_a_new_game(house: Sitting, names: list[str], first: str, do: str, box: str, option: str) -> None:
    form = {"name": names, "first": first, "do": do, "box": box, "option.self_quarantine": option, "label": option}
    _is_a_page(house.post("/new", form))


@given(form=forms, name=st.text(max_size=90), archived=st.text(max_size=4))
@quick
def test_labels_and_returns(house: Sitting, form: dict[str, str], name: str, archived: str) -> None:
    _is_a_page(house.post(f"/games/{house.game}/label", {"name": name, "archived": archived}))
    _is_a_page(house.post(f"/games/{house.game}/return", form))
    _is_a_page(house.post("/language", {"lang": name, "back": name}))


@given(path=st.text(max_size=20), query=st.text(max_size=20))
@quick
def test_any_address(house: Sitting, path: str, query: str) -> None:
    _is_a_page(house.get(f"/games/{quote(path)}?said={quote(query)}"))
    _is_a_page(house.get(f"/games/{house.game}/at/{quote(path)}"))
    _is_a_page(house.get(f"/rules?players={quote(query)}"))


@pytest.mark.parametrize(
    "said",
    ["[]", "[1]", "[{}]", '[{"action":"draw"},{"action":"nonsense"}]', "[" * 900, '[{"action":"draw","player":"Ana"}]'],
)
def test_garbage_in_one_breath_changes_nothing(table: Sitting, said: str) -> None:
    answer = table.post(f"/games/{table.game}/act", {"said": said, "version": "1", "action_id": "x"})
    assert answer.status in (400, 422)
    assert table.state()["version"] == 1
