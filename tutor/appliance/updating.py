"""Updating an installation from a stick, and going back. The running version is another one only at the last step."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tutor.appliance.arrivals import DATABASE, QUEUE, bring_library
from tutor.appliance.bundle_files import verified_bundle
from tutor.appliance.environment import isolated, quiet_environment
from tutor.appliance.errors import ApplianceError
from tutor.appliance.install import Bundle, install_version, trusted_keys
from tutor.appliance.layout import Root, python_in
from tutor.appliance.manifest import INSTALLATION, LIBRARY, Told, read_bundle_manifest, tell_nobody
from tutor.appliance.restore import version_of
from tutor.appliance.schemas import go_back_to_forms, note_forms
from tutor.appliance.signing import read_public_key
from tutor.appliance.user_data import give_to_owner

SERVICE = "tutor.service"


def update_from(
    folder: Path, root: Root, home: Path, keys: list[Path], may_be_older: bool = False, told: Told = tell_nobody
) -> str | None:
    """Install what the stick holds. Returns the name of the version that runs now, or None for a library update.

    `keys`: public keys that are trusted beside those of the installation. Raises ApplianceError or TutorError; then
    what ran before still runs.
    """
    kind = read_bundle_manifest(folder).kind
    trusted = [*trusted_keys(root), *keys]
    if kind == LIBRARY:
        queue_library_update(folder, home, trusted, told)
        return None
    bundle = Bundle.read(folder, INSTALLATION)
    require_writable(root)
    with root.alone():
        running = root.current()
        if running is not None and not may_be_older:
            installed = str((root.seal_of(running) or {}).get("version", "0"))
            if version_of(bundle.manifest.version) < version_of(installed):
                raise ApplianceError("version-older", found=bundle.manifest.version, installed=installed)
        name = install_version(bundle, root, trusted, told)
        bring_library(bundle, home, told)
        renew_start(root, home, name)
        switch(root, home, name)
    return name


RENEW = """
import sys
from pathlib import Path
from tutor.appliance.layout import Root
Root(Path(sys.argv[1])).write_start(Path(sys.argv[2]))
"""


def renew_start(root: Root, home: Path, name: str) -> None:
    """Let a new version write the command that starts it. One that cannot is started by the command that is there."""
    with suppress(OSError):
        subprocess.run(
            [*isolated(python_in(root.versions / name)), "-c", RENEW, str(root.folder), str(home)],
            env=quiet_environment(), capture_output=True, check=False,
        )  # fmt: skip


def switch(root: Root, home: Path, name: str) -> None:
    """Make a sealed version the running one, after noting what the one that is left can read. Raises OSError."""
    running = root.current()
    if running is not None and running != name:
        note_forms(home, running)
    root.switch_to(name)


def queue_library_update(folder: Path, home: Path, keys: list[Path], told: Told = tell_nobody) -> None:
    """Check a library update wholly and queue it. Raises ApplianceError; then nothing was queued."""
    manifest, _ = verified_bundle(folder, [read_public_key(file) for file in keys], told)
    if DATABASE not in manifest.files:
        raise ApplianceError("bundle-file-missing", file=DATABASE)
    if (home / DATABASE).is_file():
        bring_library(Bundle(folder, manifest), home, told)
        return
    # Into an empty home it is taken in too: it brings no index that would fit.
    entry = manifest.files[DATABASE]
    (home / QUEUE).mkdir(parents=True, exist_ok=True)
    part = home / QUEUE / f"{entry.sha256}.part"
    shutil.copyfile(folder / DATABASE, part)
    part.replace(part.with_suffix(".db"))
    give_to_owner(home / QUEUE, home)


def roll_back(root: Root, home: Path) -> str:
    """Run the version before; called again, it goes forward again. Returns its name.

    Everything in the home stays. Raises ApplianceError `no-previous`, `home-in-use` or `data-not-carried`.
    """
    require_writable(root)
    with root.alone():
        order = root.order()
        if len(order) < 2:
            raise ApplianceError("no-previous")
        go_back_to_forms(home, order[1])
        switch(root, home, order[1])
    return order[1]


def require_writable(root: Root) -> None:
    """Raise ApplianceError `root-needed` where this user may not change the installation."""
    if not os.access(root.folder, os.W_OK):
        raise ApplianceError("root-needed", folder=root.folder)


def finish_as_owner(root: Root, home: Path) -> int:
    """Let the running version do what waits in the home, as the home's owner. The status of that."""
    command = [str(root.start), "update", "--finish"]
    if os.name == "nt" or os.geteuid() != 0 or home.stat().st_uid == 0:
        return subprocess.run(command, env={**os.environ, "TUTOR_HOME": str(home)}, check=False).returncode
    owner = home.stat()
    own = {"PATH": os.environ.get("PATH", ""), "TUTOR_HOME": str(home), "HOME": str(home), "LANG": "C.UTF-8"}
    if language := os.environ.get("TUTOR_LANGUAGE"):
        own["TUTOR_LANGUAGE"] = language
    return subprocess.run(
        command, env=own, user=owner.st_uid, group=owner.st_gid, extra_groups=[], check=False
    ).returncode


def service_is_running() -> bool:
    """Whether the system's own service runs tutor."""
    return _systemctl("is-active", "--quiet", SERVICE)


def stop_service() -> bool:
    """Stop the service where it runs. True when it was running and is to be started again."""
    return service_is_running() and _systemctl("stop", SERVICE)


def start_service() -> bool:
    """Start the service."""
    return _systemctl("start", SERVICE)


def _systemctl(*arguments: str) -> bool:
    program = shutil.which("systemctl")
    if program is None or sys.platform == "win32":
        return False
    return subprocess.run([program, *arguments], capture_output=True, check=False).returncode == 0
