"""The buttons under a lobby card, and the private pages of the table's host."""

from contextlib import suppress
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.game_text import option_description
from bot.markdown import Markdown, error_message, escape, escape_prose, join_lines, md, truncate
from bot.names import player_names
from bot.play.lobby_rules import CURRENT_EDITION, check_start
from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import Row, Style, TableButtonKind, build_view, button, custom_id, learn_custom_id, select_menu
from engine import GAMES, Options, Refused
from engine.agents.characters import character_of
from engine.agents.registry import difficulty_levels, level_name
from engine.core import option_value_labels, read_options, with_article, write_options
from engine.core.game import OptionValue, edition_type, option_meta, option_value, option_values, preset_name
from engine.games.solo import lessons_of
from engine.store.host_editions import HostEditions
from engine.store.table_settings import TableSettings

_FIELDS_ON_PAGE = limits.ROWS - 1
"""Maximum number of selects on a page, including the presets. The last row has the buttons to other pages."""
LEVEL_PREFIX = "level "
"""Prefix of a level that was chosen in a select. Lobby cards of older releases have this select."""
COMPUTER_PREFIX = "="
"""Prefix of the select value that removes a computer player. The value that removes a person is the user's number."""
_VALUES_ON_PAGE = limits.SELECT_OPTIONS - 2
"""Maximum values on a page of a long select, besides the two entries that change the page."""
_PAGE_PREFIX = ">"
"""Prefix of select values that change the page of a long select. No name of an edition begins with it."""
_TALK = "talk"
"""The table setting for comments of computer players, and the verb of presses that change it."""
CUSTOM_PRESET = "Custom"
"""The name shown for a combination of options that is not a preset."""
_NO_EDITIONS = HostEditions()
_SelectValue = tuple[tuple[str, str, bool], str]
"""A value of a select: ((label, value, whether it is chosen), second line)."""


def lobby_buttons(table: Table) -> ui.View:
    """Return the buttons under a lobby card; empty if the table is no longer a lobby."""
    if table.status != "lobby":
        return build_view()
    can_be_joined = table.guild is not None  # otherwise it is a direct message
    join = [_lobby_button(table, "Join", "join", Style.primary), _lobby_button(table, "Leave", "leave")]
    start = [button(_start_label(table), _host_custom_id(table, 0, "start"), Style.success)]
    has_lessons = bool(lessons_of(table.title)) and not table.chairs
    learn = [button("Learn", learn_custom_id(table.title))] if has_lessons else []
    host = button("Host…", _host_custom_id(table, 0, "menu"))
    return build_view([*(join if can_be_joined else start), *learn, host])


def _lobby_button(table: Table, label: str, verb: str, style: Style = Style.secondary) -> ui.Button[Any]:
    return button(label, custom_id("l", table.id, 0, verb), style)


def _host_custom_id(table: Table, turn: int, verb: str) -> str:
    """Return the ``custom_id`` of a control on the host's pages; ``turn`` counts the presses on one page.

    The ``custom_id`` changes with each press. Otherwise a select would keep showing the last choice.
    """
    return custom_id("K", table.id, turn, verb)


def lobby_card_custom_ids(table: Table) -> tuple[str, str]:
    """Return the ``custom_id``s that identify the table's lobby card. The second one is that of older releases."""
    return _host_custom_id(table, 0, "menu"), custom_id("l", table.id, 0, "start")


def host_page(table: Table, turn: int) -> tuple[Markdown, list[Row]]:
    """Return the host's page: the players, what is missing for a start, and the actions before the start."""
    game, names = GAMES[table.title], player_names(table.players)
    player_lines = [
        md("{}. {}{}", seat, escape(name), computer_words(player))
        for seat, (name, player) in enumerate(zip(names, table.players, strict=True), 1)
    ]
    text = join_lines(
        [md("**{}** · what only the host can do", escape_prose(game.name)), *player_lines, _readiness_text(table)]
    )
    options = [] if table.chairs else [button("Options", _host_custom_id(table, turn, "options"))]
    clock_button = [button("Clock", _host_custom_id(table, turn, "clock"))] if table.guild is not None else []
    call_button = (
        [button("Call players", _host_custom_id(table, turn, "call"))]
        if table.notes.get(BookkeepingKey.MENTIONABLE_ROLE)
        else []
    )
    start = button(_start_label(table), _host_custom_id(table, turn, "start"), Style.success)
    return text, [
        [_add_computer_select(table, turn)],
        _remove_player_row(table, turn),
        _invite_row(table, turn),
        _talk_row(table, turn),
        [start, *options, *clock_button, *call_button],
    ]


