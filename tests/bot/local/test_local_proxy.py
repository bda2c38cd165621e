"""Which requests of the local page are retried, and how."""

import errno
import json

import pytest
from aiohttp import web

from bot.local.proxy import PortTaken, _body_to_retry

BODY = b'{"published_revision": 3}'


def answered(status: int, codes: tuple[str, ...] = (), *, rejected: bool = True) -> web.Response:
    receipt = {"rejected": rejected, "revision": 4, "diagnostics": [{"code": code} for code in codes]}
    return web.Response(status=status, body=json.dumps(receipt).encode())


@pytest.mark.parametrize("answer", [answered(400), answered(200, ("busy",))])
def test_request_refused_because_of_another_is_retried(answer: web.Response) -> None:
    assert _body_to_retry(answer, BODY) == BODY


def test_request_for_an_outdated_page_is_retried_for_the_newest() -> None:
    assert _body_to_retry(answered(200, ("stale-revision",)), BODY) == b'{"published_revision": 4}'


@pytest.mark.parametrize("answer", [answered(200), answered(500, ("busy",)), answered(200, ("busy",), rejected=False)])
def test_other_answers_are_not_retried(answer: web.Response) -> None:
    assert _body_to_retry(answer, BODY) is None


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EADDRINUSE, "Address in use"), "Port 80 is in use by another program. "),
        (OSError(errno.EACCES, "Permission denied"), "Port 80 cannot be used: Permission denied. "),
    ],
)
def test_unusable_port_is_explained(error: OSError, why: str) -> None:
    assert str(PortTaken(80, error)).startswith(why)
