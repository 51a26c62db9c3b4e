"""What `bench_class` measured, as a part of docs/benchmarks.md and as a plot."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

BEGIN, END = "<!-- make bench: begin -->", "<!-- make bench: end -->"
PLOT = "benchmarks.svg"
PAGE = "benchmarks.md"
PHASES = ("start-up", "examination", "grade book", "files")


@dataclass
class Cost:
    """What a run cost, start and end included.

    seconds: on the clock. processor: seconds of all processors. memory: MiB of the largest of its
    processes; coordinator: of the one that writes. phases: seconds. each: those for a submission.
    """

    what: str
    submissions: int
    seconds: float
    processor: float
    memory: float
    coordinator: float = 0.0
    phases: dict[str, float] = field(default_factory=dict)
    each: Sequence[float] = ()

    @property
    def per_minute(self) -> float:
        return 60 * self.submissions / self.seconds

    def percentile(self, percent: float) -> float:
        """Of the seconds for a submission: the smallest that no more than 100 − percent exceed."""
        ordered = sorted(self.each)
        if not ordered:
            return float("nan")
        return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


@dataclass(frozen=True)
class Machine:
    processors: int
    memory: float  # GiB
    name: str

    @classmethod
    def this(cls) -> Machine:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        return cls(len(os.sched_getaffinity(0)), size, next(names, platform.machine()))

    def __str__(self) -> str:
        return f"{self.processors} processors ({self.name}), {self.memory:.0f} GiB"


@dataclass
class Report:
    """classes: assignment -> the runs that are compared, stock nbgrader's first if it is there.
    growth: runs of the command for classes of several sizes."""

    day: date
    machine: Machine
    classes: dict[str, list[Cost]] = field(default_factory=dict)
    growth: list[Cost] = field(default_factory=list)

    def markdown(self) -> str:
        parts = [f"Measured on {self.day:%-d %B %Y}: {self.machine}."]
        for assignment, costs in self.classes.items():
            parts.append(f"### A class of `{assignment}`")
            parts += [_compared(costs), _phases(costs)]
        if self.growth:
            parts += ["### As a class grows (`ps1_flops`)", _growth(self.growth)]
        return "\n\n".join(parts)

    def write(self, docs: Path) -> None:
        """Put it in its place in docs/benchmarks.md, and the plot beside that."""
        page = docs / PAGE
        before, _, rest = page.read_text("utf-8").partition(BEGIN)
        _, end, after = rest.partition(END)
        if not end:
            raise ValueError(f"{page} has no lines {BEGIN} and {END}")
        plot = f"![Submissions per minute, and seconds for each as a class grows]({PLOT})"
        shown = "\n\n".join((BEGIN, self.markdown(), plot, END))
        self.plot(docs / PLOT)
        page.write_text(before + shown + after, "utf-8")

    def plot(self, path: Path) -> None:
        """Submissions per minute; seconds for each submission as the class grows."""
        import matplotlib

        matplotlib.use("svg")
        from matplotlib import pyplot

        style = {"svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 9}
        with pyplot.rc_context(style):
            figure, (rates, growth) = pyplot.subplots(1, 2, figsize=(9, 3), layout="constrained")
            for place, (assignment, costs) in enumerate(self.classes.items()):
                names = [cost.what.replace("`", "") for cost in costs]
                places = [number + 0.4 * place for number in range(len(costs))]
                bars = rates.barh(places, [c.per_minute for c in costs], 0.38, label=assignment)
                rates.bar_label(bars, [f"{c.per_minute:.0f}" for c in costs], padding=2)
                rates.set_yticks(range(len(names)), names)
            rates.invert_yaxis()
            rates.set_xlabel("submissions per minute")
            rates.legend(frameon=False)
            for what in dict.fromkeys(cost.what for cost in self.growth):
                costs = [cost for cost in self.growth if cost.what == what]
                sizes = [cost.submissions for cost in costs]
                seconds = [cost.seconds / cost.submissions for cost in costs]
                growth.plot(sizes, seconds, "o-", label=what)
            growth.set(xscale="log", xlabel="submissions", ylabel="seconds each", ylim=(0, None))
            if self.growth:
                growth.legend(frameon=False)
            figure.savefig(path, metadata={"Date": None})
            pyplot.close(figure)


def _compared(costs: list[Cost]) -> str:
    titles = ("", "Submissions", "Per minute", "Ratio", "Processor seconds each", "MiB")
    titles += ("p50", "p99")
    lines = []
    for cost in costs:
        ratio = f"{cost.per_minute / costs[0].per_minute:.1f}"
        numbers = (cost.submissions, f"{cost.per_minute:.0f}", ratio)
        used = (f"{cost.processor / cost.submissions:.2f}", f"{cost.memory:.0f}")
        seconds = (f"{cost.percentile(50):.2f} s", f"{cost.percentile(99):.2f} s")
        lines.append((cost.what, *numbers, *used, *seconds))
    return _table(titles, lines)


def _phases(costs: list[Cost]) -> str:
    """Where the time went: all of it where a run had clocks in it."""
    titles = ("Seconds", "In all", *(phase.capitalize() for phase in PHASES))
    lines = []
    for cost in costs:
        found = (f"{cost.phases[p]:.1f}" if p in cost.phases else "" for p in PHASES)
        lines.append((cost.what, f"{cost.seconds:.1f}", *found))
    return _table(titles, lines)


def _growth(costs: list[Cost]) -> str:
    titles = ("Submissions", "", "Seconds", "Seconds each", "Coordinator, MiB", "p50", "p99")
    lines = []
    for cost in costs:
        ran = bool(cost.each)  # else nothing was examined
        seconds = (f"{cost.percentile(p):.2f} s" if ran else "" for p in (50, 99))
        each = f"{cost.seconds / cost.submissions:.3f}"
        memory = f"{cost.coordinator:.0f}"
        lines.append((cost.submissions, cost.what, f"{cost.seconds:.1f}", each, memory, *seconds))
    return _table(titles, lines)


def _table(titles: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """In Markdown; what is a number stands to the right."""
    kinds = ["--:" if _is_number(column[0]) else "---" for column in zip(*lines, strict=True)]
    shown = [titles, kinds or ["---"] * len(titles), *lines]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in shown)


def _is_number(text: object) -> bool:
    return str(text)[:1].isdigit()
