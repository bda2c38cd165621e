"""Once more where the connection to Discord broke: for what does no harm when it is done twice. It knows no title."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.errors import CUT, named

__all__ = ["again"]

T = TypeVar("T")

_log = logging.getLogger(__name__)


async def again(send: Callable[[], Awaitable[T]]) -> T:
    """What ``send`` gives; done once more when the connection broke, since nobody knows whether it arrived.

    For reading, edits and deletions, for posts whose nonce makes Discord give back the same message, and for first
    answers, of which Discord takes one. Raises what the second attempt raises.
    """
    try:
        return await send()
    except CUT as error:
        _log.info("the connection to Discord broke (%s); once more", named(error))
        return await send()
