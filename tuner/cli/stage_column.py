"""The live line of a stage on a terminal, however narrow that is."""

from __future__ import annotations

from rich.console import Console
from rich.progress import ProgressColumn, Task
from rich.progress_bar import ProgressBar
from rich.table import Table

__all__ = ["StageColumn"]

_SHORTEST_BAR, _LONGEST_BAR = 6, 40


class StageColumn(ProgressColumn):
    """A stage on one line: its name, a bar, and of the facts those that there is room for."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def render(self, task: Task) -> Table:
        """Return the line; where it is short, the facts that matter least are left out."""
        width = self._console.width
        bar = min(max(_SHORTEST_BAR, (width - 40) // 3), _LONGEST_BAR)
        # From what matters most to what matters least.
        facts = [
            task.fields.get("best", ""),
            f"{task.percentage:.0f}%",
            _time_left(task),
            task.fields.get("trial", ""),
            task.fields.get("speed", ""),
            task.fields.get("holder", ""),
        ]
        room = width - len(task.description) - bar - 1
        shown = []
        for fact in filter(None, facts):
            if len(fact) < room:
                shown.append(fact)
                room -= len(fact) + 1
        line = Table.grid(padding=(0, 1))
        line.add_row(
            task.description,
            ProgressBar(task.total, task.completed, bar, pulse=not task.total),
            " ".join(shown),
        )
        return line


def _time_left(task: Task) -> str:
    if task.time_remaining is None:
        return ""
    minutes, seconds = divmod(int(task.time_remaining), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"
