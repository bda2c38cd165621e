"""An event in words."""

from typing import NamedTuple


class Narration(NamedTuple):
    """``sentence`` is for posts and records; ``clause`` is for a line that names the player once.

    “Cleo rolled 5 and moved 52 to 64.” and “rolled 5 and moved 52 to 64”; “bought” and its ``objects`` are joined with
    others that were bought. Of two, the lighter ``priority`` is left out first where there is no room.
    """

    sentence: str
    clause: str = ""
    priority: int = 0
    objects: tuple[str, ...] = ()


NO_NARRATION = Narration("")
"""What is not worth a line."""
