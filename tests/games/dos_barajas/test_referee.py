"""The referee of two decks: never more said aloud than may be, never of another; the whole deck is counted."""

from __future__ import annotations

from functools import partial

from companion.decks.catalog import title
from companion.engine.hidden.following import SPREADS
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Reread
from companion.engine.hidden.told import told
from companion.games.dos_barajas.referee.story import Tale
from companion.service.messages import spoken
from tests.engine.evening import table_of
from tests.games.every import referee_cases
from tests.games.test_hidden_cards import findings

HERE = title("dos-barajas")
PLAIN = ("dos-de-oros", "tres-de-copas", "siete-de-espadas")
CLUB = "cinco-de-bastos"
OF_ROLES = {"hand.human-clubs", "hand.denied", "figure.commander", "figure.second-thing"}


def hand(player: str, *cards: str) -> Finding:
    """Return the finding for a hand after the first discards."""
    found = table_of("dos-barajas", "skip").look(what="hand", player=player, cards=[*cards])
    assert isinstance(found, Finding)
    return found


def test_the_table_never_hears_of_clubs() -> None:
    """The public words about a hand are the same for legal and undetermined, and name no rule about roles."""
    words = spoken(HERE.words["es"])
    fine = hand("Beto", *PLAIN, "as-de-oros").public.said(words)
    assert hand("Beto", *PLAIN, CLUB).public.said(words) == fine
    aloud = hand("Ana", *PLAIN, CLUB, CLUB).public.said(words)
    assert "bastos" not in aloud and aloud != fine


def test_what_would_settle_it_is_a_court_card() -> None:
    assert [need.key for need in hand("Beto", *PLAIN, CLUB).needs][:1] == ["check.needs.figure"]


def test_nobody_hears_of_another_and_the_table_hears_nothing_of_roles() -> None:
    """Whatever was seen of others: what is told in private names its owner alone, and aloud a hand that breaks nothing
    sounds the same whether that is known or not."""
    seen = set()
    for case in referee_cases("dos-barajas").values():
        for check, found in findings(case):
            if check.text("what") != "hand":
                continue
            named = {phrase.blanks.get("player", check.player) for phrase in (*found.private, *found.needs)}
            assert named == {check.player}
            aloud = [f"check.rules.{rule}.public" for rule in found.rules if rule not in OF_ROLES]
            otherwise = "check.public.hand-private" if found.rules else "check.public.hand-fine"
            assert found.public.key == (aloud[0] if aloud else otherwise)
            seen.add((found.verdict, found.public.key))
    assert {("undetermined", "check.public.hand-fine"), ("illegal", "check.public.hand-private")} <= seen


def test_the_main_deck() -> None:
    whole = [copy.id for copy in HERE.decklist.copies if copy.slug.split("-")[0] not in ("sota", "caballo", "rey")]
    whole = [one for one in whole if not one.startswith("as-de-bastos")]
    table = table_of("dos-barajas", deck=48)
    assert len(whole) == 70 and table.answer(what="deck", cards=whole) == ("legal", ())
    assert table.answer(what="deck", cards=whole[:-1])[0] == "undetermined"
    assert table_of("dos-barajas").answer(what="deck", cards=whole)[1] == ("deck.not-in-deck",)
    wrong = [*whole, "rey-de-oros", "as-de-bastos"]
    assert table.answer(what="deck", cards=wrong)[1] == ("deck.figures", "deck.clubs-aces")


def test_questions_do_not_make_the_referee_forget_a_card() -> None:
    """How far a card is followed hangs on what happened: a game that was asked about much is told as one that was
    not."""
    table, kept = table_of("dos-barajas", "skip", "skip", players=[*"ABCDEF"]), dict[object, object]()
    told_so_far = partial(told, begun=partial(Tale, HERE.decklist))
    for who in "AFEDCB":
        table.do(f"supply {who}")
    held = [*PLAIN, "as-de-oros", "dos-de-copas", "tres-de-oros", "cuatro-de-oros"]
    assert table.answer(what="hand", player="A", cards=[f"{card}.1" for card in held]) == ("legal", ())
    referee = HERE.game.referee
    assert referee is not None
    asked = told_so_far(Reread(line(table.course, table.memory, referee), kept))
    while asked.cards.clauses.size < SPREADS[-2][0]:
        asked.cards.clauses.new()
    for verb in ("leave {}", "take {} 1"):
        for who in "AFEDCB":
            table.do(verb.format(who))
    here = line(table.course, table.memory, referee)
    assert told_so_far(Reread(here, kept)) is asked
    assert asked.cards.followed == told_so_far(here).cards.followed != set()
