"""An analysis in words and pictures: the chances to win, and each turning point. It knows no title and no Discord."""

from typing import Any

import msgspec

from bot import game_text, limits
from bot.markdown import Markdown, counted, cut, escape_prose, joined, md, possessive
from bot.past.rerun import rerun_of
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.tables.table import Table, game_of
from bot.ui.chips import parted
from bot.wording import plain
from engine import Game, State
from engine.agents.analysis import Analysis, TurningPoint
from engine.agents.explanation_text import chance_text
from engine.store.apart import in_thread
from render import Scene
from render.win_chart import TurningMark, WinChances, win_chart_scene

UNDER_WAY = md(
    "I’m analyzing this game, which takes a few minutes. When I’m done, I’ll post the result in its channel."
)
FAILED = md("I couldn’t analyze this game. To try again, use `/history show:analysis`.")
_IMAGINED = md("-# A chance is the share of wins in imagined games, which computer players finish.")
_BOARD = md("The picture shows the board before the move.")


class Turned(msgspec.Struct, frozen=True):
    """A turning point, with what its player saw just before the move, and what everybody did."""

    point: TurningPoint
    mine: TableView
    shown: TableView

    @property
    def name(self) -> Markdown:
        """The player's name, as it was then."""
        return self.mine.name(self.point.advice.best.seat)

    @property
    def place(self) -> Markdown:
        """Its place in the game, in a few words."""
        return self.shown.headline()


async def turned_by(sessions: Tables, table: Table, found: Analysis) -> tuple[Turned, ...]:
    """The turning points of a table's game, seen as they were then."""
    again = await rerun_of(sessions, table)
    made = [again.log[point.move].seq for point in found.points]
    before = [again.log[point.move - 1].seq if point.move else 0 for point in found.points]
    states = await in_thread(lambda: list(again.states(before)))
    return tuple(_turned(table, *one) for one in zip(found.points, states, made, strict=True))


def _turned(table: Table, point: TurningPoint, state: State, made: int) -> Turned:
    mine = sight(table, point.advice.best.seat, (), state, made)
    shown = sight(table, None, (), state, made)
    return Turned(point, mine, shown)


def chances(table: Table, found: Analysis) -> tuple[Scene, ...]:
    """The picture of everybody's chances."""
    *rounds, _ = found.moments
    called = (*(str(moment.round) for moment in rounds), "end")
    turnings = tuple(TurningMark(point.advice.best.seat, _moment(found, point)) for point in found.points)
    course = WinChances(called, tuple(moment.chances for moment in found.moments), turnings)
    return (win_chart_scene(game_of(table.title).name, course, plain(table.players)),)


def _moment(found: Analysis, point: TurningPoint) -> int:
    """The last moment before the move."""
    return max(index for index, moment in enumerate(found.moments) if moment.move <= point.move)


def opening(table: Table, turned: tuple[Turned, ...]) -> Markdown:
    """The whole analysis in a few lines."""
    head = md("**{}: the chances to win**", escape_prose(game_of(table.title).name))
    if not turned:
        return joined([head, md("I found no move that another one would clearly have beaten."), _IMAGINED])
    costly = counted(len(turned), "move")
    lines = [_line(number, one) for number, one in enumerate(turned, 1)]
    text = joined([head, md("The turning points, {} that cost the most:", costly), *lines, _IMAGINED])
    return cut(text, limits.CONTENT)


def _line(number: int, one: Turned) -> Markdown:
    made, better = (parted(words)[0] for words in _moves(one))
    return md("{}. {}. {}, {}: “{}”. Better: ||“{}”||.", number, one.place, one.name, _fall(one.point), made, better)


def turning_point(number: int, count: int, one: Turned) -> Markdown:
    """One turning point: what was played, what would have been better, and by how much."""
    made, better = _moves(one)
    lines = [
        md("**Turning point {} of {} · {}**", number, count, one.place),
        md("In this round, {} chance to win fell {}.", possessive(one.name), _fall(one.point)),
        md("{} move: “{}”.", possessive(one.name), made),
        md("Better: **“{}”.**", better),
        *_why(one),
        *_wins(one),
        _gain(one.mine.game, one.point),
        md("-# The better move was found from what {} could see then. “You” is {}. {}", one.name, one.name, _BOARD),
    ]
    return cut(joined(lines), limits.CONTENT)


def _why(one: Turned) -> list[Markdown]:
    """The reasons for the better move, in a line; nothing where no reason is sure."""
    why = game_text.explanation(one.mine.game, one.point.advice, one.mine.name)
    return [md("Why: {}", why)] if why else []


def _wins(one: Turned) -> list[Markdown]:
    """The shares of imagined games that the player wins after either move; older analyses have none."""
    if one.point.wins is None:
        return []
    better, made = (escape_prose(chance_text(share)) for share in one.point.wins)
    return [md("After it, {} wins {} of the imagined games; after the move made, {}.", one.name, better, made)]


def _moves(one: Turned) -> tuple[Markdown, Markdown]:
    """The move that was made and the better one, as their player read them."""
    advice = one.point.advice
    assert advice.second is not None
    made, better = one.mine.sentence(advice.second), one.mine.sentence(advice.best)
    return made.rstrip("."), better.rstrip(".")


def _fall(point: TurningPoint) -> Markdown:
    before, after = escape_prose(chance_text(point.before)), escape_prose(chance_text(point.after))
    return md("from {} to {}", before, after)


def _gain(game: Game[Any], point: TurningPoint) -> Markdown:
    thinking, advice = game.agent.search_settings, point.advice
    assert thinking is not None
    gain, error = escape_prose(thinking.points_text(advice.gain)), escape_prose(thinking.margin_text(advice.error))
    return md("-# It gains {} more ({}), on average over {} imagined games.", gain, error, advice.games)
