"""A game as the rest of the program uses it: the ``Game`` record and its options."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Self, TypeVar, get_args, get_origin

import msgspec

from engine.core.action import Action
from engine.core.english import join_words, plural_of, shorten
from engine.core.event import Event
from engine.core.flow import Phase, State
from engine.core.reasons import Reasons
from engine.core.rng import Rng
from engine.core.seats import NameOfSeat, Seat
from engine.core.secret import View
from engine.core.short_label import ShortLabel, fit_detail
from engine.core.texts import NO_NARRATION, ActionTexts, EventTexts, Narration
from engine.errors import Refused, Unreadable

S = TypeVar("S", bound=State)

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""A function that converts a stored state, as plain JSON values, to the next version."""


class Edition(msgspec.Struct, frozen=True):
    """An option's value that contains components of a game, such as the tiles of one printed copy.

    Hosts can add editions as files. The ``str`` of an edition contains all its data, so tables, states, and ``.game``
    files don't depend on the host's file. For the game's own edition, which is the default, it is only the name.
    """

    name: str
    """The name that players see and choose."""

    @classmethod
    def from_word(cls, word: str) -> Self:
        """Read an edition from its ``str``.

        Raises ``Unreadable``, because players may type the word.
        """
        raise NotImplementedError

    @classmethod
    def from_file(cls, name: str, text: str) -> Self:
        """Read an edition from the text of a host's file. The edition gets the name ``name``. Raises ``Unreadable``."""
        raise NotImplementedError

    @classmethod
    def file_problems(cls, name: str, text: str) -> tuple[str, ...]:
        """Return a sentence for each reason why ``from_file`` refuses a file.

        The result is empty for a valid file.
        """
        raise NotImplementedError

    @property
    def summary(self) -> str:
        """The numbers of components in the edition, for the host who checks a file."""
        raise NotImplementedError


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options. Every field has a default, and a description by ``describe_option``.

    A field is a ``bool``, a ``Literal`` of strings, or an ``Edition``; the lobby shows it as a select.
    """

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Return named combinations of all options; the first one has the defaults."""
        return {}

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """Return the values of options that older tables and files lack, by option.

        In such tables and files, options that are not listed have their default.
        """
        return {}

    @classmethod
    def new_table_options(cls) -> Self:
        """Return the options of a new table."""
        return cls()

    def visit_estimate(self, seats: int) -> float | None:
        """Return the estimated number of visits of each player to the table in a whole game.

        In a visit, the player answers all open questions. None if players never wait for each other. ``python -m
        tests.games.days`` measures the numbers.
        """
        return None

    def setup_note(self, seats: int) -> str:
        """Return a note about these options for a table with this number of seats; may be empty."""
        return ""

    def check_seats(self, seats: int) -> None:
        """Raise ``Refused`` if these options don't allow this number of seats."""


