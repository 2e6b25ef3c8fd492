"""`tutor serve`: the classroom's pages for the browsers of a lab or one laptop."""

from __future__ import annotations

import errno
import logging
import socket
import sys
from typing import Annotated

import psutil
import typer

from tutor.appliance.addresses import pages_address, square_code
from tutor.appliance.restore import finish_restore
from tutor.cli.output import console, plain_errors, say
from tutor.core.errors import TutorError
from tutor.core.settings import Settings, load_settings
from tutor.web.desk.addresses import is_inner
from tutor.web.desk.restoring import Restoring
from tutor.web.local_name import LocalName
from tutor.web.running import Service, serve_until_stopped, warm
from tutor.web.server import bound_socket
from tutor.web.service.source import LibrarySource
from tutor.web.site import Site, open_site
from tutor.web.steadiness import limit_pools, settle

LEVELS = ("debug", "info", "warning", "error")
EVERYWHERE = ("0.0.0.0", "::")


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address; 0.0.0.0 opens it to the network.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
    local_name: Annotated[
        bool | None,
        typer.Option("--local-name/--no-local-name", help="Also answer to tutor.local on the school network."),
    ] = None,
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "warning",
) -> None:
    """Start the classroom's pages. Stop them with Ctrl-C."""
    with plain_errors():
        named = None if local_name is None else "auto" if local_name else "off"
        settings = load_settings(profile=profile, host=host, port=port, local_name=named)
        if log_level not in LEVELS:
            raise typer.BadParameter(", ".join(LEVELS), param_hint="--log-level")
        logging.basicConfig(level=log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        limit_pools()
        if finish_restore(settings.places.home):
            say("The interrupted restore was finished.", "Urejeshaji uliokatizwa umekamilishwa.")
        source = LibrarySource(settings, say)
        _open_books(source)
        _run(source, settings)


def _open_books(source: LibrarySource) -> None:
    """Raises TutorError for what keeps tutor from ever answering; books can be added on its pages."""
    try:
        source.current()
    except TutorError as error:
        if error.code != "library-empty":
            raise
        say("There are no books yet: add them on the pages.", "Bado hakuna vitabu: viongeze kwenye kurasa.")


def _local_name(settings: Settings) -> LocalName:
    port = settings.whole("port")

    def tell(name: str) -> None:
        say(f"Also by name: http://{name}:{port} (some phones need the address).",
            f"Pia kwa jina: http://{name}:{port} (baadhi ya simu zinahitaji anwani).")  # fmt: skip

    return LocalName(settings.text("host"), port, tell)


def _run(source: LibrarySource, settings: Settings) -> None:
    host, port, home = settings.text("host"), settings.whole("port"), settings.places.home
    restoring = Restoring(home)

    def opened() -> Site:
        site = open_site(source, home, settings=settings, local_name=_local_name(settings), restoring=restoring)
        warm(site)
        return site

    def ready(site: Site) -> None:
        settle()
        _tell_addresses(site, host, port)
        if settings.text("local_name") != "off":
            site.local_name.start()

    try:
        address = bound_socket(host, port)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):
            raise
        raise TutorError("port-busy", host=host, port=port) from error
    with address:
        try:
            serve_until_stopped(Service(opened, restoring, ready), address)
        except KeyboardInterrupt:
            return


def _tell_addresses(site: Site, host: str, port: int) -> None:
    addresses = " ".join(f"http://{name}:{port}" for name in own_addresses(host))
    say(
        f"tutor is ready: open {addresses} in a browser. Stop with Ctrl-C.",
        f"tutor iko tayari: fungua {addresses} katika kivinjari. Simamisha kwa Ctrl-C.",
    )
    shown = pages_address(host, port)
    if sys.stdout.isatty() and not is_inner(shown):
        console.print(square_code(shown), markup=False)  # a phone's camera reads it from the screen
    if not site.accounts.is_set:
        code = site.accounts.setup_code
        say(
            f"No teacher's password is set. Setup code: {code} (page /start).",
            f"Nywila ya mwalimu haijawekwa. Msimbo wa kuanzisha: {code} (ukurasa /start).",
        )


def own_addresses(host: str) -> list[str]:
    """The addresses to open: the host itself, or this computer's own ones when it listens everywhere."""
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    # Asked of the system, not of a name server: there may be none.
    entries = [entry for found in psutil.net_if_addrs().values() for entry in found]
    own = {str(entry.address) for entry in entries if entry.family == socket.AF_INET}
    return [*sorted(address for address in own if not address.startswith("127.")), "127.0.0.1"]
