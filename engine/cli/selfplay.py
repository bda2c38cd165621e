"""``python -m engine selfplay``: whole games without Discord, and what came of them as figures."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from engine.ai import POLICIES, Policy
from engine.core import Action, Game, Options, State, decisions, play, redact, seeded, write
from engine.core.transcript import MAX_DIGITS, render
from engine.errors import Unreadable
from engine.private import open_private


class Played(msgspec.Struct, frozen=True):
    """One game. ``policies`` are by seat; ``seconds`` run from the dealt set-up to the last action.

    They cover asking for the questions, blanking the view, choosing, checking the action and playing it; neither the
    set-up nor writing anything down.
    """

    seed: int
    policies: tuple[str, ...]
    actions: tuple[Action, ...]
    state: State
    seconds: float

    @property
    def finished(self) -> bool:
        """Whether it ended by its rules, and not because it took more actions than any game can."""
        return not decisions(self.state)


class Report(msgspec.Struct, frozen=True):
    """The figures of some games; ``wins``, ``scores``, ``rounds`` and ``endings`` are of the finished ones.

    ``rounds`` is the mean of the title's own rounds; ``wins`` are shares of games by policy, ties split; ``scores`` are
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
    known: Mapping[str, Policy] = POLICIES,
) -> Played:
    """One game to its end, or to ``game.longest`` actions. The same arguments give the same game.

    ``known`` has the policies by name.
    """
    state: State
    state, _ = game.new(options, len(policies), seed)
    choosers = [known[name] for name in policies]
    chances = [seeded(seed, f"player {seat}") for seat in range(1, len(policies) + 1)]
    actions: list[Action] = []
    began = perf_counter()
    while (questions := decisions(state)) and len(actions) < game.longest:
        question = questions[0]
        index = question.seat - 1
        view = redact(state, question.seat)
        action, chances[index] = choosers[index](game, view, question, chances[index])
        state, _ = play(state, action)
        actions.append(action)
    return Played(seed, policies, tuple(actions), state, perf_counter() - began)


def play_games(game: Game[Any], options: Options, policies: tuple[str, ...], seed: int, games: int) -> Iterator[Played]:
    """Game ``i`` has the seed ``seed + i``, and the policies sit ``i`` seats further on."""
    for i in range(games):
        turn = i % len(policies)
        yield play_game(game, options, policies[turn:] + policies[:turn], seed + i)


def report(game: Game[Any], played: tuple[Played, ...]) -> Report:
    """The figures of at least one game."""
    finished = [one for one in played if one.finished]
    seconds, actions = sum(one.seconds for one in played), sum(len(one.actions) for one in played)
    wins: dict[str, float] = {name: 0.0 for one in played for name in one.policies}
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
        seats=len(played[0].policies),
        games=len(played),
        finished=len(finished),
        actions=actions,
        seconds=round(seconds, 3),
        actions_per_second=round(actions / seconds) if seconds else 0,
        rounds=_mean([game.rules.round(one.state) for one in finished]),
        wins={name: round(won / over, 3) for name, won in wins.items()},
        scores={name: _mean(points) for name, points in scores.items()},
        endings=endings,
    )


def check_seeds(seed: int, games: int) -> None:
    """Raises ``Unreadable`` for games whose last seed no header of a ``.game`` file may have."""
    if seed + games > 10**MAX_DIGITS:
        raise Unreadable(f"The last game’s seed, SEED + {games - 1:,}, would have more than {MAX_DIGITS} digits.")


def check_file(file: Path) -> None:
    """Raises ``Unreadable`` for a place where no file can be written: better before the games than after them."""
    may_write = os.access(file.parent, os.W_OK | os.X_OK)
    if not os.path.isdir(file.parent) or not may_write:
        raise Unreadable(f"The file {file} can’t be written: {file.parent} is no folder that can be written to.")
    if os.path.isdir(file):
        raise Unreadable(f"The file {file} can’t be written: it is a folder.")


def save(game: Game[Any], options: Options, one: Played, file: Path) -> None:
    """Writes the game as a ``.game`` file. Raises ``Unreadable`` when it can’t be written."""
    ranking = game.rules.ranking(one.state) if one.finished else ()
    moves = tuple(map(write, one.actions))
    text = render(game, options, len(one.policies), one.seed, moves, ranking)
    try:
        with open(file, "w", encoding="utf-8", opener=open_private) as there:
            there.write(text)
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be written: {error.strerror}.") from error


def _mean(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
