"""Forms for the last fields of a plan: when they open, their prefilled values, and the resulting plan."""

from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.turn.multi_move_form import _complete_move, _remember_typed
from bot.ui.components import button, custom_id, parse_custom_id
from bot.ui.move_forms import REFUSED_PREFIX, form_custom_id, last_fields_form, line_of_form
from bot.ui.page import Page
from bot.ui.question_buttons import PREMOVE_PLACE, question_button_rows
from bot.ui.questions import next_question
from engine import GAMES, Action, Decision, Seat, State, decisions, play
from engine.core import AmountOffers, field_names, premove_decisions, verb_of
from engine.games.railway_rivals.state.actions import Limit
from tests.bot.press_counts import place_of, taps
from tests.bot.simulated_channel import NAMES, World, spelled, world
from tests.bot.ui.test_answer_buttons import place
from tests.bot.ui.test_question_buttons import Seen
from tests.bot.ui.test_whole_move_buttons import BIDS, values_of

ONE = Seat(1)
FORMED = {"railroads-of-catan": {"mark", "plantrack", "planrun"}, "railway-rivals": {"limit"}}
"""Plans whose last fields are independent of one another."""


@pytest.mark.parametrize("key", GAMES)
def test_form_fields_start_at_a_field_of_the_move_and_are_few(key: str) -> None:
    kinds = [kind for kind in GAMES[key].actions if kind.form_from]
    assert {verb_of(kind) for kind in kinds} == FORMED.get(key, set())
    for kind in kinds:
        assert 1 <= len(field_names(kind)) - field_names(kind).index(kind.form_from) <= 5


def marking() -> tuple[State, Decision, Action]:
    """Return a state in which a seat may plan to give something up, its question, and the first such plan."""
    state, _ = BIDS.new_game(BIDS.options(), 3, 3)
    while True:
        for asked in premove_decisions(state):
            for action in islice(asked.offers, 300):
                if verb_of(action) == "mark":
                    return state, asked, action
        state, _ = play(state, next(iter(decisions(state)[0].offers)))


def test_form_opens_at_its_first_field_and_not_before() -> None:
    state, asked, mark = marking()
    place = place_of(BIDS, state, asked, 3)
    item = spelled(mark).split()[1]
    first, last = next_question(asked.offers, ["mark"]), next_question(asked.offers, ["mark", item])
    assert first is not None and last is not None
    if first.field == "item":
        assert not form_custom_id(place.table, first)
    assert form_custom_id(place.table, last) == f"c:1:999:mark {item}"
    opening = [
        one.custom_id for row in question_button_rows(place, last, 0) for one in row if hasattr(one, "custom_id")
    ]
    assert f"c:1:999:mark {item}" in opening and parse_custom_id(opening[0]) is not None


def test_plan_takes_few_presses_with_a_form() -> None:
    state, asked, mark = marking()
    place = place_of(BIDS, state, asked, 3)
    listed = taps(place, mark)[0]
    assert listed <= 3
    dear = replace(mark, reserve=int(mark.reserve) + 100)
    assert dear in asked.offers and taps(place, dear)[0] == listed + 1, "a number that is not listed is typed"


def test_plan_form_is_prefilled_with_answer_about_same_subject() -> None:
    state, asked, mark = marking()
    place, item = place_of(BIDS, state, asked, 3), spelled(mark).split()[1]
    found = next_question(asked.offers, ["mark", item])
    assert found is not None
    said = [f"p{asked.seat} mark {item} remove 700", f"p{asked.seat} mark H99-V99 pay 300"]
    form = last_fields_form(place, found, said)
    assert form is not None and form.custom_id == f"c:1:999:+mark {item}"
    rows = form.to_dict()["components"]
    assert rows[1]["description"].startswith("$100: any bid · $")
    otherwise, reserve = (row["component"] for row in rows)
    assert [option["value"] for option in otherwise["options"] if option.get("default")] == ["remove"]
    assert reserve["value"] == "700"
    listed = (row["component"] for row in last_fields_form(place, found, []).to_dict()["components"])  # type: ignore[union-attr]
    assert [each.get("value") for each in listed] == [None, spelled(mark).split()[-1]]


