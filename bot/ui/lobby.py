"""The buttons under a lobby card, and the host's private pages. It knows no title."""

from contextlib import suppress
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.game_text import option_about
from bot.markdown import Markdown, cut, escape, escape_prose, joined, md, message_of
from bot.play.seating import CURRENT, check_start
from bot.tables.table import Note, Player, Table
from bot.ui.components import AboutTable, Row, Style, button, custom_id, learn_id, rows, select
from bot.wording import plain
from engine import GAMES, Options, Refused
from engine.agents.characters import character_of
from engine.agents.registry import difficulty_levels, level_name
from engine.core import option_value_labels, read_options, with_article, write_options
from engine.core.game import OptionValue, edition_type, option_meta, option_value, option_values, preset_name
from engine.games.solo import lessons_of
from engine.store.boxes import Boxes
from engine.store.terms import Terms

_FIELDS_ON_PAGE = limits.ROWS - 1
"""Options on one page, the preset among them; the last row leads to the next page."""
LEVEL = "level "
"""With what the presses of the select of levels began that lobby cards once had."""
COMPUTER = "="
"""The start of a value that names a computer player to remove; a person is named by the user's number."""
_LISTED = limits.SELECT_OPTIONS - 2
"""Values of a long select that are shown at once, beside those that turn its pages."""
_TURN = ">"
"""The start of the values that turn the pages of a long select; no name of an edition starts so."""
_TALK = "talk"
"""The choice in the table's terms that is made in the host's menu, and the verb of its presses."""
OWN_CHOICE = "Custom"
"""The name of options that no preset has."""
_NO_BOXES = Boxes()
_Listed = tuple[tuple[str, str, bool], str]
"""A value of a select (label, value, chosen now) and its second line."""


def lobby_buttons(table: Table) -> ui.View:
    """The buttons under a lobby card, for everyone; none once the table is closed."""
    if table.status != "lobby":
        return rows()
    together = table.guild is not None  # nobody else is in a direct message
    join = [_press(table, "Join", "join", Style.primary), _press(table, "Leave", "leave")]
    start = [button(_start(table), _host_id(table, 0, "start"), Style.success)]
    teaches = bool(lessons_of(table.title)) and not table.chairs
    learn = [button("Learn", learn_id(table.title))] if teaches else []
    return rows([*(join if together else start), *learn, button("Host…", _host_id(table, 0, "menu"))])


def _press(table: Table, label: str, verb: str, style: Style = Style.secondary) -> ui.Button[Any]:
    return button(label, custom_id("l", table.id, 0, verb), style)


def _host_id(table: Table, turn: int, verb: str) -> str:
    """The ``custom_id`` of what the host alone presses; ``turn`` counts the presses on one page.

    An answered select goes on showing its last answer, unless it is another one.
    """
    return custom_id("K", table.id, turn, verb)


def card_marks(table: Table) -> tuple[str, str]:
    """The ``custom_id`` by which the table's card is found, and that of cards of former releases."""
    return _host_id(table, 0, "menu"), custom_id("l", table.id, 0, "start")


def host_page(table: Table, turn: int) -> tuple[Markdown, list[Row]]:
    """The host's menu: who is here, what is missing, and everything that the host can do before the start."""
    game, names = GAMES[table.title], plain(table.players)
    people = [
        md("{}. {}{}", seat, escape(name), computer_words(player))
        for seat, (name, player) in enumerate(zip(names, table.players, strict=True), 1)
    ]
    text = joined([md("**{}** · what only the host can do", escape_prose(game.name)), *people, _readiness(table)])
    options = [] if table.chairs else [button("Options", _host_id(table, turn, "options"))]
    clock = [button("Clock", _host_id(table, turn, "clock"))] if table.guild is not None else []
    call = [button("Call players", _host_id(table, turn, "call"))] if table.notes.get(Note.ROLE) else []
    start = button(_start(table), _host_id(table, turn, "start"), Style.success)
    return text, [
        [_levels(table, turn)],
        _removing(table, turn),
        _inviting(table, turn),
        _talk_choice(table, turn),
        [start, *options, *clock, *call],
    ]


