"""The command `examiner`. Each subcommand is a function here; its docstring is its help.

    @app.command()
    def greet(context: Context, student: str, loud: bool = False) -> None:
        '''Greet a student.'''
        course = Course.find(context.obj)

The functions here print; functions that they call don't. A function imports the modules that it
needs in its body, so that `examiner --help` is quick. A CourseError becomes a message on standard
error and the exit status 1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from .startup import (
    SETUP_HINT,
    STOPPED_STATUS,
    private_course,
    use_one_thread,
)

try:
    from typer import Argument, BadParameter, Context, Exit, Option, Typer

    from .course import Course, CourseError
    from .output_files import file_trouble, write_output
except ModuleNotFoundError as error:  # not the Python of the course
    raise SystemExit(f"examiner: {error}: {SETUP_HINT}") from None

# Without rich: it loads slowly, and its tracebacks show local variables, such as hidden tests.
app = Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _file(suffix: str, help: str, *names: str) -> Any:
    """Return the option for a file to write.

    Args:
        suffix: The suffix that the file must have, if it has any. Otherwise `--html grades.csv`
            would replace a table of grades by a page.
        help: The help text.
        *names: The names of the option; none to use the parameter's name.
    """

    def check(file: Path | None) -> Path | None:
        if file and file.suffix.lower() not in ("", suffix):
            raise BadParameter(f"{file}: name a {suffix} file.")
        return file

    return Option(*names, help=help, metavar="FILE", callback=check)


ProblemSet = Annotated[str, Argument(metavar="ASSIGNMENT", help="The name of the assignment.")]
ProblemSets = Annotated[
    str | None, Argument(metavar="[ASSIGNMENT]", help="The name of the assignment (default: all).")
]
SampleSet = Annotated[
    str | None,
    Argument(
        metavar="[ASSIGNMENT]",
        help="The name of the assignment (default: as in problems/demo.toml).",
    ),
]
Overwrite = Annotated[
    bool, Option("--overwrite", help="Discard edits made to the notebooks in source/.")
]
Draft = Annotated[
    bool, Option("--draft", help="Build an unfinished problem set in draft/, to look at it.")
]
ImportForce = Annotated[
    bool, Option("--force", help="Import the edits even if problems/ has changed too.")
]
Students = Annotated[
    list[str] | None, Option(help="Only this student. Repeat the option for more students.")
]
Only = Annotated[
    str | None,
    Option(help="Mark only this question again; keep the other marks.", metavar="QUESTION"),
]
Force = Annotated[bool, Option("--force", help="Also redo students without changes.")]
DryRun = Annotated[
    bool, Option("--dry-run", help="Save nothing; show which marks would change, and why.")
]
Whole = Annotated[
    bool, Option("--whole", help="Make whole pages instead of hints, even before the due date.")
]
Workers = Annotated[
    int | None, Option(help="Number of worker processes (default: one per processor).", min=1)
]
Dask = Annotated[
    str | None,
    Option(help="Grade on the Dask cluster with this scheduler.", metavar="ADDRESS"),
]
Every = Annotated[float, Option(help="Seconds between two rounds.", min=0.1)]
Port = Annotated[
    int, Option(help="Port of the page (default: as last time, or any).", min=0, max=65535)
]
NewAddress = Annotated[
    bool, Option("--new-address", help="Use a new address; pages that are still open stop working.")
]
Unexplained = Annotated[
    bool, Option("--unexplained", help="Start with answers that lost points for no named reason.")
]
Browser = Annotated[bool, Option("--browser/--no-browser", help="Open the page in a browser.")]
Html = Annotated[
    Path | None, _file(".html", "Write the report to this page instead of the terminal.")
]
SimilarHtml = Annotated[
    Path | None,
    _file(".html", "Write the page to this file (default: ASSIGNMENT-similar.html).", "--html"),
]
Csv = Annotated[Path | None, _file(".csv", "Write the report to this table (CSV).")]
Form = Annotated[
    Literal["rows", "canvas", "moodle"],
    Option("--format", help="The format: one row per question, or totals for Canvas or Moodle."),
]
Column = Annotated[
    str,
    Option(
        help="The name of the assignment on that platform (Canvas: "
        '"Problem set 1 (4711)", with its number).'
    ),
]
Out = Annotated[Path | None, _file(".csv", "Write the table to this file (default: print it).")]
Platform = Literal["moodle", "canvas"] | None
Zip = Annotated[
    Platform, Option("--zip", help="Also put all pages into a zip file for this platform.")
]
ZipOut = Annotated[
    Path | None,
    _file(".zip", "The file for --zip (default: ASSIGNMENT-moodle.zip or -canvas.zip)."),
]
Date = Annotated[
    str | None,
    Argument(
        help='The new due date, such as "2026-10-30 23:59 +0200". Without a zone, it is in UTC.'
    ),
]
Extended = Annotated[
    list[str] | None,
    Option(help="Extend the due date for this student. Repeat the option for more students."),
]
Days = Annotated[
    float | None,
    Option(help="The whole extension in days (0 removes it; default: only show it).", min=0),
]
Hours = Annotated[
    float | None, Option(help="The whole extension in hours, in addition to --days.", min=0)
]
KeyOnly = Annotated[
    bool, Option("--key-only", help="Restore only course.key, if the course has none.")
]
RestoreForce = Annotated[
    bool, Option("--force", help="Restore the gradebook even if entries by hand are lost.")
]
Backup = Annotated[Path, Argument(metavar="FILE", help="The backup, such as backups/term-….zip.")]
Folder = Annotated[
    Path | None,
    Option(
        help="The course folder (default: this folder or the nearest one above it).",
        metavar="FOLDER",
    ),
]


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line.

    Args:
        words: The words after `examiner`; None for the words of this process.

    Returns:
        The exit status: 0, 1 after an error, 2 for a wrong command line, 130 after Ctrl-C.
    """
    words = _course_first([*(sys.argv[1:] if words is None else words)])
    # nbgrader starts `alembic` by name; it is beside this Python, perhaps not on the PATH.
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(programs)
    use_one_thread()
    try:
        app(words, prog_name="examiner")
    except CourseError as error:
        print(f"examiner: {error}", file=sys.stderr)
        return 1
    except SystemExit as end:  # Typer always ends in this way
        if end.code == STOPPED_STATUS:
            print("examiner: stopped", file=sys.stderr)
        return int(end.code or 0)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("examiner"):
            raise
        print(f"examiner: {error}: {SETUP_HINT}", file=sys.stderr)
        return 1
    except OSError as error:
        if not (line := file_trouble(error)):
            raise
        print(f"examiner: {line}", file=sys.stderr)
        return 1
    except Exception as error:
        if type(error).__name__ != "TraitError":  # by name, because traitlets loads slowly
            raise
        print(f"examiner: nbgrader_config.py: {error}", file=sys.stderr)
        return 1
    return 0


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # slow to load

        print(f"examiner {version('examiner')}")
        raise Exit


