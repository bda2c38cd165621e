"""The rules: what each action may do, what it does, and how the game ends."""