class RankingEntry(msgspec.Struct, frozen=True):
    """One seat's line of a ranking.

    ``place`` is counted from 1; tied seats have the same place. ``note`` names the tie-breaker that decided. ``words``
    is the score as players read it, if that is more than the number.
    """

    seat: Seat
    place: int
    score: int
    note: str = ""
    words: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[S]):
    """The functions of a game's rules. Most of them get a state."""

    new_game: Callable[[Any, int, int], tuple[S, tuple[Event, ...]]]
    """Set up a game from checked options, the number of seats, and a seed.

    Returns the settled state at the first decision, and the events of the set-up.
    """
    ranking: Callable[[S], tuple[RankingEntry, ...]]
    """The final places, best first."""
    ending: Callable[[S], str]
    """The key of the way in which a finished game ended; ``Game.endings`` has the sentences by key."""
    round_number: Callable[[S], int]
    """The number of the game's own round or turn, from 1."""
    count_components: Callable[[S], Mapping[str, int]]
    """Counts of conserved components (tiles, cubes, money, cards), equal in every state of a game."""
    cost: Callable[[View[S], Action], int | None]
    """The total cost of an offered action for its seat, before any income; None if it costs nothing (``Rule.cost``)."""
    timeout_action: Callable[[View[S], Collection[Action]], Action | None]
    """The offered action that does as little as the rules allow, for a seat out of time; None if there is none."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameText(Generic[S]):
    """The functions that return texts of a game. Most of them get a view."""

    actions: ActionTexts
    """The texts of every kind of action."""
    events: EventTexts
    """The functions that narrate events, by kind of event. Events of other kinds are not narrated."""
    status_line: Callable[[View[S]], str]
    """The state of the game in a few words: “Turn 6 of 9 · place a city”."""
    statistics: Callable[[View[S], Seat], Mapping[str, int]]
    """The public statistics of a seat by name, which players compare over time; the same for every ``view.seat``."""
    help: Callable[[View[S]], tuple[tuple[str, str], ...]]
    """The rules as (topic, text) pairs, those of the current phase first."""
    aim: Callable[[View[S]], str] = lambda view: ""
    """The purpose of the current phase and the way to win, in at most ``SMALL`` characters; may be empty."""
    private_notes: Callable[[View[S], NameOfSeat], tuple[str, ...]] = lambda view, name: ()
    """Facts that only ``view.seat`` may see and that no picture shows."""

    def label(self, view: View[S], action: Action, field: str, name: NameOfSeat) -> str:
        """Return the label of a field's value.

        If ``field`` is ``""``, return the label of the whole action, with its price and effect.
        """
        return self.actions[type(action)].label(view, action, field, name)

    def preview(self, view: View[S], action: Action, name: NameOfSeat) -> str:
        """Return facts about an offered action that are not in its label, for the preview; may be empty."""
        return self.actions[type(action)].preview(view, action, name)

    def short_label(self, view: View[S], action: Action, field: str, name: NameOfSeat) -> ShortLabel:
        """Return the label of a button; by default the long label, split into two parts."""
        if (short_label := self.actions[type(action)].short_label(view, action, field, name)) is not None:
            return short_label
        label = self.label(view, action, field, name)
        head, _, effect = label.partition(": ")
        return ShortLabel(head.rstrip("."), fit_detail(effect)) if "(" not in head else ShortLabel(label)

    def question_context(self, view: View[S], action: Action, field: str) -> str:
        """Return facts that concern all answers to the question ``field``; may be empty.

        Example: “You have 13 points.”
        """
        return self.actions[type(action)].question_context(view, action, field)

    def legend(self, view: View[S], action: Action, field: str) -> str:
        """Return an explanation of the numbers in the answers to the question ``field``; may be empty."""
        return self.actions[type(action)].legend(view, action, field)

    def narrate(self, event: Event, name: NameOfSeat) -> Narration:
        """Return an event in words, for posts and pictures; ``NO_NARRATION`` if it needs no line."""
        event_text = self.events.get(type(event))
        return event_text(event, name) if event_text is not None else NO_NARRATION

    def event_sentence(self, event: Event, name: NameOfSeat) -> str:
        """Return the event as a sentence for the table; may be empty."""
        return self.narrate(event, name).sentence


@dataclass(frozen=True, kw_only=True, eq=False)
class SearchSettings:
    """The limits of a game's search by computer players."""

    games: int
    """The number of imagined games for one move."""
    moves: int
    """The number of promising moves that are searched."""
    comparison_games: int = 40
    """Maximum number of rollouts that compare the best two moves for a hint; long games get fewer."""
    confirmation_games: int = 100
    """The number of new rollouts that confirm a turning point."""
    move_seconds: float = 0.00025
    """The estimated CPU seconds of one move in an imagined game; they limit the number of rollouts for a hint."""
    rounds: int | None = None
    """The number of rounds of the game that a rollout plays; None: all."""
    is_cut_off: Callable[[Any], bool] | None = None
    """Whether a rollout stops early in a given state; None: no rollout stops early."""
    evaluate_state: Callable[[Any, Seat], float] | None = None
    """The estimated final points of a seat in an unfinished rollout; by default its current points."""
    evaluation_error: float = 0.0
    """The standard error of the difference between two values of ``evaluate_state``, measured in finished games."""
    points_format: str = "{} points"
    """The format of an amount of points, with the word or sign for points, such as “{} points”."""
    decimals: int = 1
    """The number of decimals with which points are shown."""
    is_proven: bool = False
    """Whether the search clearly beat the greedy player in the arena; otherwise tables don't offer it."""

    def number_text(self, points: float) -> str:
        """Return an amount of points as a number alone: “2.5”."""
        return f"{points:,.{self.decimals}f}"

    def margin_text(self, error: float) -> str:
        """Return the half width of an interval: “±2.5”, or “± less than 0.1” if it would round to 0."""
        least = 10.0**-self.decimals
        return f"±{self.number_text(error)}" if error >= least / 2 else f"± less than {self.number_text(least)}"

    def points_text(self, points: float) -> str:
        """Return an amount of points with the word or sign for points: “2.5 points”, “$7,540”."""
        return self.points_format.format(self.number_text(points))


