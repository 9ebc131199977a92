"""Every way to be infected, to be spared, and to have nothing happen: the verdict that follows from the rules.

Derived by hand, at a table of seven (¿No podemos ser amigos? plays from seven on). Expected is what all worlds agree
on; *undetermined* only where two lawful worlds part.
"""

from __future__ import annotations

from tests.engine.case_lines import (
    HUMAN,
    LAST,
    LAST_FOUR,
    OTHER,
    Case,
    Line,
    answer,
    discard,
    draw,
    goes_round,
    panic,
    parts,
    play,
    shows,
    swaps,
    turn,
)

SEVEN = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema"]
KEEPS = "hand.infected-keeps-one"
DEFENCES = ["nada-de-barbacoas.1", "aqui-estoy-bien.1"]
UNDO, REDO = {"action": "undo"}, {"action": "redo"}


def is_thing(player: str) -> Line:
    """Who is La Cosa, in the hand that was dealt."""
    return shows(player, ["la-cosa.1", "seduccion.3", "whisky.1", "no-gracias.1"], "legal")


def gives(giver: str, taker: str, gift: str = "infectado.1", back: str = "hacha.1") -> Line:
    """La Cosa holds out an ¡Infectado!, which is lawful."""
    return swaps(giver, taker, gift, back, "legal")


def infected(player: str) -> Line:
    """A hand without ¡Infectado! is shown by somebody who has to have one."""
    return shows(player, OTHER, "illegal", KEEPS)


def clean(player: str, cards: list[str] = OTHER) -> Line:
    """The same, by somebody whom nothing can have infected."""
    return shows(player, cards, "legal")


TURN: Case = (is_thing("Ana"), draw("Ana"), discard("Ana"))
"""Ana, who is La Cosa, may have drawn an ¡Infectado!, and offers a card to Beto."""

SEDUCED: Case = (is_thing("Ana"), draw("Ana"), play("Ana", "seduccion", "Beto"))
"""The same with Seducción, to Beto."""

BETO_TO_PLAY: Case = (is_thing("Beto"), draw("Ana"), discard("Ana"), answer("Beto", "no-gracias"))
"""Beto is La Cosa, may have drawn an ¡Infectado! for his defence, and is to play."""

FRIENDS: Case = (*BETO_TO_PLAY, panic("Beto", "no-podemos-ser-amigos"), play("Beto", "no-podemos-ser-amigos", "Carla"))
"""Beto, who is La Cosa, offers a card to Carla by a panic."""

REFUSED: Case = (*TURN, gives("Ana", "Beto"), answer("Beto", "no-gracias"))
"""Ana, who is La Cosa, shows an ¡Infectado! for Beto, who wants none."""

TURNED: Case = (draw("Beto"), play("Beto", "vigila-tus-espaldas"))
"""Beto turns the direction round, so that the next exchange is again between Beto and Ana."""

ROUND = {
    "Ana": "hacha.1",
    "Carla": "cambio-de-lugar.3",
    "Dani": "sospecha.5",
    "Eva": "cuarentena.1",
    "Fede": "analisis.1",
    "Gema": "analisis.2",
}
"""What those who are not La Cosa give in a round."""

