"""Results of `bench`, as parts of docs/benchmarks.md and as a plot."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

BEGIN, END = "<!-- {}: begin -->", "<!-- {}: end -->"  # of a part that is written here
CLASSES, MEDIANS = "make bench", "make bench, medians"
PAGE, PLOT = "benchmarks.md", "benchmarks.svg"
PHASES = ("start-up", "examination", "gradebook")
GRADED, GRADED_AGAIN = "graded", "graded again"  # the runs of a growing class of right answers

Row = tuple[str, float, float | None]  # name, milliseconds here, milliseconds of stock nbgrader


@dataclass
class Cost:
    """The cost of a run, start and end included.

    Attributes:
        seconds: The seconds on the clock.
        processor: The seconds of all processors.
        memory: The MiB of the largest process.
        coordinator: The MiB of the process that writes.
        phases: The seconds of each phase.
        each: The seconds of each submission.
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

    @property
    def percentiles(self) -> tuple[str, str]:
        """p50 and p99 of the seconds for a submission; empty where nothing was examined."""
        ordered = sorted(self.each)
        places = (min(len(ordered) * percent // 100, len(ordered) - 1) for percent in (50, 99))
        return tuple(f"{ordered[place]:.2f} s" if ordered else "" for place in places)


@dataclass(frozen=True)
class Machine:
    """A machine, as the report describes it; the memory is in GiB."""

    processors: int
    memory: float
    name: str

    @classmethod
    def this(cls) -> Machine:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        return cls(len(os.sched_getaffinity(0)), size, next(names, platform.machine()))


@dataclass
class Report:
    """A run of the bench.

    Attributes:
        classes: Assignment -> the runs to compare, beginning with stock nbgrader's if there is one.
        wrong: The same for classes with a mistake in nearly every question.
        growth: The runs of the command for classes of several sizes.
    """

    day: date
    machine: Machine
    medians: list[Row] = field(default_factory=list)
    classes: dict[str, list[Cost]] = field(default_factory=dict)
    wrong: dict[str, list[Cost]] = field(default_factory=dict)
    growth: list[Cost] = field(default_factory=list)

    @property
    def _measured(self) -> str:
        machine = f"{self.machine.processors} processors ({self.machine.name})"
        return f"Measured on {self.day:%-d %B %Y}: {machine}, {self.machine.memory:.0f} GiB."

    def of_medians(self) -> str:
        """Return the table of single steps in Markdown."""
        lines = []
        for what, here, stock in self.medians:
            beside = (f"{stock:,.0f}", f"{stock / here:.1f}") if stock else ("", "")
            decimals = 0 if here >= 100 else 2 if here < 1 else 1
            lines.append((what, f"{here:,.{decimals}f}", *beside))
        titles = ("Milliseconds", "Here", "Stock nbgrader", "Ratio")
        return f"{self._measured}\n\n{_table(titles, lines)}"

    def of_classes(self) -> str:
        """Return the table of classes in Markdown."""
        parts = [self._measured]
        for assignment, costs in self.classes.items():
            parts += [f"### A class of `{assignment}`", _compared(costs), _phases(costs)]
        for assignment, costs in self.wrong.items():
            title = f"### A class of `{assignment}` with a mistake in nearly every question"
            parts += [title, _compared(costs)]
        if self.growth:
            stock = self.classes.get("ps1_flops", [])[:1]
            parts += ["### As a class grows (`ps1_flops`)", _growth(self.growth, stock)]
        return "\n\n".join(parts)

    def write(self, docs: Path) -> None:
        """Put it in its places in docs/benchmarks.md, and the plot beside that."""
        plot = f"![Submissions per minute, and seconds for each as a class grows]({PLOT})"
        _put(docs / PAGE, MEDIANS, self.of_medians())
        _put(docs / PAGE, CLASSES, f"{self.of_classes()}\n\n{plot}")
        self.plot(docs / PLOT)

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


def _put(page: Path, part: str, text: str) -> None:
    """Write a part of a page anew. ValueError where it has no place for it."""
    begin, end = BEGIN.format(part), END.format(part)
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, there, after = rest.partition(end)
    if not there:
        raise ValueError(f"{page} has no lines {begin} and {end}")
    page.write_text(before + f"{begin}\n\n{text}\n\n{end}" + after, "utf-8")


def _compared(costs: list[Cost]) -> str:
    titles = ("", "Submissions", "Per minute", "Ratio", "Processor seconds each", "MiB")
    lines = []
    for cost in costs:
        ratio = f"{cost.per_minute / costs[0].per_minute:.1f}"
        used = (f"{cost.processor / cost.submissions:.2f}", f"{cost.memory:.0f}")
        rate = f"{cost.per_minute:.0f}"
        lines.append((cost.what, cost.submissions, rate, ratio, *used, *cost.percentiles))
    return _table((*titles, "p50", "p99"), lines)


def _phases(costs: list[Cost]) -> str:
    """Return the time of each phase, if a run had clocks in it."""
    titles = ("Seconds", "In all", *(phase.capitalize() for phase in PHASES))
    lines = []
    for cost in costs:
        found = (f"{cost.phases[p]:.1f}" if p in cost.phases else "" for p in PHASES)
        lines.append((cost.what, f"{cost.seconds:.1f}", *found))
    return _table(titles, lines)


def _growth(costs: list[Cost], stock: list[Cost]) -> str:
    """Return the table of a class that grows; `stock` is the run to compare right answers with."""
    seconds = ("Seconds", "Seconds each", "Ratio")
    titles = ("Submissions", "", *seconds, "Coordinator, MiB", "p50", "p99")
    lines = []
    for cost in costs:
        is_like_stock = cost.what in (GRADED, GRADED_AGAIN)
        ratio = "".join(f"{cost.per_minute / s.per_minute:.1f}" for s in stock if is_like_stock)
        seconds = (f"{cost.seconds:.1f}", f"{cost.seconds / cost.submissions:.3f}", ratio)
        memory = f"{cost.coordinator:.0f}"
        lines.append((cost.submissions, cost.what, *seconds, memory, *cost.percentiles))
    return _table(titles, lines)


def _table(titles: Sequence[str], lines: Sequence[Iterable[object]]) -> str:
    """Return a table in Markdown, with numbers aligned to the right."""
    texts = [list(map(str, line)) for line in lines]
    kinds = ["--:" if column[0][:1].isdigit() else "---" for column in zip(*texts, strict=True)]
    shown = [titles, kinds or ["---"] * len(titles), *texts]
    return "\n".join("| " + " | ".join(line) + " |" for line in shown)
