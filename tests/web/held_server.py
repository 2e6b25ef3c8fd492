"""A server as a process of its own, to be killed in mid-answer: `python held_server.py HOME PORT hold|answer`."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from web_fakes import FakeTutor, writing_source

from tutor.web.desk.restoring import Restoring
from tutor.web.running import Service, serve_until_stopped
from tutor.web.server import bound_socket
from tutor.web.site import Site, open_site


def main(home: Path, port: int, mode: str) -> None:
    tutor = FakeTutor()
    if mode == "hold":
        tutor.hold = threading.Event()
    restoring = Restoring(home)

    def tell(site: Site) -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    service = Service(
        lambda: open_site(writing_source(tutor), home, restoring=restoring), restoring, tell, threads=12
    )  # fmt: skip
    with bound_socket("127.0.0.1", port) as address:
        serve_until_stopped(service, address)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
