"""The twin of La Cosa with two Spanish decks: written from the rulebook, with real cards in hidden hands.

It shares nothing with `companion/games` but the names of cards, actions and rules. Read `world` (what is true),
`people` (who decides what), `evening`, `fights` and `rounds` (a whole game, told to the companion as it goes), `slips`
(what must be refused), `glances` (hands shown to the referee, with the verdict that only the truth allows),
`twin` (many games).
"""