@pytest.mark.parametrize(("highest", "said", "now"), [(9, "25", "9"), (30, "25", "25"), (30, "x", "x")])
def test_last_number_that_is_too_high_becomes_the_maximum(highest: int, said: str, now: str) -> None:
    game = GAMES["railway-rivals"]
    state, _ = game.new_game(game.options(), 3, 3)
    asked = decisions(state)[0]
    found = next_question(AmountOffers(Limit, asked.seat, 0, highest), ["limit"])
    assert found is not None
    form = last_fields_form(place_of(game, state, asked, 3), found, [f"p{asked.seat} limit {said}"])
    assert form is not None and form.to_dict()["components"][0]["component"]["value"] == now


def test_form_values_are_parsed_as_people_write_them() -> None:
    state, asked, _ = marking()
    place = place_of(BIDS, state, asked, 3)
    assert line_of_form(place, ["mark", "H01-V05"], ("pay", "$1,200")) == "mark H01-V05 pay 1200"
    assert line_of_form(place, ["mark", "H01-V05"], ("pay", "a lot")) == "mark H01-V05 pay a_lot"


async def at_marks(running: World) -> tuple[Any, Any, str]:
    """Return a person who may plan to give an item up, a private page with its buttons, and the item."""
    table = await running.started(*NAMES[:3], title=BIDS.key)
    while True:
        table, at = await running.table(), running.bot.services.tables
        asked = next((one for seat in (1, 2, 3) if (one := at.premove_question(table, seat))), None)  # type: ignore[arg-type]
        marks = [offer for offer in islice(asked.offers, 300) if verb_of(offer) == "mark"] if asked else []
        if asked and marks:
            person = next(p for p in running.people.values() if p.id == table.players[asked.seat - 1].user)
            page = (await person.slash(running.channel, "hand")).response
            return person, page, spelled(marks[0]).split()[1]
        await running.move_on(1)


async def test_answer_before_last_fields_opens_form_that_makes_plan(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        person, page, item = await at_marks(running)
        table = await running.table()
        chosen = custom_id("m", table.id, table.seq, f"{PREMOVE_PLACE}0 mark {item}")
        form = await running.press_again(person, page, chosen)
        assert form.modal["title"] == "Give up an item"
        values = values_of(form) | {"mark.otherwise": "remove"}
        wrong = await person.submit_modal(form, values | {"mark.reserve": "1"})
        assert "isn’t a valid reserve" in wrong.response.content and "Give up an item…" in running.labels(
            wrong.response
        )
        form = await person.click(wrong.response, label="Give up an item…")
        assert values_of(form) == {"mark.otherwise": ["remove"], "mark.reserve": "1"}
        said = (await person.submit_modal(form, values | {"mark.reserve": "200"})).response
        assert said.content.startswith("✓"), said.content
        line = (await running.bot.services.tables.history(table.id))[-1].line
        assert line.endswith(f"mark {item} remove 200")
        again = await running.press_again(person, page, chosen)
        assert values_of(again)["mark.reserve"] == "200"


class Load(Action, frozen=True):
    """Load a cargo for a town."""

    form_from = "cargo"

    cargo: str
    town: str


@pytest.mark.parametrize(("cargoes", "opens"), [(2, True), (25, True), (26, False)])
def test_form_opens_if_all_answers_fit_into_a_select(cargoes: int, opens: bool) -> None:
    offers = [Load(ONE, f"c{number}", town) for number in range(cargoes) for town in ("York", "Hull")]
    here, found = replace(place(), table_view=cast(Any, Seen())), next_question(offers, ["load"])
    assert found is not None and (last_fields_form(here, found, ()) is not None) == opens


def test_values_determined_by_sent_ones_are_filled_in() -> None:
    offers = [Load(ONE, "coal", "York"), Load(ONE, "coal", "Hull"), Load(ONE, "ore", "Hull")]
    assert _complete_move(offers, ["ore"]) == "load ore Hull" and _complete_move(offers, ["tin"]) == "load tin York"
    assert _complete_move(offers[:1], []) == "load coal York"


@pytest.mark.parametrize(("length", "kept"), [(100, True), (101, False)])
def test_refused_text_is_kept_if_the_custom_id_has_room(length: int, kept: bool) -> None:
    here = place()
    identity = custom_id("c", here.table.id, here.table.seq, "load")
    least = len(custom_id("c", here.table.id, here.table.seq, f"{REFUSED_PREFIX}load "))
    rows = [[button("Other", "m:1:0:-0"), button("Form", identity)]]
    (other, again), *_ = _remember_typed(Page("", None, rows), here, "load", ["load", "x" * (length - least)]).buttons
    assert cast(Any, other).custom_id == "m:1:0:-0"
    assert (cast(Any, again).custom_id != identity) == kept and len(cast(Any, again).custom_id) <= 100
