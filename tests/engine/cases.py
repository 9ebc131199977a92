"""Moments of real games with the verdict that follows from the rules, derived by hand."""

from __future__ import annotations

from tests.engine.case_lines import (
    ANA_INFECTS_BETO,
    ANA_IS,
    HUMAN,
    LAST,
    LAST_FOUR,
    NON_THING,
    OTHER,
    PLAIN,
    Case,
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

LAP = (("Ana", "Beto"), ("Beto", "Carla"), ("Carla", "Dani"), ("Dani", "Ana"))
CAUGHT = ["la-cosa.1", "lanzallamas.1", "sospecha.1", "sospecha.2"]

BETO_HAS: dict[int, list[str]] = {1: ["infectado.1", *OTHER[:3]], 2: ["infectado.1", "infectado.2", *OTHER[:2]]}
"""Hands of Beto, infected, by how many ¡Infectado! they hold."""


def infected_beto_meets_ana(many: int) -> Case:
    """Ana, who has no ¡Infectado! left, and Beto, who has so many, exchange a card unseen; then Ana and Dani do."""
    return (
        *ANA_INFECTS_BETO,
        shows("Ana", ["la-cosa.1", "hacha.1", "sospecha.1", "sospecha.2"], "legal"),
        draw("Beto"),
        play("Beto", "seduccion", "Ana"),
        shows("Beto", BETO_HAS[many], "legal"),
        answer("Ana"),
        *turn("Carla", "Dani")[:2],
        answer("Dani", "no-gracias"),
        *turn("Dani", "Ana"),
    )


def beto_meets_carla(many: int) -> Case:
    """Beto, infected and with so many ¡Infectado!, exchanges a card with a human, unseen but for the drawn card."""
    return (
        *ANA_INFECTS_BETO,
        {**draw("Beto"), "card": "infectado" if many == 2 else "determinacion"},
        {**discard("Beto"), "card": "lanzallamas"},
        shows("Beto", BETO_HAS[many], "legal"),
        answer("Carla"),
    )


CASES: dict[str, Case] = {
    "humans give none, so Beto has no second one": (
        *beto_meets_carla(1),
        swaps("Beto", "Ana", "infectado.1", "sospecha.1", "illegal", LAST),
    ),
    "the infected give humans none, so Beto has both still": (
        *beto_meets_carla(2),
        swaps("Beto", "Ana", "infectado.1", "sospecha.1", "legal"),
    ),
    "the infected give La Cosa no last one, so it has none to give": (
        *infected_beto_meets_ana(1),
        shows("Dani", LAST_FOUR, "legal"),
    ),
    "the infected may give La Cosa a spare one, which may infect": (
        *infected_beto_meets_ana(2),
        shows("Dani", LAST_FOUR, "undetermined"),
    ),
    "play goes on, so the other one is La Cosa": (
        shows("Ana", PLAIN, "legal"),
        shows("Beto", OTHER, "legal"),
        *turn("Ana", "Beto")[:2],
        answer("Beto", "no-gracias"),
        draw("Beto"),
        play("Beto", "lanzallamas", "Carla"),
        answer("Carla"),
        answer("Dani"),
        *turn("Dani", "Ana")[:2],
        swaps("Dani", "Ana", "infectado.1", "whisky.1", "legal"),
    ),
    "a copy that everybody saw discarded": (
        shows("Ana", PLAIN, "legal"),
        draw("Ana"),
        {**discard("Ana"), "card": "hacha"},
        shows("Ana", PLAIN, "illegal", "hand.duplicate-copy"),
        shows("Carla", ["hacha.1", *OTHER[:3]], "illegal", "hand.duplicate-copy"),
    ),
    "a dealt hand without La Cosa is legal": (shows("Beto", PLAIN, "legal"),),
    "a plain hand after an exchange with who may be La Cosa hangs on it": (
        *turn("Ana", "Beto"),
        shows("Beto", PLAIN, "undetermined"),
    ),
    "a plain hand is legal while its owner has met La Cosa in no exchange": (
        shows("Carla", ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"], "legal"),
        *turn("Ana", "Beto"),
        shows("Beto", OTHER, "legal"),
    ),
    "an infected player keeps one": (
        *ANA_INFECTS_BETO,
        shows("Beto", OTHER, "illegal", "hand.infected-keeps-one"),
    ),
    "a plain hand that was looked at before: had its owner been infected, they would have kept one": (
        ANA_IS,
        *turn("Ana", "Beto"),
        shows("Beto", OTHER, "undetermined"),
        shows("Beto", OTHER, "legal"),
    ),
    "an infected player gives to La Cosa only": (
        *ANA_INFECTS_BETO,
        *turn("Beto", "Carla")[:2],
        swaps("Beto", "Carla", "infectado.2", "whisky.1", "illegal", NON_THING),
        swaps("Beto", "Carla", "infectado.1", "sospecha.3", "illegal", NON_THING),
        swaps("Beto", "Carla", "sospecha.3", "sospecha.4", "legal"),
    ),
    "whether it is the last hangs on the hand": (
        *ANA_INFECTS_BETO,
        draw("Beto"),
        play("Beto", "seduccion", "Ana"),
        swaps("Beto", "Ana", "infectado.1", "sospecha.1", "undetermined"),
        shows("Beto", ["infectado.1", *OTHER[:3]], "legal"),
        swaps("Beto", "Ana", "infectado.1", "sospecha.1", "illegal", LAST),
    ),
    "human or infected, nobody gives one to somebody who is not La Cosa": (
        ANA_IS,
        *turn("Ana", "Beto"),
        *turn("Beto", "Carla")[:2],
        swaps("Beto", "Carla", "infectado.1", "hacha.1", "illegal", "any", HUMAN, NON_THING),
    ),
    "two who may both be La Cosa": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "infectado.1", "whisky.1", "undetermined"),
        swaps("Ana", "Beto", "infectado.1", "infectado.2", "illegal", "any", HUMAN),
    ),
    "what an undetermined exchange infects is known once La Cosa is": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "infectado.1", "hacha.1", "undetermined"),
        answer("Beto"),
        shows("Ana", ["la-cosa.1", "hacha.1", "sospecha.1", "sospecha.2"], "legal"),
        shows("Beto", OTHER, "illegal", "hand.infected-keeps-one"),
    ),
    "an exchange that was refused infects nobody": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "infectado.1", "hacha.1", "legal"),
        answer("Beto", "no-gracias"),
        shows("Beto", OTHER, "legal"),
    ),
    "an illegal check teaches nothing": (
        shows("Carla", ["la-cosa.1", "whisky.1", "sospecha.1"], "illegal", "hand.size"),
        shows("Beto", ["la-cosa.1", *OTHER[:3]], "legal"),
    ),
    "la-cosa given is illegal and teaches nothing": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "la-cosa.1", "whisky.1", "illegal", "exchange.thing"),
        shows("Beto", ["la-cosa.1", *OTHER[:3]], "legal"),
    ),
    "fallaste spares the one who exchanges instead": (
        ANA_IS,
        draw("Ana"),
        discard("Ana"),
        answer("Beto", "fallaste"),
        swaps("Ana", "Carla", "infectado.1", "hacha.1", "legal"),
        answer("Carla"),
        shows("Carla", ["infectado.1", *OTHER[:3]], "legal"),
        *turn("Beto", "Carla"),
        draw("Carla"),
        discard("Carla"),
        swaps("Carla", "Dani", "infectado.1", "determinacion.1", "illegal", HUMAN),
    ),
    "fallaste spares nobody else": (
        shows("Carla", ["la-cosa.1", "sospecha.1", "sospecha.2", "hacha.1"], "legal"),
        *(line for a, b in LAP for line in turn(a, b)),
        draw("Ana"),
        discard("Ana"),
        answer("Beto", "fallaste"),
        swaps("Ana", "Carla", "whisky.1", "infectado.1", "legal"),
        answer("Carla"),
        shows("Ana", OTHER, "illegal", "hand.infected-keeps-one"),
    ),
    "a drawn one may be discarded, the last one received may not": (
        *ANA_INFECTS_BETO,
        draw("Beto"),
        parts("Beto", "infectado.1", "undetermined"),
        parts("Beto", "infectado.1", "illegal", "discard.last-infected", hand=["infectado.1", *OTHER]),
        parts("Beto", "infectado.2", "legal", hand=["infectado.1", "infectado.2", *OTHER[:3]]),
        parts("Beto", "infectado.1", "legal"),
    ),
    "a round infects the next": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        answer("Beto", "no-gracias"),
        panic("Beto", "vuelta-y-vuelta"),
        goes_round({"Ana": "infectado.1", "Beto": "hacha.1", "Carla": "sospecha.3", "Dani": "sospecha.4"}, "legal"),
        play("Beto", "vuelta-y-vuelta"),
        shows(
            "Beto",
            ["determinacion.1", "determinacion.2", "lanzallamas.1", "cambio-de-lugar.1"],
            "illegal",
            "hand.infected-keeps-one",
        ),
    ),
    "in a round humans give none either": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        answer("Beto", "no-gracias"),
        panic("Beto", "vuelta-y-vuelta"),
        goes_round(
            {"Ana": "sospecha.1", "Beto": "infectado.1", "Carla": "hacha.1", "Dani": "sospecha.4"}, "illegal", HUMAN
        ),
    ),
    "superinfected in an exchange, and only then": (
        shows("Carla", ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"], "legal"),
        *(line for lap in range(3) for a, b in LAP for line in turn(a, b)),
        draw("Ana"),
        shows("Ana", [*(f"infectado.{k}" for k in range(1, 5)), "hacha.1"], "legal"),
        discard("Ana"),
        shows("Ana", [f"infectado.{k}" for k in range(1, 5)], "illegal", "hand.superinfection"),
    ),
    "la cosa with lanzallamas off turn": (
        shows(
            "Beto",
            ["la-cosa.1", "lanzallamas.1", "sospecha.1", "sospecha.2"],
            "illegal",
            "hand.thing-with-flamethrower",
        ),
        shows("Beto", ["la-cosa.1", "lanzallamas.1", "sospecha.1", "sospecha.2"], "legal", occasion="private"),
        shows("Ana", ["la-cosa.1", "lanzallamas.2", "sospecha.3", "sospecha.4"], "illegal", "hand.thing-moved"),
    ),
    "la cosa with lanzallamas in the exchange that ends its own turn": (
        draw("Ana"),
        shows("Ana", [*CAUGHT, "hacha.1"], "legal"),
        discard("Ana"),
        shows("Ana", CAUGHT, "legal"),
        answer("Beto", "fallaste"),
        shows("Ana", CAUGHT, "legal"),
        answer("Carla"),
        shows("Ana", CAUGHT, "illegal", "hand.thing-with-flamethrower"),
    ),
    "la cosa with lanzallamas when the turn's exchange is offered to it": (
        draw("Ana"),
        discard("Ana"),
        shows("Beto", CAUGHT, "illegal", "hand.thing-with-flamethrower"),
        answer("Beto"),
        shows("Beto", CAUGHT, "legal"),
    ),
    "another hand than a moment ago names no rule of which nobody has seen the card": (
        ANA_IS,
        shows("Ana", PLAIN, "illegal", "hand.thing-missing"),
        shows("Beto", LAST_FOUR, "legal"),
        shows("Beto", OTHER, "legal"),
    ),
    "a copy that lies in another's hand": (
        shows("Beto", PLAIN, "legal"),
        shows("Carla", ["hacha.1", *OTHER[:3]], "illegal", "hand.duplicate-copy"),
        *turn("Ana", "Beto"),
        *turn("Beto", "Carla"),
        shows("Carla", ["hacha.1", *OTHER[:3]], "legal"),
    ),
    "a copy that was seen to be given is not where it was": (
        shows("Beto", PLAIN, "legal"),
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "determinacion.1", "hacha.1", "legal"),
        answer("Beto"),
        shows("Beto", PLAIN, "illegal", "hand.duplicate-copy"),
    ),
    "of two cards shown for one offer the last is given, and infects nobody": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "infectado.1", "sospecha.3", "legal"),
        swaps("Ana", "Beto", "whisky.1", "sospecha.3", "legal"),
        answer("Beto"),
        shows("Beto", ["whisky.1", *LAST_FOUR[:3]], "legal"),
    ),
    "of two cards shown for one offer the last is given, and infects": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "whisky.1", "sospecha.3", "legal"),
        swaps("Ana", "Beto", "infectado.1", "sospecha.3", "legal"),
        answer("Beto"),
        shows("Beto", LAST_FOUR, "illegal", "hand.infected-keeps-one"),
    ),
    "a card that was shown for an offer before another one is kept": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "hacha.1", "sospecha.3", "legal"),
        swaps("Ana", "Beto", "whisky.1", "sospecha.4", "legal"),
        answer("Beto"),
        shows("Ana", ["hacha.1", "sospecha.4", *LAST_FOUR[:2]], "legal"),
        shows("Beto", ["whisky.1", "sospecha.3", *LAST_FOUR[2:]], "legal"),
        shows("Carla", ["determinacion.1", "hacha.1", *OTHER[2:]], "illegal", "hand.duplicate-copy"),
    ),
    "of two cards shown for a round the last is given": (
        ANA_IS,
        *turn("Ana", "Beto")[:2],
        answer("Beto", "no-gracias"),
        panic("Beto", "vuelta-y-vuelta"),
        goes_round({"Ana": "infectado.1", "Beto": "hacha.1", "Carla": "sospecha.3", "Dani": "sospecha.4"}, "legal"),
        goes_round({"Ana": "whisky.1", "Beto": "hacha.1", "Carla": "seduccion.1", "Dani": "sospecha.4"}, "legal"),
        play("Beto", "vuelta-y-vuelta"),
        shows("Beto", ["whisky.1", *LAST_FOUR[:3]], "legal"),
        shows("Carla", ["sospecha.3", "hacha.1", "aqui-estoy-bien.1", "fallaste.1"], "legal"),
        shows("Dani", ["seduccion.1", "seduccion.2", *OTHER[2:]], "legal"),
    ),
    "cards shown for an exchange that was refused leave no trace": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "determinacion.1", "hacha.1", "legal"),
        shows("Carla", ["hacha.1", "whisky.1", *OTHER[:2]], "illegal", "hand.duplicate-copy"),
        answer("Beto", "no-gracias"),
        shows("Carla", ["hacha.1", "whisky.1", "determinacion.1", "sospecha.1"], "legal"),
    ),
    "nor those shown to one whom ¡Fallaste! spared them": (
        *turn("Ana", "Beto")[:2],
        swaps("Ana", "Beto", "determinacion.1", "hacha.1", "legal"),
        answer("Beto", "fallaste"),
        shows("Dani", ["hacha.1", "whisky.1", "determinacion.1", "sospecha.1"], "legal"),
    ),
    "nor those of an exchange that never came": (
        draw("Ana"),
        swaps("Ana", "Beto", "determinacion.1", "hacha.1", "legal"),
        play("Ana", "puerta-atrancada", "Beto"),
        shows("Dani", ["hacha.1", "whisky.1", "determinacion.1", "sospecha.1"], "legal"),
    ),
    "a card that lies on the table as a door": (
        draw("Ana"),
        play("Ana", "puerta-atrancada", "Dani"),
        shows("Carla", ["puerta-atrancada.1", *OTHER[:3]], "illegal", "hand.duplicate-copy"),
    ),
    "burnt hands lie in the discards": (
        shows("Beto", PLAIN, "legal"),
        draw("Ana"),
        play("Ana", "lanzallamas", "Beto"),
        answer("Beto"),
        answer("Carla"),
        shows("Dani", ["hacha.1", *OTHER[:3]], "illegal", "hand.duplicate-copy"),
    ),
    "play goes on, so it was not La Cosa who burnt": (
        shows("Ana", PLAIN, "legal"),
        *turn("Ana", "Beto")[:2],
        answer("Beto", "no-gracias"),
        draw("Beto"),
        play("Beto", "lanzallamas", "Carla"),
        answer("Carla"),
        answer("Dani"),
        *turn("Dani", "Ana")[:2],
        swaps("Dani", "Ana", "sospecha.3", "infectado.1", "illegal", HUMAN),
    ),
    "a public show of La Cosa is seen by the referee too": (
        draw("Ana"),
        {"action": "show", "player": "Ana", "cards": ["la-cosa", "whisky"]},
        shows("Beto", ["la-cosa.1", *OTHER[:3]], "illegal", "hand.thing-moved"),
    ),
    "a new name is the same person": (
        ANA_IS,
        *turn("Ana", "Beto"),
        {"action": "rename", "player": "Ana", "to": "Eva"},
        shows("Eva", PLAIN, "illegal", "hand.thing-missing"),
    ),
    "a correction of hands makes cards doubtful, not roles": (
        *ANA_INFECTS_BETO,
        shows("Carla", ["hacha.1", *OTHER[:3]], "illegal", "hand.duplicate-copy"),
        {"action": "override", "set": {"hands": {"Carla": 3}, "draw_pile": 19, "discard_pile": 1}, "reason": "counted"},
        shows("Carla", ["hacha.1", *OTHER[:2]], "undetermined"),
        swaps("Beto", "Dani", "infectado.3", "cambio-de-lugar.2", "illegal", NON_THING),
        shows("Beto", LAST_FOUR, "undetermined"),
        shows("Dani", ["la-cosa.1", "seduccion.1", "seduccion.2", "no-gracias.1"], "illegal", "hand.thing-moved"),
    ),
}
