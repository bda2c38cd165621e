"""Slash commands for moves, generated from the action classes of all games, and ``/move`` for a line of notation.

Options are fields of the action; their completions depend on the options already filled.
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
from bot.errors import Interaction, RuleViolation, autocomplete_from, handle_errors, user_of
from bot.markdown import Markdown, error_message, escape_prose, join_lines, md, quote, truncate
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.turn.make_move import make_move, with_rule_button
from bot.ui.questions import notation_words
from bot.ui.suggestions import did_you_mean
from bot.ui.text_matching import best_matches, find_value_by_name
from bot.view import SeatContext, whose_turn_text
from engine import GAMES, Action, Game, Refused, Seat, Unreadable
from engine.core import Standing, all_seats, field_names, verb_of
from engine.core.action import field_question, field_type
from engine.core.notation import notation_word
from engine.threads import run_in_thread

AnyCommand = app_commands.Command[Any, ..., None]

_SEAT_PATTERN = re.compile(r"p?[0-9]{1,2}")
_COMMAND_PREFIXES = frozenset({"move", *(game.command for game in GAMES.values())})
"""Names of commands, which users may paste in front of a move."""


@cache
def move_commands(game: Game[Any]) -> app_commands.Group:
    """The group of commands ``/<game.command> <verb>``, one for each action of the game."""
    description = limits.truncate(f"Make a move in {game.name}", limits.COMMAND_DESCRIPTION)
    group = app_commands.Group(name=game.command, description=description)
    for kind in game.actions:
        group.add_command(_move_command(game, kind))
    return group


def _move_command(game: Game[Any], kind: type[Action]) -> AnyCommand:
    async def callback(interaction: Interaction, **values: Any) -> None:
        await _make_field_move(interaction, game, kind, values)

    names = field_names(kind)
    numbers = {name for name in names if _is_number_field(kind, name)}
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=int if name in numbers else str)
        for name in names
    ]
    interaction_parameter = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
    )
    wrapped = app_commands.describe(
        **{name: limits.truncate(field_question(kind, name), limits.COMMAND_DESCRIPTION) for name in names}
    )(handle_errors(callback))
    wrapped.__signature__ = inspect.Signature([interaction_parameter, *parameters])  # type: ignore[attr-defined]
    description = inspect.getdoc(kind) or verb_of(kind)
    command: AnyCommand = app_commands.Command(
        name=verb_of(kind),
        description=limits.truncate(_first_sentence(description), limits.COMMAND_DESCRIPTION),
        callback=wrapped,
    )
    for name in names:
        command.autocomplete(name)(_field_completion(kind, name, name in numbers))
    return command


def _field_completion(kind: type[Action], field: str, is_number: bool) -> Any:
    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, Any]]:
        values = {name: value for name, value in vars(interaction.namespace).items() if name != field}
        context = await _seat_context(interaction)
        offers = _matching_offers(_offers_of_kind(context, kind), _resolve_labels(context, kind, values))
        labels = {
            notation_word(getattr(action, field)): context.table_view.label(action, field)
            for action in reversed(offers)
        }
        named_value = find_value_by_name(typed, labels, context.table_view.caption(context.seat))
        words = [
            text for text in reversed(labels) if text == named_value or _is_prefix_match(typed, text, labels[text])
        ]
        if not words:
            nearest_words = await run_in_thread(best_matches, typed, labels.items(), limits.AUTOCOMPLETE_CHOICES)
            words = [text for text, _ in nearest_words]
        return [(labels[text], int(text) if is_number else text) for text in words]

    return autocomplete_from(complete)


@app_commands.command(name="move", description="Make any move; type to search what you can do")
@app_commands.describe(line="Choose a suggestion, or write a move as in game files")
@handle_errors
async def move(interaction: Interaction, line: str) -> None:
    try:
        await _make_typed_move(interaction, line)
    except (Unreadable, Refused) as error:
        await _suggest_moves_or_raise(interaction, await _seat_context(interaction), line, error)


async def _suggest_moves_or_raise(
    interaction: Interaction, context: SeatContext, line: str, error: Unreadable | Refused, kind: type[Action] = Action
) -> None:
    """Suggest similar moves of a kind as buttons, or raise the error if there are none."""
    page = await run_in_thread(did_you_mean, context, line, error, kind)
    if page is None:
        raise error
    await send_page(interaction, page)


async def _make_typed_move(interaction: Interaction, line: str) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    context = await services_of(interaction).seat_context_at(table, user_of(interaction))
    words, offers = _resolve_words(context, line), tuple(_current_offers(context))
    if not words:
        raise Unreadable(md("A move starts with what to do. Choose one of the suggestions."))
    if words[0] not in map(verb_of, context.table_view.game.actions):
        possible = ", ".join(dict.fromkeys(verb_of(action) for action in offers))
        advice = md("You can: {}.", escape_prose(possible)) if possible else whose_turn_text(table, context.seat)
        error = Unreadable(md("{} isn’t a move here. {}", quote(words[0]), advice))
        raise with_rule_button(error, table, f"p{context.seat} {words[0]}")
    await _make_move(interaction, context, " ".join(words))


def _current_offers(context: SeatContext) -> Iterable[Action]:
    """Return all actions that the seat can choose now, including premoves."""
    return chain.from_iterable(decision.offers for decision in (context.decision, context.premoves) if decision)


def _resolve_words(context: SeatContext, line: str) -> tuple[str, ...]:
    """Return the words of the intended move, ignoring case, blanks, underscores, and dashes.

    A player's name is replaced by the seat. A seat or the name of a command at the start is removed, but only if a verb
    follows, because “move” is also a verb of some games. Unknown words are kept, so that the move is refused. If a verb
    takes one word, all words after it become that word.
    """
    verbs = {verb_of(kind) for kind in context.table_view.game.actions}
    typed_words = _strip_invisible(line).strip().removeprefix("/").split()
    while typed_words and (typed_words[0] in _COMMAND_PREFIXES or _SEAT_PATTERN.fullmatch(typed_words[0])):
        if not verbs & set(map(str.casefold, typed_words[1:])):
            break
        typed_words = typed_words[1:]
    name = typed_words[0].casefold() if typed_words else ""
    kind = next((kind for kind in context.table_view.game.actions if verb_of(kind) == name), None)
    typed_words = _replace_names_by_seats(context, kind, typed_words) if kind else typed_words
    matches = [
        notation_words(action)
        for action in _current_offers(context)
        if _fold_words(notation_words(action)) == _fold_words(typed_words)
    ]
    if len(matches) == 1 or not typed_words:
        return matches[0] if matches else ()
    words_after = typed_words[1:]
    if words_after and kind and len(field_names(kind)) == 1:
        return (name, "_".join(words_after))
    return (name, *words_after)


def _strip_invisible(line: str) -> str:
    """The line without invisible characters, such as copied direction marks."""
    return "".join(char for char in line if unicodedata.category(char) != "Cf")


def _fold_words(words: Iterable[str]) -> str:
    return "_".join(words).casefold().replace("-", "_")


def _replace_names_by_seats(context: SeatContext, kind: type[Action], words: list[str]) -> list[str]:
    """Replace players' names by seat numbers in fields that contain seats."""
    for index, name in enumerate(field_names(kind), 1):
        for seat in all_seats(len(context.table.players)) if name in _seat_fields(kind) else ():
            name_words = context.table_view.caption(seat).split()
            for end in (
                index + 1,
                index + len(name_words),
            ):  # the name's words are separated by blanks or by underscores
                if _fold_words(words[index:end]) == _fold_words(name_words) and not _SEAT_PATTERN.fullmatch(
                    words[index]
                ):
                    return [*words[:index], str(seat), *words[end:]]
    return words