def computer_words(player: Player) -> Markdown:
    """Return the level and the character of a computer player, to show after its name; empty for a person."""
    if player.policy is None:
        return md("")
    character = character_of(player.name, player.policy)
    about = md(", {}", escape_prose(character.about)) if character else md("")
    return md(" · computer ({}){}", escape_prose(level_name(player.policy)), about)


def _readiness_text(table: Table) -> Markdown:
    try:
        check_start(table, table.host)
    except Refused as refused:
        return error_message(refused)
    return md("The game can start.")


def _talk_row(table: Table, turn: int) -> Row:
    """Return the select that sets how much computer players comment; empty without computer players."""
    if not any(player.policy for player in table.players):
        return []
    field = next(field for field in msgspec.structs.fields(TableSettings) if field.name == _TALK)
    title = option_meta(field).title or field.name
    choices = _option_choices(table, table.terms, field)
    values = [(f"{title}: {value_text.label}", word, chosen) for value_text, word, chosen in choices]
    return [select_menu(_host_custom_id(table, turn, _TALK), title, values)]


def _add_computer_select(table: Table, turn: int) -> ui.Select[Any]:
    levels = difficulty_levels(GAMES[table.title])
    values = [(f"Add {with_article(level.name)}", level.policy, False) for level in levels]
    return select_menu(
        _host_custom_id(table, turn, "add"), "Add a computer player…", values, [level.about for level in levels]
    )


def _remove_player_row(table: Table, turn: int) -> Row:
    """Return the select that removes a player; empty if the host is the only player."""
    people = zip(player_names(table.players), table.players, strict=True)
    values = [
        (f"Remove {name}", str(player.user) if player.policy is None else f"{COMPUTER_PREFIX}{player.name}", False)
        for name, player in people
        if player.user != table.host
    ]
    return [select_menu(_host_custom_id(table, turn, "remove"), "Remove a player…", values)] if values else []


def _invite_row(table: Table, turn: int) -> Row:
    """Return the select that invites a person; empty in a direct message."""
    if table.guild is None:
        return []
    return [ui.UserSelect(custom_id=_host_custom_id(table, turn, "invite"), placeholder="Invite someone…")]


def page_of_option(table: Table, option: str, editions: HostEditions = _NO_EDITIONS) -> int:
    """Return the number of the page with an option; of the last page if the option now has only one value."""
    names = [field.name for field in _fields_with_choices(table, editions)]
    index = names.index(option) if option in names else len(names) - 1
    return index // _fields_on_page(GAMES[table.title].options)


def page_of_value(value: str) -> int | None:
    """Return the page of a long select to which ``value`` leads; None if ``value`` is a value of the option itself."""
    page = value.removeprefix(_PAGE_PREFIX)
    return int(page) if value != page and page.isdecimal() else None


def options_page(
    table: Table, page: int = 0, editions: HostEditions = _NO_EDITIONS, part: int | None = None
) -> tuple[Markdown, list[Row]]:
    """Return one page of the options of a table in its lobby: the presets, and a few selects.

    ``part`` is the page of a select that has too many values; None for the page with the current value.
    """
    game = GAMES[table.title]
    all_fields, size = _fields_with_choices(table, editions), _fields_on_page(game.options)
    options = read_options(game.options, table.options)
    fields = all_fields[page * size : (page + 1) * size]
    if not fields:
        return md("{} has no options.", escape_prose(game.name)), []
    presets: list[Row] = [[_preset_select(table, options, page)]] if options.presets() else []
    choices = [_option_choices(table, options, field, editions) for field in fields]
    selects: list[Row] = [[_option_select("o", table, *pair, part)] for pair in zip(fields, choices, strict=True)]
    pages = (("Previous page", page - 1), ("Next page", page + 1))
    page_buttons = [
        button(label, custom_id("x", table.id, 0, str(to))) for label, to in pages if 0 <= to * size < len(all_fields)
    ]
    done_button = button("Done", _host_custom_id(table, 0, "back"))
    heading = md("{}: options", escape_prose(game.name))
    lines = [heading, escape_prose(options.setup_note(len(table.players))), *map(_option_text, fields)]
    return truncate(join_lines(filter(None, lines)), limits.CONTENT), [*presets, *selects, [*page_buttons, done_button]]


