"""The code's assumptions about Discord. Each names the files that rely on it, and its documentation.

``python -m bot conformance`` tests the assumptions.
"""

import msgspec

# Sources: pages of Discord's documentation, or words for what is not documented.
_MESSAGE = "resources/message"
_COMPONENTS = "components/reference"
_CODES = "topics/opcodes-and-status-codes"
_RESPONSES = "interactions/receiving-and-responding"
_COMMANDS = "interactions/application-commands"
_GATEWAY = "events/gateway"
_USER_REPORTS = "not documented; reported by users"
_SEEN_IN_CLIENTS = "not documented; seen in clients"


class Assumption(msgspec.Struct, frozen=True):
    """An assumption about Discord.

    ``used`` are the files of the bot that rely on the assumption. ``untested`` is the reason why the conformance run
    can't test it; empty if the run can.
    """

    name: str
    claim: str
    used: tuple[str, ...]
    source: str
    untested: str = ""


_LIMITS = (
    ("content_2000", "A message has up to 2,000 characters.", "bot/ui/page.py", _MESSAGE),
    (
        "embed_title_256",
        "The heading of an embed has up to 256 characters.",
        "bot/announcements/report_layout.py",
        _MESSAGE,
    ),
    (
        "embed_text_4096",
        "The text of an embed has up to 4,096 characters.",
        "bot/announcements/report_layout.py",
        _MESSAGE,
    ),
    (
        "embeds_6000",
        "The embeds of a message have up to 6,000 characters.",
        "bot/announcements/report_layout.py",
        _MESSAGE,
    ),
    ("nonce_25", "A nonce has up to 25 characters.", "bot/announcements/channel.py", _MESSAGE),
    ("rows_5", "A message without V2 components has up to 5 rows.", "bot/ui/components.py", _COMPONENTS),
    ("buttons_5", "A row has up to 5 buttons.", "bot/ui/components.py", _COMPONENTS),
    ("button_label_80", "The label of a button has up to 80 characters.", "bot/ui/components.py", _COMPONENTS),
    ("custom_id_100", "A custom_id has up to 100 characters.", "bot/ui/page.py", _COMPONENTS),
    ("select_25", "A select has up to 25 options.", "bot/ui/components.py", _COMPONENTS),
    ("option_100", "The label of an option has up to 100 characters.", "bot/ui/components.py", _COMPONENTS),
    ("files_10", "A message has up to 10 files.", "bot/render_pool.py", "reference"),
    (
        "alt_text_1024",
        "An alt text has up to 1,024 characters.",
        "render/text_fitting.py render/rasterizer.py",
        _MESSAGE,
    ),
    (
        "layout_4000",
        "The texts of a V2 message have up to 4,000 characters.",
        "bot/announcements/report_layout.py",
        _COMPONENTS,
    ),
    (
        "layout_40",
        "A V2 message has up to 40 components, nested ones counted.",
        "bot/matchmaking/open_tables_text.py",
        _COMPONENTS,
    ),
    ("form_title_45", "The heading of a form has up to 45 characters.", "bot/ui/modals.py", _COMPONENTS),
    ("form_label_45", "The label of a field has up to 45 characters.", "bot/ui/modals.py", _COMPONENTS),
    ("form_about_100", "The description of a field has up to 100 characters.", "bot/ui/modals.py", _COMPONENTS),
    ("form_text_4000", "A text field takes up to 4,000 characters.", "bot/ui/modals.py", _COMPONENTS),
    ("form_parts_5", "A form has up to 5 parts.", "bot/ui/modals.py", _COMPONENTS),
    (
        "thread_name_100",
        "The name of a thread has up to 100 characters.",
        "bot/commands/play_now.py",
        "resources/channel",
    ),
    ("command_name_32", "The name of a command has up to 32 characters.", "bot/limits.py", _COMMANDS),
    ("command_about_100", "The description of a command has up to 100 characters.", "bot/limits.py", _COMMANDS),
    ("command_options_25", "A command has up to 25 options.", "bot/limits.py", _COMMANDS),
    ("command_choices_25", "An option of a command has up to 25 choices.", "bot/limits.py", _COMMANDS),
)
_MESSAGES = (
    ("alt_text_kept", "The alt text of a file is kept.", "bot/render_pool.py", _MESSAGE),
    ("embed_file", "A message with an embed can have files.", "bot/announcements/report_layout.py", _MESSAGE),
    (
        "nonce_repeat",
        "A second post with the same nonce gives back the first.",
        "bot/announcements/channel.py",
        _MESSAGE,
    ),
    ("silent", "A post can be sent without a notification.", "bot/announcements/channel.py", _MESSAGE),
    ("mentions_named", "A post mentions nobody but those whom it names.", "bot/announcements/channel.py", _MESSAGE),
    (
        "layout_files",
        "A V2 message has files in galleries and thumbnails.",
        "bot/announcements/report_layout.py",
        _COMPONENTS,
    ),
    (
        "layout_alt_text",
        "The pictures of a V2 message keep their alt texts.",
        "bot/announcements/report_layout.py",
        _COMPONENTS,
    ),
    ("layout_no_content", "A V2 message with content is refused.", "bot/announcements/report_layout.py", _COMPONENTS),
    ("layout_no_embed", "A V2 message with an embed is refused.", "bot/announcements/report_layout.py", _COMPONENTS),
    ("layout_more_files", "An edit adds pictures to a V2 message.", "bot/announcements/channel.py", _MESSAGE),
    ("layout_from_text", "An edit turns a text message into a V2 message.", "bot/announcements/channel.py", _MESSAGE),
    ("files_removed", "An edit removes the files and embeds of a message.", "bot/announcements/channel.py", _MESSAGE),
    (
        "own_buttons_read",
        "The bot reads its buttons in the history without an intent.",
        "bot/announcements/channel.py",
        _GATEWAY,
    ),
    ("history_after", "The history after an id has the later posts only.", "bot/announcements/channel.py", _MESSAGE),
    ("id_has_time", "An id tells when a message was made.", "bot/announcements/channel.py", "reference"),
    ("deleted_10008", "An edit of a deleted message fails with 10008.", "bot/announcements/channel.py", _CODES),
    ("old_edited", "A message older than an hour can be edited.", "bot/announcements/channel.py", _CODES),
    (
        "old_30046",
        "Too many edits of old messages are limited (429 or 30046).",
        "bot/limits.py bot/announcements/channel.py",
        _CODES,
    ),
    (
        "post_limit_headers",
        "The headers of a post tell its rate limit.",
        "bot/announcements/rate_limiter.py",
        "topics/rate-limits",
    ),
    (
        "post_burst_4",
        "Four posts in a row fit in a channel’s rate limit.",
        "bot/announcements/rate_limiter.py",
        _USER_REPORTS,
    ),
    ("callback_no_limit", "A first answer has no rate limit with other posts.", "bot/ui/page.py", "topics/rate-limits"),
    ("date_header", "Each response tells the time of day.", "bot/operations/check_discord.py", "HTTP"),
    ("size_known", "The width and height of a picture are known.", "bot/ui/phone_height.py", _MESSAGE),
    ("file_unchanged", "A picture can be loaded as it was sent.", "render/png.py", _MESSAGE),
    ("proxy_png", "The media proxy gives a PNG picture in its whole size.", "render/png.py", _SEEN_IN_CLIENTS),
    ("proxy_webp", "The media proxy gives a smaller WebP picture.", "render/png.py", _SEEN_IN_CLIENTS),
)
_PLACES = (
    ("thread_on_post", "A thread on a post has the id of the post.", "bot/matchmaking/service.py", "resources/channel"),
    ("thread_once_160004", "A second thread on a post fails with 160004.", "bot/matchmaking/service.py", _CODES),
    (
        "thread_week",
        "A thread can stay open for a week.",
        "bot/matchmaking/service.py bot/commands/play_now.py",
        "resources/channel",
    ),
    (
        "thread_parent",
        "A thread names the channel that it is in.",
        "bot/announcements/channel_access.py",
        "resources/channel",
    ),
    (
        "archived_post",
        "A post opens an archived thread, or fails with 50083.",
        "bot/announcements/channel.py bot/errors.py",
        "topics/threads",
    ),
    (
        "archived_edit",
        "An edit in an archived thread works, or fails with 50083.",
        "bot/announcements/channel.py",
        _CODES,
    ),
    ("archived_opened", "The bot can open an archived thread.", "bot/announcements/channel.py", "topics/threads"),
    ("locked_refused", "A post in a locked thread fails as for a missing permission.", "bot/errors.py", _CODES),
    ("locked_manager", "With Manage Threads, a post in a locked thread works.", "bot/permissions.py", "topics/threads"),
    (
        "gone_10003",
        "A post in a deleted thread fails with 10003.",
        "bot/announcements/channel.py bot/announcements/notification_service.py",
        _CODES,
    ),
    ("no_view", "Without View Channel, a post fails with 50001 or 50013.", "bot/errors.py", _CODES),
    ("no_send", "Without Send Messages, a post fails with 50013.", "bot/errors.py", _CODES),
    (
        "no_send_embed",
        "Without Send Messages, a post with a file fails with 50013.",
        "bot/permissions.py",
        "topics/permissions",
    ),
    ("no_embed", "Without Embed Links, a post with an embed fails with 50013.", "bot/permissions.py", _CODES),
    ("no_attach", "Without Attach Files, a post with a file fails with 50013.", "bot/permissions.py", _CODES),
    ("no_history", "Without Read Message History, the history is empty or fails.", "bot/permissions.py", _MESSAGE),
    ("no_threads", "Without Create Public Threads, a thread fails with 50013.", "bot/permissions.py", _CODES),
    ("no_thread_posts", "Without Send Messages in Threads, a post fails with 50013.", "bot/permissions.py", _CODES),
    (
        "thread_alone_sends",
        "Without Send Messages, a post in a thread works.",
        "bot/permissions.py",
        "topics/permissions",
    ),
    (
        "stranger_10007",
        "A request for a member who has left fails with 10007.",
        "bot/announcements/channel_access.py",
        _CODES,
    ),
    (
        "members_asked",
        "One member can be fetched without an intent.",
        "bot/announcements/channel_access.py",
        "resources/guild",
    ),
)
_PRESSES = (
    ("press_permissions", "A press tells the bot’s permissions in the channel.", "bot/errors.py", _RESPONSES),
    ("press_file_limit", "A press tells that files of 10 MiB can be sent.", "bot/commands/privacy.py", _RESPONSES),
    ("press_member_name", "A press tells the display name of the person.", "bot/persons/user_names.py", _RESPONSES),
    ("press_values", "A choice in a select arrives with its value.", "bot/ui/components.py", _RESPONSES),
    (
        "select_people",
        "A message can have selects of users, roles, and channels.",
        "bot/matchmaking/guild_page.py",
        _COMPONENTS,
    ),
    ("answer_private", "A first answer can be private, with a picture.", "bot/reply.py", _RESPONSES),
    ("answer_has_id", "Discord returns the message id of a first answer.", "bot/reply.py", _RESPONSES),
    ("answer_twice_40060", "A second first answer fails with 40060.", "bot/errors.py", _CODES),
    (
        "answer_edits",
        "A first answer changes the message that was pressed, with a picture.",
        "bot/reply.py",
        _RESPONSES,
    ),
    ("private_known", "A press on a private message tells that it is private.", "bot/reply.py", _MESSAGE),
    ("answer_late_10062", "A first answer after three seconds fails with 10062.", "bot/reply.py", _RESPONSES),
    ("deferred_followed", "The first message after a deferral takes its place.", "bot/reply.py", _RESPONSES),
    ("deferred_edited", "An edit takes the place of a deferral, with a picture.", "bot/reply.py", _RESPONSES),
    (
        "deferred_public",
        "After a private deferral and its edit, a public message can follow.",
        "bot/reply.py",
        _RESPONSES,
    ),
    (
        "deferred_ping",
        "A message after a deferral notifies those whom it mentions.",
        "bot/commands/lobby.py",
        _RESPONSES,
    ),
    (
        "deferred_press",
        "After a silent deferral, the message that was pressed can be changed.",
        "bot/reply.py",
        _RESPONSES,
    ),
    ("followup_private", "A private message can follow a silent deferral.", "bot/reply.py", _RESPONSES),
    ("form_after_deferral", "A form after a deferral is refused.", "bot/reply.py", _RESPONSES),
    ("form_text", "A form has a text above its fields.", "bot/ui/modals.py", _COMPONENTS),
    ("form_input", "A form returns what was typed.", "bot/ui/modals.py", _COMPONENTS),
    ("form_select", "A form returns the choice in a select.", "bot/ui/modals.py", _COMPONENTS),
    ("form_radio", "A form returns the choice among radio buttons.", "bot/ui/modals.py", _COMPONENTS),
    ("form_message", "A form tells the message whose button opened it.", "bot/ui/modals.py", _RESPONSES),
    ("form_changes", "The answer to a form changes that message.", "bot/reply.py", _RESPONSES),
    ("token_14_minutes", "An answer can be changed after 14 minutes.", "bot/reply.py", _RESPONSES),
    ("token_15_minutes", "An answer can’t be changed after 15 minutes.", "bot/reply.py", _RESPONSES),
    (
        "direct_message",
        "The bot can write a direct message to a member.",
        "bot/announcements/notification_service.py",
        "resources/user",
    ),
    ("shown_whole", "A V2 message shows a picture whole.", "bot/announcements/report_layout.py", _SEEN_IN_CLIENTS),
    ("shown_small", "A thumbnail is shown beside its text.", "bot/announcements/report_layout.py", _SEEN_IN_CLIENTS),
    ("shown_text", "Headings, small text, lists, and times are shown.", "bot/names.py", "reference"),
    ("label_wraps", "Buttons that don’t fit continue in the next line.", "bot/ui/phone_height.py", _SEEN_IN_CLIENTS),
    (
        "mention_seen",
        "A message that names a person notifies the person.",
        "bot/announcements/report_layout.py",
        _MESSAGE,
    ),
    ("silent_seen", "A silent message and an edit make no sound.", "bot/announcements/channel.py", _MESSAGE),
    (
        "layout_unread",
        "A notification shows no words of a V2 message.",
        "bot/announcements/report_layout.py",
        _SEEN_IN_CLIENTS,
    ),
)
_TESTED = (*_LIMITS, *_MESSAGES, *_PLACES, *_PRESSES)
_UNTESTED = (
    (
        "pictures_cut",
        "Clients cut several pictures of a message.",
        "bot/ui/page.py",
        _SEEN_IN_CLIENTS,
        "a look at every client",
    ),
    (
        "global_50",
        "A bot may send 50 requests a second.",
        "bot/announcements/rate_limiter.py",
        "topics/rate-limits",
        "a flood of requests",
    ),
    (
        "too_many_threads_160006",
        "Too many active threads fail with 160006.",
        "bot/matchmaking/service.py",
        _CODES,
        "1,000 active threads",
    ),
    (
        "closed_50007",
        "Closed direct messages fail with 50007 or 50278.",
        "bot/announcements/channel.py",
        _CODES,
        "a person who allows no direct messages",
    ),
    (
        "commands_100",
        "An application has up to 100 global commands.",
        "bot/limits.py",
        _COMMANDS,
        "100 commands, which would replace those of the bot",
    ),
    (
        "autocomplete_25",
        "An autocompletion has up to 25 choices.",
        "bot/errors.py",
        _COMMANDS,
        "a command, which would replace those of the bot",
    ),
    (
        "subcommand_types",
        "A subcommand has type 1, a group of them type 2.",
        "bot/commands/former_commands.py",
        _COMMANDS,
        "a command, which would replace those of the bot",
    ),
    (
        "name_32",
        "A display name has up to 32 characters.",
        "bot/names.py",
        "resources/user",
        "an account with another name",
    ),
    (
        "close_4004",
        "Discord closes a connection with the documented codes.",
        "bot/operations/close_codes.py",
        _CODES,
        "a bot that Discord rejects",
    ),
    (
        "shard_5_seconds",
        "A bot opens one connection in five seconds.",
        "bot/operations/shard_leases.py",
        _GATEWAY,
        "several connections",
    ),
    (
        "shard_2500",
        "A connection has up to 2,500 servers.",
        "bot/operations/check_discord.py",
        _GATEWAY,
        "2,500 servers",
    ),
    (
        "shard_of_messages",
        "Direct messages arrive at the first shard.",
        "bot/operations/metrics.py",
        _GATEWAY,
        "several connections",
    ),
    (
        "added_event",
        "Discord tells the bot when a server adds it.",
        "bot/client.py",
        _GATEWAY,
        "a server that adds the bot during the run",
    ),
    (
        "account_owner",
        "An interaction in a server that has not added the bot names only the person who has.",
        "bot/permissions.py",
        _RESPONSES,
        "a server that has not added the bot",
    ),
    (
        "account_messages",
        "A bot can write to a person who has added it to their account.",
        "bot/commands/play_now.py",
        _USER_REPORTS,
        "a person who has added the bot and shares no server with it",
    ),
    (
        "account_setting",
        "Discord says whether people can add the bot to their account, or nothing about it.",
        "bot/client.py",
        "resources/application",
        "other settings in the developer portal",
    ),
)

ASSUMPTIONS = (
    *(Assumption(name, claim, tuple(used.split()), source) for name, claim, used, source in _TESTED),
    *(
        Assumption(name, claim, tuple(used.split()), source, f"The run does not test it, because it needs {need}.")
        for name, claim, used, source, need in _UNTESTED
    ),
)
"""All assumptions, in the order of the printed table."""
