"""The house rules, checked by reading the source: directions of imports, banned modules, and lengths."""

import re
import sys
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engine import GAMES
from tests.source_files import MODULES, PACKAGES, ROOT, TESTS, each_of, name_of, source_of

TITLES = sorted(folder.name for folder in (ROOT / "engine" / "games").iterdir() if (folder / "__init__.py").is_file())

PURE = ("engine.core", "engine.kit", "engine.games", "engine.agents")
IMPURE_MODULES = {"PIL", "aiosqlite", "asyncio", "datetime", "discord", "os", "random", "secrets", "time"}

ARROWS = {
    "engine.errors": (),
    "engine.private": (),
    "engine.threads": (),
    "engine.core": ("engine.errors",),
    "engine.kit": ("engine.core", "engine.errors"),
    "engine.games": ("engine.core", "engine.errors", "engine.kit"),
    "engine.agents": ("engine.core", "engine.errors"),
    "engine.store": ("engine.core", "engine.errors", "engine.games", "engine.private", "engine.threads"),
    "engine.cli": (
        "engine.core",
        "engine.errors",
        "engine.games",
        "engine.agents",
        "engine.private",
    ),
    "engine.output": (),
    "engine.__main__": (
        "engine.agents",
        "engine.cli",
        "engine.errors",
        "engine.games",
        "engine.output",
        "engine.store",
    ),
    "engine": ("engine.core", "engine.errors", "engine.games"),
    "render": ("engine", "engine.core", "engine.errors", "engine.games", "engine.kit", "engine.output"),
    "bot": (
        "engine",
        "engine.__main__",
        "engine.core",
        "engine.errors",
        "engine.games",
        "engine.agents",
        "engine.output",
        "engine.private",
        "engine.store",
        "engine.threads",
        "render",
    ),
}
"""Package -> what it may import beside itself. The longest matching name counts. ``engine`` is its public interface."""

BOT = (
    *(
        "limits",
        "markdown",
        "offered_games",
        "env_file",
        "config",
        "user_rate_limit",
        "priority_semaphore",
        "child_process",
        "move_search",
    ),
    *(
        "reply_order",
        "in_flight",
        "reply",
        "private_questions",
        "permissions",
        "errors",
        "keyed_tasks",
        "late_replies",
        "clocks",
        "leader",
    ),
    *("users", "tables", "guilds", "names", "game_text", "view", "render_pool"),
    *(
        "orders",
        "play",
        "persons",
        "ui",
        "solo",
        "announcements",
        "matchmaking",
        "history",
        "proposals",
        "scheduler",
        "services",
        "page_reply",
        "turn",
        "commands",
        "routes",
        "operations",
        "client",
        "local",
        "__main__",
        "command_line",
    ),
)
"""Parts of the bot, each of which imports only those before it."""

WINGS = ("game_data", "state", "rules", "search", "phases", "text", "agent", "game")
"""Parts of a game, each of which imports only those before it and itself, for annotations too."""

EXPANSIONS = ("robber_baron", "solitaire")
"""Parts of a game that a table may play without. Their folders are beside the other parts."""

TEXTS = ("lessons", "puzzles")
"""Folders of a game's lessons and puzzles, which contain texts."""

OWNERS = {
    "PIL": (
        "render.canvas",
        "render.rasterizer",
        "render.stroke_raster",
        "render.area_raster",
        "render.fonts",
        "render.frame_diff",
        "render.animation",
    ),
    "aiosqlite": ("engine.store.sqlite",),
    "discord": ("bot",),
    "isal": ("render.png",),
    "openskill": ("bot.persons.stats", "bot.solo.ratings"),
    "prometheus_client": ("bot.operations.metrics",),
    "psycopg": ("engine.store.listener", "engine.store.postgresql"),
    "simcord": ("bot.local",),
    "zlib_ng": ("render.png",),
}
"""Library -> the only modules that may import it."""

