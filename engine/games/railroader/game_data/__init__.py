"""The printed components: board, cards, and numbers; and the options."""
