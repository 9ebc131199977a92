"""The judge of La Criatura. What a check may conclude, from the rulebook alone; no check asks who is infected:

**A hand** (`hand`) has as many events as everybody counts, only events, none twice and none that lies elsewhere in
every world: played before everybody, or seen in another hand and not passed on since. Discards go unseen, and come back
when they are shuffled.

**Weapons** (`weapons`) are those face down: as many as everybody counts, only weapons, none that must lie elsewhere.
The weapon pile is a row: what goes back lies at its end. Of two weapons the owner kept the one nobody saw.

**A discard** (`discard`) is of events from the hand, by somebody who is not sedated.

**Cards handed in** (`round`) are character cards of those who hand one in: not an infected's card, none of somebody
sedated or of whoever had the Creature when it went, and no more of a kind than were dealt. The Creature's card is with
whoever it was seen with until the cards move; who was hit by a vote and was not the Creature has it not. All cards
shown, and one way in which it can be so: lawful. Some of them: open, since anybody else may hand in a wrong one.
"""