def _seat_fields(kind: type[Action]) -> frozenset[str]:
    """Return the names of an action's fields that contain seats, except the mover's own seat."""
    return frozenset(name for name in field_names(kind) if field_type(kind, name) is Seat)


def _seat_names_text(context: SeatContext, name: str) -> Markdown:
    """Return a sentence that lists the seat numbers of other players: “ Write a player as a seat: 2 Ben, 3 Cleo.”

    Empty if this move contains no seat.
    """
    if not any(verb_of(kind) == name and _seat_fields(kind) for kind in context.table_view.game.actions):
        return md("")
    others = [seat for seat in all_seats(len(context.table.players)) if seat != context.seat]
    return md(
        " Write a player as a seat: {}.",
        join_lines((md("{} {}", seat, context.table_view.name(seat)) for seat in others), ", "),
    )


@move.autocomplete("line")
@autocomplete_from
async def _complete_line(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    context = await _seat_context(interaction)
    lines = ((" ".join(notation_words(action)), action) for action in _current_offers(context))
    labels = [(line, context.table_view.label(action)) for line, action in lines]
    matches = [(label, line) for line, label in labels if _is_prefix_match(typed, line, label)]
    if matches:
        return matches
    nearest_lines = await run_in_thread(best_matches, typed, labels, limits.AUTOCOMPLETE_CHOICES)
    return [(label, line) for line, label in nearest_lines]


async def _make_field_move(
    interaction: Interaction, game: Game[Any], kind: type[Action], values: Mapping[str, Any]
) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    if table.title != game.key:
        raise Refused(md("The table in this channel isn’t playing {}.", escape_prose(game.name)))
    context = await services_of(interaction).seat_context_at(table, user_of(interaction))
    values = _resolve_labels(context, kind, values)
    matches = _matching_offers(_offers_of_kind(context, kind), values)
    typed_words = (_notation_word(values[name]) for name in field_names(kind))
    move_words = notation_words(*matches) if len(matches) == 1 else (verb_of(kind), *typed_words)
    line = " ".join(move_words)
    try:
        await _make_move(interaction, context, line)
    except (Unreadable, Refused) as error:
        await _suggest_moves_or_raise(interaction, context, line, error, kind)


async def _make_move(interaction: Interaction, context: SeatContext, line: str) -> None:
    try:
        result = await make_move(interaction, context, line, None)
    except (Unreadable, RuleViolation) as error:
        if isinstance(error, RuleViolation) and not isinstance(error.__cause__, Unreadable):
            raise
        raise RuleViolation(_add_example(context, line, error_message(error)), getattr(error, "why", "")) from error
    await reply_of(interaction).send_message(truncate(result.text, limits.CONTENT))


def _add_example(context: SeatContext, line: str, error_text: Markdown) -> Markdown:
    """Return the error text with an example of a possible move with the same verb, unless the text has one already."""
    name = line.split()[0]
    examples = (" ".join(notation_words(action)) for action in _current_offers(context) if verb_of(action) == name)
    example = next(examples, "")
    error_text = md("{}{}", error_text, _seat_names_text(context, name))
    quoted_example = md("“{}”", escape_prose(example))
    has_example = "Example:" in error_text or quoted_example in error_text
    return error_text if has_example or not example else md("{} Example: {}.", error_text, quoted_example)


async def _seat_context(interaction: Interaction) -> SeatContext:
    table = await services_of(interaction).table_in_play_here(interaction)
    return await services_of(interaction).seat_context_at(table, user_of(interaction))


def _offers_of_kind(context: SeatContext, kind: type[Action]) -> Iterable[Action]:
    decision = context.premoves if issubclass(kind, Standing) else context.decision
    return (action for action in decision.offers if isinstance(action, kind)) if decision else ()


def _matching_offers(offers: Iterable[Action], given: Mapping[str, Any]) -> Sequence[Action]:
    """The offers with these values, ignoring case, blanks, underscores, and dashes."""
    filled = {name: value for name, value in given.items() if value not in (None, "")}
    folded_values = [_fold_words([_notation_word(value)]) for value in filled.values()]

    def is_match(action: Action) -> bool:
        return folded_values == [_fold_words([notation_word(getattr(action, name))]) for name in filled]

    return list(filter(is_match, offers))


def _resolve_labels(context: SeatContext, kind: type[Action], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The given values, with labels such as “my 5” replaced by the offered values."""
    values = dict(given)
    for name, value in given.items():
        labels = {
            notation_word(getattr(action, name)): context.table_view.label(action, name)
            for action in _offers_of_kind(context, kind)
        }
        if isinstance(value, str) and _fold_words([_notation_word(value)]) not in {
            _fold_words([word]) for word in labels
        }:
            values[name] = find_value_by_name(value, labels, context.table_view.caption(context.seat)) or value
    return values


def _notation_word(value: object) -> str:
    return notation_word(str(value).strip()) or "_"


def _is_prefix_match(typed: str, text: str, label: str) -> bool:
    """Whether all typed words, or parts of words, occur in a choice's text or label."""
    parts = typed.casefold().split()
    text_searched = f"{text.replace('_', ' ')} {label} {text}".casefold()
    return all(part in text_searched for part in parts)


def _is_number_field(kind: type[Action], field: str) -> bool:
    hint = field_type(kind, field)
    return getattr(hint, "__supertype__", hint) is int


def _first_sentence(text: str) -> str:
    plain = " ".join(text.replace("``", "").split("(R ")[0].split())
    return plain.split(". ")[0].rstrip(".:") or plain
