"""Results of a proposal by its votes and by time, and their texts."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.proposals import service as of_votes
from bot.proposals.posts import _proposal_text, _vote_buttons
from bot.proposals.service import (
    VOTE_SECONDS,
    Poll,
    Proposal,
    ProposalKind,
    ProposalService,
    _address_reader,
    _vote_confirmation,
    user_names_text,
)
from engine import Refused, Seat
from engine.errors import Stale
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, LEFT, table

AT = 1_000.0


def proposal(votes: Any = None, **more: Any) -> Proposal:
    given: dict[str, Any] = {"session": 7, "kind": "end", "words": "to end the game early", "detail": "", "user": 1}
    return Proposal(**{**given, "head": 5, "at": AT, "votes": {1: True} if votes is None else votes, "id": 3, **more})


@pytest.mark.parametrize(
    ("done", "votes", "waited", "more", "closed"),
    [
        ("Done.", {1: True}, 0.0, {}, ("carried", "Done.")),
        ("", {1: True}, 0.0, {}, None),
        ("", {1: True}, VOTE_SECONDS - 1, {}, None),
        ("", {1: True}, VOTE_SECONDS, {}, ("lost", "The vote expired: too few players voted within 3 days.")),
        ("", {1: True, 2: True, 3: True}, VOTE_SECONDS, {}, ("carried", "")),
        ("", {1: True, 2: False}, 0.0, {}, ("lost", "Rejected: player 2 disagreed.")),
        ("", {1: True}, 0.0, {"status": "finished"}, ("lost", "This is no longer possible. The game is over.")),
    ],
)
async def test_proposal_is_decided_by_votes_actions_or_expiry(
    monkeypatch: pytest.MonkeyPatch, done: str, votes: Any, waited: float, more: Any, closed: Any
) -> None:
    found = await decided(monkeypatch, proposal(votes), waited=waited, said=done, more=more)
    assert found == ([closed] if closed else [])


@pytest.mark.parametrize(
    ("failure", "closed"),
    [(Refused("No."), [("lost", "This is no longer possible. No.")]), (Stale("Moved."), ["kicked"])],
)
async def test_impossible_proposal_is_closed_unless_somebody_just_moved(
    monkeypatch: pytest.MonkeyPatch, failure: Exception, closed: Any
) -> None:
    assert await decided(monkeypatch, proposal(), failure=failure) == closed


async def test_proposal_of_unknown_kind_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await decided(monkeypatch, proposal(kind="gone")) == [
        ("lost", "This is no longer possible. The game is over.")
    ]


async def decided(
    monkeypatch: pytest.MonkeyPatch,
    found: Proposal,
    *,
    waited: float = 0.0,
    said: str = "",
    more: Any = None,
    failure: Exception | None = None,
) -> list[Any]:
    """Return the result of a proposal about which all three players decide."""
    deeds: list[Any] = []

    async def poll(*_: Any) -> Poll:
        if failure:
            raise failure
        return Poll((1, 2, 3), 3)

    async def done(*_: Any) -> str:
        return said

    async def carry(*_: Any) -> None:
        deeds.append(("carried", ""))

    async def close(_: Proposal, state: str, result: str) -> None:
        deeds.append((state, result))

    sessions: Any = SimpleNamespace(now=lambda: AT + waited, store=None)
    motions: Any = {"end": ProposalKind(poll, cast(Any, carry), done)}
    monkeypatch.setattr(of_votes, "EmptyRowsCache", lambda *_: None)
    votes = ProposalService(sessions, lambda _: deeds.append("kicked"))
    votes.kinds = motions
    monkeypatch.setattr(votes, "_close_proposal", close)
    monkeypatch.setattr(votes, "_carry_out", carry)
    await votes._decide(table(**(more or {})), found)
    return deeds


@pytest.mark.parametrize(
    ("users", "host", "stored", "names"),
    [
        ([1, 2], 1, False, "Ada and Ben"),
        ([1, 2], 1, True, "player 1 and player 2"),
        ([9], 9, False, "the host"),
        ([9], 1, False, "someone"),
    ],
)
def test_voters_are_shown_by_name_and_stored_by_seat(users: list[int], host: int, stored: bool, names: str) -> None:
    assert user_names_text(table(host=host), users, is_stored=stored) == names


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (None, "Rejected: player 2 and player 12 disagreed."),
        (2, "Rejected: you and player 12 disagreed."),
        (12, "Rejected: player 2 and you disagreed."),
        (1, "Rejected: player 2 and player 12 disagreed."),
    ],
)
def test_rejecting_voter_is_shown(seat: int | None, said: str) -> None:
    assert _address_reader("Rejected: player 2 and player 12 disagreed.", None if seat is None else Seat(seat)) == said


@pytest.mark.parametrize(
    ("yes", "own", "result", "said"),
    [
        (True, False, "", "You agreed to pause."),
        (True, True, "", "You agreed to pause."),
        (True, False, "The game is paused.", "You agreed. The game is paused."),
        (False, True, "", "You withdrew your proposal to pause."),
        (False, True, "The proposal was withdrawn.", "You withdrew your proposal to pause."),
        (False, False, "", "You voted against the proposal to pause."),
        (False, False, "Rejected: you disagreed.", "You voted no. Rejected: you disagreed."),
    ],
)
def test_vote_confirmation_says_what_was_chosen(yes: bool, own: bool, result: str, said: str) -> None:
    assert _vote_confirmation("to pause", result, yes=yes, is_own=own) == said


@pytest.mark.parametrize(
    ("votes", "needed", "lines"),
    [
        ({1: True}, 3, ["<@2> <@3> **Ada** proposes to end the game early. Do you agree?", "✓ Ada", "All must agree."]),
        ({1: True, 3: False}, 2, ["<@2> **Ada** proposes", "✓ Ada", "✗ Cleo", "2 of 3 must agree."]),
        ({1: True, 2: True, 3: True}, 3, ["**Ada** proposes", "✓ Ada, Ben, and Cleo", "All must agree."]),
        ({9: False}, 3, ["<@1> <@2> <@3> **Ada** proposes", "All must agree."]),
    ],
)
def test_vote_post_shows_pending_voters_and_required_number(votes: Any, needed: int, lines: list[str]) -> None:
    text = _proposal_text(table(), proposal(votes), Poll((1, 2, 3), needed)).splitlines()
    assert len(text) == len(lines) and all(line.startswith(start) for line, start in zip(text, lines, strict=True))
    assert f"<t:{int(AT + VOTE_SECONDS)}" in text[-1]


@pytest.mark.parametrize(("state", "mark"), [("open", "…"), ("carried", "✓"), ("lost", "✗")])
def test_finished_vote_post_shows_outcome_without_buttons(state: Any, mark: str) -> None:
    found = proposal(state=state, result="So be it.")
    assert _proposal_text(table(players=(ADA, BEN, LEFT, CLEO)), found, None).splitlines()[1] == f"{mark} So be it."
    marks = [getattr(item, "custom_id", "") for item in _vote_buttons(found).children]
    assert marks == (["b:7:5:3 yes", "b:7:5:3 no"] if state == "open" else [])
