"""Predictions of the winner: who may predict, points, and the post with the results. Pure."""

from collections.abc import Collection, Sequence

import msgspec

from bot import limits
from bot.markdown import Markdown, count_noun, escape, join_lines, md, truncate
from bot.names import name_lookup, sanitize_name
from bot.tables.table import Table
from engine import RankingEntry, Refused, Seat
from engine.store.followers import Prediction
from engine.store.ids import UserId

MAX_POINTS = 100
"""Points for a correct prediction that was made before the first move."""
MAX_SHOWN = 20
"""Maximum number of predictions in the post."""


class PredictionScore(msgspec.Struct, frozen=True):
    """A prediction with the points that it scored."""

    prediction: Prediction
    points: int


def check_can_predict(table: Table, user: UserId, *, had_seat: bool) -> None:
    """Raise ``Refused`` unless the user is a spectator of a running game that accepts predictions.

    ``had_seat`` if the user has left or lost a seat at the table.
    """
    if not table.terms.predictions:
        raise Refused(
            md("You can’t predict at this table. The host decides that before the game, under *Host…*, *Clock*.")
        )
    if table.status != "playing":
        raise Refused(
            join_lines(
                [
                    md("You can predict only while a game is being played."),
                    md(" This one is over.") if table.state else md(""),
                ],
                "",
            )
        )
    if had_seat or any(user in (player.user, player.away) for player in table.players):
        raise Refused(
            md("You can’t predict in this game: you have a seat in it, or had one. Predictions are for spectators.")
        )


def score_predictions(
    predictions: Sequence[Prediction],
    table: Table,
    ranking: Sequence[RankingEntry],
    former_players: Collection[int] = (),
) -> tuple[PredictionScore, ...]:
    """Return the predictions of spectators with their points, best first. ``former_players`` do not count.

    A correct prediction scores ``MAX_POINTS``, multiplied by the share of the game's moves that came after it. A shared
    first place counts as a win.
    """
    winners = {place.seat for place in ranking if place.place == 1}
    players = {*former_players, *(user for player in table.players for user in (player.user, player.away))}
    scores = []
    for prediction in (prediction for prediction in predictions if prediction.user not in players):
        worth = MAX_POINTS * (table.seq - prediction.seq) / max(1, table.seq)
        scores.append(PredictionScore(prediction, round(worth) if prediction.seat in winners else 0))
    return tuple(sorted(scores, key=lambda score: (-score.points, score.prediction.seq)))


def predictions_text(table: Table, scores: Sequence[PredictionScore]) -> Markdown:
    """The post about the predictions after the game, best first."""
    name = name_lookup(table.players)
    lines = [
        md("**Who saw it coming?** A correct prediction is worth up to {} points: the earlier, the more.", MAX_POINTS)
    ]
    for place, score in enumerate(scores[:MAX_SHOWN], 1):
        user_name = escape(sanitize_name(score.prediction.name)) or md("someone")
        after = count_noun(score.prediction.seq, "move")
        lines.append(
            md(
                "{}\\. {} · {} · {}, after {}",
                place,
                user_name,
                count_noun(score.points, "point"),
                name(Seat(score.prediction.seat)),
                after,
            )
        )
    if len(scores) > MAX_SHOWN:
        lines.append(md("… and {} more", len(scores) - MAX_SHOWN))
    return truncate(join_lines(lines), limits.CONTENT)