def computer_words(player: Player) -> Markdown:
    """The level and character behind a computer player's name; nothing behind a person's."""
    if player.policy is None:
        return md("")
    character = character_of(player.name, player.policy)
    about = md(", {}", escape_prose(character.about)) if character else md("")
    return md(" · computer ({}){}", escape_prose(level_name(player.policy)), about)


def _readiness(table: Table) -> Markdown:
    """Whether the game can start, and what is missing."""
    try:
        check_start(table, table.host)
    except Refused as refused:
        return message_of(refused)
    return md("The game can start.")


def _talk_choice(table: Table, turn: int) -> Row:
    """Chooses when computer players comment, where there is one."""
    if not any(player.policy for player in table.players):
        return []
    field = next(field for field in msgspec.structs.fields(Terms) if field.name == _TALK)
    title = option_meta(field).title or field.name
    choices = _choices(table, table.terms, field)
    values = [(f"{title}: {said.label}", word, chosen) for said, word, chosen in choices]
    return [select(_host_id(table, turn, _TALK), title, values)]


def _levels(table: Table, turn: int) -> ui.Select[Any]:
    """Adds a computer player, of the level that the host wants."""
    levels = difficulty_levels(GAMES[table.title])
    values = [(f"Add {with_article(level.name)}", level.policy, False) for level in levels]
    return select(_host_id(table, turn, "add"), "Add a computer player…", values, [level.about for level in levels])


def _removing(table: Table, turn: int) -> Row:
    """Removes a person or a computer player, where there is one beside the host."""
    people = zip(plain(table.players), table.players, strict=True)
    values = [
        (f"Remove {name}", str(player.user) if player.policy is None else f"{COMPUTER}{player.name}", False)
        for name, player in people
        if player.user != table.host
    ]
    return [select(_host_id(table, turn, "remove"), "Remove a player…", values)] if values else []


def _inviting(table: Table, turn: int) -> Row:
    """Invites a person, where others can join."""
    if table.guild is None:
        return []
    return [ui.UserSelect(custom_id=_host_id(table, turn, "invite"), placeholder="Invite someone…")]


def page_of(table: Table, option: str, boxes: Boxes = _NO_BOXES) -> int:
    """The page on which an option stands; the last one, if it has but one value by now."""
    names = [field.name for field in _shown_fields(table, boxes)]
    place = names.index(option) if option in names else len(names) - 1
    return place // _fields_on_page(GAMES[table.title].options)


def turned_to(value: str) -> int | None:
    """The page that a value of a long select turns to; None for a value of its option."""
    number = value.removeprefix(_TURN)
    return int(number) if value != number and number.isdecimal() else None


def options_page(
    table: Table, page: int = 0, boxes: Boxes = _NO_BOXES, part: int | None = None
) -> tuple[Markdown, list[Row]]:
    """The options of a table in its lobby, a select each, a few a page; on every page the presets come first.

    ``part`` is the page of a select that has more values than one select can show; None: the one with its value.
    """
    game = GAMES[table.title]
    every, size = _shown_fields(table, boxes), _fields_on_page(game.options)
    options = read_options(game.options, table.options)
    fields = every[page * size : (page + 1) * size]
    if not fields:
        return md("{} has no options.", escape_prose(game.name)), []
    presets: list[Row] = [[_presets(table, options, page)]] if options.presets() else []
    choices = [_choices(table, options, field, boxes) for field in fields]
    selects: list[Row] = [[_select("o", table, *of, part)] for of in zip(fields, choices, strict=True)]
    pages = (("Previous page", page - 1), ("Next page", page + 1))
    turn = [button(label, custom_id("x", table.id, 0, str(to))) for label, to in pages if 0 <= to * size < len(every)]
    done = button("Done", _host_id(table, 0, "back"))
    head = md("{}: options", escape_prose(game.name))
    lines = [head, escape_prose(options.setup_note(len(table.players))), *map(_about, fields)]
    return cut(joined(filter(None, lines)), limits.CONTENT), [*presets, *selects, [*turn, done]]


