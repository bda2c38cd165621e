"""Lists the handlers of presses, the commands, and the kinds of proposals."""

from discord import app_commands

from bot import page_reply
from bot.commands import (
    analyze,
    board,
    clock,
    daily,
    follow,
    history,
    history_pages,
    host_menu,
    inbox,
    ladder,
    learn,
    lfg,
    lobby,
    move,
    new_table,
    note,
    order_moves,
    orders,
    play_now,
    privacy,
    puzzle,
    rematch,
    seats,
    settings,
    setup,
    table,
    undo,
)
from bot.commands.option_choices import AnyCommand
from bot.commands.table_access import require_table_access
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.proposals.service import ProposalKinds
from bot.services import Services
from bot.turn import handlers, hints, multi_move_form
from bot.ui.components import Routes

_TABLE_ROUTES: Routes = {
    "a": handlers.handle_confirm,
    "b": table.handle_vote_press,
    "c": multi_move_form.handle_multi_move_form,
    "d": clock.handle_notification_press,
    "e": table.handle_end_press,
    "f": handlers.handle_form,
    "g": seats.handle_seat_press,
    "h": history_pages.handle_history_paging,
    "k": note.handle_note_form,
    "l": lobby.handle_lobby_press,
    "m": handlers.handle_menu,
    "n": handlers.handle_open_form,
    "o": lobby.handle_option_choice,
    "p": lobby.handle_preset_choice,
    "A": multi_move_form.handle_make_all,
    "T": analyze.handle_analysis_paging,
    "H": hints.handle_hint,
    "K": host_menu.handle_host_press,
    "O": order_moves.handle_order_move_press,
    "r": rematch.handle_rematch_press,
    "s": handlers.handle_pick,
    "t": lobby.handle_time_setting_choice,
    "u": undo.handle_undo_press,
    "v": board.handle_look_press,
    "w": orders.handle_orders_press,
    "x": lobby.handle_options_paging,
    "y": follow.handle_follow_press,
}
_PERSON_ROUTES: Routes = {
    "P": puzzle.handle_puzzle_press,
    "Q": play_now.handle_start_press,
    "i": inbox.handle_private_page_press,
    "j": learn.handle_learn_press,
    "q": daily.handle_daily_press,
    "z": page_reply.handle_next_picture,
}
_GUILD_ROUTES: Routes = {
    "B": lfg.handle_open_tables_press,
    "L": ladder.handle_ladder_press,
    "S": setup.handle_setup_press,
}
_GUARDED_TABLE_ROUTES: Routes = {kind: require_table_access(answer) for kind, answer in _TABLE_ROUTES.items()}
ROUTES: Routes = {**_PERSON_ROUTES, **_GUILD_ROUTES, **_GUARDED_TABLE_ROUTES}
"""First letter of a ``custom_id`` -> handler, for all presses."""


def proposal_kinds(services: Services) -> ProposalKinds:
    """Name -> kind of proposal."""
    return {
        "back": undo.undo_proposal(services),
        "end": table.end_proposal(services),
        "pause": clock.pause_proposal(services),
        "replace": seats.replacement_proposal(services),
        "resume": clock.resume_proposal(services),
        "terms": clock.clock_proposal(services),
    }


def all_commands(offered: OfferedGames = EVERY_GAME) -> tuple[AnyCommand | app_commands.Group, ...]:
    """Return all commands: the bot's own, and a group for each offered game."""
    return (
        _game_group(offered),
        *map(move.move_commands, offered.games),
        setup.setup,
        lfg.lfg_command(offered),
        play_now.play_command(offered),
        move.move,
        orders.orders,
        undo.undo,
        *board.COMMANDS,
        *([learn.learn_command(offered)] if offered.lessons else []),
        note.note,
        history_pages.recap,
        history.history,
        inbox.games,
        inbox.stats_command(offered),
        settings.settings,
        privacy.privacy,
        *([daily.daily] if offered.has_daily else []),
        *([puzzle.puzzle] if offered.puzzles else []),
    )


def _game_group(offered: OfferedGames) -> app_commands.Group:
    group = app_commands.Group(name="game", description="Open, start, run, and end a table")
    lobby_commands: list[AnyCommand] = [new_table.new_command(offered), lobby.start, host_menu.invite, host_menu.kick]
    play_commands: list[AnyCommand] = [lobby.status, clock.clock, seats.game_seat, follow.follow, table.end]
    for command in (*lobby_commands, *play_commands):
        group.add_command(command)
    return group
