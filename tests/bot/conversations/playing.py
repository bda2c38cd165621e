"""Conversations during games: moves by buttons, forms, and commands, views, undo, plans, votes, and the end."""

from functools import partial
from random import Random
from typing import Any

from bot.matchmaking.ladder import season_at
from bot.tables.table import Table
from bot.view import view_table
from engine import GAMES, Action, write_action
from engine.core import verb_of
from tests.bot.conversations.conversation import Talk
from tests.bot.simulated_channel import TITLE, spelled
from tests.bot.whole_game import options_of

_MOVING = ("a:", "A:", "w:")
"""Buttons that make a move or give an order."""
_OFTEN = 10
"""The number of moves between two posts, because posting takes most of the time."""


async def rivals(talk: Talk) -> None:
    """Play a game of two people and a computer to its end, with every view and question."""
    await talk.world.started("Ada", "Ben", computers=1)
    await talk.settled("a game of Ada, Ben and a computer begins")
    await _looked_at(talk)
    rng = Random(2)
    for number in range(6):
        name = await talk.move(rng)
        if number in (1, 4):
            await _undone(talk, name)
    await _typed(talk)
    await _ordered(talk)
    await _watched(talk)
    await _to_the_end(talk)
    await _afterwards(talk)


async def _looked_at(talk: Talk) -> None:
    """Use everything that shows something and changes nothing."""
    person, _ = await talk.world.asked()
    name = str(person.name)
    for command in ("board", "hand", "rules", "help", "recap", "history", "game status", "games", "describe"):
        await talk.slash(name, command)
    await talk.slash(name, "history", show="film")
    await talk.slash("Eve", "hand")
    await talk.slash(name, "board", picture="stocks")
    await talk.slash(name, "board", picture="none")
    await talk.slash(name, "rules", topic="delivery")
    await talk.slash(name, "rules", topic="zzz")
    await talk.type(name, "board", "picture", "s")
    await talk.type(name, "rules", "topic", "t")
    await talk.press(name, "Your move")
    await talk.walk(name, without=_MOVING)
    other = "Ben" if name == "Ada" else "Ada"
    await talk.press(other, "Your move", talk.world.latest("Your move"))
    await talk.press("Eve", "Your move", talk.world.latest("Your move"))
    await talk.press("Eve", "Pictures")
    await talk.walk("Eve", most=8)
    await talk.slash(other, "note")
    await talk.fill(other, note="Buy **stock**.\nThen pass.")
    await talk.slash(other, "note")


async def _undone(talk: Talk, name: str) -> None:
    """Undo and redo a move, also by consent and from an outdated page."""
    labels = talk.world.labels(talk.shown[name].response)
    for label in ("Undo", "Redo"):
        if label in labels:
            await talk.press(name, label)
            labels = talk.world.labels(talk.shown[name].response)
    await talk.move(Random(1))
    await talk.slash(name, "undo")
    await talk.type(name, "undo", "to", "")
    await talk.slash(name, "undo", to="1")
    await talk.slash(name, "undo", to="zzz")
    if "Ask the table" in talk.world.labels(talk.shown[name].response):
        await talk.press(name, "Ask the table")


async def _typed(talk: Talk) -> None:
    """Type moves in one line, right and wrong, and as commands."""
    person, decision = await talk.world.asked()
    name, offers = str(person.name), list(decision.offers)
    for text in ("", "dr", "pa", "zzz"):
        await talk.type(name, "move", "line", text)
    for line in ("zzz", "draft Nowhere", "bid 99", "draft"):
        await talk.slash(name, "move", line=line)
    await talk.slash("Eve", "move", line="pass")
    await talk.slash("Ben" if name == "Ada" else "Ada", "move", line=spelled(offers[0]))
    await talk.slash(name, f"rivals {verb_of(offers[-1])}", **options_of(offers[-1]))


async def _ordered(talk: Talk) -> None:
    """Write, give, view, and cancel standing orders, and plan the next turn."""
    for text in ("", "bid", "pass; dr", "pass then "):
        await talk.type("Ada", "orders", "write", text)
    await talk.type("Ada", "orders", "how_long", "")
    await talk.slash("Ada", "orders")
    await talk.slash("Ada", "orders", write="zzz")
    await talk.press("Ada", "Edit…")
    await talk.fill("Ada")
    for more in ({"how_long": "for 3 days"}, {"max_cost": "2", "cancel_if": "Ben pass"}, {"how_long": "zzz"}):
        await talk.slash("Ada", "orders", write="pass; draft *", **more)
    await talk.slash("Ada", "orders", write="bid 1; pass", how_long="while it lasts")
    await talk.walk("Ada")
    await talk.slash("Ada", "orders")
    await talk.type("Ada", "orders", "cancel", "")
    await talk.slash("Ada", "orders", cancel="1")
    await talk.slash("Ada", "orders", cancel="zzz")


async def orders_by_buttons(talk: Talk) -> None:
    """Choose the moves of a standing order at imagined turns: two in a row, while the table continues."""
    await talk.world.started("Ada", "Ben", "Cleo")
    await talk.world.move_on(3)
    table = await talk.world.table()
    asked = {decision.seat for decision in talk.world.bot.services.tables.decisions(table)}
    name = next(name for seat, name in enumerate(("Ada", "Ben", "Cleo"), 1) if seat not in asked)
    await talk.slash(name, "orders")
    await talk.press(name, "Add a move…")
    await _first_answer(talk, name)
    await talk.press(name, "Add another")
    await talk.press(name, "Later question…")
    await _first_answer(talk, name)
    await talk.press(name, "Back")
    await _first_answer(talk, name)
    await talk.world.move_on(1)
    await talk.press(name, "Save order")
    await talk.press(name, "Save order")
    await talk.press(name, "Add a move…")
    await _first_answer(talk, name)
    await talk.press(name, "Cancel")


