"""The phases, the set-up, the class of stored states, and the outcomes of moves."""
