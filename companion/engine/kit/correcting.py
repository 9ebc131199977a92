"""The move that sets what the table says is otherwise, asked by touch: where or of whom, then how it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from companion.engine.actions import ActionType, Malformed, fields_of, text
from companion.engine.kit import log
from companion.engine.kit.common_rules import OVER
from companion.engine.kit.corrections import correct, refused
from companion.engine.kit.forms import Form
from companion.engine.kit.moves import Move
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.rooms import RoomNumber
from companion.engine.view import Choice, Field, Group, Question, Said

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame

WHOLE = ("seats", "options")
"""What lies nowhere on the table: seats change in pairs, and agreements are a list to be read."""
SPOTS = ("room", "who")
"""What is said of where it is otherwise, or of whom, before it is said what."""
BESIDE = 10
"""So many numbers less and more than now stand side by side."""


@dataclass(frozen=True)
class Correction(Move):
    """The move that sets what the table says is otherwise: its fields are those of the game's declarations."""

    def verb(self, name: str, game: AnyGame) -> ActionType:
        keys = {key: shape for declared in game.declarations for key, shape in declared.keys(game).items()}
        return replace(super().verb(name, game), fields={"set": fields_of(**keys), "reason": text})


def sheet(ask: PromptBuilder) -> Question:
    """Return the form of what it is about, with the present values."""
    about = ask.heard("about")
    why = Field("reason", ask.say("fix.reason"), "text", value=ask.say("fix.reason-default"))
    detail = ask.say(f"fix.{about}-help") if ask.words.has(f"ask.fix.{about}-help") else ""
    fields = tuple(field for name in ask.game.forms[about] for field in ask.game.declared(name).fields(ask))
    return Question(ask.say(f"fix.{about}"), ask.said, (), (*fields, why), ask.say("fix.submit"), detail)


class Spot(NamedTuple):
    """Something that may be otherwise: its room, its player, what stands over it, and what makes the choice of it."""

    room: str
    player: str
    label: str
    choice: Callable[[], Choice]


