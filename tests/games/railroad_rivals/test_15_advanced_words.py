"""Texts and evaluations of the advanced tiles."""

from engine.core import redact, rng_from_seed
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import OfferTile
from engine.games.railroad_rivals.state.events import CityDrafted
from tests.games.railroad_rivals.advanced import SHOWN, WILD, delivering, drafting, labels, name, placing, worth
from tests.games.railroad_rivals.table import GAME, go


def test_labels_of_offered_tiles_have_their_effects():
    cities = ("Transcontinental", "New Industry", "Headquarters", "Denver")
    state = drafting(cities, ("Locomotive Upgrade", "NP", "SP", "IC"))
    said = labels(state, "Draft", "tile")
    assert said[:5] == [
        "Transcontinental: 4 cubes, every edge matches any railroad, fits 4 places",
        "New Industry: once, when delivering, draw new cubes onto a placed city, as many as it shows",
        "Headquarters: once, when delivering, deliver twice in a phase",
        "Denver: 2 cubes, edges UP CBQ ATSF UP, fits nowhere yet",
        "Locomotive Upgrade: 1 more point for each of your deliveries from now on",
    ]
    assert labels(state, "Draft")[1] == f"Draft {said[1]}"
    assert all(len(words) <= 100 for words in said)


def test_labels_of_playing_tiles_have_their_effects():
    state = delivering(("New Industry", "Headquarters"))
    assert labels(state, "Industry") == [
        "Play New Industry in St. Louis: draw 2 cubes onto it (1 link)",
        "Play New Industry in Washington: draw 2 cubes onto it (1 link)",
    ]
    assert labels(state, "Industry", "city")[0] == "St. Louis: 2 new cubes, 1 link"
    assert labels(state, "Headquarters") == ["Play Headquarters: deliver one more cube in this phase"]


def test_labels_of_placing_the_transcontinental_have_its_links():
    said = labels(placing({1: ("Transcontinental",)}), "Place")
    assert "Place Transcontinental east of St. Louis: B&O link to St. Louis, draw 4 cubes" in said


def test_the_label_of_a_delivery_has_the_points_for_an_upgrade():
    points = "3 points for you, 2 more for two Locomotive Upgrades"
    said = labels(delivering(upgrades=2), "Deliver")[0]
    assert said == f"Deliver coal from Washington to St. Louis: {points}, B&O rises to 1"


def test_played_tiles_are_narrated():
    _, events = go(delivering(("New Industry", "Headquarters")), "p1 industry Washington", "p1 headquarters")
    told = [GAME.text.event_sentence(event, name) for event in events]
    assert told[0] == "Ada played New Industry in Washington."
    assert told[1].startswith("Washington received ")
    assert told[2] == "Ada played Headquarters and may deliver twice."
    assert GAME.text.event_sentence(CityDrafted(1, "New Industry"), name) == "Ada drafted New Industry."


def test_a_computer_player_values_an_upgrade_by_the_turns_that_are_left():
    cities = ("Denver", "Omaha", "Boston", "Norfolk")
    early = drafting(cities, ("Locomotive Upgrade", "NP", "SP", "IC"), turn=2)
    late = drafting(cities, ("Locomotive Upgrade", "NP", "SP", "IC"), turn=9)
    by_turn = [worth(state, lambda action: action.tile)["Locomotive Upgrade"] for state in (early, late)]
    assert by_turn[0] > by_turn[1] > 0


def test_a_computer_player_keeps_headquarters_for_a_good_second_delivery():
    poor = delivering(("Headquarters",), {"Washington": "coal"})
    last = delivering(("Headquarters",), {"Washington": "coal wood"}, ending="last-city")
    hint = [worth(state, lambda action: type(action).__name__)["Headquarters"] for state in (poor, last)]
    assert hint[0] < 0 < hint[1]


def test_a_wild_edge_raises_the_expected_value_of_every_stock():
    stocks = ("UP", "NP", "SP", "IC")
    plain = worth(drafting((), stocks, laid=("St. Louis 0,0 n",), city_pile_out=True), lambda action: action.tile)
    wild = worth(drafting((), stocks, laid=("St. Louis 0,0 n", WILD), city_pile_out=True), lambda action: action.tile)
    assert wild["NP"] > plain["NP"]


def test_a_determinization_includes_the_advanced_tiles():
    state, _ = GAME.new_game(RivalsOptions(advanced=True), 4, 3)
    imagined = GAME.agent.determinize(redact(state, 1), rng_from_seed(1))
    assert GAME.rules.count_components(imagined) == GAME.rules.count_components(state)
    assert sorted(imagined.stock_pile.open()) == sorted(state.stock_pile.open())
    everywhere = [city for hand in imagined.hand.values() for city in hand.open()]
    everywhere += [*imagined.city_pile.open(), *imagined.removed.open(), *(lot.tile for lot in imagined.city_offer)]
    assert set(everywhere) >= SHOWN


def test_a_determinization_does_not_return_tiles_that_were_played():
    state = delivering(("New Industry",), city_offer=(OfferTile("New Industry", 1),))
    state, _ = go(state, "p1 industry Washington")
    for seed in range(5):
        imagined = GAME.agent.determinize(redact(state, 2), rng_from_seed(seed))
        dealt = [city for hand in imagined.hand.values() for city in hand.open()]
        assert "New Industry" not in [*dealt, *imagined.city_pile.open(), *imagined.removed.open()]
        assert imagined.hand[1].open() == ()
