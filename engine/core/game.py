"""A game as the rest of the program uses it: the ``Game`` record and its options."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Self, TypeVar, get_args, get_origin

import msgspec

from engine.core.action import Action
from engine.core.english import join_words, plural_of, shorten
from engine.core.event import Event
from engine.core.flow import Phase, State
from engine.core.narration import Narration
from engine.core.reasons import Reasons
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.secret import View
from engine.core.short_label import ShortLabel, fit_detail
from engine.errors import Refused, Unreadable

S = TypeVar("S", bound=State)

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""How a stored state, as plain JSON values, becomes one of the next version."""

NameOfSeat = Callable[[Seat], str]
"""How a seat is called in a text: the player's display name in the bot, “player 2” at the command line."""


class Edition(msgspec.Struct, frozen=True):
    """An option's value that contains components of a game, such as the tiles of one printed copy.

    Hosts can add editions as files. The word of an edition contains all its data. So tables, states, and ``.game``
    files don't depend on the file. The word of the game's own edition, which is the default, is its name.
    """

    name: str
    """The name that players choose and read."""

    @classmethod
    def from_word(cls, word: str) -> Self:
        """Read an edition from its ``str``. Raises ``Unreadable``: a player may have written the word."""
        raise NotImplementedError

    @classmethod
    def from_file(cls, name: str, text: str) -> Self:
        """Read an edition from the text of a host's file of that name. Raises ``Unreadable``."""
        raise NotImplementedError

    @classmethod
    def file_problems(cls, name: str, text: str) -> tuple[str, ...]:
        """Everything because of which ``from_file`` refuses a file, a sentence each; nothing for a good file."""
        raise NotImplementedError

    @property
    def summary(self) -> str:
        """The amounts of what it contains, for the host who checks a file."""
        raise NotImplementedError


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options. Every field has a default and a ``describe_option``.

    A field is a ``bool``, a ``Literal`` of strings, or ``Edition``: the lobby makes a menu of it.
    """

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Choices of all options immediately, by name; the first is the defaults'."""
        return {}

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """By name: how tables and files that do not name a newer option play, where that is not its default."""
        return {}

    @classmethod
    def new_table_options(cls) -> Self:
        """The options of a new table."""
        return cls()

    def visit_estimate(self, seats: int) -> float | None:
        """The visits of each of so many people in a whole game, if everyone answers all that they are asked.

        None where no one waits for anyone. ``python -m tests.games.days`` counts them.
        """
        return None

    def setup_note(self, seats: int) -> str:
        """A hint for a table of so many players when it chooses its options: a sentence or two, or nothing."""
        return ""

    def check_seats(self, seats: int) -> None:
        """Raises ``Refused`` with a sentence when these options are not for so many players."""


