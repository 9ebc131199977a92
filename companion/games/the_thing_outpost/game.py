"""The Norwegian base as one value: the board game with its differences."""

from __future__ import annotations

from functools import partial

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.public_state import Shown
from companion.engine.kit.setup import answers
from companion.engine.places import room
from companion.engine.view import Plan, TrackView
from companion.engine.words import Wording
from companion.games.the_thing import GAME as BASE
from companion.games.the_thing import base as b
from companion.games.the_thing import box, game, queries
from companion.games.the_thing.summary import chronicle, recap
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.effects import Effects
from companion.games.the_thing_outpost.log import Log
from companion.games.the_thing_outpost.moves import IN_THIS_BASE, MORE_PHASES, NEW
from companion.games.the_thing_outpost.prompts import Prompts
from companion.games.the_thing_outpost.referee import REFEREE
from companion.games.the_thing_outpost.state import FORMS, PUBLIC, STATE
from companion.games.the_thing_outpost.state import NEW as KEPT
from companion.games.the_thing_outpost.teeth import found

ADVICE = ("marks", "track", "figures", "alien")
PICTURES = {**box.PICTURES, "weapons": "kind-weapon fire shuffle", "roles-lot": box.PICTURES["roles"]}


def open_table(decklist: Decklist, said: Setup) -> tuple[f.Fact, ...]:
    """Return the table when the first round begins: the snowcats are whole, by agreement the helicopter too."""
    ready = answers(decklist, said).get("vehicles") == "ready"
    whole = [(b.DAMAGE, room(slug)) for slug in ((b.SHED, b.HELICOPTER) if ready else (b.SHED,))]
    laid = box.open_table(decklist, said)
    kept = tuple(one for one in laid if not (isinstance(one, f.TrackSet) and (one.track, one.at) in whole))
    return (*kept, f.TrackSet(b.SNOWCATS, "", 2))


def helicopter(decklist: Decklist, players: int) -> int:
    """Damage of the helicopter: that of the board game, or none; the rulebook says both."""
    said = decklist.option("vehicles")
    return 0 if said and said.default == "ready" else box.stores(decklist, players).helicopter


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """Return the quantities of the set-up, as `companion deck --json` gives them under `figures`."""
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
    """Return the set-up as figures and as steps that a host works through."""
    figures = figures_of(decklist, players)
    verify = {**box.verified(decklist, players), "actions": box.left_of_actions(decklist, players)}
    here, broken = box.stores(decklist, players), helicopter(decklist, players)
    left = here.damage_counters - here.radio - broken
    blanks = {**box.blanks_of(decklist, players, words), "helicopter": broken, "damage_left": left}
    said = decklist.option("teeth")
    roles = "roles-lot" if said and said.default == "lot" else "roles"
    steps = tuple(roles if step == "roles" else step for step in box.TOGETHER)
    return box.told(decklist, players, words, figures, verify, blanks, steps, advice=ADVICE, pictures=PICTURES)


class Board(game.Board):
    """The table as a screen draws it, with the dog on the run and what the launch has come to."""

    def tracks(self) -> tuple[TrackView, ...]:
        """With the dog's track, and in the saucer the cards of the launch."""
        table, raw = self.table, self.words.raw
        dog = TrackView(raw("scene.tracks.dog-at"), queries.number(table, o.DOG_AT), q.end_of_run(table), "danger")
        if not q.is_in_the_ufo(table):
            return (*super().tracks(), dog)
        done = queries.number(table, o.LAUNCHED)
        return (TrackView(raw("scene.tracks.launched"), done, len(o.COSTS), "danger"),)

    def detail(self) -> str:
        """Return who is away; in the saucer what either side has left to take."""
        table, say = self.table, self.words.say
        if q.is_in_the_ufo(table):
            worth = sum(value * count for value, count in q.held(table).items())
            stock = queries.number(table, o.STOCK)
            return f"{say('scene.ufo', count=stock, worth=worth)} {say('scene.pool', count=queries.strength(table))}"
        away = q.escaped(table)
        return " ".join((super().detail(), *([say("scene.away", players=self.words.listed(away))] if away else [])))


_FORMS = {**BASE.forms, **FORMS}
GAME = BASE.derive(
    slug="the-thing-outpost",
    moves={**IN_THIS_BASE, **NEW},
    phases=MORE_PHASES,
    declarations=STATE,
    without=("pack",),
    forms=_FORMS,
    public=(
        *(one for one in BASE.public if (one.name if isinstance(one, Shown) else one) not in ("cause", "pack")),
        *KEPT,
        *PUBLIC,
    ),
    open=open_table,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    log=Log,
    recap=partial(recap, found=found),
    chronicle=partial(chronicle, found=found),
    referee=REFEREE,
    last_steps=BASE.last_steps | {*o.UFO_STEPS},
)
