"""A person at the local page without a browser, through the protocol of the page's script (SimCord's protocol 3)."""

import uuid
from typing import Any

from aiohttp import ClientSession

BUTTON, SELECT = 2, 3  # Discord's component types


class LocalPage:
    """One open page. It counts its actions and keeps the last snapshot."""

    def __init__(self, session: ClientSession, address: str, capability: str) -> None:
        self._session = session
        self._address = address
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0
        self.snapshot: dict[str, Any] = {}

    async def open(self) -> None:
        self.snapshot = await self._ask("POST", "/api/pages", {})
        self._headers["X-Simcord-Context"] = self.snapshot["context"]["id"]

    async def look(self) -> None:
        self.snapshot = await self._ask("GET", "/api/state")

    async def act_as(self, name: str) -> None:
        viewer = next(one for one in self.snapshot["viewers"] if one["name"] == name)
        await self._do("viewer", viewer_id=viewer["id"])

    async def run(self, invocation: str, **options: Any) -> dict[str, Any]:
        entry = await self._command(invocation)
        return await self._do("run_command", **_named(entry), options=options)

    async def suggestions(self, invocation: str, focused: str, value: str = "", **filled: Any) -> list[Any]:
        entry = await self._command(invocation)
        receipt = await self._do("autocomplete_command", **_named(entry), options=filled, focused=focused, value=value)
        return [choice["value"] for choice in receipt["result"]["choices"]]

    async def press(self, label: str) -> dict[str, Any]:
        """Press the newest button whose label begins with the text."""
        control = next(c for c in self.controls() if c["type"] == BUTTON and str(c.get("label", "")).startswith(label))
        return await self._do("click", control_key=control["control_key"], target_id=control["message"])

    async def choose(self, value: str) -> dict[str, Any]:
        """Choose this value in the newest menu that has it."""
        control = next(
            c for c in self.controls() if c["type"] == SELECT and value in [o["value"] for o in c["options"]]
        )
        return await self._do(
            "select", control_key=control["control_key"], target_id=control["message"], values=[value]
        )

    def messages(self) -> list[dict[str, Any]]:
        """Return the messages in the channel for this viewer, oldest first."""
        return [self.snapshot["messages"][identity] for identity in self.snapshot["timeline"]]

    def controls(self) -> list[dict[str, Any]]:
        """Return all usable buttons and menus, newest message first."""
        return [
            {**control, "message": message["id"]}
            for message in reversed(self.messages())
            for control in _flat(message["components"])
            if control.get("control_key") and not control.get("disabled")
        ]

    async def _command(self, invocation: str) -> dict[str, Any]:
        catalog = await self._ask("GET", "/api/commands")
        entry: dict[str, Any] = next(one for one in catalog["entries"] if one["invocation"] == invocation)
        return entry

    async def _do(self, kind: str, **more: Any) -> dict[str, Any]:
        body = {
            "protocol_version": 3,
            "sequence": self._sequence + 1,
            "request_id": str(uuid.uuid4()),
            "generation": self.snapshot["context"]["generation"],
            "bot_generation": self.snapshot["botGeneration"],
            "published_revision": self.snapshot["publishedRevision"],
            "kind": kind,
            **more,
        }
        receipt = await self._ask("POST", "/api/action", body)
        assert receipt["settlement"] == "settled", (kind, more, receipt)
        self._sequence = receipt["sequence"]
        await self.look()
        return receipt

    async def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        async with self._session.request(method, self._address + path, json=body, headers=self._headers) as answer:
            assert answer.status == 200, (path, answer.status, await answer.text())
            value: dict[str, Any] = await answer.json()
            return value


def _flat(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for component in components:
        found += [component, *_flat(component.get("components", []))]
        found += _flat([component["accessory"]] if component.get("accessory") else [])
    return found


def _named(entry: dict[str, Any]) -> dict[str, Any]:
    return {"command_id": entry["commandId"], "path": entry["path"], "schema_fingerprint": entry["schemaFingerprint"]}
