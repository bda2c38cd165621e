"""The maximum number of rows of a map."""

from types import SimpleNamespace

import pytest

from engine.errors import Unreadable
from engine.games.railway_rivals.game_data.hex_map import Terrain, _read_terrain


class Word(str):
    """A word of a map file without its position."""

    text = property(str)

    def error(self, said):
        return Unreadable(said)


def grid(rows):
    """The lines of a grid with one column and this number of rows."""
    lines = [["A"], *([str(row), Terrain.PLAIN] for row in range(1, rows + 1))]
    return tuple(SimpleNamespace(words=[Word(word) for word in line]) for line in lines)


def test_map_has_at_most_99_rows():
    assert len(_read_terrain(grid(99))) == 99
    with pytest.raises(Unreadable, match="from 1 to 99 at most"):
        _read_terrain(grid(100))
