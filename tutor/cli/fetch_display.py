"""Showing what a fetch does: bars on a terminal, plain lines elsewhere. Always on standard error."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.text import Text

from tutor.models.steps import Step

LINE_EVERY_PERCENT = 10
QUICK_STEPS = {"check", "join"}
"""Local work, said when it begins and ends: without a terminal a line for every tenth would only be noise."""


class FetchDisplay:
    """A `Progress` callable (what, done, total) that draws. A total of 0 is a remark and is printed as it is."""

    def __init__(self, console: Console, language: str) -> None:
        self._console = console
        self._language = language
        self._shown = _Bars(console) if console.is_terminal else _Lines(console)

    def __enter__(self) -> FetchDisplay:
        self._shown.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shown.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        text = what.swahili if isinstance(what, Step) and self._language == "sw" else str(what)
        if total == 0:
            self._console.print(text, markup=False)
        else:
            code = what.code if isinstance(what, Step) else ""
            self._shown.show(text, done, total, code)


class _Bars:
    def __init__(self, console: Console) -> None:
        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            _InBytes(DownloadColumn()),
            _InBytes(TransferSpeedColumn()),
            TimeRemainingColumn(),
            console=console,
        )
        self._task: tuple[str, TaskID] | None = None

    def start(self) -> None:
        self._bars.start()

    def stop(self) -> None:
        self._bars.stop()

    def show(self, text: str, done: int, total: int, code: str) -> None:
        if self._task is None or self._task[0] != text:
            if self._task is not None:
                # Only the step at work has a bar; the command says at its end what is done.
                self._bars.refresh()
                self._bars.remove_task(self._task[1])
            self._task = (text, self._bars.add_task(text, total=total, in_bytes=bool(code)))
        self._bars.update(self._task[1], completed=done, total=total)


class _InBytes(ProgressColumn):
    """A column that stays empty for steps that are not counted in bytes."""

    def __init__(self, column: ProgressColumn) -> None:
        super().__init__()
        self._column = column

    def render(self, task: Task) -> RenderableType:
        return self._column.render(task) if task.fields["in_bytes"] else Text()


class _Lines:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._text = ""
        self._next = 0

    def start(self) -> None:
        """Nothing to set up."""

    def stop(self) -> None:
        """Nothing to take down."""

    def show(self, text: str, done: int, total: int, code: str) -> None:
        if text != self._text:
            self._text = text
            self._next = 0
        percent = 100 * done // total
        if percent < self._next:
            return
        every = 100 if code in QUICK_STEPS else LINE_EVERY_PERCENT
        self._next = percent - percent % every + every
        amount = f" ({done / 1e6:.0f}/{total / 1e6:.0f} MB)" if code else ""
        self._console.print(f"{text}: {percent} %{amount}", markup=False, soft_wrap=True)
