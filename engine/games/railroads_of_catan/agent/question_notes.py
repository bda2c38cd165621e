"""Rules of thumb that are shown with questions; they use the evaluation of computer players."""

from engine.core import Action, View, dollar_amount
from engine.games.railroads_of_catan.agent.bid_evaluation import associate_values, best_ranking, going_first_value
from engine.games.railroads_of_catan.game_data.constants import BID_STEP
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.bids import expected_banker_pay


def question_note(view: View[RailroadsOfCatan], action: Action, field: str) -> str:
    """Return “First looks worth $1,100 to you.” for a bid, or the two best associates for a ranking; otherwise ""."""
    state = view.state
    match action:
        case Bid(seat=seat):
            return f"First looks worth {_rounded_dollars(going_first_value(state, seat))} to you."
        case Rank(seat=seat) if field in ("", "first"):
            values = {**associate_values(state, seat, False), Associate.BANKER: float(expected_banker_pay(state, seat))}
            best = best_ranking(state, seat)[:2]
            best_texts = [f"{ASSOCIATE_TEXTS[role][0]} {_rounded_dollars(values[role])}" for role in best]
            return f"Look worth most: {', '.join(best_texts)}."
        case _:
            return ""


def _rounded_dollars(value: float) -> str:
    return dollar_amount(round(value / BID_STEP) * BID_STEP)
