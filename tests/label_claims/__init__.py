"""Compare labels, previews, prompts, and headlines of a move with what happens when it is made.

``frame`` plays the games, and is the same for every game. A module named after a game, such as ``railroader``, reads
the claims in that game's texts.
"""