@dataclass(frozen=True, kw_only=True, eq=False)
class AgentSupport(Generic[S]):
    """A game's functions for computer players. The functions get views."""

    score_action: Callable[[View[S], Action], float]
    """The estimated value of an offered action; the greedy player chooses the action with the highest value."""
    determinize: Callable[[View[S], Rng], S]
    """A complete state that fits the view, with the hidden parts dealt at random."""
    search_settings: SearchSettings | None = None
    """Settings of the search; None: the game has no search."""
    reasons: Reasons | None = None
    """Data for the coach's explanations; None: the coach gives numbers only."""
    comparison_settings: Callable[[View[S], Action], SearchSettings] | None = None
    """The coach's settings for rollouts that compare the best two moves, for a game without a proven search.

    None: the coach compares moves only by ``score_action``.
    """
    question_note: Callable[[View[S], Action, str], str] = lambda view, action, field: ""
    """A rule of thumb for the question ``field``, such as “First looks worth $1,100 to you.”; may be empty."""
    action_kind: Callable[[Action], Hashable] = type
    """The kind of an action for the coach, which prefers to compare actions of different kinds."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Daily:
    """The daily deal: a one-player game without typed values, the same for everyone on a day."""

    options: Callable[[int], Mapping[str, str]]
    """The options on a day of the week, where 0 is Monday."""
    result_marks: Callable[[Iterable[Event]], tuple[int, ...]]
    """Statistics that describe an attempt without revealing the deal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """A registered game: its description, rules, texts, and computer players."""

    key: str
    """The game's name in commands and files: ``railroad-rivals``."""
    name: str
    command: str
    """The slash command group of its moves, one lower-case word: ``rivals``."""
    about: str
    """One sentence for the lobby about the kind and length of the game."""
    tagline: str
    """The players' task in three or four words: “build, then race”."""
    seats: range
    max_actions: int
    """A number of actions that no game exceeds."""
    options: type[Options]
    state: type[S]
    actions: tuple[type[Action], ...]
    phases: tuple[type[Phase[Any]], ...]
    events: tuple[type[Event], ...]
    endings: Mapping[str, str]
    """A sentence for the table about each way in which the game can end, by key."""
    rules: Rules[S]
    text: GameText[S]
    agent: AgentSupport[S]
    daily: Daily | None = None
    version: int = 1
    """The version of the stored form of ``state``. A new version needs a function in ``upcasts``."""
    oldest_playable_version: int | None = None
    """The oldest version whose files replay to the same games with the current rules; None: the current version."""
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)
    """For each version v, the function that converts states of version v to version v + 1."""

    def can_play_version(self, version: int) -> bool:
        """Whether files and lessons of this version can be played."""
        oldest = self.version if self.oldest_playable_version is None else self.oldest_playable_version
        return oldest <= version <= self.version

    def new_game(self, options: Options, seats: int, seed: int) -> tuple[S, tuple[Event, ...]]:
        """Set up a game. Return the state at the first decision, and the events of the set-up.

        Raises ``Refused`` if the options do not allow this number of seats.
        """
        if not isinstance(options, self.options) or seats not in self.seats:
            joint = "or" if len(self.seats) == 2 else "to"
            raise Refused(f"{self.name} is for {self.seats[0]} {joint} {self.seats[-1]} players, not {seats}.")
        options.check_seats(seats)
        return self.rules.new_game(options, seats, seed)


_VALUES_KEY = "values"
"""The key in ``msgspec.Meta.extra`` under which the labels of an option's values are stored."""
_YES_NO_LABELS = {"yes": "Yes", "no": "No"}


