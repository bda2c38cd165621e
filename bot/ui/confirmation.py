"""Decides, by the player's settings, whether a move needs *Confirm*.

Only the player's own view is used, with simulated hidden parts. Otherwise the answer could reveal hidden information.
"""

from typing import Any

from bot.ui.answer_buttons import split_label
from bot.users import UserPreferences
from bot.view import SeatContext
from engine import Action, Game, Refused, View, decisions
from engine.core import Standing, State, field_names, is_revealing, play_unchecked, rng_from_seed
from engine.core.action import is_open_ended
from engine.threads import run_in_thread

_IMAGINED_GAMES = 3
"""Number of simulated games that are tried to find out whether a move may reveal something."""


async def is_confirmation_needed(preferences: UserPreferences, context: SeatContext, action: Action) -> bool:
    """Whether the player must confirm the move.

    Moves that draw, roll, or reveal something always need *Confirm*. So do plans, because *Undo* can't take them back.
    With the setting “only if it can’t be undone”, moves that an automatic move follows need *Confirm*, too. With
    “always”, all moves do, except those that can be undone and whose button says everything, such as a pass.
    """
    if isinstance(action, Standing) or context.decision is None:
        return True
    if preferences.confirm == "always" and not _is_said_by_button(context, action):
        return True
    counts_automatic_moves = preferences.confirm != "never"
    computers = frozenset(seat for seat, player in enumerate(context.table.players, 1) if player.policy)
    return await run_in_thread(
        _can_be_final,
        context.table_view.game,
        context.table_view.view,
        action,
        computers if counts_automatic_moves else None,
    )


def _is_said_by_button(context: SeatContext, action: Action) -> bool:
    """Whether the move has no choices, and its preview would say nothing more than its button."""
    button = split_label(context.table_view.label(action))[0].rstrip(".")
    preview_lines = [line.rstrip(".") for line in context.table_view.preview_lines(action)]
    return not field_names(type(action)) and preview_lines == [button]


def _can_be_final(game: Game[Any], view: View[Any], action: Action, computers: frozenset[int] | None) -> bool:
    """Whether the move may be irreversible.

    ``computers`` are the seats of computer players; None if automatic moves after this one do not matter.
    """
    for number in range(_IMAGINED_GAMES):
        before = game.agent.determinize(view, rng_from_seed(number, "caution"))
        try:
            after, events = play_unchecked(before, action)
        except (Refused, LookupError, ValueError):  # not possible in this simulated game
            return True
        if is_revealing(before, after, events, action.seat):
            return True
        if computers is not None and _has_automatic_move(after, computers):
            return True
    return False


def _has_automatic_move(after: State, computers: frozenset[int]) -> bool:
    """Whether a computer player's move or a forced move follows immediately."""
    open_decisions = decisions(after)
    is_forced = any(len(decision.offers) == 1 and not is_open_ended(decision.offers) for decision in open_decisions)
    return is_forced or any(decision.seat in computers for decision in open_decisions)
