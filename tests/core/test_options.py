"""Options in the notation of transcripts and commands."""

from typing import Annotated, Literal

import msgspec
import pytest

from engine.core import Options, read_options, write_options
from engine.core.game import preset_name, preset_options
from engine.errors import Unreadable


class Toy(Options, frozen=True):
    pace: Annotated[Literal["slow", "fast"], msgspec.Meta(title="Pace")] = "slow"
    open_hands: bool = False


def test_option_words_round_trip():
    options = read_options(Toy, {"pace": "fast", "open_hands": "yes"})
    assert options == Toy(pace="fast", open_hands=True)
    assert write_options(options) == {"pace": "fast", "open_hands": "yes"}


def test_missing_options_have_defaults():
    assert read_options(Toy, {}) == Toy()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"speed": "fast"}, "“speed” isn’t an option. The options are pace, open_hands."),
        ({"pace": "medium"}, "“medium” isn’t a valid value of pace. Choose slow or fast."),
        ({"open_hands": "true"}, "Choose yes or no."),
    ],
)
def test_unknown_option_or_value_is_refused(given, reason):
    with pytest.raises(Unreadable) as error:
        read_options(Toy, given)
    assert reason in str(error.value)


class Sized(Toy, frozen=True):
    @classmethod
    def presets(cls):
        return {"Small": cls(), "Large": cls(pace="fast", open_hands=True)}


def test_preset_is_recognized_by_its_options():
    assert preset_options(Sized, "Large") == Sized(pace="fast", open_hands=True)
    assert [
        preset_name(options) for options in (Sized(), preset_options(Sized, "Large"), Sized(open_hands=True), Toy())
    ] == [
        "Small",
        "Large",
        "",
        "",
    ]


@pytest.mark.parametrize(("kind", "reason"), [(Sized, "The presets are Small, Large."), (Toy, "There are no presets.")])
def test_unknown_preset_is_refused(kind, reason):
    with pytest.raises(Unreadable, match=reason):
        preset_options(kind, "Huge")
