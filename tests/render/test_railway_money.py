"""Gold and its sources: the money table and the final table are sums of what happened."""

import pytest

from engine.core import Seat
from engine.games.railway_rivals.state.track import network_of
from render.games.railway_rivals.tables.final_table import final_scenes
from render.games.railway_rivals.tables.gold_accounts import fees_received, gold_account, net_gain
from render.games.railway_rivals.tables.gold_table import gold_scenes
from render.scene import Scene
from tests.render.railway import ALONE, CHART, DUEL, NAMES, TIE, position
from tests.render.rivals_position import column, line, row, sprites, written


def money(**changes: object) -> Scene:
    [scene] = gold_scenes(position(**changes), NAMES)  # type: ignore[arg-type]
    return scene


def final(**changes: object) -> Scene:
    [scene] = final_scenes(position(**({"over": True} | changes)), NAMES)  # type: ignore[arg-type]
    return scene


# -- accounts


@pytest.mark.parametrize(
    ("seat", "firsts", "seconds", "won", "second", "fees_in", "fees_out"),
    [(1, 2, 0, 35, 0, 10, 2), (2, 1, 1, 15, 5, 2, 1), (3, 0, 1, 0, 5, 0, 2), (4, 1, 0, 20, 0, 0, 7)],
)
def test_an_account_is_the_sum_of_all_races(
    seat: int, firsts: int, seconds: int, won: int, second: int, fees_in: int, fees_out: int
) -> None:
    """Of the 3 gold that Ben and Cleo pay together, Cleo as the richer pays 2; an exchange settles 2 between Ada and
    Ben.
    """
    one = gold_account(position(), Seat(seat))
    assert (one.first_prizes, one.second_prizes, one.first_prize_gold, one.second_prize_gold) == (
        firsts,
        seconds,
        won,
        second,
    )
    assert (one.fees_in, one.fees_out) == (fees_in, fees_out)
    assert (
        20 + one.bonus_gold + one.first_prize_gold + one.second_prize_gold + one.fees_in - one.fees_out + one.track_gold
        == one.gold
    )


def test_what_one_player_pays_another_receives() -> None:
    accounts = [gold_account(position(), Seat(seat)) for seat in (1, 2, 3, 4)]
    assert sum(one.fees_in for one in accounts) == sum(one.fees_out for one in accounts) == 12


def test_start_towns_and_late_towns_paid_nobody() -> None:
    """Ada was first in York, Doncaster, Nottingham and Leicester; her start town Liverpool pays no bonus."""
    assert gold_account(position(), Seat(1)).town_bonuses == 4
    leicester = next(town.hex for town in CHART.towns if town.name == "Leicester")
    assert gold_account(position(late=(leicester,)), Seat(1)).town_bonuses == 3


def test_the_table_shows_what_a_race_brought_each_player() -> None:
    assert [net_gain(DUEL, Seat(seat)) for seat in (1, 2, 3, 4)] == [23, 4, 3, 0]
    assert [net_gain(ALONE, Seat(seat)) for seat in (1, 4)] == [7, 13]
    assert [net_gain(TIE, Seat(seat)) for seat in (1, 2)] == [13, 17]
    assert fees_received(TIE, Seat(2)) == 2


# -- the money table


def test_the_richest_stands_first_and_equals_in_seat_order() -> None:
    scene = money()
    assert column(scene, "rows", "name") == ["Cleo", "Ada", "Ben", "Dov"]
    assert column(scene, "rows", "gold") == ["75", "61", "48", "48"]
    assert [chip.sprite.name for chip in sprites(scene.shapes_of_layer("rows"), "chip")] == [
        "chip 3",
        "chip 1",
        "chip 2",
        "chip 4",
    ]


def test_each_figure_stands_in_its_row_under_its_head() -> None:
    scene = money()
    assert column(scene, "rows", "1st") == ["·", "2", "1", "1"]
    assert column(scene, "rows", "2nd") == ["1", "·", "1", "·"]
    assert column(scene, "rows", "towns") == ["·", "4", "·", "·"]
    assert column(scene, "rows", "fees in") == ["·", "+10", "+2", "·"]
    assert column(scene, "rows", "fees out") == ["−2", "−2", "−1", "−7"]
    heads = {text.words: text.x for text in written(scene, "heads", "head")}
    for head in ("1st", "2nd", "towns", "fees in", "fees out"):
        assert {text.x for text in written(scene, "rows", head)} == {heads[head]}