WITHOUT_DISCORD = {
    "bot.clocks",
    "bot.scheduler.downtime",
    "bot.scheduler.holidays",
    "bot.scheduler.deleted_channels",
    "bot.scheduler.pausing",
    "bot.scheduler.timeouts",
    "bot.scheduler.open_seats",
    "bot.operations.shutdown",
    "bot.operations.check_result",
    "bot.operations.database_watch",
    "bot.operations.json_log",
    "bot.operations.check_database_file",
    "bot.operations.check_database_server",
    "bot.operations.shard_leases",
    "bot.operations.daily_backup",
    "bot.child_process",
    "bot.game_text",
    "bot.leader",
    "bot.limits",
    "bot.markdown",
    "bot.history.recap",
    "bot.history.report",
    "bot.history.replay",
    "bot.users",
    "bot.guilds",
    "bot.matchmaking.matcher",
    "bot.matchmaking.ladder",
    "bot.persons",
    "bot.orders",
    "bot.play",
    "bot.config",
    "bot.env_file",
    "bot.tables",
    "bot.solo.lesson",
    "bot.announcements.recipients",
    "bot.announcements.notification_text",
    "bot.announcements.rate_limiter",
    "bot.announcements.withdrawn_questions",
    "bot.announcements.notification_rules",
    "bot.announcements.next_player",
    "bot.ui.questions",
    "bot.proposals.service",
    "bot.names",
}
"""Modules that do not depend on Discord."""

LONG_FILE = 700
LONG_FUNCTION = 60
LONG_WITH_A_REASON: frozenset[str] = frozenset()
"""``module.function`` of long functions that are one table or one match over every kind."""


MODULE_NAMES = frozenset(map(name_of, MODULES))


def module_in(name: str) -> str:
    """Return the module of an imported name: ``engine.play`` comes from ``engine``."""
    while name not in MODULE_NAMES and "." in name:
        name = name.rpartition(".")[0]
    return name


def imports_of(file: Path) -> Iterator[tuple[str, int]]:
    """Yield every module named in an import anywhere in the file, and the line."""
    return ((found.name, found.line) for found in source_of(file).imports)


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@each_of(MODULES)
def test_imports_point_down(file):
    module = name_of(file)
    home = max((package for package in ARROWS if inside(module, package)), key=len)
    for name, line in imports_of(file):
        target = module_in(name)
        if target.split(".")[0] in PACKAGES and target != home and not (home != "engine" and inside(target, home)):
            allowed = [part for part in ARROWS[home] if target == part or (part != "engine" and inside(target, part))]
            assert allowed, f"{file}:{line}: {home} imports {name}"


def bot_part(name: str) -> str:
    """Return the module or package of the bot that an imported name is in, or an empty text."""
    parts = module_in(name).split(".")
    return parts[1] if parts[0] == "bot" and len(parts) > 1 else ""


@each_of([file for file in MODULES if bot_part(name_of(file)) in BOT])
def test_bot_packages_import_only_lower_ones(file):
    home = bot_part(name_of(file))
    below = BOT[: BOT.index(home) + 1]
    for name, line in imports_of(file):
        part = bot_part(name)
        assert not part or part in below, f"{file}:{line}: bot.{home} imports {name}"


@each_of(MODULES)
def test_a_module_imports_nothing_for_annotations_alone(file):
    assert not inside(name_of(file), "bot") or "type_checking" not in source_of(file).code, f"{file}: TYPE_CHECKING"