class RankingEntry(msgspec.Struct, frozen=True):
    """One line of a ranking: ``place`` counts from 1 and is shared in a tie; ``note`` says what decided.

    ``words`` are the score as players read it, where that is more than the number.
    """

    seat: Seat
    place: int
    score: int
    note: str = ""
    words: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[S]):
    """The functions by which a game decides. They get states."""

    new_game: Callable[[Any, int, int], tuple[S, tuple[Event, ...]]]
    """Checked options, seats, seed -> a settled state at the first question, and what happened in the set-up."""
    ranking: Callable[[S], tuple[RankingEntry, ...]]
    """The final places, best first."""
    ending: Callable[[S], str]
    """The key in ``endings`` of how a finished game ended."""
    round_number: Callable[[S], int]
    """The number of the game's own round or turn, from 1."""
    count_components: Callable[[S], Mapping[str, int]]
    """What is conserved (tiles, cubes, money, cards): equal in every state of a game."""
    cost: Callable[[View[S], Action], int | None]
    """All that an offered action makes its seat pay, before any income; None: nothing. (``Rule.cost``)"""
    timeout_action: Callable[[View[S], Collection[Action]], Action | None]
    """Of what is offered, the move that does as little as the rules allow; None where there is no such move."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameText(Generic[S]):
    """The functions that return texts of a game. They get views."""

    narrate: Callable[[Event, NameOfSeat], Narration]
    """The event in words, for posts, records and pictures; ``NO_NARRATION`` when it is not worth a line."""
    status_line: Callable[[View[S]], str]
    """Where the game stands, in a few words: “Turn 6 of 9 · place a city”."""
    statistics: Callable[[View[S], Seat], Mapping[str, int]]
    """The public figures of a seat that players compare at two times; the same for every ``view.seat``."""
    label: Callable[[View[S], Action, str, NameOfSeat], str]
    """What a menu calls the value of a field; ``""`` is the whole action with its price and effect."""
    help: Callable[[View[S]], tuple[tuple[str, str], ...]]
    """The rules that matter now, first the present phase's: (topic with its paragraph, text)."""
    preview: Callable[[View[S], Action, NameOfSeat], str] = lambda view, action, name: ""
    """What to know about an offered action before confirming it, beyond its label: a few sentences, or nothing."""
    short_label: Callable[[View[S], Action, str, NameOfSeat], ShortLabel | None] = lambda view, action, field, name: (
        None
    )
    """What a button calls the value of a field, or the whole action; None where the label is short enough for one."""
    question_context: Callable[[View[S], Action, str], str] = lambda view, action, field: ""
    """What all answers to the question ``field`` share, in a sentence or two above them: “You have 13 points.”"""
    legend: Callable[[View[S], Action, str], str] = lambda view, action, field: ""
    """The meaning of what the answers to the question ``field`` say, for a newcomer, in a small line; or nothing."""
    aim: Callable[[View[S]], str] = lambda view: ""
    """What the present phase is for and what wins, for a newcomer, in at most ``SMALL`` characters; or nothing."""
    private_notes: Callable[[View[S], NameOfSeat], tuple[str, ...]] = lambda view, name: ()
    """What ``view.seat`` alone knows and no picture of it shows."""

    def short_label_for(self, view: View[S], action: Action, field: str, name: NameOfSeat) -> ShortLabel:
        """The choice as its button says it; where the game has no words for it, its label in two parts."""
        if (brief := self.short_label(view, action, field, name)) is not None:
            return brief
        label = self.label(view, action, field, name)
        head, _, effect = label.partition(": ")
        return ShortLabel(head.rstrip("."), fit_detail(effect)) if "(" not in head else ShortLabel(label)

    def event_sentence(self, event: Event, name: NameOfSeat) -> str:
        """The event as a sentence for the table; empty when it is not worth a line."""
        return self.narrate(event, name).sentence


@dataclass(frozen=True, kw_only=True, eq=False)
class SearchSettings:
    """The limits within which a computer player of a game looks ahead."""

    games: int
    """Imagined games for one move."""
    moves: int
    """How many of the moves that look best are tried."""
    comparison_games: int = 40
    """The most imagined games in which the best two moves are compared for a hint; long games are fewer."""
    confirmation_games: int = 100
    """Fresh imagined games in which a turning point must still be one."""
    move_seconds: float = 0.00025
    """The processor time of a move in an imagined game, roughly: with it the games behind a hint are limited."""
    rounds: int | None = None
    """Of the game's rounds, how many are played on; None: all."""
    is_cut_off: Callable[[Any], bool] | None = None
    """Whether an imagined game stops in a state before that; None: it does not."""
    evaluate_state: Callable[[Any, Seat], float] | None = None
    """What an imagined state promises a seat, in the game's points; without one, what it has."""
    evaluation_error: float = 0.0
    """The standard error of a difference of two estimates, found in games that were played to the end."""
    points_format: str = "{} points"
    """The way a number of these points is written."""
    decimals: int = 1
    """How many digits that number has after its point."""
    is_proven: bool = False
    """Whether it beat the greedy player in the arena, by an interval above the fair share: else no table offers it."""

    def number_text(self, points: float) -> str:
        """So many points without their name: “2.5”."""
        return f"{points:,.{self.decimals}f}"

    def margin_text(self, error: float) -> str:
        """The half width of an interval: “±2.5”, and “± less than 0.1” where it would be rounded to 0."""
        least = 10.0**-self.decimals
        return f"±{self.number_text(error)}" if error >= least / 2 else f"± less than {self.number_text(least)}"

    def points_text(self, points: float) -> str:
        """So many points with their name: “2.5 points”, “$7,540”."""
        return self.points_format.format(self.number_text(points))


