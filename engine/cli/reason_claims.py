"""``python -m engine claims --reasons``: measures whether the coach's explanations are correct."""

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import median
from time import process_time
from typing import Any

import msgspec

from engine.agents.coach import Advice, advise, comparison_settings
from engine.agents.differences import Difference, mean_and_error, statistic_differences
from engine.agents.explanation import Price
from engine.agents.explanation_text import advice_sentence, difference_clause
from engine.agents.rollout import Comparison, compare_moves
from engine.cli.claims import HINTS_PER_GAME, sample_positions
from engine.core import Decision, Game, Options, Seat, State, View, count_noun, redact
from engine.errors import Refused

_FRESH_SEED_OFFSET = 2_000_000
"""Number that is added to the seed of a game to get the seed of the new rollouts."""
_EPSILON = 1e-9


class ReasonClaim(msgspec.Struct, frozen=True):
    """A number in an explanation (``said``), and the same number computed from new rollouts (``fresh``).

    ``error`` and ``fresh_error`` are half the widths of their 95% intervals.
    """

    words: str
    said: float
    error: float
    fresh: float
    fresh_error: float

    @property
    def has_same_sign(self) -> bool:
        """Whether both numbers have the same sign."""
        return self.said * self.fresh > 0

    @property
    def is_within_errors(self) -> bool:
        """Whether the two numbers differ by no more than their combined error."""
        return abs(self.said - self.fresh) <= hypot(self.error, self.fresh_error) + _EPSILON


class ReasonedHint(msgspec.Struct, frozen=True):
    """A hint in the game with this ``seed``, as text and with its claims. ``seconds`` is the CPU time of the hint."""

    seed: int
    position: str
    moves: tuple[str, str]
    advice: Advice
    sentence: str
    plan: tuple[str, ...]
    claims: tuple[ReasonClaim, ...]
    seconds: float


