"""Terminal output about a class: reports, summaries of runs, and due dates.

Besides this module, only term/class_runner.py, the demo and the commands print.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..checks.verdict import format_points
from ..intake.times import format_time
from ..quoting import escape_for_terminal, quoted_name
from ..term.class_runner import LATENESS, Move, Summary
from ..term.lateness import Due
from ..wording import names, several, time_span
from .report import ClassReport, SharedResult, StudentRow

MAX_SHOWN = 8  # rows of a long table; names in a list
MAX_NAMES = 4  # students named beside a shared result
BAR_WIDTH = 40  # columns of the longest bar
MAX_SLOWEST = 5  # slowest submissions named after a run
MAX_REMARKS = 40  # lines about submissions that need attention
MAX_FINDINGS = 2  # findings shown for a mark that changes


def report(found: ClassReport, console: Console | None = None) -> None:
    """Print a report on a class: students, questions, frequent findings, and manual grading.

    Args:
        found: The report.
        console: The console; the terminal by default.
    """
    console = console or Console()
    title = escape(f"{found.assignment.name}: {found.assignment.title}")
    console.print(f"[bold]{title}[/]", soft_wrap=True, highlight=False)
    students = [(row.label, found.total_of(row), "; ".join(remarks_on(row))) for row in found.rows]
    out_of = "out of", format_points(found.assignment.points), ""
    table(console, "", ("student", "total", "remark"), students, ("total",), foot=out_of)
    if found.rows:
        _totals(found, console)
    questions(found, console)
    attempts = [
        (
            row.label,
            len(row.attempts),
            *map(format_points, (row.attempts[0], row.attempts[-1], row.gained)),
        )
        for row in found.with_attempts
    ]
    numbers, more = ("attempts", "first", "last", "gained"), "and {} more: --csv lists them"
    if attempts:
        table(console, "attempts (examiner watch)", ("student", *numbers), attempts, numbers, more)
    _shared("most frequent findings", found.shared["findings"], console)
    unnamed = found.shared["unnamed"][:MAX_SHOWN]
    _shared("wrong formulas that several students gave and no finding names", unnamed, console)
    if unnamed:
        console.print("  To name one, add a misconception (see docs/adding-a-problem.md):")
        for each in unnamed:
            print_line(f"    {each.question}: {each.suggested_entry}", console)
        console.print()
    _shared("left blank", found.shared["left_open"], console)
    _shared("needs manual grading", found.shared["waiting"], console)
    if found.queue_line:
        print_line(found.queue_line, console)


def remarks_on(row: StudentRow) -> list[str]:
    """List the remarks on a submission as a whole: why it wasn't graded, notes, and lateness."""
    penalty = f", {format_points(row.penalty)} taken off" if row.penalty else ""
    late = f"{time_span(row.hours_late)} late{penalty}" if row.hours_late else ""
    return [*filter(None, (row.remark, *row.notes, late))]


def _totals(found: ClassReport, console: Console) -> None:
    """Print the distribution of totals."""
    low, middle, high = map(format_points, found.quartiles)
    console.print(f"[bold]totals[/]  median {middle}, half of the class from {low} to {high}")
    bars = found.distribution
    most = max(bar.students for bar in bars)
    for bar in bars:
        interval = f"{format_points(bar.low)}–{format_points(bar.high)}"
        length = round(BAR_WIDTH * bar.students / most)
        console.print(f"  {interval:>9} {'█' * length} {bar.students or ''}", highlight=False)
    console.print()


def questions(found: ClassReport, console: Console) -> None:
    """Print the statistics of each question (see `report.QuestionStatistics`)."""
    numbers = ("mean", "out of", "share", "discrim.", "full", "none", "waiting")
    unread = f", {found.unread} not counted here (can't be read)" if found.unread else ""
    title = f"{found.assignment.name}: {several(len(found.rows), 'submission')}{unread}"
    rows = []
    for item in found.items:
        shares = ("–" if x is None else f"{x:.2f}" for x in (item.difficulty, item.discrimination))
        mean = "–" if item.mean is None else format_points(item.mean)
        points = (item.starred, mean, format_points(item.max_points), *shares)
        rows.append((*points, item.full, item.none, item.waiting))
    table(console, title, ("question", *numbers), rows, numbers)
    if found.assignment.further_note:
        print_line(found.assignment.further_note, console)