async def _first_answer(talk: Talk, name: str) -> None:
    """Press the first answer of each question until a move is chosen."""
    while "Save order" not in (labels := talk.world.labels(talk.shown[name].response)):
        await talk.press(name, labels[0])


async def _watched(talk: Talk) -> None:
    """Let spectators follow and predict, and people vote on a pause, another clock, and a replacement."""
    await talk.slash("Ada", "game follow")
    await talk.press("Eve", "Follow")
    await talk.slash("Eve", "game follow")
    for seed in range(3):
        await talk.move(Random(seed))
    for name in ("Ada", "Eve"):
        await talk.slash(name, "game follow", action="stop")
    await talk.slash("Eve", "game clock", action="pause")
    for command in ("game clock action:pause", "game clock action:resume"):
        await talk.slash("Ada", command)
        await talk.press("Eve", "Agree")
        await talk.press("Ben", "Agree")
        await talk.slash("Ada", command)
    await talk.slash("Ada", "game clock", clock="daily", late="open")
    await talk.press("Ben", "Disagree")
    await talk.slash("Ada", "game clock", clock="none")
    await talk.type("Ada", "game seat", "player", "")
    for chosen in ({"by": 0}, {}, {"by": 1}):
        await talk.slash("Ada", "game seat", action="replace", player="2", **chosen)
    await talk.slash("Ada", "game seat", action="replace", player="zzz", by=0)
    await talk.wait(0.1)
    await talk.slash("Ada", "game end")
    await talk.press("Ada", "Ask the table")
    await talk.press("Ada", "Disagree")


async def _to_the_end(talk: Talk) -> None:
    """Make the best-looking moves until the game is over."""
    while not await _played(talk, _OFTEN):
        await talk.kicked()
    await talk.settled("the game comes to its end")


async def _played(talk: Talk, most: int) -> bool:
    """Make up to ``most`` best-looking moves below Discord, and return whether the game is over."""
    for _ in range(most):
        table = await talk.world.table()
        if table.status != "playing":
            await talk.kicked()
            return True
        decision = talk.world.bot.services.tables.decisions(table)[0]
        seen = view_table(table, decision.seat)
        await _made(talk, table, max(decision.offers, key=partial(seen.game.agent.score_action, seen.view)))
    return False


async def _made(talk: Talk, table: Table, action: Action) -> None:
    """Make the move below Discord, with all that follows from it."""
    sessions = talk.world.bot.services.tables
    await sessions.play_move(table.id, table.players[action.seat - 1].user or 0, write_action(action))
    while await sessions.play_automatic_move(table.id) is not None:
        pass


async def _afterwards(talk: Talk) -> None:
    """Use everything that is available after a game."""
    await talk.slash("Ada", "history", show="report")
    await talk.read("Ada")
    for form in ("result", "export", "analysis"):
        await talk.slash("Ada", "history", show=form)
    for command in ("history", "recap", "board", "undo"):
        await talk.slash("Ada", command)
    await talk.slash("Ada", "history")
    await talk.walk("Ada", most=6)
    left = ("game clock action:pause", "game seat action:resign", "game seat action:back")
    for command in ("move", "game clock", *left):
        more: dict[str, Any] = {"line": "pass"} if command == "move" else {}
        await talk.slash("Ben", command, **more)
    await talk.slash("Ada", "stats")
    await talk.slash("Ada", "stats", game=TITLE)
    await talk.slash("Ben", "stats", player=talk.world.person("Ada"))
    await talk.slash("Ada", "stats", season=str(season_at(talk.world.bot.services.tables.now())))
    await talk.walk("Ada", most=6)
    await talk.press("Ben", "Rematch")
    await talk.press("Ada", "Rematch")
    await talk.slash("Ada", "games")


async def others(talk: Talk) -> None:
    """Play the first moves of the other games, whose questions are of other kinds."""
    for seed, title in enumerate(("railway-rivals", "railroader", "railroads-of-catan"), 1):
        talk.world.channel = talk.world.guild.create_text_channel(title)
        await talk.world.started("Ada", "Ben", "Cleo", title=title, trail=True)
        await talk.settled(f"a game of {title} begins")
        await _first_moves(talk, Random(seed))
        await _refused(talk, title)
    await _bidding(talk)


async def _refused(talk: Talk, title: str) -> None:
    """Try moves where they are illegal, and follow the link to each rule."""
    for kind in GAMES[title].actions[::3]:
        person, _ = await talk.world.asked()
        await talk.slash(str(person.name), "move", line=f"{verb_of(kind)} zzz")


async def _bidding(talk: Talk) -> None:
    """Make several moves by one form, and by one press."""
    while verb_of(first := next(iter((await talk.world.asked())[1].offers))) != "bid":
        await _made(talk, await talk.world.table(), first)
    await talk.kicked()
    person, _ = await talk.world.asked()
    await talk.press(str(person.name), "Your move", talk.world.latest("Your move"))
    await talk.walk(str(person.name), most=5, without=("a:", "w:"))


async def _first_moves(talk: Talk, rng: Random) -> None:
    for number in range(4):
        name = await talk.move(rng)
        if number == 3:
            await talk.walk(name, most=7, without=_MOVING)
            await talk.press(name, "Your move", talk.world.latest("Your move"))
            await talk.walk(name, most=7, without=_MOVING)
