"""A conversation in progress: people act one after the other, and all that the bot does is written down."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from simcord.components import walk_components
from simcord.types import HttpLogEntry

from bot.ui.components import parse_custom_id
from tests.bot.conversations.request_text import told
from tests.bot.games.test_game_by_buttons import ASIDE
from tests.bot.simulated_channel import BUTTON, SELECT, World

_SNOWFLAKE = re.compile(r"\d{17,20}")
_LINK = re.compile(r"(https://discord\.com/channels/\d+/\d+/)\d+")
_COMMANDS = "/commands"
_OPTION = re.compile(r" (?=[a-z]+:)")
_ANSWERS = 30
"""Maximum number of answers for a move, more than any move takes."""
_LONG = 4
"""Answers of up to this many lines are always written in full. A longer one is written once, and later referred to."""

Part = dict[str, Any]


class Talk:
    """What has been written so far, and what each person looks at."""

    def __init__(self, running: World) -> None:
        self.world = running
        self.shown: dict[str, Any] = {}
        self.private = False
        self._waiting = False
        self._lines: list[str] = []
        self._read = len(running.env.http_requests)
        self._known: dict[str, str] = {}
        self._unnamed: dict[str, str] = {}
        self._titles = Counter[str]()

    @property
    def text(self) -> str:
        """The whole text, with names in place of Discord's ids."""
        return "\n".join([*self._lines, ""])

    # -- what people do

    def person(self, name: str) -> Any:
        """Return a member of the server, or in a ``private`` conversation a user alone."""
        member = self.world.person(name)
        return member.user if self.private else member

    async def slash(self, name: str, command: str, **options: Any) -> Any:
        """Use a command in the current channel or in a direct message. Options may follow it: ``option:value``."""
        command, *written = _OPTION.split(command)
        options = {**dict(part.split(":") for part in written), **options}
        words = "".join(f" {key}: {_said(value)}" for key, value in options.items())
        place = () if self.private else (self.world.channel,)
        return await self._acted(name, f"/{command}{words}", self.person(name).slash(*place, command, **options))

    async def press(self, name: str, label: str, on: Any = None) -> Any:
        """Press a button of what the person looks at, or else of the latest post that has it."""
        looked = on or self._looked_at(name, label)
        return await self._acted(name, f"presses “{label}”", self.person(name).click(looked, label=label))

    async def choose(self, name: str, value: Any, identity: str = "", on: Any = None) -> Any:
        """Choose a value of a select in what the person looks at."""
        looked = on or self.shown[name].response
        act = self.person(name).select(looked, [value], custom_id=identity or None)
        return await self._acted(name, f"chooses “{_said(value)}”", act)

    async def fill(self, name: str, **values: Any) -> Any:
        """Send the person's open form with these values, and with the prefilled ones."""
        filled = {**_as_it_stands(self.shown[name].modal), **values}
        words = ", ".join(f"{key}: {value}" for key, value in filled.items())
        return await self._acted(name, f"sends {words}", self.person(name).submit_modal(self.shown[name], filled))

    async def type(self, name: str, command: str, option: str, text: str, **filled: Any) -> None:
        """Type the beginning of a command's field, which is completed."""
        place = () if self.private else (self.world.channel,)
        act = self.person(name).autocomplete(*place, command, option, text, **filled)
        await self._done(f"{name}: types /{command} {option}: {text}", act)

    async def wait(self, hours: float) -> None:
        """Let time pass."""
        self._waiting = True
        await self._done(f"{hours:g} hours go by", self.world.env.advance_time(hours * 3_600))
        self._waiting = False

    async def again(self, name: str, identity: str, on: Any = None) -> Any:
        """Press a button that was there earlier, as somebody with an outdated page does."""
        looked = on or self.world.posts()[-1]
        act = self.world.press_again(self.person(name), looked, identity)
        return await self._acted(name, f"presses {identity} again", act)

    async def walk(self, name: str, *, most: int = 60, without: Collection[str] = ()) -> None:
        """Press each kind of button and select once that can be reached from what the person looks at.

        Forms are sent as prefilled. Buttons whose ``custom_id`` begins with an item of ``without`` are left out.
        """
        walked, waiting = set[str](), list(self._choices(self.shown[name]))
        while waiting and most:
            message, part = waiting.pop(0)
            kind = _kind(part)
            if kind in walked or part["custom_id"].startswith(tuple(without)):
                continue
            walked.add(kind)
            most -= 1
            await self._tried(name, message, part)
            await self._filled(name, message, part)
            waiting += self._choices(self.shown[name])

    async def _filled(self, name: str, message: Any, part: Part) -> None:
        """If a form is open, send it with nonsense, open it again, and send it as prefilled."""
        if not self.shown[name].modal:
            return
        if nonsense := _nonsense(self.shown[name].modal):
            await self.fill(name, **nonsense)
            await self._tried(name, message, part)
        await self.fill(name)

    async def read(self, name: str) -> None:
        """Write down the text file that the person got."""
        file = self.shown[name].response.attachments[0]
        text = (await file.read()).decode()
        self._lines += [f"{file.filename}:", *(f"  {self._named(line)}" for line in text.splitlines())]

    async def move(self, rng: Random) -> str:
        """Make a move by the buttons of the private menu with random answers, and return who made it."""
        person, _ = await self.world.asked()
        name = str(person.name)
        await self.press(name, "Your move", self.world.latest("Your move"))
        for _ in range(_ANSWERS):
            await self.answer(name, rng)
            if self.shown[name].response.content.startswith("✓"):
                return name
        raise AssertionError(self.shown[name].response.content)

    async def answer(self, name: str, rng: Random) -> None:
        """Give one random answer to the question that the person looks at."""
        message = self.shown[name].response
        labels, options = self.world.labels(message), self.world.options(message)
        if "Confirm" in labels:
            await self.press(name, "Confirm")
        elif options:
            await self.choose(name, rng.choice(options))
        else:
            await self.press(name, rng.choice([label for label in labels if label not in ASIDE]))
        if self.shown[name].modal:
            await self.fill(name)

    async def kicked(self) -> None:
        """Let the bot post what has happened at the channel's table; it is written down later."""
        channel, sessions = self.world.channel.id, self.world.bot.services.tables
        table = await sessions.table_in_channel(channel) or await sessions.last_finished_in(channel)
        with self.world.env._bot_scope():
            self.world.bot.services.outbox.wake(table.id if table else 0)
        await self.world.told()

    async def settled(self, what: str) -> None:
        """Write down what the bot did without an action of a person."""
        await self._done(what, self.world.env.settle())

    # -- how it is written down

    async def _acted(self, name: str, what: str, act: Any) -> Any:
        self.shown[name] = await self._done(f"{name}: {what}", act)
        return self.shown[name]

    async def _done(self, what: str, act: Any) -> Any:
        result = await act
        await self._quiet()
        every = self.world.env.http_requests
        fresh, self._read = every[self._read :], len(every)
        title = self._title(self._named(what))
        self._lines += ["", f"## {title}"]
        self._write([request for request in fresh if _is_told(request)], title)
        return result

    async def _quiet(self) -> None:
        """Wait until everything is posted, also in the posts about open tables."""
        boards = self.world.bot.services.open_tables_posts
        for _ in range(_ANSWERS):
            await self.world.told()
            if not boards.tasks.working_keys:
                return

    def _title(self, what: str) -> str:
        """Return the heading of an action; a repeated action gets a number."""
        self._titles[what] += 1
        times = self._titles[what]
        return what if times == 1 else f"{what} ({times})"

    def _write(self, requests: list[HttpLogEntry], title: str) -> None:
        """Write the answers first, then each channel's requests, because the order of channels does not matter."""
        for request in sorted(_lasting(requests), key=self._order):
            method, path, body = request.method, request.path, request.json
            first, *rest = map(self._named, told(method, _without_token(path), body))
            self._lines += [first, *self._once(rest, title)]

    def _order(self, request: HttpLogEntry) -> tuple[str, str, str]:
        """Return a sort key: in a channel new posts come first in their order, because earlier ones are edited in
        any order.
        """
        parts = request.path.split("/")
        channel = self._named(parts[2]) if parts[1] == "channels" else ""
        if not channel or request.method == "POST":
            return channel, "", self._nonce(request)
        return channel, request.path, ""

    def _nonce(self, request: HttpLogEntry) -> str:
        """Return the nonce while time passes, when several tasks post in any order; otherwise keep the bot's order."""
        body = request.json if isinstance(request.json, dict) else {}
        return str(body.get("nonce")) if self._waiting else ""

    def _once(self, lines: list[str], title: str) -> list[str]:
        """Return the lines, or a reference to where they were written before."""
        key = "\n".join(lines)
        before = self._known.setdefault(key, title)
        return lines if before is title or len(lines) <= _LONG else [f"  as after: {before}"]

    def _named(self, text: str) -> str:
        if self._waiting:  # tasks post side by side then: a link leads to whichever question stands at that moment
            text = _LINK.sub(r"\1a message", text)
        return _SNOWFLAKE.sub(lambda found: self._name(found[0]), text)

    def _name(self, number: str) -> str:
        for name, person in self.world.people.items():
            if str(person.id) == number:
                return name
        if found := next((thing for thing in self._places() if str(thing.id) == number), None):
            return str(found.name)
        return self._unnamed.setdefault(number, f"number{len(self._unnamed) + 1}")

    def _places(self) -> Iterator[Any]:
        """Yield everything of the server that has a name."""
        yield self.world.guild
        guild = self.world.env.backend.get_guild(self.world.guild.id)
        yield from guild.roles.values()
        yield from (self.world.env.backend.channels[number] for number in self.world.env.backend.channels)

    # -- what can be pressed

    def _looked_at(self, name: str, label: str) -> Any:
        response = self.shown[name].response if name in self.shown else None
        if response is not None and label in self.world.labels(response):
            return response
        return self.world.latest(label)

    def _choices(self, shown: Any) -> Iterator[tuple[Any, Part]]:
        message = shown.response
        if message is None:
            return
        for part in walk_components(message.components):
            if part["type"] in (BUTTON, SELECT) and "custom_id" in part and not part.get("disabled"):
                yield message, part

    async def _tried(self, name: str, message: Any, part: Part) -> None:
        """Press the button or choose from the select, which is put back under the message if it is gone."""
        person, identity = self.person(name), part["custom_id"]
        stored = self.world.env.backend.get_message(message.channel_id, message.id)
        kept, placed = stored.components, [{"type": 1, "components": [part]}]
        stored.components = placed
        if part["type"] == BUTTON:
            await self._acted(name, f"presses “{part['label']}”", person.click(message, custom_id=identity))
        else:
            value = _other_value(part)
            act = person.select(message, [value], custom_id=identity)
            await self._acted(name, f"chooses “{value}”", act)
        if stored.components is placed:
            stored.components = kept


