"""What games have in common and no screen needs to know: names and answers at the set-up, what was seen of hands,
where cards go back to. A game may use it or not; nothing here knows one.
"""