def read_options(kind: type[Options], words_by_name: Mapping[str, str]) -> Options:
    """Read options from their names and words, in the form that ``write_options`` returns.

    A missing option gets its value in ``Options.legacy_values``, or else its default. ``write_options`` returns all
    options, so a missing option is newer than the text.

    Raises ``Unreadable`` with a sentence that says what was wrong and what would be right.
    """
    known = {f.name: f for f in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in {**kind.legacy_values(), **words_by_name}.items():
        if name not in known:
            raise Unreadable(f"“{shorten(name)}” isn’t an option. {_all_names_sentence('option', known)}")
        values_by_word = option_values(known[name])
        if (edition := edition_type(known[name])) is not None:
            values[name] = edition.from_word(text)
            continue
        if text not in values_by_word:
            raise Unreadable(
                f"“{shorten(text)}” isn’t a valid value of {name}. Choose {join_words(list(values_by_word), 'or')}."
            )
        values[name] = values_by_word[text]
    return kind(**values)


def _all_names_sentence(noun: str, names: Iterable[str]) -> str:
    """Return a sentence that lists names: “The presets are Base, Full.”"""
    listing = ", ".join(names)
    return f"The {plural_of(noun)} are {listing}." if listing else f"There are no {plural_of(noun)}."


def preset_options(kind: type[Options], name: str) -> Options:
    """Return the options of a preset. Raises ``Unreadable`` with the names of all presets."""
    presets = kind.presets()
    if name not in presets:
        raise Unreadable(f"“{shorten(name)}” isn’t a preset. {_all_names_sentence('preset', presets)}")
    return presets[name]


def preset_name(options: Options) -> str:
    """Return the name of the preset with these options, ignoring editions; empty if there is none."""
    return next(
        (name for name, chosen in options.presets().items() if replace_editions(chosen, options) == options), ""
    )


def replace_editions(options: Options, other: Options) -> Options:
    """Return ``options`` with the editions of ``other``, because a preset does not choose editions."""
    names = [field.name for field in msgspec.structs.fields(options) if edition_type(field) is not None]
    return msgspec.structs.replace(options, **{name: getattr(other, name) for name in names})


def custom_editions(options: Options) -> dict[str, Edition]:
    """Return the editions in the options that are not the game's own, by option."""
    values = {field.name: getattr(options, field.name) for field in msgspec.structs.fields(options)}
    defaults = type(options)()
    return {
        name: value for name, value in values.items() if isinstance(value, Edition) and value != getattr(defaults, name)
    }


def option_values(field: msgspec.structs.FieldInfo) -> dict[str, bool | str]:
    """Return an option's values by their words. For editions, return only the game's own edition."""
    if edition_type(field) is not None:
        return {str(field.default): field.default}
    hint = _field_type(field)
    return {"yes": True, "no": False} if hint is bool else {str(arg): arg for arg in get_args(hint)}


class OptionValue(msgspec.Struct, frozen=True):
    """A value of an option as players see it: its ``label``, and its effect (``about``; may be empty)."""

    label: str
    about: str = ""


def describe_option(title: str, about: str = "", values: Mapping[str, OptionValue] | None = None) -> msgspec.Meta:
    """Return the annotation that describes an option's field.

    ``values`` has the labels and effects of values that need them, by stored word.
    """
    return msgspec.Meta(title=title, description=about, extra={_VALUES_KEY: dict(values or {})})


def option_meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """Return the title and description of an option."""
    metas = (meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return next(metas, msgspec.Meta(title=field.name))


def option_value(field: msgspec.structs.FieldInfo, word: str) -> OptionValue:
    """Return the label and effect of an option's value, by its stored word or an edition's name."""
    labels = (option_meta(field).extra or {}).get(_VALUES_KEY, {})
    value: OptionValue = labels.get(word, OptionValue(_YES_NO_LABELS.get(word, word)))
    return value


def edition_type(field: msgspec.structs.FieldInfo) -> type[Edition] | None:
    """Return the class of an option's values if they are editions; otherwise None."""
    hint = _field_type(field)
    return hint if isinstance(hint, type) and issubclass(hint, Edition) else None


def _field_type(field: msgspec.structs.FieldInfo) -> Any:
    return get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type


def write_options(options: Options) -> dict[str, str]:
    """Return the words of all options by name, including defaults; ``read_options`` reads them."""
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: _value_word(value) for name, value in values.items()}


def option_value_labels(options: Options) -> dict[str, str]:
    """Return the labels of the chosen values of all options, by option; the label of an edition is its name."""
    values = {field.name: (field, getattr(options, field.name)) for field in msgspec.structs.fields(options)}
    return {
        name: option_value(field, value.name if isinstance(value, Edition) else _value_word(value)).label
        for name, (field, value) in values.items()
    }


def _value_word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
