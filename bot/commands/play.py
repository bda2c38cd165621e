"""Moves as slash commands, generated from every title's action classes, and ``/move`` for a line of notation.

It knows no title: options are a title's fields, completed from what is offered given the options already filled.
"""

import inspect
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from discord import app_commands

from bot import limits
from bot.desk import Seated, desk
from bot.errors import AgainstTheRules, Interaction, spoken, suggested, user_of
from bot.markdown import Markdown, cut, escape_prose, joined, md, message_of, quoted
from bot.reply import reply_to
from bot.ui.made import played, with_why
from bot.ui.meant import meant
from bot.ui.menu import words
from bot.ui.nearest import named, nearest
from bot.ui.page import show
from engine import GAMES, Action, Game, Refused, Seat, Unreadable
from engine.core import Standing, all_seats, field_names, verb_of
from engine.core.action import field_question, field_type
from engine.core.notation import notation_word
from engine.store.apart import in_thread

AnyCommand = app_commands.Command[Any, ..., None]

_SEAT = re.compile(r"p?[0-9]{1,2}")
_PREFIXES = frozenset({"move", *(game.command for game in GAMES.values())})
"""Words that may be in front of a line that was copied from somewhere."""


@cache
def commands_of(game: Game[Any]) -> app_commands.Group:
    """``/<game.command> <verb>`` for every action of the title; every bot of a process shares them."""
    description = limits.cut(f"Make a move in {game.name}", limits.COMMAND_DESCRIPTION)
    group = app_commands.Group(name=game.command, description=description)
    for kind in game.actions:
        group.add_command(_command(game, kind))
    return group


def _command(game: Game[Any], kind: type[Action]) -> AnyCommand:
    async def callback(interaction: Interaction, **given: Any) -> None:
        await _move(interaction, game, kind, given)

    names = field_names(kind)
    numbers = {name for name in names if _is_number(kind, name)}
    asked = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=int if name in numbers else str)
        for name in names
    ]
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    guarded = app_commands.describe(
        **{name: limits.cut(field_question(kind, name), limits.COMMAND_DESCRIPTION) for name in names}
    )(spoken(callback))
    guarded.__signature__ = inspect.Signature([first, *asked])  # type: ignore[attr-defined]
    about = inspect.getdoc(kind) or verb_of(kind)
    command: AnyCommand = app_commands.Command(
        name=verb_of(kind), description=limits.cut(_first_sentence(about), limits.COMMAND_DESCRIPTION), callback=guarded
    )
    for name in names:
        command.autocomplete(name)(_completion(kind, name, name in numbers))
    return command


def _completion(kind: type[Action], field: str, is_number: bool) -> Any:
    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, Any]]:
        given = {name: value for name, value in vars(interaction.namespace).items() if name != field}
        place = await _place(interaction)
        offers = _matching(_offers(place, kind), _understood(place, kind, given))
        labels = {notation_word(getattr(a, field)): place.seen.label(a, field) for a in reversed(offers)}
        mine = named(typed, labels, place.seen.caption(place.seat))
        fitting = [text for text in reversed(labels) if text == mine or _fits(typed, text, labels[text])]
        if not fitting:
            near = await in_thread(nearest, typed, labels.items(), limits.AUTOCOMPLETE_CHOICES)
            fitting = [text for text, _ in near]
        return [(labels[text], int(text) if is_number else text) for text in fitting]

    return suggested(complete)


@app_commands.command(name="move", description="Make any move; type to search what you can do")
@app_commands.describe(line="Choose a suggestion, or write a move as in game files")
@spoken
async def move(interaction: Interaction, line: str) -> None:
    try:
        await _line(interaction, line)
    except (Unreadable, Refused) as error:
        await _or_meant(interaction, await _place(interaction), line, error)


async def _or_meant(
    interaction: Interaction, place: Seated, line: str, error: Unreadable | Refused, kind: type[Action] = Action
) -> None:
    """Shows which moves of a kind the line may have meant, as buttons; raises its error if it is like none of them."""
    page = await in_thread(meant, place, line, error, kind)
    if page is None:
        raise error
    await show(interaction, page)


