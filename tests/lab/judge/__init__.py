"""A judge by another hand: exact verdicts on hidden cards, from all worlds that fit what everybody could know."""
