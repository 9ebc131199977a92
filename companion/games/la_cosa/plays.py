"""What an action does: drawing, discarding, playing, answering, going out, and the end with its winners."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.kit.moves import register
from companion.engine.places import DISCARD, DRAW, PLAY, front, gap, hand
from companion.engine.state import Prompt, Table
from companion.games.la_cosa import queries
from companion.games.la_cosa.cards import EXCHANGE, FRIENDS, OFFERS, reach
from companion.games.la_cosa.effects import Effects


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
    """Carry out the card."""
    by_card = PANICS if effects.table.step == "panic" else PLAYS
    by_card[effects.acts_as(action.text("card"))](effects, action)


# Answers


def respond(effects: Effects, action: Action) -> None:
    """Carry out the answer and its consequences."""
    prompt = effects.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    card = action.text("card")
    if card:
        _defend(effects, prompt, card, action.number("skipped"))
    elif effects.acts_as(prompt.about) in OFFERS:
        for giver, seen in action.table("gives").items():
            effects.do(f.CardsShown(giver, None, (str(seen),), 1))
        effects.do(f.CardsPassed(((prompt.by, prompt.to), (prompt.to, prompt.by))))
        effects.settle()
        effects.after_exchange(prompt.about)
    else:  # nobody answered: the card takes effect
        burns = effects.acts_as(prompt.about) == "lanzallamas"
        effects.do(f.Settled())
        if burns:
            effects.leave(prompt.to, "lanzallamas")
        else:
            effects.change_seats(prompt.by, prompt.to)
        effects.clear_open()
        effects.offer_exchange()
        if burns:
            effects.do(f.Noted(queries.BURNED, prompt.to))


def _defend(effects: Effects, prompt: Prompt, card: str, skipped: int) -> None:
    """Discard and replace a defence; what was aimed at its player does not happen."""
    effects.give_up(prompt.to, card)
    effects.draw_away(prompt.to, 1, skipped)
    if effects.acts_as(prompt.about) not in OFFERS:
        effects.settle()
        effects.offer_exchange()
        return
    if effects.acts_as(card) == "aterrador":
        effects.show_hand(prompt.by, prompt.to, 1)
    if effects.acts_as(card) == "fallaste" and not queries.missed(effects.table, prompt.to, prompt.by):
        effects.aim(prompt.about, effects.table.next_after(prompt.to))
        return
    effects.settle()
    effects.after_exchange(prompt.about)


def eliminate(effects: Effects, action: Action) -> None:
    """Eliminate a player in an exchange by superinfection.

    That exchange does not happen and is not made up; the turn goes on after it, or passes on if its player is the one.
    """
    player = action.player
    about = effects.table.prompt.about if effects.table.prompt else EXCHANGE
    mine, after = player == effects.table.turn, effects.successor()
    effects.show_hand(player)
    effects.settle()
    effects.leave(player, "superinfection")
    if mine:
        effects.begin_turn(after if after in effects.table.seats else effects.table.seats[0])
    else:
        effects.after_exchange(about)


# The end


def declare(effects: Effects, action: Action) -> None:
    """Record a player's claim that no human is left; play stops until the roles are known."""
    effects.do(f.Claimed(action.player, queries.NO_HUMAN_LEFT))


def reveal(effects: Effects, action: Action) -> None:
    """Record that an eliminated player is La Cosa; play stops until the roles are known."""
    effects.do(f.RoleShown(action.player, action.text("role")), f.Claimed(action.player, queries.IS_LA_COSA))


def end(effects: Effects, action: Action) -> None:
    """End the game: roles and winners are named; a card still open stays where it lies."""
    cause = action.text("cause")
    roles = {player: str(role) for player, role in action.table("roles").items()}
    if cause == "abandoned" and set(roles) != set(effects.table.players):
        roles = {}
    won = _winners(effects.table, cause, roles, action.text("last_infected"), effects.option("thing_alone"))
    effects.do(f.Ended(cause, won, roles))


