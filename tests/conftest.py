"""Every test gets a home of its own and a network that ends at loopback."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import hypothesis
import pytest

from tutor.core.cpu import prepare_environment

prepare_environment()

from tutor.core.places import PACKAGE, default_cache, shared_data  # noqa: E402
from tutor.core.settings import Settings, load_settings  # noqa: E402
from tutor.library.store import LibraryStore  # noqa: E402

# A slow machine is no fault of the code: no test asserts a time, property tests neither.
hypothesis.settings.register_profile(
    "tutor",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tutor")

CHECKOUT = PACKAGE.parent
REAL_CACHE = default_cache()


class NetworkReachedError(AssertionError):
    """A test tried to leave this computer."""


def is_loopback(address: object) -> bool:
    """True for loopback addresses and for sockets that are no internet sockets."""
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in {"localhost", ""}:
        return True
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """After set-up nothing opens a socket beyond loopback: one that does fails the test."""
    real: dict[str, Callable[..., object]] = {
        name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")
    }

    def guarded(name: str) -> Callable[..., object]:
        def call(self: socket.socket, *arguments: object) -> object:
            if not is_loopback(arguments[-1] if name == "sendto" else arguments[0]):
                raise NetworkReachedError(f"{name} {arguments[-1]!r}")
            return real[name](self, *arguments)

        return call

    real_lookup = socket.getaddrinfo

    def lookup(host: object, *arguments: object, **named: object) -> object:
        if host is not None and not is_loopback((host.decode() if isinstance(host, bytes) else host, 0)):
            raise NetworkReachedError(f"looked up {host!r}")
        return real_lookup(host, *arguments, **named)  # type: ignore[arg-type]

    for name in real:
        monkeypatch.setattr(socket.socket, name, guarded(name))
    monkeypatch.setattr(socket, "getaddrinfo", lookup)


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """Where the installed models are: TUTOR_MODELS_DIR, else the checkout's `models`."""
    return Path(os.environ.get("TUTOR_TEST_MODELS_DIR") or os.environ.get("TUTOR_MODELS_DIR") or CHECKOUT / "models")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, models_dir: Path) -> Iterator[Path]:
    """A TUTOR_HOME of the test's own, with the models that are installed, and a cache of its own."""
    for name in [name for name in os.environ if name.startswith("TUTOR_") and name != "TUTOR_SHARED"]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("TUTOR_HOME", str(folder))
    monkeypatch.setenv("TUTOR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    yield folder


@pytest.fixture
def settings(home: Path, models_dir: Path) -> Settings:
    """Settings of the small profile in the test's home."""
    return load_settings(home, profile="small", models_dir=str(models_dir), generator="off")


def skip_unless_installed(models_dir: Path, profile: str, *roles: str) -> None:
    """Skip, saying so, where the models of the roles are not installed."""
    from tutor.models.catalog import load_catalog
    from tutor.models.installed import installed_model

    for role in roles:
        model = load_catalog().profile(profile)[role]
        if installed_model(models_dir, model) is None:
            pytest.skip(f"{model.name} is not installed: run python3 scripts/test.py, or tutor models fetch")


@pytest.fixture(scope="session")
def starter_models(models_dir: Path) -> Path:
    """The models folder with the starter profile's models in it, or a skip."""
    skip_unless_installed(models_dir, "starter", "embedder", "generator")
    return models_dir


@pytest.fixture(scope="session")
def small_embedder_folder(models_dir: Path) -> Path:
    """The installed small embedder, or a skip."""
    skip_unless_installed(models_dir, "small", "embedder")
    return models_dir / "multilingual-e5-small"


@pytest.fixture(scope="session")
def kept_artefact() -> Path:
    """The small embedder's published file, kept in the cache when it was fetched, or a skip."""
    from tutor.models.catalog import load_catalog

    (artefact,) = load_catalog().model("multilingual-e5-small").files
    path = REAL_CACHE / "artefacts" / str(artefact.sha256) / artefact.name
    if not path.is_file():
        pytest.skip(f"{artefact.name} is not in {REAL_CACHE}: run python3 scripts/test.py")
    return path


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data, or a skip."""
    folder = shared_data() / "data"
    if not folder.is_dir():
        pytest.skip(f"no real data at {folder}: name the folder with TUTOR_SHARED")
    return folder


@pytest.fixture(scope="session")
def lasting_vectors() -> Callable[[LibraryStore, str], AbstractContextManager[None]]:
    """A context in which vectors of texts that an earlier test or run embedded are not computed again."""

    @contextmanager
    def taken_and_kept(store: LibraryStore, model_hash: str) -> Iterator[None]:
        kept = REAL_CACHE / "evaluation" / f"tests-{model_hash[:12]}" / "library" / "library.db"
        if kept.is_file():
            store.take_vectors(kept, model_hash)
        yield
        with LibraryStore(kept) as lasting:
            lasting.take_vectors(store.file, model_hash)

    return taken_and_kept
