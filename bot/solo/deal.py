"""Daily deals: their times, their seeds, and how they are played. Pure.

Each deal opens at midnight UTC and closes 36 hours later, so that everyone can play it from a morning to an evening.
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
"""Number of hours for which a deal is open."""
_DAY_ZERO = date(2026, 11, 22)
"""The day before daily number 1."""
_PAR_GAMES = 32
"""Number of games of computer players. The median of their scores is par."""
_SEED_BITS = 64
SEAT = Seat(1)


class DailyPosition(msgspec.Struct, frozen=True):
    """A game after some moves: its state, the latest events (``news``), and the points of each delivery (``marks``)."""

    state: State
    news: tuple[Event, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def question(self) -> Decision | None:
        """The next question; None at the end of the game."""
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
    """Whether a ranked attempt at the deal can be played now."""
    return 1 <= number <= newest_number(now) and now < closing_time(number)


def open_numbers(now: float) -> tuple[DailyNumber, ...]:
    """The numbers of the open deals, newest first: two until noon UTC, then one."""
    newest = newest_number(now)
    return tuple(number for number in (newest, DailyNumber(newest - 1)) if is_open(number, now))


def secret_hash(secret: str) -> str:
    """Return a hash of the secret. It is shown while the deal is open, so that anyone can verify the secret later."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(deal: DailyDeal) -> int:
    """Return the seed of a deal. Anyone who knows the deal's secret can compute the seed and reproduce the deal."""
    message = f"{deal.number} {deal.title} {deal.version}".encode()
    digest = hmac.new(deal.secret.encode(), message, hashlib.sha256).digest()
    return int.from_bytes(digest[: _SEED_BITS // 8], "big")


def deal_position(deal: DailyDeal) -> DailyPosition:
    """Return the position at the first question of the deal. Raises ``Refused`` if the rules have changed."""
    game = _game_of(deal)
    state, events = game.new_game(read_options(game.options, deal.options), 1, seed_of(deal))
    return _skip_forced_moves(deal, DailyPosition(state, events))


def replay_attempt(deal: DailyDeal, lines: Sequence[str]) -> DailyPosition:
    """Return the position after the moves ``lines``. Raises ``Refused`` or ``Unreadable``."""
    position = deal_position(deal)
    for line in lines:
        position = play_move(deal, position, line)
    return position


def play_move(deal: DailyDeal, position: DailyPosition, line: str) -> DailyPosition:
    """Return the position after the move ``line`` and the forced moves that follow.

    Raises ``Refused`` or ``Unreadable``.
    """
    action = read_action(line, _game_of(deal).actions)
    state, events = play(position.state, action)
    return _skip_forced_moves(
        deal, DailyPosition(state, events, (*position.marks, *daily_result_marks(deal.title, events)))
    )


def score_of(deal: DailyDeal, position: DailyPosition) -> int:
    """The score of a finished game."""
    return _game_of(deal).rules.ranking(position.state)[0].score


def compute_par(deal: DailyDeal) -> int:
    """Return the median score of computer players at this deal."""
    return round(median(_computer_score(deal, number) for number in range(_PAR_GAMES)))


def par_game(deal: DailyDeal) -> DailyPosition:
    """Return the end of the computer player's game whose score is closest to par. As slow as ``compute_par``."""
    closest: DailyPosition | None = None
    for number in range(_PAR_GAMES):
        position = _computer_game(deal, number)
        distance = abs(score_of(deal, position) - deal.par)
        if closest is None or distance < abs(score_of(deal, closest) - deal.par):
            closest = position
        if distance == 0:
            break
    assert closest is not None
    return closest


def _computer_score(deal: DailyDeal, number: int) -> int:
    return score_of(deal, _computer_game(deal, number))


def _computer_game(deal: DailyDeal, number: int) -> DailyPosition:
    """Return the end of a computer player's game at this deal. ``number`` seeds the player's random choices."""
    game, rng = _game_of(deal), Rng(number)
    choose = QUICK_POLICIES[DEFAULT_POLICY]
    position = deal_position(deal)
    while (question := position.question) is not None:
        action, rng = choose(game, redact(position.state, SEAT), question, rng)
        state, events = play(position.state, action)
        position = _skip_forced_moves(
            deal, DailyPosition(state, events, (*position.marks, *daily_result_marks(deal.title, events)))
        )
    return position


def _skip_forced_moves(deal: DailyDeal, position: DailyPosition) -> DailyPosition:
    """Return the position at the next question with more than one offer, or at the end of the game."""
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
