"""Players' names in any script, of any length, and with hostile characters."""

from pathlib import Path

import pytest

import render
from render.fonts import can_draw_letter, font_runs, load_font, text_width
from render.scene import Text
from render.text_fitting import clean_name, display_names, fit_side_by_side, fit_text, shorten_to_width
from render.text_shaping import visual_order

FONTS = Path(render.__file__).parent / "fonts"

SCRIPTS = {
    "Latin": "Zoë Nguyễn Łukasz",
    "Cyrillic": "Дмитрий",
    "Greek": "Ελένη",
    "Arabic": "محمد",
    "Hebrew": "שלום",
    "Thai": "สมชาย",
    "Devanagari": "हिन्दी",
    "Bengali": "বাংলা",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Georgian": "გიორგი",
    "Armenian": "Արամ",
    "Ethiopic": "አበበ",
    "Khmer": "សុខ",
    "Chinese": "王小明張偉",
    "Japanese": "小林さくらカナ",
    "Korean": "김민준",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_letter_of_the_script_has_a_glyph(script: str) -> None:
    name = SCRIPTS[script]
    assert all(can_draw_letter(letter) for letter in name if letter != " ")
    assert clean_name(name) == name or len(clean_name(name)) >= len(name) - 1


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_script_is_drawn_and_not_replaced_by_boxes(script: str) -> None:
    for run in font_runs(SCRIPTS[script], "sb"):
        missing = bytes(load_font(run.file, 60).getmask("\uffff"))
        for letter in run.words:
            if letter.isalnum():
                assert bytes(load_font(run.file, 60).getmask(letter)) != missing, (run.file, letter)


def test_emoji_are_left_out_of_a_name() -> None:
    assert clean_name("🚂 Ada 🔥🔥") == "Ada"


def test_fancy_letters_become_plain_ones() -> None:
    assert clean_name("𝓐𝓭𝓪 𝕋𝕙𝕖 ᴳʳᵉᵃᵗ") == "Ada The Great"


@pytest.mark.parametrize("name", ["", "   ", "🚂🚂", "\u200b\u200b", "\u202e", "\n\t", "👨‍👩‍👧‍👦"])
def test_a_name_without_a_letter_becomes_player_and_number(name: str) -> None:
    assert display_names(("Ada", name), 2) == ("Ada", "Player 2")


def test_names_that_are_not_given_are_filled_in() -> None:
    assert display_names((), 3) == ("Player 1", "Player 2", "Player 3")


@pytest.mark.parametrize(
    "name",
    [
        "\u202eevil\u202c",
        "**bold** `code` ||spoiler||",
        "@everyone <@123> [a](b)",
        "Z̷̡a̵͜l̶g̷o̴",
        "x" * 5_000,
        "\x00\x1b[31m",
    ],
)
def test_hostile_names_come_out_short_and_on_one_line(name: str) -> None:
    [shown] = display_names((name,), 1)
    assert 0 < len(shown) <= 32
    assert shown.isprintable()


def test_right_to_left_names_are_drawn_from_the_right() -> None:
    assert visual_order("שלום") == "םולש"


def test_arabic_letters_are_joined() -> None:
    assert visual_order("محمد") == "\ufeaa\ufee4\ufea4\ufee3"


def test_a_latin_name_between_keeps_its_direction() -> None:
    assert visual_order("Ada שלום") == "Ada םולש"


def test_figures_are_tabular() -> None:
    for face in ("h", "hb", "s", "sb"):
        assert len({text_width(str(digit), face, 60) for digit in range(10)}) == 1


def test_a_long_name_is_shrunk_by_at_most_an_eighth_and_then_cut() -> None:
    short = fit_text(0, 0, "Ada", "hb", 58, "#000000", max_width=200)
    close = fit_text(0, 0, "Maximilian", "hb", 58, "#000000", max_width=text_width("Maximilian", "hb", 58) * 0.95)
    long = fit_text(0, 0, "Maximilian von und zu Lokomotive", "hb", 58, "#000000", max_width=200)
    assert short.size == 58
    assert close.words == "Maximilian"
    assert 58 * 0.88 <= close.size < 58
    assert long.words.endswith("…")
    assert all(_wide(text) <= 200 for text in (short, long))


def test_names_that_share_a_row_are_cut_only_where_they_are_too_long() -> None:
    names = ("Ada", "Maximilian von und zu Lokomotive", "Ben")
    cut = fit_side_by_side(names, "s", 46, 600)
    assert (cut[0], cut[2]) == ("Ada", "Ben")
    assert cut[1].endswith("…")
    assert sum(text_width(name, "s", 46) for name in cut) <= 600


def test_a_cut_word_never_exceeds_its_room() -> None:
    for room in range(40, 400, 17):
        assert text_width(shorten_to_width("Nebuchadnezzar", "sb", 46, room), "sb", 46) <= room


def _wide(text: Text) -> float:
    return text_width(text.words, text.face, text.size)


def test_the_list_of_code_points_names_every_font_file() -> None:
    assert set(listed()) == {path.name for path in FONTS.iterdir() if path.suffix in (".ttf", ".otf")}


def test_the_list_of_code_points_matches_the_font_files() -> None:
    for file, points in listed().items():
        letters = [chr(point) for point in points if chr(point).isalnum()]
        missing = bytes(load_font(file, 40).getmask("\uffff"))
        for letter in letters[:: max(1, len(letters) // 12)]:
            assert bytes(load_font(file, 40).getmask(letter)) != missing, (file, hex(ord(letter)))


def listed() -> dict[str, list[int]]:
    """Return a mapping from font files to the first code points of their ranges."""
    lines = (FONTS / "coverage.txt").read_text(encoding="ascii").splitlines()
    return {line.split()[0]: [int(span.partition("-")[0], 16) for span in line.split()[1:]] for line in lines}
