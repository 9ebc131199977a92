"""Everything that is done with games: open, say, undo, read, export, import. It knows no game and no screen.

Read `live` (games being played: what can be done with them, one of them in memory, who is told of changes), `history`
(what was played), `referee` (cards shown to it), `transfer` (from one machine to another), `people`, `club` (the
protocol of several hosts), `messages` (what is said of all that), `workers` (processes of their own).
"""
