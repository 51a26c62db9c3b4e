"""What `bench_class` and `test_bench` measured, as parts of docs/benchmarks.md and as a plot."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from textwrap import fill

BEGIN, END = "<!-- {}: begin -->", "<!-- {}: end -->"  # of a part that is written here
CLASSES, MEDIANS = "make bench", "make bench, medians"
PLOT = "benchmarks.svg"
PAGE = "benchmarks.md"
PHASES = ("start-up", "examination", "grade book", "files")


Row = tuple[str, float, float | None]  # what, milliseconds here, milliseconds of stock nbgrader


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
        parts = [measured_on(self.day, self.machine)]
        for assignment, costs in self.classes.items():
            parts.append(f"### A class of `{assignment}`")
            parts += [_compared(costs), _phases(costs)]
        if self.growth:
            parts += ["### As a class grows (`ps1_flops`)", _growth(self.growth)]
            parts += _how_it_grows(self.growth)
        return "\n\n".join(parts)

    def write(self, docs: Path) -> None:
        """Put it in its place in docs/benchmarks.md, and the plot beside that."""
        plot = f"![Submissions per minute, and seconds for each as a class grows]({PLOT})"
        put(docs / PAGE, CLASSES, f"{self.markdown()}\n\n{plot}")
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


def put(page: Path, part: str, text: str) -> None:
    """Write a part of a page anew. ValueError where it has no place for it."""
    begin, end = BEGIN.format(part), END.format(part)
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, there, after = rest.partition(end)
    if not there:
        raise ValueError(f"{page} has no lines {begin} and {end}")
    page.write_text(before + f"{begin}\n\n{text}\n\n{end}" + after, "utf-8")


def measured_on(day: date, machine: Machine) -> str:
    return f"Measured on {day:%-d %B %Y}: {machine}."


def medians(rows: Sequence[Row]) -> str:
    """What single things take, in Markdown."""
    titles = ("Milliseconds", "Here", "Stock nbgrader", "Ratio")
    lines = []
    for what, here, stock in rows:
        beside = (f"{stock:,.0f}", f"{stock / here:.1f}") if stock else ("", "")
        lines.append((what, f"{here:,.{0 if here >= 100 else 2 if here < 1 else 1}f}", *beside))
    return _table(titles, lines)


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


def _how_it_grows(costs: list[Cost]) -> Iterator[str]:
    """A sentence for each kind of run: the largest class beside the one of a hundred."""
    for what in dict.fromkeys(cost.what for cost in costs):
        sizes = sorted((c for c in costs if c.what == what), key=lambda cost: cost.submissions)
        small = next((cost for cost in sizes if cost.submissions >= 100), sizes[0])
        large = sizes[-1]
        if large is not small:
            each = large.seconds / large.submissions / (small.seconds / small.submissions) - 1
            memory = large.coordinator / small.coordinator - 1
            yield fill(
                f"From {small.submissions} to {large.submissions} submissions ({what}), the time "
                f"for each changed by {100 * each:+.0f} %, the coordinator's memory by "
                f"{100 * memory:+.0f} %.",
                width=100,
            )


def _table(titles: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """In Markdown; what is a number stands to the right."""
    kinds = ["--:" if _is_number(column[0]) else "---" for column in zip(*lines, strict=True)]
    shown = [titles, kinds or ["---"] * len(titles), *lines]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in shown)


def _is_number(text: object) -> bool:
    return str(text)[:1].isdigit()
