"""Labels and previews of moves in notation, as the seat that moves gets them."""

from engine.core import read_action, redact
from tests.games.railroader.table import GAME

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def label(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.label(redact(state, action.seat), action, field, lambda seat: NAMES[seat - 1])


def preview(state, line):
    action = read_action(line, GAME.actions)
    return GAME.text.preview(redact(state, action.seat), action, lambda seat: NAMES[seat - 1])
