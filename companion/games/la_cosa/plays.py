"""What an action does: drawing, discarding, playing, answering, going out, and the end with its winners."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.kit.steps import CHOICE, Acting
from companion.engine.places import PLAY, hand
from companion.engine.state import Prompt
from companion.games.la_cosa import queries
from companion.games.la_cosa.cards import Reach, answers, asks, is_panic, offers, reach, without_effect
from companion.games.la_cosa.effects import Effects
from companion.games.la_cosa.steps import AGAIN, BARS, ENDS, HANDS_ON, ISOLATES, LIES, MOVES, OFFERS, STEPS


def draw(effects: Effects, action: Action) -> None:
    """Lay a panic open at once; put any other card into the hand."""
    card, panic = action.text("card"), action.text("back") == "panic"
    effects.draw(PLAY if panic else hand(action.player), 1, (card,) if card else ())
    effects.do(f.StepBegan("panic" if panic else "act"))


def next_back(effects: Effects, action: Action) -> None:
    """Record the back of the card on top of the draw pile."""
    effects.do(f.TrackSet(*queries.NEXT_BACK, int(action.text("back") == "panic")))


def discard(effects: Effects, action: Action) -> None:
    """Discard a card and go on to the exchange."""
    effects.give_up(action.player, action.text("card"))
    effects.offer_exchange()


def play(effects: Effects, action: Action) -> None:
    """Carry out the card, or ask whoever it is aimed at. What can do nothing is spent."""
    player, target, panic = action.player, action.text("target"), effects.table.step == "panic"
    card = effects.table.open[-1] if panic else action.text("card")
    row = reach(effects.decklist, card)
    asking = not panic or OFFERS in row.traits
    acting = Acting(player, "" if _is_void(effects, row, action, panic) else target, action)
    if asking and acting.target and asks(effects.decklist, card):
        if not panic:
            effects.lay_open(player, card)
        effects.keep(*queries.CHOICE, action.number(CHOICE) or None)
        effects.aim(card, target)
        return
    if not panic and LIES in row.traits:
        effects.lay_open(player, card)
    elif not panic and not row.traits & {BARS, ISOLATES}:
        effects.give_up(player, card)
    _carry_out(effects, card, acting)


def _carry_out(effects: Effects, card: str, acting: Acting) -> None:
    """Do what the card says, discard it, and go on with the turn as it says."""
    reach(effects.decklist, card).done.carry_out(STEPS, effects, acting)
    effects.keep(*queries.CHOICE, None)
    effects.clear_open()
    _go_on(effects, card)
    if effects.burned:
        effects.do(f.Noted(queries.BURNED, effects.burned))


def _go_on(effects: Effects, about: str) -> None:
    """Go on after a card, or after an exchange that was done or refused."""
    row = reach(effects.decklist, about)
    if AGAIN in row.traits:
        if effects.table.step != "act":
            effects.do(f.StepBegan("act"))
    elif about == queries.EXCHANGE or ENDS in row.traits:
        effects.pass_turn()
    elif effects.option("after_panic") == "draw-again" and is_panic(effects.decklist, about):
        effects.do(f.StepBegan("draw"))
    else:
        effects.offer_exchange()


def _is_void(effects: Effects, row: Reach, action: Action, panic: bool) -> bool:
    """Return True if nothing is done to the target: an exchange or a change of seats that a quarantine keeps from."""
    table, player, target = effects.table, action.player, action.text("target")
    if OFFERS in row.traits and not action.text("anyway"):
        return without_effect(table, row, player) if panic else queries.blocks_exchange(table, player, target)
    if panic and MOVES in row.traits:
        hindered = queries.quarantined(table, target) and not row.not_quarantined
        return hindered or queries.quarantined(table, player)
    return False


# Answers


def respond(effects: Effects, action: Action) -> None:
    """Carry out the answer and its consequences."""
    prompt = effects.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    card = action.text("card")
    if card:
        _defend(effects, prompt, card, action.number("skipped"))
        return
    if offers(effects.decklist, prompt.about):
        for giver, seen in action.table("gives").items():
            effects.do(f.CardsShown(giver, None, (str(seen),), 1))
        effects.do(f.CardsPassed(((prompt.by, prompt.to), (prompt.to, prompt.by))))
    said = {**action.said, "card": prompt.about, CHOICE: effects.table.track(*queries.CHOICE)}
    effects.do(f.Settled())
    _carry_out(effects, prompt.about, Acting(prompt.by, prompt.to, Action("play", said)))


def _defend(effects: Effects, prompt: Prompt, card: str, skipped: int) -> None:
    """Discard and replace a defence; what was aimed at its player does not happen."""
    effects.give_up(prompt.to, card)
    effects.draw_away(prompt.to, 1, skipped)
    row, offered = reach(effects.decklist, card), offers(effects.decklist, prompt.about)
    if answers(effects.decklist, card, prompt.about):  # another card only refuses, if the table let it
        row.done.carry_out(STEPS, effects, Acting(prompt.to, prompt.by, Action("respond", {"card": card})))
    if offered and HANDS_ON in row.traits and not queries.missed(effects.table, prompt.to, prompt.by):
        effects.aim(prompt.about, effects.table.next_after(prompt.to))
        return
    effects.settle()
    _go_on(effects, prompt.about)


def eliminate(effects: Effects, action: Action) -> None:
    """Eliminate a player by superinfection.

    What was asked of them does not happen and is not made up; the turn goes on after it, or passes on if its player is
    the one. Of anybody else nothing was asked: the turn goes on.
    """
    player, prompt = action.player, effects.table.prompt
    mine, after = player == effects.table.turn, effects.successor()
    effects.show_hand(player)
    if mine or (prompt and player == prompt.to):
        effects.settle()
    effects.leave(player, "superinfection")
    if mine:
        effects.begin_turn(after if after in effects.table.seats else effects.table.seats[0])
    elif prompt and player == prompt.to:
        _go_on(effects, prompt.about)


# The end


def declare(effects: Effects, action: Action) -> None:
    """Record a player's claim that no human is left; play stops until the roles are known."""
    effects.do(f.Claimed(action.player, queries.NO_HUMAN_LEFT))


def reveal(effects: Effects, action: Action) -> None:
    """Record that an eliminated player is La Cosa; play stops until the roles are known."""
    effects.do(f.RoleShown(action.player, action.text("role")), f.Claimed(action.player, queries.IS_LA_COSA))


def end(effects: Effects, action: Action) -> None:
    """End the game: roles and winners are named; a card still open stays where it lies."""
    cause, table = action.text("cause"), effects.table
    roles = {player: str(role) for player, role in action.table("roles").items()}
    if cause == "abandoned" and set(roles) != set(table.players):
        roles = {}
    won = tuple(p for p in table.seats if roles[p] == queries.HUMAN) if cause != "abandoned" else ()
    if cause == "la-cosa-declared" and not won:
        alone = effects.option("thing_alone") == "nobody-eliminated" and bool(table.eliminated)
        if alone or any(roles[p] == queries.HUMAN for p in table.eliminated):
            won = tuple(p for p in table.seats if p != action.text("last_infected"))
        else:
            won = tuple(p for p in table.seats if roles[p] == queries.THING)
    effects.do(f.Ended(cause, won, roles))
