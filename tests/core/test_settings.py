"""Settings come from the table, the file, the environment and the command, in that order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.core.errors import SettingsError
from tutor.core.settings import OPTIONS, load_settings


def test_later_layers_win(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().text("profile") == "starter"
    (home / "tutor.toml").write_text('profile = "small"\nthreads = 3\n', encoding="utf-8")
    assert load_settings().text("profile") == "small"
    monkeypatch.setenv("TUTOR_PROFILE", "standard")
    assert load_settings().text("profile") == "standard"
    settings = load_settings(profile="small")
    assert (settings.text("profile"), settings.origins["profile"]) == ("small", "command")
    assert settings.whole("threads") == 3
    assert settings.origins["threads"].endswith("tutor.toml")


@pytest.mark.parametrize(
    "name, value",
    [("threads", "many"), ("threads", -1), ("fusion_alpha", 1.5), ("profile", "huge"), ("port", 0), ("seed", True)],
)
def test_impossible_values_are_refused_by_name(home: Path, name: str, value: object) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(**{name: value})
    assert caught.value.code == "setting-invalid"
    assert name in caught.value.what() and "command" in caught.value.hint()


def test_unknown_names_are_refused(home: Path) -> None:
    (home / "tutor.toml").write_text("prfile = 'small'\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="prfile"):
        load_settings()


def test_a_broken_file_is_named(home: Path) -> None:
    (home / "tutor.toml").write_text("profile = \n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert caught.value.code == "settings-file"


def test_two_homes_do_not_share_state(tmp_path: Path) -> None:
    one, other = load_settings(tmp_path / "one"), load_settings(tmp_path / "other")
    assert one.places.library_db != other.places.library_db
    assert one.places.index != other.places.index
    assert one.places.library_db.is_relative_to(tmp_path / "one")


def test_every_option_explains_itself() -> None:
    for option in OPTIONS:
        assert option.help_en and option.help_sw and option.expected()
        assert option.parse(option.default, "default") == option.default
