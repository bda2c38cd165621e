"""The rules of the vote on ending the building stage. (R End of Building Stage; ruling 56)"""

import msgspec

from engine.core import Rule, Seat
from engine.games.railway_rivals.state.actions import Vote
from engine.games.railway_rivals.state.events import VoteCast
from engine.games.railway_rivals.state.phases import Voting
from engine.games.railway_rivals.state.state import RailwayRivals


def vote_result(state: RailwayRivals, voting: Voting) -> bool | None:
    """Whether more than half of the seats vote for the end; None while the vote is undecided."""
    yes = sum(voting.votes.values())
    if 2 * yes > state.seats:
        return True
    return False if 2 * (yes + state.seats - len(voting.votes)) <= state.seats else None


def _offers(state: RailwayRivals, voting: Voting, seat: Seat) -> tuple[Vote, ...]:
    return Vote(seat, "yes"), Vote(seat, "no")


def _apply(state: RailwayRivals, voting: Voting, action: Vote) -> RailwayRivals:
    end = action.end == "yes"
    votes = {**voting.votes, action.seat: end}
    return state.replace_phase(msgspec.structs.replace(voting, votes=votes)).emit(VoteCast(action.seat, end))


def _refusal(state: RailwayRivals, voting: Voting, action: object) -> str:
    return "You can’t do that during the vote on ending the building stage. Vote yes or no."


VOTE_RULE = Rule((Vote,), _offers, _apply, _refusal)
