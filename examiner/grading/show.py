"""Reports on a terminal. Only this, show_class.py and progress.py print in grading/."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..checks.verdict import format_points
from .demo import Demo
from .report import ClassReport

MAX_SHOWN = 8  # findings shown


def marks(report: ClassReport, console: Console | None = None) -> None:
    """A row per student, a column per question; "…" where a person has yet to grade."""
    questions = report.assignment.questions
    shown = table(f"{report.assignment.name}: {report.assignment.title}")
    shown.add_column("student", no_wrap=True)
    for name in questions:
        shown.add_column(_short(name), justify="right", no_wrap=True)
    shown.add_column("total", justify="right", style="bold", no_wrap=True)
    shown.add_column("remark")
    for row in report.rows:
        cells = [_mark(row.points[name], q.points) for name, q in questions.items()]
        shown.add_row(escape(row.student), *cells, format_points(row.total), row.remark)
    shown.add_section()
    means = [_mark(report.mean(name)) for name in questions]
    shown.add_row("mean", *means, format_points(report.mean_total), "")
    max_points = [format_points(question.points) for question in questions.values()]
    shown.add_row("out of", *max_points, format_points(report.assignment.points), "")
    (console or Console()).print(shown)


def table(title: str) -> Table:
    """A table in the style of all reports."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )


def _short(question: str) -> str:
    """A column's heading: "q7_backward" is too wide, and "q7" alone is not unique."""
    first, _, rest = question.partition("_")
    return f"{first[:4]}\n{rest[:4]}" if rest else first[:4]


def _mark(points: float | None, max_points: float | None = None) -> str:
    if points is None:
        return "[dim]…[/]"
    text = format_points(points)
    if max_points is None:
        return text
    colour = "green" if points == max_points else "red" if points == 0 else "yellow"
    return f"[{colour}]{text}[/]"


def findings(report: ClassReport, console: Console | None = None) -> None:
    """What most students have wrong."""
    shown = table("most frequent findings")
    for title in ("students", "question", "finding"):
        shown.add_column(title, justify="right" if title == "students" else "left")
    ranked = sorted(report.findings.items(), key=lambda found: (-found[1], found[0]))
    for (question, finding), count in ranked[:MAX_SHOWN]:
        shown.add_row(str(count), question, escape(finding))
    (console or Console()).print(shown)


def demo(done: Demo, console: Console | None = None) -> None:
    """How long it took, and what to open."""
    console = console or Console()
    students = len(done.report.rows)
    console.print(
        f"{students} submissions autograded in {done.seconds:.1f} s, "
        f"{1000 * done.seconds / students:.0f} ms each. Written answers (…) wait for a person."
    )
    name, notebook = done.report.assignment.name, done.report.assignment.notebook
    student = next(row.student for row in done.report.rows)
    console.print("Look at:")
    for what, path in (
        ("what a student gets to work on", f"../release/{name}/{notebook}.ipynb"),
        ("the feedback that a student gets", f"feedback/{student}/{name}/{notebook}.html"),
        ("what a grader sees, with findings", f"autograded/{student}/{name}/{notebook}.ipynb"),
        ("the marks", "gradebook.db"),
        ("grading by hand", "start `jupyter lab` in the demo folder, then Nbgrader > Formgrader"),
    ):
        where = path if " " in path else (done.folder / path).resolve()
        console.print(f"  {what}: {where}", soft_wrap=True)
