"""Which wheels a platform needs, answered for that platform and not for the one that builds."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tutor.appliance.platforms import PLATFORMS, Target, platform_named
from tutor.appliance.wheels import Wheel, closure, lock_text

LINUX = Target(PLATFORMS["linux-x86_64"], "3.11")
ARM = Target(PLATFORMS["linux-aarch64"], "3.13")
WINDOWS = Target(PLATFORMS["windows-x86_64"], "3.12")


def wheel(name: str, version: str, *requires: str, tag: str = "py3-none-any") -> Wheel:
    return Wheel(Path(f"{name}-{version}-{tag}.whl"), name, version, tuple(map(Requirement, requires)))


def names(wheels: list[Wheel]) -> list[str]:
    return [each.file.name for each in wheels]


def test_requirements_of_the_other_platform_are_seen() -> None:
    wheels = [wheel("click", "8.1", 'colorama; sys_platform == "win32"'), wheel("tutor", "1.0", "click>=8")]
    roots = [Requirement("tutor")]
    assert closure(roots, wheels, LINUX)[1] == []
    assert [str(each.name) for each in closure(roots, wheels, WINDOWS)[1]] == ["colorama"]


def test_wheels_of_another_python_or_processor_do_not_count() -> None:
    wheels = [
        wheel("numpy", "2.0", tag="cp311-cp311-manylinux_2_27_x86_64"),
        wheel("numpy", "2.1", tag="cp313-cp313-manylinux_2_27_aarch64"),
        wheel("numpy", "2.2", tag="cp312-cp312-win_amd64"),
        wheel("numpy", "2.9", tag="cp311-cp311-manylinux_2_39_x86_64"),
    ]
    chosen = {
        target.name: names(closure([Requirement("numpy")], wheels, target)[0]) for target in (LINUX, ARM, WINDOWS)
    }
    assert chosen == {
        "linux-x86_64-py311": ["numpy-2.0-cp311-cp311-manylinux_2_27_x86_64.whl"],
        "linux-aarch64-py313": ["numpy-2.1-cp313-cp313-manylinux_2_27_aarch64.whl"],
        "windows-x86_64-py312": ["numpy-2.2-cp312-cp312-win_amd64.whl"],
    }


@pytest.mark.parametrize(
    "tag", ["cp310-abi3-manylinux2014_x86_64", "py3-none-linux_x86_64", "cp38-abi3-manylinux_2_17_x86_64"]
)
def test_stable_and_plain_tags_fit(tag: str) -> None:
    assert wheel("x", "1", tag=tag).fits(LINUX)
    assert not wheel("x", "1", tag=tag).fits(ARM)


def test_the_newest_version_that_fits_is_taken() -> None:
    wheels = [wheel("a", "9.0"), wheel("a", "10.0"), wheel("a", "11.0")]
    assert names(closure([Requirement("a<11")], wheels, LINUX)[0]) == ["a-10.0-py3-none-any.whl"]


def test_extras_bring_their_own() -> None:
    wheels = [wheel("tutor", "1", 'llama-cpp-python==0.3; extra == "generator"')]
    assert closure([Requirement("tutor")], wheels, LINUX)[1] == []
    assert [each.name for each in closure([Requirement("tutor[generator]")], wheels, LINUX)[1]] == ["llama-cpp-python"]


def test_circles_end() -> None:
    wheels = [wheel("a", "1", "b"), wheel("b", "1", "a")]
    assert len(closure([Requirement("a")], wheels, LINUX)[0]) == 2


def test_a_lock_names_hashes(tmp_path: Path) -> None:
    (tmp_path / "a-1-py3-none-any.whl").write_bytes(b"x")
    text = lock_text([Wheel(tmp_path / "a-1-py3-none-any.whl", "A_b", "1", ())])
    assert text == "a-b==1 --hash=sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\n"


def test_platforms_are_named() -> None:
    assert platform_named("linux-aarch64").name == "linux-aarch64"
    with pytest.raises(Exception, match="solaris"):
        platform_named("solaris")
