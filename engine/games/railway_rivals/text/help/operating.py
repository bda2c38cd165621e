"""The rules of runs, deals and races."""

from engine.games.railway_rivals.rules.draws import MIN_RUN_LENGTH
from engine.games.railway_rivals.rules.race import PRIZES
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.help.building import Topic, building_between_races_topic

_RUNS: Topic = (
    "Determining the Runs",
    f"Two Town Cards make a run, from the first to the second. The shortest route over all track must be at least "
    f"{MIN_RUN_LENGTH} hexes long. A run never connects two special runs. If a run has no connection yet, it is put "
    "aside "
    "and offered once it has one. If no player enters a run, it is put aside and offered again after a later building "
    "phase. If no player enters it then either, it is offered once more, at the end of the game.",
)
_ENTRIES = (
    "For each run, enter a train with a route, or stay out. At least one step must use your own track, and a route "
    "cannot pass a hex twice. It can pass a hex across the border only at its start or end.\n"
    "Write a route as some of its hexes, such as C9>K12>R20. Between two of them, the train takes the fastest way. If "
    "several are equally fast, it takes the cheapest."
)
_SEALED = " Entries are revealed together."
_OPENLY: Topic = (
    "Open Entries",
    "At this table, entries are not secret. The richest player announces all entries first, then the others, going "
    "left.",
)
_TOGETHER = (
    "At this table, you enter many runs in one visit, and plan the next building phase in the same visit. Its die is "
    "rolled when the runs come up: once for every two runs, at least once and three times at most. The track is built "
    "after the races.\n"
    "After you enter, rivals can still offer you a deal until all entries are made. If you accept one, it replaces "
    "your entry. You may stay out of every other run with one choice."
)
_TOGETHER_SEALED = (
    "\nEvery player stays listed until entries are revealed, so no one sees who was offered a deal. Everyone sees how "
    "many choices were made, but no one sees the choices or their runs."
)
COSTS: Topic = (
    "Running Costs",
    "At the start of the race, each step over a rival’s track costs you 1 gold, paid to its owner. You cannot pay any "
    f"rival more than {MAX_FEES_PER_RIVAL} gold. If several rivals own a step, you pay one whose total stays within "
    "that limit. If several qualify, you pay the poorest. To choose, write K12:3: player 3 is paid on the way to K12. "
    "You must have the gold for all fees.",
)
_JOINT: Topic = (
    "Joint Runs",
    "Two players may run one train over the track of both. They share the prize and the fees to others. If the gold "
    "is odd, the richer player pays the odd fee and does not get the odd prize gold. Two-player games have no joint "
    "runs. Once an offer is accepted, neither player can leave the deal or undo it.",
)
_EXCHANGE: Topic = (
    "Exchange of Running Powers",
    "Two players may use each other’s track beyond the limit, each with a train of their own. They settle only the "
    f"difference in fees, up to {MAX_FEES_PER_RIVAL} gold. Once an offer is accepted, neither player can leave the "
    "deal or undo it.",
)
_RACE: Topic = (
    "The Race",
    "Each player rolls a die with the faces 2, 3, 3, 4, 4, and 5, and moves that far. Entering a hill hex takes 2. "
    "With only 1 left you cannot enter it, and the 1 is lost. When a train arrives, finish the round. The train with "
    "the most movement left wins. If no other train has arrived, the others continue for second place.",
)
_PRIZES: Topic = (
    "Winning the Contract",
    f"The winner gets {PRIZES[0]} gold, and second place gets {PRIZES[1]}. Tied trains share what their places pay, "
    f"rounded down. If a train has no rival, it gets {PRIZES[0]} gold without rolling.",
)
END: Topic = (
    "Ending the Game",
    "The game ends when the cards are used up, or when they give no legal run. The player with the most gold wins. If "
    "players tie, the player who won more races wins.",
)


def entries_topic(state: RailwayRivals) -> Topic:
    """The topic about entering runs, sealed or open."""
    return "Runs", _ENTRIES if state.has_open_entries else _ENTRIES + _SEALED


def topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """The topics about the operating stage and the end of the game, in playing order."""
    joint = (_JOINT,) if state.seats > 2 else ()
    raced = (_RACE, _PRIZES, building_between_races_topic(state), END)
    return (_RUNS, entries_topic(state), COSTS, *joint, _EXCHANGE, *raced)


def option_topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """The topics about entering runs that depend on the options of the table."""
    openly = (_OPENLY,) if state.options.entries == "richest-first" else ()
    hidden = "" if state.has_open_entries else _TOGETHER_SEALED
    together = (("Races per Visit", _TOGETHER + hidden),) if state.has_many_runs_at_once else ()
    return (*openly, *together)
