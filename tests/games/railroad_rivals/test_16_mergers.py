"""Mergers and lootings, and texts and evaluations of Stock Shenanigans. Rulings K8 to K12, K16."""

import msgspec
import pytest

from engine.core import decisions, read_action, redact, write_action
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import halfway_value
from engine.games.railroad_rivals.rules import scoring
from engine.games.railroad_rivals.state.events import Delivered
from tests.games.railroad_rivals.shenanigans import CARGO, DELIVER, delivering, labels, named, shenanigans_table
from tests.games.railroad_rivals.table import GAME, go, offered

# -- Merger


def meeting(lower, higher):
    """The two values after each step of the rulebook: they move toward each other in turn, the lower first."""
    steps = []
    while lower != higher:
        if len(steps) % 2 == 0:
            lower += 1
        else:
            higher -= 1
        steps.append((lower, higher))
    return steps


def test_k9_merger_of_values_0_and_7_gives_4():
    assert meeting(0, 7) == [(1, 7), (1, 6), (2, 6), (2, 5), (3, 5), (3, 4), (4, 4)]
    state = delivering(tiles={1: "Merger"}, owned={1: "ATSF B&O"}, value={"ATSF": 0, "B&O": 7})
    state, events = go(state, "p1 merge ATSF B&O")
    assert (state.value["ATSF"], state.value["B&O"]) == (4, 4)
    assert events[0] == e.RailroadsMerged(seat=1, first="ATSF", second="B&O", value=4)
    assert state.baron.merged == ("ATSF", "B&O")


def test_k9_the_halfway_value_agrees_with_the_steps_of_the_rulebook():
    start = delivering()
    for low in range(20):
        for high in range(low, 20):
            state = msgspec.structs.replace(start, value={"ATSF": high, "B&O": low})
            met = halfway_value(state, "ATSF", "B&O")
            assert ([(low, high), *meeting(low, high)][-1]) == (met, met)


def test_k8_a_majority_or_tie_in_the_more_valuable_railroad_is_needed():
    owned = {1: "ATSF B&O", 2: "B&O B&O", 3: "ATSF ATSF"}
    for dear, leader, count in (("B&O", 2, 2), ("ATSF", 3, 2)):
        state = delivering(tiles={1: "Merger"}, owned=owned, value={dear: 3}, goods=CARGO)
        with pytest.raises(Refused, match=f"more valuable one, but player {leader} owns {count} of {dear}"):
            go(state, "p1 merge ATSF B&O")


def test_k8_a_majority_in_the_less_valuable_railroad_is_not_needed():
    owned = {1: "ATSF B&O", 3: "ATSF ATSF"}
    state = delivering(tiles={1: "Merger"}, owned=owned, value={"B&O": 3, "ATSF": 2})
    assert "p1 merge ATSF B&O" in offered(state)


def test_k8_of_equally_valuable_railroads_a_majority_in_either_is_enough():
    for owned, allowed in (
        ({1: "ATSF B&O", 2: "B&O B&O"}, True),
        ({1: "ATSF B&O", 3: "ATSF ATSF"}, True),
        ({1: "ATSF B&O", 2: "B&O B&O", 3: "ATSF ATSF"}, False),
    ):
        state = delivering(tiles={1: "Merger"}, owned=owned, value={"ATSF": 3, "B&O": 3}, goods=CARGO)
        assert ("p1 merge ATSF B&O" in offered(state)) == allowed


def test_k8_a_merger_needs_stock_of_both_railroads():
    state = delivering(tiles={1: "Merger"}, owned={1: "ATSF ATSF UP"}, value={"ATSF": 3})
    assert {line for line in offered(state) if "merge" in line} == {"p1 merge ATSF UP"}
    with pytest.raises(Refused, match="you own none of its stock. You own 2 ATSF and 1 UP"):
        go(state, "p1 merge ATSF B&O")
    with pytest.raises(Refused, match="can’t merge UP with itself"):
        go(state, "p1 merge UP UP")


