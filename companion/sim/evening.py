"""A whole game: people do something, and tell the companion what a table sees of it.

`Evening.go_on` does one thing at the table and returns the action that says so (contract, 3.1); the world then is as
the companion must see it. None when the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.sim import exchange, panics, turn
from companion.sim.box import ANSWERS, OFFERS, Piece
from companion.sim.ending import ending
from companion.sim.people import Fair
from companion.sim.reach import AIMED
from companion.sim.sights import checked
from companion.sim.world import HUMAN, THING, Action, World


class Evening:
    """One game in progress: the world, the people, and what must be said before play goes on."""

    def __init__(self, world: World, people: Fair, most_turns: int = 400) -> None:
        self.world = world
        self.people = people
        self.most_turns = most_turns
        self.caught = False
        self.shows: list[Action] = []
        self.decided: tuple[str, Piece, Piece] | None = None
        """Who answers an offer without a defence, and both cards; they are shown before they change hands."""
        self.honest: list[Action] = []
        """What the referee would have been shown just before the last thing that happened."""

    def go_on(self) -> Action | None:
        """One more thing happens."""
        world = self.world
        self.honest = []
        if world.status == "ended":
            return None
        said = self._said_first()
        if said is not None:
            return said
        if world.step == "draw":
            return self._draw()
        if world.step == "act":
            return self._act()
        if world.step == "panic":
            return self._panic()
        return self._respond()

    # ------------------------------------------------------------------ what goes before play

    def _said_first(self) -> Action | None:
        world = self.world
        if world.status == "declared":
            return ending(world, "la-cosa-eliminated" if world.revealed else "la-cosa-declared")
        if world.card_offset:
            return self._recount()
        if self.shows:
            return self.shows.pop(0)
        thing = world.thing()
        if thing not in world.hands:
            return self._thing_is_out(thing)
        if self.caught:
            return ending(world, "la-cosa-caught")
        if len(world.seats) == 1 or self.people.declares(world):
            world.status, world.declarer = "declared", thing
            return {"action": "declare", "player": thing}
        if world.turns >= self.most_turns:
            return ending(world, "abandoned")
        return self._corrected()

    def _corrected(self) -> Action | None:
        said = self.people.corrects(self.world)
        if said is not None:
            self.world.note("corrections")
        return said

    def _thing_is_out(self, thing: str) -> Action:
        if self.people.rng.random() < 0.5:
            return ending(self.world, "la-cosa-eliminated")
        self.world.revealed = True
        self.world.status = "declared"
        return {"action": "reveal", "player": thing, "role": THING}

    def _recount(self) -> Action:
        world = self.world
        world.card_offset = 0
        world.note("recounts")
        piles = {"draw_pile": len(world.draw), "discard_pile": len(world.discard)}
        return {"action": "override", "set": piles, "reason": "the piles were counted"}

    # ------------------------------------------------------------------ the turn

    def _draw(self) -> Action:
        world = self.world
        player = world.turn
        piece = turn.draw(world)
        action: Action = {"action": "draw", "player": player, "back": "panic" if piece.panic else "away"}
        if piece.panic or player in world.quarantine:
            action["card"] = piece.slug
            self.people.saw(world, None, player, [piece])
        return action

    def _act(self) -> Action:
        world = self.world
        player = world.turn
        shown = player in world.quarantine
        move = self.people.act(world)
        if not move.plays:
            self._honest_discard(player, [move.piece], world.hands[player])
            turn.discard(world, move.piece)
            said: Action = {"action": "discard", "player": player}
            return said | ({"card": move.piece.slug} if shown else {})
        said = {"action": "play", "player": player, "card": move.piece.slug}
        if move.piece.slug == "determinacion":
            return said | self._determine(move.piece)
        if move.target is not None:
            said["target"] = move.target
        if move.remove is not None:
            said["remove"] = move.remove
        if move.anyway:
            said["anyway"] = "the table did it"
            world.note("anyway")
        turn.play(world, move.piece, move.target, move.remove)
        self._look(move.piece.slug, player, move.target)
        return said

    def _determine(self, piece: Piece) -> Action:
        world = self.world
        drawn, skipped = turn.determine(world, piece)
        kept = self.people.keep(world, drawn)
        self._honest_discard(world.turn, [p for p in drawn if p is not kept], [*world.hands[world.turn], *drawn])
        turn.keep(world, kept, drawn)
        return {"skipped": skipped} if skipped else {}

    def _look(self, slug: str, player: str, target: str | None) -> None:
        """What cards that show something bring to light."""
        world, rng = self.world, self.people.rng
        if slug == "whisky":
            self._show_all(player)
        elif slug == "analisis" and target:
            self._look_at_hand(player, target)
        elif slug == "sospecha" and target:
            self.people.saw(world, player, target, [rng.choice(world.hands[target])])

    def _look_at_hand(self, viewer: str, owner: str) -> None:
        """One player sees a whole hand. A human who finds La Cosa with a flamethrower says so."""
        world = self.world
        hand = world.hands[owner]
        self.people.saw(world, viewer, owner, hand)
        self.shows.append({"action": "show", "player": owner, "to": viewer})
        armed = {"lanzallamas", THING} <= {piece.slug for piece in hand}
        if armed and world.options["thing_caught_loses"] and owner != world.turn and world.roles[viewer] == HUMAN:
            self.caught = True

    def _show_all(self, player: str) -> None:
        hand = self.world.hands[player]
        self.people.saw(self.world, None, player, hand)
        self.shows.append({"action": "show", "player": player, "cards": [p.slug for p in hand], "to": "all"})

    # ------------------------------------------------------------------ panics

    def _panic(self) -> Action:
        world = self.world
        player = world.turn
        assert world.card is not None
        slug = world.card.slug
        said: Action = {"action": "play", "player": player, "card": slug}
        if slug in AIMED:
            return said | self._aimed_panic(slug, player)
        if slug == "revelaciones":
            return said | self._revelations()
        if slug == "olvidadizo":
            thrown = self.people.throw(world)
            self._honest_discard(player, thrown, world.hands[player])
            return said | _skipping(panics.forget(world, thrown))
        if slug == "cita-a-ciegas":
            given = self.people.part(world)
            self._honest_discard(player, [given], world.hands[player])
            return said | _skipping(panics.blind_date(world, given))
        if slug == "vuelta-y-vuelta":
            self._round()
            return said
        panics.plain(world)
        if slug == "ups":
            self._show_all(player)
        return said

    def _aimed_panic(self, slug: str, player: str) -> Action:
        world = self.world
        target = self.people.name(world, slug)
        if slug == "no-podemos-ser-amigos":
            panics.befriend(world, target)
        elif slug == "que-quede-entre-nosotros":
            panics.plain(world)
            if target is not None:
                self.people.saw(world, target, player, world.hands[player])
        else:
            panics.move(world, target)
        return {"target": target}

    def _revelations(self) -> Action:
        world = self.world
        shown: list[str] = []
        infected = None
        for k in range(len(world.seats)):
            player = world.next_after(world.turn, k)
            if not self.people.shows_hand(world, player):
                continue
            shown.append(player)
            if any(piece.slug == "infectado" for piece in world.hands[player]):
                infected = player
                break
        panics.plain(world)
        return {"shown": shown, "infected": infected}

    def _round(self) -> None:
        world = self.world
        gifts = {player: self.people.give(world, player, world.next_after(player)) for player in world.seats}
        for giver, piece in gifts.items():
            if piece.slug == "infectado" and world.roles[giver] == HUMAN:
                world.note("forced gifts")
        self.honest = [checked("round", gives={player: _id(piece) for player, piece in gifts.items()})]
        panics.round_and_round(world, gifts)

    # ------------------------------------------------------------------ answers

    def _respond(self) -> Action:
        world = self.world
        if world.against in OFFERS:
            doomed = exchange.superinfected(world)
            if doomed:
                player = self.people.rng.choice(doomed)
                exchange.eliminate(world, player)
                return {"action": "eliminate", "player": player, "cause": "superinfection"}
        if self._still_decided():
            return self._exchange()
        player = str(world.waiting_for)
        defence = self.people.answer(world, player)
        if defence is None and world.against in OFFERS:
            return self._agree(player)
        said: Action = {"action": "respond", "player": player, "card": defence.slug if defence else None}
        if defence and defence.slug not in ANSWERS[str(world.against)]:
            said["anyway"] = "the table let it pass"
            world.note("anyway")
        if defence is None:
            exchange.suffer(world)
            return said
        if world.against in OFFERS:
            return said | self._refuse_offer(player, defence)
        return said | _skipping(exchange.parry(world, defence))

    def _refuse_offer(self, player: str, defence: Piece) -> Action:
        world = self.world
        gift = self.people.give(world, world.turn, player)
        if defence.slug == "aterrador":
            self.people.saw(world, player, world.turn, [gift])
        return _skipping(exchange.refuse(world, defence))

    def _agree(self, player: str) -> Action:
        """No defence. Who is in quarantine first shows everybody the card they give."""
        world = self.world
        gift, back = self.people.give(world, world.turn, player), self.people.give(world, player, world.turn)
        self.decided = (player, gift, back)
        for giver, piece in ((world.turn, gift), (player, back)):
            if giver in world.quarantine:
                self.people.saw(world, None, giver, [piece])
                self.shows.append({"action": "show", "player": giver, "cards": [piece.slug], "to": "all"})
        return self.shows.pop(0) if self.shows else self._exchange()

    def _still_decided(self) -> bool:
        """Whether the two whose cards were shown are still about to exchange them."""
        world = self.world
        if self.decided is None:
            return False
        player, gift, back = self.decided
        held = gift in world.hands[world.turn] and back in world.hands.get(player, ())
        return world.against in OFFERS and world.partner == player and held

    def _exchange(self) -> Action:
        """What was decided is done."""
        world = self.world
        assert self.decided is not None
        player, gift, back = self.decided
        self.decided = None
        offerer = world.turn
        gives = {"from": offerer, "to": player, "gives": _id(gift), "takes": _id(back)}
        self.honest = [checked("exchange", **gives)]
        exchange.accept(world, gift, back)
        self.people.got(world, offerer, player, gift)
        self.people.got(world, player, offerer, back)
        return {"action": "respond", "player": player, "card": None}

    def _honest_discard(self, player: str, pieces: Sequence[Piece], hand: Sequence[Piece]) -> None:
        """The referee would have been shown what goes to a pile, and the hand it comes from."""
        cards = {"cards": [_id(p) for p in pieces]} if len(pieces) > 1 else {"card": _id(pieces[0])}
        self.honest = [checked("discard", player=player, hand=[_id(p) for p in hand], **cards)]


def _id(piece: Piece) -> str:
    return f"{piece.slug}.{piece.k}"


def _skipping(skipped: int) -> Action:
    return {"skipped": skipped} if skipped else {}


def whole_game(evening: Evening) -> Sequence[Action]:
    """Play to the end; everything that was told."""
    told = []
    while (action := evening.go_on()) is not None:
        told.append(action)
    return told
