"""The thinking of a computer player: hints, and states that fit what it sees."""
