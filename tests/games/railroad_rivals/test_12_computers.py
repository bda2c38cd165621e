"""Evaluations and determinizations of computer players."""

import msgspec

from engine.agents import greedy_agent
from engine.core import Seat, decisions, play, redact, rng_from_seed
from engine.core.codec import dump_state, load_state
from engine.games.railroad_rivals.game_data.grid import Cell
from engine.games.railroad_rivals.game_data.pieces import KnownCities
from engine.games.railroad_rivals.game_data.printed_data import BASE_CITIES, City
from engine.games.railroad_rivals.phases.turns import BiddingPhase
from engine.games.railroad_rivals.state.actions import Bid, Draft, Pass, Place
from tests.games.railroad_rivals.table import BLOCK, GAME, table


def test_a_higher_bid_has_a_lower_value():
    state = table(flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4))))
    view = redact(state, 4)
    assert GAME.agent.score_action(view, Bid(4, 1)) > GAME.agent.score_action(view, Bid(4, 2))
    assert GAME.agent.score_action(view, Pass(4)) > GAME.agent.score_action(view, Bid(4, 10))


def test_the_second_of_two_players_bids():
    """Otherwise the first player stays first and wins nearly always."""
    state = table(seats=2, flow=(*table().flow[:1], BiddingPhase.start((1, 2))))
    view = redact(state, 2)
    assert (
        GAME.agent.score_action(view, Bid(2, 1))
        > GAME.agent.score_action(view, Pass(2))
        > GAME.agent.score_action(view, Bid(2, 2))
    )


def test_the_value_of_a_bid_depends_on_the_stocks_that_earlier_seats_would_take():
    """With one far better stock on offer, the last player bids five points; with four equal ones, not."""
    railroads = ("NYC", "PRR", "B&O", "UP")
    for best, bids in ((12, True), (0, False)):
        values = {**table().value, **dict.fromkeys(railroads, 0), "NYC": best}
        bidding = BiddingPhase.start((1, 2, 3, 4))
        state = table(flow=(*table().flow[:1], bidding), offer=((), railroads), value=values)
        view = redact(state, 4)
        assert (GAME.agent.score_action(view, Bid(4, 5)) > GAME.agent.score_action(view, Pass(4))) is bids


def test_the_first_player_bids_against_the_highest_bidder():
    """A pass loses the best stock to the highest bidder; without a bid, it loses nothing."""
    railroads = ("NYC", "PRR", "B&O", "UP")
    values = {**table().value, **dict.fromkeys(railroads, 0), "NYC": 12}
    for best, bids in ((4, True), (0, False)):
        bidding = msgspec.structs.replace(BiddingPhase.start((1, 2, 3, 4)), still_in=(1, 4), best=best)
        state = table(flow=(*table().flow[:1], bidding), offer=((), railroads), value=values)
        view = redact(state, 1)
        assert (GAME.agent.score_action(view, Bid(1, best + 1)) > GAME.agent.score_action(view, Pass(1))) is bids


def test_a_stock_is_worth_more_if_other_players_own_it():
    """Its owners prefer deliveries over its links."""
    alone = table(laid=BLOCK, by=2)
    railroad = alone.board.links[0].railroad
    owned = {**alone.stocks, 3: {railroad: 2}}
    shared = table(laid=BLOCK, by=2, stocks=owned)
    worth = [GAME.agent.score_action(redact(state, 1), Draft(1, railroad)) for state in (alone, shared)]
    assert worth[1] > worth[0]


def test_the_only_links_do_not_count_for_all_later_deliveries():
    """Later cities add links of other railroads, so an early stock is not worth a bid of nine."""
    alone = table(laid=BLOCK, by=2)
    railroads = {link.railroad for link in alone.board.links}
    worth = {name: GAME.agent.score_action(redact(alone, 1), Draft(1, name)) for name in ("SP", *railroads)}
    assert worth["SP"] > 0
    assert max(worth.values()) < (alone.remaining_turns + 1) * alone.seats / len(railroads)


def test_open_edges_add_nothing_to_a_stock_in_the_last_turn():
    for ending, more in (("", True), ("hand", False)):
        few, many = (table(laid=laid, by=2, ending=ending) for laid in (BLOCK[:1], (BLOCK[0], "Cleveland 5,5 s")))
        worth = [GAME.agent.score_action(redact(state, 1), Draft(1, "B&O")) for state in (few, many)]
        assert (worth[1] > worth[0]) is more


def test_a_link_is_worth_more_beside_cubes_and_if_rivals_own_its_stock():
    """The link is that of Pittsburgh and St. Louis by the B&O."""
    laying = Place(Seat(1), City("Pittsburgh"), Cell(1, 0), "n")

    def worth(**changes):
        state = table(hands={1: ("Pittsburgh",), 2: ("Cleveland",)}, **changes)
        return GAME.agent.score_action(redact(state, 1), laying)

    owned = {**table().stocks, 3: {"B&O": 2}}
    assert worth(goods={"St. Louis": "grain wood"}) > worth()
    assert worth(stocks=owned) > worth()


def test_a_determinization_keeps_drafted_cities_in_their_hands():
    state, _ = GAME.new_game(GAME.options(), 3, 5)
    for seed in range(20):
        view = redact(state, decisions(state)[0].seat)
        imagined = GAME.agent.determinize(view, rng_from_seed(seed))
        for lot in state.city_offer:
            if lot.taken and lot.tile in state.hand[lot.taken].open():
                assert lot.tile in imagined.hand[lot.taken].open()
        everywhere = [city for hand in imagined.hand.values() for city in hand.open()]
        everywhere += [*imagined.city_pile.open(), *imagined.removed.open(), *(t.city for t in imagined.board.laid)]
        everywhere += [lot.tile for lot in imagined.city_offer if lot.taken is None]
        assert sorted(everywhere) == sorted(BASE_CITIES)
        state, _ = play(state, next(iter(decisions(state)[0].offers)))


def test_drafted_cities_stay_known_in_later_turns():
    """A drafted city is known until it leaves the hand; dealt cities are not known."""
    state, _ = GAME.new_game(GAME.options(), 3, 1)
    drafted = {seat: set() for seat in state.everyone}
    rng = rng_from_seed(2)
    while state.turn < 5:
        asked = decisions(state)[0]
        action, rng = greedy_agent.choose(GAME, redact(state, asked.seat), asked, rng)
        if isinstance(action, Draft) and action.tile in BASE_CITIES:
            drafted[action.seat].add(action.tile)
        state, _ = play(state, action)
    imagined = GAME.agent.determinize(redact(state, 1), rng_from_seed(3))
    for seat in (2, 3):
        known = drafted[seat] & set(state.hand[seat].open())
        assert known
        assert known <= set(imagined.hand[seat].open())
        assert set(state.seen.in_hand(seat)) == known


def test_states_that_differ_only_in_known_tiles_are_equal():
    state, _ = GAME.new_game(GAME.options(), 3, 5)
    drafted, _ = play(state, next(iter(decisions(state)[0].offers)))
    older = msgspec.structs.replace(drafted, seen=KnownCities())
    assert older == drafted
    plain = msgspec.json.decode(dump_state(drafted))
    del plain["seen"]
    assert load_state(GAME, msgspec.json.encode(plain), GAME.version) == drafted
