"""Reports on a terminal. Only this, show_class.py, term/progress.py and the commands print."""

from __future__ import annotations

from datetime import timedelta

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..checks.verdict import format_points
from ..intake.times import UNDATED
from ..student.files import printable_name
from ..term.lateness import Due
from ..wording import names, several
from .item_statistics import distribution, items_of, quartiles
from .report import ClassReport, Row, Shared, mistakes_line

MAX_SHOWN = 8  # findings shown, and other things of which a class may have many
MAX_NAMES = 4  # of students that share something
BAR = 40  # columns of the longest bar


def report(found: ClassReport, console: Console | None = None) -> None:
    """A class on one assignment: students, questions, what many have wrong, what needs a person."""
    console = console or Console()
    students(found, console)
    if found.rows:
        totals(found, console)
    questions(found, console)
    findings(found, console)
    _unnamed(found, console)
    _print_shared("left open", found.left_open, console)
    _print_shared("needs a person", found.waiting, console)


def students(found: ClassReport, console: Console) -> None:
    """A row per student; "…" after a total where a person has yet to grade some of it."""
    title = escape(f"{found.assignment.name}: {found.assignment.title}")
    console.print(f"[bold]{title}[/]", soft_wrap=True, highlight=False)
    shown = table()
    for title in ("student", "total", "remark"):
        shown.add_column(title, justify="right" if title == "total" else "left")
    for row in found.rows:
        total = format_points(row.total) + ("" if row.complete else " …")
        shown.add_row(
            escape(printable_name(row.student)), total, escape("; ".join(remarks_on(row)))
        )
    shown.add_section()
    shown.add_row("out of", format_points(found.assignment.points), "")
    console.print(shown)


def remarks_on(row: Row) -> list[str]:
    """What there is to say of a submission as a whole, in a few words each."""
    remarks = [row.remark] if row.remark else []
    remarks += row.noted
    if row.hours_late:
        cost = f", {format_points(row.penalty)} taken off" if row.penalty else ""
        remarks.append(f"{row.hours_late:.1f} h late{cost}")
    if row.read_as:
        remarks.append(f"handed in as {row.read_as}")
    if row.undated:
        remarks.append(UNDATED)
    return remarks


def to_look_at(row: Row) -> list[str]:
    """What of a submission an instructor should know, though it is graded: the same, in part."""
    read_as = [f"handed in as {row.read_as}"] if row.read_as else []
    return [*row.noted, *read_as, *([UNDATED] if row.undated else [])]


def totals(found: ClassReport, console: Console) -> None:
    """The distribution of totals."""
    low, middle, high = map(format_points, quartiles([row.total for row in found.rows]))
    console.print(f"[bold]totals[/]  median {middle}, half of the class from {low} to {high}")
    bars = distribution(found)
    most = max(bar.count for bar in bars)
    for bar in bars:
        place = f"{format_points(bar.low)}–{format_points(bar.high)}"
        length = round(BAR * bar.count / most)
        console.print(f"  {place:>9} {'█' * length} {bar.count or ''}", highlight=False)
    console.print()


def questions(found: ClassReport, console: Console) -> None:
    """A row per question: see `item_statistics.Item`."""
    shown = table(f"{found.assignment.name}: {several(len(found.rows), 'submission')}")
    columns = ("question", "mean", "out of", "difficulty", "discrim.", "full", "none", "waiting")
    for title in columns:
        shown.add_column(title, justify="left" if title == "question" else "right")
    for item in items_of(found):
        mean = "…" if item.mean is None else format_points(item.mean)
        shares = ("–" if x is None else f"{x:.2f}" for x in (item.difficulty, item.discrimination))
        counts = map(str, (item.full, item.none, item.waiting))
        shown.add_row(item.question, mean, format_points(item.max_points), *shares, *counts)
    console.print(shown)


def findings(found: ClassReport, console: Console | None = None) -> None:
    """What most students have wrong."""
    _print_shared("most frequent findings", found.findings, console or Console())


def _unnamed(found: ClassReport, console: Console) -> None:
    shared = found.unnamed[:MAX_SHOWN]
    _print_shared("answers that several gave and no finding names", shared, console)
    if shared:
        console.print("  To name one, put into its check (docs/adding-a-problem.md):")
        for each in shared:
            line = f"    {each.question}: {mistakes_line(each)}"
            console.print(escape(line), soft_wrap=True, highlight=False)
        console.print()


def _print_shared(title: str, listed: list[Shared], console: Console) -> None:
    if not listed:
        return
    shown = table(title)
    shown.add_column("", justify="right", no_wrap=True)
    for column in ("question", "what", "who"):
        shown.add_column(column)
    for each in listed[:MAX_SHOWN]:
        what = f"{each.line}: {each.text}" if each.line else each.text
        cells = (each.question, what, names([*map(printable_name, each.students)], MAX_NAMES))
        shown.add_row(str(len(each.students)), *map(escape, cells))
    console.print(shown)
    if len(listed) > MAX_SHOWN:
        console.print(f"  and {len(listed) - MAX_SHOWN} more", highlight=False)


def table(title: str = "") -> Table:
    """A table in the style of all reports; a title is as narrow as it is."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )


def due(assignment: str, found: Due) -> None:
    """When it is due, and for whom later."""
    when = f"due {found.date:%Y-%m-%d %H:%M} UTC" if found.date else "never due"
    print(f"{assignment}: {when}")
    for student, later in found.extensions.items():
        until = f"{found.date + later:%Y-%m-%d %H:%M} UTC" if found.date else "no matter when"
        print(f"  {printable_name(student)}: {until}, {_days(later)} later")


def _days(time: timedelta) -> str:
    days = time / timedelta(days=1)
    return "1 day" if days == 1 else f"{days:g} days"
