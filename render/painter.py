"""The pictures of a game as the rest of the program uses them."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from engine.core import Action, Event, View
from render.scene import Color, Scene


class DrawingContext(msgspec.Struct, frozen=True):
    """Context of a view for drawing.

    ``names`` are display names as typed, seat 1 first: they are shortened and cleaned when drawn. ``events`` are the
    public events since the current phase began, of the phase that just ended, or since a player's own last move, oldest
    first; their changes are marked, the last move most. ``Called`` events among them give former holders' names.
    (``render.text_fitting``)
    """

    names: tuple[str, ...]
    events: tuple[Event, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One answer to a question: ``key`` is its mark (“A”, “3”), ``actions`` the offers still possible."""

    key: str
    actions: tuple[Action, ...]


class Painter(Protocol):
    """The pictures of one game. Every method is pure; ``render_scene`` makes the pixels."""

    public_pictures: tuple[str, ...]
    """The names of the public pictures, most wanted first."""
    picture_aliases: Mapping[str, str]
    """Other names of a picture: one word, possibly with hyphens."""
    private_label: str
    """The label of a button for ``private_scenes``; empty if the game has none."""
    post_accent: Color
    """The color of a post about several players, paler than any player's color."""

    def pictures_after_phase(self, view: View[Any], context: DrawingContext, heading: str) -> tuple[str, ...]:
        """The pictures that belong under the phase that just ended; ``heading`` is empty when the game began."""

    def public_scenes(self, picture: str, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """A public picture, the same for every ``view.seat``. Usually one scene; an overview has crops.

        Raises ``KeyError`` for a name that is not in ``public_pictures``.
        """

    def film_scene(self, view: View[Any], context: DrawingContext, end: View[Any]) -> Scene:
        """The first public picture as a frame of a film that ends with ``end``: it has that one's size and extent."""

    def private_scenes(self, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """The pictures that only ``view.seat`` may see; empty for a spectator."""

    def choice_scenes(
        self, view: View[Any], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        """The private picture for the question ``field``, with keys; empty if no picture helps."""

    def first_choice_letter(self, view: View[Any]) -> int:
        """The index of the first letter for choices, A being 0, if earlier letters have another meaning."""
        return 0

    def has_overview(self, view: View[Any]) -> bool:
        """Whether the choice of what to do has a picture."""
        return False

    def overview(self, view: View[Any], look: DrawingContext) -> tuple[Scene, ...]:
        """The private picture for the choice of what to do, most important content at the top; empty if none helps."""
        return ()

    def fields_without_marks(self, view: View[Any]) -> frozenset[str]:
        """Fields whose answers ``choice_scenes`` does not mark; “ahead.tile” is the field of one verb alone."""
        return frozenset()

    def fields_marked_together(self, view: View[Any]) -> frozenset[str]:
        """Fields whose answers ``choice_scenes`` marks in one picture for all earlier answers."""
        return frozenset()

    def place_fields(self, view: View[Any]) -> frozenset[str]:
        """Fields whose answers are places in the picture, so that their questions always have it."""
        return frozenset()

    def uncut_heights(self, view: View[Any]) -> Mapping[str, int]:
        """Fields whose picture is not cropped, with its height in px on a phone."""
        return {}

    def list_lengths(self, view: View[Any]) -> Mapping[str, int]:
        """Fields whose picture describes the first n answers completely, so that their buttons need only a number."""
        return {}

    def preview_scenes(self, view: View[Any], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        """The private picture before Confirm, with the action drawn in; empty if none helps."""
