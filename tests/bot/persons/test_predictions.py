"""Texts about the predictions after the end of a game."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.persons.predictions import MAX_SHOWN, PredictionScore, check_can_predict, predictions_text, score_predictions
from bot.tables.table import Player, Table
from engine import RankingEntry, Refused, Seat
from engine.store.followers import Prediction
from engine.store.table_settings import read_table_settings


def lines_about(predictions: int) -> list[str]:
    said = [Prediction(user=100 + n, name=f"Guest {n}", seat=1, seq=n) for n in range(predictions)]
    players = (Player("Ada", 1), Player("Ben", 2))
    table = Table(
        id=1, channel=1, guild=1, title="railroad-rivals", host=1, options={}, players=players, status="finished"
    )
    return predictions_text(table, [PredictionScore(one, 50) for one in said]).splitlines()[1:]


def test_twenty_best_predictions_are_named_and_the_rest_counted() -> None:
    assert (len(lines_about(20)), MAX_SHOWN) == (20, 20)
    assert lines_about(21)[20:] == ["… and 1 more"]


TABLE = Table(
    id=1,
    channel=1,
    guild=1,
    title="railroad-rivals",
    host=1,
    options={},
    players=(Player("Ada", 1), Player("Ben (away)", away=2)),
    status="playing",
    seq=40,
    terms=read_table_settings({"predictions": "yes"}),
)


def said(user: int, seat: int, seq: int) -> Prediction:
    return Prediction(user=user, name=f"Guest {user}", seat=seat, seq=seq)


@pytest.mark.parametrize(
    ("one", "points"),
    [
        (said(7, 1, 0), 100),
        (said(7, 1, 20), 50),
        (said(7, 1, 40), 0),
        (said(7, 2, 0), 0),
        (said(1, 1, 0), None),
        (said(2, 1, 0), None),
        (said(9, 1, 0), None),
    ],
)
def test_prediction_scores_the_remaining_moves(one: Prediction, points: int | None) -> None:
    ranking = [RankingEntry(Seat(1), 1, 9), RankingEntry(Seat(2), 2, 5)]
    found = [
        (scored_.prediction, scored_.points) for scored_ in score_predictions([one], TABLE, ranking, former_players=[9])
    ]
    assert found == ([] if points is None else [(one, points)])


def test_shared_first_place_wins_and_best_predictions_come_first() -> None:
    ranking = [RankingEntry(Seat(1), 1, 9), RankingEntry(Seat(2), 1, 9)]
    late, early, other = said(7, 1, 20), said(8, 2, 0), said(9, 2, 20)
    assert [one.prediction for one in score_predictions([other, late, early], TABLE, ranking)] == [early, other, late]
    assert [one.prediction.seq for one in score_predictions([said(7, 3, 9), said(8, 3, 2)], TABLE, ranking)] == [2, 9]
    assert score_predictions([said(7, 1, 0)], replace(TABLE, seq=0), ranking)[0].points == 0


@pytest.mark.parametrize(
    ("user", "held", "more", "why"),
    [
        (7, False, {}, ""),
        (7, True, {}, "have a seat in it, or had one"),
        (1, False, {}, "have a seat in it, or had one"),
        (2, False, {}, "have a seat in it, or had one"),
        (7, False, {"terms": read_table_settings({"predictions": "no"})}, "can’t predict at this table"),
        (7, False, {"status": "lobby"}, "only while a game is being played.$"),
        (7, False, {"status": "finished", "state": "state"}, "This one is over"),
    ],
)
def test_spectator_of_a_running_game_can_predict(user: int, held: bool, more: Any, why: str) -> None:
    table = replace(TABLE, **more)
    if not why and table.terms.predictions:
        check_can_predict(table, user, had_seat=held)
    else:
        with pytest.raises(Refused, match=why):
            check_can_predict(table, user, had_seat=held)


def test_prediction_is_shown_with_user_and_time() -> None:
    found = [PredictionScore(replace(said(7, 1, 1), name=""), 1), PredictionScore(said(8, 2, 12), 0)]
    lines = predictions_text(TABLE, found).splitlines()[1:]
    assert lines == [
        "1\\. someone · 1 point · Ada, after 1 move",
        "2\\. Guest 8 · no points · Ben \\(away\\), after 12 moves",
    ]