class Correcting:
    """One form of corrections, touched on the table instead: where or of whom, then how it is."""

    def __init__(self, ask: PromptBuilder, about: str) -> None:
        self.ask, self.about = ask, about
        self.form = sheet(ask.anew({"action": "override", "about": about}))
        self.fields = {one.name: one for one in self.form.fields if one.name != "reason"}
        self.now = {k: [*one.values] if one.kind == "checks" else [one.value] for k, one in self.fields.items()}
        self.declared = [ask.game.declared(name) for name in ask.game.forms[about]]

    def question(self, name: str = "") -> Question:
        """Ask where it is otherwise, or of whom; or how it is in the field of this name."""
        if name in self.fields:
            return self.how(self.fields[name])
        groups = dict[str, list[Choice]]()
        for spot in self.spots():
            groups.setdefault(spot.label, []).append(spot.choice())
        made = tuple(Group(label, tuple(choices)) for label, choices in groups.items())
        return Question(self.form.text, self.form.said, made, detail=self.form.detail)

    def spots(self) -> Iterator[Spot]:
        """Yield everything that may be otherwise. What can only lie there or not is so at the touch."""
        for field in self.fields.values():
            is_one = len(self.fields) == 1 or self._names_people(field)
            if field.kind == "checks" or (field.kind == "choice" and is_one):
                group = field.label if len(self.fields) > 1 else ""
                for value, label in field.options:
                    if field.kind == "checks" or value != field.value:
                        yield Spot(*self._spot(label, value), group, partial(self._turned, field, label, value))
            else:
                yield Spot(*self._spot_of(field), "", partial(self._asked, field))

    def _spot_of(self, field: Field) -> tuple[str, str]:
        """Return the room or the player that a field is about."""
        return self._spot(field.label, field.name.partition(".")[2])

    def _names_people(self, field: Field) -> bool:
        """Return True if its answers are people. Where people are called 1, 2 … no count of what they have is one."""
        return not any(self._spot_of(field)) and any(self._spot(label, value)[1] for value, label in field.options)

    def _turned(self, field: Field, label: str, value: str) -> Choice:
        """Return the choice that one of several answers is otherwise."""
        if field.kind == "choice":
            return self._sets(label, value, {field.name: [value]})
        ticked = [one for one, _ in field.options if (one in field.values) != (one == value)]
        return replace(self._sets(label, value, {field.name: ticked}), detail=LIES[value in field.values])

    def _asked(self, field: Field) -> Choice:
        """Return the choice that a field is otherwise; how is asked next, or known."""
        slug = field.name.partition(".")[2]
        if field.kind == "number" and field.most == 1:
            is_only = any(isinstance(one, RoomNumber) and one.supply == 1 for one in self.declared)
            others = {name: ["0"] for name in self.now} if is_only else {}
            other = self._sets(field.label, slug, {**others, field.name: [str(1 - int(field.value))]})
            return replace(other, detail=LIES[field.value == "1"])
        room, player = self._spot_of(field)
        said = {**self.form.said, "about": f"{self.about}:{field.name}"}
        is_now = dict(field.options).get(field.value, field.value)
        choice = Choice(field.label, said, detail=is_now, room=room, player=player)
        return self.ask.leading(choice, self.how(field).groups[0].choices)

    def how(self, field: Field) -> Question:
        """Ask how it is there, among what is nearest to how it is now."""
        options = field.options or tuple((str(k), str(k)) for k in range(field.least, field.most + 1))
        at = next((k for k, (value, _) in enumerate(options) if value == field.value), 0)
        near = options if len(options) <= 2 * BESIDE else options[max(at - BESIDE, 0) : at + BESIDE + 1]
        ways = tuple(self._sets(label, value, {field.name: [value]}) for value, label in near if value != field.value)
        if field.kind == "number":  # too many or too few cards need no reason each
            ways = tuple(one for one in ways if one.refusal is None) or ways
        is_spot = any(self._spot_of(field))
        if is_spot:
            ways = tuple(replace(one, player="") for one in ways)
        text = f"{self.form.text} · {field.label}" if is_spot else field.label
        is_now = dict(options).get(field.value, field.value)
        return Question(text, self.ask.said, (Group("", ways),), detail=is_now and f"{is_now} → ?")

    def _sets(self, label: str, spot: str, filled: Mapping[str, list[str]]) -> Choice:
        """Return the choice of a correction: what is filled in otherwise than it is now."""
        before, after = self._before, self._read({**self.now, **filled})
        whole = {key for one in self.declared if one.is_whole for key in one.keys(self.ask.game)}
        found = dict[str, object]()
        for key, value in after.items():
            was = before.get(key)
            if key not in whole and isinstance(was, Mapping) and isinstance(value, Mapping):
                value = {line: one for line, one in value.items() if was.get(line) != one}
            if was != after[key]:
                found[key] = value
        said: Said = {"action": "override", "set": found, "reason": self.ask.say("fix.reason-default")}
        (room, player), refusal = self._spot(label, spot), self.ask.refusal(said)
        kind = "number" if label.isdecimal() else ""
        return Choice(label, said, True, kind=kind, refusal=refusal, room=room, player=player)

    @cached_property
    def _before(self) -> Mapping[str, object]:
        return self._read(self.now)

    def _read(self, filled: Mapping[str, list[str]]) -> Mapping[str, object]:
        ask, said = self.ask, {"action": "override", "about": self.about}
        game: Any = ask.game
        return cast("Mapping[str, object]", game.assemble(ask.decklist, ask.table, said, filled)["set"])

    def _spot(self, label: str, slug: str) -> tuple[str, str]:
        """Return the room and the player that are touched on the table, as far as it is one of them."""
        room = slug if self.about not in WHOLE and self.ask.words.has(f"rooms.{slug}") else ""
        return room, label if label in self.ask.table.players else ""


