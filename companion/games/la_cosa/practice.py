"""The practice evening of La Cosa: a turn each of three people, with a door, a slip, a defence and a fire."""

from __future__ import annotations

from companion.engine.practice import Lesson, Practice

ADA, BRUNO, CLEO = "Ada", "Bruno", "Cleo"


def _draw(player: str) -> dict[str, object]:
    return {"action": "draw", "player": player, "back": "away"}


def _answer(player: str, card: str | None = None) -> dict[str, object]:
    return {"action": "respond", "player": player, "card": card}


def _play(player: str, card: str, target: str) -> dict[str, object]:
    return {"action": "play", "player": player, "card": card, "target": target}


PRACTICE = Practice(
    (ADA, BRUNO, CLEO),
    (
        Lesson("draw", (_draw(ADA),)),
        Lesson("door", (_play(ADA, "puerta-atrancada", CLEO),)),
        Lesson("exchange", (_answer(BRUNO),), is_slip=True),
        Lesson("defence", (_answer(BRUNO, "no-gracias"),)),
        Lesson("turn", (_draw(BRUNO), {"action": "discard", "player": BRUNO})),
        Lesson("pass", (_answer(CLEO),)),
        Lesson("again", (_draw(CLEO),)),
        Lesson("fire", (_play(CLEO, "lanzallamas", BRUNO),), refused=_play(CLEO, "lanzallamas", ADA)),
        Lesson("out", (_answer(BRUNO),)),
    ),
)
