"""The set-up for N players: what is otherwise than in the board game (RB, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.places import room
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import box, setup
from companion.games.the_thing_outpost import base as o

ADVICE = ("marks", "track", "figures", "alien")
PICTURES = {**box.PICTURES, "weapons": "kind-weapon fire shuffle"}


def open_table(decklist: Decklist, said: Setup) -> tuple[f.Fact, ...]:
    """The table as it lies when the first round begins: the snowcats are whole."""
    whole = (b.DAMAGE, room(b.SHED))
    laid = setup.open_table(decklist, said)
    return tuple(one for one in laid if not (isinstance(one, f.TrackSet) and (one.track, one.at) == whole))


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """The quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    here = box.stores(decklist, players)
    told = box.figures_of(decklist, players)
    npcs = decklist.setup.get("dog_tokens", 9)
    del told["dog_tokens"]
    return {
        **told,
        "damage": {
            "helicopter": here.helicopter,
            "snowcats": 0,
            "radio": here.radio,
            "operations": here.damage_left + box.SHED_DAMAGE,
        },
        "npc_tokens": {"dealt": players, "alien": 1, "bag": npcs, "human": npcs - 2},
        "dental_cards": box.deck_size(decklist, players, "dental"),
        "launch_cards": list(o.COSTS),
        "launch_tokens": {
            **{str(value): count for value, count in o.TOKENS.items()},
            "face_up": len(o.SECTORS),
            "face_down": sum(o.TOKENS.values()) - len(o.SECTORS),
        },
        "sectors": list(o.VALUES),
    }


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    here = box.stores(decklist, players)
    figures = figures_of(decklist, players)
    verify = {**box.verified(decklist, players), "actions": box.left_of_actions(decklist, players)}
    blanks = {**box.blanks_of(decklist, players, words), "damage_left": here.damage_left + box.SHED_DAMAGE}
    return box.told(decklist, players, words, figures, verify, blanks, advice=ADVICE, pictures=PICTURES)
