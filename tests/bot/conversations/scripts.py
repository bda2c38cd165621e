"""All conversations by name; a name is also that of the file with the approved text."""

from collections.abc import Mapping

from tests.bot.conversations import opening, playing, solo, waiting
from tests.bot.conversations.stage import Script

SCRIPTS: Mapping[str, Script] = {
    "lobbies": opening.lobbies,
    "meetings": opening.meetings,
    "alone": opening.alone,
    "rivals": playing.rivals,
    "others": playing.others,
    "orders": playing.orders_by_buttons,
    "clocks": waiting.clocks,
    "seats": waiting.seats,
    "persons": waiting.persons,
    "lessons": solo.lessons_of_all,
    "days": solo.days,
    "riddles": solo.riddles,
}
