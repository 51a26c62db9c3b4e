"""The command `examiner`. A subcommand is a function here, with its arguments in the decorator:

    @command("greet", argument("student"), argument("--loud", action="store_true"))
    def greet(course: Course, options: Namespace) -> int | None:
        '''Say hello to a student.'''

It prints; what it calls doesn't. It imports what it needs inside, so that `examiner --help` is
quick. CourseError becomes a message and exit status 1.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .course import Course, CourseError

Run = Callable[[Course, Namespace], "int | None"]
Argument = tuple[tuple[str, ...], dict[str, Any]]
COMMANDS: dict[str, tuple[Run, tuple[Argument, ...]]] = {}


def argument(*names: str, **settings: Any) -> Argument:
    """An argument of a subcommand, in the words of argparse."""
    return names, settings


def command(name: str, *arguments: Argument) -> Callable[[Run], Run]:
    """Make the function a subcommand; its docstring is its help."""

    def register(run: Run) -> Run:
        COMMANDS[name] = run, arguments
        return run

    return register


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line; the exit status."""
    # nbgrader starts `alembic` by name: it is beside this Python, which need not be activated.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    options = _parser().parse_args(words)
    run, _ = COMMANDS[options.command]
    try:
        return run(Course.find(options.course), options) or 0
    except CourseError as error:
        print(f"examiner {options.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> ArgumentParser:
    parser = ArgumentParser("examiner", description="Build, grade and report the course.")
    parser.add_argument(
        "--course", type=Path, metavar="FOLDER", help="the course folder (default: around here)"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (run, arguments) in COMMANDS.items():
        about = (run.__doc__ or "").strip()
        sub = commands.add_parser(name, help=about.partition("\n")[0], description=about)
        for names, settings in arguments:
            sub.add_argument(*names, **settings)
    return parser


# --- problem sets --------------------------------------------------------------------------------

PROBLEM_SET = argument("assignment", nargs="?", help="such as ps1_flops (default: all)")


@command(
    "build",
    PROBLEM_SET,
    argument("--overwrite", action="store_true", help="lose edits of the notebooks in source/"),
)
def build_command(course: Course, options: Namespace) -> None:
    """Build source/ and release/ from problems/."""
    from . import build

    for path in build.build(course, options.assignment, overwrite=options.overwrite):
        print(f"wrote {course.short(path)}")


@command("lint", PROBLEM_SET)
def lint_command(course: Course, options: Namespace) -> None:
    """Check the problem sets, and that source/ and release/ are what they give."""
    from . import build

    if stale := [course.short(path) for path in build.stale(course, options.assignment)]:
        raise CourseError(f"{', '.join(stale)}: out of date, run `make build`.")


@command(
    "import-edits",
    argument("assignment", help="whose notebook in source/ was edited, e.g. ps1_flops"),
    argument("--force", action="store_true", help="even though the text was changed as well"),
)
def import_edits_command(course: Course, options: Namespace) -> None:
    """Bring an edit of a notebook in source/ back into its text in problems/."""
    from . import build

    changed = build.import_edits(course, options.assignment, force=options.force)
    for path in changed:
        print(f"wrote {course.short(path)}: look at it with git diff, then run `make build`")
    if not changed:
        print(f"no edit of source/{options.assignment} to import")


# --- grading -------------------------------------------------------------------------------------


@command("report", argument("assignment", help="such as ps1_flops"))
def report_command(course: Course, options: Namespace) -> None:
    """Show what a class got: marks, and the most frequent findings."""
    from nbgrader.api import MissingEntry
    from nbgrader.coursedir import CourseDirectory

    from .build import nbgrader_config
    from .grading import report, show

    if options.assignment not in course.assignments:
        known = ", ".join(course.assignments)
        raise CourseError(f"there is no assignment {options.assignment}; there are {known}.")
    folder = CourseDirectory(config=nbgrader_config(course))
    autograded = course.root / folder.autograded_directory
    assignment = course.assignments[options.assignment]
    try:
        marks = report.collect(folder.db_url, autograded, assignment)
    except MissingEntry as error:
        raise CourseError(
            f"{assignment.name} is not in the grade book: run nbgrader generate_assignment."
        ) from error
    show.marks(marks)
    show.findings(marks)


@command("demo")
def demo_command(course: Course, options: Namespace) -> None:
    """Grade a sample class, from hand-ins to feedback, and show what it got."""
    from .grading import demo, show

    done = demo.run(course, lambda step: print(f"demo: {step}", flush=True))
    show.marks(done.report)
    show.findings(done.report)
    show.demo(done)


if __name__ == "__main__":
    sys.exit(main())