def _shared(title: str, results: list[SharedResult], console: Console) -> None:
    rows = [
        (len(each.students), each.question, each.description, _names(each.students, MAX_NAMES))
        for each in results
    ]
    if rows:
        table(console, title, ("", "question", "result", "students"), rows, ("",), "and {} more")


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
    """Print a table in the style of all reports.

    Args:
        console: The console.
        title: The title; "" for none.
        columns: The heads of the columns.
        rows: The cells of each row.
        right: The columns that are aligned to the right.
        more: A line below a table that shows only MAX_SHOWN rows. "{}" stands for the number of
            the other rows. "" shows all rows.
        foot: The cells of a last row, below a rule.
    """
    grid = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    for column in columns:
        grid.add_column(column, justify="right" if column in right else "left", no_wrap=not column)
    for row in rows[:MAX_SHOWN] if more else rows:
        grid.add_row(*("\n".join(map(escape_for_terminal, str(cell).split("\n"))) for cell in row))
    if foot:
        grid.add_section()
        grid.add_row(*foot)
    console.print(grid)
    if more and len(rows) > MAX_SHOWN:
        console.print(f"  {more.format(len(rows) - MAX_SHOWN)}", highlight=False)


def print_line(text: str, console: Console) -> None:
    """Print a line of any length. Text from students can't act as markup or control codes."""
    console.print(escape_for_terminal(text), soft_wrap=True, highlight=False)


# --- summaries of runs ---------------------------------------------------------------------------


def summary(done: Summary, report: ClassReport, console: Console | None = None) -> None:
    """Print the summary of a grading run.

    It shows the statistics of the questions, the slowest submissions, failures and changed marks.

    Args:
        done: The outcome of the run.
        report: The report on the class after the run.
        console: The console; the terminal by default.
    """
    console = console or Console()
    if done.seconds:  # otherwise the statistics are as before
        questions(report, console)
        slowest = sorted(done.seconds.items(), key=lambda found: -found[1])[:MAX_SLOWEST]
        each = (f"{quoted_name(student)} {seconds:.1f} s" for student, seconds in slowest)
        print_line(f"slowest: {', '.join(each)}", console)
    _outcome(done, f"{len(done.seconds)} graded", console)
    if done.recounted:
        print_line(done.recounted, console)
    _moves([move for move in done.moves if move.question == LATENESS], console)
    _attention(done, report, console)
    for line in done.submission_status:
        print_line(line, console)
    changes = [f"{several(done.changed_marks, 'mark')} changed"] if done.changed_marks else []
    if done.to_mark_again:
        verb = "needs" if done.to_mark_again == 1 else "need"
        changes.append(f"{done.to_mark_again} {verb} manual grading again")
    if report.queue_line:
        print_line(report.queue_line, console)
    if changes:
        print_line(", ".join(changes), console)


def pages(done: Summary, console: Console | None = None) -> None:
    """Print the summary of a run that made feedback pages.

    It shows the number of pages, failures, pages that show only hints so far, and the number of
    answers that need manual grading.

    Args:
        done: The outcome of the run.
        console: The console; the terminal by default.
    """
    console = console or Console()
    _outcome(done, f"{several(len(done.seconds), 'page')} made", console, failed="no new page")
    for line in filter(None, (done.hints, done.waiting)):
        print_line(line, console)


def not_in_zip(others: Mapping[str, Path], platform: str, console: Console | None = None) -> None:
    """Print the pages that the zip for a platform lacks: their submissions came another way.

    Args:
        others: Student -> the page.
        platform: The platform, such as "moodle".
        console: The console; the terminal by default.
    """
    if others:
        students = sorted(others)
        print_line(
            f"not in the zip: {_names(students, len(students))}. No download from "
            f"{platform.capitalize()} has their submissions. Send them their pages yourself, "
            f"starting with {os.path.relpath(others[students[0]])}",
            console or Console(),
        )


def moves(done: Summary, console: Console | None = None) -> None:
    """Print the summary of a dry run: the marks that would change, by question, and the reasons.

    Args:
        done: The outcome of the run.
        console: The console; the terminal by default.
    """
    console = console or Console()
    _outcome(done, f"{len(done.seconds)} compared, nothing written", console)
    if done.graded_first:
        print_line(f"graded for the first time: {_names(done.graded_first)}", console)
    if done.plan.differing:
        print_line(
            "the gradebook and autograded/ have different marks for "
            f"{several(len(done.plan.differing), 'student')}. "
            "Perhaps an older gradebook was restored. "
            'Below, "from" is the mark in the gradebook, and "found before" are the findings in '
            "autograded/",
            console,
        )
    if done.recounted:
        print_line(done.recounted, console)
    if not done.moves:
        print_line("no mark would change", console)
    _moves(done.moves, console)
    _attention(done, None, console)
    for line in done.submission_status:
        print_line(line, console)


