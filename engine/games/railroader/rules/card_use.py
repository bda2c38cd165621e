"""The cards of a hand that can be played for their effect. For menus and pictures."""

from collections.abc import Collection

from engine.core import Action
from engine.games.railroader.game_data.cards import Card, Kind, kind_of, value_of
from engine.games.railroader.state.actions import Buy, Dynamite, Engineer, Move, Place, Prospect, Roll, Scout, Steal


def can_be_used(card: Card, offers: Collection[Action]) -> bool:
    """Whether an offer plays the card for its effect, so that it need not be discarded."""
    return any(_is_used_by(card, offer) for offer in offers)


def _is_used_by(card: Card, action: Action) -> bool:
    match kind_of(card), action:
        case Kind.WATER, Move(waters=waters):
            return value_of(card) in waters.values
        case Kind.ENGINEER, Move(engineers=engineers) | Roll(engineers=engineers):
            return engineers > 0
        case (
            (Kind.ENGINEER, Engineer())
            | (Kind.GOLD, Buy())
            | (Kind.SCOUT, Scout())
            | (Kind.PROSPECTOR, Prospect())
            | (Kind.SABOTEUR, Dynamite() | Steal())
        ):
            return True
        case _, Place(card=placed):
            return placed == card
        case _:
            return False