def test_k10_edges_of_merged_railroads_do_not_match_each_other():
    merged = {"merged": ("IC", "B&O")}
    more = {"hands": {1: ("Charleston", "Atlanta")}, "laid": ("Washington 0,0 n",)}
    before = offered(shenanigans_table(PlacingPhase(), DeliveringPhase(), **more))
    assert offered(shenanigans_table(PlacingPhase(), DeliveringPhase(), baron=merged, **more)) == before
    assert not [line for line in before if "Atlanta 1,0" in line]  # Washington's B&O edge is its eastern one


def test_k11_every_change_moves_the_values_of_both_railroads():
    merged = {"merged": ("ATSF", "B&O")}
    both = {"ATSF": 4, "B&O": 4}
    state = delivering(tiles={1: "Buy Stock, Dump Stock"}, owned={1: "ATSF B&O"}, value=both, baron=merged, goods=CARGO)

    def values(after):
        return after.value["ATSF"], after.value["B&O"]

    state, _ = go(state, DELIVER)
    assert values(state) == (5, 5)
    state, _ = go(state, "p1 buy ATSF")
    assert values(state) == (6, 6)
    assert state.score[1] == 20 + 3 - 5
    state, events = go(state, "p1 dump ATSF")
    assert values(state) == (0, 0)
    assert events[0] == e.StocksDumped(seat=1, company=("ATSF", "B&O"), tiles=3, price=6, value=0)


def test_k11_a_trip_over_links_of_both_railroads_raises_both_by_2():
    laid = ("St. Louis 0,0 n", "Washington 1,0 s", "Chicago 0,1 s")
    baron = {"merged": ("IC", "B&O"), "towers": {"St. Louis": 1}}
    state = delivering(baron=baron, modules=("buildings",), laid=laid, goods={"Washington": "coal"})
    state, _ = go(state, "p1 relay coal Washington Chicago")
    assert (state.value["IC"], state.value["B&O"]) == (2, 2)


def test_k11_dumping_a_merged_company_sells_the_tiles_of_both_railroads():
    merged = {"merged": ("ATSF", "B&O")}
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "B&O UP ATSF"}, baron=merged, value={"ATSF": 4, "B&O": 4})
    assert {line for line in offered(state) if "dump" in line} == {"p1 dump ATSF", "p1 dump UP"}
    state, _ = go(state, "p1 dump ATSF")
    assert state.stocks[1] == {"UP": 1}


@pytest.mark.parametrize(("tile", "verb"), [("Dump Stock", "dump"), ("Loot The Company", "loot")])
def test_a_merged_company_may_be_named_by_either_railroad(tile, verb):
    merged = {"merged": ("ATSF", "B&O")}
    state = delivering(tiles={1: tile}, owned={1: "B&O UP ATSF"}, baron=merged, value={"ATSF": 4, "B&O": 4})
    assert go(state, f"p1 {verb} B&O") == go(state, f"p1 {verb} ATSF")
    assert named_otherwise(state, f"{verb} B&O") == named_otherwise(state, f"{verb} ATSF")


def test_a_merged_company_may_be_named_by_a_railroad_without_an_own_tile():
    merged = {"merged": ("ATSF", "B&O")}
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "B&O UP"}, baron=merged, value={"ATSF": 4, "B&O": 4})
    assert go(state, "p1 dump ATSF") == go(state, "p1 dump B&O")


def test_a_looting_that_is_refused_gives_the_reason_for_either_name():
    merged, owned = {"merged": ("ATSF", "B&O")}, {1: "B&O ATSF", 2: "ATSF ATSF ATSF"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, baron=merged, goods=CARGO)
    for name in ("ATSF", "B&O"):
        with pytest.raises(Refused, match="player 2 owns 3 of ATSF, and you own 2"):
            go(state, f"p1 loot {name}")


def test_the_railroads_of_a_merger_may_be_named_in_either_order():
    state = delivering(tiles={1: "Merger"}, owned={1: "ATSF B&O UP"}, value={"ATSF": 2, "B&O": 7})
    assert go(state, "p1 merge B&O ATSF") == go(state, "p1 merge ATSF B&O")
    assert len([line for line in offered(state) if "merge" in line]) == 3


