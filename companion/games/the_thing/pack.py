"""The pack leader, a dog that moves once more and takes three to shut in: the variant that the rulebook of the
Norwegian base gives for the next evening of this game (RB of the expansion, modo historia).

It is one of the four dogs and is counted among them. When it moves is cut short in the printing we have; it is after
everybody has moved and before the encounters, for nobody can avoid it and they are resolved after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.rooms import RoomNumber
from companion.engine.places import room
from companion.engine.rules import Moment, Violation, refuse, rule
from companion.engine.view import Field
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.effects import Effects

HOMES = (*b.OWN_GREEN, b.KENNEL)


def goes(effects: Effects, slug: str) -> None:
    """Move the pack leader to a room, from wherever it was."""
    was = queries.pack_leader(effects.table)
    if was:
        effects.lay(b.DOG, was, -1)
        effects.put(b.PACK, room(was), None)
    if sum(queries.here(effects.table, b.DOG, one) for one in HOMES) < b.DOGS:
        effects.lay(b.DOG, slug, 1)
    effects.put(b.PACK, room(slug), 1)


def gathered(effects: Effects, slug: str) -> None:
    """Take up the dogs of a room, the pack leader among them."""
    effects.put(b.PACK, room(slug), None)


def shut_in(effects: Effects, slug: str, people: int) -> None:
    """Two or more shut in what dogs are with them; the pack leader is left where it is until there are three."""
    leads = queries.pack_leader(effects.table) == slug
    caught = queries.caught(effects.table, slug, people)
    effects.lay(b.DOG, slug, -caught)
    effects.lay(b.DOG, b.KENNEL, caught)
    if leads and people >= b.PACK_TAMERS:
        gathered(effects, slug)
        effects.put(b.PACK, room(b.KENNEL), 1)


def taken(effects: Effects, slug: str) -> None:
    """Let the Alien take a dog: the pack leader last."""
    effects.lay(b.DOG, slug, -1)
    if queries.pack_leader(effects.table) == slug and not queries.here(effects.table, b.DOG, slug):
        gathered(effects, slug)
        effects.keep(b.PACK_TAKEN, "", 1)


@dataclass(frozen=True)
class PackLeader(RoomNumber):
    """Declaration of the room of the pack leader."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        if not queries.has_pack_leader(prompts.table):
            return ()
        rooms = tuple((slug, prompts.words.raw(f"rooms.{slug}")) for slug in self.slugs)
        nowhere = ("", prompts.words.raw("ask.fix.pack-nowhere"))
        now = queries.pack_leader(prompts.table)
        return (Field("pack", prompts.words.raw("ask.fix.pack"), "choice", (nowhere, *rooms), value=now),)

    def read(self, form: Form) -> ActionJson:
        if "pack" not in form.filled:
            return {}
        return {self.name: {slug: int(slug == form.first("pack")) for slug in self.slugs}}


@rule("pack.placed")
def not_out(m: Moment) -> Violation | None:
    """Only a pack leader that was taken up gets a card."""
    if m.action.said.get("pack") is not True or queries.pack_is_loose(m.table):
        return None
    if not queries.has_pack_leader(m.table):
        return refuse("none")
    return refuse("taken" if queries.kept(m.table, b.PACK_TAKEN) else "text")


WHERE = PackLeader("pack", track=b.PACK, slugs=HOMES, most=1, supply=1, icon="dog", kind="danger")
