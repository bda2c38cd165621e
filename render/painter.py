"""The interface for the pictures of a game."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from engine.core import Action, Event, View
from render.scene import Color, Scene


class DrawingContext(msgspec.Struct, frozen=True):
    """Names and recent events for a picture of a view.

    ``names`` are display names as typed, in order of the seats; they are cleaned and shortened when drawn. ``events``
    are public events, oldest first: of the current phase, of the phase that just ended, or since a player's own last
    move. The picture marks their changes, those of the last move most clearly. ``Called`` events among them give the
    names of earlier players (``render.text_fitting``).
    """

    names: tuple[str, ...]
    events: tuple[Event, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """An answer to a question.

    ``key`` is its letter or number in the picture (“A”, “3”). ``actions`` are the offers that remain possible after the
    answer.
    """

    key: str
    actions: tuple[Action, ...]


class Painter(Protocol):
    """The pictures of one game.

    All methods are pure; ``render_scene`` converts scenes to pixels.
    """

    public_pictures: tuple[str, ...]
    """The names of the public pictures, the most frequently used first."""
    picture_aliases: Mapping[str, str]
    """Other names of the public pictures: alias to name.

    An alias is one word, possibly with hyphens.
    """
    private_label: str
    """The label of a button for ``private_scenes``; empty if the game has none."""
    post_accent: Color
    """The color of a post about several players, paler than any player's color."""

    def pictures_after_phase(self, view: View[Any], context: DrawingContext, heading: str) -> tuple[str, ...]:
        """Return the names of the pictures for the report of a phase.

        ``heading`` is the phase's heading; it is empty at the start of the game.
        """

    def public_scenes(self, picture: str, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """Return a public picture, which is the same for every seat.

        The picture is usually one scene; an overview is followed by enlarged parts. Raises ``KeyError`` for a name that
        is not in ``public_pictures``.
        """

    def film_scene(self, view: View[Any], context: DrawingContext, end: View[Any]) -> Scene:
        """Return the first public picture as a frame of a film.

        The frame has the size of the picture of ``end``, the last view, and shows the same part of the map.
        """

    def private_scenes(self, view: View[Any], context: DrawingContext) -> tuple[Scene, ...]:
        """Return the pictures that only ``view.seat`` may see; empty for a spectator."""

    def choice_scenes(
        self, view: View[Any], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        """Return the private picture for the question ``field``, with the keys of the choices.

        The result may be empty.
        """

    def first_choice_letter(self, view: View[Any]) -> int:
        """Return the index of the first letter for choices, where A is 0.

        It is higher if the first letters have another meaning in the picture.
        """
        return 0

    def has_overview(self, view: View[Any]) -> bool:
        """Whether the choice between several verbs has a picture, an overview."""
        return False

    def overview(self, view: View[Any], look: DrawingContext) -> tuple[Scene, ...]:
        """Return the private picture for the choice between several verbs; may be empty.

        The most important content is at the top.
        """
        return ()

    def fields_without_marks(self, view: View[Any]) -> frozenset[str]:
        """Return the fields whose answers ``choice_scenes`` does not mark.

        “ahead.tile” is the field ``tile`` of only the verb ``ahead``.
        """
        return frozenset()

    def fields_marked_together(self, view: View[Any]) -> frozenset[str]:
        """Return the fields for which one picture marks all answers, whatever the earlier answers were."""
        return frozenset()

    def place_fields(self, view: View[Any]) -> frozenset[str]:
        """Return the fields whose answers are places in the picture, so their questions always show it."""
        return frozenset()

    def uncut_heights(self, view: View[Any]) -> Mapping[str, int]:
        """Return the fields whose picture is not cropped, with its height in px on a phone, by field."""
        return {}

    def list_lengths(self, view: View[Any]) -> Mapping[str, int]:
        """Return the number of answers, counted from the first, that the picture describes completely, by field.

        The buttons of these answers need only a number.
        """
        return {}

    def preview_scenes(self, view: View[Any], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        """Return the private picture of an action before it is confirmed; may be empty."""
