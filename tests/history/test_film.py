"""Contents of a film: tree, feats, statistics, and what is taken along (clues: `tests/games/told`)."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.decks.catalog import title
from companion.engine.history import Entry
from companion.engine.retelling import Bond, Chronicle, Feat
from companion.service.history import film
from companion.service.history.bgstats import APP, fits_qr, play_link
from companion.service.history.film import Award, Group, Person, Played, awards, group, grow, played_by, prizes, reel_of
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame, words_of
from companion.store.base import Row
from companion.store.memory import MemoryStore
from tests.games.play import lines_of
from tests.history.telling import END, FIVE, STORY, abandoned, opened, told
from tests.service.toy import SETUP
from tests.service.toy import find as toy

ALONE = Path(__file__).parent.parent / "playthroughs" / "the-thing-coop" / "one-person-rescue.jsonl"
COOPERATIVE = Path(__file__).parent.parent / "playthroughs" / "the-thing-coop" / "three-people-taken.jsonl"


def tale(tables: GameService, game: str, length: int | None = None) -> Chronicle:
    playing = tables.playing(game)
    past = film.frames(playing)[:length]
    return film.told(playing, past, words_of(playing.title, "es"))


def late() -> tuple[GameService, str]:
    """Play the story around midnight, a minute an entry, two hours east of Greenwich; return its house and game."""
    began = datetime.fromisoformat("2026-11-20T23:50:58.250+02:00")
    times = (began + timedelta(minutes=k) for k in range(60))
    return told(GameService(MemoryStore(), title, clock=lambda: next(times).isoformat()))


def test_nobody_is_said_to_lie() -> None:
    for lang in ("es", "en"):
        for key, sentence in title("la-cosa").words[lang].sentences.items():
            if key.startswith("clues."):
                assert not any(word in sentence.casefold() for word in ("mint", "lie", "lying", "engañ", "cheat"))


class TestTree:
    def test_an_old_game_that_says_otherwise_is_read_and_told_by_the_rules(self) -> None:
        tables, game = told(ended=False)
        tables.say(game, {"action": "declare", "player": "Beto"})
        tables.say(game, {**END, "infected": None})
        playing = tables.playing(game)
        entries = [dict(entry.action) for entry in playing.entries]
        entries[-1]["infections"] = {"Ana": "Dani", "Carla": "Ana", "Eva": "Beto"}
        rows = [Row(Entry(e.number, said, e.facts)) for e, said in zip(playing.entries, entries, strict=True)]
        old = LiveGame(playing.title, rows)
        told_of_old = film.told(old, film.frames(old), words_of(old.title, "es"))
        assert [(bond.player, bond.by) for bond in told_of_old.bonds] == [
            ("Beto", ""), ("Ana", "Beto"), ("Carla", "Beto"), ("Dani", "Beto"),
        ]  # fmt: skip

    def test_it_is_laid_out_by_who_turned_whom(self) -> None:
        bonds = (Bond("Beto", "", "r", True), Bond("Ana", "Beto"), Bond("Carla", "Ana"), Bond("Dani"))
        tree = grow(bonds)
        at = {node.player: (node.x, node.y) for node in tree.nodes}
        above = {node.player: tree.nodes[node.parent].player for node in tree.nodes if node.parent >= 0}
        assert above == {"Ana": "Beto", "Carla": "Ana", "Dani": ""}
        assert (tree.columns, tree.rows) == (2, 3)
        assert at == {"Beto": (0, 0), "Ana": (0, 1), "Carla": (0, 2), "": (1, 0), "Dani": (1, 1)}

    def test_a_circle_that_somebody_entered_hangs_below_nobody(self) -> None:
        bonds = (Bond("T", "", "r", True), Bond("A", "B"), Bond("B", "A"), Bond("C", "B"), Bond("D", "T"))
        tree = grow(bonds)
        above = {node.player: tree.nodes[node.parent].player for node in tree.nodes if node.parent >= 0}
        assert above["D"] == "T"
        assert above["A"] == above["B"] == above["C"] == ""
        assert len(tree.nodes) == 6

    def test_everybody_is_in_it_once_however_deep(self) -> None:
        names = [f"P{k}" for k in range(12)]
        bonds = [Bond(names[0], "", "", True), *(Bond(b, a) for a, b in pairwise(names))]
        tree = grow(bonds)
        assert [node.player for node in tree.nodes] == names
        assert (tree.columns, tree.rows) == (1, 12)


class TestFeats:
    def test_what_was_done_is_counted(self) -> None:
        tables, game = told()
        found = {(feat.key, feat.player): feat.count for feat in tale(tables, game).feats}
        assert found["burned-innocents", "Dani"] == found["burned", "Dani"] == 1
        assert found["defences", "Carla"] == 1
        assert found["first-out", "Eva"] == 1
        assert found["showed", "Ana"] == 1
        assert found["infected", "Beto"] == 3 and ("infected", "Ana") not in found
        assert found["asked", "Beto"] == 1
        assert found["quarantine", "Carla"] >= 2
        assert ("survived", "Eva") not in found

    def test_seats_that_only_turn_are_not_moves(self) -> None:
        tables, game = opened()
        tables.say(game, {"action": "override", "set": {"seats": [*FIVE[2:], *FIVE[:2]]}})
        assert [feat for feat in tale(tables, game).feats if feat.key == "moved"] == []
        tables.say(game, {"action": "override", "set": {"seats": ["Beto", "Ana", *FIVE[2:]]}})
        assert {feat.player for feat in tale(tables, game).feats if feat.key == "moved"} == {"Ana", "Beto"}

    def test_awards_go_to_who_did_most_and_not_to_a_crowd(self) -> None:
        feats = [Feat("a", "X", 2), Feat("a", "Y", 1), Feat("a", "Y", 1), *(Feat("b", p, 1) for p in "XYZ")]
        assert awards(feats) == (Award("a", ("X", "Y"), 2),)
        assert awards(feats, 1) == ()

    def test_every_award_of_a_game_has_its_sentences(self) -> None:
        tables, game = told()
        for lang in ("es", "en"):
            words = words_of(tables.playing(game).title, lang)
            found = prizes(awards(tale(tables, game).feats, 9), words)
            assert len(found) >= 6
            assert not any("{" in prize.text or "awards." in prize.text for prize in found)


class TestStatistics:
    def test_games_that_were_given_up_or_go_on_do_not_count(self) -> None:
        tables, _ = told()
        told(tables)
        told(tables, ended=False)
        abandoned(tables)
        found = group(played_by(tables, "la-cosa", FIVE), FIVE)
        assert found.games == 2
        beto = next(one for one in found.people if one.name == "Beto")
        assert (beto.games, beto.by_role) == (2, {"la-cosa": [2, 2]})
        assert found.people[-1].name == "Eva"
        assert found.people[-1].by_role == {"human": [2, 0]}

    def test_people_are_summed_up_over_games_and_of_equals_comes_first_who_played_less(self) -> None:
        deeds = [Feat("showed", "Ana", 2), Feat("quarantine", "Ana", 5, True), Feat("showed", "Zoe", 9)]
        one = Played("1", ("Ana", "Beto", "Zoe"), {"Ana": "human", "Beto": "la-cosa"}, ("Ana", "Beto"), (*deeds,))
        deeds = [Feat("showed", "ANA", 1), Feat("quarantine", "ANA", 3, True), Feat("showed", "Carla", 3)]
        two = Played("2", ("ANA", "Carla"), {"ANA": "human", "Carla": "human"}, ("carla",), (*deeds,))
        people = (
            Person("Beto", 1, 1, {"la-cosa": [1, 1]}),
            Person("Carla", 1, 1, {"human": [1, 1]}, Counter(showed=3)),
            Person("Ana", 2, 1, {"human": [2, 1]}, Counter(showed=3, quarantine=5)),
        )
        found = group([one, two], ["Ana", "Beto", "Carla"])
        assert found == Group(2, people, ("human", "la-cosa"), (Award("quarantine", ("Ana",), 5),))

    def test_a_game_is_told_by_the_names_people_have_in_the_end(self) -> None:
        tables, game = told(ended=False)
        for old, new in (("Dani", "Dan"), ("Eva", "Evita")):
            tables.say(game, {"action": "rename", "player": old, "to": new})
        tables.say(game, {"action": "declare", "player": "Beto"})
        roles = {"Ana": "infected", "Beto": "la-cosa", "Carla": "infected", "Dan": "infected", "Evita": "human"}
        tables.say(game, {**END, "roles": roles})
        (found,) = played_by(tables)
        assert (found.id, found.title, found.roles, found.winners) == (game, "la-cosa", roles, ("Ana", "Beto", "Dan"))
        assert (found.players, found.felled) == ((*FIVE[:3], "Dan", "Evita"), (("Dan", "Evita"),))
        assert found.when == tables.playing(game).entries[0].at
        assert {feat.player for feat in found.feats} == {*roles}

    def test_deeds_add_up_and_records_do_not(self) -> None:
        tables, _ = told()
        one = group(played_by(tables, "la-cosa", FIVE), FIVE)
        told(tables)
        two = group(played_by(tables, "la-cosa", FIVE), FIVE)
        carla = [next(p for p in each.people if p.name == "Carla").feats for each in (one, two)]
        assert carla[1]["defences"] == 2 * carla[0]["defences"] == 2
        assert carla[1]["quarantine"] == carla[0]["quarantine"] > 1

    def test_a_name_is_one_person_however_it_is_written(self) -> None:
        tables, _ = told()
        found = group(played_by(tables, "la-cosa", ["ANA", "beto"]), ["ANA", "beto", "Zoe"])
        assert {one.name: one.games for one in found.people} == {"ANA": 1, "beto": 1, "Zoe": 0}

    def test_games_of_other_people_or_titles_are_not_theirs(self) -> None:
        tables, _ = told()
        assert played_by(tables, "la-cosa", ["Ana", "Zoe"]) == ()
        assert played_by(tables, "another", FIVE) == ()

    def test_who_plays_several_figures_is_told_by_name(self) -> None:
        tables = GameService(MemoryStore(), title)
        setup, *actions = lines_of(COOPERATIVE)
        game = tables.open({**setup, "options": {}}).id
        for action in actions:
            tables.say(game, action)
        (one,) = played_by(tables, "the-thing-coop", ["Ana", "Berto"])
        assert one.players == ("Ana", "Berto", "Ciro")
        assert one.roles == {}

    def test_who_plays_alone_has_an_evening_too(self) -> None:
        tables = GameService(MemoryStore(), title)
        setup, *said = lines_of(ALONE)
        for _ in range(2):
            game = tables.open({"options": {}, **setup}).id
            for one in said:
                tables.say(game, dict(one))
        (name,) = setup["players"]
        found = played_by(tables, "the-thing-coop", [name], next(iter(tables.headings())).changed)
        assert len(found) == 2
        assert [(one.name, one.games) for one in group(found, [name]).people] == [(name, 2)]
        assert played_by(tables, "the-thing-coop", ["Somebody else"]) == ()

    def test_an_evening_is_so_long(self) -> None:
        tables, game = told()
        at = tables.heading(game).changed
        assert len(played_by(tables, "la-cosa", FIVE, at)) == 1
        assert played_by(tables, "la-cosa", FIVE, "2001-01-01T00:00:00Z") == ()
        assert played_by(tables, "la-cosa", FIVE, "never") == ()

    def test_a_game_that_tells_nothing_still_has_its_film(self) -> None:
        tables = GameService(MemoryStore(), toy)
        game = tables.open(SETUP).id
        tables.say(game, {"action": "draw", "player": "Ana"})
        assert tale(tables, game) == Chronicle(False)
        tables.say(game, {"action": "stop"})
        assert tale(tables, game).counts
        assert len(film.frames(tables.playing(game))) == 3

    def test_what_was_undone_is_not_in_the_film(self) -> None:
        tables, game = told(ended=False)
        tables.say(game, {"action": "undo"})
        assert len(film.frames(tables.playing(game))) == len(STORY)


class TestTakeaway:
    def test_the_link_holds_the_play_as_documented(self) -> None:
        """A page that was read whole has the rest of it (tests/web/told/la-cosa.txt)."""
        tables, game = late()
        tables.say(game, {"action": "tell", "player": "Ana"})
        playing = tables.playing(game)
        link = play_link(playing, game, words_of(playing.title, "es"))
        assert link.startswith(APP) and fits_qr(link)
        play = json.loads(unquote(link.removeprefix(APP)))
        assert (play["sourcePlayId"], play["playDate"]) == (game, "2026-11-20 21:50:58"), "UTC, wherever it was written"
        assert play["durationMin"] == len(STORY) + 2, "what is told after the end is no part of it"

    @pytest.mark.parametrize(("at", "date"), [("2026-11-20T21:16:58.250Z", "2026-11-20 21:16:58"), ("?", "")])
    def test_a_game_that_took_no_time_has_no_length(self, at: str, date: str) -> None:
        tables, game = told(GameService(MemoryStore(), title, clock=lambda: at))
        playing = tables.playing(game)
        play = json.loads(unquote(play_link(playing, game, words_of(playing.title, "es")).removeprefix(APP)))
        assert play["playDate"] == date and "durationMin" not in play

    def test_there_is_none_before_the_end_or_where_nobody_won(self) -> None:
        tables, game = told(ended=False)
        lost = abandoned(tables)
        for one in (game, lost):
            playing = tables.playing(one)
            assert play_link(playing, one, words_of(playing.title, "es")) == ""
        assert not fits_qr("")
        assert fits_qr("x" * 2300) and not fits_qr("x" * 2332)  # a symbol of version 36 at level L holds 2,331

    def test_the_poster_is_told_in_the_language_asked_for(self) -> None:
        """What it holds in Spanish is read as it is laid out (tests/printing/laid_out.txt)."""
        tables, game = late()
        es, en = (reel_of(tables.playing(game), lang) for lang in ("es", "en"))
        assert (es.when, len(en.prizes), en.tree_label) == ("2026-11-20", len(es.prizes), "Who The Thing infected")
