"""Text for Discord is made in one module, from constants and escaped values; mypy checks the rest."""

import ast

from tests.source_files import MODULES, each_of, name_of


def inside(name, package):
    return name == package or name.startswith(f"{package}.")


SENDING = {"send", "send_message", "edit_message", "edit_original_response", "TextDisplay", "Embed"}
"""Calls of discord.py with a text in which Discord reads Markdown."""
CONFORMANCE = {
    f"bot.operations.{name}" for name in ("examination", "examine_messages", "examine_places", "examine_presses")
}
"""Modules that send constant texts to a host's private server. They must not depend on the code whose assumptions
they check.
"""
OTHERWISE = {"bot.child_process", *CONFORMANCE}
"""Modules that send something else: to another process."""

TRUSTED = {"trust_game_text": {"bot.game_text"}, "trust_markdown": {"bot.page_reply", "bot.ui.page", "bot.names"}}
"""Functions that take a text without escaping it -> the only modules that may use them."""


def _templates(tree):
    """Yield the first argument of each call of ``md``."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return [call.args[0] for call in calls if call.func.id == "md"]


def _called(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _calls(file):
    return [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]


def _constants(tree):
    """Return the names of the module that are one constant text, or a table of them."""
    found = set()
    for node in tree.body:
        names = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        texts = value.values if isinstance(value, ast.Dict) else [value]
        if all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts):
            found |= {name.id for name in names if isinstance(name, ast.Name)}
    return found


def _is_constant(template, constants):
    if isinstance(template, ast.IfExp):
        return _is_constant(template.body, constants) and _is_constant(template.orelse, constants)
    table = template.value if isinstance(template, ast.Subscript) else template
    is_text = isinstance(template, ast.Constant) and isinstance(template.value, str)
    return is_text or (isinstance(table, ast.Name) and table.id in constants)


@each_of([file for file in MODULES if inside(name_of(file), "bot")])
def test_a_template_of_markdown_is_a_constant(file):
    """An f-string or an assigned name could put a user's name into a text before it is escaped."""
    tree = ast.parse(file.read_text("utf-8"))
    constants = _constants(tree)
    wrong = [template for template in _templates(tree) if not _is_constant(template, constants)]
    assert not wrong, [f"{file}:{template.lineno}: {ast.unparse(template)}" for template in wrong]


@each_of([file for file in MODULES if inside(name_of(file), "bot") and name_of(file) != "bot.markdown"])
def test_functions_that_trust_text_are_used_in_few_modules(file):
    """Other modules do not even import these functions under another name."""
    assert "Markdown" not in map(_called, _calls(file)), file
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    imported = {one.name for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}
    used = imported | {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    for function, modules in TRUSTED.items():
        assert name_of(file) in modules or function not in used, f"{file}: {function}"


@each_of([file for file in MODULES if inside(name_of(file), "bot") and name_of(file) not in OTHERWISE])
def test_texts_sent_to_discord_pass_to_discord(file):
    """``to_discord`` takes nothing else, so that mypy finds a text that is not escaped."""
    for call in _calls(file):
        if _called(call) not in SENDING or (isinstance(call.func, ast.Name) and call.func.id == "send"):
            continue  # a local function that sends
        if ast.unparse(call.func).startswith("reply_of("):
            continue  # the bot's own, which takes Markdown and nothing else
        has_id_first = ast.unparse(call.func).endswith("followup.edit_message")
        named = [key.value for key in call.keywords if key.arg in ("content", "title", "description")]
        for said in [*([] if has_id_first else call.args[:1]), *named]:
            assert _is_for_discord(said), f"{file}:{call.lineno}: {ast.unparse(call)}"


@each_of([file for file in MODULES if name_of(file) in ("bot.reply", "bot.announcements.channel")])
def test_stored_request_arguments_are_markdown(file):
    dicts = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Dict)]
    pairs = [pair for found in dicts for pair in zip(found.keys, found.values, strict=True)]
    texts = [value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "content"]
    assert texts and all(map(_is_for_discord, texts)), [ast.unparse(text) for text in texts]


def _is_for_discord(said):
    """Whether a text is a result of ``to_discord``, or None in place of an empty text."""
    if isinstance(said, ast.BoolOp):
        return all(map(_is_for_discord, said.values))
    if isinstance(said, ast.Constant):
        return said.value is None
    return isinstance(said, ast.Call) and _called(said) == "to_discord"
