"""Cards shown to the referee, with the one verdict that is right: by what was shown, never by what is merely true."""

from __future__ import annotations

from tests.lab.twin.dos_barajas.evening import Evening
from tests.lab.twin.dos_barajas.world import suited, worth

KING = "rey-de-bastos"


def before_the_deal(evening: Evening) -> None:
    """Check the court cards and the deck, correct and with faults."""
    world, desk = evening.world, evening.desk
    figures = list(world.figures.values())
    desk.check({"action": "check", "what": "figures", "cards": figures}, "legal")
    for wrong in (figures[1:], [*figures, "sota-de-oros"], ["rey-de-copas", *figures[1:]], [KING, KING, *figures[2:]]):
        desk.check({"action": "check", "what": "figures", "cards": wrong}, "illegal")
    desk.check({"action": "check", "what": "deck", "cards": world.whole}, "legal")
    desk.check({"action": "check", "what": "deck", "cards": world.whole[:30]}, "undetermined")
    for stray in ("as-de-bastos", "caballo-de-oros"):
        desk.check({"action": "check", "what": "deck", "cards": [*world.whole[:30], stray]}, "illegal")


def look(evening: Evening) -> None:
    """Show the hand of a random player, honest or as a cheat would hold it, and perhaps a trio."""
    if evening.phase in ("over", "answer"):
        return
    player = evening.dice.choice(evening.world.ring)
    hand = list(evening.world.hands[player])
    _trio(evening, player)
    if evening.dice.random() < 0.7:
        _hand(evening, player, hand, is_real=True)
    elif hand:
        _cheat(evening, player, hand)


def _trio(evening: Evening, player: str) -> None:
    world, desk = evening.world, evening.desk
    for suit in ("oros", "copas", "espadas"):
        trio = world.trio(player, suit)
        said = {"action": "check", "what": "trio", "player": player, "suit": suit}
        if trio:
            desk.check({**said, "cards": trio}, "legal")
            light = next((card for card in trio if sum(map(worth, trio)) - worth(card) < 3), trio[0])
            desk.check({**said, "cards": [card for card in trio if card != light]}, "illegal")


def _hand(evening: Evening, player: str, hand: list[str], *, is_real: bool) -> None:
    """Check a hand of the right size; now and then the court card is shown with it."""
    said: dict[str, object] = {"action": "check", "what": "hand", "player": player, "cards": hand}
    figure = evening.world.figures[player]
    known = dict(evening.figures_seen)
    if evening.dice.random() < 0.3:
        said["figure"] = figure
        known[player] = figure
    least = _verdict(evening, player, hand, known)
    # All that was ever seen may prove more than these few things, but nothing else.
    # A hand that cannot be, after one that was really seen, is left open.
    wanted = {least, "undetermined"} if least == "illegal" and not is_real else {least}
    if least == "undetermined":
        wanted |= {"legal"} if is_real else {"legal", "illegal"}
    elif not is_real:
        wanted |= {"illegal", "undetermined"}  # the hand that was seen may have another card instead
    evening.desk.check(said, *sorted(wanted), remember=is_real)
    evening.desk.note(f"glance {'true' if is_real else 'false'} {least}")
    if is_real:
        evening.figures_seen = known


def _cheat(evening: Evening, player: str, hand: list[str]) -> None:
    """Check cheats' hands: a card too few, a card that does not play, a third copy, a club that a human keeps."""
    world, desk = evening.world, evening.desk
    said = {"action": "check", "what": "hand", "player": player}
    desk.check({**said, "cards": hand[1:]}, "illegal")
    desk.check({**said, "cards": [*hand[1:], "rey-de-oros"]}, "illegal")
    if len(hand) >= 3:
        desk.check({**said, "cards": [*hand[3:], *["dos-de-oros"] * 3]}, "illegal")
    if player not in world.things and hand.count("tres-de-bastos") < 2:
        _hand(evening, player, [*hand[1:], "tres-de-bastos"], is_real=False)


def _verdict(evening: Evening, player: str, hand: list[str], known: dict[str, str]) -> str:
    """Return the least verdict that the cards, the known court cards and the cards taken from the middle allow."""
    world = evening.world
    if evening.phase == "deal" or not any(suited(card) == "bastos" for card in hand):
        return "legal"
    if player in world.cleared:
        return "illegal"
    unknown = [p for p in world.names if p not in known]
    king = next((p for p, figure in known.items() if figure == KING), unknown[0] if len(unknown) == 1 else "")
    if player not in world.took and (known.get(player, KING) != KING or king not in ("", player)):
        return "illegal"
    if player in world.shown or king == player:
        return "legal"
    return "undetermined"