def import_circle(imports: Mapping[str, Set[str]]) -> list[str]:
    """Return modules that import one another in a circle, in that order, or an empty list."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_the_bots_modules_import_one_another_in_no_circle():
    """Imports inside functions count too."""
    files = {name_of(file): file for file in MODULES if inside(name_of(file), "bot")}
    imports = {module: {module_in(name) for name, _ in imports_of(file)} for module, file in files.items()}
    own = {module: (names & files.keys()) - {module, "bot"} for module, names in imports.items()}
    assert not import_circle(own)


def test_a_circle_of_imports_is_found():
    assert import_circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert import_circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) in (
        ["a", "b", "c", "a"],
        ["b", "c", "a", "b"],
        ["c", "a", "b", "c"],
    )


def test_every_part_of_the_bot_has_its_place():
    assert {bot_part(name_of(file)) for file in MODULES} - {""} == set(BOT)


@each_of(MODULES)
def test_rules_import_no_clock_no_chance_no_file_and_no_library_but_msgspec(file):
    module = name_of(file)
    if not any(inside(module, package) for package in PURE):
        return
    for name, line in imports_of(file):
        top = name.split(".")[0]
        assert top not in IMPURE_MODULES, f"{file}:{line}: {module} imports {name}"
        assert top in sys.stdlib_module_names or top in ("engine", "msgspec"), f"{file}:{line}: {module} imports {name}"


CORE = ROOT / "engine" / "core"
STATEFUL = {f"engine.core.{name}" for name in source_of(CORE / "flow.py").public}


@each_of([*MODULES, *TESTS])
def test_exports_of_the_core_are_imported_from_engine_core(file):
    face = source_of(CORE / "__init__.py").listed
    if not inside(name_of(file), "engine.core") and file != ROOT / "engine" / "__init__.py":
        for name, line in imports_of(file):
            aside = inside(name, "engine.core") and name.count(".") == 3 and name.rpartition(".")[2] in face
            assert not aside, f"{file}:{line}: {name} comes from engine.core"


AGENTS_WITH_A_VIEW = {f"engine.agents.{name}" for name in ("policies", "greedy_agent", "random_agent")}


def test_agents_never_import_the_state():
    for file in MODULES:
        if name_of(file) in AGENTS_WITH_A_VIEW:
            found = [name for name, _ in imports_of(file)]
            assert not [name for name in found if name in STATEFUL or inside(name, "engine.core.flow")], file
            assert "redact" not in source_of(file).code, file


@each_of(MODULES)
def test_a_title_imports_no_other_title(file):
    module = name_of(file)
    for name, line in imports_of(file):
        for title in TITLES:
            if inside(name, f"engine.games.{title}") or inside(name, f"render.games.{title}"):
                homes = (f"engine.games.{title}", f"render.games.{title}")
                registry = module in ("engine.games", "render.games")
                assert registry or any(inside(module, home) for home in homes), (
                    f"{file}:{line}: {module} imports {name}"
                )


def wing(name: str) -> tuple[str, str]:
    """Return the game and the part that a module is in, or empty texts."""
    parts = module_in(name).split(".")
    there = parts[:2] == ["engine", "games"] and len(parts) > 3 and parts[3] in WINGS
    return (parts[2], parts[3]) if there else ("", "")


@each_of([file for file in MODULES if wing(name_of(file))[1]])
def test_parts_of_a_game_import_only_lower_ones(file):
    title, home = wing(name_of(file))
    for name, line in imports_of(file):
        other, part = wing(name)
        assert other != title or WINGS.index(part) <= WINGS.index(home), f"{file}:{line}: {home} imports {name}"


@pytest.mark.parametrize("title", TITLES)
def test_every_module_of_a_game_is_in_a_part(title):
    beside = [path for path in (ROOT / "engine" / "games" / title).glob("*") if path.name[0] != "_"]
    assert {path.name for path in beside if path.is_file()} <= {"game.py", "RULES.md"}
    assert {path.name for path in beside if path.is_dir()} <= {*WINGS, *EXPANSIONS, *TEXTS}


@each_of(MODULES)
def test_a_library_is_imported_by_its_owner_alone(file):
    module = name_of(file)
    for name, line in imports_of(file):
        owners = OWNERS.get(name.split(".")[0])
        assert owners is None or any(inside(module, owner) for owner in owners), (
            f"{file}:{line}: {module} imports {name}"
        )


@pytest.mark.parametrize("part", sorted(WITHOUT_DISCORD))
def test_discord_free_modules_do_not_import_discord(part):
    files = [file for file in MODULES if inside(name_of(file), part)]
    assert files
    for file in files:
        assert not [name for name, _ in imports_of(file) if inside(name, "discord")], file


def modules_that_know_no_title() -> list[Path]:
    files = [file for file in MODULES if not inside(name_of(file), "engine.games")]
    files = [file for file in files if not inside(name_of(file), "render.games")]
    return [*files, *sorted((ROOT / "tests" / "contract").rglob("*.py"))]


def test_executors_are_called_only_in_three_modules() -> None:
    """Other modules use ``engine.threads``, which never waits without a limit."""
    apart = {"engine/threads.py", "engine/store/postgresql.py", "bot/render_pool.py"}
    files = (file for part in ("bot", "engine") for file in (ROOT / part).rglob("*.py"))
    assert {str(f.relative_to(ROOT)) for f in files if re.search("to_thread|run_in_executor", f.read_text())} <= apart


@each_of(modules_that_know_no_title())
def test_only_a_titles_own_folders_name_it(file):
    code = source_of(file).code
    for game in GAMES.values():
        for word in (game.key, game.key.replace("-", "_"), game.name.lower()):
            assert word not in code, f"{file} names {game.name}"


COMMON_WORDS = {"a", "an", "and", "of", "the"}
"""Words of a game's name that may occur anywhere."""


