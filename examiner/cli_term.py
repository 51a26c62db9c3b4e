"""The subcommands of a term: `examiner due`, `backup` and `restore` (see `cli`)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Option

from .cli_options import ProblemSet
from .course import Course


def due(
    context: Context,
    assignment: ProblemSet,
    date: Annotated[
        str | None, Argument(help='Such as "2026-10-30 23:59 +0200" (without a zone: UTC).')
    ] = None,
    student: Annotated[
        list[str] | None, Option(help="Extend it for this student; repeat it for more.")
    ] = None,
    days: Annotated[float, Option(min=0, help="By so many days in all (0: no longer).")] = 0.0,
    hours: Annotated[float, Option(min=0, help="And so many hours.")] = 0.0,
) -> None:
    """Show or set when an assignment is due, and for whom later."""
    from datetime import timedelta

    from .reports import show
    from .term.lateness import change_due
    from .term.plan import ClassFolder

    folder = ClassFolder.of(Course.find(context.obj), assignment)
    changed = change_due(folder, date, student or (), timedelta(days=days, hours=hours))
    show.due(assignment, changed)
    if date or student:
        print(f"run `examiner autograde {assignment}` to work out again what lateness costs")


def backup(context: Context) -> None:
    """Write what a term can be restored from to backups/."""
    from .term.backups import Term

    term = Term.of(Course.find(context.obj))
    path = term.back_up(print)
    size = path.stat().st_size / 2**20
    print(f"wrote {path.relative_to(term.root)} ({size:.1f} MiB): keep a copy on another machine")
    for line in term.left_out():
        print(line)


def restore(
    context: Context,
    file: Annotated[Path, Argument(metavar="FILE", help="Such as backups/term-….tar.gz.")],
) -> None:
    """Put back a backup: the grade book, and what is missing."""
    from .term.backups import Term

    for line in Term.of(Course.find(context.obj)).restore(file):
        print(line)