@dataclass(frozen=True, kw_only=True, eq=False)
class AgentSupport(Generic[S]):
    """The functions with which computer players play a game. They get views."""

    score_action: Callable[[View[S], Action], float]
    """How good an offered action looks: what a greedy computer player maximises."""
    determinize: Callable[[View[S], Rng], S]
    """A full state that fits the view, its hidden parts dealt at random."""
    search_settings: SearchSettings | None = None
    """How it looks ahead; None: it does not."""
    reasons: Reasons | None = None
    """How the coach explains moves; None: by numbers alone."""
    comparison_settings: Callable[[View[S], Action], SearchSettings] | None = None
    """How the coach compares the two moves that look best, where the search is not proven; None: by ``score_action``
    alone.
"""
    action_kind: Callable[[Action], Hashable] = type
    """Actions of one kind differ in details: the coach compares actions of different kinds if it can."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Daily:
    """The way a game is dealt to everyone each day: a game for one player in which nothing need be typed."""

    options: Callable[[int], Mapping[str, str]]
    """The options of a day of the week, 0 being Monday."""
    result_marks: Callable[[Iterable[Event]], tuple[int, ...]]
    """Figures among the events that tell how an attempt went, and nothing about the deal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """A registered game: what it is, and the three things it can do."""

    key: str
    """As commands and files write it: ``railroad-rivals``."""
    name: str
    command: str
    """The slash command group of its moves, one lower-case word: ``rivals``."""
    about: str
    """One sentence for the lobby: what kind of game, how long."""
    tagline: str
    """What players do in it, in three or four words, for lists of games: “build, then race”."""
    seats: range
    max_actions: int
    """More actions than any game can take, anyone who plays."""
    options: type[Options]
    state: type[S]
    actions: tuple[type[Action], ...]
    phases: tuple[type[Phase[Any]], ...]
    events: tuple[type[Event], ...]
    endings: Mapping[str, str]
    """Every way to end: key, and a sentence for the table."""
    rules: Rules[S]
    text: GameText[S]
    agent: AgentSupport[S]
    daily: Daily | None = None
    version: int = 1
    """Of the stored shape of ``state``; raised together with an upcast."""
    oldest_playable_version: int | None = None
    """The oldest version whose games go alike today, so that its files and lessons can be played; None: only this."""
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)
    """Stored version v: how its state, as plain JSON values, becomes one of version v + 1."""

    def can_play_version(self, version: int) -> bool:
        """Whether files and lessons of a version can be played."""
        oldest = self.version if self.oldest_playable_version is None else self.oldest_playable_version
        return oldest <= version <= self.version

    def new_game(self, options: Options, seats: int, seed: int) -> tuple[S, tuple[Event, ...]]:
        """A game at its first question. Raises ``Refused`` when the options do not allow this many seats."""
        if not isinstance(options, self.options) or seats not in self.seats:
            joint = "or" if len(self.seats) == 2 else "to"
            raise Refused(f"{self.name} is for {self.seats[0]} {joint} {self.seats[-1]} players, not {seats}.")
        options.check_seats(seats)
        return self.rules.new_game(options, seats, seed)


_VALUES_KEY = "values"
"""The key of the labels of an option's values among the extras of its description."""
_YES_NO_LABELS = {"yes": "Yes", "no": "No"}


