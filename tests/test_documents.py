"""Promises of the documents and of the settings example agree with the code."""

import itertools
import re
from pathlib import Path

import discord
import pytest

from bot.config import FIELDS_BY_VARIABLE, Settings, settings_from_variables
from bot.matchmaking.setup_checks import TABLE_PERMISSIONS, THREAD_PERMISSIONS
from bot.permissions import permission_name
from engine.games import GAMES
from tests.commands_page import page
from tests.settings_page import EXAMPLE_FILE, HOSTING_FILE, example_file, hosting_page

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = HOSTING_FILE.read_text(encoding="utf-8")
EXAMPLE = EXAMPLE_FILE.read_text(encoding="utf-8")
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "bot").rglob("*.md"),
    *(ROOT / "engine").rglob("*.md"),
    *(ROOT / "render").rglob("*.md"),
]


@pytest.mark.parametrize("page", [README, HOSTING], ids=["readme", "hosting"])
def test_the_invitation_asks_for_the_permissions_a_table_needs(page):
    number = int(re.search(r"permissions=(\d+)", page)[1])
    assert discord.Permissions(number) == discord.Permissions(
        **dict.fromkeys((*TABLE_PERMISSIONS, *THREAD_PERMISSIONS), True)
    )


def test_the_page_for_hosts_names_each_permission_of_the_invitation():
    [paragraph] = [part for part in HOSTING.split("\n\n") if "requests the permissions" in part]
    words = " ".join(paragraph.split())
    names = [permission_name(name) for name in (*TABLE_PERMISSIONS, *THREAD_PERMISSIONS)]
    assert [name for name in names if name not in words] == []


def test_the_page_of_commands_is_made_from_the_commands():
    stored = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert stored == page(), "run: python -m tests.commands_page > docs/commands.md"


def test_the_readme_is_a_start_page_and_those_of_packages_are_maps():
    assert len(README.splitlines()) <= 120
    for package in ("bot", "engine", "render"):
        assert len((ROOT / package / "README.md").read_text(encoding="utf-8").splitlines()) <= 66


RECORDS = {
    entry.splitlines()[0]: entry
    for file in sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for entry in file.read_text(encoding="utf-8").split("\n## ")[1:]
}
VERBS = (
    r"Accept|Add|Balance|Build|Cache|Choose|Compare|Complete|Compress|Compute|Confirm|Connect|Credit|Defer|Divide|Do|Draw|Drive|"
    r"End|Export|Extend|Give|Keep|Let|Limit|List|Make|Measure|Offer|Order|Overwrite|Paint|Parse|Pin|Post|Rate|Read|"
    r"Recolor|Refuse|Request|Route|Run|Store|Support|Terminate|Use|Warn|Write"
)


def test_decision_records_are_few():
    assert len(RECORDS) <= 60


@pytest.mark.parametrize("heading", RECORDS)
def test_a_decision_record_names_the_choice_and_has_three_parts(heading):
    assert re.match(rf"({VERBS}) ", heading), "start the heading with a verb in its base form"
    _, status, *parts = RECORDS[heading].strip().split("\n\n")
    assert re.fullmatch(r"Accepted \d{4}-\d\d-\d\d\.", status)
    assert [part.split(" ")[0] for part in parts] == ["*Context.*", "*Decision.*", "*Consequences.*"]
    assert len(RECORDS[heading].split()) <= 130


@pytest.mark.parametrize(
    ("stored", "made"), [(EXAMPLE, example_file()), (HOSTING, hosting_page(HOSTING))], ids=["example", "hosting"]
)
def test_the_pages_of_settings_are_made_from_the_settings(stored, made):
    assert stored == made, "run: python -m tests.settings_page"


@pytest.mark.parametrize("name", FIELDS_BY_VARIABLE)
def test_every_setting_is_documented_for_hosts_and_in_the_example_with_its_default(name):
    shown = re.search(rf"^\| `{name}` \| (?:`(.+?)` )?\| \S", HOSTING, re.MULTILINE)
    line = re.search(rf"^# \S.*\n#?{name}=(.*)$", EXAMPLE, re.MULTILINE)
    assert settings_from_variables({name: shown[1] or ""}) == Settings() == settings_from_variables({name: line[1]})


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_have_existing_targets(file):
    for target in re.findall(r"\]\(([^)#]+)", file.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


DATA = [
    file for kind in ("txt", "map", "lesson", "puzzle", "sql", "md") for file in (ROOT / "engine").rglob(f"*.{kind}")
]
SHEETS = [file for file in DATA if "game_data" in file.parts and file.suffix != ".md"]
ADVICE = (
    r"(?<!not )(?<!never )\b(replace|edit|change|overwrite|swap)\b (this|the|that) (one )?(file|sheet|map|tile|card)"
)


@pytest.mark.parametrize("file", sorted({*DATA, *DOCUMENTS}), ids=lambda file: str(file.relative_to(ROOT)))
def test_no_file_advises_to_change_what_running_games_depend_on(file):
    text = re.sub(r"\s+#?\s*", " ", file.read_text(encoding="utf-8"))
    assert not re.search(ADVICE, text, re.IGNORECASE)


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_data_sheets_warn_that_running_games_depend_on_them(file):
    head = " ".join(line[1:].strip() for line in file.read_text(encoding="utf-8").splitlines() if line[:1] == "#")
    assert re.search(r"Do not change .+: running games depend on every line\.", head)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_documented_folders_of_games_exist(file):
    places = re.findall(r"`((?:render|engine|tests)/games/)<(?:game|title)>([^`<]*)`", file.read_text(encoding="utf-8"))
    for folder, rest in places:
        for key in GAMES:
            place = folder + key.replace("-", "_") + rest
            assert any(ROOT.glob(place)), f"{file.name} names {place}"


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_named_in_documents_exist(file):
    for named in re.findall(r"`((?:bot|engine|render|tests)/[\w./]+)`", file.read_text(encoding="utf-8")):
        assert (ROOT / named).exists(), f"{file.name} names {named}"


CHECKLISTS = (ROOT / "docs" / "adding-something.md").read_text(encoding="utf-8")
ITEMS = re.findall(r"^\d+\. (?:.+\n)(?:   .+\n)*", CHECKLISTS, re.MULTILINE)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: " ".join(item.split()[:6]))
def test_each_name_of_a_checklist_stands_in_the_files_that_its_item_names(item):
    """A name without a file must occur in the document itself. ``<game>`` is any game."""
    marked = re.findall(r"`([^`]+)`", item)
    patterns = [
        part.strip("/").replace("<game>", "*") for part in marked if re.match(r"(bot|engine|render|tests)/", part)
    ]
    found = {pattern: list(ROOT.glob(pattern)) for pattern in patterns}
    assert all(found.values()), [pattern for pattern, paths in found.items() if not paths]
    files = [
        file
        for path in itertools.chain(*found.values())
        for file in (path.rglob("*.*") if path.is_dir() else [path])
        if file.suffix in (".py", ".md", ".sql", ".txt", ".perft", ".lesson")
    ]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    names = [part for part in marked if re.fullmatch(r"[A-Za-z_]\w*", part)]
    assert not files or [name for name in names if not re.search(rf"\b{name}", text)] == []
