"""The words of what a fetch is doing, in both languages, carried by the plain `Progress` callable."""

from __future__ import annotations

from collections.abc import Callable

from tutor.models.progress import Progress

STEP_TEXTS: dict[str, tuple[str, str]] = {
    "fetch": ("{file}: fetching", "{file}: inapakuliwa"),
    "copy": ("{file}: copying", "{file}: inanakiliwa"),
    "collect": ("{file}: collecting its parts", "{file}: vipande vinakusanywa"),
    "join": ("{file}: joining its parts", "{file}: vipande vinaunganishwa"),
    "check": ("{file}: checking", "{file}: inakaguliwa"),
    "wait-limit": (
        "{file}: the server asks to wait {seconds} seconds. Waiting.",
        "{file}: seva inaomba kusubiri sekunde {seconds}. Inasubiri.",
    ),
    "wait-retry": (
        "{file}: {why}. Trying again in {seconds} seconds.",
        "{file}: {why}. Itajaribu tena baada ya sekunde {seconds}.",
    ),
    "once-more": (
        "{file}: what came is not the published file. Fetching it once more from the start.",
        "{file}: kilichokuja siyo faili lililochapishwa. Inapakuliwa mara moja zaidi tangu mwanzo.",
    ),
    "wait-lock": (
        "Another fetch is running. Waiting until it has ended.",
        "Upakuaji mwingine unaendelea. Inasubiri uishe.",
    ),
    "pinned": (
        "{file}: fetched for the first time; its hash is now in {lock}.",
        "{file}: limepakuliwa kwa mara ya kwanza; alama yake imeandikwa katika {lock}.",
    ),
    "folder-wrong": (
        "{file} is not the published file and is left alone.",
        "{file} siyo faili lililochapishwa; limeachwa.",
    ),
    "source-failed": ("{why} Trying another source.", "{why} Inajaribu chanzo kingine."),
    "cache-wrong": (
        "The kept copy in {folder} is damaged and is not used.",
        "Nakala iliyohifadhiwa katika {folder} imeharibika na haitumiki.",
    ),
    "cache-unwritten": (
        "The model is installed, but no copy could be kept in {folder}: {why}.",
        "Modeli imesakinishwa, lakini nakala haikuhifadhiwa katika {folder}: {why}.",
    ),
}


class Step(str):
    """What is being done: English as the string itself, Swahili beside it."""

    code: str
    swahili: str

    def __new__(cls, code: str, **facts: object) -> Step:
        """Raises KeyError for an unknown code or a missing fact."""
        english, swahili = STEP_TEXTS[code]
        step = super().__new__(cls, english.format(**facts))
        step.code = code
        step.swahili = swahili.format(**facts)
        return step


def counting(progress: Progress, step: Step, total: int) -> Callable[[int], None]:
    """A callable that takes how many bytes more are done, and tells the sum."""
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        progress(step, done, total)

    return advance


def note(progress: Progress, code: str, **facts: object) -> None:
    """Tell something that has no length. A total of 0 marks it as a remark, not as work to count."""
    progress(Step(code, **facts), 0, 0)