def read_options(kind: type[Options], words_by_name: Mapping[str, str]) -> Options:
    """The options from names and words, as ``write_options`` writes them.

    What is not given has its default, or what ``Options.legacy_values`` says of it: for ``write_options`` leaves
    nothing out, so whatever lacks an option was written before there was one.

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
    """The list of all there are of a kind: “The presets are Base, Full.”"""
    listing = ", ".join(names)
    return f"The {plural_of(noun)} are {listing}." if listing else f"There are no {plural_of(noun)}."


def preset_options(kind: type[Options], name: str) -> Options:
    """All options immediately, as a preset has them. Raises ``Unreadable`` with those there are."""
    presets = kind.presets()
    if name not in presets:
        raise Unreadable(f"“{shorten(name)}” isn’t a preset. {_all_names_sentence('preset', presets)}")
    return presets[name]


def preset_name(options: Options) -> str:
    """The name of the preset that these options are, whatever their editions; empty for a choice of one's own."""
    return next(
        (name for name, chosen in options.presets().items() if replace_editions(chosen, options) == options), ""
    )


def replace_editions(options: Options, other: Options) -> Options:
    """The options with the editions of the other ones: a preset does not choose editions."""
    names = [field.name for field in msgspec.structs.fields(options) if edition_type(field) is not None]
    return msgspec.structs.replace(options, **{name: getattr(other, name) for name in names})


def custom_editions(options: Options) -> dict[str, Edition]:
    """The editions that a host added, by the names of their options."""
    values = {field.name: getattr(options, field.name) for field in msgspec.structs.fields(options)}
    usual = type(options)()
    return {
        name: value for name, value in values.items() if isinstance(value, Edition) and value != getattr(usual, name)
    }


def option_values(field: msgspec.structs.FieldInfo) -> dict[str, bool | str]:
    """The words an option's field may be given as, and their values; of editions only the game's own."""
    if edition_type(field) is not None:
        return {str(field.default): field.default}
    hint = _field_type(field)
    return {"yes": True, "no": False} if hint is bool else {str(arg): arg for arg in get_args(hint)}


class OptionValue(msgspec.Struct, frozen=True):
    """A value of an option as players read it: a ``label``, and what it does (``about``; may be empty)."""

    label: str
    about: str = ""


def describe_option(title: str, about: str = "", values: Mapping[str, OptionValue] | None = None) -> msgspec.Meta:
    """The description of an option for the annotation of its field.

    ``values`` are those that need a label, by the word that is stored.
    """
    return msgspec.Meta(title=title, description=about, extra={_VALUES_KEY: dict(values or {})})


def option_meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """The title and description that a game gives to one of its options."""
    metas = (meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return next(metas, msgspec.Meta(title=field.name))


def option_value(field: msgspec.structs.FieldInfo, word: str) -> OptionValue:
    """A value of an option as players read it, by the word that is stored, or by the name of an edition."""
    labels = (option_meta(field).extra or {}).get(_VALUES_KEY, {})
    value: OptionValue = labels.get(word, OptionValue(_YES_NO_LABELS.get(word, word)))
    return value


def edition_type(field: msgspec.structs.FieldInfo) -> type[Edition] | None:
    """The class of an option's values if they are editions, else None."""
    hint = _field_type(field)
    return hint if isinstance(hint, type) and issubclass(hint, Edition) else None


def _field_type(field: msgspec.structs.FieldInfo) -> Any:
    return get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type


def write_options(options: Options) -> dict[str, str]:
    """The options as names and words, defaults included; ``read_options`` reads them back."""
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    return {name: _value_word(value) for name, value in values.items()}


def option_value_labels(options: Options) -> dict[str, str]:
    """The options as names and the labels of their values: an edition is its name, without its data."""
    values = {field.name: (field, getattr(options, field.name)) for field in msgspec.structs.fields(options)}
    return {
        name: option_value(field, value.name if isinstance(value, Edition) else _value_word(value)).label
        for name, (field, value) in values.items()
    }


def _value_word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
