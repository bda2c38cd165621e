"""The seats for which a user may predict the winner."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands import follow
from engine import Refused
from engine.store.followers import Prediction
from tests.bot.installation import IN_SERVER
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, table

WATCHER = 500
OPEN = table(status="playing", players=(ADA, BEN, CLEO))
OPEN = replace(OPEN, terms=replace(OPEN.terms, predictions=True))


@pytest.mark.parametrize(
    ("chosen", "seat"), [(("1",), 1), (("3",), 3), (("0",), None), (("4",), None), ((), None), (("x",), None)]
)
async def test_prediction_is_for_a_seat_and_shown_as_chosen(
    monkeypatch: pytest.MonkeyPatch, chosen: tuple[str, ...], seat: int | None
) -> None:
    kept: list[Prediction] = [Prediction(WATCHER + 1, "Eve", 2, 1)]
    monkeypatch.setattr(follow.sql, "save_prediction", lambda _, __, new: kept.append(new))
    monkeypatch.setattr(follow.sql, "load_predictions", lambda *_: tuple(kept))
    monkeypatch.setattr(follow, "find_known_seats", lambda *_: ())

    async def now(do: Any) -> Any:
        return do(None)

    pages: list[Any] = []

    async def show(_: Any, page: Any) -> None:
        pages.append(page)

    store = SimpleNamespace(read=now, write=now)
    monkeypatch.setattr(follow, "services_of", lambda _: SimpleNamespace(tables=SimpleNamespace(store=store)))
    monkeypatch.setattr(follow, "send_page", show)
    asker: Any = SimpleNamespace(user=SimpleNamespace(id=WATCHER, display_name="Dan", name="dan"), **IN_SERVER)
    if seat is None:
        with pytest.raises(Refused, match="no such seat"):
            await follow._save_prediction(asker, OPEN, chosen)
        assert len(kept) == 1
        await follow._show_predictions(asker, OPEN)
    else:
        await follow._save_prediction(asker, OPEN, chosen)
        assert kept[1:] == [Prediction(WATCHER, "Dan", seat, OPEN.seq)]
    (page,) = pages
    options = page.buttons[0][0].to_component_dict()["options"]
    assert [one["value"] for one in options] == ["1", "2", "3"]
    assert [int(one["value"]) for one in options if one.get("default")] == ([] if seat is None else [seat])
    assert page.text.startswith("Who will win?" if seat is None else "Saved. ")
