"""What games have in common and no screen needs to know: who may act, how facts happen, names and answers at the
set-up, corrections and forms, what was seen of hands, where cards go back to. A game may use it or not; nothing here
knows one.
"""
