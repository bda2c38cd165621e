"""One event in words, for every place where it is told."""

from typing import NamedTuple


class Told(NamedTuple):
    """``sentence`` is for posts and records; ``did`` is for a line that names the player once.

    “Cleo rolled 5 and moved 52 to 64.” and “rolled 5 and moved 52 to 64”; “bought” and its ``things`` are joined with
    others that were bought. Of two, the lighter ``weight`` is left out first where there is no room.
    """

    sentence: str
    did: str = ""
    weight: int = 0
    things: tuple[str, ...] = ()


UNTOLD = Told("")
"""What is not worth a line."""
