"""The words of `/stats`: ratings, results, and habits. It knows no title."""

from collections.abc import Mapping, Sequence

from bot import limits
from bot.persons.stats import NEWCOMER, Rated, Rating, best, habits
from engine import GAMES
from engine.core import counted, listed
from engine.mind import level_name
from engine.store.ids import UserId
from engine.store.results import Record, Result

_EXPLAINED = (
    f"-# A rating is a cautious estimate of a player’s strength; new players start at {NEWCOMER:,}. A finished game is "
    "rated if two or more people played from the start, without hints. Leaving a rated game counts as last place. Each "
    "level of computer player has its own rating, so beating a strong one counts for more."
)


def player_text(
    who: str, found: Sequence[Result], rated: Mapping[str, Rating], record: Record, *, is_asker: bool = False
) -> str:
    """A player's results: a line a title, how they keep to games, and what a rating is. ``rated`` is by title."""
    lines = [f"**{who}**"]
    for title in GAMES:
        mine = [result for result in found if result.title == title]
        if mine:
            lines.append(_line(title, mine, rated.get(title)))
    if not found:
        lines.append("No finished games yet." if not is_asker else "You haven’t finished a game yet.")
    lines += habits(record)
    if rated:
        lines.append(_EXPLAINED)
    return limits.cut("\n".join(lines), limits.CONTENT)


def title_text(title: str, found: Mapping[Rated, Rating], among: frozenset[UserId]) -> str:
    """The best of a title among some users, and the levels of computer players."""
    top, levels = best(found, among), best(found, [who for who in found if isinstance(who, str)])
    lines = [f"**{GAMES[title].name}**: the highest ratings of players on this server"]
    lines += [f"{place}\\. <@{r.who}> · {r.points:,} · {counted(r.games, 'rated game')}" for place, r in _places(top)]
    if not top:
        return "\n".join([*lines, "No one has finished a rated game yet."])
    computers = [f"{level_name(str(r.who))} {r.points:,} ({counted(r.games, 'rated game')})" for r in levels]
    about = [f"Computer players: {listed(computers)}."] if computers else []
    return "\n".join([*lines, *about, _EXPLAINED])


def _places(top: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in top), rating) for rating in top]


def _line(title: str, mine: Sequence[Result], rating: Rating | None) -> str:
    stayed = [result for result in mine if not result.gone]
    against = [result for result in stayed if not result.alone]
    alone = f" ({len(stayed) - len(against)} alone)" if len(against) < len(stayed) else ""
    played = [f"{counted(len(stayed), 'game')} finished{alone}"] if stayed else []
    played += [f"{sum(result.place == 1 for result in against)} won"] if against else []
    left = [f"{counted(len(mine) - len(stayed), 'game')} left before the end"] if len(stayed) < len(mine) else []
    points = f"rating **{rating.points:,}** after {counted(rating.games, 'rated game')} · " if rating else ""
    return f"{GAMES[title].name}: {points}{', '.join([*played, *left])}"
