"""What hidden cards of La Cosa prove: the referee.

The referee reasons over *worlds*: one way the cards that nobody has seen may lie. A world counts as long as it fits
everything that was seen, taking it that all unseen acts were lawful. A check is legal if it breaks no rule in any of
them, illegal if it breaks one in all of them. There are far too many to list; they are clauses, and a solver is asked
whether one is left (docs/referee.md).

Read `worlds` (what is lawful), `story` (a game told to them), `judging` (the rules, three verdicts, the words),
`referee` (what can be shown, what each is told, and what is to be shown next).
"""

from companion.games.la_cosa.referee.referee import REFEREE

__all__ = ["REFEREE"]