def _is_told(request: HttpLogEntry) -> bool:
    return request.method != "GET" and not request.path.endswith(_COMMANDS)


def _lasting(requests: list[HttpLogEntry]) -> Iterator[HttpLogEntry]:
    """Leave out each edit of a message that another one followed."""
    last = {request.path: number for number, request in enumerate(requests) if request.method in ("PATCH", "DELETE")}
    for number, request in enumerate(requests):
        if last.get(request.path, number) == number:
            yield request


def _without_token(path: str) -> str:
    return re.sub(r"simcord_interaction_\d+", "answer", path)


def _said(value: Any) -> str:
    return str(getattr(value, "name", value))


def _kind(part: Part) -> str:
    """Return the kind of a button: buttons that do the same to different things are of one kind."""
    press = parse_custom_id(part["custom_id"])
    words = press.arguments.split()[:2] if press else [part["custom_id"]]
    return f"{press.kind if press else ''} {re.sub(r'[0-9]+', '', ' '.join(words))}"


def _other_value(part: Part) -> str:
    """Return the last value that is not yet chosen."""
    options = [option["value"] for option in part["options"] if not option.get("default")]
    return str(options[-1])


def _as_it_stands(modal: Any) -> dict[str, Any]:
    """Return the prefilled values of a form."""
    fields = [row["component"] for row in modal["components"] if "component" in row]
    return dict(_standing(field) for field in fields)


def _nonsense(modal: Any) -> dict[str, Any]:
    """Return a meaningless text for each text field."""
    fields = [row["component"] for row in modal["components"] if "component" in row]
    return {field["custom_id"]: "7zz"[: field.get("max_length")] for field in fields if not field.get("options")}


def _standing(field: Part) -> tuple[str, Any]:
    """Return a field's id and value: the chosen or first option, or the prefilled text or its example."""
    name, options = field["custom_id"], field.get("options")
    if not options:
        text = field.get("value") or field.get("placeholder") or ""
        return name, text[: field.get("max_length")]
    chosen = [option["value"] for option in options if option.get("default")] or [options[0]["value"]]
    return name, chosen if field["type"] == SELECT else chosen[0]
