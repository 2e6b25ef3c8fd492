"""The settings file, the folders and the sizes that set-up works with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from setup_common import sizes
from setup_common.checkout import ROOT, Checkout, parsed_toml, with_profile
from setup_common.screen import SetupError
from setup_fakes import Desk, install_models

from tutor.core.places import default_cache
from tutor.core.settings import PROFILES, load_settings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'profile = "small"\n'),
        ("# mine\nport = 8011\n", 'profile = "small"\n# mine\nport = 8011\n'),
        ('port = 1\nprofile = "starter" # why\nhost = "x"\n', 'port = 1\nprofile = "small" # why\nhost = "x"\n'),
        ("profile='starter'\r\nport = 1\r\n", 'profile="small"\r\nport = 1\r\n'),
        ("port = 1\r\n", 'profile = "small"\r\nport = 1\r\n'),
        ('[other]\nprofile = "standard"\n', 'profile = "small"\n[other]\nprofile = "standard"\n'),
        ('# profile = "starter"', 'profile = "small"\n# profile = "starter"'),
    ],
)
def test_only_the_profile_line_of_the_settings_changes(before: str, after: str) -> None:
    assert with_profile(before, "small") == after
    assert parsed_toml(after)["profile"] == "small"


def test_the_file_that_is_written_is_the_one_tutor_reads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TUTOR_PROFILE", raising=False)
    checkout = desk.bench.checkout
    checkout.settings_file.write_bytes(b"port = 8011\r\n")
    checkout.remember_profile("small")
    settings = load_settings(checkout.home)
    assert (settings.text("profile"), settings.whole("port")) == ("small", 8011)
    checkout.remember_profile("starter")
    assert checkout.settings_file.read_bytes() == b'profile = "starter"\r\nport = 8011\r\n'
    assert load_settings(checkout.home).text("profile") == "starter"
    assert [file.name for file in checkout.home.glob("*tutor.toml*")] == ["tutor.toml"]


def test_an_unchanged_profile_does_not_touch_the_file(desk: Desk) -> None:
    checkout = desk.bench.checkout
    odd = "profile   =   'small'   # odd spacing\n"
    checkout.settings_file.write_text(odd, encoding="utf-8")
    checkout.remember_profile("small")
    assert checkout.settings_file.read_text(encoding="utf-8") == odd


@pytest.mark.parametrize("content", [b"profile = ", b"\xff\xfe", b'"profile" = "starter"\n'])
def test_a_settings_file_that_cannot_be_understood_is_named_and_kept(desk: Desk, content: bytes) -> None:
    desk.bench.checkout.settings_file.write_bytes(content)
    with pytest.raises(SetupError, match="settings-unreadable") as caught:
        desk.bench.checkout.remember_profile("small")
    assert "tutor.toml" in desk.bench.screen.sentence(caught.value)
    assert desk.bench.checkout.settings_file.read_bytes() == content


def test_what_is_asked_for_wins_then_the_variable_then_the_file(desk: Desk) -> None:
    checkout = desk.bench.checkout
    assert checkout.profile(None) == "starter"
    checkout.settings_file.write_text('profile = "small"', encoding="utf-8")
    assert checkout.profile(None) == "small"
    assert replace(checkout, named_profile="starter").profile(None) == "starter"
    assert replace(checkout, named_profile="starter").profile("small") == "small"


def test_a_profile_that_needs_more_is_refused_with_the_way_out(desk: Desk) -> None:
    assert "standard" in PROFILES
    desk.bench.checkout.settings_file.write_text('profile = "standard"', encoding="utf-8")
    with pytest.raises(SetupError, match="profile-not-here") as caught:
        desk.bench.checkout.profile(None)
    assert "--profile starter or --profile small" in desk.bench.screen.sentence(caught.value)
    assert desk.bench.checkout.profile("small") == "small"


def test_the_folders_are_those_that_tutor_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, cache = tmp_path / "nyumbani", tmp_path / "hifadhi"
    for name, value in (("TUTOR_HOME", home), ("TUTOR_CACHE_DIR", cache)):
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("TUTOR_MODELS_DIR", raising=False)
    environ = {"TUTOR_HOME": str(home), "TUTOR_CACHE_DIR": str(cache)}
    checkout = Checkout.from_environment(tmp_path / "checkout", environ)
    places = load_settings().places
    assert (checkout.home, checkout.models(), checkout.cache) == (places.home, places.models, places.cache)
    monkeypatch.setenv("TUTOR_MODELS_DIR", str(tmp_path / "m"))
    named = Checkout.from_environment(tmp_path, {"TUTOR_MODELS_DIR": str(tmp_path / "m")})
    assert named.models() == load_settings().places.models == tmp_path / "m"
    monkeypatch.delenv("TUTOR_CACHE_DIR")
    assert Checkout.from_environment(tmp_path, {}).cache == default_cache()


def test_what_is_installed_is_not_fetched_again(desk: Desk) -> None:
    checkout = desk.bench.checkout
    catalogue = parsed_toml((checkout.root / "models" / "catalog.toml").read_text(encoding="utf-8"))
    roles = ("embedder", "generator")
    # The wheels' own bytes where all are known, else the bytes of the file that they make.
    assert sizes.missing_model_sizes(catalogue, "starter", checkout.models(), roles) == [1_200_000_000, 500_000_000]
    assert sizes.missing_model_sizes(catalogue, "small", checkout.models(), roles) == [70_000_000, 500_000_000]
    install_models(desk, "writer")
    assert sizes.missing_model_sizes(catalogue, "starter", checkout.models(), roles) == [1_200_000_000]
    assert sizes.missing_model_sizes(catalogue, "starter", checkout.models(), ("generator",)) == []


def test_the_real_catalogue_is_as_large_as_the_help_says(tmp_path: Path) -> None:
    catalogue = parsed_toml((ROOT / "models" / "catalog.toml").read_text(encoding="utf-8"))
    roles = ("embedder", "reranker", "generator")
    starter = sum(sizes.missing_model_sizes(catalogue, "starter", tmp_path, roles))
    small = sum(sizes.missing_model_sizes(catalogue, "small", tmp_path, roles))
    # Measured from the pinned wheels: 1.63 GB and 0.57 GB.
    assert 1.5e9 < starter < 1.8e9
    assert 0.5e9 < small < 0.65e9


def test_folders_on_one_disk_share_its_room(tmp_path: Path) -> None:
    needs = {tmp_path / "one" / "deep": 600, tmp_path / "two": 500}
    sizes.require_room(needs, str, lambda folder: 1100)
    with pytest.raises(SetupError) as caught:
        sizes.require_room(needs, str, lambda folder: 1099)
    assert caught.value.facts["need"] == "1100"


@pytest.mark.parametrize(
    ("count", "english", "swahili"),
    [(1_660_000_000, "1.7 GB", "GB 1.7"), (566_000_000, "570 MB", "MB 570"), (3, "10 MB", "MB 10")],
)
def test_sizes_as_people_say_them(desk: Desk, count: int, english: str, swahili: str) -> None:
    assert desk.bench.screen.size(count) == english
    desk.bench.screen.language = "sw"
    assert desk.bench.screen.size(count) == swahili
