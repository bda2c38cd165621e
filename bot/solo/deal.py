"""Daily deals as values: when they are open, their seed, and how they are played. Pure.

Number *n* opens at midnight UTC and closes 36 hours later, so that everyone has it from a morning to an evening.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any

import msgspec

from bot.markdown import md
from engine import GAMES, Decision, Event, Game, Refused, Seat, State, decisions, play, read_action, redact
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.core import Rng, read_options
from engine.games.solo import daily_result_marks
from engine.store.dailies import DailyDeal
from engine.store.ids import DailyNumber

OPEN_HOURS = 36
_DAY_ZERO = date(2026, 11, 22)
"""The day before number 1."""
_PAR_GAMES = 32
_SEED_BITS = 64
SEAT = Seat(1)


class DailyPosition(msgspec.Struct, frozen=True):
    """A game after some moves: the state, the events since the last move, and the points of its deliveries."""

    state: State
    news: tuple[Event, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def question(self) -> Decision | None:
        """The next choice; None at the end of the game."""
        return next(iter(decisions(self.state)), None)


def date_of(number: DailyNumber) -> date:
    """The date of a deal."""
    return _DAY_ZERO + timedelta(days=number)


def opening_time(number: DailyNumber) -> float:
    """The time when a deal opens, in seconds since 1970."""
    day = date_of(number)
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closing_time(number: DailyNumber) -> float:
    """The time when a deal closes, in seconds since 1970."""
    return opening_time(number) + OPEN_HOURS * 3_600


def newest_number(now: float) -> DailyNumber:
    """The number of the deal that opened last."""
    return DailyNumber((datetime.fromtimestamp(now, UTC).date() - _DAY_ZERO).days)


def is_open(number: DailyNumber, now: float) -> bool:
    """Whether a ranked attempt can be played now."""
    return 1 <= number <= newest_number(now) and now < closing_time(number)


def open_numbers(now: float) -> tuple[DailyNumber, ...]:
    """The deals that are open, the newest first: two until noon, then one."""
    newest = newest_number(now)
    return tuple(number for number in (newest, DailyNumber(newest - 1)) if is_open(number, now))


def secret_hash(secret: str) -> str:
    """The hash shown at opening, which proves later that the deal was not changed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(deal: DailyDeal) -> int:
    """The seed of a deal. Anyone who knows the secret can compute it and reproduce the deal."""
    words = f"{deal.number} {deal.title} {deal.version}".encode()
    digest = hmac.new(deal.secret.encode(), words, hashlib.sha256).digest()
    return int.from_bytes(digest[: _SEED_BITS // 8], "big")


def deal_position(deal: DailyDeal) -> DailyPosition:
    """The game at its first question. Raises ``Refused`` if this release plays the game by other rules."""
    game = _game_of(deal)
    state, events = game.new_game(read_options(game.options, deal.options), 1, seed_of(deal))
    return _skip_forced_moves(deal, DailyPosition(state, events))


def replay_attempt(deal: DailyDeal, lines: Sequence[str]) -> DailyPosition:
    """The game after these moves. Raises ``Refused`` or ``Unreadable``."""
    position = deal_position(deal)
    for line in lines:
        position = play_move(deal, position, line)
    return position


def play_move(deal: DailyDeal, position: DailyPosition, line: str) -> DailyPosition:
    """The game after one more move and all forced ones after it. Raises ``Refused`` or ``Unreadable``."""
    action = read_action(line, _game_of(deal).actions)
    state, events = play(position.state, action)
    return _skip_forced_moves(
        deal, DailyPosition(state, events, (*position.marks, *daily_result_marks(deal.title, events)))
    )


def score_of(deal: DailyDeal, point: DailyPosition) -> int:
    """The score of a finished game."""
    return _game_of(deal).rules.ranking(point.state)[0].score


def compute_par(deal: DailyDeal) -> int:
    """The median score of computer players at this deal."""
    return round(median(_computer_score(deal, number) for number in range(_PAR_GAMES)))


def par_game(deal: DailyDeal) -> DailyPosition:
    """The end of a computer player's game whose score is par, or closest to it. As slow as ``compute_par``."""
    best: DailyPosition | None = None
    for number in range(_PAR_GAMES):
        point = _computed_game(deal, number)
        distance = abs(score_of(deal, point) - deal.par)
        if best is None or distance < abs(score_of(deal, best) - deal.par):
            best = point
        if distance == 0:
            break
    assert best is not None
    return best


def _computer_score(deal: DailyDeal, number: int) -> int:
    """The score of one game by the computer player that sets par; ``number`` decides among equals."""
    return score_of(deal, _computed_game(deal, number))


def _computed_game(deal: DailyDeal, number: int) -> DailyPosition:
    """The end of that game."""
    game, rng = _game_of(deal), Rng(number)
    choose = QUICK_POLICIES[DEFAULT_POLICY]
    point = deal_position(deal)
    while (question := point.question) is not None:
        action, rng = choose(game, redact(point.state, SEAT), question, rng)
        state, events = play(point.state, action)
        point = _skip_forced_moves(
            deal, DailyPosition(state, events, (*point.marks, *daily_result_marks(deal.title, events)))
        )
    return point


def _skip_forced_moves(deal: DailyDeal, position: DailyPosition) -> DailyPosition:
    """The game at the next question with more than one offer, or at its end."""
    while (question := position.question) is not None and len(question.offers) == 1:
        state, events = play(position.state, next(iter(question.offers)))
        marks = daily_result_marks(deal.title, events)
        position = DailyPosition(state, (*position.news, *events), (*position.marks, *marks))
    return position


def _game_of(deal: DailyDeal) -> Game[Any]:
    game = GAMES.get(deal.title)
    if game is None or game.version != deal.version:
        raise Refused(md("The rules have changed since this daily, so it can’t be played anymore."))
    return game