def says(text: str, word: str) -> bool:
    """Whether a text has the word, alone or joined to others by anything but letters."""
    return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text) is not None


def test_bot_contains_no_name_of_a_game():
    for file in [file for kind in ("py", "html", "js", "css") for file in (ROOT / "bot").rglob(f"*.{kind}")]:
        text = file.read_text(encoding="utf-8").lower()
        for game in GAMES.values():
            for word in {*game.name.lower().split()} - COMMON_WORDS:
                assert not says(text, word), f"{file} says “{word}”"


def test_letters_within_a_longer_word_are_no_name_of_a_game():
    assert not says("import aiohttp", "oh")
    assert says("x_catan.y", "catan") and not says("catans", "catan")


@each_of(MODULES)
def test_every_module_starts_with_a_docstring(file):
    assert source_of(file).docstring, f"{file} has no docstring"


@each_of([*MODULES, *TESTS])
def test_future_annotations_are_imported_only_where_needed(file):
    source = source_of(file)
    if any(found.name == "__future__.annotations" for found in source.imports):
        types = any(found.for_types for found in source.imports)
        assert types or source.ahead, f"{file} needs no import of annotations from __future__"


@each_of([*MODULES, *TESTS])
def test_files_are_short(file):
    lines = len(file.read_text(encoding="utf-8").splitlines())
    assert lines <= LONG_FILE, f"{file} has {lines} lines; split it"


@each_of(MODULES)
def test_functions_are_short(file):
    for function in source_of(file).functions:
        where = f"{name_of(file)}.{function.name}"
        assert function.lines <= LONG_FUNCTION or where in LONG_WITH_A_REASON, (
            f"{file}:{function.line}: {function.lines} lines"
        )


@each_of(MODULES)
def test_file_names_are_not_generic(file):
    assert not {"utils", "util", "helpers", "helper", "common", "manager", "misc"} & set(name_of(file).split("."))


@each_of(MODULES)
def test_public_names_have_docstrings(file):
    """Exceptions are events, which are explained by their names, and commands, which have descriptions."""
    module = name_of(file)
    if module.endswith(".events") or inside(module, "bot.commands"):
        return
    for one in source_of(file).offered:
        assert one.docstring, f"{file}:{one.line}: {one.name} has no docstring"


def test_the_top_level_has_its_five_folders():
    passing = {"build", "dist", "__pycache__"}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert {name for name in folders - passing if not name.endswith(".egg-info")} == {*PACKAGES, "docs", "tests"}