def terms_page(table: Table) -> tuple[Markdown, list[Row]]:
    """The page behind *Clock*: the table's terms, a select each."""
    fields = [field for field in msgspec.structs.fields(Terms) if field.name != _TALK]
    selects: list[Row] = [[_select("t", table, field, _choices(table, table.terms, field))] for field in fields]
    return joined([md("How this table handles time and posts"), *map(_about, fields)]), selects


def _about(field: msgspec.structs.FieldInfo) -> Markdown:
    """An option and what it does, if its values don't say that themselves."""
    about = option_about(field)
    return md("**{}**: {}", escape_prose(option_meta(field).title or field.name), about) if about else md("")


def _start(table: Table) -> str:
    if table.chairs:
        return "Continue"
    alone = len(table.players) == 1 and 1 in GAMES[table.title].seats
    alone = alone and (_suits(table) or not table.notes.get(Note.REMATCH))
    return "Start alone" if alone else "Start"


def _suits(table: Table) -> bool:
    """Whether the game can begin with those who are here; the host's menu says why it cannot."""
    with suppress(Refused):
        check_start(table, table.host)
        return True
    return False


def _fields_on_page(kind: type[Options]) -> int:
    return _FIELDS_ON_PAGE - bool(kind.presets())


def _presets(table: Table, options: Options, page: int) -> ui.Select[Any]:
    now = preset_name(options)
    values = [(f"Preset: {name}", name, name == now) for name in options.presets()]
    return select(custom_id("p", table.id, 0, str(page)), f"Preset: {OWN_CHOICE}", values[: limits.SELECT_OPTIONS])


def _shown_fields(table: Table, boxes: Boxes) -> list[msgspec.structs.FieldInfo]:
    """The options that have more than one value here: without a host's editions, some have only the game's own."""
    options = read_options(GAMES[table.title].options, table.options)
    return [f for f in msgspec.structs.fields(options) if len(_choices(table, options, f, boxes)) > 1]


def _choices(
    table: Table, options: Options, field: msgspec.structs.FieldInfo, boxes: Boxes = _NO_BOXES
) -> list[tuple[OptionValue, str, bool]]:
    """The values of an option: what players read, the value in a select, and whether it is chosen now."""
    now = write_options(options)[field.name]
    if edition_type(field) is None:
        return [(option_value(field, word), word, word == now) for word in option_values(field)]
    words = {**{word: word for word in option_values(field)}, **boxes.editions(table.title, field.name)}
    found = [(option_value(field, name), name, word == now) for name, word in words.items()]
    kept = OptionValue(f"{option_value_labels(options)[field.name]} (chosen earlier)")
    return found if now in words.values() else [*found, (kept, CURRENT, True)]


def _select(
    kind: AboutTable,
    table: Table,
    field: msgspec.structs.FieldInfo,
    choices: list[tuple[OptionValue, str, bool]],
    part: int | None = None,
) -> ui.Select[Any]:
    title = option_meta(field).title or field.name
    values = [((f"{title}: {said.label}", value, chosen), said.about) for said, value, chosen in choices]
    if len(values) > limits.SELECT_OPTIONS:
        title = next((said for (said, _, chosen), _ in values if chosen), title)
    shown, abouts = zip(*_part_of(values, part), strict=True)
    return select(custom_id(kind, table.id, 0, field.name), title, shown, abouts)


def _part_of(values: list[_Listed], part: int | None) -> list[_Listed]:
    """The values on one page of a select, and values that turn to the pages beside it."""
    if len(values) <= limits.SELECT_OPTIONS:
        return values
    last = (len(values) - 1) // _LISTED
    place = next((i for i, ((_, _, chosen), _) in enumerate(values) if chosen), 0)
    page = place // _LISTED if part is None else min(part, last)
    before: list[_Listed] = [(("Earlier…", f"{_TURN}{page - 1}", False), "")] if page > 0 else []
    after: list[_Listed] = [(("More…", f"{_TURN}{page + 1}", False), "")] if page < last else []
    return [*before, *values[page * _LISTED : (page + 1) * _LISTED], *after]
