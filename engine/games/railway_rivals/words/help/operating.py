"""The rules of runs, deals and races."""

from __future__ import annotations

from engine.games.railway_rivals.box.figures import RUNS_TOGETHER
from engine.games.railway_rivals.rules.draws import SHORTEST
from engine.games.railway_rivals.rules.race import PRIZES
from engine.games.railway_rivals.rules.search.routes import LIMIT
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.state import RailwayRivals

Topic = tuple[str, str]

_RUNS: Topic = (
    "Determining the Runs",
    f"Two Town Cards make a run, from the first to the second. By the shortest way over anybody's track it is at least "
    f"{SHORTEST} hexes long, and it never leads from one special run to another. A run that has no connection yet, or "
    "that nobody enters, is put aside and offered again after later building phases, and once more at the end.",
)
_ENTRIES: Topic = (
    "Runs",
    "Enter with a route, or stay out. At least one step leads over your own track, and no hex is passed twice. A route "
    "is written by some of its hexes, such as C9>K12>R20: between two of them the train takes the quickest way, of "
    "equal ones the cheapest. A hex over the border can only be its beginning or end. Answers are revealed together.",
)
_OPENLY: Topic = (
    "Entries in the open",
    "At this table the richest states all entries first, then the others to the left, for everybody to hear.",
)
_TOGETHER: Topic = (
    "Races at once",
    "At this table many runs are entered in one question, and the next building is planned in the same visit: its die "
    "is rolled when the runs are opened, once for every two of them, three times at most. It is built after the "
    "races. A player who has entered can still be offered a deal until entries are opened; if it is accepted, it "
    "replaces the entry. One answer stays out of every other run.",
)
_COSTS: Topic = (
    "Running Costs",
    f"Each step over a rival's track pays its owner 1 gold at the start of the race, and no rival more than {LIMIT}. "
    "Where several own a step, one who stays within that is paid, and of several the poorest; K12:3 names player 3 for "
    "the way to K12. Fees must be in hand.",
)
_JOINT: Topic = (
    "Joint Runs",
    "Two may run one train over the track of both. They share the prize and the fees to others; the richer pays odd "
    "gold and gets none. With two players in the game there are no joint runs.",
)
_EXCHANGE: Topic = (
    "Exchange of Running Powers",
    f"Two may use each other's track beyond the limit, each with a train of its own. They settle the difference, which "
    f"is at most {LIMIT} gold.",
)
_RACE: Topic = (
    "The Race",
    "Everybody rolls a die with 2, 3, 3, 4, 4, 5 and moves so far. A hill takes 2; with 1 left it cannot be entered, "
    "and the 1 is lost. When a train arrives, all finish the round; who has most movement left wins. If nobody else "
    "arrived, the others go on for the second place.",
)
_PRIZES: Topic = (
    "Winning the Contract",
    f"The winner gets {PRIZES[0]} gold, the second {PRIZES[1]}. Equals share what their places bring, rounded down. A "
    f"train without a rival gets {PRIZES[0]} without rolling.",
)
_END: Topic = (
    "Ending the Game",
    "The game ends when the cards are used up or give no legal run. Most gold wins; of equals, who won more races.",
)


def topics_now(state: RailwayRivals) -> tuple[Topic, ...]:
    """What matters in a phase of this half; nothing in others."""
    match state.flow[-1:]:
        case ():
            return (_END,)
        case (Entering(),):
            return (_ENTRIES, _COSTS)
        case _:
            return ()


def topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """All of this half, in rulebook order."""
    openly = (_OPENLY,) if state.options.entries == "richest-first" else ()
    together = (_TOGETHER,) if state.options.runs in RUNS_TOGETHER else ()
    joint = (_JOINT,) if state.seats > 2 else ()
    return (_RUNS, _ENTRIES, *openly, *together, _COSTS, *joint, _EXCHANGE, _RACE, _PRIZES, _END)
