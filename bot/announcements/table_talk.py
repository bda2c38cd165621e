"""Short remarks of computer players at turning points of a game. Pure.

They depend only on public facts: who leads in the game's first statistic, and who won.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.markdown import Markdown, escape_prose, md
from bot.tables.phases import PhaseLog
from bot.tables.table import Player, Table
from bot.view import TableView
from engine import Seat
from engine.agents.characters import character_of
from engine.agents.difficulty import APPRENTICE, DISPATCHER
from engine.agents.policies import DEFAULT_POLICY
from engine.core import all_seats

Moment = Literal["begin", "ahead", "overtaken", "won", "lost"]
"""The occasion of a remark: the game begins, or the speaker takes the lead, loses the lead, wins, or loses."""

LINES: Mapping[str, Mapping[Moment, tuple[str, ...]]] = {
    APPRENTICE: {
        "begin": ("Good luck! I’m still learning.", "I have an idea. Let’s see if it works.", "Have fun, everyone."),
        "ahead": ("I’m in the lead? Oh!", "That worked better than I thought.", "Look, I’m ahead!"),
        "overtaken": ("You passed me. How did you do that?", "I’ll remember that move.", "That was quick!"),
        "won": ("I won! Thank you for the game.", "That was fun. Another one?", "I didn’t expect that. Good game!"),
        "lost": ("Well played! I learned something.", "Good game. I’d like to try again.", "You were better. Thanks!"),
    },
    DEFAULT_POLICY: {
        "begin": ("Good luck, everyone.", "All aboard. Have a good game.", "Let’s start. Good luck."),
        "ahead": ("I’m in the lead now.", "Small gains add up.", "That puts me in front."),
        "overtaken": ("You’re ahead now. Well done.", "Good move. I have to catch up.", "You’ve passed me."),
        "won": ("That went well. Good game!", "Thank you for the game.", "Good game, everyone."),
        "lost": ("Good game. You earned it.", "Congratulations. Well played.", "You played better. Good game."),
    },
    DISPATCHER: {
        "begin": ("Good luck. I’ll take my time.", "It’s a long way. Good luck.", "Let’s see who plans best."),
        "ahead": ("In front, but it isn’t over.", "I’ve been waiting for this turn.", "Now I only have to stay ahead."),
        "overtaken": ("I didn’t see that coming.", "Well planned. I need an idea.", "There’s still time to pass you."),
        "won": ("Good game. The plan worked.", "A good game. You made me think.", "Thank you. You were hard to beat."),
        "lost": ("Well planned. Congratulations.", "You saw more than I did. Good game.", "Good game. You deserve it."),
    },
}
"""Remarks of computer players, by level and occasion. Each fits any table of any game."""


def table_talk(table: Table, table_view: TableView, before: TableView | None, phase: PhaseLog) -> Markdown:
    """Return a computer player's remark for the report of a phase; often empty.

    ``before`` is the view at the beginning of the phase. A report that is posted again after an undo has the same
    remark.
    """
    if not has_table_talk(table):
        return md("")
    turning_point = _turning_point(table, table_view, before, phase)
    if turning_point is None:
        return md("")
    seat, moment = turning_point
    lines = LINES[table.players[seat - 1].policy or DEFAULT_POLICY][moment]
    return md("**{}**: “{}”", table_view.name(seat), escape_prose(lines[(table.id + phase.seq) % len(lines)]))


def has_table_talk(table: Table) -> bool:
    """Whether computer players speak at the table. By default, they do if only one person plays."""
    if table.terms.talk != "alone":
        return table.terms.talk == "on"
    return sum(player.policy is None or player.away is not None for player in table.players) == 1


def _turning_point(
    table: Table, table_view: TableView, before: TableView | None, phase: PhaseLog
) -> tuple[Seat, Moment] | None:
    """Return (seat of the computer player who speaks, occasion); None if no one speaks."""
    speakers = [seat for seat in all_seats(len(table.players)) if _speaks(table.players[seat - 1])]
    if not speakers:
        return None
    if not table_view.view.state.flow:
        return _last_speaker(table_view, speakers)
    if not phase.headings:
        return None if phase.seq else (speakers[0], "begin")
    old_leader, new_leader = _leader(before) if before else None, _leader(table_view)
    if old_leader is None or new_leader is None or old_leader == new_leader:
        return None
    if new_leader in speakers and _is_person(table, old_leader):
        return new_leader, "ahead"
    return (old_leader, "overtaken") if old_leader in speakers and _is_person(table, new_leader) else None


def _last_speaker(table_view: TableView, speakers: Sequence[Seat]) -> tuple[Seat, Moment]:
    """Return (seat of the best computer player, occasion) at the end of the game."""
    ranking = table_view.game.rules.ranking(table_view.view.state)
    best = next(place for place in ranking if place.seat in speakers)
    return best.seat, "won" if best.place == 1 else "lost"


def _leader(table_view: TableView) -> Seat | None:
    """The only seat that leads in the game's first statistic; None if several do."""
    values = [next(iter(tally.values())) for tally in table_view.statistics()]
    best = max(values)
    return Seat(values.index(best) + 1) if values.count(best) == 1 else None


def _speaks(player: Player) -> bool:
    return character_of(player.name, player.policy) is not None


def _is_person(table: Table, seat: Seat) -> bool:
    return table.players[seat - 1].user is not None
