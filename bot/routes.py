"""Lists of what answers each press, each command and each proposal. It knows no title."""

from discord import app_commands

from bot.commands import (
    analyze,
    daily,
    history,
    host,
    ladder,
    learn,
    lobby,
    look,
    me,
    meet,
    memo,
    new,
    order_moves,
    past,
    plan,
    play,
    play_now,
    privacy,
    puzzle,
    rematch,
    seats,
    settings,
    setup,
    spectate,
    table,
    time,
    undo,
)
from bot.commands.choices import AnyCommand
from bot.commands.seeing import seen
from bot.offered import EVERY_GAME, OfferedGames
from bot.ui import at_once, hint, page, turn
from bot.ui.components import Routes
from bot.voting.votes import Motions

_ABOUT_TABLES: Routes = {
    "a": turn.confirm,
    "b": table.vote_pressed,
    "c": at_once.form_pressed,
    "d": time.notice_pressed,
    "e": table.end_pressed,
    "f": turn.form_sent,
    "g": seats.seat_pressed,
    "h": past.history_turned,
    "k": memo.memo_sent,
    "l": lobby.lobby_pressed,
    "m": turn.open_menu,
    "n": turn.open_form,
    "o": lobby.option_picked,
    "p": lobby.preset_picked,
    "A": at_once.make_all,
    "T": analyze.analysis_turned,
    "H": hint.hint_pressed,
    "K": host.host_pressed,
    "O": order_moves.order_move_pressed,
    "r": rematch.rematch_pressed,
    "s": turn.pick,
    "t": lobby.term_picked,
    "u": undo.undo_pressed,
    "v": look.look_pressed,
    "w": plan.plan_pressed,
    "x": lobby.options_turned,
    "y": spectate.watch_pressed,
}
"""The handlers of presses about a table, by the first letter of the ``custom_id``."""
_ABOUT_PERSONS: Routes = {
    "P": puzzle.puzzle_pressed,
    "Q": play_now.start_pressed,
    "i": me.me_pressed,
    "j": learn.learn_pressed,
    "q": daily.daily_pressed,
    "z": page.turned,
}
_ABOUT_SERVERS: Routes = {"B": meet.board_pressed, "L": ladder.ladder_pressed, "S": setup.setup_pressed}
_SEEN: Routes = {kind: seen(answer) for kind, answer in _ABOUT_TABLES.items()}
ROUTES: Routes = {**_ABOUT_PERSONS, **_ABOUT_SERVERS, **_SEEN}
"""The handlers of all presses."""

MOTIONS: Motions = {
    "back": undo.BACK,
    "end": table.END,
    "pause": time.PAUSE,
    "replace": seats.REPLACING,
    "resume": time.RESUME,
    "terms": time.TERMS,
}
"""The motions that people of a table vote on, by the kind of proposal."""


def commands(offered: OfferedGames = EVERY_GAME) -> tuple[AnyCommand | app_commands.Group, ...]:
    """Every command: the bot's own, and one group for each offered game."""
    return (
        _game_group(offered),
        *map(play.commands_of, offered.games),
        setup.setup,
        meet.lfg_command(offered),
        play_now.play_command(offered),
        play.move,
        plan.orders,
        undo.undo,
        *look.COMMANDS,
        *([learn.learn_command(offered)] if offered.lessons else []),
        memo.note,
        past.recap,
        history.history,
        me.games,
        me.stats_command(offered),
        settings.settings,
        privacy.privacy,
        *([daily.daily] if offered.has_daily else []),
        *([puzzle.puzzle] if offered.puzzles else []),
    )


def _game_group(offered: OfferedGames) -> app_commands.Group:
    """``/game``: the commands about the table of a channel."""
    group = app_commands.Group(name="game", description="Open, start, run, and end a table")
    lobby_commands: list[AnyCommand] = [new.new_command(offered), lobby.start, host.invite, host.kick]
    play_commands: list[AnyCommand] = [lobby.status, time.clock, seats.game_seat, spectate.follow, table.end]
    for command in (*lobby_commands, *play_commands):
        group.add_command(command)
    return group