def _winners(table: Table, cause: str, roles: Mapping[str, str], last_infected: str, alone: object) -> tuple[str, ...]:
    """Return the winners. `alone` is the value of the option `thing_alone`."""
    if cause == "abandoned":
        return ()
    humans = tuple(p for p in table.seats if roles[p] == queries.HUMAN)
    if cause != "la-cosa-declared" or humans:
        return humans
    if any(alone == "nobody-eliminated" or roles[p] == queries.HUMAN for p in table.eliminated):
        return tuple(p for p in table.seats if p != last_infected)
    return tuple(p for p in table.seats if roles[p] == queries.THING)


# The ¡Aléjate! cards, played in one's turn

Effect = Callable[[Effects, Action], None]


def _discarded(effect: Effect) -> Effect:
    """Make the effect of a card that is discarded, takes effect, and is followed by the exchange."""

    def play(effects: Effects, action: Action) -> None:
        effects.give_up(action.player, action.text("card"))
        effect(effects, action)
        effects.offer_exchange()

    return play


def _asks(effects: Effects, action: Action) -> None:
    """Lay a card open that may be answered, until it is."""
    effects.lay_open(action.player, action.text("card"))
    effects.aim(action.text("card"), action.text("target"))


PLAYS: dict[str, Effect] = {
    **dict.fromkeys(("lanzallamas", "cambio-de-lugar", "mas-vale-que-corras"), _asks),
    "analisis": _discarded(lambda effects, action: effects.show_hand(action.text("target"), action.player)),
    "sospecha": _discarded(lambda effects, action: effects.show_hand(action.text("target"), action.player, 1)),
    "whisky": _discarded(lambda effects, action: effects.show_hand(action.player)),
    "vigila-tus-espaldas": _discarded(
        lambda effects, action: effects.do(f.DirectionTurned(not effects.table.clockwise))
    ),
}


@register(PLAYS, "seduccion")
def _seduccion(effects: Effects, action: Action) -> None:
    player, target = action.player, action.text("target")
    if queries.blocks_exchange(effects.table, player, target) and not action.text("anyway"):
        effects.give_up(player, action.text("card"))
        effects.pass_turn()
    else:
        _asks(effects, action)


@register(PLAYS, "determinacion")
def _determinacion(effects: Effects, action: Action) -> None:
    """Draw three, keep one, discard two; the player then plays or discards one (the step stays `act`)."""
    effects.lay_open(action.player, action.text("card"))
    effects.draw_away(action.player, 3, action.number("skipped"))
    effects.give_up(action.player, count=2)
    effects.clear_open()


@register(PLAYS, "hacha")
def _hacha(effects: Effects, action: Action) -> None:
    effects.lay_open(action.player, action.text("card"))
    remove = action.table("remove")
    door = remove.get("door")
    if isinstance(door, list):
        effects.lift_door(next(k for k in effects.table.gaps_between(*door) if effects.table.gaps[k]))
    else:
        effects.lift_quarantine(str(remove["quarantine"]))
    effects.clear_open()
    effects.offer_exchange()


@register(PLAYS, "cuarentena")
def _cuarentena(effects: Effects, action: Action) -> None:
    """On somebody already in quarantine the count starts again and the older card is discarded."""
    player, target = action.player, action.text("target")
    older = effects.table.fronts.get(target, ())
    if older:
        effects.do(f.CardsMoved(front(target), DISCARD, len(older), older))
    effects.do(f.CardsMoved(hand(player), front(target), 1, (action.text("card"),)))
    effects.do(f.TrackSet(queries.ROUNDS, target, int(effects.option("quarantine_rounds"))))
    if target == player:
        effects.do(f.Noted(queries.SPARED, player))
    effects.offer_exchange()


@register(PLAYS, "puerta-atrancada")
def _puerta(effects: Effects, action: Action) -> None:
    i, n = effects.table.seats.index(action.player), len(effects.table.seats)
    ahead = effects.table.clockwise if n == 2 else (effects.table.seats.index(action.text("target")) - i) % n <= n // 2
    number = i if ahead else (i - 1) % n
    effects.do(f.CardsMoved(hand(action.player), gap(number), 1, (action.text("card"),)))
    effects.offer_exchange()


