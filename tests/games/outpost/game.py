"""The game as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import facts as f
from companion.engine.actions import Action, list_of, number, one_of, table_of, text, truth
from companion.engine.game import Setup
from companion.engine.kit import board_view
from companion.engine.kit.common_rules import (
    actor_eliminated,
    actor_unknown,
    asked,
    over,
    refuse,
    step_is,
    turn_is_yours,
)
from companion.engine.kit.declare import Flagged, HandsByKind, Seats
from companion.engine.kit.effects import Effects
from companion.engine.kit.everyday import OVERRIDE, RENAME, SHOW, abandoned
from companion.engine.kit.forms import Form
from companion.engine.kit.game import Game
from companion.engine.kit.log import Log
from companion.engine.kit.moves import Move, Phase, nobody, rules
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COUNT, Shown
from companion.engine.kit.rooms import Die, RoomNumber, Rooms
from companion.engine.kit.setup import opening_fault
from companion.engine.places import Place, front, hand
from companion.engine.rules import Moment, Violation
from companion.engine.view import Choice, Group, Plan, Question

LABORATORY, BOILER, WAREHOUSE, KENNEL = ROOMS = ("laboratory", "boiler", "warehouse", "kennel")
LOCATIONS, ACTIVE, EFFECTS = (Place("pile", name) for name in ("locations", "active", "effects"))
TOUCHES = {
    LABORATORY: (BOILER, WAREHOUSE),
    BOILER: (LABORATORY,),
    WAREHOUSE: (LABORATORY, KENNEL),
    KENNEL: (WAREHOUSE,),
}
SUSPICION, PROVEN, LAID, STRENGTH, LYING = "suspicion", "proven", "laid", "strength", "lying"
MEETING = "meeting"
TOKENS = 2

STAND = Rooms(slugs=ROOMS, touches=TOUCHES)
DAMAGE = RoomNumber("damage", track="damage", slugs=ROOMS, most=3, supply=8, icon="damage", kind="danger")
WEATHER = Die("weather", ("calm", "wind", "storm"))


# What refuses


def already_there(m: Moment) -> Violation | None:
    here = STAND.of(m.table, m.action.player)
    return refuse("walk.there", player=m.action.player) if m.action.text("to") == here else None


def too_far(m: Moment) -> Violation | None:
    here = STAND.of(m.table, m.action.player)
    far = here and m.action.text("to") not in TOUCHES[here]
    return refuse("walk.far", player=m.action.player) if far else None


def nobody_met(m: Moment) -> Violation | None:
    return None if len(STAND.people(m.table, m.action.text("at"))) > 1 else refuse("meet.alone")


def not_met(m: Moment) -> Violation | None:
    target = m.action.text("at")
    if target != m.action.player and STAND.of(m.table, target) == STAND.of(m.table, m.action.player):
        return None
    return refuse("look.elsewhere", player=m.action.player)


def offers_none(m: Moment) -> Violation | None:
    laid = (LAID, front(m.action.text("at"))) in m.table.numbers
    return None if laid else refuse("look.proven", other=m.action.text("at"))


def all_seen(m: Moment) -> Violation | None:
    left = m.table.numbers.get((LAID, front(m.action.text("at"))), 0)
    return None if left else refuse("look.seen", other=m.action.text("at"))


def nothing_to_give(m: Moment) -> Violation | None:
    return None if m.table.kinds.get((m.action.player, "action")) else refuse("give.none", player=m.action.player)


def nothing_broken(m: Moment) -> Violation | None:
    where = STAND.of(m.table, m.action.text("to"))
    return None if DAMAGE.now(m.table, where) else refuse("repair.whole")


# What happens


def hide(effects: Effects, action: Action) -> None:
    """A location card goes face down before the alien, into a heap of its own, with strength on it."""
    heap = Place("pile", f"alien-{1 + sum(name.startswith('alien') for name in effects.table.piles)}")
    effects.do(f.CountsSet({str(heap.name): 0}, {}), f.CardsMoved(LOCATIONS, heap))
    effects.put(STRENGTH, heap, action.number("strength"))


def walk(effects: Effects, action: Action) -> None:
    STAND.move(effects, action.player, action.text("to"))
    effects.do(f.TurnBegan(effects.table.next_after(action.player)))


def turn_over(effects: Effects, action: Action) -> None:
    """The heap is turned over: the strength comes to lie in the room it shows."""
    heap, slug = Place("pile", action.text("heap")), action.text("card")
    effects.do(f.CardsMoved(heap, Place("pile", "play"), 1, (slug,)))
    effects.put(STRENGTH, Place("room", slug), effects.table.numbers.get((STRENGTH, heap)))
    effects.put(STRENGTH, heap, None)


def meet(effects: Effects, action: Action) -> None:
    """Everybody in the room lays two tokens down but those proven human, and all choose at once."""
    people = STAND.people(effects.table, action.text("at"))
    for player in people:
        if (PROVEN, player) not in effects.table.tracks:
            effects.do(f.CardsMoved(hand(player), front(player), TOKENS, of="token"))
            effects.put(LAID, front(player), TOKENS)
    effects.ask(MEETING, *((effects.table.turn, player) for player in people))
    effects.do(f.StepBegan(MEETING))


def look(effects: Effects, action: Action) -> None:
    """Somebody looks at one token; after the last all tokens go back, and suspicion has grown."""
    player, target = action.player, action.text("at")
    effects.do(f.CardsShown(target, player, (), 1))
    effects.put(LAID, front(target), effects.table.numbers[LAID, front(target)] - 1)
    effects.keep(SUSPICION, player, (effects.table.track(SUSPICION, player) or 0) + 1)
    effects.do(f.Settled(player))
    if not effects.table.prompts:
        for track, at in tuple(effects.table.numbers):
            if track == LAID:
                effects.put(LAID, at, None)
                effects.do(f.CardsMoved(at, hand(str(at.name)), TOKENS, of="token"))
        effects.do(f.StepBegan("play"))


def give(effects: Effects, action: Action) -> None:
    """A card of a hand goes to those that will be dealt out, unseen: in darkness drawn by the neighbour."""
    effects.do(f.CardsMoved(hand(action.player), ACTIVE, of="action"))


def shuffle(effects: Effects, action: Action) -> None:
    effects.do(f.StackShuffled(ACTIVE, EFFECTS), f.StepBegan("deal"))


def repair(effects: Effects, action: Action) -> None:
    """The leader turns an effect up and names somebody: as many counters go as people stand there."""
    where = STAND.of(effects.table, action.text("to"))
    effects.do(f.CardsMoved(EFFECTS, Place("pile", "play"), 1, ("repair",)))
    DAMAGE.add(effects, where, -len(STAND.people(effects.table, where)))
    if not effects.table.piles["effects"]:
        effects.do(f.StepBegan("weather"))


def weather(effects: Effects, action: Action) -> None:
    """The die falls; a storm lays the leader flat, and breaks something in the kennel."""
    shown = WEATHER.roll(effects, effects.table.turn, action.number("side"))
    if shown == "storm":
        effects.keep(LYING, effects.table.turn, 1)
        DAMAGE.add(effects, KENNEL, 1)
    effects.do(f.StepBegan("walk"))


def end(effects: Effects, action: Action) -> None:
    effects.do(f.Ended(action.text("cause"), ()))


# What is asked


class Prompts(PromptBuilder):
    """One question in the making."""

    def start(self, key: str, *choices: Choice, player: str = "") -> Question:
        return Question(self.say(key, player=player), {}, (Group("", choices), self.other_things()), player=player)

    def rooms(self, said: Mapping[str, object], field: str) -> tuple[Choice, ...]:
        label = {slug: self.words.raw(f"rooms.{slug}") for slug in ROOMS}
        return tuple(
            Choice(label[slug], {**said, field: slug}, True, refusal=self.refusal({**said, field: slug}))
            for slug in ROOMS
        )


def who_hides(ask: Prompts) -> Question:
    strong = (ask.plain("strength", {"action": "hide", "strength": k}, count=k) for k in (1, 3))
    return ask.start("hide", *strong, ask.plain("hidden", {"action": "begin"}))


def where_to(ask: Prompts) -> Question:
    player = ask.table.turn
    heaps = (name for name, count in ask.table.piles.items() if name.startswith("alien") and count)
    turned = [ask.card(card, {"action": "turn", "heap": heap, "card": card}) for heap in heaps for card in ROOMS[:2]]
    rooms = ask.rooms({"action": "walk", "player": player}, "to")
    return ask.start("walk", *rooms, *turned, ask.plain("play", {"action": "begin"}), player=player)


def what_is_played(ask: Prompts) -> Question:
    given = (ask.player(p, {"action": "give", "player": p}) for p in ask.table.seats)
    meets = ask.rooms({"action": "meet"}, "at")
    return ask.start("play", *meets, *given, ask.plain("shuffle", {"action": "shuffle"}))


def whose_tokens(ask: Prompts) -> tuple[Question, ...]:
    """Everybody who is asked, at once."""
    found = []
    for prompt in ask.table.prompts:
        said = {"action": "look", "player": prompt.to}
        others = (p for p in STAND.people(ask.table, STAND.of(ask.table, prompt.to)) if p != prompt.to)
        choices = tuple(ask.player(p, {**said, "at": p}) for p in others)
        found.append(Question(ask.say("look", player=prompt.to), {}, (Group("", choices),), player=prompt.to))
    return tuple(found)


def to_whom(ask: Prompts) -> Question:
    people = (ask.player(p, {"action": "repair", "to": p}) for p in ask.table.seats)
    return ask.start("repair", *people, player=ask.table.turn)


def which_weather(ask: Prompts) -> Question:
    text = ask.say("weather")
    field = WEATHER.field(ask, text)
    return Question(text, {"action": "weather"}, (ask.other_things(),), (field,), ask.say("done"))


def fill_weather(form: Form) -> None:
    form.action["side"] = form.eyes("weather")[0]


def opened(decklist: Any, setup: Setup) -> tuple[f.Fact, ...]:
    hands = tuple((player, kind, count) for player in setup.players for kind, count in (("token", 4), ("action", 3)))
    return (
        f.TableOpened("outpost", setup.players, setup.first, {}, 7, 0, "hide"),
        f.CountsSet({"locations": 2, "active": 0, "effects": 0}, {}, hands),
        f.TrackSet("damage", "", 2, Place("room", BOILER)),
    )


_LIVING = rules(("game.over", over), ("player.unknown", actor_unknown), ("player.eliminated", actor_eliminated))
_OVER = rules(("game.over", over))


def _at(*steps: str) -> Any:
    return rules(("step.wrong", step_is(*steps)))


def begin(effects: Effects, action: Action) -> None:
    effects.do(f.StepBegan("walk" if effects.table.step == "hide" else "play"))


GAME = Game(
    slug="outpost",
    moves={
        "hide": Move(fields={"strength": number(0, 9)}, rules=(*_OVER, *_at("hide")), does=hide),
        "begin": Move(rules=(*_OVER, *_at("hide", "walk")), does=begin),
        "walk": Move(
            fields={"player": text, "to": one_of(*ROOMS)},
            said_by="seat",
            rules=(
                *(*_LIVING, *_at("walk")),
                *rules(("turn.not-yours", turn_is_yours), ("walk.there", already_there), ("walk.far", too_far)),
            ),
            does=walk,
            tells=lambda log: log.say(
                "walk", player=log.action.player, room=log.words.raw(f"rooms.{log.action.text('to')}")
            ),
        ),
        "turn": Move(
            fields={"heap": text, "card": one_of(*ROOMS)}, rules=(*_OVER, *_at("walk", "play")), does=turn_over
        ),
        "meet": Move(
            fields={"at": one_of(*ROOMS)},
            rules=(*_OVER, *_at("play"), *rules(("meet.alone", nobody_met))),
            does=meet,
        ),
        "look": Move(
            fields={"player": text, "at": text},
            said_by="seat",
            rules=(
                *(*_LIVING, *_at(MEETING)),
                *rules(
                    ("respond.not-asked", asked),
                    ("look.elsewhere", not_met),
                    ("look.proven", offers_none),
                    ("look.seen", all_seen),
                ),
            ),
            does=look,
            tells=lambda log: log.say("look", player=log.action.player, other=log.action.text("at")),
        ),
        "give": Move(
            fields={"player": text, "dark": truth},
            rules=(*_LIVING, *_at("play"), *rules(("give.none", nothing_to_give))),
            does=give,
        ),
        "shuffle": Move(rules=(*_OVER, *_at("play")), does=shuffle),
        "repair": Move(
            fields={"to": text}, rules=(*_OVER, *_at("deal"), *rules(("repair.whole", nothing_broken))), does=repair
        ),
        "weather": Move(
            fields={"side": WEATHER.shape},
            required=("side",),
            rules=(*_OVER, *_at("weather")),
            does=weather,
            fills=fill_weather,
            tells=lambda log: log.say("weather", side=_side(log)),
        ),
        "end": Move(fields={"cause": one_of("abandoned")}, rules=_OVER, does=end, asks=abandoned),
        "override": OVERRIDE,
        "show": SHOW,
        "rename": RENAME,
    },
    phases={
        "hide": Phase(who_hides, nobody, settable=True),
        "walk": Phase(where_to, settable=True),
        "play": Phase(what_is_played, nobody, settable=True),
        MEETING: Phase(whose_tokens, nobody),
        "deal": Phase(to_whom),
        "weather": Phase(which_weather, nobody),
    },
    declarations=(
        Seats(),
        STAND,
        DAMAGE,
        HandsByKind(kinds=("token", "action"), most=9),
        Flagged("proven", label="fix.proven", track=PROVEN, badge=("human", "scene.proven", "action")),
    ),
    forms={"rooms": ("rooms",), "damage": ("damage",), "hands": ("hands",), "proven": ("proven",)},
    public=(
        *("game", "status", "seats", "step", "turn", "waiting_for", "asked", "rooms", "damage", "hands", "proven"),
        Shown(
            "strength",
            lambda game, decklist, table: {
                f"{at.kind}:{at.name}": count for (track, at), count in table.numbers.items() if track == STRENGTH
            },
            table_of(number(0, 9)),
        ),
        Shown(
            "suspicion",
            lambda game, decklist, table: {p: n for (t, p), n in table.tracks.items() if t == SUSPICION},
            table_of(COUNT),
        ),
        Shown("lying", lambda game, decklist, table: [p for t, p in table.tracks if t == LYING], list_of(text)),
    ),
    refuse_setup=opening_fault,
    open=opened,
    plan=lambda decklist, players, words: Plan({}, ()),
    prompts=Prompts,
    board=board_view.Board,
)


def _side(log: Log) -> str:
    rolled = next(fact for fact in log.facts if isinstance(fact, f.DiceRolled))
    return log.words.raw(f"dice.weather.{rolled.pictures[0]}")
