"""Numbers that a state is read with where an older release, which did not know the field, wrote nothing.

Every stored state depends on them, and a game that begins today overwrites most of them before anybody could tell.
"""

import importlib
import pkgutil

import msgspec
import pytest

DEFAULTS = {
    "railroad-rivals": {
        "RailroadRivals": {"turn": 0},
        "Bidding": {"best": 0},
        "Drafting": {"picks": 0},
        "Placing": {"done": 0},
        "Delivering": {"done": 0, "made": 0, "allowed": 1, "time": 1},
        "BonusReason": {"upgrades": 0},
    },
    "railroader": {
        "RailRoader": {"round": 0},
        "Railroad": {"engine": 0, "sections": 0},
        "RailheadMat": {"workers": 0, "deputies": 0},
        "Turn": {"left": 3, "railhead": 0, "gang": 0},
        "TrainMoved": {"die": 0, "engineers": 0},
    },
    "railroads-of-catan": {
        "RailroadsOfCatan": {"bank": 0, "turn": 0},
        "Draft": {"done": 0},
        "Visits": {"at": 0},
        "Buying": {"at": 0},
        "Building": {"laid": 0, "credit": 0},
        "Runs": {"at": 0},
        "TrackPlan": {"turn": 0},
        "RunPlan": {"turn": 0},
        "ItemSold": {"number": 0},
        "Obstacle": {"train": 0},
    },
    "railway-rivals": {
        "RailwayRivals": {"bank": 0, "turn": 0, "fruitless": 0},
        "Starting": {"done": 0},
        "Building": {"at": 0, "unreached": 0, "laid": -1},
        "Run": {"offers": 0, "tried": 0},
        "Train": {"settled": 0, "place": 0, "prize": 0},
        "DieRolled": {"races": 0},
        "Hindrance": {"cost": 0, "most": 0},
    },
}


def numbers(kind: type[msgspec.Struct]) -> dict[str, int]:
    """The fields of a kind that have a number unless something else is said."""
    with_default = kind.__struct_fields__[-len(kind.__struct_defaults__) :] if kind.__struct_defaults__ else ()
    given = zip(with_default, kind.__struct_defaults__, strict=True)
    return {name: default for name, default in given if type(default) is int}


@pytest.mark.parametrize("key", DEFAULTS)
def test_a_field_that_an_older_store_leaves_out_has_the_number_that_it_always_had(key: str) -> None:
    package = importlib.import_module(f"engine.games.{key.replace('-', '_')}.state")
    names = [one.name for one in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    modules = map(importlib.import_module, names)
    kinds = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]
    found = {kind.__name__: numbers(kind) for kind in kinds}
    assert {name: defaults for name, defaults in found.items() if defaults} == DEFAULTS[key]
