"""A class on a terminal: reports, what a run came to, due dates.

Only this, term/class_runner.py, the demo and the commands print.
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
from ..intake.times import on_clocks
from ..quoting import on_terminal, quoted_name
from ..term.class_runner import LATENESS, Move, Summary
from ..term.lateness import Due
from ..wording import names, several, span
from .report import ClassReport, Shared, StudentRow

MAX_SHOWN = 8  # findings shown, and other things of which a class may have many
MAX_NAMES = 4  # of students that share something
BAR = 40  # columns of the longest bar
SLOWEST = 5
MAX_REMARKS = 40  # lines about submissions to look at
MAX_FINDINGS = 2  # of a mark that moves


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
    _shared("most frequent findings", found.shared["findings"], console)
    unnamed = found.shared["unnamed"][:MAX_SHOWN]
    _shared("answers that several gave and no finding names", unnamed, console)
    if unnamed:
        console.print("  To name one, put into its misconceptions (docs/adding-a-problem.md):")
        for each in unnamed:
            say(f"    {each.question}: {each.offered}", console)
        console.print()
    _shared("left open", found.shared["left_open"], console)
    _shared("needs a person", found.shared["waiting"], console)
    if found.queue_line:
        say(found.queue_line, console)


def remarks_on(row: StudentRow) -> list[str]:
    """What there is to say of a submission as a whole, in a few words each."""
    cost = f", {format_points(row.penalty)} taken off" if row.penalty else ""
    late = f"{span(row.hours_late)} late{cost}" if row.hours_late else ""
    return [*filter(None, (row.remark, *row.noted, late))]


def _totals(found: ClassReport, console: Console) -> None:
    """The distribution of totals."""
    low, middle, high = map(format_points, found.quartiles)
    console.print(f"[bold]totals[/]  median {middle}, half of the class from {low} to {high}")
    bars = found.distribution
    most = max(bar.students for bar in bars)
    for bar in bars:
        place = f"{format_points(bar.low)}–{format_points(bar.high)}"
        length = round(BAR * bar.students / most)
        console.print(f"  {place:>9} {'█' * length} {bar.students or ''}", highlight=False)
    console.print()


def questions(found: ClassReport, console: Console) -> None:
    """A row per question: see `report.Item`."""
    numbers = ("mean", "out of", "difficulty", "discrim.", "full", "none", "waiting")
    unread = f", {found.unread} not counted here (can't be read)" if found.unread else ""
    title = f"{found.assignment.name}: {several(len(found.rows), 'submission')}{unread}"
    rows = []
    for item in found.items:
        shares = ("–" if x is None else f"{x:.2f}" for x in (item.difficulty, item.discrimination))
        mean = "–" if item.mean is None else format_points(item.mean)
        points = (item.question, mean, format_points(item.max_points), *shares)
        rows.append((*points, item.full, item.none, item.waiting))
    table(console, title, ("question", *numbers), rows, numbers)


def _shared(title: str, listed: list[Shared], console: Console) -> None:
    rows = [(len(s.students), s.question, s.what, _names(s.students, MAX_NAMES)) for s in listed]
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
        made.add_column(column, justify="right" if column in right else "left", no_wrap=not column)
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


# --- what a class run came to --------------------------------------------------------------------


def summary(done: Summary, report: ClassReport, console: Console | None = None) -> None:
    """The class question by question, the slowest submissions, what failed, and what moved."""
    console = console or Console()
    if done.seconds:  # else there is nothing new in it
        questions(report, console)
        slowest = sorted(done.seconds.items(), key=lambda found: -found[1])[:SLOWEST]
        each = (f"{quoted_name(student)} {seconds:.1f} s" for student, seconds in slowest)
        say(f"slowest: {', '.join(each)}", console)
    _outcome(done, f"{len(done.seconds)} graded", console)
    _moves([move for move in done.moves if move.question == LATENESS], console)
    _to_look_at(done, report, console)
    for line in done.submission_status:
        say(line, console)
    moved = [f"{several(done.changed_marks, 'mark')} moved"] if done.changed_marks else []
    if done.to_mark_again:
        moved.append(f"{done.to_mark_again} {'waits' if done.to_mark_again == 1 else 'wait'} again")
    if report.queue_line:
        say(report.queue_line, console)
    if moved:
        say(", ".join(moved), console)


def pages(done: Summary, console: Console | None = None) -> None:
    """How many pages were made, what failed, which tell less than they will, and whether answers
    wait for a person."""
    console = console or Console()
    _outcome(done, f"{several(len(done.seconds), 'page')} made", console, failed="no new page")
    for line in filter(None, (done.hints, done.waiting)):
        say(line, console)


def not_in_zip(others: Mapping[str, Path], platform: str, console: Console | None = None) -> None:
    """Whose pages a platform doesn't take: they handed in in another way."""
    if others:
        listed = sorted(others)
        say(
            f"not in the zip, for no download from {platform.capitalize()} has them: "
            f"{_names(listed, len(listed))}. Hand out their pages yourself: "
            f"{os.path.relpath(others[listed[0]])}, say",
            console or Console(),
        )


