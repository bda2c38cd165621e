"""Play seeded games of any kind, and compare the claims about their offers with the effects.

A game's module has a function ``claims(offer)`` that yields a ``Claim`` for each number or promise in the texts of an
offer. Optionally ``move_claims(offer)`` is called only for the moves that are made, for checks that take long or need
the real next move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from engine.agents.policies import QUICK_POLICIES
from engine.core import (
    Action,
    Decision,
    Event,
    Game,
    Options,
    Rng,
    Seat,
    Standing,
    State,
    View,
    all_seats,
    decisions,
    field_names,
    is_revealing,
    play,
    play_unchecked,
    premove_decisions,
    read_options,
    redact,
    rng_from_seed,
    write_action,
)
from engine.core.action import is_open_ended
from tests.contract.seeded_games import every_option

STYLES = ("random", "apprentice", "greedy")
"""Styles of the players of a game; each seat has one of them."""
_LISTED = 5_000
"""Maximum number of listed offers of a question, from which some are drawn."""
_AHEAD = 12
"""One of this many moves is a plan, if one is possible."""
_SHOWN = 10
"""Maximum false claims of each kind that a report keeps with their texts."""


class Claim(NamedTuple):
    """One number or promise in a text: its ``kind``, what the text ``said``, and what ``happened``."""

    kind: str
    said: object
    happened: object


@dataclass(frozen=True)
class Step:
    """One move: the states before and after it, and its events."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]

    @property
    def reveals(self) -> bool:
        """Whether the bot refuses to undo this move because of what it revealed."""
        return is_revealing(self.before, self.after, self.events, self.action.seat)


