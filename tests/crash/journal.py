"""Journals of several processes: what each has seen, one event on a line."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Journal:
    """The journal of one process."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file, self._name = folder / f"{name}.jsonl", name

    def note(self, kind: str, **more: Any) -> None:
        """Add a line and write it at once."""
        with open(self._file, "a") as file:
            file.write(json.dumps({"kind": kind, "at": time.time(), "who": self._name, **more}) + "\n")

    def unanswered(self) -> Iterator[dict[str, Any]]:
        """Yield the presses with unknown results, because the process ended before."""
        lines = read(self._file) if self._file.exists() else []
        answered = {line["press"] for line in lines if line["kind"] == "answered"}
        yield from (line for line in lines if line["kind"] == "sent" and line["press"] not in answered)


class Reader:
    """Reads new lines of all journals in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._read = folder, dict[Path, int]()

    def new(self) -> list[dict[str, Any]]:
        """Return the lines written since the last call."""
        found = []
        for file in sorted(self._folder.glob("*.jsonl")):
            with open(file, "rb") as journal:
                journal.seek(self._read.get(file, 0))
                whole = journal.read().rpartition(b"\n")[0]
            self._read[file] = self._read.get(file, 0) + len(whole) + bool(whole)
            found += _lines(whole)
        return found


def read(file: Path) -> list[dict[str, Any]]:
    """Return the whole lines of a journal. A killed process may have left a partial line."""
    return _lines(file.read_bytes())


def _lines(text: bytes) -> list[dict[str, Any]]:
    found = []
    for line in text.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found
