"""`tutor serve` as a process: it names its address, serves, says when the port is taken, and ends in order."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tutor.appliance.addresses import pages_address, square_code
from tutor.cli.serve import own_addresses
from tutor.core.places import PACKAGE
from tutor.core.settings import Settings
from tutor.web.desk.addresses import is_inner

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def heeds_interrupts() -> None:
    """Whoever starts the tests in the background makes every child deaf to the key that ends a server."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def serving(
    settings: Settings, port: int, *options: str, screen: int = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    environment = {
        **os.environ, "TUTOR_HOME": str(settings.places.home), "TUTOR_MODELS_DIR": str(settings.places.models),
        "TUTOR_PROFILE": "small", "TUTOR_GENERATOR": "off", "PYTHONPATH": str(PACKAGE.parent), "TUTOR_LANGUAGE": "en",
        "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "tutor", "serve", "--port", str(port), *options],
        env=environment, stdout=screen, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        preexec_fn=heeds_interrupts if os.name == "posix" else None,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_it_names_its_address_serves_and_ends(library_settings: Settings) -> None:
    port = free_port()
    with serving(library_settings, port) as server:
        assert server.stdout is not None
        assert f"http://127.0.0.1:{port}" in server.stdout.readline()
        assert "Setup code: " in server.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as reply:
            assert json.load(reply) == {"status": "ok"}
        with serving(library_settings, port) as second:
            said, _ = second.communicate(timeout=120)
            assert second.returncode == 1 and "already in use" in said
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


def test_where_it_listens_everywhere_it_names_every_address() -> None:
    assert own_addresses("127.0.0.1") == ["127.0.0.1"] and own_addresses("::1") == ["[::1]"]
    everywhere = own_addresses("0.0.0.0")
    assert everywhere[-1] == "127.0.0.1" and len(everywhere) == len(set(everywhere))


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal that a test can be")
@pytest.mark.parametrize("host, has_code", [("0.0.0.0", True), ("127.0.0.1", False)])
def test_on_a_screen_phones_get_a_square_code_of_the_address(
    library_settings: Settings, host: str, has_code: bool
) -> None:
    if has_code and is_inner(pages_address(host, 1)):
        pytest.skip("this computer is on no network")
    import pty

    port = free_port()
    screen, process_end = pty.openpty()
    with serving(library_settings, port, "--host", host, screen=process_end) as server:
        os.close(process_end)
        said = ""
        while "Setup code: " not in said:
            said += os.read(screen, 4096).decode("utf-8", "replace")
        os.close(screen)
        assert server.poll() is None
    assert (square_code(pages_address(host, port)).splitlines()[5].strip() in said.replace("\r", "")) == has_code
