"""What a menu says about a move, in notation, to the seat that may make it."""

from engine.core import read, redact
from tests.games.railroader.table import GAME

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def label(state, line, field=""):
    action = read(line, GAME.actions)
    return GAME.words.label(redact(state, action.seat), action, field, lambda seat: NAMES[seat - 1])


def preview(state, line):
    action = read(line, GAME.actions)
    return GAME.words.preview(redact(state, action.seat), action, lambda seat: NAMES[seat - 1])