LIES = ("", "✓")
"""What is told of something that does not lie there, or does."""


def seating(ask: PromptBuilder, player: str) -> Question:
    """Ask who sits elsewhere, then with whom they change places."""
    seats, said = ask.table.seats, {"action": "override", "about": "seats"}
    if player not in seats:
        people = tuple(ask.player(p, {**said, "about": f"seats:{p}"}, done=False, judged=False) for p in seats)
        return replace(sheet(ask.anew(said)), groups=(Group("", people),), fields=(), submit="")

    def changed(other: str) -> Choice:
        swap = {player: other, other: player}
        order = [swap.get(p, p) for p in seats]
        reason = ask.say("fix.reason-default")
        return ask.player(other, {"action": "override", "set": {"seats": order}, "reason": reason})

    text = f"{ask.say('fix.seats')} · {player} ↔"
    return Question(text, ask.said, (Group("", tuple(changed(p) for p in seats if p != player)),))


def what_is_wrong(ask: PromptBuilder) -> Question:
    """Ask what is otherwise on the table, touch by touch: where or of whom, what there, and how it is."""
    about, _, name = ask.heard("about").partition(":")
    if about == "seats":
        return seating(ask, name)
    if about in ask.game.forms:
        return Correcting(ask, about).question(name)
    said: Said = {"action": "override"}
    forms = [Correcting(ask, key) for key in ask.game.forms if key not in WHOLE]
    found = [(one, spot) for one in forms for spot in one.spots()]
    rooms = dict.fromkeys(spot.room for _, spot in found if spot.room)
    people = [p for p in ask.table.players if any(spot.player == p for _, spot in found)]

    def there(spot_name: str) -> list[tuple[Correcting, Spot]]:
        return [(one, spot) for one, spot in found if spot_name in (spot.room, spot.player)]

    if about in SPOTS and name in (*rooms, *people):
        choices = tuple(
            replace(spot.choice(), label=spot.label or one.form.text, room="", player="") for one, spot in there(name)
        )
        called = ask.words.raw(f"rooms.{name}") if name in rooms else name
        return Question(f"{called}. {ask.say('fix.what')}", ask.said, (Group("", choices),))

    def leading(choice: Choice, ways: list[tuple[Correcting, Spot]]) -> Choice:
        return ask.leading(choice, (spot.choice() for _, spot in ways))

    rest = dict.fromkeys((*(one.about for one, spot in found if not spot.room and not spot.player), *WHOLE))
    groups = (
        tuple(
            leading(Choice(ask.words.raw(f"rooms.{one}"), {**said, "about": f"{SPOTS[0]}:{one}"}, room=one), there(one))
            for one in rooms
        ),
        tuple(leading(Choice(p, {**said, "about": f"{SPOTS[1]}:{p}"}, player=p), there(p)) for p in people),
        tuple(
            leading(
                Choice(ask.say(f"fix.{about}"), {**said, "about": about}, icon=f"fix.{about}"),
                [(one, spot) for one, spot in found if one.about == about],
            )
            for about in rest
        ),
    )
    return Question(ask.say("fix.what"), said, tuple(Group("", one) for one in groups))


def fill_correction(form: Form) -> None:
    """Add the fields of the filled-in form, in the order in which they are set, to what was chosen before."""
    names = form.game.forms.get(str(form.said.get("about", "")))
    if names is None and "set" in form.action:
        return  # one touch said it all
    if names is None:
        raise Malformed("malformed.missing", field="set")
    made = [declared.read(form) for declared in form.game.declarations if declared.name in names]
    chosen = form.action.get("set")
    known = chosen if isinstance(chosen, Mapping) else {}
    form.action["set"] = {**known, **{key: value for one in made for key, value in one.items()}}
    form.action["reason"] = form.first("reason")


OVERRIDE = Correction(
    required=("set",),
    rules=(*OVER, refused),
    does=correct,
    asks=what_is_wrong,
    fills=fill_correction,
    tells=log.override,
)
