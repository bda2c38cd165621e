"""What the rest of the program knows about a title: the ``Game`` protocol and its options. It knows no title."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Protocol, Self, TypeVar, get_args, get_origin

import msgspec

from engine.core.action import Action
from engine.core.event import Event
from engine.core.flow import Phase, State
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.secret import View
from engine.errors import Unreadable

__all__ = [
    "Game",
    "Name",
    "Options",
    "Place",
    "option_values",
    "option_words",
    "preset",
    "preset_of",
    "read_options",
]

S = TypeVar("S", bound=State)

Name = Callable[[Seat], str]
"""How a seat is called in a text: the player's display name in the bot, “player 2” at the command line."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title's options. Every field has a default and a ``msgspec.Meta(title=…, description=…)``.

    A field is a ``bool`` or a ``Literal`` of strings: the lobby makes a menu of it.
    """

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Choices of all options at once, by name; the first is the defaults'."""
        return {}

    @classmethod
    def before(cls) -> Mapping[str, str]:
        """By name: how tables and files that do not name a newer option play, where that is not its default."""
        return {}

    def note(self, seats: int) -> str:
        """What else a table of so many players should know when it chooses: a sentence or two."""
        return ""

    def check(self, seats: int) -> None:
        """Raises ``Refused`` with a sentence when these options are not for so many players."""


class Place(msgspec.Struct, frozen=True):
    """One line of a ranking: ``place`` counts from 1 and is shared in a tie; ``note`` says what decided.

    ``words`` are the score as players read it, where that is more than the number.
    """

    seat: Seat
    place: int
    score: int
    note: str = ""
    words: str = ""


class Game(Protocol[S]):
    """A registered title."""

    key: str
    """As commands and files write it: ``railroad-rivals``."""
    name: str
    command: str
    """The slash command group of its moves, one lower-case word: ``rivals``."""
    about: str
    """One sentence for the lobby: what kind of game, how long."""
    seats: range
    version: int
    """Of the stored shape of ``state``; raised together with an upcast."""
    options: type[Options]
    state: type[S]
    actions: tuple[type[Action], ...]
    phases: tuple[type[Phase[Any]], ...]
    events: tuple[type[Event], ...]
    endings: Mapping[str, str]
    """Every way to end: key, and a sentence for the table."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    """Stored version v: how its state, as plain JSON values, becomes one of version v + 1."""
    longest: int
    """More actions than any game can take, whoever plays."""

    def new(self, options: Options, seats: int, seed: int) -> tuple[S, tuple[Event, ...]]:
        """A settled state at the first question, and what happened in the set-up.

        Raises ``Refused`` when the options do not allow this many seats.
        """

    def ranking(self, state: S) -> tuple[Place, ...]:
        """The final places, best first."""

    def ending(self, state: S) -> str:
        """The key in ``endings`` of how a finished game ended."""

    def round(self, state: S) -> int:
        """The number of the title's own round or turn, from 1."""

    def inventory(self, state: S) -> Mapping[str, int]:
        """What is conserved (tiles, cubes, money, cards): equal in every state of a game."""

    def narrate(self, event: Event, name: Name) -> str:
        """The event as a sentence for the table; empty when it is not worth a line."""

    def headline(self, view: View[S]) -> str:
        """Where the game stands, in a few words: “Turn 6 of 9 · place a city”."""

    def tally(self, view: View[S], seat: Seat) -> Mapping[str, int]:
        """The public figures of any ``seat`` that players compare at two times, by what they are called: “gold”.

        The same names in the same order for every seat throughout a game, and the same numbers whoever
        ``view.seat`` is.
        """

    def private(self, view: View[S], name: Name) -> tuple[str, ...]:
        """What ``view.seat`` alone knows and no picture of it shows: sentences, what others want of it first."""

    def label(self, view: View[S], action: Action, field: str, name: Name) -> str:
        """What a menu calls the value of ``field`` in ``action``, in about 100 characters.

        ``""`` stands for the action as a whole with its price and effect, as it is shown before Confirm: a sentence
        or two, which may be longer.
        """

    def price(self, view: View[S], action: Action) -> int | None:
        """What an offered action of ``view.seat`` costs it, in the title's money or points; None: nothing to tell."""

    def hint(self, view: View[S], action: Action) -> float:
        """How good an offered action looks to ``view.seat``: what a greedy computer player maximises."""

    def idle(self, view: View[S], offers: Collection[Action]) -> Action | None:
        """Of what ``view.seat`` is offered, the move that does as little as the rules allow: pass, stay, decline.

        None where the rules know no such move: then somebody has to choose.
        """

    def imagine(self, view: View[S], rng: Rng) -> S:
        """A full state that fits the view, its hidden parts dealt anew."""

    def help(self, view: View[S]) -> tuple[tuple[str, str], ...]:
        """The rules that matter now, first the present phase's: (topic with its paragraph, text)."""


def read_options(kind: type[Options], given: Mapping[str, str]) -> Options:
    """The options from names and words, as ``option_words`` writes them.

    What is not given has its default, or what ``Options.before`` says of it: for ``option_words`` leaves nothing out,
    so whatever lacks an option was written before there was one.

    Raises ``Unreadable`` with a sentence that says what was wrong and what would be right.
    """
    known = {f.name: f for f in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in {**kind.before(), **given}.items():
        if name not in known:
            choices = ", ".join(known) or "none"
            raise Unreadable(f"There is no option “{name[:40]}”; the options are: {choices}.")
        words = option_values(known[name])
        if text not in words:
            raise Unreadable(f"Option {name} cannot be “{text[:40]}”; it is one of: {', '.join(words)}.")
        values[name] = words[text]
    return kind(**values)


def preset(kind: type[Options], name: str) -> Options:
    """All options at once, as a preset has them. Raises ``Unreadable`` with those there are."""
    named = kind.presets()
    if name not in named:
        raise Unreadable(f"There is no preset “{name[:40]}”; the presets are: {', '.join(named) or 'none'}.")
    return named[name]


def preset_of(options: Options) -> str:
    """The name of the preset that these options are; empty for a choice of one's own."""
    return next((name for name, chosen in options.presets().items() if chosen == options), "")


def option_values(field: msgspec.structs.FieldInfo) -> dict[str, bool | str]:
    """The words an option's field may be given as, and their values."""
    hint = field.type
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return {"yes": True, "no": False} if hint is bool else {str(arg): arg for arg in get_args(hint)}


def option_words(options: Options) -> dict[str, str]:
    """The options as names and words, defaults included; ``read_options`` reads them back."""
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: ("yes" if v else "no") if isinstance(v, bool) else str(v) for name, v in values.items()}
