"""The lobby's buttons and the options page. It knows no title: options come from the fields of ``Game.options``."""

from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.tables import Table
from bot.ui.components import Style, button, custom_id, rows, select
from engine import GAMES
from engine.core.game import option_values, option_words, read_options

__all__ = ["lobby_buttons", "option_meta", "options_page", "page_of"]

FIELDS_ON_PAGE = limits.ROWS - 1
"""Options on one page; the last row leads to the next page."""


def lobby_buttons(table: Table) -> ui.View:
    """What may be pressed under a lobby card; nothing once the table is closed."""
    if table.status != "lobby":
        return rows()

    def press(label: str, verb: str, style: Style = Style.secondary) -> ui.Button[Any]:
        return button(label, custom_id("l", table.id, 0, verb), style)

    join = [press("Join", "join", Style.primary), press("Leave", "leave")]
    computers = [press("Add computer", "add"), press("Remove computer", "remove")]
    options = [] if table.chairs else [press("Options", "options")]  # those of a game from a file stand
    host = [*options, press("Go on" if table.chairs else "Start", "start", Style.success)]
    return rows([*join, *computers], host)


def page_of(table: Table, option: str) -> int:
    """The page on which an option stands."""
    return GAMES[table.title].options.__struct_fields__.index(option) // FIELDS_ON_PAGE


def options_page(table: Table, page: int = 0) -> tuple[str, list[list[ui.Item[Any]]]]:
    """The options of a table in its lobby, a select each, a few a page."""
    game = GAMES[table.title]
    every = msgspec.structs.fields(game.options)
    chosen = option_words(read_options(game.options, table.options))
    fields = every[page * FIELDS_ON_PAGE : (page + 1) * FIELDS_ON_PAGE]
    if not fields:
        return f"{game.name} has no options.", []
    selects: list[list[ui.Item[Any]]] = [[_option(table, field, chosen[field.name])] for field in fields]
    turn: list[ui.Item[Any]] = [
        button(label, custom_id("x", table.id, 0, str(to)))
        for label, to in (("Back", page - 1), ("More", page + 1))
        if 0 <= to * FIELDS_ON_PAGE < len(every)
    ]
    about = "\n".join(f"**{m.title}**: {m.description or ''}" for m in map(option_meta, fields))
    return limits.cut(f"Options of {game.name}\n{about}", limits.CONTENT), [*selects, turn]


def _option(table: Table, field: msgspec.structs.FieldInfo, chosen: str) -> ui.Select[Any]:
    title = option_meta(field).title or field.name
    values = [(f"{title}: {word}", word, word == chosen) for word in option_values(field)]
    return select(custom_id("o", table.id, 0, field.name), title, values[: limits.SELECT_OPTIONS])


def option_meta(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """The title and description that a game gives to one of its options."""
    found = (meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return next(found, msgspec.Meta(title=field.name))