async def _line(interaction: Interaction, line: str) -> None:
    """Makes the move that a line says. Raises ``Unreadable`` or ``Refused``."""
    table = await desk(interaction).started_here(interaction)
    place = await desk(interaction).seated(table, user_of(interaction))
    spelled, now = _spelled(place, line), tuple(_now(place))
    if not spelled:
        raise Unreadable(md("A move starts with what to do. Choose one of the suggestions."))
    if spelled[0] not in map(verb_of, place.seen.game.actions):
        possible = ", ".join(dict.fromkeys(verb_of(action) for action in now))
        here = (
            md("You can: {}.", escape_prose(possible))
            if possible
            else desk(interaction).asked_now(table, user_of(interaction))
        )
        unknown = Unreadable(md("{} isn’t a move here. {}", quoted(spelled[0]), here))
        raise with_why(unknown, table, f"p{place.seat} {spelled[0]}")
    await _play(interaction, place, " ".join(spelled))


def _now(place: Seated) -> Iterable[Action]:
    """All that the seat may do now, or plan before its turn."""
    return chain.from_iterable(decision.offers for decision in (place.decision, place.ahead) if decision)


def _spelled(place: Seated, line: str) -> tuple[str, ...]:
    """The words of the move that is meant: capitals, and blanks, underscores or dashes, make no difference.

    A player's name stands for the seat where one is asked for. A seat in front and a slash command's name are left
    out, as long as what to do comes after them: "move" is a verb of some titles too. What is no offer keeps its words,
    so that it can be refused; where a verb takes one word, all that follows is that word.
    """
    verbs = {verb_of(kind) for kind in place.seen.game.actions}
    typed = _seen_in(line).strip().removeprefix("/").split()
    while typed and (typed[0] in _PREFIXES or _SEAT.fullmatch(typed[0])):
        if not verbs & set(map(str.casefold, typed[1:])):
            break
        typed = typed[1:]
    name = typed[0].casefold() if typed else ""
    kind = next((kind for kind in place.seen.game.actions if verb_of(kind) == name), None)
    typed = _numbered(place, kind, typed) if kind else typed
    meant = [words(action) for action in _now(place) if _folded(words(action)) == _folded(typed)]
    if len(meant) == 1 or not typed:
        return meant[0] if meant else ()
    rest = typed[1:]
    if rest and kind and len(field_names(kind)) == 1:
        return (name, "_".join(rest))
    return (name, *rest)


def _seen_in(line: str) -> str:
    """The line without what cannot be seen in it, such as marks of direction that were copied with it."""
    return "".join(char for char in line if unicodedata.category(char) != "Cf")


def _folded(spelled: Iterable[str]) -> str:
    return "_".join(spelled).casefold().replace("-", "_")


def _numbered(place: Seated, kind: type[Action], typed: list[str]) -> list[str]:
    """The words with a player's name as the number of the seat, where that is asked for."""
    for at, name in enumerate(field_names(kind), 1):
        for seat in all_seats(len(place.table.players)) if name in _seat_fields(kind) else ():
            called = place.seen.caption(seat).split()
            for end in (at + 1, at + len(called)):  # blanks in it, or underscores
                if _folded(typed[at:end]) == _folded(called) and not _SEAT.fullmatch(typed[at]):
                    return [*typed[:at], str(seat), *typed[end:]]
    return typed


def _seat_fields(kind: type[Action]) -> frozenset[str]:
    """The fields, besides the maker's own seat, that are seats."""
    return frozenset(name for name in field_names(kind) if field_type(kind, name) is Seat)


def _seats(place: Seated, name: str) -> Markdown:
    """Says how to name the others in this move, if it is about one: “ Write a player as a seat: 2 Ben, 3 Cleo.”"""
    if not any(verb_of(kind) == name and _seat_fields(kind) for kind in place.seen.game.actions):
        return md("")
    others = [seat for seat in all_seats(len(place.table.players)) if seat != place.seat]
    return md(
        " Write a player as a seat: {}.", joined((md("{} {}", seat, place.seen.name(seat)) for seat in others), ", ")
    )


