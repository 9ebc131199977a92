"""Habits that native editors struck out of the sentences, found again by pattern: none may come back.

docs/words.md has the word to say instead of most of them. A pattern looks at one sentence; `but` names the places
where what it finds is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from companion.decks.catalog import gentle, title
from companion.i18n import catalog
from tests.games.every import GAMES

NOT_READ = re.compile(r"\.(also|icon|slug|tokens)$")
"""Keys of words to search by and names of drawings, which are not read as sentences."""


class Habit(NamedTuple):
    """Habit that editors struck out."""

    find: str
    """The pattern."""
    say: str
    """Better words, or the reason."""
    where: str = ""
    """A pattern of the keys it looks at, after the name of the game or part; all where it is empty."""
    but: str = r"(?!)"
    """A pattern of places (name, key, sentence) where it may stand."""


ENGLISH = (
    Habit(r"(?i)\b(every|some|any)body\b", "everyone, someone; in rules each player", but=r"^screens evening\.s"),
    Habit(r"(?i)\bwhom\b", "who; the target"),
    Habit(
        r"[a-z}]: [^.?]*\?",
        "one whole question, or a sentence and then a question",
        but=r" home\.judge-help| calibration\.ladder|Can't We Be Friends\?|step\.verdict|dice\.whose",
    ),
    Habit(
        r"^(Draws|Discards|Plays|Takes|Keeps|Pays|Shows|Puts|Uses|Moves|Attacks|Hits|Reveals|Parries|Dies|Starves"
        r"|Assimilates|Accuses|Defends)\b|^(Noted|Revealed|Correct|Note)$",
        "a button commands",
        where=r" ask\.",
        but=r"(Hits|Parries) on",
    ),
    Habit(r"(?i)\b(un)?noted\b|\bnoting\b|\bnote (what|that|it|down)\b", "record; on a button save"),
    Habit(
        r"\b(is|are|was|were) kept\b|\bkept nowhere\b|\b(it|program|tablet|page) keeps\b",
        "stored; tracked",
        but=r"^scan .*none is|othing is kept|leaves the",
    ),
    Habit(r"\b(has|have) to be said\b|\bnot said\b|^It is missing", "say…, choose…; the rulebook does not say"),
    Habit(r"\blooked at[:.]|was looked at|speaks against", "{player}'s hand was checked: no problem found"),
    Habit(r"\bwhatever the cards\b", "whatever the unseen cards are"),
    Habit(r"\bunseen\b(?! cards)", "without looking; face down"),
    Habit(r"\bbefore \{", "in front of", where=r"^(?!api)"),
    Habit(r"\bthe discards\b", "the discard pile"),
    Habit(r"(?i)\bagreements?\b|\bhouse question\b|table decides", "ruling, rulings"),
    Habit(
        r"\b(people|persons?)\b",
        "players; people only off the table",
        but=r"^(screens|device|terminal) | seathelp|tokens\.seat|\{pe(ople|rson)\}|people in a room|three people",
    ),
    Habit(r"\b(do|does) not play\b|\bcards play\b|\bthat play\b", "are in play, are not used"),
    Habit(r"\boff (its |their )?turn\b", "outside its turn"),
    Habit(r"(?i)\bchang(e|es|ing) (seats|places|chairs)\b", "swap seats", but="Change Places!"),
    Habit(r"(?i)\btouch (it|the|a|one|here)\b", "tap"),
    Habit(r"\bwill not do\b|\bI know\b|\bI keep\b", "won't work; there is no…; still trying"),
    Habit(r"\bgo(es|ing)? on\b(?! (top|its|the [BWR]|a space))", "continues, carries on; play on"),
    Habit(r"\} letters\b", "characters"),
    Habit(r"(?i)\bset-up\b|anticlockwise|struck through", "setup, set up; counter-clockwise; crossed out"),
    Habit(r"^It is (the |phase)", "This is phase 2: …", where=r" rules\."),
    Habit(r"(?<!front) of \{(player|target|other|who)\}(?!'s)", "{player}'s"),
    Habit(r"\bone (may not|sets|rests|dies|starves)\b|\boneself\b|\bone's own\b", "you; a player"),
    Habit(r"[;.,] else\b|(?i:mostly)\b", "otherwise; usually"),
    Habit(r": \{count\} again", "back to {count}"),
    Habit(
        r"\b(leader|recreation room|rec room|helicopter of the base|role cards?|dormitory|darkness)\b",
        "the board game's words, with its capitals",
        where=r"^the-thing",
    ),
    Habit(r"\b(make|makes|made) (a |the )?[Tt]ests?\b|test is made", "do a test"),
    Habit(r"\bRey de\b", "King of"),
    Habit(r"\b(a|the|of|in) (barred door|quarantine)\b", "Barred Door, Quarantine"),
    Habit(r"It has no answer", "No defence stops it."),
    Habit(r"\bboard figures?\b|\bfigures (of|that are|on your)\b", "numbers; figures are the miniatures"),
    Habit(r"\bby https?\b", "over https"),
    Habit(r"\banswers for\b|\bdevice (that )?leads\b|\blooking on\b", "plays for; runs the table; watches"),
    Habit(r"did it (so|this way|all the same)|table says otherwise", "we played it that way; to match the real table"),
    Habit(r"without a result|Leave it so", "abandon"),
    Habit(r"What becomes of|^And if", "What happens to…? What if…?", where=r" options\."),
    Habit(r"\b[Ww]hoever has (the )?(most|least)\b|\bthat of the beginning\b", "the noun first: the player with…"),
)
SPANISH = (
    Habit(r", mirad[ao]s?[:.]|habla en (su )?contra", "El árbitro ha visto la mano de {player}: …"),
    Habit(r"(?i)\b(cog(e|er|es|en|ed|ido|i[óo]|iste)|coj[ao]\w*)\b", "robar, tomar, recoger"),
    Habit(r"(?<!«)\{(card|drawn|against)\}[ .,]", "«{card}»", where=r"^(la-|dos-).* (rules|log|scene|check)\."),
    Habit(r"\{room\} (ya|no|está)\b|\b(En|Desde|a) \{room\}", "{room}: …, and nothing that agrees with it"),
    Habit(
        r"\{(count|left|held|there|rounds)\} (partidas|entradas|veces|bastos|anotaciones|armas que)\b",
        "the number after a colon, or forms",
        but=r"\.other |camera seen\.twice",
    ),
    Habit(r"otra vez \{", "vuelve a {count}"),
    Habit(r"[^.?]: ¿", "one question, or two sentences", but=r"¿(se|te) (defiende|libra|defiendes)"),
    Habit(r"(?i)agujas del reloj|sentido contrario|(como|contra) el reloj|sentido del reloj", "sentido horario"),
    Habit(r"(?i)\bcada cual\b", "cada persona, cada uno"),
    Habit(r"(?i)\bap[uú]nt[a-zó]+", "anotar; of a camera enfocar", but="Apuntó a La Cosa"),
    Habit(r"(?i)\bpapeles\b|\bsu papel\b", "rol, roles"),
    Habit(r"(?i)con las manos\b|hacen las manos", "en la mesa; qué hay que mover; sin arma"),
    Habit(
        r"\bsedad[oa]s?\b(?! *$)|\} (es|está|queda|fue|ha sido) (infectad|asimilad|tumbad|eliminad)", "nobody's gender"
    ),
    Habit(r"(?i)\bles? (infect|sed[aó]|acus|impact)|tenerle|delatarle|sedarle", "no le for an object"),
    Habit(r"\b([ts]e) qued(a|as|an) (una|1|dos|la que|la suya)\b|\bquédate (1|una|dos|la)\b", "quedarse con"),
    Habit(r"según las cuentas|con estas cuentas|las cuentas de la mesa", "según lo anotado"),
    Habit(r"(^|[.:,] )Mueven\b", "se mueven; movéis"),
    Habit(r"^No conozco|lo vuelvo a|\bestoy (leyendo|mirando)|^No sé ", "the program has no yo"),
    Habit(r"[a-zñ,;] Humanos\b|\b(un|el|último|ningún|algún|cada|sin) Humano\b", "humano, humanos"),
    Habit(r"(?i)\bhuir\b|\{player\} huye|\bhuida\b(?! en Ovni)", "people escapan; the Alienígena huye"),
    Habit(r"(?i)bocarriba|bocabajo", "boca arriba, boca abajo"),
    Habit(r"(?i)la mesa dice otra cosa", "en la mesa está así"),
    Habit(r"(?i)\bvale (diez|una|hasta|para|de)\b|\bno vale\b", "sirve, caduca, se aplica"),
    Habit(r"(?i)\bpasa de \{", "tiene más de {n} letras"),
    Habit(r"[!?]\.", "no stop after ! or ?, or the name between «»"),
    Habit(r" o \{", "Ana o Óscar: put it otherwise"),
    Habit(r"¡Pánicos", "cartas de ¡Pánico!"),
    Habit(r"(?i)\bante (\{|quien|alguien|su\b)", "delante de"),
    Habit(r"(?i)\bfichero", "archivo"),
    Habit(r"(?<![{\w])[^\W_]{2,}(ad|ed|id)(l[oa]s?)?\b(?<!mitad)", "the set-up says tú", where=r"^\S+ setup\.steps\."),
    Habit(
        r"(?i)\b(guarda|toca|mira|elige|abre|cambia|cuenta|vuelve)\b.*\b(os importen|vuestr\w+|queráis|veréis)\b",
        "one person of the verb in a sentence",
        but=r" scene\.first | stage\.follow ",
    ),
)


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the name of a game or part with a key, and the sentence; one that a game has from another once."""
    for path in sorted((catalog.WORDS / lang).glob("*.toml")):
        yield from ((f"{path.stem} {key}", text) for key, text in catalog.read(path.stem, lang).items())
    seen = set[tuple[str, str]]()
    for slug in GAMES:
        words = {**title(slug).words[lang].sentences, **{f"gentle.{k}": text for k, text in gentle(slug, lang).items()}}
        yield from ((f"{slug} {key}", text) for key, text in words.items() if (key, text) not in seen)
        seen.update(words.items())


@pytest.mark.parametrize(("lang", "habits"), [("en", ENGLISH), ("es", SPANISH)])
def test_no_habit_that_native_editors_struck_out_comes_back(lang: str, habits: tuple[Habit, ...]) -> None:
    read = [(place, text) for place, text in sentences(lang) if not NOT_READ.search(place)]
    found = [
        f"{place}: {text} ({habit.say})"
        for habit in habits
        for place, text in read
        if re.search(habit.find, text) and re.search(habit.where, place) and not re.search(habit.but, f"{place} {text}")
    ]
    assert found == [], "\n".join(found)
