"""What may be done, whether it was allowed, and why not. Pure.

Read `actions` (what somebody says they do), `ruling` (rules and violations), `view` (what a screen shows, for any
game), `game` (the value a game module exports), `judge`.
"""
