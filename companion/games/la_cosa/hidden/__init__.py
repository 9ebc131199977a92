"""What hidden cards of La Cosa prove: the referee of R §9 and contract §3.3.

The referee reasons over *worlds*: who is La Cosa, who was infected by it, how many ¡Infectado! each hand holds, where
each copy may lie. A world counts as long as it fits everything that was seen, taking it that all unseen acts were
lawful. A check is legal if it breaks no rule in any of them, illegal if it breaks one in all of them.

There are far too many worlds to list them. For each player who may be La Cosa, `roles` keeps for every hand the
pairs (infected?, how many ¡Infectado!) that some world has; `places` keeps for every copy the places where some world
has it. Both forget how one hand hangs on another, so that they hold more worlds than there are: the referee may shrug
where the truth could be worked out, and is never wrong. Which cases those are: docs/referee.md.

Read `checks` (what can be shown), `roles`, `places`, `recall` (how they are folded from history and sights), `hands`,
`giving` (the rules), `weighing` (three verdicts out of many worlds), `answer` (the words).
"""

from companion.games.la_cosa.hidden.witness import WITNESS

__all__ = ["WITNESS"]
