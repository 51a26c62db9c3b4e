"""Reports on a terminal. Only this, show_class.py, term/progress.py and the commands print."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..checks.verdict import format_points
from ..intake.times import on_clocks
from ..quoting import on_terminal, quoted_name
from ..term.lateness import Due
from ..wording import names, several, span
from .item_statistics import distribution, items_of, quartiles
from .report import ClassReport, Row, Shared, mistakes_line

MAX_SHOWN = 8  # findings shown, and other things of which a class may have many
MAX_NAMES = 4  # of students that share something
BAR = 40  # columns of the longest bar


def report(found: ClassReport, console: Console | None = None) -> None:
    """A class on one assignment: students, questions, what many have wrong, what needs a person."""
    console = console or Console()
    _students(found, console)
    if found.rows:
        _totals(found, console)
    questions(found, console)
    _tries(found, console)
    _shared("most frequent findings", found.findings, console)
    unnamed = found.unnamed[:MAX_SHOWN]
    _shared("answers that several gave and no finding names", unnamed, console)
    if unnamed:
        console.print("  To name one, put into its known errors (docs/adding-a-problem.md):")
        for each in unnamed:
            say(f"    {each.question}: {mistakes_line(each)}", console)
        console.print()
    _shared("left open", found.left_open, console)
    _shared("needs a person", found.waiting, console)


def _students(found: ClassReport, console: Console) -> None:
    """A row per student; beside a total what it is out of, where a person has yet to grade some."""
    title = escape(f"{found.assignment.name}: {found.assignment.title}")
    console.print(f"[bold]{title}[/]", soft_wrap=True, highlight=False)
    shown = table("", ("student", "total", "remark"), right=("total",))
    for row in found.rows:
        total = found.total_of(row)
        remarks = escape("; ".join(remarks_on(row)))
        shown.add_row(escape(row.who), total, remarks)
    shown.add_section()
    shown.add_row("out of", format_points(found.assignment.points), "")
    console.print(shown)


def remarks_on(row: Row) -> list[str]:
    """What there is to say of a submission as a whole, in a few words each."""
    late = []
    if row.hours_late:
        cost = f", {format_points(row.penalty)} taken off" if row.penalty else ""
        late = [f"{span(row.hours_late)} late{cost}"]
    return [*([row.remark] if row.remark else []), *row.noted, *late, *_as_handed_in(row)]


def to_look_at(row: Row) -> list[str]:
    """What of a submission an instructor should know, though it is graded: the same, in part."""
    return [*row.noted, *_as_handed_in(row)]


def _as_handed_in(row: Row) -> list[str]:
    read_as = [f"handed in as {row.read_as}"] if row.read_as else []
    return [*read_as, *([row.of_time] if row.of_time else [])]


def _tries(found: ClassReport, console: Console) -> None:
    """Who tried how often and what that gained, those who tried most first."""
    tried = found.tried
    if not tried:
        return
    numbers = ("tries", "first", "last", "gained")
    shown = table("tries (examiner watch)", ("student", *numbers), right=numbers)
    for row in tried[:MAX_SHOWN]:
        points = map(format_points, (row.tries[0], row.tries[-1], row.gained))
        shown.add_row(escape(row.who), str(len(row.tries)), *points)
    console.print(shown)
    if len(tried) > MAX_SHOWN:
        console.print(f"  and {len(tried) - MAX_SHOWN} more: --csv lists them", highlight=False)


def _totals(found: ClassReport, console: Console) -> None:
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
    numbers = ("mean", "out of", "difficulty", "discrim.", "full", "none", "waiting")
    unread = f", {found.unread} not counted here (can't be read)" if found.unread else ""
    title = f"{found.assignment.name}: {several(len(found.rows), 'submission')}{unread}"
    shown = table(title, ("question", *numbers), right=numbers)
    for item in items_of(found):
        mean = "…" if item.mean is None else format_points(item.mean)
        shares = ("–" if x is None else f"{x:.2f}" for x in (item.difficulty, item.discrimination))
        counts = map(str, (item.full, item.none, item.waiting))
        shown.add_row(item.question, mean, format_points(item.max_points), *shares, *counts)
    console.print(shown)


def _shared(title: str, listed: list[Shared], console: Console) -> None:
    if not listed:
        return
    shown = table(title, ("", "question", "what", "who"), right=("",))
    shown.columns[0].no_wrap = True
    for each in listed[:MAX_SHOWN]:
        who = names([*map(quoted_name, each.students)], MAX_NAMES)
        shown.add_row(str(len(each.students)), *map(escape, (each.question, each.what, who)))
    console.print(shown)
    if len(listed) > MAX_SHOWN:
        console.print(f"  and {len(listed) - MAX_SHOWN} more", highlight=False)


def table(title: str, columns: Collection[str], right: Collection[str] = ()) -> Table:
    """A table in the style of all reports; a title is as narrow as it is. right: the columns that
    stand to the right."""
    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left")
    return made


def say(text: str, console: Console) -> None:
    """Print a line as it is, however long and whoever wrote it."""
    console.print(on_terminal(text), soft_wrap=True, highlight=False)


def due(assignment: str, found: Due) -> None:
    """When it is due, and for whom later."""
    when = f"due {on_clocks(found.date)}" if found.date else "never due"
    if not found.is_to_come(datetime.now(UTC)):
        when += ", which is over"
    print(f"{assignment}: {when}")
    for student, later in found.extensions.items():
        until = on_clocks(found.date + later) if found.date else "no matter when"
        days = later / timedelta(days=1)
        longer = several(int(days), "day") if days.is_integer() else span(24 * days)
        print(f"  {quoted_name(student)}: {until}, {longer} later")