Version = Annotated[
    bool,
    Option("--version", help="Print the version.", is_eager=True, callback=_print_version),
]


@app.callback()
def examiner(context: Context, course: Folder = None, show_version: Version = False) -> None:
    """Build and release problem sets, grade a class, and report the results."""
    context.obj = course
    with suppress(CourseError):  # the command raises it again
        context.with_resource(private_course(Course.find(course).root))


def _course_first(words: list[str]) -> list[str]:
    """Move `--course FOLDER` before the command, so that it works anywhere in the line."""
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
    """Build the notebooks in source/ and release/ from problems/."""
    from .authoring import build
    from .term.settings import read_settings

    course = Course.find(context.obj)
    read_settings(course)
    if draft:
        written, missing = build.draft(course, assignment)
        for path in written:
            print(f"wrote {course.short(path)}: look at it in JupyterLab, but edit problems/")
        if missing:
            lines = ["examiner: before a build without --draft, repair this:", *missing]
            print("\n".join(lines), file=sys.stderr)
        return
    for path in build.build(course, assignment, overwrite=overwrite):
        print(f"wrote {course.short(path)}")


@app.command()
def lint(context: Context, assignment: ProblemSets = None) -> None:
    """Check problems/, and whether source/ and release/ match it."""
    from .authoring import build
    from .term.settings import read_settings

    course = Course.find(context.obj)
    read_settings(course)
    if stale := [course.short(path) for path in build.stale(course, assignment)]:
        raise CourseError(f"{', '.join(stale)}: out of date, run `make build`.")


@app.command()
def import_edits(context: Context, assignment: ProblemSet, force: ImportForce = False) -> None:
    """Copy edits made to a notebook in source/ to problems/."""
    from .authoring.source_edits import import_edits

    course = Course.find(context.obj)
    changed = import_edits(course, assignment, force=force)
    for path in changed:
        print(f"wrote {course.short(path)}: check it with `git diff`, then run `make build`")
    if not changed:
        print(f"source/{assignment} has no edits to import")


