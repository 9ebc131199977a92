"""Words for the slips of a result, and for when each is noticed."""

from __future__ import annotations

SLIPS = {
    "acts-out-of-turn": "Plays out of turn",
    "skips-the-draw": "Does not draw",
    "draws-twice": "Draws twice",
    "plays-twice": "Plays two cards",
    "acts-though-eliminated": "Goes on playing though out",
    "plays-on-after-the-end": "Plays when it is over",
    "exchanges-with-the-wrong-neighbour": "Exchanges with the wrong neighbour",
    "answers-with-the-wrong-card": "Defends with a card that does not answer",
    "plays-a-card-that-is-not-played": "Plays a card that is not played",
    "plays-a-panic-from-the-hand": "Plays a ¡Pánico! from the hand",
    "takes-a-card-of-a-larger-game": "Takes a card that stayed in the box",
    "draws-from-the-wrong-back": "Names the wrong back",
    "plays-what-lies-on-the-table": "Lays one more obstacle than there are",
    "attacks-past-a-door": "Burns through a door",
    "reaches-too-far": "Aims too far",
    "counts-the-third-wrongly": "Counts the third wrongly",
    "aims-at-oneself": "Aims at oneself",
    "aims-at-nobody": "Does not say at whom",
    "burns-from-quarantine": "Burns from quarantine",
    "moves-from-quarantine": "Changes seats in quarantine",
    "aims-at-the-quarantined": "Seduces somebody in quarantine",
    "takes-away-what-is-not-there": "Removes an obstacle that is not there",
    "counts-wrongly": "Counts a pile wrongly",
    "names-two-la-cosas": "Two say at the end that they were La Cosa",
    "discards-la-cosa": "Discards La Cosa",
    "gives-la-cosa": "Gives La Cosa away",
    "shows-a-card-too-few": "Keeps a card back when the hand is shown",
    "shows-a-card-twice": "Shows the same card twice",
    "shows-a-card-of-the-table": "Shows a card that lies on the table",
    "keeps-a-panic": "Keeps a ¡Pánico!",
    "keeps-lanzallamas-as-la-cosa": "La Cosa keeps a Lanzallamas",
    "hides-a-superinfection": "Hides a hand of nothing but ¡Infectado!",
    "gives-an-infection-as-a-human": "Gives an ¡Infectado! as a human",
    "gives-an-infection-to-another": "Gives an ¡Infectado! to somebody who is not La Cosa",
    "gives-the-last-infection": "Gives the last ¡Infectado! away",
    "discards-the-last-infection": "Discards the last ¡Infectado!",
    "has-lost-the-last-infection": "Is infected and has no ¡Infectado! any more",
    "declares-too-soon": "La Cosa declares while humans are left",
    "passes-for-la-cosa": "Somebody declares who is not La Cosa",
    "peeks": "Peeks at other people's cards",
}

NOTICED = {
    "now": "when it is said",
    "check": "when cards are shown",
    "proof": "when cards are shown, if what was seen proves it",
    "end": "when the roles are laid open",
    "never": "never",
}


def slip_told(name: str) -> str:
    """Name a declared slip or cheat as people say it; as it is, in a result of another version."""
    return SLIPS.get(name.lower().replace(" ", "-"), name)
