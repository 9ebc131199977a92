"""Reasons are true: what a refusal says of the table, word for word, where another reason stood before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from tests.games.play import Sitting

BASE, COOP, OUTPOST = "the-thing", "the-thing-coop", "the-thing-outpost"
ROOMS = {"Ana": "kitchen", "Berto": "boiler", "Ciro": "radio", "Dora": "shed"}
FOUR = ["Ana", "Berto", "Ciro", "Dora"]
ACTING = {"step": "actions", "active_pile": 5, "rooms": ROOMS, "objects": dict.fromkeys(FOUR, 1)}


def reasons() -> Iterator[tuple[str, dict[str, object], dict[str, object], str, str]]:
    """A game, how its table lies, what is said, the reason and its place."""
    place = {"action": "place", "player": "Berto"}
    yield (
        BASE,
        {"step": "plan"},
        {**place, "at": "dormitory"},
        "Al Dormitorio no se va a actuar: se va a cambiar de cartas, sin entregar ninguna.",
        "Reglamento, colores de localización y localizaciones en llamas",
    )
    yield (
        BASE,
        {"step": "plan"},
        {**place, "at": "rec-room"},
        "Hay que moverse: a la Sala de Recreativos se vuelve en la fase 5.",
        "Reglamento, colores de localización y localizaciones en llamas",
    )
    extra = {"action": "extra", "player": "Ana"}
    objects = "Reglamento, usar objetos"
    yield (
        BASE,
        ACTING,
        {**extra, "item": "tools"},
        "En Cocina no se ponen contadores de daño: no hay nada que reparar con Herramientas.",
        objects,
    )
    yield BASE, ACTING, {**extra, "item": "fuel"}, "En Cocina no se pone combustible.", objects
    burnt = {**ACTING, "fires": {"boiler": 1, "radio": 1}}
    for item in ("tools", "fuel"):
        yield (
            BASE,
            burnt,
            {**extra, "player": "Berto", "item": item},
            "Sala de Calderas ha ardido: allí ya no se hace nada.",
            objects,
        )
    yield (
        BASE,
        burnt,
        {"action": "carry-out", "player": "Ciro", "card": "usar"},
        "Sala de Radio ha ardido: allí ya no se hace nada.",
        "Reglamento, 4.2",
    )
    burn = {"action": "burn", "player": "Ana", "with": "explosive"}
    flames = "Reglamento, localizaciones en llamas"
    yield BASE, burnt, {**burn, "at": "radio"}, "Sala de Radio ya ha ardido.", flames
    yield (
        BASE,
        burnt,
        {**burn, "at": "dormitory"},
        "Dormitorio no es una localización verde: no se le prende fuego.",
        flames,
    )
    yield (
        BASE,
        {"step": "encounters"},
        {"action": "reveal", "at": []},
        "El Alienígena no tiene ninguna carta puesta.",
        "Reglamento, encuentros 1",
    )
    yield (
        BASE,
        {"step": "dogs"},
        {"action": "locate", "at": "radio", "pack": True},
        "En esta partida no se juega con el Líder de Manada.",
        "Reglamento de El Puesto Noruego, Líder de Manada",
    )
    hunted = {"step": "encounters", "rooms": {"Ana": "radio"}, "strength": {"radio": 3}, "charges": {"Ana": 1},
              "active_pile": 2}  # fmt: skip
    yield (
        BASE,
        hunted,
        {"action": "clash", "at": "radio", "fire": "Ana", "with": "flamethrower", "win": "sabotage"},
        "Ana usa fuego: el Alienígena huye y no elige nada.",
        "Reglamento, encuentros con un Alienígena Expuesto",
    )
    yield (
        BASE,
        {"step": "upkeep", "fires": {"generator": 1}},
        {"action": "upkeep", "generator": 1, "boiler": 0},
        "La Sala del Generador ha ardido: no consume.",
        "Reglamento, Sala del Generador",
    )
    yield (
        COOP,
        {"step": "plan"},
        {"action": "place", "player": "Bennings", "at": "rec-room"},
        "Hay que moverse: a la Sala de Recreativos se vuelve en la fase 6.",
        "Reglamento, colores de localización y localizaciones en llamas",
    )
    yield (
        COOP,
        {"step": "actions", "dice": ["usar", "usar", "usar"]},
        {"action": "cancel-dice", "player": "Bennings", "which": []},
        "Falta decir qué dados.",
        "Reglamento de 1 a 3, fase 5",
    )
    yield (
        COOP,
        {"step": "encounters"},
        {"action": "reveal", "at": []},
        "El Alienígena no tiene ninguna carta puesta.",
        "Reglamento de 1 a 3, fase 4",
    )
    yield (OUTPOST, {"step": "tests"}, {"action": "end", "cause": "assimilated"},
           "No hay ningún Alienígena Expuesto: si en la base solo quedan Alienígenas sin revelar, decid ese final.",
           "Reglamento, ganar la partida")  # fmt: skip


def at(slug: str, lies: dict[str, object]) -> Sitting:
    """A table that lies so."""
    here = title(slug)
    sitting = Sitting(here.game, here.decklist, {"players": ["Ana"] if slug == COOP else FOUR})
    assert sitting.say(action="take-sheets") == "ok"
    assert sitting.say(action="override", set=lies, reason="r") == "ok"
    return sitting


def why(sitting: Sitting, slug: str, said: dict[str, object]) -> tuple[str, str]:
    """The sentence of a refusal and its place."""
    action = read(sitting.game.verbs, said)
    found = sitting.game.judge(sitting.decklist, sitting.course.table, action)
    assert found is not None
    words = title(slug).words["es"]
    return found.sentence(words), found.where(words)


@pytest.mark.parametrize(("slug", "lies", "said", "text", "where"), [*reasons()])
def test_the_reason_is_the_true_one(
    slug: str, lies: dict[str, object], said: dict[str, object], text: str, where: str
) -> None:
    assert why(at(slug, lies), slug, said) == (text, where)


def test_an_answer_aboard_points_to_the_way_out() -> None:
    sitting = at(BASE, {"step": "encounters", "rescue_there": 1})
    assert sitting.say(action="next") == "ok"
    assert sitting.say(action="get-aboard", player="Ana", boards=True) == "ok"
    assert sitting.say(action="get-aboard", player="Berto", boards=True) == "ok"
    said = {"action": "consent", "player": "Ciro", "grants": True}
    where = "Reglamento, helicóptero de rescate"
    assert why(sitting, BASE, said) == ("No se le pregunta a Ciro: responde Ana.", where)


def test_whoever_evaded_is_not_called_proven() -> None:
    met = {"step": "encounters", "rooms": dict.fromkeys(FOUR, "radio"), "weapons": {"Dora": 1}}
    sitting = at(BASE, met)
    assert sitting.say(action="meet", at="radio", evade={"Dora": "pistol"}) == "ok"
    said = {"action": "look-at-token", "player": "Ana", "at": "Dora"}
    assert why(sitting, BASE, said)[0] == "Dora ha evadido el encuentro: no ofrece fichas."


def test_one_strength_is_one() -> None:
    sitting = at(BASE, {"step": "rec-room"})
    assert sitting.say(action="expose", player="Dora") == "ok"
    assert sitting.say(action="override", set={"step": "alien"}, reason="r") == "ok"
    asked = sitting.game.ask(
        sitting.decklist, sitting.course.table, {"action": "hide", "strengths": [1]}, title(BASE).words["es"]
    )
    assert asked.text == "Queda 1 de Fuerza. ¿Otra carta?"
