"""The command `examiner`. A subcommand is a function here; its docstring is its help.

    @app.command()
    def greet(context: Context, student: str, loud: bool = False) -> None:
        '''Say hello to a student.'''
        course = Course.find(context.obj)

It prints; what it calls doesn't. It imports what it needs inside, so that `examiner --help` is
quick. CourseError becomes a message and exit status 1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from .startup import SETUP, STOPPED, closed, look_for_less_garbage, use_one_thread

try:
    from typer import Argument, BadParameter, Context, Exit, Option, Typer

    from .course import Course, CourseError
    from .output_files import FULL, full_disk, write
except ModuleNotFoundError as error:  # another Python than that of the course
    raise SystemExit(f"examiner: {error}: {SETUP}") from None

# Plain help and plain tracebacks: rich takes longer to load than all else, and what a traceback
# shows of local variables can be hidden tests.
app = Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _file(kind: str, help: str, *names: str) -> Any:
    """The option of a file. kind: what the file's name ends with, if with anything; else a page
    would be written over the grades that were written to a table before."""

    def checked(file: Path | None) -> Path | None:
        if file and file.suffix.lower() not in ("", kind):
            raise BadParameter(f"{file}: name a {kind} file.")
        return file

    return Option(*names, help=help, metavar="FILE", callback=checked)


ProblemSet = Annotated[str, Argument(metavar="ASSIGNMENT", help="The name of the assignment.")]
ProblemSets = Annotated[
    str | None, Argument(metavar="[ASSIGNMENT]", help="The name of the assignment (default: all).")
]
SampleSet = Annotated[
    str | None, Argument(metavar="[ASSIGNMENT]", help="Another one than problems/demo.toml names.")
]
Overwrite = Annotated[bool, Option("--overwrite", help="Lose edits of the notebooks in source/.")]
Draft = Annotated[bool, Option("--draft", help="Only show it, in draft/, as far as it is written.")]
EvenSo = Annotated[bool, Option("--force", help="Even though the text was changed as well.")]
Students = Annotated[list[str] | None, Option(help="Only this student; repeat it for more.")]
Only = Annotated[
    str | None, Option(help="Run this question's test again, no other.", metavar="QUESTION")
]
Force = Annotated[bool, Option("--force", help="Also what has not changed.")]
DryRun = Annotated[
    bool, Option("--dry-run", help="Write nothing; show whose marks would move, and why.")
]
Whole = Annotated[
    bool, Option("--whole", help="Tell all before the due date as well, while it is watched.")
]
Workers = Annotated[
    int | None, Option(help="Worker processes (default: one per processor).", min=1)
]
Dask = Annotated[
    str | None, Option(help="A Dask scheduler, on whose cluster to grade.", metavar="ADDRESS")
]
Every = Annotated[float, Option(help="Seconds from one look to the next.", min=0.1)]
Port = Annotated[int, Option(help="Default: that of the last time, or any.", min=0, max=65535)]
NewAddress = Annotated[
    bool, Option("--new-address", help="Let no page go on that is open from an earlier start.")
]
Unexplained = Annotated[
    bool, Option("--unexplained", help="Begin at answers that lost points for no named reason.")
]
Browser = Annotated[bool, Option("--browser/--no-browser", help="Open the page.")]
Html = Annotated[Path | None, _file(".html", "Write it as a page, instead of showing it.")]
SimilarHtml = Annotated[Path | None, _file(".html", "Default: ASSIGNMENT-similar.html.", "--html")]
Csv = Annotated[Path | None, _file(".csv", "Write it as a table (CSV).")]
Form = Annotated[Literal["rows", "canvas", "moodle"], Option("--format", help="For which program.")]
Column = Annotated[
    str, Option(help='How the assignment is called there (Canvas: "Problem set 1 (4711)").')
]
Out = Annotated[Path | None, _file(".csv", "Default: print it.")]
Platform = Literal["moodle", "canvas"] | None
Zip = Annotated[
    Platform, Option("--zip", help="Put the pages into a zip that it takes in for a whole class.")
]
ZipOut = Annotated[Path | None, _file(".zip", "Of --zip (default: ASSIGNMENT-moodle.zip).")]
Date = Annotated[
    str | None, Argument(help='Such as "2026-10-30 23:59 +0200" (without a zone: UTC).')
]
Extended = Annotated[
    list[str] | None, Option(help="Extend it for this student; repeat it for more.")
]
Days = Annotated[
    float | None, Option(help="By so many days in all (0: no longer; default: show it).", min=0)
]
Hours = Annotated[float | None, Option(help="And so many hours.", min=0)]
KeyOnly = Annotated[bool, Option("--key-only", help="Nothing but course.key, if it is missing.")]
GoBack = Annotated[bool, Option("--force", help="Even though marks by a person go back.")]
Backup = Annotated[Path, Argument(metavar="FILE", help="Such as backups/term-….zip.")]
Folder = Annotated[
    Path | None, Option(help="The course folder (default: around here).", metavar="FOLDER")
]


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line; the exit status (130 if it was interrupted)."""
    words = _course_first([*(sys.argv[1:] if words is None else words)])
    # nbgrader starts `alembic` by name: it is beside this Python, which need not be activated.
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(programs)
    look_for_less_garbage()
    use_one_thread()
    try:
        app(words, prog_name="examiner")
    except CourseError as error:
        print(f"examiner: {error}", file=sys.stderr)
        return 1
    except SystemExit as end:  # so Typer returns, always
        if end.code == STOPPED:
            print("examiner: stopped", file=sys.stderr)
        return int(end.code or 0)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("examiner"):
            raise
        print(f"examiner: {error}: {SETUP}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in FULL:
            raise
        print(f"examiner: {full_disk(Path(error.filename or '.').parent)}", file=sys.stderr)
        return 1
    except Exception as error:
        if type(error).__name__ != "TraitError":  # whose module takes a while to load
            raise
        print(f"examiner: nbgrader_config.py: {error}", file=sys.stderr)
        return 1
    return 0


@app.callback()
def examiner(context: Context, course: Folder = None) -> None:
    """Build, grade and report the course."""
    context.obj = course
    with suppress(CourseError):  # which the command will raise
        context.with_resource(closed(Course.find(course).root))


def _course_first(words: list[str]) -> list[str]:
    """A command line with `--course FOLDER` before the command, wherever it stood."""
    at = words.index("--course") if "--course" in words else 0
    return [*words[at : at + 2], *words[:at], *words[at + 2 :]]


# --- problem sets --------------------------------------------------------------------------------


@app.command()
def build(
    context: Context,
    assignment: ProblemSets = None,
    overwrite: Overwrite = False,
    draft: Draft = False,
) -> None:
    """Build source/ and release/ from problems/."""
    from .authoring import build
    from .term.settings import read_settings

    course = Course.find(context.obj)
    read_settings(course)
    if draft:
        written, missing = build.draft(course, assignment)
        for path in written:
            print(f"wrote {course.short(path)}: open it in JupyterLab, edit the text of problems/")
        if missing:
            print("\n".join(["examiner: a build would refuse this:", *missing]), file=sys.stderr)
        return
    for path in build.build(course, assignment, overwrite=overwrite):
        print(f"wrote {course.short(path)}")


@app.command()
def lint(context: Context, assignment: ProblemSets = None) -> None:
    """Check problems/, and that nothing built from it is old."""
    from .authoring import build
    from .term.settings import read_settings

    course = Course.find(context.obj)
    read_settings(course)
    if stale := [course.short(path) for path in build.stale(course, assignment)]:
        raise CourseError(f"{', '.join(stale)}: out of date, run `make build`.")


@app.command()
def import_edits(context: Context, assignment: ProblemSet, force: EvenSo = False) -> None:
    """Bring edits of a notebook in source/ back into problems/."""
    from .authoring.source_edits import import_edits

    course = Course.find(context.obj)
    changed = import_edits(course, assignment, force=force)
    for path in changed:
        print(f"wrote {course.short(path)}: look at it with git diff, then run `make build`")
    if not changed:
        print(f"source/{assignment} has no edits to import")


@app.command()
def holes(
    context: Context,
    assignment: ProblemSet,
    question: Annotated[str | None, Argument(help="Only this one (default: all).")] = None,
    everything: Annotated[bool, Option("--all", help="Show every gap.")] = False,
) -> None:
    """Find mistakes that a check lets pass, or can't name."""
    from .authoring.mutants import reports

    for report in reports(Course.find(context.obj), assignment, question):
        print(report.shown(everything=everything), flush=True)


# --- grading -------------------------------------------------------------------------------------


@app.command()
def autograde(
    context: Context,
    assignment: ProblemSet,
    student: Students = None,
    only: Only = None,
    force: Force = False,
    dry_run: DryRun = False,
    workers: Workers = None,
    dask: Dask = None,
) -> None:
    """Grade a class in parallel: what is new or has changed."""
    from .reports import report_commands, report_reading
    from .term.autograde import Autograde
    from .term.class_runner import DRY_RUN, GRADES, follow
    from .term.plan import ClassFolder
    from .workers import executors

    pool = partial(executors.dask, dask) if dask else partial(executors.local, workers)
    folder = ClassFolder.of(Course.find(context.obj), assignment)
    grading = Autograde(folder, tuple(student or ()), force, only, dry_run, open_pool=pool)
    anew = force or only is not None
    with follow(words=DRY_RUN if dry_run else GRADES, anew=anew) as shown:
        done = grading.run(shown.began, shown.tell)
    if dry_run:
        report_commands.moves(done)
    else:
        report_commands.summary(done, report_reading.collect(folder))
    if not done.complete:
        raise Exit(1)


@app.command()
def watch(
    context: Context, assignment: ProblemSet, every: Every = 20.0, workers: Workers = None
) -> None:
    """Grade what comes in, and release its pages, until Ctrl-C."""
    import signal
    import time
    from datetime import datetime

    from .term.plan import ClassFolder
    from .term.watch import AssignmentWatch, watching
    from .workers import executors

    folder = ClassFolder.of(Course.find(context.obj), assignment)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as a service is stopped

    def tell(line: str) -> None:
        print(f"{datetime.now():%H:%M:%S} {line}", flush=True)

    with suppress(KeyboardInterrupt), watching(folder, tell), executors.local(workers) as pool:
        watch = AssignmentWatch(folder, pool, tell)
        tell(f"watching {assignment}, every {every:g} s; Ctrl-C ends this")
        while True:
            began = time.monotonic()
            watch.round(datetime.now().astimezone())
            time.sleep(max(0.0, began + every - time.monotonic()))


@app.command()
def feedback(
    context: Context,
    assignment: ProblemSet,
    student: Students = None,
    force: Force = False,
    workers: Workers = None,
    platform: Zip = None,
    out: ZipOut = None,
    whole: Whole = False,
) -> None:
    """Make feedback pages in parallel: what is new or changed."""
    from datetime import datetime

    from .intake.lms_names import names_of
    from .reports import report_commands
    from .term.attempts import FeedbackRule
    from .term.class_feedback import Feedback
    from .term.class_runner import PAGES, follow
    from .term.plan import ClassFolder
    from .workers import executors

    course, pool = Course.find(context.obj), partial(executors.local, workers)
    folder = ClassFolder.of(course, assignment)
    names = names_of(course.root, assignment, platform) if platform else {}
    telling = FeedbackRule.of(folder, datetime.now().astimezone(), whole=whole)
    making = Feedback(folder, student or (), force=force, open_pool=pool, telling=telling)
    with follow(words=PAGES, anew=force) as shown:
        done = making.run(shown.began, shown.tell)
    report_commands.pages(done)
    if platform:
        content, others = making.zipped(done, platform, names)
        write(course.root, out or Path(f"{assignment}-{platform}.zip"), content)
        report_commands.not_in_zip(others, platform)
    if not done.complete:
        raise Exit(1)


@app.command()
def mark(
    context: Context,
    assignment: ProblemSets = None,
    port: Port = 0,
    browser: Browser = True,
    new_address: NewAddress = False,
    unexplained: Unexplained = False,
) -> None:
    """Mark by hand, question by question, in a browser."""
    import asyncio

    from .mark.marking import UNEXPLAINED, Marking
    from .mark.server import serve

    if unexplained and assignment is None:
        raise CourseError("name the problem set: `examiner mark ASSIGNMENT --unexplained`.")
    marking = Marking(Course.find(context.obj), assignment)
    marking.check()
    with suppress(KeyboardInterrupt):
        say = partial(print, flush=True)
        start = f"{assignment}/{UNEXPLAINED}/" if unexplained else ""
        asyncio.run(serve(marking, port, say, browser=browser, new=new_address, start=start))


@app.command()
def report(context: Context, assignment: ProblemSet, html: Html = None, csv: Csv = None) -> None:
    """Show what a class got, and what it has wrong."""
    from .reports import report_commands
    from .reports.report_reading import collect
    from .term.plan import ClassFolder

    course = Course.find(context.obj)
    found = collect(ClassFolder.with_current_marks(course, assignment))
    if html:
        from .reports.report_page import report_page

        write(course.root, html, report_page(found))
    if csv:
        from .reports.tables import report_table

        write(course.root, csv, report_table(found))
    if not (html or csv):
        report_commands.report(found)


@app.command()
def grades(
    context: Context,
    assignment: ProblemSet,
    form: Form = "rows",
    column: Column = "",
    out: Out = None,
) -> None:
    """Export grades: by question, or totals for Canvas or Moodle."""
    from .reports.report_reading import collect
    from .reports.tables import grades_table, read_roster
    from .term.plan import ClassFolder
    from .wording import several

    folder = ClassFolder.with_current_marks(Course.find(context.obj), assignment)
    found = collect(folder)
    text = grades_table(found, read_roster(folder), form, column)
    if out:
        write(folder.course.root, out, text)
    else:
        print(text, end="")
    if form != "rows" and (empty := sum(not row.complete for row in found.rows)):
        print(
            f"no total yet for {empty} of {several(len(found.rows), 'student')}: some of their "
            "answers wait for a person. Their cells are empty, not 0. "
            f"Run `examiner mark {assignment}`, then this again.",
            file=sys.stderr,
        )


@app.command()
def similar(context: Context, assignment: ProblemSet, html: SimilarHtml = None) -> None:
    """Show pairs of answers that share what few others have."""
    from .reports.similar import similar_page
    from .term.plan import ClassFolder
    from .wording import several

    course = Course.find(context.obj)
    page, found = similar_page(ClassFolder.of(course, assignment))
    write(course.root, html or Path(f"{assignment}-similar.html"), page)
    print(f"{several(found, 'pair')} of students with similar answers; a person has to judge")


@app.command()
def demo(context: Context, assignment: SampleSet = None) -> None:
    """Grade a sample class, from submissions to feedback."""
    from . import demo
    from .reports import report_commands

    course = Course.find(context.obj)
    done = demo.run(course, lambda step: print(f"demo: {step}", flush=True), assignment)
    report_commands.report(done.report)
    demo.show(done)


# --- a term ---------------------------------------------------------------------------------------


@app.command()
def due(
    context: Context,
    assignment: ProblemSet,
    date: Date = None,
    student: Extended = None,
    days: Days = None,
    hours: Hours = None,
) -> None:
    """Show or set when an assignment is due, and for whom later."""
    from datetime import UTC, datetime, timedelta

    from .reports import report_commands
    from .term.attempts import Attempts
    from .term.lateness import change_due, read_due
    from .term.plan import ClassFolder

    folder = ClassFolder.of(Course.find(context.obj), assignment)
    given = days is not None or hours is not None
    later = timedelta(days=days or 0.0, hours=hours or 0.0) if given else None
    watched, now = Attempts(folder.course.root, assignment).begun, datetime.now(UTC)
    was_open = read_due(folder).is_open(now)
    changed = change_due(folder, date, student or (), later)
    all_due = read_due(folder)
    report_commands.due(assignment, changed, all_due.last if watched else None)
    if watched and not was_open and all_due.is_open(now):
        print("whole pages were out already: whoever submits now may have read what is right")
    if (date or given) and folder.students(folder.coursedir.autograded_directory):
        again = "to work out again what lateness costs, if it does"
        print(f"run `examiner autograde {assignment}` {again}")


@app.command()
def backup(context: Context) -> None:
    """Write what a term can be restored from to backups/."""
    from .term.backups import TermFiles

    term = TermFiles.of(Course.find(context.obj))
    path = term.back_up(print)
    size = path.stat().st_size / 2**20
    print(f"wrote {path.relative_to(term.root)} ({size:.1f} MiB): keep a copy on another machine")
    for line in term.left_out():
        print(line)


@app.command()
def restore(
    context: Context, file: Backup, key_only: KeyOnly = False, force: GoBack = False
) -> None:
    """Put back a backup: the grade book, and what is missing."""
    from .term.backups import TermFiles

    for line in TermFiles.of(Course.find(context.obj)).restore(
        file, key_only=key_only, force=force
    ):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