def moves(done: Summary, console: Console | None = None) -> None:
    """Whose marks would move, by question: from what to what, and why."""
    console = console or Console()
    _outcome(done, f"{len(done.seconds)} compared, nothing written", console)
    if done.graded_first:
        say(f"for the first time: {_names(done.graded_first)}", console)
    if done.plan.differing:
        say(
            f"of {several(len(done.plan.differing), 'student')} the grade book has other marks "
            'than autograded/ (was an older one restored?): "from" is what the grade book has, '
            '"found before" what autograded/ has',
            console,
        )
    if not done.moves:
        say("no mark would move", console)
    _moves(done.moves, console)
    _to_look_at(done, None, console)
    for line in done.submission_status:
        say(line, console)


def _outcome(done: Summary, what: str, console: Console, failed: str = "not graded") -> None:
    graded, rate = len(done.seconds), ""
    if graded and done.elapsed:
        rate = f" in {done.elapsed:.1f} s, {60 * graded / done.elapsed:.0f} per minute"
    unchanged = f"; {len(done.plan.unchanged)} unchanged" if done.plan.unchanged else ""
    say(f"{what}{rate}{unchanged}", console)
    for what, found in ((failed, done.failures), ("left out", done.plan.left_out)):
        for student, why in found.items():
            say(f"{what}: {quoted_name(student)}: {why}", console)


def _to_look_at(done: Summary, report: ClassReport | None, console: Console) -> None:
    """What a person has to look at: of this run, and of what was graded before and still holds."""
    remarks = dict(done.remarks)
    here = {*done.seconds, *done.plan.unchanged}
    for row in report.rows if report else ():
        if row.student in here:
            said = remarks.get(row.student, [])
            more = [line for line in row.noted if not any(line in each for each in said)]
            remarks[row.student] = [*said, *more]
    listed = [f"  {quoted_name(who)}: {line}" for who in sorted(remarks) for line in remarks[who]]
    if listed:
        say("to look at:", console)
    shown = listed[:MAX_REMARKS] if report else listed  # of a dry run, there may be none yet
    for line in shown:
        say(line, console)
    if len(shown) < len(listed):
        say(f"  and {len(listed) - len(shown)} more: `examiner report` names them", console)
    if done.newer_python:
        say(done.newer_python, console)


def _names(students: Iterable[str], most: int = MAX_SHOWN) -> str:
    return names([*map(quoted_name, students)], most)


def _moves(moved: list[Move], console: Console) -> None:
    by_question: dict[str, list[Move]] = defaultdict(list)
    for move in moved:
        by_question[move.question].append(move)
    columns = ("student", "from", "to", "found before", "found now")
    for question, found in by_question.items():
        known = [(m.before, m.after) for m in found if m.before is not None and m.after is not None]
        up = sum(after > before for before, after in known)
        down = sum(after < before for before, after in known)
        counts = ((up, "up"), (down, "down"), (len(found) - up - down, "to or from a person"))
        which = ", ".join(f"{count} {what}" for count, what in counts if count)
        rows = []
        for move in found:
            by_hand = "" if move.by_hand is None else f" ({format_points(move.by_hand)} by hand)"
            after = _points(move.after) + by_hand
            said = _findings(move.was), _findings(move.now)
            rows.append((move.student, _points(move.before), after, *said))
        table(console, f"{question}: {which}", columns, rows, ("from", "to"))


def _points(points: float | None) -> str:
    return "…" if points is None else format_points(points)


def _findings(lines: tuple[str, ...]) -> str:
    more = [f"and {len(lines) - MAX_FINDINGS} more"] if len(lines) > MAX_FINDINGS else []
    return "\n".join([*lines[:MAX_FINDINGS], *more]) or "nothing wrong"


# --- due dates -----------------------------------------------------------------------------------


def due(assignment: str, found: Due, hints_until: datetime | None = None) -> None:
    """When it is due, for whom later, and until when pages of a watch are hints."""
    when = f"due {on_clocks(found.date)}" if found.date else "never due"
    if found.date and found.date < datetime.now(UTC).replace(tzinfo=None):
        when += ", which is over"
    print(f"{assignment}: {when}")
    if hints_until:
        print(f"  pages are hints until {on_clocks(hints_until)}, then whole")
    for student, later in found.extensions.items():
        if not later:
            print(f"  {quoted_name(student)}: no extension")
            continue
        until = on_clocks(found.date + later) if found.date else "no matter when"
        days = later / timedelta(days=1)
        longer = several(int(days), "day") if days.is_integer() else span(24 * days)
        print(f"  {quoted_name(student)}: {until}, {longer} later")
