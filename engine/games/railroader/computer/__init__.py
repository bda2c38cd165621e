"""How a computer player thinks: hints, and states that fit what it sees."""
