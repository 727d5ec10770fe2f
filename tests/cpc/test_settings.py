"""The file of settings: what it sets, and the sentence for each mistake in it."""

import tomllib
from pathlib import Path

import pytest

from cpc.folders import settings_file
from cpc.player.commands import COMMANDS, ON_CPC, shown
from cpc.player.settings import Settings
from cpc.texts import TEXTS, Texts
from cpc.window.window_keys import is_key


def read(folder: Path, text: str, language: str = "en") -> Settings:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return Settings(folder / "settings.toml", is_key, Texts("de" if language == "de" else "en"))


def test_keys_are_set(tmp_path: Path) -> None:
    settings = read(tmp_path, """
        [keys]
        screenshot = "F14"
        rewind = ["home", "strg + shift + r"]
        next_disc = []
        [cpc]
        copy = "Right Ctrl"
        "F0" = ["F13", "KEYPAD 0"]
        [window]
        monitor = "green"
        """)
    assert settings.faults == [] and settings.choices == {"monitor": "green"}
    assert settings.keys["screenshot"] == ("F14",) and settings.keys["rewind"] == ("HOME", "CTRL+SHIFT+R")
    assert settings.keys["next disc"] == () and settings.key_of("next disc") == "" and settings.key_of("pause") == "F5"
    assert settings.on_cpc["COPY"] == ("RIGHT CTRL",) and settings.on_cpc["F0"] == ("F13", "KEYPAD 0")


def test_a_key_goes_to_the_command_that_it_was_given_to(tmp_path: Path) -> None:
    settings = read(tmp_path, '[keys]\nrewind = "F5"\n')
    assert settings.faults == [] and settings.keys["rewind"] == ("F5",) and settings.keys["pause"] == ("PAUSE",)


@pytest.mark.parametrize("text, fault", [
    ("[keys", "is no TOML: Expected ']' at the end of a table declaration (at end of document)."),
    ("[key]\n", "there is no [key]; it has [keys], [cpc], [window]."),
    ("keys = 3\n", "there is no [keys]; it has [keys], [cpc], [window]."),
    ('[keys]\nrewnd = "F2"\n', "there is no rewnd in [keys]; near it is rewind."),
    ('[cpc]\nKOPIE = "F2"\n', "there is no KOPIE in [cpc]; near it is COPY."),
    ("[keys]\npause = 7\n", 'pause is a key\'s name or a list of them, as "F2", not \'7\'.'),
    ('[keys]\npause = "F99"\n', "pause: there is no key 'F99'."),
    ('[keys]\npause = "META+F2"\n', "pause: there is no key 'META+F2'."),
    ('[keys]\npause = ""\n', "pause: there is no key ''."),
    ('[cpc]\nCOPY = "SHIFT+F2"\n', "COPY: there is no key 'SHIFT+F2'."),
    ('[keys]\npause = "p"\n', "pause: 'p' is typed on the CPC; take a function key, or CTRL or ALT with it."),
    ('[keys]\npause = "F2"\nmute = "F2"\n', "F2 is the key of pause and of mute."),
    ('[window]\nmonitor = "amber"\n', "monitor is colour or green or white or tv, not 'amber'."),
    ("[window]\nmonitor = []\n", "monitor is colour or green or white or tv, not '[]'."),
])
def test_a_mistake_is_a_sentence_and_the_rest_holds(text: str, fault: str, tmp_path: Path) -> None:
    settings = read(tmp_path, text)
    assert len(settings.faults) == 1
    assert settings.faults[0].removeprefix(str(tmp_path / "settings.toml")).lstrip(": ") == fault
    assert settings.keys["menu"] == ("F1", "APPLICATION") and settings.on_cpc["ESC"] == ("ESCAPE",)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    folder = Settings(tmp_path / "settings.toml", is_key, Texts("en"))
    assert "cannot be read: Is a directory" in folder.faults[0]
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe[keys]")
    assert "is no TOML" in Settings(tmp_path / "bytes.toml", is_key, Texts("en")).faults[0]
    (tmp_path / "deep.toml").write_text("a = " + 3000 * "[" + 3000 * "]")
    assert len(Settings(tmp_path / "deep.toml", is_key, Texts("en")).faults) == 1
    assert Settings(tmp_path / "none.toml", is_key, Texts("en")).faults == Settings(None, is_key, Texts("en")).faults == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_file_that_is_made_says_what_holds_anyway(language: str, tmp_path: Path) -> None:
    path = tmp_path / "made" / "settings.toml"
    settings = Settings(path, is_key, Texts("de" if language == "de" else "en"))
    settings.write_example()
    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"keys": {}, "cpc": {}, "window": {}}
    with_all = read(tmp_path, "\n".join(row[2:] if " = " in row else row for row in text.splitlines()))
    assert with_all.faults == [] and with_all.keys == settings.keys and with_all.on_cpc == settings.on_cpc
    path.write_text("[keys]\n")
    settings.write_example()
    assert path.read_text() == "[keys]\n"


def test_the_keys_of_commands_and_of_the_cpc_are_keys() -> None:
    for keys in [*(command.keys for command in COMMANDS), *ON_CPC.values()]:
        assert all(is_key(key.rpartition("+")[2]) for key in keys)
    given = [key for command in COMMANDS for key in command.keys]
    assert len(given) == len(set(given))
    assert [shown(key, german=True) for key in ("PAGE UP", "CTRL+SHIFT+V", "F1")] == ["BILD AUF", "STRG+SHIFT+V", "F1"]


def test_each_text_is_in_both_languages_and_takes_the_same() -> None:
    import re
    for name, both in TEXTS.items():
        fields = [sorted(set(re.findall(r"\{\d\}", text))) for text in both]
        assert fields[0] == fields[1] and all(both), name
    assert all(("what menu does" if one.name == "menu" else one.name) in TEXTS for one in COMMANDS)


def test_where_the_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert settings_file() == tmp_path / "cpc-listings" / "settings.toml"
