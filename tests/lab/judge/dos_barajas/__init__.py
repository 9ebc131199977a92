"""The judge of La Cosa with two Spanish decks. What a check may conclude, from the rulebook alone:

**Who is what.** One person was dealt the Rey de bastos and is a Thing from the deal on; the commander, who shows the
Rey de espadas, is not. Whoever takes a club from the middle is a Thing from then on; nobody stops being one. Those who
are revealed, or starve as one, are Things. Whoever is accused and found human is human then, and shows a hand without
clubs. A Thing that starves or loses a combat says whether there are others, and says so truly.

**A hand** (`hand`) has as many cards as everybody counts, all of the main deck, none twice and none that lies elsewhere
in every world. Clubs in it, once the first hands are cleared of them, are a Thing's: broken where the owner is human in
every world, lawful where the owner is a Thing in every world, open else. Nobody is trusted for it: that somebody else
showed a club proves nothing, since it may be that one who broke the rule. Only what was said before everybody, and what
is printed on cards seen, counts. A hand without clubs is anybody's.

**A court card** shown beside a hand is the owner's: the Rey de espadas is the commander's alone, each card was dealt
once as often as it is there, and who has shown one has no other. Whoever shows the Rey de bastos but passed for human
when accused has broken the rules (`hand.denied`): for this alone the owner's own word is not taken.

**A trio** (`trio`) is of its suit, counts three or more (an ace two), and no card of it could be left out; its cards
lie in the hand.

**The court cards** (`figures`) are one for each person: one Rey de bastos, one Rey de espadas, and jacks or knights of
coins or cups, none more often than twice.

**The deck** (`deck`) has every card of 2 to 7 (or 9) twice and the aces but those of clubs: a card that is none of them
is wrong, all of them are right, and of less nobody knows.
"""
