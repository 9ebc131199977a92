"""The combat as questions: whom to attack, with what roll; who reveals themselves."""

from __future__ import annotations

from companion.games.dos_barajas import looks
from companion.games.dos_barajas.ask.others import other_things
from companion.games.dos_barajas.ask.sheet import Sheet
from companion.games.dos_barajas.cards import SWORDS, spent
from companion.games.dos_barajas.looks import THING
from companion.games.dos_barajas.odds import percent
from companion.games.dos_barajas.scene import heading
from companion.referee.view import Choice, Field, Group, Question

DICE = 2
MOST_TRIOS = 3


def whom(sheet: Sheet) -> Question:
    """Whom the player attacks, or that they let it go by; whoever is hidden may show themselves."""
    player = sheet.table.turn
    said = {"action": "attack", "player": player, "dice": [1, 1]}
    people = []
    for target in sheet.table.seats:
        if target != player:
            refusal = sheet.refusal({**said, "target": target})
            onward = {"action": "attack", "player": player, "target": target}
            people.append(Choice(target, onward, player=target, refusal=refusal))
    hold = sheet.plain("pass", {"action": "pass", "player": player}, player=player)
    reveal = Choice(sheet.say("reveal"), {"action": "reveal"}, icon="reveal")
    groups = (Group(sheet.say("attack.whom"), tuple(people)), Group("", (hold, reveal)), other_things(sheet))
    return Question(heading(sheet.table, sheet.words), {}, groups, player=player)


def who_reveals(sheet: Sheet) -> Question:
    """Which hidden Thing shows itself."""
    hidden = [p for p in sheet.table.seats if p not in looks.revealed(sheet.table)]
    people = tuple(sheet.player(p, {"action": "reveal", "player": p}) for p in hidden)
    return Question(sheet.say("reveal.who"), {"action": "reveal"}, (Group("", people),))


def with_what_roll(sheet: Sheet) -> Question:
    """The dice, and the trios of swords that are spent; with the chance of each number of trios."""
    player, target = sheet.table.turn, sheet.heard("target")
    if not target:
        return whom(Sheet(sheet.decklist, sheet.table, {}, sheet.words))
    hand = sheet.table.hands.get(player, 0)
    most = max(trios for trios in range(MOST_TRIOS + 1) if spent(trios, 2) <= hand)
    fields = [Field("dice", sheet.say("attack.dice"), "dice", most=DICE)]
    if most:
        swords = tuple((str(k), _trios(sheet, player, k)) for k in range(most + 1))
        fields.append(Field("trios", sheet.say("attack.swords"), "choice", swords, value="0"))
        fields.append(Field("aces", sheet.say("attack.aces"), "number", value="0", least=0, most=2, quiet=True))
        fields += sheet.card_fields(3 * most, "trio.card", SWORDS, quiet=True)
    if sheet.option("hidden_thing") == "as-thing" and player not in looks.revealed(sheet.table):
        sides = (("", sheet.say("attack.as-human")), (THING, sheet.say("attack.as-thing")))
        fields.append(Field("as", sheet.say("attack.as"), "choice", sides))
    text = sheet.say("attack.roll", player=player, target=target)
    need = looks.needed_to_hit(sheet.decklist, sheet.table, player, False)
    return Question(
        text, sheet.said, (), tuple(fields), sheet.say("attack.submit"), sheet.say("attack.need", need=need), player
    )


def _trios(sheet: Sheet, player: str, trios: int) -> str:
    """So many trios, and the chance they give."""
    need = looks.needed_to_hit(sheet.decklist, sheet.table, player, False)
    chance = percent(need - trios * looks.bonus(sheet.table, player, False), sheet.words.lang)
    return sheet.say("attack.trios", trios=trios, chance=chance)
