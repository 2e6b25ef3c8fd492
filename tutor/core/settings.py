"""Settings: one table gives the file `tutor.toml`, the `TUTOR_*` variables and `tutor config list`."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.core.errors import SettingsError
from tutor.core.places import Places, default_cache, default_home

PROFILES = ("starter", "small", "standard")


@dataclass(frozen=True)
class Option:
    """One setting: its type is the type of its default."""

    name: str
    default: str | int | float
    help_en: str
    help_sw: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def variable(self) -> str:
        return f"TUTOR_{self.name.upper()}"

    def expected(self) -> str:
        """What the setting takes, in words."""
        if self.choices:
            return "one of: " + ", ".join(self.choices)
        if isinstance(self.default, str):
            return "a text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def parse(self, raw: object, origin: str) -> str | int | float:
        """The value in the setting's type. Raises SettingsError `setting-invalid`."""
        try:
            value = type(self.default)(str(raw).strip())
        except ValueError:
            value = None
        too_small = isinstance(value, int | float) and self.low is not None and value < self.low
        too_large = isinstance(value, int | float) and self.high is not None and value > self.high
        not_offered = bool(self.choices) and value not in self.choices
        if value is None or too_small or too_large or not_offered or isinstance(raw, bool):
            raise SettingsError("setting-invalid", name=self.name, value=raw, expected=self.expected(), origin=origin)
        return value


OPTIONS: tuple[Option, ...] = (
    Option("profile", "starter", "Which models are used.", "Modeli zipi zitumike.", choices=PROFILES),
    Option("models_dir", "", "Folder of the models; empty: `models` in the home folder.",
           "Folda ya modeli; tupu: `models` ndani ya folda ya nyumbani."),
    Option("threads", 0, "Threads of the models; 0: as many as usable cores.",
           "Nyuzi za modeli; 0: sawa na viini vinavyotumika.", low=0, high=256),
    Option("generator", "auto", "auto: rewrite answers when possible; off: quote only.",
           "auto: andika upya majibu inapowezekana; off: nukuu tu.", choices=("auto", "off")),
    Option("fusion_alpha", 0.8, "Weight of meaning against words in the fusion of both searches.",
           "Uzito wa maana dhidi ya maneno katika kuunganisha utafutaji.", low=0, high=1),
    Option("fusion", "min-max", "How both searches of a pool are fused: by scores or by reciprocal ranks.",
           "Jinsi tafutaji mbili zinavyounganishwa: kwa alama au kwa nafasi.", choices=("min-max", "rrf")),
    Option("pool_depth", 50, "How many candidates each search gives to each language's pool.",
           "Kila utafutaji utoe vifungu vingapi kwa kila lugha.", low=1, high=1000),
    Option("context_tokens", 2048, "Size of the generator's context in tokens.",
           "Ukubwa wa muktadha wa jenereta kwa tokeni.", low=512, high=32768),
    Option("answer_tokens", 140, "The longest answer the generator may write, in tokens.",
           "Jibu refu zaidi ambalo jenereta inaweza kuandika, kwa tokeni.", low=16, high=1024),
    Option("seed", 42, "Seed of everything that could be random.", "Mbegu ya kila kinachoweza kubahatisha.",
           low=0, high=2**31 - 1),
    Option("host", "127.0.0.1", "Address the web server listens on; 0.0.0.0 opens it to the school network.",
           "Anwani ya seva; 0.0.0.0 huifungua kwa mtandao wa shule."),
    Option("port", 8010, "Port of the web server.", "Mlango wa seva.", low=1, high=65535),
    Option("local_name", "auto", "auto: also answer to the name tutor.local on the school network; off: only to the "
           "address.", "auto: jibu pia kwa jina tutor.local kwenye mtandao wa shule; off: kwa anwani tu.",
           choices=("auto", "off")),
)  # fmt: skip
_BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Settings:
    """The values in force, where each came from, and the folders that follow from them."""

    values: Mapping[str, str | int | float]
    origins: Mapping[str, str]
    places: Places

    def text(self, name: str) -> str:
        return str(self.values[name])

    def whole(self, name: str) -> int:
        return int(self.values[name])

    def number(self, name: str) -> float:
        return float(self.values[name])


def load_settings(home: Path | None = None, **overrides: Any) -> Settings:
    """Settings from defaults, then `tutor.toml`, then `TUTOR_*`, then `overrides` (None: not given).

    Raises SettingsError for an unknown name, an impossible value or an unreadable file.
    """
    home = home or default_home()
    file = home / "tutor.toml"
    values: dict[str, str | int | float] = {option.name: option.default for option in OPTIONS}
    origins = dict.fromkeys(values, "default")
    layers: list[tuple[str, dict[str, Any]]] = [
        (str(file), _read_file(file)),
        ("environment", {o.name: os.environ[o.variable] for o in OPTIONS if os.environ.get(o.variable)}),
        ("command", {name: value for name, value in overrides.items() if value is not None}),
    ]
    for origin, layer in layers:
        for name, raw in layer.items():
            if name not in _BY_NAME:
                raise SettingsError("setting-unknown", name=name)
            values[name] = _BY_NAME[name].parse(raw, origin)
            origins[name] = origin
    models_dir = str(values["models_dir"])
    places = Places(
        home=home,
        models=Path(models_dir).expanduser().resolve() if models_dir else home / "models",
        cache=default_cache(),
    )
    return Settings(values=values, origins=origins, places=places)


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError("settings-file", file=file, why=error) from error
