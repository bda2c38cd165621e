"""Numbers that Discord or the documents determine.

Tests that reach such a limit would need very long texts or weeks of play, and would read the limit from the same
constant.
"""

from datetime import timedelta
from typing import Any

import pytest

from bot import config, errors, limits, names
from bot.announcements import channel, channel_access, notification_service, notification_text
from bot.clocks import clock, quiet_hours
from bot.commands import note, table
from bot.matchmaking import ladder, morning_post, open_tables_text
from bot.orders import parser
from bot.orders import service as order_service
from bot.persons import predictions, stats
from bot.play import lobby_rules, seat_holders
from bot.proposals import service as proposal_service
from bot.scheduler import deleted_channels, open_seats, scheduler
from bot.solo import deal, streaks

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
    (channel_access, {"_UNKNOWN_MEMBER": 10007}),
    (notification_service, {"_UNKNOWN_CHANNEL": 10003}),
    (channel, {"_UNKNOWN_MESSAGE": 10008, "_TOO_OLD_TO_EDIT": 30046, "_THREAD_ARCHIVED": 50083}),
    (channel, {"_DIRECT_MESSAGE_REFUSED": (50007, 50278), "_SERVER_ERROR": 500}),
]

TOLD = [
    (clock, {"REMINDER_DELAYS_WITHOUT_CLOCK": (DAY, 3 * DAY, 7 * DAY)}),
    (quiet_hours, {"MAX_HOLIDAY": timedelta(60), "_MAX_HOLIDAY_DELAY": timedelta(366), "_MAX_QUIET_HOURS": 12}),
    (seat_holders, {"LONG_PAUSE": 7 * DAY, "_NAME_LENGTH": 32}),
    (table, {"_STALLED_SECONDS": 7 * DAY}),
    (lobby_rules, {"REMINDER_AFTER": 6 * DAY, "_CLOSED_AFTER": 7 * DAY}),
    (open_tables_text, {"LISTED_SECONDS": 3 * DAY}),
    (morning_post, {"_MAX_DELAY_SECONDS": 4 * HOUR}),
    (ladder, {"MIN_RANKED_GAMES": 5}),
    (note, {"_MAX_LENGTH": 1_000}),
    (proposal_service, {"VOTE_SECONDS": 3 * DAY}),
    (deleted_channels, {"_END_AFTER_SECONDS": 30 * DAY}),
    (open_seats, {"_REMINDER_DELAYS": (3 * DAY, 7 * DAY)}),
    (scheduler, {"_UNDELIVERABLE_SECONDS": 3 * DAY}),
    (notification_text, {"_GRACE_WITHOUT_A_CLOCK": 12 * HOUR}),
    (deal, {"OPEN_HOURS": 36}),
    (streaks, {"_FORGIVING_INTERVAL": 7}),
    (stats, {"NEWCOMER_POINTS": 1_000, "_POINTS_PER_UNIT": 40, "_LEAVER_PENALTY": 100}),
    (predictions, {"MAX_POINTS": 100}),
    (order_service, {"_MAX_ORDERS": 10}),
    (parser, {"MAX_PATTERNS": 10, "_MAX_DAYS": 60, "_MAX_PATTERN_LENGTH": 100}),
    (names, {"NAME_LENGTH": 32, "_MAX_MARKS": 2}),
    (config, {"_MAX_THINKERS": 8}),
]


def test_limits_equal_those_documented_by_discord() -> None:
    assert {name: value for name, value in vars(limits).items() if type(value) is int} == LIMITS


@pytest.mark.parametrize(("module", "numbers"), [*CODES, *TOLD])
def test_numbers_equal_those_in_the_documents(module: Any, numbers: dict[str, Any]) -> None:
    assert {name: getattr(module, name) for name in numbers} == numbers
