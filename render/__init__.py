"""Pictures of a table: a title's painter makes scenes of a view, ``draw`` makes them PNG. It knows no Discord."""

from render.games import PAINTERS
from render.paint import Picture, draw
from render.painter import Choice, Look, Painter
from render.scene import Scene

__all__ = ["PAINTERS", "Choice", "Look", "Painter", "Picture", "Scene", "draw"]
