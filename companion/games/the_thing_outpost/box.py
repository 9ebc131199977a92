"""The set-up for N players: what is otherwise than in the board game (RB, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers
from companion.engine.places import room
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing import box, setup
from companion.games.the_thing_outpost import base as o

ADVICE = ("marks", "track", "figures", "alien")
PICTURES = {**box.PICTURES, "weapons": "kind-weapon fire shuffle", "roles-lot": box.PICTURES["roles"]}


def open_table(decklist: Decklist, said: Setup) -> tuple[f.Fact, ...]:
    """The table as it lies when the first round begins: the snowcats are whole, by agreement the helicopter too."""
    ready = answers(decklist, said).get("vehicles") == "ready"
    whole = [(b.DAMAGE, room(slug)) for slug in ((b.SHED, b.HELICOPTER) if ready else (b.SHED,))]
    laid = setup.open_table(decklist, said)
    kept = tuple(one for one in laid if not (isinstance(one, f.TrackSet) and (one.track, one.at) in whole))
    return (*kept, f.TrackSet(b.SNOWCATS, "", 2))


def helicopter(decklist: Decklist, players: int) -> int:
    """Damage of the helicopter: that of the board game, or none; the rulebook says both."""
    said = decklist.option("vehicles")
    return 0 if said and said.default == "ready" else box.stores(decklist, players).helicopter


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """The quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    here = box.stores(decklist, players)
    told = box.figures_of(decklist, players)
    npcs = decklist.setup.get("dog_tokens", 9)
    del told["dog_tokens"]
    return {
        **told,
        "damage": {
            "helicopter": helicopter(decklist, players),
            "snowcats": 0,
            "radio": here.radio,
            "operations": here.damage_counters - here.radio - helicopter(decklist, players),
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
    figures = figures_of(decklist, players)
    verify = {**box.verified(decklist, players), "actions": box.left_of_actions(decklist, players)}
    here, broken = box.stores(decklist, players), helicopter(decklist, players)
    left = here.damage_counters - here.radio - broken
    blanks = {**box.blanks_of(decklist, players, words), "helicopter": broken, "damage_left": left}
    said = decklist.option("teeth")
    roles = "roles-lot" if said and said.default == "lot" else "roles"
    steps = tuple(roles if step == "roles" else step for step in box.TOGETHER)
    return box.told(decklist, players, words, figures, verify, blanks, steps, advice=ADVICE, pictures=PICTURES)
