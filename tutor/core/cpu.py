"""What the processor can do, and how many threads to use.

Imported before numpy: a processor without AVX needs OPENBLAS_CORETYPE set, or numpy dies with an
illegal instruction.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
CGROUP_MAX = Path("/sys/fs/cgroup/cpu.max")


@cache
def cpu_flags() -> frozenset[str]:
    """The instruction sets of this processor as Linux names them; empty where they cannot be read."""
    try:
        lines = CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() in {"flags", "Features"}:
            return frozenset(value.split())
    return frozenset()


def lacks_avx() -> bool:
    """True where this is an x86 processor known to have no AVX. False where nothing is known."""
    is_x86 = platform.machine().lower() in {"x86_64", "amd64", "i686", "i386"}
    if not is_x86:
        return False
    if platform.system() == "Windows":
        return not _windows_has_avx()
    flags = cpu_flags()
    return bool(flags) and "avx" not in flags


def _windows_has_avx() -> bool:
    import ctypes

    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return True
    processor_feature_avx = 39
    return bool(windll.kernel32.IsProcessorFeaturePresent(processor_feature_avx))


def prepare_environment() -> None:
    """Set what numerical libraries read at import. Call before numpy is imported."""
    if lacks_avx():
        os.environ.setdefault("OPENBLAS_CORETYPE", "Nehalem")


def usable_cores(limit_file: Path = CGROUP_MAX) -> int:
    """The number of cores this process may use: affinity and container quota counted, at least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = limit_file.read_text(encoding="ascii").split()
        if quota != "max":
            cores = min(cores, max(1, int(quota) // int(period)))
    except (OSError, ValueError):
        pass
    return max(1, cores)
