"""What each of several processes has seen, a line each, as a person would have seen it."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Journal:
    """A process's own. Mutable: it writes."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file, self._name = folder / f"{name}.jsonl", name

    def note(self, kind: str, **more: Any) -> None:
        """Adds a line, at once."""
        with open(self._file, "a") as file:
            file.write(json.dumps({"kind": kind, "at": time.time(), "who": self._name, **more}) + "\n")

    def unanswered(self) -> Iterator[dict[str, Any]]:
        """The presses of which nobody knows what became of them: the process ended before."""
        lines = read(self._file) if self._file.exists() else []
        answered = {line["press"] for line in lines if line["kind"] == "answered"}
        yield from (line for line in lines if line["kind"] == "sent" and line["press"] not in answered)


class Reader:
    """Reads what is new in all journals of a folder. Mutable: it remembers how far it has read."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._read = folder, dict[Path, int]()

    def new(self) -> list[dict[str, Any]]:
        """The lines that were written since the last time."""
        found = []
        for file in sorted(self._folder.glob("*.jsonl")):
            with open(file, "rb") as journal:
                journal.seek(self._read.get(file, 0))
                whole = journal.read().rpartition(b"\n")[0]
            self._read[file] = self._read.get(file, 0) + len(whole) + bool(whole)
            found += _lines(whole)
        return found


def read(file: Path) -> list[dict[str, Any]]:
    """The whole lines of a journal; a process that was killed may have left half of one."""
    return _lines(file.read_bytes())


def _lines(text: bytes) -> list[dict[str, Any]]:
    found = []
    for line in text.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found
