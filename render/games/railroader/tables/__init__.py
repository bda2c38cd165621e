"""Tables of cards, railheads, and results, as pictures."""