@app.command()
def mutants(
    context: Context,
    assignment: ProblemSet,
    question: Annotated[
        str | None, Argument(help="The name of the question (default: all).")
    ] = None,
    everything: Annotated[
        bool, Option("--all", help="Show all unnamed mutants, not only examples.")
    ] = False,
) -> None:
    """Find mutants of the solution that pass or get no message."""
    from .authoring.mutants import mutant_reports

    for report in mutant_reports(Course.find(context.obj), assignment, question):
        print(report.as_text(everything=everything), flush=True)


@app.command("holes", hidden=True)
def _holes(
    context: Context,
    assignment: ProblemSet,
    question: str | None = Argument(None),
    everything: bool = Option(False, "--all"),
) -> None:
    """Run `examiner mutants`, the new name of this command."""
    print("examiner: `examiner holes` is now called `examiner mutants`", file=sys.stderr)
    mutants(context, assignment, question, everything)


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
    """Grade all submissions that are new or have changed."""
    from .workers import executors

    if not dask:  # before this process loads nbgrader
        ungraded = _count_ungraded(Course.find(context.obj), assignment)
        executors.load_workers(min(workers or executors.processors(), ungraded))

    from .reports import report_commands, report_reading
    from .term.autograde import Autograde
    from .term.class_runner import DRY_RUN, GRADES, StudentResult, follow
    from .term.plan import ClassFolder

    pool = partial(executors.dask, dask) if dask else partial(executors.local, workers)
    folder = ClassFolder.of(Course.find(context.obj), assignment)
    grading = Autograde(folder, tuple(student or ()), force, only, dry_run, open_pool=pool)
    anew = force or only is not None
    report = report_reading.ReportReader(folder)
    with follow(words=DRY_RUN if dry_run else GRADES, anew=anew) as progress:

        def on_result(result: StudentResult) -> None:
            progress.on_result(result)
            if not dry_run:
                report.on_result(result)

        done = grading.run(progress.on_plan, on_result)
    if dry_run:
        report_commands.moves(done)
    else:
        report_commands.summary(done, report.read())
    if not done.complete:
        raise Exit(1)


def _count_ungraded(course: Course, assignment: str) -> int:
    """Count the submissions without a result, if the folders have their usual names.

    It needs neither the settings of the course nor nbgrader.
    """
    folders = course.root.glob(f"submitted/*/{assignment}")
    students = (folder.parent.name for folder in folders)
    return sum(not (course.root / "autograded" / s / assignment).is_dir() for s in students)


@app.command()
def watch(
    context: Context, assignment: ProblemSet, every: Every = 20.0, workers: Workers = None
) -> None:
    """Grade new submissions and release pages until Ctrl-C."""
    import signal
    import time
    from datetime import datetime

    from .term.plan import ClassFolder
    from .term.watch import AssignmentWatch, watching
    from .workers import executors

    folder = ClassFolder.of(Course.find(context.obj), assignment)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM stops a service

    def log(line: str) -> None:
        print(f"{datetime.now():%H:%M:%S} {line}", flush=True)

    with suppress(KeyboardInterrupt), watching(folder, log), executors.local(workers) as pool:
        watch = AssignmentWatch(folder, pool, log)
        log(f"watching {assignment}, every {every:g} s; press Ctrl-C to stop")
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
    """Make all feedback pages that are new or have changed."""
    from datetime import datetime

    from .intake.lms_names import read_names
    from .reports import report_commands
    from .term.class_feedback import Feedback
    from .term.class_runner import PAGES, follow
    from .term.feedback_rule import FeedbackRule
    from .term.plan import ClassFolder
    from .workers import executors

    course, pool = Course.find(context.obj), partial(executors.local, workers)
    folder = ClassFolder.of(course, assignment)
    names = read_names(course.root, assignment, platform) if platform else {}
    rule = FeedbackRule.of(folder, datetime.now().astimezone(), whole=whole)
    feedback = Feedback(folder, student or (), force=force, open_pool=pool, rule=rule)
    with follow(words=PAGES, anew=force) as progress:
        done = feedback.run(progress.on_plan, progress.on_result)
    report_commands.pages(done)
    if platform:
        content, others = feedback.zipped(done, platform, names)
        write_output(course.root, out or Path(f"{assignment}-{platform}.zip"), content)
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
    """Mark answers by hand in a browser, question by question."""
    import asyncio

    from .mark.marking import UNEXPLAINED, MarkingPages
    from .mark.server import serve

    if unexplained and assignment is None:
        raise CourseError(
            "--unexplained needs an assignment: run `examiner mark ASSIGNMENT --unexplained`."
        )
    marking = MarkingPages(Course.find(context.obj), assignment)
    marking.check()
    with suppress(KeyboardInterrupt):
        say = partial(print, flush=True)
        start = f"{assignment}/{UNEXPLAINED}/" if unexplained else ""
        asyncio.run(serve(marking, port, say, browser=browser, new=new_address, start=start))