WAYS: dict[str, Case] = {
    "the offer of the turn": (*TURN, gives("Ana", "Beto"), answer("Beto"), infected("Beto")),
    "the offer of the turn, after another card was shown for it and withdrawn": (
        *TURN,
        swaps("Ana", "Beto", "whisky.1", "hacha.1", "legal"),
        gives("Ana", "Beto"),
        answer("Beto"),
        infected("Beto"),
    ),
    "La Cosa is asked, and infects who offered": (
        is_thing("Beto"),
        draw("Ana"),
        discard("Ana"),
        answer("Beto", "no-gracias"),
        draw("Beto"),
        discard("Beto"),
        answer("Carla", "aterrador"),
        draw("Carla"),
        play("Carla", "seduccion", "Beto"),
        swaps("Carla", "Beto", "hacha.1", "infectado.1", "legal"),
        answer("Beto"),
        infected("Carla"),
    ),
    "Seducción": (*SEDUCED, gives("Ana", "Beto"), answer("Beto"), infected("Beto")),
    "Seducción at a distance infects nobody in between": (
        is_thing("Ana"),
        draw("Ana"),
        play("Ana", "seduccion", "Eva"),
        gives("Ana", "Eva"),
        answer("Eva"),
        infected("Eva"),
        clean("Beto", LAST_FOUR),
        clean("Fede", ["sospecha.5", "whisky.2", *DEFENCES]),
    ),
    "¿No podemos ser amigos?": (*FRIENDS, gives("Beto", "Carla"), answer("Carla"), infected("Carla")),
    "the ordinary exchange after ¿No podemos ser amigos?": (
        *FRIENDS,
        swaps("Beto", "Carla", "whisky.1", "hacha.1", "legal"),
        answer("Carla"),
        gives("Beto", "Carla", back="whisky.1"),
        answer("Carla"),
        infected("Carla"),
    ),
    "Vuelta y vuelta infects the next one and nobody else": (
        *BETO_TO_PLAY,
        panic("Beto", "vuelta-y-vuelta"),
        goes_round({**ROUND, "Beto": "infectado.1"}, "legal"),
        play("Beto", "vuelta-y-vuelta"),
        infected("Carla"),
        clean("Dani", ["cambio-de-lugar.3", *LAST_FOUR[:3]]),
        clean("Ana", ["analisis.2", *OTHER[2:], "cambio-de-lugar.2"]),
    ),
    "Vuelta y vuelta that nobody looked at may infect the next one only": (
        *BETO_TO_PLAY,
        panic("Beto", "vuelta-y-vuelta"),
        play("Beto", "vuelta-y-vuelta"),
        shows("Carla", OTHER, "undetermined"),
        clean("Dani", LAST_FOUR),
    ),
    "Uno, dos… infects the new neighbour": (
        *BETO_TO_PLAY,
        panic("Beto", "uno-dos"),
        play("Beto", "uno-dos", "Eva"),
        gives("Beto", "Fede"),
        answer("Fede"),
        infected("Fede"),
        clean("Carla", LAST_FOUR),
    ),
    "an infected player stays so, whatever ¡Fallaste! brings them": (
        shows("Ana", ["la-cosa.1", "seduccion.3", "whisky.1", "fallaste.1"], "legal"),
        *TURN[1:],
        gives("Ana", "Beto"),
        answer("Beto"),
        *turn("Beto", "Carla"),
        *turn("Carla", "Dani"),
        *turn("Dani", "Eva"),
        *turn("Eva", "Fede"),
        *turn("Fede", "Gema"),
        draw("Gema"),
        discard("Gema"),
        answer("Ana", "fallaste"),
        answer("Beto"),
        infected("Beto"),
    ),
    "a correction of the direction takes no infection back": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        {"action": "override", "set": {"direction": "counterclockwise"}, "reason": "told wrongly"},
        infected("Beto"),
    ),
}
"""How one is infected."""

