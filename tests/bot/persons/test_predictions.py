"""What is said of the predictions after the end of a game."""

from bot.persons.predictions import SHOWN, Scored, outcome
from bot.tables.table import Player, Table
from engine.store.followers import Prediction


def lines_about(predictions: int) -> list[str]:
    said = [Prediction(user=100 + n, name=f"Guest {n}", seat=1, seq=n) for n in range(predictions)]
    players = (Player("Ada", 1), Player("Ben", 2))
    table = Table(
        id=1, channel=1, guild=1, title="railroad-rivals", host=1, options={}, players=players, status="finished"
    )
    return outcome(table, [Scored(one, 50) for one in said]).splitlines()[1:]


def test_the_twenty_best_are_named_and_the_others_counted() -> None:
    assert (len(lines_about(20)), SHOWN) == (20, 20)
    assert lines_about(21)[20:] == ["… and 1 more"]
