"""The decks: read from TOML tables with every fault named by line, and found on disk with the rules of their game.

Read `catalog` (which games and decks there are), `loader` (from files to a deck and its words), `toml_source` (a file
with its lines), `findings` (what is wrong, and where).
"""
