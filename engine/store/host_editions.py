"""Editions in a folder of the host, such as the tiles of a printed copy.

The folder is read when the bot starts. A table's options contain the whole edition, so a game does not need the file.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from engine.core import Edition, count_noun
from engine.core.game import edition_type
from engine.errors import Unreadable
from engine.games import GAMES

_MAX_BYTES = 100_000
_SUFFIXES = (".txt", ".json")


class HostEditions(msgspec.Struct, frozen=True):
    """The editions in a host's folder."""

    words: Mapping[tuple[str, str], Mapping[str, str]] = {}
    """The words of the editions, by (game, option) and then by the name of the edition."""
    warnings: tuple[str, ...] = ()
    """A sentence for each file that was omitted."""

    def editions(self, title: str, option: str) -> Mapping[str, str]:
        """Return the words of the host's editions for an option, by the name that players choose."""
        return self.words.get((title, option), {})


def load_host_editions(folder: str) -> HostEditions:
    """Read the editions in a folder; an empty name means no folder.

    Invalid files are omitted with a warning.
    """
    if not folder:
        return HostEditions()
    words: dict[tuple[str, str], dict[str, str]] = {}
    warnings: list[str] = []
    try:
        files = sorted(file for file in Path(folder).iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError as error:
        return HostEditions(warnings=(f"Cannot read the folder {folder}: {error.strerror}. Change ROUNDHOUSE_BOXES.",))
    for file in files:
        try:
            _add_file(words, file)
        except Unreadable as error:
            warnings.append(f"{file.name} in ROUNDHOUSE_BOXES is left out. {error}")
    return HostEditions(words, tuple(warnings))


def _add_file(words: dict[tuple[str, str], dict[str, str]], file: Path) -> None:
    """Add the edition in a file to ``words``, for each option for which the file is valid.

    Raises ``Unreadable`` if there is no such option.
    """
    text, errors, options = read_edition_file(file), list[Unreadable](), list(_edition_options())
    for option, kind in options:
        if problems := kind.file_problems(file.stem, text):
            errors.append(Unreadable(_first_problem_message(problems, file)))
            continue
        editions = words.setdefault(option, {})
        if file.stem in editions:
            raise Unreadable(f"Another file has the name {file.stem}.")
        editions[file.stem] = str(kind.from_file(file.stem, text))
    if len(errors) == len(options):
        raise errors[0]


def _first_problem_message(problems: tuple[str, ...], file: Path) -> str:
    """Return a sentence with the first problem of a file, and the command that prints the other problems."""
    other_count = len(problems) - 1
    if not other_count:
        return problems[0]
    command = f'`roundhouse tiles check "{file}"`'
    return f"{problems[0]} {command} prints {count_noun(other_count, 'more problem')}."


def _edition_options() -> Iterator[tuple[tuple[str, str], type[Edition]]]:
    """Yield ((game, option), class) for all options of all games whose values are editions."""
    for game in GAMES.values():
        for field in msgspec.structs.fields(game.options):
            if (kind := edition_type(field)) is not None:
                yield (game.key, field.name), kind


def read_edition_file(file: Path) -> str:
    """Read the text of a host's file.

    Raises ``Unreadable`` if its name, size, or encoding is wrong.
    """
    if file.suffix not in _SUFFIXES:
        raise Unreadable("Its name must end with .txt or .json.")
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"It can’t be read: {error.strerror}.") from error
    if len(data) > _MAX_BYTES:
        raise Unreadable(f"It can have at most {_MAX_BYTES:,} bytes.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("It isn’t plain text in UTF-8. Save it with this encoding.") from error
