"""Checks after a run with kills: the log in the database, and the channel that people read."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from engine.core import PhaseEnded
from engine.core.codec import load_events
from engine.games import GAMES
from engine.store import LogRow, Store
from engine.store.verify import verify_database
from tests.crash.script import Script

__all__ = ["figures"]

_POST = re.compile(r"'custom_id': 'v:(\d+):(\d+):([cpqf])(?:board|pics)'")


async def figures(run: Script) -> dict[str, Any]:
    """Return the results of a run. Every number under ``wrong`` must be 0."""
    logs, titles = await _logs(run.stage.database)
    proof = await verify_database(run.stage.database)
    made = Counter((table, row.seq, row.action) for table, rows in logs.items() for row in rows if row.by == "player")
    meant = Counter((intent.table, intent.seq, intent.line) for intent in run.intents)
    due = {(table, row.seq) for table, rows in logs.items() for row in rows if _ends_a_phase(titles[table], row)}
    posts = _posts(run, "p")
    told = Counter({key: len(found) for key, found in posts.items()})
    cards = Counter(
        table for post in run.stage.world.messages.values() for table, _, letter in _marks(post) if letter == "c"
    )
    asked = {key: len(found) for key, found in _posts(run, "q").items()}
    left = _questions_left(run)
    return {
        "kills": run.stage.killed,
        "killed": dict(run.stage.kills),
        "games": sum(bool(log) for log in logs.values()),
        "moves": sum(made.values()),
        "said_again": run.said_again,
        "phases": len(due),
        "phase_posts": told.total(),
        "questions": len(asked),
        "pictures": sum(_pictures(run, post) for found in posts.values() for post in found),
        "reports_posted_in_words": sum(not post["attachments"] for found in posts.values() for post in found),
        "posts_saved_by_nonce": run.stage.world.nonce_hits,
        "requests": run.stage.door.requests.total(),
        "slowest_answer_seconds": round(run.stage.world.slowest_answer, 2),
        "refusals": len(run.refusals),
        "questions_left_open_without_history": sum(table in run.without_history for table in left),
        "wrong": {
            "committed_moves_lost": len(run.stage.lost) + sum((meant - made).values()),
            "moves_doubled": sum((made - meant).values()),
            "phases_never_posted": len(due - told.keys()),
            "phases_posted_twice": sum(count - 1 for key, count in told.items() if key in due),
            "phases_without_picture": sum(not any(_pictures(run, p) for p in posts.get(key, ())) for key in due),
            "posts_of_no_phase": len(told.keys() - due),
            "tables_without_one_card": sum(cards[table] != 1 for table, log in logs.items() if log),
            "questions_posted_twice": sum(count - 1 for count in asked.values()),
            "questions_that_never_came": len(run.unasked),
            "questions_left_open": sum(table not in run.without_history for table in left),
            "films_posted_twice": sum(len(found) - 1 for found in _posts(run, "f").values()),
            "untold_moves": await _untold(run.stage.database),
            "replay_findings": len(proof.findings),
            "answers_that_never_came": len(run.stage.unanswered),
            "unknown_requests": run.stage.door.unknown.total(),
        },
    }


def _pictures(run: Script, post: dict[str, Any]) -> int:
    """Return the number of pictures that the post has now, or had when it was deleted."""
    number, world = int(post["id"]), run.stage.world
    return len((world.messages.get(number) or world.deleted[number])["attachments"])


async def _logs(database: Path) -> tuple[dict[int, tuple[LogRow, ...]], dict[int, str]]:
    store = await Store.open(database, read_only=True)
    try:
        numbers = await store.list_tables()
        sessions = [await store.load_table(number) for number in numbers]
        return {n: await store.load_log(n) for n in numbers}, {s.id: s.title for s in sessions if s is not None}
    finally:
        await store.close()


async def _untold(database: Path) -> int:
    store = await Store.open(database, read_only=True)
    try:
        tables = [await store.load_table(number) for number in await store.list_pending_tables()]
        return sum(len(table.pending_rows) for table in tables if table is not None)
    finally:
        await store.close()


def _ends_a_phase(title: str, row: LogRow) -> bool:
    """Whether a post about this move is due: after the set-up and after every move that ended a phase."""
    return row.seq == 0 or any(isinstance(e, PhaseEnded) for e in load_events(GAMES[title], row.events))


def _posts(run: Script, kind: str) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """Return the posts ever made, by table and move, identified by their original buttons."""
    found: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for message in run.stage.world.made:
        for table, seq in {(table, seq) for table, seq, letter in _marks(message) if letter == kind}:
            found.setdefault((table, seq), []).append(message)
    return found


def _questions_left(run: Script) -> list[int]:
    """Return the tables whose questions are still in the channel at the end.

    A question that was posted just before a kill and followed by the next move can be found in the history alone.
    """
    marks = [mark for post in run.stage.world.messages.values() for mark in _marks(post)]
    return [table for table, _, letter in marks if letter == "q"]


def _marks(message: dict[str, Any]) -> set[tuple[int, int, str]]:
    """Return table, move, and kind of the post, from the message's buttons."""
    return {(int(table), int(seq), letter) for table, seq, letter in _POST.findall(str(message["components"]))}