@app.command()
def report(context: Context, assignment: ProblemSet, html: Html = None, csv: Csv = None) -> None:
    """Show the marks of a class and its most frequent findings."""
    from .reports import report_commands
    from .reports.report_reading import read_report
    from .term.plan import ClassFolder

    course = Course.find(context.obj)
    found = read_report(ClassFolder.with_current_marks(course, assignment))
    if html:
        from .reports.report_page import report_page

        write_output(course.root, html, report_page(found))
    if csv:
        from .reports.tables import report_table

        write_output(course.root, csv, report_table(found))
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
    """Export grades by question, or totals for Canvas or Moodle."""
    from .reports.report_reading import read_report
    from .reports.tables import grades_table, read_roster_table
    from .term.plan import ClassFolder
    from .wording import several

    folder = ClassFolder.with_current_marks(Course.find(context.obj), assignment)
    found = read_report(folder)
    text = grades_table(found, read_roster_table(folder), form, column)
    if out:
        write_output(folder.course.root, out, text)
    else:
        print(text, end="")
    if form != "rows" and (empty := sum(not row.complete for row in found.rows)):
        print(
            f"no total yet for {empty} of {several(len(found.rows), 'student')}: some of their "
            "answers need manual grading. Their cells are empty, not 0. "
            f"Run `examiner mark {assignment}`, then run this command again.",
            file=sys.stderr,
        )


@app.command()
def similar(context: Context, assignment: ProblemSet, html: SimilarHtml = None) -> None:
    """Show pairs of students whose answers share unusual parts."""
    from .reports.similar import similar_page
    from .term.plan import ClassFolder
    from .wording import several

    course = Course.find(context.obj)
    page, found = similar_page(ClassFolder.of(course, assignment))
    write_output(course.root, html or Path(f"{assignment}-similar.html"), page)
    print(f"{several(found, 'pair')} of students with similar answers: look at them and decide")


@app.command()
def demo(context: Context, assignment: SampleSet = None) -> None:
    """Make a sample class, grade it, and show its marks."""
    from . import demo
    from .reports import report_commands

    course = Course.find(context.obj)
    done = demo.run_demo(course, lambda step: print(f"demo: {step}", flush=True), assignment)
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
    """Show or set a due date, or extend it for some students."""
    from datetime import UTC, datetime, timedelta

    from .reports import report_commands
    from .term.attempts import Attempts
    from .term.lateness import change_due, read_due
    from .term.plan import ClassFolder

    folder = ClassFolder.of(Course.find(context.obj), assignment)
    extends = days is not None or hours is not None
    later = timedelta(days=days or 0.0, hours=hours or 0.0) if extends else None
    watched, now = Attempts(folder.course.root, assignment).is_counting, datetime.now(UTC)
    was_open = read_due(folder).is_open(now)
    changed = change_due(folder, date, student or (), later)
    all_due = read_due(folder)
    report_commands.due(assignment, changed, all_due.last if watched else None)
    if watched and not was_open and all_due.is_open(now):
        print("whole pages are out already: students who submit now may have read right answers")
    if (date or extends) and folder.students(folder.coursedir.autograded_directory):
        print(f"run `examiner autograde {assignment}` to update the points that lateness costs")


@app.command()
def backup(context: Context) -> None:
    """Write a backup of the term to backups/."""
    from .term.backups import TermFiles

    term = TermFiles.of(Course.find(context.obj))
    path = term.back_up(print)
    size = path.stat().st_size / 2**20
    print(f"wrote {path.relative_to(term.root)} ({size:.1f} MiB): keep a copy on another machine")
    for line in term.missing_from_backup():
        print(line)


@app.command()
def restore(
    context: Context, file: Backup, key_only: KeyOnly = False, force: RestoreForce = False
) -> None:
    """Restore the gradebook and all missing files from a backup."""
    from .term.backups import TermFiles

    for line in TermFiles.of(Course.find(context.obj)).restore(
        file, key_only=key_only, force=force
    ):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
