"""What games are made of. This page puts one together: *Embers*, in which nobody wants to take the last card.

**The table is right.** The companion sees what hands do and writes it down as facts (`engine/facts.py`): cards moved,
a turn began, somebody left. `engine/state.py` folds facts into a `Table`, a value; nothing else ever changes one. So a
game never says how the table is to be changed. It says three things about each move: how it is said, why it would be
refused, and which facts it leads to. All three stand together in one value, `Game`, and nothing outside its folder
knows it.

>>> from dataclasses import replace
>>> from companion.engine import facts as f
>>> from companion.engine.actions import read, text
>>> from companion.engine.deck import Card, Decklist
>>> from companion.engine.game import Setup
>>> from companion.engine.kit.common_rules import over
>>> from companion.engine.kit.game import Game
>>> from companion.engine.kit.moves import Move, Phase
>>> from companion.engine.kit.setup import opening_fault
>>> from companion.engine.places import DRAW, hand
>>> from companion.engine.rules import refuse, rule
>>> from companion.engine.state import replay
>>> from companion.engine.view import Group, Plan, Question
>>> from companion.engine.words import Wording

**The box and the words are data.** In a game that is played they are TOML (`decklists/<game>`), read by
`companion/decks` with every fault named by line. What a sentence leaves open stands in braces.

>>> box = Decklist("embers", "embers", "EM", 2, 4, (Card("ember", "fire", 5),))
>>> words = Wording("en", {"game.name": "Embers", "cards.ember.name": "Ember",
...     "rules.embers.turn.text": "It is {turn}'s turn.", "ask.turn": "{turn} takes an ember"})

**The beginning** is a fact like any other: who sits where, who begins, how many cards each hand and the pile have, and
the step in which play begins.

>>> def opened(decklist, setup):
...     size = decklist.size(len(setup.players))
...     return (f.TableOpened("embers", setup.players, setup.first, setup.options, 0, size, "take"),)

**A rule looks at one thing** and gives `None`, or refuses with what its sentence names (`m` is the table, the action
and the deck). Its name is also that of its sentence, and of its cases in `tests/rules`. The first rule of a move that
refuses is what people read; one that is `overrulable` may be broken by a table that says so (`anyway`).

>>> @rule("embers.turn", overrulable=True)
... def turn(m):
...     return None if m.action.player == m.table.turn else refuse(turn=m.table.turn)

**An effect never refuses.** It is told what was done, whatever the rules thought of it, and does facts.
`effects.table` is the table as it is after those done so far.

>>> def take(effects, action):
...     effects.draw(hand(action.player), 1)
...     if effects.table.piles["draw"]:
...         effects.do(f.TurnBegan(effects.table.next_after(action.player)))
...     else:
...         winners = tuple(name for name in effects.table.players if name != action.player)
...         effects.do(f.Ended("burnt", winners))

**A question** is what the tablet shows at a step. Each choice carries the whole action it stands for; `prompts.card`
asks the rules of that move whether it is allowed, and greys it with the reason if it is not.

>>> def asked(prompts):
...     turn = prompts.table.turn
...     choice = prompts.card("ember", {"action": "take", "player": turn})
...     return Question(prompts.say("turn", turn=turn), {}, (Group("", (choice,)),), player=turn)

**The game** names them. `moves` has an entry for everything that can be said, `phases` one for every step; what is
kept of a table beyond seats, hands and piles would be `declarations` (`declare.py`: numbers, markers, piles), from
which the correction, its form, the public state, the badge on a plate and the sentence after an undo all follow.

>>> GAME = Game(
...     slug="embers",
...     moves={
...         "take": Move(
...             fields={"player": text}, required=("player",), said_by="seat", rules=(over, turn), does=take
...         )
...     },
...     phases={"take": Phase(asked)},
...     refuse_setup=opening_fault,
...     open=opened,
...     plan=lambda decklist, players, words: Plan({}, ()),
... )

**An evening of it.** The service does no more than this, and keeps each action with its facts: a game of last year
still shows what happened, even if a rule has been corrected since.

>>> table = replay(GAME.open(box, Setup(("Ana", "Beto"), "Ana")))
>>> GAME.ask(box, table, {}, words).text
'Ana takes an ember'
>>> def say(table, player):
...     action = read(GAME.verbs, {"action": "take", "player": player})
...     refused = GAME.judge(box, table, action)
...     return refused.sentence(words) if refused else replay(GAME.carry_out(box, table, action), table)
>>> say(table, "Beto")
"It is Ana's turn."
>>> for player in ("Ana", "Beto", "Ana", "Beto", "Ana"):
...     table = say(table, player)
>>> table.ended.winners, GAME.state(box, table)["hands"]
(('Beto',), {'Ana': 3, 'Beto': 2})

**A game that is another one but for some things** is a difference. Here anybody takes at any time:

>>> RUDE = GAME.derive(slug="rude", moves={"take": replace(GAME.moves["take"], rules=(over,))})
>>> table = replay(RUDE.open(box, Setup(("Ana", "Beto"), "Ana")))
>>> RUDE.judge(box, table, read(RUDE.verbs, {"action": "take", "player": "Beto"})) is None
True

**What the kit has besides**: `everyday` (the moves every game has: correct, show, rename), `prompts`, `board_view`,
`log` and `undo_hints` (what is asked, drawn, told, and put back by hand: classes that a game subclasses where it says
something otherwise), `known_cards` and `seen_cards` (who has seen which hand), `corrections` and `forms`, `rooms` (a
board with places to go), `parts` (an action that is done in several steps). A game takes what it needs; nothing here
knows one. The same game as files, with what a real one needs on top: docs/add-a-game.md.
"""
