"""The narration of events, the status line, and the help."""

import pytest

from engine.core import redact
from engine.games.railroads_of_catan.game_data.island import Good
from engine.games.railroads_of_catan.game_data.pieces import Associate, City, DeliveryOrder, EventCard
from engine.games.railroads_of_catan.phases import (
    BiddingPhase,
    BuyingPhase,
    DraftPhase,
    MaintenancePhase,
    RunsPhase,
    VisitsPhase,
)
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.events import EVENTS
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.plans import NewPlan
from tests.games.railroads_of_catan.table import GAME, go, table

ORDER = DeliveryOrder("A", "H01", Good.ORE, 6_000)
BEN_5 = {"H01": City(2, 5)}


def name(seat):
    return ("Ada", "Ben", "Cleo", "Dan")[seat - 1]


def said(event):
    return GAME.text.event_sentence(event, name)


def news(state, *lines):
    _, events = go(state, *lines)
    return [text for event in events if (text := said(event))]


# -- the set-up and phases 1 to 4


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.IslandLaid((2, 3, 4, 1)), "Ben founds a city first, then Cleo, Dan, and Ada."),
        (e.CityFounded(2, "H01", 5), "Ben founded a 5-dot city at H01."),
        (e.PlansSaid(1, NewPlan(wishes=("H12", "H05"))), "You want H12, then H05, for your next cities."),
        (e.PlansSaid(1, NewPlan(kept="train-1")), "You will maintain train-1."),
        (e.PlansSaid(1, NewPlan()), "You have canceled all your plans."),
        (e.PlansSaid(1, "wish for H12, then H05"), "You wish for H12, then H05."),
        (e.PlansSaid(1, "maintain train-1"), "You will maintain train-1."),
        (e.PlansSaid(1, "have no plans any more"), "You have no plans any more."),
        (e.UpkeepPaid(1, 1_300), "Ada paid $1,300 in upkeep."),
        (
            e.ItemsOffered(((1, "H33-V75"), (2, "train-1"))),
            "Not maintained and up for sale: Ada’s track H33–V75; Ben’s train 1.",
        ),
        (
            e.ItemsOffered(((2, "H01-V02"), *((1, f"train-{number}") for number in range(1, 6))), BEN_5),
            "Not maintained and up for sale: Ben’s track; Ada’s train 1, train 2, train 3, train 4, and train 5.",
        ),
        (e.OfferMade(3, 1, "H33-V75", 500), "You bid $500 on Ada’s track H33–V75."),
        (
            e.ItemSold(1, 2, "H33-V75", 600, 100),
            "Ben bought Ada’s track H33–V75 for $600 and paid $100 in upkeep.",
        ),
        (
            e.ItemSold(1, 2, "train-1", 600, 500, {}, 2),
            "Ben bought Ada’s train 1 for $600 and paid $500 in upkeep. It is now Ben’s train 2.",
        ),
        (e.ItemRemoved(2, "H01-V02", BEN_5), "Ben removed the track at their 5-dot city."),
        (e.ItemKept(1, "train-2", 500), "Ada kept train 2 and paid $500 in upkeep."),
        (e.ItemRemoved(1, "train-2"), "Ada removed train 2."),
        (e.ItemRemoved(1, "train-2", {}, (Good.WOOD,)), "Ada removed train 2 and lost 1 wood."),
        (e.EventTurned(EventCard.PLENTY), "Event: Year of Plenty. Goods cost half as much this turn."),
        (e.TaxPaid(1, 300, ()), "Ada paid $300 in tax."),
        (
            e.TaxPaid(1, 0, (Good.ORE, Good.ORE, Good.WOOD)),
            "Ada couldn’t pay the whole tax: they threw away 2 ore and 1 wood and paid $0 in tax.",
        ),
        (e.StormLosses((), ()), "The monsoon destroyed nothing."),
        (
            e.StormLosses(("H03-V03", "H03-V04"), ((1, 2),)),
            "The monsoon destroyed 2 water tracks and Ada’s train 2.",
        ),
        (e.HolidayPaid(4, 3_000), "Dan received $3,000 for trains."),
        (
            e.BidsShown({1: 500, 2: 500, 3: 900}, {1: 500, 2: 500, 3: 900}, (3, 2, 1), rolled=True),
            "Turn order by bids: Cleo $900, Ben $500, and Ada $500. Ties were broken by a die roll.",
        ),
        (
            e.BidsShown({1: 0, 2: 100, 3: 900}, {3: 900}, (3, 2, 1), rolled=False),
            "Turn order by bids: Cleo $900, Ben $100, and Ada $0. Only Cleo paid.",
        ),
        (e.AssociateTaken(1, Associate.ENGINEER), "Ada hired the Engineer: all track at half price."),
        (e.BankerPaid(1, 1_400), "Ada received $1,400 from the bank."),
        (e.OrdersGrown(("A",)), "Open order A now pays $2,000 more."),
        (e.OrdersGrown(("A", "C", "D")), "Open orders A, C, and D now pay $2,000 more each."),
        (e.OrderTurned(ORDER, BEN_5), "New order A: ore to Ben’s 5-dot city for $6,000."),
    ],
)
def test_narration_of_phases_before_building(event, words):
    assert said(event) == words


# -- building, running and the end


def test_narration_of_track_has_cities_price_and_fees():
    assert news(table(), "p1 lay H32-V68-H27") == [
        "Ada laid 2 tracks from their 4-dot city to Dan’s 4-dot city for $2,000 and paid $1,000 to Dan."
    ]