def test_a_bar_is_as_long_as_the_gold_and_has_the_companys_pattern() -> None:
    bars = {bar.sprite.name: bar.sprite.w - 2 for bar in sprites(money().shapes_of_layer("rows"), "line")}
    assert bars == {"line 3": 216, "line 1": round(216 * 61 / 75), "line 2": 138, "line 4": 138}


def test_nobody_without_gold_has_a_bar() -> None:
    scene = money(gold={Seat(1): 0, Seat(2): 10, Seat(3): 0, Seat(4): 0})
    assert len(sprites(scene.shapes_of_layer("rows"), "line")) == 1


def test_while_track_is_built_the_table_counts_track_and_towns() -> None:
    state = position(operating=False, races=())
    [scene] = gold_scenes(state, NAMES)
    assert column(scene, "rows", "track") == ["·", "16", "17", "·"]
    towns = len(network_of(state.track, Seat(1)) & set(CHART.town_at))
    assert column(scene, "rows", "towns")[1] == str(towns) == "5"
    assert row(scene, "header", "corner") == [f"Turn {state.turn}"]
    assert line(scene) == "Cleo has the most gold"


def test_the_foot_of_the_table_names_the_next_step() -> None:
    assert money().shapes_of_layer("foot")[0].words.startswith("Next: 1 race, then building with die + 6")  # type: ignore[attr-defined]
    assert money(over=True).shapes_of_layer("foot")[0].words == "The game is over"  # type: ignore[attr-defined]


def test_the_alt_text_describes_the_money() -> None:
    assert money().alt == (
        "Railway Rivals, gold after 3 races. "
        "Cleo has 75 gold: first in no towns, no races won, 1 second prize, fees received 0, paid 2. "
        "Ada has 61 gold: first in 4 towns, 2 races won, no second prizes, fees received 10, paid 2. "
        "Ben has 48 gold: first in no towns, 1 race won, 1 second prize, fees received 2, paid 1. "
        "Dov has 48 gold: first in no towns, 1 race won, no second prizes, fees received 0, paid 7. "
        "Open: Birmingham to Peterborough (31–66)."
    )


# -- the final table


def test_the_ranking_shares_places_and_says_what_decided() -> None:
    scene = final()
    assert row(scene, "columns", "place") == ["1", "2", "3", "3"]
    assert row(scene, "columns", "name") == ["Cleo", "Ada", "Ben", "Dov"]
    assert row(scene, "columns", "total") == ["75", "61", "48", "48"]
    assert line(scene) == "Cleo wins with 75 gold"


def test_a_column_adds_up_to_its_total() -> None:
    scene = final()
    for total in written(scene, "columns", "total"):
        figures = [text for text in written(scene, "columns", "figure") if text.x == total.x]
        amounts = [int(text.words.replace("−", "-").replace("·", "0")) for text in figures]
        assert len(amounts) == 7
        assert sum(amounts) == int(total.words)


def test_a_players_column_shows_how_often_and_how_much() -> None:
    scene = final()
    ada = next(text.x for text in written(scene, "columns", "total") if text.words == "61")
    figures = sorted((t for t in written(scene, "columns", "figure") if t.x == ada), key=lambda text: text.y)
    assert [text.words for text in figures] == ["20", "+24", "+35", "·", "+10", "−2", "−26"]
    captions = [text.words for text in sorted(written(scene, "rows", "caption"), key=lambda text: text.y)]
    assert captions[:3] == ["Start", "First in a town", "Races won"]


def test_the_final_table_before_the_end_shows_the_current_result() -> None:
    scene = final(over=False)
    assert row(scene, "header", "title") == ["IF IT ENDED NOW"]
    assert line(scene) == "Cleo leads with 75 gold"


def test_a_tie_at_the_top_frames_both() -> None:
    scene = final(gold={Seat(1): 40, Seat(2): 60, Seat(3): 50, Seat(4): 60})
    assert line(scene) == "Ben and Dov share the win with 60 gold"
    assert len(scene.shapes_of_layer("frame")) == 2


def test_the_alt_text_describes_the_final_table() -> None:
    said = final().alt
    assert said.startswith("Final table: Cleo wins with 75 gold. 1. Cleo, 75 gold: start 20, second prizes ×1 +5, fees")
    sources = "start 20, first in a town ×4 +24, races won ×2 +35, fees received +10, fees paid −2, building −26."
    assert f"2. Ada, 61 gold: {sources}" in said
