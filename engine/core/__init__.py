"""The core interface: what a game is made of. It knows no railway and no Discord."""