def named_otherwise(state, line):
    """The label of a move that names a company by another railroad than the offers."""
    view = redact(state, 1)
    return GAME.text.label(view, read_action(f"p1 {line}", GAME.actions), "", named)


def test_k12_a_looted_railroad_cannot_be_merged_dumped_or_bought():
    state = delivering(tiles={1: "Loot The Company, Merger, Buy Stock, Dump Stock"}, owned={1: "ATSF B&O UP"})
    state, _ = go(state, "p1 loot B&O")
    assert not [line for line in offered(state) if "B&O" in line]
    for line in ("p1 merge ATSF B&O", "p1 dump B&O"):
        with pytest.raises(Refused, match="B&O: it is out of business and has no stock"):
            go(state, line)
    with pytest.raises(Refused, match="buy B&O stock: the pile has none"):
        go(state, "p1 buy B&O")


# -- the end


def test_k16_unused_tiles_score_nothing():
    state = delivering(tiles={1: "Merger, Insider Trading"}, owned={2: "UP"}, value={"UP": 3})
    scored = scoring.score_stocks(state)
    assert (scored.score[1], scored.score[2]) == (20, 23)
    assert scoring.ranking(scored)[0].seat == 2


def test_final_scoring_counts_merged_stock_at_the_common_value_and_ruined_stock_not_at_all():
    tiles = {1: "Merger", 2: "Loot The Company"}
    owned = {1: "ATSF B&O B&O", 2: "NYC", 3: "B&O NYC"}
    state = delivering(tiles=tiles, owned=owned, value={"ATSF": 0, "B&O": 7, "NYC": 9}, goods=CARGO)
    state, _ = go(state, "p1 merge ATSF B&O", DELIVER, "p2 loot NYC")
    assert (state.stock_worth(1), state.stock_worth(2), state.stock_worth(3)) == (3 * 5, 0, 5)


# -- words


def test_labels_of_using_tiles_have_price_and_effect():
    tiles = "Buy Stock, Dump Stock, Loot The Company, Merger"
    owned = {1: "ACL ACL ACL ATSF B&O B&O", 2: "ACL"}
    state = delivering(tiles={1: tiles}, owned=owned, value={"ACL": 4, "B&O": 7, "UP": 5})
    assert "Buy UP stock for 5 of your 20 points: UP rises to 6" in labels(state, "buy")
    assert "UP, Union Pacific: 5 points, 4 in the pile" in labels(state, "buy", "railroad")
    assert labels(state, "dump")[0] == "Dump 3 ACL stocks at 4: 12 points for you, ACL falls from 4 to 0"
    assert labels(state, "dump", "railroad")[0] == "ACL: 3 stocks at 4 for 12 points, falls from 4 to 0"
    assert labels(state, "loot")[0] == (
        "Loot ACL: 5 points for you, ACL goes out of business, you lose 3 stocks and others lose 1 (worth 4 each), "
        "the links stay"
    )
    assert labels(state, "merge")[-1] == (
        "Merge ATSF at 0 and B&O at 7: one company at 4, your 3 stocks go from 14 to 12 points"
    )
    assert labels(state, "merge", "second")[-1] == "B&O, Baltimore & Ohio: worth 7, you own 2, both at 4 with ATSF"


def test_labels_of_offered_special_tiles_have_their_effects():
    names = ("Buy Stock", "Dump Stock", "Loot The Company", "Merger", "Stock Issue", "Insider Trading")
    state = shenanigans_table(DraftingPhase(), stocks=names)
    for name, label in zip(names, labels(state, "draft", "tile"), strict=True):
        assert label.startswith(f"{name}: once, ")


def test_the_label_of_offered_stock_names_a_merged_company():
    state = shenanigans_table(
        DraftingPhase(), stocks=("ATSF", "UP"), baron={"merged": ("ATSF", "B&O")}, value={"ATSF": 4, "B&O": 4}
    )
    assert labels(state, "draft")[0] == "Draft ATSF stock, Santa Fe: worth 4 now, one company with B&O"


