"""How Roundhouse speaks: every text that people read, and the wording that none of them may have."""
