"""Pictures of cards, railheads, and results, as tables."""
