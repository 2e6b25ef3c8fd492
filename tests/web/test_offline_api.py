"""The whole of /api/v1 on a computer that has loopback and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tutor.core.places import PACKAGE
from tutor.core.settings import Settings

ASKS = """
import http.client, json, os, socket, subprocess, sys, time
port = 18099
links = [name for _, name in socket.if_nameindex()]
env = {**os.environ, "PYTHONUNBUFFERED": "1"}
server = subprocess.Popen([sys.executable, "-m", "tutor", "serve", "--host", "0.0.0.0", "--port", str(port)],
                          env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
cookie, replies = "", {}

def ask(method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Cookie": cookie, **({"Content-Type": "application/json"} if body is not None else {}), **headers}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply.status, text

for _ in range(600):
    try:
        ask("GET", "/health")
        break
    except OSError:
        if server.poll() is not None:
            break
        time.sleep(0.2)
try:
    api = "/api/v1"
    document = json.loads(ask("GET", api + "/openapi.json")[1])
    status, text = ask("POST", api + "/ask", {"question": "What is photosynthesis?"})
    report = json.loads(text)
    ticket, passage = report["ticket"], report["evidence"][0]["passage_id"]
    book = json.loads(ask("GET", api + "/library")[1])["books"][0]["id"]
    from urllib.parse import quote
    calls = {
        ("post", "/ask"): (status, text),
        ("get", "/queue"): ask("GET", api + "/queue"),
        ("get", "/queue/{ticket}"): ask("GET", f"{api}/queue/{ticket}"),
        ("get", "/queue/{ticket}/events"): ask("GET", f"{api}/queue/{ticket}/events"),
        ("post", "/queue/{ticket}/leave"): ask("POST", f"{api}/queue/{ticket}/leave"),
        ("post", "/queue/{ticket}/teacher"): ask("POST", f"{api}/queue/{ticket}/teacher"),
        ("delete", "/queue/{ticket}"): ask("DELETE", f"{api}/queue/{ticket}"),
        ("get", "/search"): ask("GET", api + "/search?q=heart"),
        ("get", "/passage"): ask("GET", f"{api}/passage?id={quote(passage)}"),
        ("get", "/library"): ask("GET", api + "/library"),
        ("get", "/book"): ask("GET", f"{api}/book?id={quote(book)}"),
        ("get", "/glossary"): ask("GET", api + "/glossary?q=seli"),
        ("get", "/status"): ask("GET", api + "/status"),
    }
    described = {(method, path.removeprefix(api)) for path, methods in document["paths"].items() for method in methods}
    plan = ask("POST", api + "/paths", {"subject": "biology", "forms": [2]})
    calls["post", "/paths"] = plan
    name = json.loads(plan[1])["id"]
    calls["get", "/paths"] = ask("GET", api + "/paths")
    calls["get", "/paths/{path}"] = ask("GET", f"{api}/paths/{name}")
    # What a lesson that is not written yet refuses, it refuses in words.
    others = {}
    for method, path in sorted(described - set(calls)):
        if path != "/paths/{path}/events":
            body = {} if method == "post" else None
            others[method + " " + path] = ask(method.upper(), api + path.format(path=name, topic="none"), body)[0]
    print(json.dumps({
        "links": links, "sentences": len(report["sentences"]), "others": others,
        "statuses": {f"{method} {path}": status for (method, path), (status, _) in calls.items()},
    }))
finally:
    server.terminate()
    _, said = server.communicate(timeout=60)
    sys.stderr.write(said)
"""


@pytest.mark.slow
def test_every_operation_works_without_a_network(library_settings: Settings) -> None:
    if os.name == "nt" or os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "ip"))):
        pytest.skip("a network of its own needs root and iproute2 on Linux")
    environment = {
        **os.environ, "TUTOR_HOME": str(library_settings.places.home), "PYTHONPATH": str(PACKAGE.parent),
        "TUTOR_MODELS_DIR": str(library_settings.places.models), "TUTOR_PROFILE": "small", "TUTOR_GENERATOR": "off",
    }  # fmt: skip
    done = subprocess.run(
        ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$0" -c "$1"', sys.executable, ASKS],
        env=environment, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    if "Operation not permitted" in done.stderr and not done.stdout:
        pytest.skip("this computer lets nobody make networks")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["links"] == ["lo"] and found["sentences"] > 0
    assert {name: status for name, status in found["others"].items() if status >= 500} == {}
    assert all("/lessons/" in name for name in found["others"])
    assert {name: status for name, status in found["statuses"].items() if status not in (200, 204)} == {}
