"""Pages of an analysis: the winning chances, and each turning point."""

from typing import Any

import msgspec

from bot import game_text, limits
from bot.history.replay import load_game_replay
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, md, possessive, truncate
from bot.names import player_names
from bot.play.service import TableService
from bot.tables.table import Table, game_of
from bot.ui.answer_buttons import split_label
from bot.view import TableView, view_table
from engine import Game, State
from engine.agents.analysis import Analysis, TurningPoint
from engine.agents.explanation_text import chance_text
from engine.threads import run_in_thread
from render import Scene
from render.win_chart import TurningMark, WinChances, win_chart_scene

UNDER_WAY_TEXT = md(
    "I’m analyzing this game, which takes a few minutes. When I’m done, I’ll post the result in its channel."
)
FAILED_TEXT = md("I couldn’t analyze this game. To try again, use `/history show:analysis`.")
_SIMULATION_NOTE = md("-# A chance is the share of wins in imagined games, which computer players finish.")
_PICTURE_NOTE = md("The picture shows the board before the move.")


class TurningPointView(msgspec.Struct, frozen=True):
    """A turning point, with two views just before its move: the player's and the spectators'."""

    point: TurningPoint
    player_view: TableView
    public_view: TableView

    @property
    def player_name(self) -> Markdown:
        """The player's name at the time of the turning point."""
        return self.player_view.name(self.point.advice.best.seat)

    @property
    def headline(self) -> Markdown:
        """The game's status line at the time of the turning point."""
        return self.public_view.status_line()


async def load_turning_points(tables: TableService, table: Table, analysis: Analysis) -> tuple[TurningPointView, ...]:
    """Load the turning points of a table's game, with the views just before their moves."""
    replay = await load_game_replay(tables, table)
    move_numbers = [replay.log[point.move].seq for point in analysis.points]
    numbers_before = [replay.log[point.move - 1].seq if point.move else 0 for point in analysis.points]
    states = await run_in_thread(lambda: list(replay.states(numbers_before)))
    return tuple(
        _turning_point_view(table, *arguments) for arguments in zip(analysis.points, states, move_numbers, strict=True)
    )


def _turning_point_view(table: Table, point: TurningPoint, state: State, seq: int) -> TurningPointView:
    player_view = view_table(table, point.advice.best.seat, (), state, seq)
    public_view = view_table(table, None, (), state, seq)
    return TurningPointView(point, player_view, public_view)


def chances_scenes(table: Table, analysis: Analysis) -> tuple[Scene, ...]:
    """The chart of all players' chances to win."""
    *rounds, _ = analysis.moments
    labels = (*(str(moment.round) for moment in rounds), "end")
    turning_marks = tuple(
        TurningMark(point.advice.best.seat, _moment_before(analysis, point)) for point in analysis.points
    )
    chances = WinChances(labels, tuple(moment.chances for moment in analysis.moments), turning_marks)
    return (win_chart_scene(game_of(table.title).name, chances, player_names(table.players)),)


def _moment_before(analysis: Analysis, point: TurningPoint) -> int:
    """The index of the last moment of the analysis before the move of a turning point."""
    return max(index for index, moment in enumerate(analysis.moments) if moment.move <= point.move)


def analysis_summary(table: Table, turning_points: tuple[TurningPointView, ...]) -> Markdown:
    """Return a summary of the analysis: a line for each turning point."""
    head = md("**{}: winning chances**", escape_prose(game_of(table.title).name))
    if not turning_points:
        return join_lines([head, md("I found no move that another one would clearly have beaten."), _SIMULATION_NOTE])
    count_text = count_noun(len(turning_points), "move")
    lines = [_turning_point_line(number, turning_point) for number, turning_point in enumerate(turning_points, 1)]
    text = join_lines([head, md("The turning points, {} that cost the most:", count_text), *lines, _SIMULATION_NOTE])
    return truncate(text, limits.CONTENT)


def _turning_point_line(number: int, turning_point: TurningPointView) -> Markdown:
    move_made, better_move = (split_label(words)[0] for words in _move_texts(turning_point))
    return md(
        "{}. {}. {}: “{}” ({}). Better: ||“{}”||.",
        number,
        turning_point.headline,
        turning_point.player_name,
        move_made,
        _win_change_text(turning_point.point),
        better_move,
    )


def turning_point_text(number: int, count: int, turning_point: TurningPointView) -> Markdown:
    """The text about a turning point: the move, the better move, and the difference."""
    move_made, better_move = _move_texts(turning_point)
    lines = [
        md("**Turning point {} of {} · {}**", number, count, turning_point.headline),
        md(
            "In this round, {} chance to win fell {}.",
            possessive(turning_point.player_name),
            _chance_drop_text(turning_point.point),
        ),
        md("{} move: “{}”.", possessive(turning_point.player_name), move_made),
        md("Better: **“{}”.**", better_move),
        *_reason_lines(turning_point),
        *_win_share_lines(turning_point),
        _gain_line(turning_point.player_view.game, turning_point.point),
        md(
            "-# The better move was found from what {} could see then. “You” is {}. {}",
            turning_point.player_name,
            turning_point.player_name,
            _PICTURE_NOTE,
        ),
    ]
    return truncate(join_lines(lines), limits.CONTENT)


def _reason_lines(turning_point: TurningPointView) -> list[Markdown]:
    explanation = game_text.advice_explanation(
        turning_point.player_view.game, turning_point.point.advice, turning_point.player_view.name, "the move made"
    )
    return [md("Why: {}", explanation)] if explanation else []


def _win_share_lines(turning_point: TurningPointView) -> list[Markdown]:
    """Return a line that says how often the player wins in rollouts after either move; no line for older analyses."""
    if turning_point.point.wins is None:
        return []
    share_better, share_made = (escape_prose(chance_text(share)) for share in turning_point.point.wins)
    return [
        md(
            "After the better move, {} wins {} of the imagined games; after the move made, {}.",
            turning_point.player_name,
            share_better,
            share_made,
        )
    ]


def _move_texts(turning_point: TurningPointView) -> tuple[Markdown, Markdown]:
    """(move that was made, better move), in the words that their player saw."""
    advice = turning_point.point.advice
    assert advice.second is not None
    move_made, better_move = (
        turning_point.player_view.action_text(advice.second),
        turning_point.player_view.action_text(advice.best),
    )
    return move_made.rstrip("."), better_move.rstrip(".")


def _win_change_text(point: TurningPoint) -> Markdown:
    """Return the chances to win after the move made and after the better one; in older analyses, those of the round."""
    if point.wins is None:
        return md("in this round {}", _chance_drop_text(point))
    better, made = (escape_prose(chance_text(share)) for share in point.wins)
    return md("wins {} instead of {}", made, better)


def _chance_drop_text(point: TurningPoint) -> Markdown:
    before, after = escape_prose(chance_text(point.before)), escape_prose(chance_text(point.after))
    return md("from {} to {}", before, after)


def _gain_line(game: Game[Any], point: TurningPoint) -> Markdown:
    search_settings, advice = game.agent.search_settings, point.advice
    assert search_settings is not None
    gain, error = (
        escape_prose(search_settings.points_text(advice.gain)),
        escape_prose(search_settings.margin_text(advice.error)),
    )
    return md("-# The better move gains {} more ({}), on average over {} imagined games.", gain, error, advice.games)
