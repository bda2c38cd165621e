"""Discord's limits that the bot must keep, with their sources. A test compares the limits with sent messages.

*docs* is docs.discord.com (the repository discord/discord-api-docs), *OpenAPI* is discord/discord-api-spec.
"""

CONTENT = 2_000
"""Maximum characters of a message. (docs, resources/message)"""
EMBED_TITLE = 256
"""Maximum characters of an embed's title. (docs, resources/message, embed limits)"""
EMBED_DESCRIPTION = 4_096
"""Maximum characters of an embed's text. (docs, resources/message, embed limits)"""
EMBED_TOTAL = 6_000
"""Maximum characters of all embeds of a message. (docs, resources/message, embed limits)"""
FILES = 10
"""Maximum files of a message. (docs, reference, uploading files)"""
ALT_TEXT = 1_024
"""Maximum characters of a file's description. (docs, resources/message, attachment object)"""
NONCE = 25
"""Maximum characters of a message's nonce. (docs, resources/message, create message)"""

LAYOUT = 4_000
"""Maximum characters of all texts of a message that consists of components. (docs, components/reference)"""
LAYOUT_PARTS = 40
"""Maximum components of a message, including nested ones. (docs, components/reference)"""

ROWS = 5
"""Maximum rows of buttons and selects of a message. (docs, components/reference)"""
BUTTONS_IN_ROW = 5
"""Maximum buttons of a row; a select fills a row. (docs, components/reference)"""
BUTTON_LABEL = 80
"""Maximum characters of a button's label. (docs, components/reference)"""
CUSTOM_ID = 100
"""Maximum characters of a ``custom_id``. (docs, components/reference)"""
SELECT_OPTIONS = 25
"""Maximum options of a select. (docs, components/reference)"""
SELECT_TEXT = 100
"""Maximum characters of the label, the value, and the description of a select's option.

(docs, components/reference; OpenAPI)
"""
MODAL_TITLE = 45
"""Maximum characters of a form's title. (docs, components/reference)"""
MODAL_LABEL = 45
"""Maximum characters of the label of a form's field. (docs, components/reference)"""
MODAL_ABOUT = 100
"""Maximum characters of the description of a form's field. (docs, components/reference)"""
MODAL_TEXT = 4_000
"""Maximum characters of the text of a form's field. (docs, components/reference)"""

COMMANDS = 100
"""Maximum global chat commands of an application. (docs, application-commands)"""
COMMAND_NAME = 32
"""Maximum characters of the name of a command or of its option. (docs, application-commands)"""
COMMAND_DESCRIPTION = 100
"""Maximum characters of a command's or option's description. (docs, application-commands)"""
COMMAND_OPTIONS = 25
"""Maximum options of a command. (docs, application-commands)"""
CHOICE_NAME = 100
"""Maximum characters of the name of an option's choice. (docs, application-commands)"""
CHOICE_VALUE = 100
"""Maximum characters of the value of an option's choice. (docs, application-commands)"""
AUTOCOMPLETE_CHOICES = 25
"""Maximum suggestions of an autocompletion. (docs, application-commands; OpenAPI)"""

OLD_MESSAGE_SECONDS = 3_600.0
"""Edits of messages older than this have a separate, undocumented rate limit, error 30046. (docs, opcodes)"""


def truncate(text: str, length: int) -> str:
    """Shorten ``text`` to at most ``length`` characters, with an ellipsis in place of the omitted part."""
    return str(text) if len(text) <= length else text[: length - 1] + "…"
