"""What hidden cards of La Cosa prove: the referee.

The referee reasons over *worlds*: who is La Cosa, who was infected by it, how many ¡Infectado! each hand holds, where
each copy may lie. A world counts as long as it fits everything that was seen, taking it that all unseen acts were
lawful. A check is legal if it breaks no rule in any of them, illegal if it breaks one in all of them.

There are far too many worlds to list them. For each player who may be La Cosa, `worlds` keeps for every hand the pairs
(infected?, how many ¡Infectado!) that some world has, and for every copy the places where some world has it. Both
forget how one hand hangs on another, so that they hold more worlds than there are: the referee may shrug where the
truth could be worked out, and is never wrong. Which cases those are: docs/referee.md.

Read `worlds`, `recall` (what can be shown, and how worlds are folded from history and sights), `judging` (the rules,
three verdicts out of many worlds, the words), `witness` (what each is told, and what is to be shown next).
"""

from companion.games.la_cosa.referee.referee import WITNESS

__all__ = ["WITNESS"]
