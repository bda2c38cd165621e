"""Converts stored states of older versions, as plain JSON values. (``Game.upcasts``)"""

from typing import Any

from engine.games.railway_rivals.game_data.constants import RUNS_PER_VISIT


def _list_every_seat(plain: dict[str, Any]) -> dict[str, Any]:
    """Return the state with every seat in ``asked`` for all runs, if many sealed runs are open. (ruling 79)"""
    options = plain["options"]
    if options["runs"] not in RUNS_PER_VISIT or options["entries"] != "sealed":
        return plain
    return {**plain, "flow": list(map(_with_every_seat, plain["flow"]))}


def _with_every_seat(phase: dict[str, Any]) -> dict[str, Any]:
    if phase["type"] != "Entering" or not any(phase["asked"].values()):
        return phase
    all_runs = list(range(len(phase["runs"])))
    return {**phase, "asked": dict.fromkeys(phase["asked"], all_runs)}


UPCASTS = {1: _list_every_seat}