@move.autocomplete("line")
@suggested
async def _complete_line(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    place = await _place(interaction)
    spelled = ((" ".join(words(action)), action) for action in _now(place))
    found = [(line, place.seen.label(action)) for line, action in spelled]
    fitting = [(label, line) for line, label in found if _fits(typed, line, label)]
    if fitting:
        return fitting
    near = await in_thread(nearest, typed, found, limits.AUTOCOMPLETE_CHOICES)
    return [(label, line) for line, label in near]


async def _move(interaction: Interaction, game: Game[Any], kind: type[Action], given: Mapping[str, Any]) -> None:
    table = await desk(interaction).started_here(interaction)
    if table.title != game.key:
        raise Refused(md("The table in this channel isn’t playing {}.", escape_prose(game.name)))
    place = await desk(interaction).seated(table, user_of(interaction))
    given = _understood(place, kind, given)
    same = _matching(_offers(place, kind), given)
    typed = (_as_word(given[name]) for name in field_names(kind))
    spelled = words(*same) if len(same) == 1 else (verb_of(kind), *typed)
    line = " ".join(spelled)
    try:
        await _play(interaction, place, line)
    except (Unreadable, Refused) as error:
        await _or_meant(interaction, place, line, error, kind)


async def _play(interaction: Interaction, place: Seated, spelled: str) -> None:
    try:
        made = await played(interaction, place, spelled, None)
    except (Unreadable, AgainstTheRules) as error:
        if isinstance(error, AgainstTheRules) and not isinstance(error.__cause__, Unreadable):
            raise
        raise AgainstTheRules(_with_example(place, spelled, message_of(error)), getattr(error, "why", "")) from error
    await reply_to(interaction).say(cut(made.said, limits.CONTENT))


def _with_example(place: Seated, spelled: str, said: Markdown) -> Markdown:
    """The fault of a move, with one of that kind as an example, unless there is one already."""
    name = spelled.split()[0]
    alike = (" ".join(words(action)) for action in _now(place) if verb_of(action) == name)
    example = next(alike, "")
    said = md("{}{}", said, _seats(place, name))
    shown = md("“{}”", escape_prose(example))
    has_one = "Example:" in said or shown in said
    return said if has_one or not example else md("{} Example: {}.", said, shown)


async def _place(interaction: Interaction) -> Seated:
    table = await desk(interaction).started_here(interaction)
    return await desk(interaction).seated(table, user_of(interaction))


def _offers(place: Seated, kind: type[Action]) -> Iterable[Action]:
    asked = place.ahead if issubclass(kind, Standing) else place.decision
    return (a for a in asked.offers if isinstance(a, kind)) if asked else ()


def _matching(offers: Iterable[Action], given: Mapping[str, Any]) -> Sequence[Action]:
    """The offers with these values; capitals, and blanks, underscores or dashes, make no difference."""
    said = {name: value for name, value in given.items() if value not in (None, "")}
    wanted = [_folded([_as_word(value)]) for value in said.values()]

    def fits(action: Action) -> bool:
        return wanted == [_folded([notation_word(getattr(action, name))]) for name in said]

    return list(filter(fits, offers))


def _understood(place: Seated, kind: type[Action], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values with the offered ones in place of names for them, such as “my 5”."""
    understood = dict(given)
    for name, value in given.items():
        labels = {notation_word(getattr(a, name)): place.seen.label(a, name) for a in _offers(place, kind)}
        if isinstance(value, str) and _folded([_as_word(value)]) not in {_folded([each]) for each in labels}:
            understood[name] = named(value, labels, place.seen.caption(place.seat)) or value
    return understood


def _as_word(value: object) -> str:
    return notation_word(str(value).strip()) or "_"


def _fits(typed: str, text: str, label: str) -> bool:
    """Whether what was typed so far occurs in a choice's word or in its label."""
    wanted = typed.casefold().split()
    where = f"{text.replace('_', ' ')} {label} {text}".casefold()
    return all(part in where for part in wanted)


def _is_number(kind: type[Action], field: str) -> bool:
    hint = field_type(kind, field)
    return getattr(hint, "__supertype__", hint) is int


def _first_sentence(text: str) -> str:
    """The first sentence of an action's docstring, without its markup."""
    plain = " ".join(text.replace("``", "").split("(R ")[0].split())
    return plain.split(". ")[0].rstrip(".:") or plain