# The ¡Pánico! cards, when they are drawn


def _then(onward: Callable[[Effects], None]) -> Callable[[Effect], Effect]:
    """Make the effect of a panic that is discarded after it, followed by `onward`."""

    def panic(effect: Effect) -> Effect:
        def play(effects: Effects, action: Action) -> None:
            effect(effects, action)
            effects.clear_open()
            onward(effects)

        return play

    return panic


_then_exchange, _then_passes = _then(Effects.offer_exchange), _then(Effects.pass_turn)


PANICS: dict[str, Effect] = {
    "cuerdas-podridas": _then_exchange(lambda effects, action: effects.lift_quarantines()),
    "tres-cuatro": _then_exchange(lambda effects, action: effects.lift_doors()),
    "ups": _then_exchange(lambda effects, action: effects.show_hand(action.player)),
}


@register(PANICS, "es-aqui-la-fiesta")
@_then_exchange
def _fiesta(effects: Effects, action: Action) -> None:
    """From the turn player and always clockwise, pairs swap seats; an odd last one stays."""
    effects.lift_quarantines()
    effects.lift_doors()
    order = (action.player, *queries.others(effects.table, action.player))
    for a, b in zip(order[::2], order[1::2], strict=False):
        effects.swap(a, b)


@register(PANICS, "uno-dos")
@_then_exchange
def _uno_dos(effects: Effects, action: Action) -> None:
    target = action.text("target")
    if target and not any(queries.quarantined(effects.table, one) for one in (action.player, target)):
        effects.change_seats(action.player, target)


@register(PANICS, "sal-de-aqui")
@_then_exchange
def _sal_de_aqui(effects: Effects, action: Action) -> None:
    target = action.text("target")
    if target and not queries.quarantined(effects.table, action.player):
        effects.change_seats(action.player, target)


@register(PANICS, "olvidadizo")
@_then_exchange
def _olvidadizo(effects: Effects, action: Action) -> None:
    effects.give_up(action.player, count=3)
    effects.draw_away(action.player, 3, action.number("skipped"))


@register(PANICS, "vuelta-y-vuelta")
@_then_passes
def _vuelta_y_vuelta(effects: Effects, action: Action) -> None:
    effects.do(f.CardsPassed(tuple((p, effects.table.next_after(p)) for p in effects.table.seats)))


@register(PANICS, "cita-a-ciegas")
@_then_passes
def _cita_a_ciegas(effects: Effects, action: Action) -> None:
    effects.draw_away(action.player, 1, action.number("skipped"))
    effects.do(f.CardsMoved(hand(action.player), DRAW))


@register(PANICS, "no-podemos-ser-amigos")
def _amigos(effects: Effects, action: Action) -> None:
    """Offer the exchange of ¿amigos?; where it can do nothing a named target is ignored, unless the table did it
    anyway."""
    target, drawn = action.text("target"), effects.table.open[-1]
    void = queries.without_effect(effects.table, FRIENDS, reach(effects.decklist, drawn), action.player)
    if not target or (void and not action.text("anyway")):
        effects.clear_open()
        effects.offer_exchange()
    else:
        effects.aim(drawn, target)


@register(PANICS, "que-quede-entre-nosotros")
@_then_exchange
def _que_quede(effects: Effects, action: Action) -> None:
    if action.text("target"):
        effects.show_hand(action.player, action.text("target"))


@register(PANICS, "revelaciones")
@_then_exchange
def _revelaciones(effects: Effects, action: Action) -> None:
    """Each shows the hand to all; the last, who has one, only an ¡Infectado!."""
    for player in action.names("shown"):
        if player == action.text("infected"):
            effects.do(f.CardsShown(player, None, (queries.INFECTED_CARD,), 1))
        else:
            effects.show_hand(player)
