"""Reasons for a move, in gold: immediate effects of building, and the next races."""

from collections.abc import Iterator

from engine.core import Action, Event, SearchSettings, View, count_noun
from engine.core.reasons import Horizon, Phrase, Reasons, ScoreEntry
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.events import RaceRun, TownReached, TrackBuilt
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race
from engine.games.railway_rivals.state.state import RailwayRivals


def _is_every_run_over(state: RailwayRivals) -> bool:
    return not isinstance(state.flow[-1], Entering)


_RACE_SETTINGS = SearchSettings(
    games=8, moves=2, comparison_games=48, rounds=1, is_cut_off=_is_every_run_over, points_format="{} gold"
)
"""Settings of rollouts that compare entries by the races that follow."""
_MAX_RUNS_COMPARED = 4
"""Maximum number of open runs whose races are simulated; more races would take too long."""
_FACT_SETTINGS = SearchSettings(games=8, moves=2, comparison_games=2, rounds=0, points_format="{} gold")
"""Settings of rollouts that compare only the immediate effects of building."""


def comparison_settings(view: View[RailwayRivals], action: Action) -> SearchSettings:
    """The settings of rollouts that compare two moves."""
    is_entry = isinstance(action, Enter | Stay | Joint | Exchange | Accept | Decline)
    match view.state.flow[-1]:
        case Entering(runs=runs) if is_entry and len(runs) <= _MAX_RUNS_COMPARED:
            return _RACE_SETTINGS
        case _:
            return _FACT_SETTINGS


def score_entries(event: Event) -> Iterator[ScoreEntry]:
    """The amounts of gold that an event brings each seat, by category."""
    match event:
        case RaceRun(race=race):
            yield from _race_entries(race)
        case TrackBuilt(seat=seat, cost=cost, paid=paid, own=own):
            payments = sum(paid.values())
            if own:
                yield ScoreEntry(seat, "track", -cost - payments)
            else:
                yield ScoreEntry(seat, "payments", -payments)
            for rival, gold in paid.items():
                yield ScoreEntry(rival, "received", gold)
        case TownReached(seat=seat, bonus=bonus, name=name) if bonus:
            yield ScoreEntry(seat, "bonus", bonus, name)


def _race_entries(race: Race) -> Iterator[ScoreEntry]:
    for train in race.trains:
        for seat in train.seats:
            yield ScoreEntry(seat, "prize", train.prize_of(seat), race.run.title)
            yield ScoreEntry(seat, "paid", -train.fees_of(seat))
        for owner, gold in train.fees.items():
            yield ScoreEntry(owner, "fees", gold)
        if train.settled:
            yield ScoreEntry(train.seats[0], "settlements", -train.settled)


REASONS = Reasons(
    score_entries=score_entries,
    phrases={
        "prize": Phrase(
            "you win {n} more in run {item}",
            "you win {n} less in run {item}",
            "{who} wins {n} more in run {item}",
            "{who} wins {n} less in run {item}",
            horizons=(Horizon.END,),
        ),
        "paid": Phrase(
            "you pay {n} less for rivals’ track",
            "you pay {n} more for rivals’ track",
            "{who} pays {n} less for others’ track",
            "{who} pays {n} more for others’ track",
            horizons=(Horizon.END,),
            price="the route",
        ),
        "fees": Phrase(
            "trains on your track pay you {n} more",
            "trains on your track pay you {n} less",
            "{who} gets {n} more for track",
            "{who} gets {n} less for track",
            horizons=(Horizon.END,),
        ),
        "settlements": Phrase(
            "you get {n} more for running powers",
            "you pay {n} more for running powers",
            horizons=(Horizon.END,),
        ),
        "payments": Phrase(
            "you pay rivals {n} less for building beside them",
            "you pay rivals {n} more for building beside them",
            horizons=(Horizon.MOVE,),
        ),
        "track": Phrase(
            "you spend {n} less on track",
            "you spend {n} more on track",
            horizons=(Horizon.MOVE,),
            price="the track",
        ),
        "bonus": Phrase(
            horizons=(Horizon.MOVE,),
            always=("you are first in {item} ({n})", "{who} is first in {item} ({n})"),
            never=("you are not first in {item} ({n})", "{who} is not first in {item} ({n})"),
        ),
    },
    amount_text=lambda amount: count_noun(round(amount), "gold"),
    unfinished_note=" in the next races",
)
