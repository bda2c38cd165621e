"""Recaps while answers are sealed: who has answered, if that is public, and when the answers are shown."""

from pathlib import Path

from engine import write_action
from engine.core import is_turn_hidden, visible_events
from engine.core.transcript import parse_transcript
from tests.bot.simulated_channel import World, world
from tests.bot.ui.test_whole_move_buttons import at_bids

FOUR_RACES = Path(__file__).parents[2] / "games" / "railway_rivals" / "four-races-at-once.game"
"""A transcript in which several runs are entered at once, so that the seats to move are secret."""


async def recap(running: World, name: str) -> str:
    return str((await running.person(name).slash(running.channel, "recap")).response.content)


async def test_recap_names_players_who_have_bid_since(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        names, seats = [], {"Ada": 1, "Ben": 2, "Cleo": 3}
        await at_bids(running)
        for _ in range(2):
            person, decision = await running.asked()
            while decision.seat == seats[str(person.name)]:  # the bid, and what goes with it
                line = write_action(next(iter(decision.offers))).split(" ", 1)[1]
                await person.slash(running.channel, "move", line=line)
                names.append(str(person.name))
                asked = running.bot.services.tables.decisions(await running.table())
                if decision.seat not in {one.seat for one in asked}:
                    break
                decision = next(one for one in asked if one.seat == decision.seat)
        first, second = dict.fromkeys(names)
        said = await recap(running, first)
        assert f"{second} has answered in secret. The answer will be shown when everyone has answered." in said


async def test_recap_names_nobody_if_the_seats_to_move_are_secret(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        file, names = parse_transcript(FOUR_RACES.read_text()), ("Ada", "Ben", "Cleo", "Dov")
        running.deal(file.seed)
        count = max(int(line[1]) for _, line in file.lines)
        table = await running.started(*names[:count], title=file.title, **file.options)
        for _, line in file.lines:
            move = await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
            now = await running.table()
            assert now.state is not None
            if is_turn_hidden(now.state) and not visible_events(move.events, None):
                break
        other = next(name for name, player in zip(names, now.players, strict=False) if player.user != table.host)
        said = await recap(running, other)
        assert is_turn_hidden(now.state) and "answered in secret" not in said
