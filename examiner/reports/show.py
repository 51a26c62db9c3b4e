"""Reports on a terminal. Only this, show_class.py, term/progress.py and the commands print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from .report import ClassReport, Row, Shared

MAX_SHOWN = 8  # findings shown, and other things of which a class may have many
MAX_NAMES = 4  # of students that share something
BAR = 40  # columns of the longest bar


def report(found: ClassReport, console: Console | None = None) -> None:
    """A class on one assignment: students, questions, what many have wrong, what needs a person."""
    console = console or Console()
    title = escape(f"{found.assignment.name}: {found.assignment.title}")
    console.print(f"[bold]{title}[/]", soft_wrap=True, highlight=False)
    students = [(row.who, found.total_of(row), "; ".join(remarks_on(row))) for row in found.rows]
    out_of = "out of", format_points(found.assignment.points), ""
    table(console, "", ("student", "total", "remark"), students, ("total",), foot=out_of)
    if found.rows:
        _totals(found, console)
    questions(found, console)
    tries = [
        (row.who, len(row.tries), *map(format_points, (row.tries[0], row.tries[-1], row.gained)))
        for row in found.tried
    ]
    numbers, more = ("tries", "first", "last", "gained"), "and {} more: --csv lists them"
    if tries:
        table(console, "tries (examiner watch)", ("student", *numbers), tries, numbers, more)
    _shared("most frequent findings", found.findings, console)
    unnamed = found.unnamed[:MAX_SHOWN]
    _shared("answers that several gave and no finding names", unnamed, console)
    if unnamed:
        console.print("  To name one, put into its known errors (docs/adding-a-problem.md):")
        for each in unnamed:
            say(f"    {each.question}: {each.known_error}", console)
        console.print()
    _shared("left open", found.left_open, console)
    _shared("needs a person", found.waiting, console)


def remarks_on(row: Row) -> list[str]:
    """What there is to say of a submission as a whole, in a few words each."""
    cost = f", {format_points(row.penalty)} taken off" if row.penalty else ""
    late = f"{span(row.hours_late)} late{cost}" if row.hours_late else ""
    return [*filter(None, (row.remark, *row.noted, late, *_as_handed_in(row)))]


def to_look_at(row: Row) -> list[str]:
    """What of a submission an instructor should know, though it is graded: the same, in part."""
    return [*filter(None, (*row.noted, *_as_handed_in(row)))]


def _as_handed_in(row: Row) -> tuple[str, str]:
    return f"handed in as {row.read_as}" if row.read_as else "", row.of_time


def _totals(found: ClassReport, console: Console) -> None:
    """The distribution of totals."""
    low, middle, high = map(format_points, found.quartiles)
    console.print(f"[bold]totals[/]  median {middle}, half of the class from {low} to {high}")
    bars = found.distribution
    most = max(bar.count for bar in bars)
    for bar in bars:
        place = f"{format_points(bar.low)}–{format_points(bar.high)}"
        length = round(BAR * bar.count / most)
        console.print(f"  {place:>9} {'█' * length} {bar.count or ''}", highlight=False)
    console.print()


def questions(found: ClassReport, console: Console) -> None:
    """A row per question: see `report.Item`."""
    numbers = ("mean", "out of", "difficulty", "discrim.", "full", "none", "waiting")
    unread = f", {found.unread} not counted here (can't be read)" if found.unread else ""
    title = f"{found.assignment.name}: {several(len(found.rows), 'submission')}{unread}"
    rows = []
    for item in found.items:
        mean = "…" if item.mean is None else format_points(item.mean)
        shares = ("–" if x is None else f"{x:.2f}" for x in (item.difficulty, item.discrimination))
        points = (item.question, mean, format_points(item.max_points), *shares)
        rows.append((*points, item.full, item.none, item.waiting))
    table(console, title, ("question", *numbers), rows, numbers)


def _shared(title: str, listed: list[Shared], console: Console) -> None:
    rows = [
        (len(s.students), s.question, s.what, names([*map(quoted_name, s.students)], MAX_NAMES))
        for s in listed
    ]
    if rows:
        table(console, title, ("", "question", "what", "who"), rows, ("",), "and {} more")


def table(
    console: Console,
    title: str,
    columns: Sequence[str],
    rows: Sequence[Iterable[object]],
    right: Sequence[str] = (),
    more: str = "",
    *,
    foot: Sequence[str] = (),
) -> None:
    """Print a table in the style of all reports; a title is as narrow as it is.

    right: the columns that stand to the right. more: what is said of those behind the first
    MAX_SHOWN rows; "" where all are shown. foot: a row of its own.
    """
    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    for column in columns:
        justify = "right" if column in right else "left"
        made.add_column(column, justify=justify, no_wrap=not column)
    for row in rows[:MAX_SHOWN] if more else rows:
        made.add_row(*("\n".join(map(on_terminal, str(cell).split("\n"))) for cell in row))
    if foot:
        made.add_section()
        made.add_row(*foot)
    console.print(made)
    if more and len(rows) > MAX_SHOWN:
        console.print(f"  {more.format(len(rows) - MAX_SHOWN)}", highlight=False)


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