def test_narration_of_track_has_free_tracks_and_the_goal():
    assert news(table(event="surplus"), "p1 lay H33-V75") == ["Ada laid 1 track from their 5-dot city for free."]
    some = e.TrackLaid(1, Path.read("H33-V75-H32-V68"), 1_000, {}, 2)
    assert said(some) == "Ada laid 3 tracks at V68 for $1,000 (2 free)."
    toward = e.TrackLaid(1, Path.read("H33-V75"), 1_000, {}, 0, "H01", BEN_5)
    assert said(toward) == "Ada laid 1 track toward Ben’s 5-dot city for $1,000."


def test_narration_of_buying_upgrading_and_running_trains():
    assert news(table(), "p1 train H33")[0] == "Ada bought train 1 in their 5-dot city for $5,000."
    assert news(table(trains={1: ["H33"]}), "p1 upgrade 1")[0] == "Ada upgraded train 1 to a large train for $3,000."


def test_narration_of_a_trip_has_goods_orders_fees_and_net():
    state = table(
        RunsPhase(),
        tracks={1: "H22-V55", 4: "V55-H28"},
        trains={1: ["H28"]},
        orders=["H22 ore 6000"],
    )
    assert news(state, "p1 run 1 H28+2>V55>H22-ore:A-ore")[:2] == [
        "Ada’s train 1 ran from their 2-dot city to their 3-dot city in 5 moves, loaded 2 ore, sold 2 ore "
        "for $1,800, and filled order A for $6,000. Ada paid Dan $200 in fees. Net: +$7,600.",
        "Ada finished running trains.",
    ]


def test_narration_of_a_trip_without_work_has_its_end():
    state = table(RunsPhase(), tracks={1: "H22-V55-H28"}, trains={1: ["H28"]})
    run = news(state, "p1 run 1 H28>V55>H22")[0]
    assert run == "Ada’s train 1 ran from their 2-dot city to their 3-dot city in 3 moves."
    assert news(state, "p1 run 1 H28+1")[0] == "Ada’s train 1 stayed in their 2-dot city and loaded 1 ore."


def test_narration_of_goods_that_are_thrown_away():
    state = table(RunsPhase(), tracks={1: "H22-V55-H28"}, trains={1: ["V55 wood wood"]})
    assert news(state, "p1 run 1 V55*wood")[0] == "Ada’s train 1 stayed near their 3-dot city and threw away 1 wood."
    assert news(state, "p1 run 1 V55*woo*woo>H28+1")[0] == (
        "Ada’s train 1 ran from a point near their 3-dot city to their 2-dot city in 3 moves, "
        "threw away 2 wood, and loaded 1 ore."
    )


def test_narration_of_visits_failed_plans_and_the_end():
    assert said(e.VisitEnded(1, building=True)) == "Ada finished building."
    assert said(e.VisitEnded(1, building=False)) == "Ada finished running trains."
    why = "It would cost $3,000 now, and your limit is $2,000."
    assert said(e.PlanStopped(1, why)) == f"Your plan was canceled. {why}"
    assert said(e.GameEnded("turns")) == "All 7 turns have been played."


def test_every_event_has_a_narration():
    silent = {"PhaseEnded", "PhasePartEnded", "BidMade", "OrderFilled"}  # told by the question, and by the trip
    told = {"TrackLaid", "TrainBought", "TrainUpgraded", "TrainRun", "VisitEnded", "PlanStopped"}
    marks = test_narration_of_phases_before_building.pytestmark[0].args[1]
    told |= {type(event).__name__ for event, _ in marks} | {"GameEnded"}
    assert {kind.__name__ for kind in EVENTS} - silent == told


# -- headline and rules


@pytest.mark.parametrize(
    ("phase", "headline", "topic"),
    [
        (BiddingPhase(), "Turn 2 of 7 · bids and associates", "Phase 3: Starting Player"),
        (BuyingPhase(), "Turn 2 of 7 · tracks and trains", "Phase 5: Tracks"),
        (RunsPhase(), "Turn 2 of 7 · running trains", "Phase 6: Moves"),
    ],
)
def test_status_line_and_help_depend_on_the_phase(phase, headline, topic):
    view = redact(table(phase, trains={1: ["H33"]}, tracks={1: "H33-V75"}), None)
    assert GAME.text.status_line(view) == headline
    assert GAME.text.help(view)[0][0] == topic


def test_status_line_of_the_draft_names_the_dots():
    begun, _ = GAME.new_game(GAME.options(), 4, 1)
    view = redact(begun, None)
    assert isinstance(begun.flow[-1], DraftPhase)
    assert GAME.text.status_line(view) == "Setup · 5-dot cities"
    assert GAME.text.help(view)[0][0] == "Game Setup"


def test_help_begins_with_maintenance_during_maintenance():
    view = redact(table(MaintenancePhase(), cash={1: 0}, tracks={1: "H33-V75"}), 1)
    assert GAME.text.status_line(view) == "Turn 2 of 7 · maintenance"
    assert GAME.text.help(view)[0][0] == "Phase 1: Maintenance"


def test_help_depends_on_the_options():
    plain = dict(GAME.text.help(redact(table(), None)))
    other = {"events": False, "pays": "first", "visits": "one"}
    house = dict(GAME.text.help(redact(table(VisitsPhase(), options=other), None)))
    assert {"Phase 2: Event"} == plain.keys() - house.keys()
    assert {"One visit per turn"} == house.keys() - plain.keys()
    assert plain["Phase 3: Starting Player"].endswith("Each player pays their bid.")
    assert house["Phase 3: Starting Player"].endswith("only the first player pays the bid.")


def test_help_names_the_event_of_the_turn_first():
    text = dict(GAME.text.help(redact(table(event="monsoon"), None)))["Phase 2: Event"]
    assert text.startswith("This turn: Monsoon: ")
