"""Numbers that are not the bot's to choose, or that players were told: Discord's, and how long what lasts.

A test that reaches such a limit would need texts of that length or weeks of play, and would take them from the same
table.
"""

from datetime import timedelta
from typing import Any

import pytest

from bot import config, errors, limits, wording
from bot.clocks import clock, hours
from bot.commands import memo, table
from bot.deadlines import alarms, stranded, vacancies
from bot.meeting import board, mornings, seasons
from bot.persons import predictions, stats
from bot.planning import orderbook, reading
from bot.play import holders, seating
from bot.solo import deal, streaks
from bot.telling import access, mailbox, notice_words, notices
from bot.voting import votes

HOUR, DAY = 3_600, 86_400

LIMITS = {
    "CONTENT": 2_000,
    "EMBED_TITLE": 256,
    "EMBED_DESCRIPTION": 4_096,
    "EMBED_TOTAL": 6_000,
    "FILES": 10,
    "ALT_TEXT": 1_024,
    "NONCE": 25,
    "LAYOUT": 4_000,
    "LAYOUT_PARTS": 40,
    "ROWS": 5,
    "BUTTONS_IN_ROW": 5,
    "BUTTON_LABEL": 80,
    "CUSTOM_ID": 100,
    "SELECT_OPTIONS": 25,
    "SELECT_TEXT": 100,
    "MODAL_TITLE": 45,
    "MODAL_LABEL": 45,
    "MODAL_ABOUT": 100,
    "MODAL_TEXT": 4000,
    "COMMANDS": 100,
    "COMMAND_NAME": 32,
    "COMMAND_DESCRIPTION": 100,
    "COMMAND_OPTIONS": 25,
    "CHOICE_NAME": 100,
    "CHOICE_VALUE": 100,
    "AUTOCOMPLETE_CHOICES": 25,
}

CODES = [
    (errors, {"_UNKNOWN_INTERACTION": 10062, "_ALREADY_ANSWERED": 40060}),
    (access, {"_UNKNOWN_MEMBER": 10007}),
    (notices, {"_UNKNOWN_CHANNEL": 10003}),
    (mailbox, {"_UNKNOWN_MESSAGE": 10008, "_TOO_OLD_TO_EDIT": 30046, "_THREAD_ARCHIVED": 50083}),
    (mailbox, {"_REFUSED": (50007, 50278), "_FAILURE": 500}),
]

TOLD = [
    (clock, {"UNCLOCKED": (DAY, 3 * DAY, 7 * DAY)}),
    (hours, {"LONGEST_HOLIDAY": timedelta(60), "_FARTHEST_HOLIDAY": timedelta(366), "_LONGEST_QUIET": 12}),
    (holders, {"LONG_PAUSE": 7 * DAY, "_NAME": 32}),
    (table, {"_QUIET": 7 * DAY}),
    (seating, {"NUDGED_AFTER": 6 * DAY, "_CLOSED_AFTER": 7 * DAY}),
    (board, {"LISTED_SECONDS": 3 * DAY}),
    (mornings, {"_LATEST": 4 * HOUR}),
    (seasons, {"RANKED_FROM": 5}),
    (memo, {"_LONGEST": 1_000}),
    (votes, {"LAPSES_AFTER": 3 * DAY}),
    (stranded, {"_KEPT_SECONDS": 30 * DAY}),
    (vacancies, {"_TOLD_AFTER": (3 * DAY, 7 * DAY)}),
    (alarms, {"_UNDELIVERED_SECONDS": 3 * DAY}),
    (notice_words, {"_GRACE_WITHOUT_A_CLOCK": 12 * HOUR}),
    (deal, {"OPEN_HOURS": 36}),
    (streaks, {"_FORGIVEN_EVERY": 7}),
    (stats, {"NEWCOMER": 1_000, "_SCALE": 40, "_BEHIND": 100}),
    (predictions, {"WORTH": 100}),
    (orderbook, {"_MOST_ORDERS": 10}),
    (reading, {"MOST_WISHES": 10, "_LONGEST_DAYS": 60, "_LONGEST_WISH": 100}),
    (wording, {"NAME_LENGTH": 32, "_STACKED": 2}),
    (config, {"_MOST_THINKERS": 8}),
]


def test_limits_are_those_that_discord_documents() -> None:
    assert {name: value for name, value in vars(limits).items() if type(value) is int} == LIMITS


@pytest.mark.parametrize(("module", "numbers"), [*CODES, *TOLD])
def test_a_number_is_what_everybody_was_told(module: Any, numbers: dict[str, Any]) -> None:
    assert {name: getattr(module, name) for name in numbers} == numbers
