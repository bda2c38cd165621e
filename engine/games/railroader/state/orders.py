"""The orders of a player about deputies, as a value. (RR Outlaws; ruling 78)"""

from typing import Literal

import msgspec

Use = Literal["needed", "always", "never", "two"]
First = Literal["workers", "crates"]


class Orders(msgspec.Struct, frozen=True):
    """``use``: when a loss would be prevented, always, never, or only against two or more losses.

    ``first``: which outlaws a deputy sends away first. (asynchronous form of RR Outlaws)
    """

    use: Use = "needed"
    first: First = "workers"
