"""Rollouts of the race for towns, and estimates of future runs."""

from engine.core import Seat
from engine.games.railway_rivals.agent import building_evaluation
from engine.games.railway_rivals.agent.run_values import ComingRuns, access_costs, gain_estimate, mean_prizes, run_fee
from engine.games.railway_rivals.agent.town_race_rollout import ROLLOUTS, FirstGoal, TownWin, goal_costs, rollout_wins
from engine.games.railway_rivals.game_data.hex_map import Hex
from tests.games.hinted import worth
from tests.games.railway_rivals.contest import column, contest, run_of
from tests.games.railway_rivals.table import CHART, table

KEY = CHART.key
FIRST, SECOND = Seat(1), Seat(2)


def network(*hexes: str) -> frozenset[Hex]:
    return frozenset(map(Hex, hexes))


def near(town: str) -> frozenset[Hex]:
    found = CHART.find_town(town)
    return frozenset({found.hex})


def hexes_of(*towns: str) -> tuple[Hex, ...]:
    return tuple(CHART.find_town(town).hex for town in towns)


# -- the contest for towns


def reached(companies, free, toward, cost, capital):
    """The towns that the first company wins, in order, if its path passes no other town."""
    _, network = companies[0]
    first = FirstGoal(toward, cost, network)
    return [town for town, _ in rollout_wins(KEY, companies, free, first, capital)]


def test_company_without_rivals_wins_all_affordable_towns():
    alone, free = ((FIRST, near("Liverpool")),), hexes_of("Manchester", "Bolton", "London")
    towns = reached(alone, free, "Manchester", goal_costs(KEY, near("Liverpool"))["Manchester"], 900)
    assert {town: towns.count(town) for town in towns} == dict.fromkeys(("Manchester", "Bolton", "London"), ROLLOUTS)
    assert "London" not in reached(alone, free, "Manchester", 3, 20)


def test_company_wins_the_towns_that_it_reaches_first():
    both = ((FIRST, near("Liverpool")), (SECOND, near("London")))
    free = hexes_of("Manchester", "Reading")
    assert set(reached(both, free, "Manchester", 3, 900)) == {"Manchester"}


def test_company_loses_near_towns_to_rivals_if_it_builds_elsewhere():
    both = ((FIRST, near("Liverpool")), (SECOND, near("Bolton")))
    free = hexes_of("Manchester", "Preston", "York", "Reading")
    first = reached(both, free, "Manchester", 2, 900)
    later = reached(both, free, "York", 30, 900)
    assert "Manchester" in first
    assert "Manchester" not in later


def test_goal_without_a_bonus_only_takes_time():
    both = ((FIRST, near("Liverpool")), (SECOND, near("London")))
    free = hexes_of("Manchester")
    assert reached(both, free, "Wales", 0, 900) == ["Manchester"] * ROLLOUTS
    assert reached(both, free, "Wales", 80, 900) == []


def test_path_to_a_town_shortens_paths_to_others():
    """The path from York to Leicester passes Nottingham at two steps, which is nearer than from Leicester."""
    alone, free = ((FIRST, near("York")),), hexes_of("Leicester", "Nottingham")
    way = network(*(f"R{row}" for row in range(2, 19) if row != 14))
    beginnings = (FirstGoal("Leicester", 20, hexes) for hexes in (way, near("York")))
    arrivals = [dict(rollout_wins(KEY, alone, free, first, 900))["Nottingham"] for first in beginnings]
    assert arrivals[0] < arrivals[1]


def test_a_town_that_is_reached_at_once_is_worth_more_than_one_that_is_reached_later():
    now, later = (building_evaluation._bonus_value(CHART, (TownWin("Manchester", arrival),)) for arrival in (2, 12))
    assert now > later


# -- the runs that track opens

DOWN = column("R", 2, 18)
"""From York (23) over Nottingham (41) to Leicester (43)."""


def test_run_fee_is_1_gold_per_step_over_rivals_track():
    track = contest("23-43", track={1: column("R", 2, 14), 2: column("R", 18, 14)}).track
    known = access_costs(KEY, track, FIRST, 3)
    assert run_fee(known, ("23", "41")) == 0
    assert run_fee(known, ("23", "43")) == 4 == known["43"].fees[2]


def test_run_beyond_the_fee_limit_is_impossible():
    track = contest("23-43", track={1: column("R", 2, 6), 2: column("R", 18, 6)}).track
    assert run_fee(access_costs(KEY, track, FIRST, 3), ("23", "43")) is None


def test_run_without_own_track_is_impossible():
    track = contest("23-43", track={1: "R10-Q10", 2: DOWN}).track
    assert run_fee(access_costs(KEY, track, FIRST, 3), ("23", "43")) is None


def test_a_prize_is_worth_less_where_rivals_can_run_too():
    alone = contest("23-43", track={1: DOWN}).track
    shared = contest("23-43", track={1: DOWN, 2: DOWN}).track
    assert mean_prizes(KEY, shared, FIRST, 3)["23", "43"] < mean_prizes(KEY, alone, FIRST, 3)["43", "23"] == 20


def test_track_gains_only_from_future_runs():
    track = contest("23-43", track={1: column("R", 2, 6), 2: column("R", 18, 6)}).track
    more = network(*column("R", 7, 18).split("-"))
    before, after = access_costs(KEY, track, FIRST, 3), access_costs(KEY, track, FIRST, 3, more)
    prize = mean_prizes(KEY, track, FIRST, 3)
    assert gain_estimate(before, after, prize, ComingRuns((), (("23", "43"),))) > 10
    assert gain_estimate(before, after, prize, ComingRuns(("23", "43"), ())) > 10
    assert gain_estimate(before, after, prize, ComingRuns(("23",), ())) == 0


def test_building_to_an_unconnected_goal_has_a_higher_value():
    waits = (run_of("11-15"),)
    closed = table(operating=True, unreached=(), track={1: "C9-D8-E8-F7"}, capital=9, waiting=waits)
    beside = table(operating=True, unreached=(), track={1: "C9-D8-E8-F7", 2: "G7-F7"}, capital=9, waiting=waits)
    assert worth(closed, "p1 build Bolton F7-G7") > 10 > worth(beside, "p1 build Bolton F7-G7")
