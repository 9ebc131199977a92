"""The sentences of the findings, Spanish and English side by side. The card maker reads them, so no jargon."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "toml": (
        "esta línea no se entiende (columna {column}): ¿faltan unas comillas, un corchete o un signo =?",
        "this line cannot be understood (column {column}): is a quote, a bracket or a = sign missing?",
    ),
    "toml.end": (
        "el archivo acaba a medias: ¿falta cerrar unas comillas o un corchete?",
        "the file ends halfway: is a closing quote or bracket missing?",
    ),
    "toml.twice": (
        "esto ya estaba escrito más arriba, y solo puede estar una vez",
        "this is written further up already, and may stand only once",
    ),
    "toml.deep": ("hay demasiados corchetes unos dentro de otros", "too many brackets stand inside one another"),
    "too-long": (
        "el archivo es demasiado largo ({size}; el máximo es {most})",
        "the file is too long ({size}; the most is {most})",
    ),
    "file.encoding": (
        "el archivo no está escrito en UTF-8: guárdalo de nuevo con esa codificación",
        "the file is not written in UTF-8: save it again in that encoding",
    ),
    "file.unreadable": ("el archivo no se puede leer ({why})", "the file cannot be read ({why})"),
    "file.language": (
        "«{name}» no es el nombre de un archivo de idioma: se llama es.toml, en.toml…",
        "“{name}” is not the name of a language file: they are called es.toml, en.toml…",
    ),
    "key.unknown": (
        "«{name}» no significa nada aquí; se admite: {known}",
        "“{name}” means nothing here; known: {known}",
    ),
    "key.near": (
        "«{name}» no significa nada aquí: ¿querías decir «{near}»?",
        "“{name}” means nothing here: did you mean “{near}”?",
    ),
    "key.missing": ("falta «{name}»", "“{name}” is missing"),
    "type.text": ("«{name}» tiene que ser un texto entre comillas", "“{name}” has to be a text in quotes"),
    "type.number": (
        "«{name}» tiene que ser un número entero de {least} a {most}",
        "“{name}” has to be a whole number from {least} to {most}",
    ),
    "type.numbers": (
        "«{name}» tiene que ser una lista de números enteros de {least} a {most}, como [4, 4, 6]",
        "“{name}” has to be a list of whole numbers from {least} to {most}, such as [4, 4, 6]",
    ),
    "type.texts": (
        '«{name}» tiene que ser una lista de textos, como ["lanzallamas.2"]',
        '“{name}” has to be a list of texts, such as ["lanzallamas.2"]',
    ),
    "type.tables": (
        "«{name}» se escribe como un bloque [[{name}]] para cada cosa",
        "“{name}” is written as one block [[{name}]] for each thing",
    ),
    "type.table": ("«{name}» tiene que ser un bloque [{name}]", "“{name}” has to be a block [{name}]"),
    "type.values": (
        "«values» tiene que ser una lista de textos, números o true/false, todos distintos y del mismo tipo",
        "“values” has to be a list of texts, numbers or true/false, all different and of one type",
    ),
    "type.truth": ("«{name}» tiene que ser true o false", "“{name}” has to be true or false"),
    "type.sentence": ("«{name}» tiene que ser una frase entre comillas", "“{name}” has to be a sentence in quotes"),
    "slug.shape": (
        "«{slug}» no vale como nombre corto: solo letras minúsculas sin acento, cifras y guiones, hasta {most}",
        "“{slug}” will not do as a short name: only plain small letters, digits and hyphens, up to {most}",
    ),
    "slug.base": (
        "este mazo se llama igual que el mazo del que parte, «{slug}»: ponle otro nombre",
        "this deck has the name of the deck it is based on, “{slug}”: give it another",
    ),
    "game.base": (
        "el mazo del que parte es de «{base}», no de «{game}»",
        "the deck it is based on belongs to “{base}”, not to “{game}”",
    ),
    "game.unknown": (
        "no se conocen las reglas de ningún juego «{game}»; los que hay son: {known}",
        "the rules of no game “{game}” are known; known: {known}",
    ),
    "base.unknown": ("no hay ningún mazo «{base}» del que partir", "there is no deck “{base}” to be based on"),
    "players.shape": (
        "«players» dice de cuántos a cuántos jugadores, como [4, 12], dentro de {least}–{most}",
        "“players” says from how many players to how many, such as [4, 12], within {least}–{most}",
    ),
    "deck.small": (
        "con {players} jugadores solo hay {cards} cartas, y hacen falta {needed} para repartir",
        "with {players} players there are only {cards} cards, and dealing takes {needed}",
    ),
    "deck.large": (
        "el mazo tiene {cards} cartas: el máximo es {most}",
        "the deck has {cards} cards: the most is {most}",
    ),
    "card.twice": (
        "la carta «{slug}» ya está en este archivo: junta sus copias en un solo bloque",
        "the card “{slug}” is in this file already: put its copies into one block",
    ),
    "card.kind": (
        "no hay cartas de tipo «{kind}»; los tipos son: {known}",
        "there is no kind “{kind}”; the kinds are: {known}",
    ),
    "card.kind-differs": (
        "«{slug}» sigue a «{effect}», que es de tipo «{there}»: no puede ser de otro",
        "“{slug}” follows “{effect}”, which is of the kind “{there}”: it cannot be of another",
    ),
    "card.back": (
        "no hay dorso «{back}»; los dorsos son: {known}",
        "there is no back “{back}”; the backs are: {known}",
    ),
    "card.back-differs": (
        "«{slug}» sigue a «{effect}», cuyo dorso es «{there}»: no puede tener otro",
        "“{slug}” follows “{effect}”, whose back is “{there}”: it cannot have another",
    ),
    "card.counts": (
        "«{slug}» dice copies = {copies} y lleva {numbers} números: basta con los números",
        "“{slug}” says copies = {copies} and bears {numbers} numbers: the numbers are enough",
    ),
    "card.no-copies": (
        "«{slug}» no dice cuántas copias hay: pon numbers = […] o copies = …",
        "“{slug}” does not say how many copies there are: give numbers = […] or copies = …",
    ),
    "card.numbered": (
        "las copias de «{slug}» llevan número en el mazo de partida: di cuáles con numbers = […]",
        "the copies of “{slug}” bear numbers in the deck it is based on: say which with numbers = […]",
    ),
    "card.not-numbered": (
        "las copias de «{slug}» no llevan número en el mazo de partida: usa copies = …",
        "the copies of “{slug}” bear no numbers in the deck it is based on: use copies = …",
    ),
    "card.effect": (
        "«{slug}» sigue a «{effect}», y no se conoce ninguna carta así",
        "“{slug}” follows “{effect}”, and no such card is known",
    ),
    "card.effect-changed": (
        "«{slug}» ya existe en el mazo de partida y conserva sus reglas: quita «effect» o dale otro nombre a la carta",
        "“{slug}” exists in the deck it is based on and keeps its rules: drop “effect” or give the card another name",
    ),
    "card.no-effect": (
        '«{slug}» es una carta nueva: di con effect = "…" qué carta conocida le presta sus reglas',
        '“{slug}” is a new card: say with effect = "…" which known card lends it its rules',
    ),
    "card.unique": (
        "de «{slug}» hay una sola copia, ni más ni menos, y ninguna otra carta puede hacer de ella",
        "there is one copy of “{slug}”, no more and no less, and no other card may stand for it",
    ),
    "card.only": (
        "«only» dice con qué respuesta juega la carta, así: only = {{ opción = valor }}",
        "“only” says by which answer the card plays, like this: only = {{ option = value }}",
    ),
    "marks.heading": (
        '«{name}» en [marks] es una lista de palabras cortas, como ["chief", "all"]',
        '“{name}” in [marks] is a list of short words, such as ["chief", "all"]',
    ),
    "marks.shape": (
        '«marks» dice lo que lleva impreso la carta, así: marks = {{ phase = ["events"] }}',
        '“marks” says what is printed on the card, like this: marks = {{ phase = ["events"] }}',
    ),
    "marks.word": (
        "en «{name}» no puede poner «{word}»; lo que hay es: {known}",
        "“{name}” cannot say “{word}”; known: {known}",
    ),
    "card.none": ("no hay ninguna carta", "there is no card"),
    "missing.unknown": (
        "«{copy}» no es ninguna copia de este mazo (se escriben así: {example})",
        "“{copy}” is no copy of this deck (they are written like this: {example})",
    ),
    "missing.twice": ("«{copy}» está dos veces", "“{copy}” stands twice"),
    "option.twice": ("la opción «{name}» ya está más arriba", "the option “{name}” stands further up already"),
    "option.unknown": (
        "no hay ninguna opción «{name}»; las que hay son: {known}",
        "there is no option “{name}”; known: {known}",
    ),
    "option.value": (
        "la opción «{name}» no conoce el valor {value}; los que hay son: {known}",
        "the option “{name}” knows no value {value}; known: {known}",
    ),
    "words.none": ("falta el archivo de idioma {lang}.toml", "the language file {lang}.toml is missing"),
    "words.missing": (
        "falta la frase «{name}», que está en {other}:{line}",
        "the sentence “{name}” is missing; it stands in {other}:{line}",
    ),
    "words.superfluous": (
        "la frase «{name}» sobra: nadie la dice",
        "the sentence “{name}” is superfluous: nobody says it",
    ),
    "words.blanks": (
        "«{name}» tiene los huecos {here} y en español son {there}",
        "“{name}” has the blanks {here} and in Spanish they are {there}",
    ),
    "words.braces": (
        "«{name}» tiene unas llaves que no se entienden: un hueco se escribe {{nombre}}, y una llave suelta, dos veces",
        "“{name}” has braces that cannot be understood: a blank is written {{name}}, and a brace on its own, twice",
    ),
    "words.empty": ("la frase «{name}» está vacía", "the sentence “{name}” is empty"),
    "words.long": (
        "«{name}» tiene {size} caracteres: el máximo es {most}",
        "“{name}” has {size} characters: the most is {most}",
    ),
    "card.name-missing": (
        "la carta «{slug}» no tiene nombre (cards.{slug}.name)",
        "the card “{slug}” has no name (cards.{slug}.name)",
    ),
    "card.text-missing": (
        "la carta «{slug}» no tiene texto (cards.{slug}.text)",
        "the card “{slug}” has no text (cards.{slug}.text)",
    ),
    "option.words-missing": (
        "la opción «{name}» no tiene la frase «{sentence}»",
        "the option “{name}” lacks the sentence “{sentence}”",
    ),
}
"""Spanish and English of each finding."""