def _outcome(done: Summary, result: str, console: Console, failed: str = "not graded") -> None:
    """Print the result of a run with its speed, its failures, and the students it left out."""
    graded, rate = len(done.seconds), ""
    if graded and done.elapsed:
        rate = f" in {done.elapsed:.1f} s, {60 * graded / done.elapsed:.0f} per minute"
    unchanged = f"; {len(done.plan.unchanged)} unchanged" if done.plan.unchanged else ""
    print_line(f"{result}{rate}{unchanged}", console)
    for problem, reasons in ((failed, done.failures), ("left out", done.plan.left_out)):
        for student, reason in reasons.items():
            print_line(f"{problem}: {quoted_name(student)}: {reason}", console)


def _attention(done: Summary, report: ClassReport | None, console: Console) -> None:
    """Print the remarks on submissions that need attention.

    They come from this run, and from earlier runs if the submission is unchanged.
    """
    remarks = dict(done.remarks)
    current = {*done.seconds, *done.plan.unchanged}
    for row in report.rows if report else ():
        if row.student in current:
            new = remarks.get(row.student, [])
            earlier = [line for line in row.notes if not any(line in each for each in new)]
            remarks[row.student] = [*new, *earlier]
    lines = [f"  {quoted_name(who)}: {line}" for who in sorted(remarks) for line in remarks[who]]
    if lines:
        print_line("needs attention:", console)
    shown = lines[:MAX_REMARKS] if report else lines  # after a dry run there may be no report
    for line in shown:
        print_line(line, console)
    if len(shown) < len(lines):
        print_line(f"  and {len(lines) - len(shown)} more: `examiner report` lists them", console)
    if done.newer_python:
        print_line(done.newer_python, console)


def _names(students: Iterable[str], most: int = MAX_SHOWN) -> str:
    return names([*map(quoted_name, students)], most)


def _moves(moved: list[Move], console: Console) -> None:
    """Print a table of changed marks for each question."""
    by_question: dict[str, list[Move]] = defaultdict(list)
    for move in moved:
        by_question[move.question].append(move)
    columns = ("student", "from", "to", "found before", "found now")
    for question, found in by_question.items():
        known = [(m.before, m.after) for m in found if m.before is not None and m.after is not None]
        up = sum(after > before for before, after in known)
        down = sum(after < before for before, after in known)
        manual = len(found) - up - down
        counts = ((up, "up"), (down, "down"), (manual, "to or from manual grading"))
        title = ", ".join(f"{count} {direction}" for count, direction in counts if count)
        rows = []
        for move in found:
            by_hand = "" if move.by_hand is None else f" ({format_points(move.by_hand)} by hand)"
            after = _points(move.after) + by_hand
            findings = _findings(move.was), _findings(move.now)
            rows.append((move.student, _points(move.before), after, *findings))
        table(console, f"{question}: {title}", columns, rows, ("from", "to"))


def _points(points: float | None) -> str:
    return "…" if points is None else format_points(points)


def _findings(lines: tuple[str, ...]) -> str:
    more = [f"and {len(lines) - MAX_FINDINGS} more"] if len(lines) > MAX_FINDINGS else []
    return "\n".join([*lines[:MAX_FINDINGS], *more]) or "nothing wrong"


# --- due dates -----------------------------------------------------------------------------------


def due(assignment: str, found: Due, hints_until: datetime | None = None) -> None:
    """Print the due date of an assignment, the extensions, and the end of the hints.

    Args:
        assignment: The name of the assignment.
        found: The due date and the extensions.
        hints_until: The date until which feedback pages show hints only; None if `examiner watch`
            doesn't run.
    """
    when = f"due {format_time(found.date)}" if found.date else "no due date"
    if found.date and found.date < datetime.now(UTC).replace(tzinfo=None):
        when += ", which has passed"
    print(f"{assignment}: {when}")
    if hints_until:
        print(f"  feedback pages show hints until {format_time(hints_until)}, then everything")
    for student, extension in found.extensions.items():
        if not extension:
            print(f"  {quoted_name(student)}: no extension")
            continue
        until = format_time(found.date + extension) if found.date else "no due date"
        days = extension / timedelta(days=1)
        longer = several(int(days), "day") if days.is_integer() else time_span(24 * days)
        print(f"  {quoted_name(student)}: {until}, {longer} later")