def table_settings_page(table: Table) -> tuple[Markdown, list[Row]]:
    """Return the page that *Clock* opens: a select for each table setting."""
    fields = [field for field in msgspec.structs.fields(TableSettings) if field.name != _TALK]
    selects: list[Row] = [
        [_option_select("t", table, field, _option_choices(table, table.terms, field))] for field in fields
    ]
    return join_lines([md("How this table handles time and posts"), *map(_option_text, fields)]), selects


def _option_text(field: msgspec.structs.FieldInfo) -> Markdown:
    """Return the line that explains an option; empty if its values need no explanation."""
    about = option_description(field)
    return md("**{}**: {}", escape_prose(option_meta(field).title or field.name), about) if about else md("")


def _start_label(table: Table) -> str:
    if table.chairs:
        return "Continue"
    is_alone = len(table.players) == 1 and 1 in GAMES[table.title].seats
    is_alone = is_alone and (_is_startable(table) or not table.notes.get(BookkeepingKey.PREVIOUS_TABLE))
    return "Start alone" if is_alone else "Start"


def _is_startable(table: Table) -> bool:
    with suppress(Refused):
        check_start(table, table.host)
        return True
    return False


def _fields_on_page(kind: type[Options]) -> int:
    return _FIELDS_ON_PAGE - bool(kind.presets())


def _preset_select(table: Table, options: Options, page: int) -> ui.Select[Any]:
    current_name = preset_name(options)
    values = [(f"Preset: {name}", name, name == current_name) for name in options.presets()]
    return select_menu(
        custom_id("p", table.id, 0, str(page)), f"Preset: {CUSTOM_PRESET}", values[: limits.SELECT_OPTIONS]
    )


def _fields_with_choices(table: Table, editions: HostEditions) -> list[msgspec.structs.FieldInfo]:
    """Return the options with more than one value. Editions of the host count as values."""
    options = read_options(GAMES[table.title].options, table.options)
    return [
        field for field in msgspec.structs.fields(options) if len(_option_choices(table, options, field, editions)) > 1
    ]


def _option_choices(
    table: Table, options: Options, field: msgspec.structs.FieldInfo, host_editions: HostEditions = _NO_EDITIONS
) -> list[tuple[OptionValue, str, bool]]:
    """Return the values of an option as (label, value, whether it is the current one)."""
    current_word = write_options(options)[field.name]
    if edition_type(field) is None:
        return [(option_value(field, word), word, word == current_word) for word in option_values(field)]
    words = {**{word: word for word in option_values(field)}, **host_editions.editions(table.title, field.name)}
    choices = [(option_value(field, name), name, word == current_word) for name, word in words.items()]
    current_value = OptionValue(f"{option_value_labels(options)[field.name]} (chosen earlier)")
    return choices if current_word in words.values() else [*choices, (current_value, CURRENT_EDITION, True)]


def _option_select(
    kind: TableButtonKind,
    table: Table,
    field: msgspec.structs.FieldInfo,
    choices: list[tuple[OptionValue, str, bool]],
    part: int | None = None,
) -> ui.Select[Any]:
    title = option_meta(field).title or field.name
    values = [
        ((f"{title}: {value_text.label}", value, chosen), value_text.about) for value_text, value, chosen in choices
    ]
    if len(values) > limits.SELECT_OPTIONS:
        title = next((value_text for (value_text, _, chosen), _ in values if chosen), title)
    options, abouts = zip(*_select_page(values, part), strict=True)
    return select_menu(custom_id(kind, table.id, 0, field.name), title, options, abouts)


def _select_page(values: list[_SelectValue], part: int | None) -> list[_SelectValue]:
    """Return the values on one page of a select, and entries that lead to the previous and the next page."""
    if len(values) <= limits.SELECT_OPTIONS:
        return values
    last = (len(values) - 1) // _VALUES_ON_PAGE
    chosen_index = next((index for index, ((_, _, chosen), _) in enumerate(values) if chosen), 0)
    page = chosen_index // _VALUES_ON_PAGE if part is None else min(part, last)
    previous: list[_SelectValue] = [(("Earlier…", f"{_PAGE_PREFIX}{page - 1}", False), "")] if page > 0 else []
    following: list[_SelectValue] = [(("More…", f"{_PAGE_PREFIX}{page + 1}", False), "")] if page < last else []
    return [*previous, *values[page * _VALUES_ON_PAGE : (page + 1) * _VALUES_ON_PAGE], *following]