def measure_hints(
    game: Game[Any], options: Options, seats: int, first: int, hints: int, fresh: int
) -> Iterator[ReasonedHint]:
    """Give hints in games of computer players, and measure their reasons in new rollouts.

    ``hints`` is the number of hints, ``first`` the seed of the first game, and ``fresh`` the number of new rollouts for
    each hint. Raises ``Refused`` if the game has no reasons.
    """
    if game.agent.reasons is None:
        raise Refused(f"Hints in {game.name} have no reasons that can be measured.")
    for number in range(-(-hints // HINTS_PER_GAME)):
        seed = first + number
        for state, question in sample_positions(game, options, seats, seed)[: hints - number * HINTS_PER_GAME]:
            yield _measure_hint(game, state, question, seed, fresh)


def measure_reason_claims(
    game: Game[Any], view: View[Any], advice: Advice, seed: int, games: int
) -> tuple[ReasonClaim, ...]:
    """Compute the numbers of an explanation again, from ``games`` new rollouts."""
    other, reasons = advice.contrast or advice.second, game.agent.reasons
    settings = comparison_settings(game, view, advice.best)
    if other is None or reasons is None or settings is None or not advice.explanation.has_reasons:
        return ()
    comparison = compare_moves(game, settings, view, (advice.best, other), seed + _FRESH_SEED_OFFSET, games)
    values, explanation = statistic_differences(reasons, comparison), advice.explanation
    seat, claims = advice.best.seat, list[ReasonClaim]()
    cause = () if explanation.cause is None else (explanation.cause,)
    for difference in (*explanation.pros, *explanation.cons, *cause):
        fresh_values = values.get(msgspec.structs.replace(difference.key, part=""), [0.0, 0.0])
        clause = difference_clause(reasons, difference, seat, _player_name)
        claims.append(_reason_claim(clause, difference, fresh_values))
    return (*claims, *(_price_claims(explanation.price, comparison) if explanation.price else ()))


def summary_lines(title: str, seats: int, hints: Sequence[ReasonedHint]) -> Iterator[str]:
    """Yield the summary of all hints for a terminal."""
    if not hints:
        return
    claims = [claim for hint in hints for claim in hint.claims]
    with_reason = sum(bool(hint.sentence) for hint in hints)
    with_either = sum(bool(hint.sentence or hint.plan) for hint in hints)
    games = len({hint.seed for hint in hints})
    yield f"{title}, seats {seats}: {count_noun(len(hints), 'hint')} of {count_noun(games, 'game')}"
    yield f"clear: {sum(hint.advice.is_clear for hint in hints)}"
    yield f"with a reason: {with_reason}; with a reason or a plan: {with_either}"
    if claims:
        held, inside = sum(claim.has_same_sign for claim in claims), sum(claim.is_within_errors for claim in claims)
        share = f"{held / len(claims):.0%}", f"{inside / len(claims):.0%}"
        yield f"claims: {len(claims)}; sign held: {held} ({share[0]}); inside the interval: {inside} ({share[1]})"
    times = sorted(hint.seconds for hint in hints)
    slowest = times[min(len(times) - 1, len(times) * 99 // 100)]
    yield f"seconds a hint: median {median(times):.2f}, p99 {slowest:.2f}"


def hint_lines(hint: ReasonedHint) -> Iterator[str]:
    """Yield the lines about one hint and its wrong claims, for a terminal."""
    advice, (best, second) = hint.advice, hint.moves
    yield f"[seed {hint.seed}, {hint.position}] {best} / {second}: {advice.gain:.1f} (±{advice.error:.1f})"
    yield f"  {advice.games} games, {hint.seconds:.2f} seconds"
    if hint.sentence:
        yield f"  Why: {hint.sentence}"
    if hint.plan:
        yield f"  Then: {', then '.join(hint.plan).rstrip('.')}."
    for claim in hint.claims:
        if not claim.has_same_sign or not claim.is_within_errors:
            fault = "outside" if claim.has_same_sign else "WRONG"
            yield f"  {fault}: {claim.words}: {claim.said:.2f} (±{claim.error:.2f}), fresh {claim.fresh:.2f}"


def _measure_hint(game: Game[Any], state: State, question: Decision, seed: int, fresh: int) -> ReasonedHint:
    view, start_time = redact(state, question.seat), process_time()
    advice = advise(game, view, question, seed, clock=process_time)
    seconds = process_time() - start_time
    assert game.agent.reasons is not None and advice.second is not None
    label = game.text.label
    best, second = (label(view, move, "", _player_name) for move in (advice.best, advice.second))
    sentence = advice_sentence(game.agent.reasons, advice, _player_name)
    if advice.contrast is not None:
        sentence = f"rather than “{label(view, advice.contrast, '', _player_name)}”, {sentence}"
    plan = tuple(
        label(plan_view, move, "", _player_name)
        for plan_view, move in zip(advice.plan.views, advice.plan.moves, strict=True)
    )
    claims = measure_reason_claims(game, view, advice, seed, fresh)
    return ReasonedHint(seed, game.text.status_line(view), (best, second), advice, sentence, plan, claims, seconds)


def _price_claims(price: Price, comparison: Comparison) -> Iterator[ReasonClaim]:
    """Yield the claims about a move's extra cost: the cost, and what it brings in if that is certain."""
    sign = -1 if price.is_best else 1
    extra_costs = [
        first.statistics.get(price.key, 0.0) - second.statistics.get(price.key, 0.0)
        for first, second in comparison.pairs
    ]
    fresh, error = mean_and_error([sign * value for value in extra_costs])
    yield ReasonClaim("price: cost", price.cost, price.cost_error, fresh, error)
    if abs(price.gain) > price.error and not price.is_by_score:
        returns = [gain - value for gain, value in zip(comparison.gains, extra_costs, strict=True)]
        fresh, error = mean_and_error([-sign * value for value in returns])
        yield ReasonClaim("price: return", price.gain, price.error, fresh, error)


def _reason_claim(words: str, difference: Difference, values: Sequence[float]) -> ReasonClaim:
    fresh, error = mean_and_error(values)
    return ReasonClaim(words, difference.mean, difference.error, fresh, error)


def _player_name(seat: Seat) -> str:
    return f"player {seat}"
