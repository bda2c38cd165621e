"""A train in motion whose engineers have not yet said where it stops. (RR Engineer; ruling 39)"""

import msgspec


class Rolling(msgspec.Struct, frozen=True):
    """``die`` on top of ``waters``; each of the ``engineers`` may change the sum by 2."""

    waters: tuple[int, ...]
    die: int
    engineers: int

    @property
    def total(self) -> int:
        """Spaces, before the engineers have their say."""
        return sum(self.waters) + self.die
