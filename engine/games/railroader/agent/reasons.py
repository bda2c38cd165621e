"""Reasons for a move that the coach can give: the train's progress, track, water, and losses."""

from collections.abc import Iterator

from engine.core import Event
from engine.core.reasons import Horizon, Phrase, Reasons, ScoreEntry
from engine.games.railroader.game_data.cards import Kind, kind_of
from engine.games.railroader.state.events import (
    Ambushed,
    BuffaloCreekReached,
    CardBought,
    CardPlaced,
    Derailed,
    DynamitePlaced,
    DynamiteReached,
    GangFed,
    RailheadRaided,
    TrackBuilt,
    TrainMoved,
    WaterFound,
)

_EVERY = tuple(Horizon)


def score_entries(event: Event) -> Iterator[ScoreEntry]:
    """Return the score entries of an event: spaces, sections, Water cards, arrivals, and losses."""
    match event:
        case TrainMoved(seat=seat, start=start, space=space):
            yield ScoreEntry(seat, "way", space - start)
        case TrackBuilt(seat=seat, sections=sections):
            yield ScoreEntry(seat, "track", sections)
        case WaterFound(seat=seat):
            yield ScoreEntry(seat, "water", 1)
        case CardBought(seat=seat, card=card) if kind_of(card) is Kind.WATER:
            yield ScoreEntry(seat, "water", 1)
        case CardPlaced(seat=seat, card=card):
            yield ScoreEntry(seat, str(kind_of(card)), 1)
        case BuffaloCreekReached(seat=seat):
            yield ScoreEntry(seat, "arrived", 1)
        case _:
            yield from _loss_entries(event)


def _loss_entries(event: Event) -> Iterator[ScoreEntry]:
    """Return the score entries of an event that is bad for a train or a railhead."""
    match event:
        case Derailed(seat=seat):
            yield ScoreEntry(seat, "derailed", 1)
        case Ambushed(seat=seat):
            yield ScoreEntry(seat, "ambushed", 1)
        case GangFed(seat=seat, left=left):
            yield ScoreEntry(seat, "hungry", left)
        case RailheadRaided(seat=seat, workers=workers, crates=crates):
            yield ScoreEntry(seat, "raided", workers + len(crates))
        case DynamitePlaced(rival=rival):
            yield ScoreEntry(rival, "dynamite", 1)
        case DynamiteReached(seat=seat):
            yield ScoreEntry(seat, "stopped", 1)


def _loss_phrase(event: str, weight: float, least: float, *horizons: Horizon) -> Phrase:
    """The phrase for a bad event that happens more or less often."""
    return Phrase(
        f"your {event} more often{{when}}",
        f"your {event} less often{{when}}",
        f"{{whose}} {event} more often{{when}}",
        f"{{whose}} {event} less often{{when}}",
        weight,
        least,
        horizons,
        is_rare=True,
    )


REASONS = Reasons(
    score_entries=score_entries,
    phrases={
        "way": Phrase(
            "your train gets {n} space{s} farther{when}",
            "your train gets {n} space{s} less far{when}",
            "{whose} train gets {n} space{s} farther{when}",
            "{whose} train gets {n} space{s} less far{when}",
            horizons=_EVERY,
            is_result=True,
        ),
        "track": Phrase(
            "you lay {n} more section{s} of track{when}",
            "you lay {n} fewer section{s} of track{when}",
            "{who} lays {n} more section{s} of track{when}",
            "{who} lays {n} fewer section{s} of track{when}",
            weight=2.0,
            least=0.7,
            horizons=_EVERY,
        ),
        "derailed": _loss_phrase("train derails", -3.0, 0.15, Horizon.SOON, Horizon.END),
        "ambushed": _loss_phrase("train is ambushed", -2.0, 0.2, Horizon.ROUND, Horizon.SOON),
        "stopped": _loss_phrase("train is stopped by dynamite", -3.0, 0.2, Horizon.SOON, Horizon.END),
        "hungry": _loss_phrase("workers leave hungry", -3.0, 0.4, Horizon.ROUND, Horizon.SOON, Horizon.END),
        "raided": _loss_phrase("railhead is raided", -2.0, 0.3, Horizon.SOON, Horizon.END),
        "dynamite": Phrase(
            "dynamite is put on your track more often{when}",
            "dynamite is put on your track less often{when}",
            "dynamite is put on {whose} track more often{when}",
            "dynamite is put on {whose} track less often{when}",
            weight=-4.0,
            least=0.4,
            horizons=(Horizon.SOON,),
        ),
        "water": Phrase(
            "you get more water{when}",
            "you get less water{when}",
            "{who} gets more water{when}",
            "{who} gets less water{when}",
            weight=2.0,
            least=0.4,
            horizons=(Horizon.ROUND, Horizon.SOON),
        ),
        str(Kind.WORKER): Phrase(
            "you place {n} more worker{s}{when}",
            least=0.7,
            horizons=(Horizon.ROUND, Horizon.SOON),
            is_cause=True,
        ),
        str(Kind.SUPPLIES): Phrase(
            "you bring {n} more card{s} of supplies to the railhead{when}",
            least=0.7,
            horizons=(Horizon.ROUND, Horizon.SOON),
            is_cause=True,
        ),
        "arrived": Phrase(
            "you reach Buffalo Creek in {share}",
            "you reach Buffalo Creek only in {share}",
            "{who} reaches Buffalo Creek in {share}",
            "{who} reaches Buffalo Creek only in {share}",
            weight=8.0,
            least=0.12,
            horizons=(Horizon.END,),
            is_rare=True,
        ),
    },
    horizon_words={
        Horizon.MOVE: " immediately",
        Horizon.ROUND: " this round",
        Horizon.SOON: " in the next three rounds",
        Horizon.END: " by the end",
    },
)
