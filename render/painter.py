"""The pictures of a game as the rest of the program uses them."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from engine.core import Action, Event, View
from render.scene import Color, Scene


class DrawingContext(msgspec.Struct, frozen=True):
    """Things the caller wants shown next to the view.

    ``names`` are display names, seat 1 first, as people wrote them: they are shortened and cleaned when drawn.
    ``events`` are the public events since the present phase began, of the phase that just ended, or since a player's
    own last move, oldest first; what changed with them is marked, and the last move most. Among them stand the names of
    who held the seats then, where others do now. (``render.text_fitting``)
    """

    names: tuple[str, ...]
    events: tuple[Event, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One answer to a question: ``key`` is what to press (“A”, “3”), ``actions`` the offers that it leaves open."""

    key: str
    actions: tuple[Action, ...]


class Painter(Protocol):
    """The pictures of one game. Every method is pure; ``render_scene`` makes the pixels."""

    public_pictures: tuple[str, ...]
    """The names of the public pictures, most wanted first."""
    picture_aliases: Mapping[str, str]
    """What people call a picture, where its name says too little: one word, hyphens in it."""
    private_label: str
    """What a button calls ``private_scenes``; empty in a game in which no one has anything of the kind."""
    post_accent: Color
    """Marks a post about several players; paler than any player's color, so that it is taken for no one's."""

    def pictures_after_phase(self, view: View[Any], context: DrawingContext, heading: str) -> tuple[str, ...]:
        """The pictures that belong under the phase that just ended; ``heading`` is empty when the game began."""

    def public_scenes(self, picture: str, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """A public picture: the same anyone who ``view.seat`` is. Usually one scene; an overview brings its crops.

        Raises ``KeyError`` for a name that is not in ``public_pictures``.
        """

    def film_scene(self, view: View[Any], context: DrawingContext, end: View[Any]) -> Scene:
        """The first public picture as a frame of a film that ends with ``end``: it has that one's size and extent."""

    def private_scenes(self, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """The pictures that only ``view.seat`` may see; nothing for a spectator."""

    def choice_scenes(
        self, view: View[Any], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        """The private picture for the question ``field``, with the keys drawn in; nothing where none helps."""

    def first_choice_letter(self, view: View[Any]) -> int:
        """The letter from which on choices are marked, A being 0: those before it mean something else there."""
        return 0

    def has_overview(self, view: View[Any]) -> bool:
        """Whether there is a picture next to the choice of what to do."""
        return False

    def overview(self, view: View[Any], look: DrawingContext) -> tuple[Scene, ...]:
        """The private picture next to the choice of what to do, most needed at its top; nothing where none helps."""
        return ()

    def fields_without_marks(self, view: View[Any]) -> frozenset[str]:
        """The fields whose answers ``choice_scenes`` does not mark; “ahead.tile” is the field of one verb alone."""
        return frozenset()

    def fields_marked_together(self, view: View[Any]) -> frozenset[str]:
        """The fields whose answers ``choice_scenes`` marks in one picture for all that may be answered before them."""
        return frozenset()

    def place_fields(self, view: View[Any]) -> frozenset[str]:
        """The fields whose answers are places in the picture of ``choice_scenes``: their questions are never without
        it.
        """
        return frozenset()

    def uncut_heights(self, view: View[Any]) -> Mapping[str, int]:
        """The fields whose picture is not cut to a window, with its height in px on a phone."""
        return {}

    def list_lengths(self, view: View[Any]) -> Mapping[str, int]:
        """The fields whose picture says all about the first so many answers: a figure is enough on their buttons."""
        return {}

    def preview_scenes(self, view: View[Any], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        """The private picture before an action is confirmed, with the action drawn in; nothing where none helps."""