NOTHING: dict[str, Case] = {
    "an ¡Infectado! that was shown for an offer and withdrawn": (
        *TURN,
        gives("Ana", "Beto"),
        swaps("Ana", "Beto", "whisky.1", "hacha.1", "legal"),
        answer("Beto"),
        clean("Beto", ["whisky.1", *OTHER[:3]]),
    ),
    "an ¡Infectado! that was shown for a round and withdrawn": (
        *BETO_TO_PLAY,
        panic("Beto", "vuelta-y-vuelta"),
        goes_round({"Beto": "infectado.1", **ROUND}, "legal"),
        goes_round({"Beto": "whisky.1", **ROUND}, "legal"),
        play("Beto", "vuelta-y-vuelta"),
        clean("Carla", ["whisky.1", *OTHER[:3]]),
    ),
    "Cita a ciegas infects nobody who draws the card": (
        *BETO_TO_PLAY,
        panic("Beto", "cita-a-ciegas"),
        play("Beto", "cita-a-ciegas"),
        draw("Carla"),
        shows("Carla", ["infectado.1", *OTHER], "legal"),
        parts("Carla", "infectado.1", "legal", hand=["infectado.1", *OTHER]),
        discard("Carla"),
        clean("Carla"),
    ),
    "what Cita a ciegas laid on the pile is drawn next, so that who draws it has no ¡Infectado! to give": (
        draw("Ana"),
        discard("Ana"),
        answer("Beto", "no-gracias"),
        shows("Beto", ["whisky.1", "sospecha.1", "sospecha.2", "mas-vale-que-corras.1"], "legal"),
        panic("Beto", "cita-a-ciegas"),
        play("Beto", "cita-a-ciegas"),
        shows("Beto", ["hacha.1", "sospecha.1", "sospecha.2", "mas-vale-que-corras.1"], "legal"),
        *turn("Carla", "Dani"),
        clean("Dani"),
    ),
    "an infected player keeps the last one, so that La Cosa draws none after their Cita a ciegas": (
        is_thing("Gema"),
        draw("Ana"),
        play("Ana", "vigila-tus-espaldas"),
        answer("Gema", "no-gracias"),
        draw("Gema"),
        play("Gema", "seduccion", "Ana"),
        gives("Gema", "Ana"),
        answer("Ana"),
        *turn("Fede", "Eva"),
        *turn("Eva", "Dani"),
        *turn("Dani", "Carla"),
        *turn("Carla", "Beto"),
        *turn("Beto", "Ana")[:2],
        answer("Ana", "aterrador"),
        shows("Ana", ["infectado.1", *OTHER[:3]], "legal"),
        shows("Gema", ["la-cosa.1", "whisky.1", "hacha.1", "analisis.1"], "legal"),
        panic("Ana", "cita-a-ciegas"),
        play("Ana", "cita-a-ciegas"),
        *turn("Gema", "Fede"),
        clean("Fede", LAST_FOUR),
    ),
    "an ¡Infectado! of somebody who turns out not to be La Cosa": (
        draw("Ana"),
        discard("Ana"),
        swaps("Ana", "Beto", "infectado.1", "hacha.1", "undetermined"),
        answer("Beto"),
        is_thing("Carla"),
        clean("Beto"),
    ),
    "humans give no ¡Infectado!, so that an infected player has no second one": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        draw("Beto"),
        discard("Beto"),
        answer("Carla", "aterrador"),
        draw("Carla"),
        play("Carla", "vigila-tus-espaldas"),
        shows("Beto", ["infectado.1", *OTHER[:3]], "legal"),
        answer("Beto"),
        swaps("Beto", "Ana", "infectado.1", "no-gracias.1", "illegal", LAST),
    ),
    "humans give no ¡Infectado!": (
        is_thing("Ana"),
        draw("Ana"),
        discard("Ana"),
        answer("Beto", "no-gracias"),
        *turn("Beto", "Carla"),
        clean("Carla"),
        draw("Carla"),
        discard("Carla"),
        swaps("Carla", "Dani", "infectado.1", "hacha.1", "illegal", HUMAN),
    ),
    "an infected player with one ¡Infectado! infects nobody": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        *turn("Beto", "Carla"),
        clean("Carla"),
    ),
    "Aterrador looks at the card and gives it back": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto", "aterrador"),
        clean("Beto"),
    ),
    "an exchange that was refused": (*REFUSED, clean("Beto")),
    "one that was refused, taken back and accepted infects": (*REFUSED, UNDO, answer("Beto"), infected("Beto")),
    "one that was accepted, taken back and refused does not": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        UNDO,
        answer("Beto", "no-gracias"),
        clean("Beto"),
    ),
    "one that was taken back and restored does": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        UNDO,
        REDO,
        infected("Beto"),
    ),
    "a turn that was taken back and played again unseen may": (
        *TURN,
        gives("Ana", "Beto"),
        answer("Beto"),
        UNDO,
        UNDO,
        UNDO,
        draw("Ana"),
        discard("Ana"),
        answer("Beto"),
        shows("Beto", OTHER, "undetermined"),
    ),
    "a refused one counts not at the next exchange of the two": (
        *REFUSED,
        shows("Ana", ["la-cosa.1", "seduccion.3", "whisky.1", "cambio-de-lugar.3"], "legal"),
        *TURNED,
        answer("Ana"),
        clean("Beto"),
    ),
    "nor when other cards are shown there": (
        *REFUSED,
        *TURNED,
        swaps("Beto", "Ana", "sospecha.3", "whisky.1", "legal"),
        answer("Ana"),
        clean("Beto", ["whisky.1", *LAST_FOUR[:3]]),
    ),
    "nor is anything known of an unseen one": (*REFUSED, *TURNED, answer("Ana"), shows("Beto", OTHER, "undetermined")),
}
"""What infects nobody, or leaves it open."""