def test_narrations_of_used_tiles_have_their_numbers():
    events = [
        e.StockBought(seat=1, railroad="UP", price=4, company=("UP",), value=5),
        e.StocksDumped(seat=2, company=("ATSF", "B&O"), tiles=3, price=4, value=0),
        e.CompanyLooted(seat=3, company=("B&O",), points=5, lost=((1, 1), (3, 2))),
        e.RailroadsMerged(seat=4, first="ATSF", second="B&O", value=4),
    ]
    assert [GAME.text.event_sentence(event, named) for event in events] == [
        "Ada bought UP stock from the pile for 4 points. UP stock is worth 5.",
        "Ben dumped 3 ATSF and B&O stocks at 4 points each for 12 points. ATSF and B&O stock is worth 0.",
        "Cleo looted B&O for 5 points. B&O is out of business: Ada lost 1 stock and Cleo lost 2 stocks.",
        "Dov merged ATSF and B&O into one company. Both stocks are worth 4.",
    ]


def test_k11_the_narration_of_a_delivery_names_both_railroads_of_a_company():
    state = delivering(
        goods=CARGO, owned={1: "ATSF B&O"}, baron={"merged": ("ATSF", "B&O")}, value={"ATSF": 4, "B&O": 4}
    )
    _, events = go(state, DELIVER)
    (told,) = [event for event in events if isinstance(event, Delivered)]
    assert GAME.text.event_sentence(told, named).endswith("ATSF and B&O stock is worth 5.")


# -- computer players


def hints(state, kind):
    """The values of the offers with a verb, by the text after the verb."""
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    offers = [offer for offer in decision.offers if type(offer).__name__.lower() == kind]
    return {write_action(offer).split(" ", 2)[2]: GAME.agent.score_action(view, offer) for offer in offers}


LAST = {"goods": CARGO, "ending": "last-city"}


def test_a_computer_loots_what_costs_its_rivals_more_than_itself():
    owned = {1: "UP NP NP", 2: "UP"}
    worth = hints(delivering(tiles={1: "Loot The Company"}, owned=owned, value={"UP": 3, "NP": 8}, **LAST), "loot")
    assert worth["UP"] > 0 > worth["NP"]


def test_a_computer_dumps_at_the_end_what_rivals_own_too_and_keeps_what_still_grows():
    tiles, owned, value = {1: "Dump Stock"}, {1: "B&O B&O", 2: "B&O"}, {"B&O": 6}
    assert hints(delivering(tiles=tiles, owned=owned, value=value, **LAST), "dump")["B&O"] > 0
    assert hints(delivering(tiles=tiles, owned=owned, value=value, goods=CARGO), "dump")["B&O"] < 0


def test_a_computer_merges_railroads_if_its_own_stock_gains():
    owned = {1: "UP UP UP NP", 2: "NP"}
    gains = hints(delivering(tiles={1: "Merger"}, owned=owned, value={"UP": 0, "NP": 8}, **LAST), "merge")
    losses = hints(delivering(tiles={1: "Merger"}, owned=owned, value={"UP": 8, "NP": 0}, **LAST), "merge")
    assert gains["NP UP"] > 0 > losses["NP UP"]


def test_a_computer_buys_what_will_be_worth_more_than_it_costs():
    state = delivering(tiles={1: "Buy Stock"}, owned={1: "UP", 2: "NP NP"}, value={"UP": 5, "NP": 5}, goods=CARGO)
    worth = hints(state, "buy")
    assert max(worth, key=worth.__getitem__) == "B&O"  # the only railroad with a link
    assert worth["UP"] > worth["SP"] > worth["NP"]


def test_a_computer_delivers_rather_than_to_waste_a_tile():
    owned = {1: "B&O", 2: "UP"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, value={"B&O": 15}, goods=CARGO, by=2)
    assert max(hints(state, "loot").values()) < min(hints(state, "deliver").values())
