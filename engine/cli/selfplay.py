"""``python -m engine selfplay``: plays games of computer players, and reports statistics."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from engine.agents.policies import QUICK_POLICIES, Policy
from engine.core import Action, Game, Options, State, decisions, play, redact, rng_from_seed, write_action
from engine.core.transcript import MAX_DIGITS, write_transcript
from engine.errors import Unreadable
from engine.private import open_private


class GameRecord(msgspec.Struct, frozen=True):
    """A game of computer players. ``policies`` are in the order of the seats.

    ``seconds`` is the time from the end of the set-up to the last action.
    """

    seed: int
    policies: tuple[str, ...]
    actions: tuple[Action, ...]
    state: State
    seconds: float

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended by its rules. Otherwise it has reached the maximum number of actions."""
        return not decisions(self.state)


class Report(msgspec.Struct, frozen=True):
    """Statistics of several games.

    The following are of finished games only. ``rounds`` is the mean number of rounds. ``wins`` are the shares of games
    that each policy has won; tied policies share a game. ``scores`` are the mean scores by policy. ``endings`` are the
    numbers of games by the way in which they ended.
    """

    title: str
    seats: int
    games: int
    finished: int
    actions: int
    seconds: float
    actions_per_second: float
    rounds: float
    wins: dict[str, float]
    scores: dict[str, float]
    endings: dict[str, int]


def play_game(
    game: Game[Any],
    options: Options,
    policies: tuple[str, ...],
    seed: int,
    policies_by_name: Mapping[str, Policy] = QUICK_POLICIES,
) -> GameRecord:
    """Play a game to its end, or up to ``game.max_actions`` actions. The result is deterministic.

    ``policies`` are the names of the seats' policies, which are keys of ``policies_by_name``.
    """
    state: State
    state, _ = game.new_game(options, len(policies), seed)
    choosers = [policies_by_name[name] for name in policies]
    chances = [rng_from_seed(seed, f"player {seat}") for seat in range(1, len(policies) + 1)]
    actions: list[Action] = []
    start_time = perf_counter()
    while (questions := decisions(state)) and len(actions) < game.max_actions:
        question = questions[0]
        index = question.seat - 1
        view = redact(state, question.seat)
        action, chances[index] = choosers[index](game, view, question, chances[index])
        state, _ = play(state, action)
        actions.append(action)
    return GameRecord(seed, policies, tuple(actions), state, perf_counter() - start_time)


def play_games(
    game: Game[Any], options: Options, policies: tuple[str, ...], seed: int, games: int
) -> Iterator[GameRecord]:
    """Play several games. Game ``i`` has the seed ``seed + i``, and the policies are rotated by ``i`` seats."""
    for i in range(games):
        shift = i % len(policies)
        yield play_game(game, options, policies[shift:] + policies[:shift], seed + i)


def make_report(game: Game[Any], records: tuple[GameRecord, ...]) -> Report:
    """Return the statistics of at least one game."""
    finished = [record for record in records if record.is_finished]
    seconds, actions = sum(record.seconds for record in records), sum(len(record.actions) for record in records)
    wins: dict[str, float] = {name: 0.0 for record in records for name in record.policies}
    scores: dict[str, list[int]] = {name: [] for name in wins}
    endings: dict[str, int] = dict.fromkeys(game.endings, 0)
    for record in finished:
        ranking = game.rules.ranking(record.state)
        winners = [place.seat for place in ranking if place.place == 1]
        for seat in winners:
            wins[record.policies[seat - 1]] += 1 / len(winners)
        for place in ranking:
            scores[record.policies[place.seat - 1]].append(place.score)
        endings[game.rules.ending(record.state)] += 1
    return Report(
        title=game.key,
        seats=len(records[0].policies),
        games=len(records),
        finished=len(finished),
        actions=actions,
        seconds=round(seconds, 3),
        actions_per_second=round(actions / seconds) if seconds else 0,
        rounds=_rounded_mean([game.rules.round_number(record.state) for record in finished]),
        wins={name: round(count / max(1, len(finished)), 3) for name, count in wins.items()},
        scores={name: _rounded_mean(points) for name, points in scores.items()},
        endings=endings,
    )


def check_seeds(seed: int, games: int) -> None:
    """Raise ``Unreadable`` if the last seed is too large for the header of a ``.game`` file."""
    if seed + games > 10**MAX_DIGITS:
        raise Unreadable(f"The last game’s seed, SEED + {games - 1:,}, would have more than {MAX_DIGITS} digits.")


def check_writable(file: Path) -> None:
    """Raise ``Unreadable`` if the file can't be written. To be called before long work."""
    is_writable = os.access(file.parent, os.W_OK | os.X_OK)
    if not os.path.isdir(file.parent) or not is_writable:
        raise Unreadable(f"The file {file} can’t be written: {file.parent} is no folder that can be written to.")
    if os.path.isdir(file):
        raise Unreadable(f"The file {file} can’t be written: it is a folder.")


def save_game(game: Game[Any], options: Options, record: GameRecord, file: Path) -> None:
    """Write a game as a ``.game`` file. Raises ``Unreadable`` if the file can't be written."""
    ranking = game.rules.ranking(record.state) if record.is_finished else ()
    moves = tuple(map(write_action, record.actions))
    text = write_transcript(game, options, len(record.policies), record.seed, moves, ranking)
    try:
        with open(file, "w", encoding="utf-8", opener=open_private) as stream:
            stream.write(text)
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be written: {error.strerror}.") from error


def _rounded_mean(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