def _missed(offer: Case, giver: str, *people: str) -> Case:
    """An offer of La Cosa is passed on by ¡Fallaste!; the last one named takes the card and is not infected by it."""
    taker = people[-1]
    passed = tuple(answer(player, "fallaste") for player in people[:-1])
    return (*offer, *passed, gives(giver, taker), answer(taker), clean(people[0], LAST_FOUR), clean(taker))


SPARED: dict[str, Case] = {
    "¡Fallaste! at the offer of the turn": _missed(TURN, "Ana", "Beto", "Carla"),
    "¡Fallaste! twice at the offer of the turn": _missed(TURN, "Ana", "Beto", "Carla", "Dani"),
    "¡Fallaste! after Seducción": _missed(SEDUCED, "Ana", "Beto", "Carla"),
    "¡Fallaste! twice after Seducción": _missed(SEDUCED, "Ana", "Beto", "Carla", "Dani"),
    "¡Fallaste! after ¿No podemos ser amigos?": _missed(FRIENDS, "Beto", "Carla", "Dani"),
    "¡Fallaste! twice after ¿No podemos ser amigos?": _missed(FRIENDS, "Beto", "Carla", "Dani", "Eva"),
    "whoever was spared once is not spared the next time": (
        *_missed((is_thing("Beto"), *BETO_TO_PLAY[1:], draw("Beto"), discard("Beto")), "Beto", "Carla", "Dani")[:-1],
        draw("Carla"),
        discard("Carla"),
        answer("Dani", "aterrador"),
        draw("Dani"),
        play("Dani", "seduccion", "Beto"),
        swaps("Dani", "Beto", "cambio-de-lugar.3", "infectado.2", "legal"),
        answer("Beto"),
        infected("Dani"),
    ),
    "¡Fallaste! spares nobody in the exchange after ¿No podemos ser amigos?": (
        *FRIENDS,
        answer("Carla", "fallaste"),
        answer("Dani", "no-gracias"),
        gives("Beto", "Carla"),
        answer("Carla"),
        infected("Carla"),
    ),
    "¡Fallaste! that was taken back spares nobody": (
        *TURN,
        answer("Beto", "fallaste"),
        UNDO,
        gives("Ana", "Beto"),
        answer("Beto"),
        infected("Beto"),
    ),
}
"""Who takes a card by ¡Fallaste! instead of somebody else is not infected by it; nobody else is spared."""

OPEN: dict[str, Case] = {
    "both doors lie open, whichever was whose": (
        shows("Beto", ["puerta-atrancada.1", *OTHER[:3]], "legal"),
        *turn("Ana", "Beto"),
        *turn("Beto", "Carla"),
        draw("Carla"),
        play("Carla", "puerta-atrancada", "Dani"),
        draw("Dani"),
        play("Dani", "puerta-atrancada", "Eva"),
        shows("Fede", ["puerta-atrancada.2", *LAST_FOUR[:3]], "illegal", "hand.duplicate-copy"),
    ),
}
"""What lies open is in no hand, though nobody knows which copy was whose."""

