"""What every game stands on: the table, what can be seen to happen, what may be done and why not. Pure.

Read `places` (where a card can be), `facts` (what can be seen to happen), `state` (the table and how a fact changes
it), `history` (undo as entries); `deck` (which copies play with n players), `tags` (the code on each copy), `words`
(sentences by key and language); `actions` (what somebody says they do), `rules` (rules and violations), `view` (what a
screen shows, for any game), `game` (the value a game module exports). `kit` is what games have in common.
"""
