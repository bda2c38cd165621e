"""``python -m engine selfplay``: plays whole games without Discord and reports statistics."""

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
    """One game. ``policies`` are by seat; ``seconds`` run from the dealt set-up to the last action.

    They cover finding decisions, redacting the view, choosing, checking, and playing; neither the set-up nor writing.
    """

    seed: int
    policies: tuple[str, ...]
    actions: tuple[Action, ...]
    state: State
    seconds: float

    @property
    def is_finished(self) -> bool:
        """Whether it ended by its rules, and not because it took more actions than any game can."""
        return not decisions(self.state)


class Report(msgspec.Struct, frozen=True):
    """Statistics of several games; ``wins``, ``scores``, ``rounds``, and ``endings`` are of the finished ones.

    ``rounds`` is the mean of the game's own rounds; ``wins`` are shares of games by policy, ties split; ``scores`` are
    means by policy.
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
    """Play one game to its end, or to ``game.max_actions`` actions. Deterministic.

    ``policies_by_name`` has the policies by name.
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
    """Game ``i`` has the seed ``seed + i``, and the policies sit ``i`` seats further on."""
    for i in range(games):
        turn = i % len(policies)
        yield play_game(game, options, policies[turn:] + policies[:turn], seed + i)


def make_report(game: Game[Any], records: tuple[GameRecord, ...]) -> Report:
    """The statistics of at least one game."""
    finished = [one for one in records if one.is_finished]
    seconds, actions = sum(one.seconds for one in records), sum(len(one.actions) for one in records)
    wins: dict[str, float] = {name: 0.0 for one in records for name in one.policies}
    scores: dict[str, list[int]] = {name: [] for name in wins}
    endings: dict[str, int] = dict.fromkeys(game.endings, 0)
    over = max(1, len(finished))
    for one in finished:
        ranking = game.rules.ranking(one.state)
        winners = [place.seat for place in ranking if place.place == 1]
        for seat in winners:
            wins[one.policies[seat - 1]] += 1 / len(winners)
        for place in ranking:
            scores[one.policies[place.seat - 1]].append(place.score)
        endings[game.rules.ending(one.state)] += 1
    return Report(
        title=game.key,
        seats=len(records[0].policies),
        games=len(records),
        finished=len(finished),
        actions=actions,
        seconds=round(seconds, 3),
        actions_per_second=round(actions / seconds) if seconds else 0,
        rounds=_mean_to_cents([game.rules.round_number(one.state) for one in finished]),
        wins={name: round(won / over, 3) for name, won in wins.items()},
        scores={name: _mean_to_cents(points) for name, points in scores.items()},
        endings=endings,
    )


def check_seeds(seed: int, games: int) -> None:
    """Raises ``Unreadable`` if the last seed is too large for the header of a ``.game`` file."""
    if seed + games > 10**MAX_DIGITS:
        raise Unreadable(f"The last game’s seed, SEED + {games - 1:,}, would have more than {MAX_DIGITS} digits.")


def check_writable(file: Path) -> None:
    """Raises ``Unreadable`` if the file can't be written; call it before the games are played."""
    may_write = os.access(file.parent, os.W_OK | os.X_OK)
    if not os.path.isdir(file.parent) or not may_write:
        raise Unreadable(f"The file {file} can’t be written: {file.parent} is no folder that can be written to.")
    if os.path.isdir(file):
        raise Unreadable(f"The file {file} can’t be written: it is a folder.")


def save_game(game: Game[Any], options: Options, one: GameRecord, file: Path) -> None:
    """Write the game as a ``.game`` file. Raises ``Unreadable`` when it can’t be written."""
    ranking = game.rules.ranking(one.state) if one.is_finished else ()
    moves = tuple(map(write_action, one.actions))
    text = write_transcript(game, options, len(one.policies), one.seed, moves, ranking)
    try:
        with open(file, "w", encoding="utf-8", opener=open_private) as there:
            there.write(text)
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be written: {error.strerror}.") from error


def _mean_to_cents(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