TWICE = ("illegal", "hand.duplicate-copy")
NAMED: dict[str, Case] = {
    "two of a name of which there is one": (shows("Ana", ["hacha", "hacha", *OTHER[:2]], *TWICE),),
    "the one there is, and its name besides": (shows("Ana", ["hacha.1", "hacha", *OTHER[:2]], *TWICE),),
    "the only one was told by its name in another hand": (
        shows("Ana", ["hacha", *OTHER[:3]], "legal"),
        shows("Beto", ["hacha", *LAST_FOUR[:3]], *TWICE),
        shows("Carla", ["hacha.1", *LAST_FOUR[:3]], *TWICE),
    ),
    "the only one by its number, then by its name": (
        shows("Ana", ["hacha.1", *OTHER[:3]], "legal"),
        shows("Beto", ["hacha", *LAST_FOUR[:3]], *TWICE),
    ),
    "both of two were told by their name in other hands": (
        shows("Ana", ["whisky", *OTHER[:3]], "legal"),
        shows("Beto", ["whisky", *LAST_FOUR[:3]], "legal"),
        shows("Carla", ["whisky", "fallaste", "seduccion", "aterrador"], *TWICE),
    ),
    "the only one may have been given since": (
        shows("Ana", ["hacha", *OTHER[:3]], "legal"),
        *turn("Ana", "Beto"),
        shows("Beto", ["hacha", *LAST_FOUR[:3]], "legal"),
    ),
}
"""Cards of which it was not said which copy."""

DETERMINED: dict[str, Case] = {
    "¡Determinación! by somebody who was seen with two of them, told by their names": (
        shows("Ana", ["determinacion", "determinacion", "whisky.1", "hacha.1"], "legal"),
        draw("Ana"),
        {
            "check": {
                "what": "discard",
                "player": "Ana",
                "cards": ["analisis.1", "analisis.2"],
                "hand": ["determinacion.2", "whisky.1", "hacha.1", *DEFENCES, "analisis.1", "analisis.2"],
            },
            "verdict": "legal",
            "rules": (),
        },
    ),
}
"""The hand of a discard by ¡Determinación! has not the card itself, and the three that it draws."""

SET_RIGHT: Case = (
    is_thing("Ana"),
    {"action": "override", "set": {"turn": "Beto"}, "reason": "told wrongly"},
    shows("Beto", OTHER, "undetermined"),
)
"""Beto may have been infected, if he lost his last ¡Infectado! by what was put right."""

CORRECTED: dict[str, Case] = {
    "after a correction a hand without ¡Infectado! accuses nobody": (*SET_RIGHT, clean("Beto")),
    "whoever drew an ¡Infectado! since had one to keep": (
        *SET_RIGHT,
        draw("Beto"),
        shows("Beto", ["infectado.1", *OTHER], "legal"),
        discard("Beto"),
        shows("Beto", OTHER, "undetermined"),
    ),
    "whoever drew one for ¡Determinación! since had one to keep": (
        *SET_RIGHT,
        draw("Beto"),
        shows("Beto", ["whisky.1", *OTHER], "undetermined"),
        {
            "check": {
                "what": "discard",
                "player": "Beto",
                "cards": ["analisis.1", "analisis.2"],
                "hand": ["infectado.1", *OTHER[:3], "whisky.1", "analisis.1", "analisis.2"],
            },
            "verdict": "legal",
            "rules": (),
        },
        play("Beto", "determinacion"),
        discard("Beto"),
        shows("Beto", [*OTHER[:3], "whisky.1"], "undetermined"),
    ),
}
"""What a correction leaves sure."""

CORNERS: dict[str, Case] = {**WAYS, **NOTHING, **SPARED, **OPEN, **NAMED, **DETERMINED, **CORRECTED}
