"""Cards, decks and words as data. Pure: it is handed what was read, and says what it means or what is wrong with it.

Read `decklist` (which copies play with n players), `tags` (the code on each copy), `wording` (sentences by key and
language), then `reading` (from TOML tables to these values, with every fault named by line).
"""
