"""The lobby's buttons and the options page. It knows no title: options come from the fields of ``Game.options``."""

from contextlib import suppress
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.game_text import option_about
from bot.markdown import Markdown, cut, escape_prose, joined, md
from bot.play.seating import CURRENT
from bot.tables.table import Note, Table
from bot.ui.components import AboutTable, Row, Style, button, custom_id, learn_id, rows, select
from engine import GAMES, Options, Refused
from engine.core import article, option_names, option_words, read_options
from engine.core.game import edition_type, option_values, preset_of
from engine.games.solo import lessons_of
from engine.mind import levels_of
from engine.store.boxes import Boxes
from engine.store.terms import Terms

_FIELDS_ON_PAGE = limits.ROWS - 1
"""Options on one page, the preset among them; the last row leads to the next page."""
LEVEL = "level "
"""With what the presses of the levels' select begin."""
_LISTED = limits.SELECT_OPTIONS - 2
"""Values of a long select that are shown at once, beside those that turn its pages."""
_TURN = ">"
"""The start of the values that turn the pages of a long select; no name of an edition starts so."""
OWN_CHOICE = "Custom"
"""The name of options that no preset has."""
_NO_BOXES = Boxes()


def lobby_buttons(table: Table) -> ui.View:
    """The buttons under a lobby card; none once the table is closed."""
    if table.status != "lobby":
        return rows()

    def press(label: str, verb: str, style: Style = Style.secondary) -> ui.Button[Any]:
        return button(label, custom_id("l", table.id, 0, verb), style)

    together = table.guild is not None  # nobody else is in a direct message
    join = [press("Join", "join", Style.primary), press("Leave", "leave")] if together else []
    computers = [press("Add computer", "add"), press("Remove computer", "remove")]
    options = [] if table.chairs else [press("Options", "options")]  # those of a game from a file stand
    clock = [press("Clock", "time")] if together else []
    call = [press("Call players", "ping")] if table.notes.get(Note.ROLE) else []
    start = button(_start(table), custom_id("l", table.id, 0, "start"), Style.success, disabled=not _suits(table))
    host = [*options, *clock, *call, start]
    teaches = bool(lessons_of(table.title)) and not table.chairs
    learn = [button("Learn", learn_id(table.title))] if teaches else []
    return rows([*join, *computers, *learn], [_levels(table)], host)


def _levels(table: Table) -> ui.Select[Any]:
    """Adds a computer player of another level than *Add computer* does.

    Its ``custom_id`` counts the players: an answered select would else go on showing its last answer, and could not be
    given the same one again.
    """
    levels = levels_of(GAMES[table.title])
    values = [(f"Add {article(level.name)}", level.policy, False) for level in levels]
    identity = custom_id("l", table.id, 0, f"{LEVEL}{len(table.players)}")
    return select(identity, "Choose a computer’s level…", values, [level.about for level in levels])


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
    turn: Row = [
        button(label, custom_id("x", table.id, 0, str(to)))
        for label, to in (("Back", page - 1), ("More", page + 1))
        if 0 <= to * size < len(every)
    ]
    head = md("{}: options", escape_prose(game.name))
    lines = [head, escape_prose(options.note(len(table.players))), *map(_about, fields)]
    return cut(joined(filter(None, lines)), limits.CONTENT), [*presets, *selects, turn]


def terms_page(table: Table) -> tuple[Markdown, list[Row]]:
    """The page behind *Clock*: the table's terms, a select each."""
    fields = msgspec.structs.fields(Terms)
    selects: list[Row] = [[_select("t", table, field, _choices(table, table.terms, field))] for field in fields]
    return joined([md("How this table handles time and posts"), *map(_about, fields)]), selects


def _about(field: msgspec.structs.FieldInfo) -> Markdown:
    """An option and what it does."""
    meta = option_meta(field)
    return md("**{}**: {}", escape_prose(meta.title or field.name), option_about(field))


def _start(table: Table) -> str:
    if table.chairs:
        return "Continue"
    alone = len(table.players) == 1 and 1 in GAMES[table.title].seats
    alone = alone and (_suits(table) or not table.notes.get(Note.REMATCH))
    return "Start alone" if alone else "Start"


def _suits(table: Table) -> bool:
    """Whether the game can begin with those who are here; the card says why it cannot."""
    if table.chairs:
        return True
    game, here = GAMES[table.title], len(table.players)
    with suppress(Refused):
        read_options(game.options, table.options).check(here)
        return here in game.seats
    return False


def _fields_on_page(kind: type[Options]) -> int:
    return _FIELDS_ON_PAGE - bool(kind.presets())


def _presets(table: Table, options: Options, page: int) -> ui.Select[Any]:
    now = preset_of(options)
    values = [(f"Preset: {name}", name, name == now) for name in options.presets()]
    return select(custom_id("p", table.id, 0, str(page)), f"Preset: {OWN_CHOICE}", values[: limits.SELECT_OPTIONS])


def _shown_fields(table: Table, boxes: Boxes) -> list[msgspec.structs.FieldInfo]:
    """The options that have more than one value here: without a host's editions, some have only the game's own."""
    options = read_options(GAMES[table.title].options, table.options)
    return [f for f in msgspec.structs.fields(options) if len(_choices(table, options, f, boxes)) > 1]


def _choices(
    table: Table, options: Options, field: msgspec.structs.FieldInfo, boxes: Boxes = _NO_BOXES
) -> list[tuple[str, str, bool]]:
    """The values of an option: what players read, the value in a select, and whether it is chosen now."""
    now = option_words(options)[field.name]
    if edition_type(field) is None:
        return [(word, word, word == now) for word in option_values(field)]
    words = {**{word: word for word in option_values(field)}, **boxes.editions(table.title, field.name)}
    found = [(name, name, word == now) for name, word in words.items()]
    kept = f"{option_names(options)[field.name]} (chosen earlier)"
    return found if now in words.values() else [*found, (kept, CURRENT, True)]


def _select(
    kind: AboutTable,
    table: Table,
    field: msgspec.structs.FieldInfo,
    choices: list[tuple[str, str, bool]],
    part: int | None = None,
) -> ui.Select[Any]:
    title = option_meta(field).title or field.name
    values = [(f"{title}: {said}", value, chosen) for said, value, chosen in choices]
    if len(values) > limits.SELECT_OPTIONS:
        title = next((said for said, _, chosen in values if chosen), title)
    return select(custom_id(kind, table.id, 0, field.name), title, _part_of(values, part))


def _part_of(values: list[tuple[str, str, bool]], part: int | None) -> list[tuple[str, str, bool]]:
    """The values on one page of a select, and values that turn to the pages beside it."""
    if len(values) <= limits.SELECT_OPTIONS:
        return values
    last = (len(values) - 1) // _LISTED
    place = next((i for i, (_, _, chosen) in enumerate(values) if chosen), 0)
    page = place // _LISTED if part is None else min(part, last)
    before = [("Earlier…", f"{_TURN}{page - 1}", False)] if page > 0 else []
    after = [("More…", f"{_TURN}{page + 1}", False)] if page < last else []
    return [*before, *values[page * _LISTED : (page + 1) * _LISTED], *after]


def option_meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """The title and description that a game gives to one of its options."""
    found = (meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return next(found, msgspec.Meta(title=field.name))