@dataclass(frozen=True)
class Offer:
    """One possible move of a seat, with all texts about it. Its real effect is computed on demand."""

    game: Game[Any]
    state: State
    decision: Decision
    action: Action

    @property
    def seat(self) -> Seat:
        """The seat that may make the move."""
        return self.action.seat

    @cached_property
    def view(self) -> View[Any]:
        """The state as the seat may see it."""
        return redact(self.state, self.seat)

    # -- the texts

    @cached_property
    def label(self) -> str:
        """The label of the whole move, as before Confirm."""
        return self.field_label("")

    @cached_property
    def preview(self) -> str:
        """The additional sentences before Confirm."""
        return self.game.text.preview(self.view, self.action, name)

    @property
    def prompt(self) -> str:
        """The question that is asked."""
        return self.decision.prompt

    @cached_property
    def headline(self) -> str:
        """The line above the question."""
        return self.game.text.status_line(self.view)

    @cached_property
    def field_labels(self) -> dict[str, str]:
        """The label of each value of the move, by field."""
        return {each: self.field_label(each) for each in field_names(type(self.action))}

    def field_label(self, each: str) -> str:
        """The label of one value of the move."""
        return self.game.text.label(self.view, self.action, each, name)

    # -- what happens

    @cached_property
    def step(self) -> Step:
        """The move as it is really made here."""
        return Step(self.state, self.action, *play(self.state, self.action))

    @property
    def after(self) -> State:
        """The state after the move."""
        return self.step.after

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move."""
        return self.step.events

    @cached_property
    def followed(self) -> tuple[Step, ...]:
        """The move, and the forced moves that the bot makes right after it."""
        steps = [self.step]
        while (only := _only_move(steps[-1].after)) is not None:
            before = steps[-1].after
            steps.append(Step(before, only, *play_unchecked(before, only)))
        return tuple(steps)

    @property
    def can_undo(self) -> bool:
        """Whether the bot lets the seat undo the move and the forced moves after it. The end of a game cannot be
        undone.
        """
        return bool(self.followed[-1].after.flow) and not any(step.reveals for step in self.followed)

    def imagined(self, number: int) -> State:
        """Return another state that looks the same to the seat: hidden cards and the next chance are dealt again."""
        state: State = self.game.agent.determinize(self.view, rng_from_seed(number, "claims"))
        return state

    @cached_property
    def imagined_steps(self) -> tuple[Step, ...]:
        """The move as it is made in two imagined states."""
        states = [self.imagined(number) for number in range(2)]
        return tuple(Step(state, self.action, *play_unchecked(state, self.action)) for state in states)


def name(seat: Seat) -> str:
    """Return the name of a seat in the texts."""
    return f"Player {seat}"


def _only_move(state: State) -> Action | None:
    """Return the only possible move, which the bot makes without asking, or None if somebody has a choice."""
    asked = decisions(state)
    if len(asked) != 1 or is_open_ended(asked[0].offers):
        return None
    choices = tuple(islice(asked[0].offers, 2))
    return choices[0] if len(choices) == 1 else None


# -- the report


@dataclass
class Report:
    """Counts all comparisons."""

    compared: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    games: int = 0
    offers: int = 0

    def add(self, offer: Offer, claims: Iterable[Claim], seed: int) -> None:
        """Count the claims of one offer, and keep some false ones."""
        for claim in claims:
            self.compared[claim.kind] += 1
            if claim.said != claim.happened:
                self.wrong[claim.kind] += 1
                if self.wrong[claim.kind] <= _SHOWN:
                    self.examples.append(_difference(offer, claim, seed))

    def lines(self) -> Iterator[str]:
        """Yield the report as lines: a table by kind, then the false claims."""
        yield f"{self.games} games, {self.offers} offers"
        width = max(map(len, self.compared), default=0)
        for kind, count in sorted(self.compared.items()):
            yield f"{kind:{width}} {count:>9,} compared {self.wrong[kind]:>7,} different"
        total, wrong = self.compared.total(), self.wrong.total()
        yield f"{'all':{width}} {total:>9,} compared {wrong:>7,} different"
        yield from self.examples


def _difference(offer: Offer, claim: Claim, seed: int) -> str:
    """Return a false claim with the texts in which it was read."""
    texts = [offer.headline, offer.prompt, offer.label, *offer.field_labels.values(), offer.preview]
    found = f"{claim.kind}: said {claim.said!r}, happened {claim.happened!r}"
    return "\n    ".join([f"seed {seed}, {write_action(offer.action)}: {found}", *filter(None, texts)])


# -- the walk


Claims = Callable[[Offer], Iterable[Claim]]


def compare(
    game: Game[Any],
    claims: Claims,
    move_claims: Claims | None = None,
    *,
    games: int,
    seed: int,
    offers: int,
    every: int = 1,
) -> Report:
    """Play ``games`` whole games from ``seed`` on, and compare the claims of up to ``offers`` offers of each question.

    ``every``: only one of this many positions is checked. The move that is made is always among the offers.
    """
    report = Report()
    for number in range(seed, seed + games):
        report.games += 1
        for at, (state, action, rng) in enumerate(walk(game, number)):
            if (at + number) % every:
                continue
            for offer in _offers_to_check(game, state, action, offers, rng):
                report.offers += 1
                report.add(offer, claims(offer), number)
                if move_claims is not None and offer.action == action:
                    report.add(offer, move_claims(offer), number)
    return report


def walk(game: Game[Any], seed: int) -> Iterator[tuple[State, Action, Rng]]:
    """Yield each position of one whole game, the move made there, and a generator for its checks.

    The number of players, the options, and the style of each seat change from seed to seed.
    """
    rng = rng_from_seed(seed, "label claims")
    options, seats = table(game, seed)
    state, _ = game.new_game(options, seats, seed)
    styles = dict[Seat, str]()
    for seat in all_seats(seats):
        styles[seat], rng = rng.choice(STYLES)
    for _ in range(game.max_actions):
        asked = decisions(state)
        if not asked:
            return
        question, rng = rng.choice(asked)
        turn, rng = rng.draw_below(_AHEAD)
        if not turn and (plans := premove_decisions(state)):
            question, rng = rng.choice(plans)
            action, rng = QUICK_POLICIES["random"](game, redact(state, question.seat), question, rng)
        else:
            action, rng = QUICK_POLICIES[styles[question.seat]](game, redact(state, question.seat), question, rng)
        chance, rng = rng.draw_below(2**32)
        yield state, action, rng_from_seed(chance, "offers")
        state, _ = play(state, action)
    raise AssertionError(f"seed {seed}: more than {game.max_actions} moves")


def table(game: Game[Any], seed: int) -> tuple[Options, int]:
    """Return the options and the number of players of a seed's game."""
    seats = game.seats[seed % len(game.seats)]
    chosen, _ = rng_from_seed(seed, "table").choice(every_option(game, seats))
    return read_options(game.options, dict(chosen)), seats


def _offers_to_check(game: Game[Any], state: State, action: Action, most: int, rng: Rng) -> Iterator[Offer]:
    """Return the move that is made, and others of every open question with plans, up to ``most`` of each."""
    for decision in (*decisions(state), *premove_decisions(state)):
        offered = tuple(islice(decision.offers, _LISTED))
        if len(offered) > most:
            offered, rng = rng.shuffle(offered)
        chosen = offered[:most]
        kind = isinstance(action, Standing) == isinstance(next(iter(offered), None), Standing)
        if kind and decision.seat == action.seat and action not in chosen:
            chosen = (action, *chosen[: most - 1])
        yield from (Offer(game, state, decision, each) for each in chosen)
