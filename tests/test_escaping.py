"""Text for Discord is made in one module, of constants and of what is escaped; mypy proves the rest."""

import ast

from tests.sources import MODULES, each_of, name_of


def inside(name, package):
    return name == package or name.startswith(f"{package}.")


SENDING = {"send", "send_message", "edit_message", "edit_original_response", "TextDisplay", "Embed"}
"""Calls of discord.py that take a text in which Discord reads Markdown."""
OTHERWISE = {"bot.past.analyst"}
"""Modules that send something else: to another process."""


def _templates(tree):
    """The first argument of each call of ``md``."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return [call.args[0] for call in calls if call.func.id == "md"]


def _called(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@each_of([file for file in MODULES if inside(name_of(file), "bot")])
def test_a_template_of_markdown_is_a_constant(file):
    """An f-string would put a name into a text before it is escaped."""
    for template in _templates(ast.parse(file.read_text("utf-8"))):
        if isinstance(template, ast.Subscript):  # a table of constants
            template = template.value
        constant = isinstance(template, ast.Constant) or (isinstance(template, ast.Name) and template.id.isupper())
        local = isinstance(template, ast.Name) and name_of(file) == "bot.solo.pages"  # one of two constants
        assert constant or local, f"{file}:{template.lineno}: {ast.unparse(template)}"


@each_of([file for file in MODULES if inside(name_of(file), "bot")])
def test_only_one_module_makes_markdown(file):
    made = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert name_of(file) == "bot.markdown" or not [call.lineno for call in made if _called(call) == "Markdown"]


@each_of([file for file in MODULES if inside(name_of(file), "bot") and name_of(file) not in OTHERWISE])
def test_what_is_sent_to_discord_is_markdown(file):
    """``sendable`` takes nothing else, so that mypy finds a text that is not escaped."""
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(call, ast.Call) or _called(call) not in SENDING:
            continue
        named = [key.value for key in call.keywords if key.arg in ("content", "title", "description")]
        for said in [*call.args[:1], *named]:
            checked = "sendable(" in ast.unparse(said) or not isinstance(call.func, ast.Attribute)
            checked = checked or ast.unparse(call.func).endswith("followup.edit_message")  # an id comes first
            assert checked or "sql" in ast.unparse(call.func), f"{file}:{call.lineno}: {ast.unparse(call)}"
