"""The build: problems/*/*.py -> source/*/*.ipynb -> release/*/*.ipynb, and pages of the docs.

The text is the truth. A build names all that is wrong before it writes anything; building twice
gives the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from traitlets.config import Config

from ..cell_kinds import is_given, is_test
from ..course import GUIDE, Assignment, Course, CourseError, raise_if_any
from . import (
    docs_pages,
    example_values,
    figures,
    lint,
    lint_files,
    marking_modules,
    notebook_source,
    rubric_tables,
    trial,
)
from .release import nbgrader_config, release
from .source_edits import check_not_edited, read_source

DRAFTS = "draft"  # the folder of notebooks that are looked at before all of a question is there


def build(course: Course, assignment: str | None = None, *, overwrite: bool = False) -> list[Path]:
    """Build all problem sets, or those of one assignment; the files that changed.

    Raises CourseError, before anything is written, that names all that is wrong with the course's
    texts, and the notebooks in source/ that were edited since they were built (unless `overwrite`).
    """
    return _put(contents(course, assignment, overwrite=overwrite))


def stale(course: Course, assignment: str | None = None) -> list[Path]:
    """The files that a build would write. Raises CourseError where `build` does."""
    return [p for p, content in contents(course, assignment).items() if not _holds(p, content)]


def draft(course: Course, assignment: str | None = None) -> tuple[list[Path], list[str]]:
    """Instructor's notebooks as far as they can be built, written into a folder of their own; these
    files, and what a build would refuse."""
    made = _Made.of(course, assignment)
    files = {
        course.root / DRAFTS / problem.name / problem.source.name: _written(source)
        for problem, source in made.sources.items()
    }
    _put(files)
    return list(files), made.issues


def contents(
    course: Course, assignment: str | None = None, *, overwrite: bool = False
) -> dict[Path, str]:
    """What a build writes, checked. Raises CourseError as `build` does."""
    made = _Made.of(course, assignment, overwrite=overwrite)
    raise_if_any(made.issues)
    return made.files | docs_pages.pages(course)


@dataclass
class _Made:
    """What a build makes, and all that keeps it from being written.

    sources: the instructor's notebooks, as far as they can be built.
    files: text (blank lines between cells put in order), source, release, and the guide for
        students beside both, from where `nbgrader generate_assignment` hands it out.
    """

    sources: dict[Assignment, NotebookNode] = field(default_factory=dict)
    files: dict[Path, str] = field(default_factory=dict)
    issues: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, course: Course, assignment: str | None, *, overwrite: bool = False) -> _Made:
        """What is made of all problem sets, or of one."""
        course = Course(course.root, lenient=True)
        config = nbgrader_config(course)
        made = cls(issues=[*course.table[1]])
        if assignment and assignment not in course.assignments:
            raise_if_any(made.issues)
        made.issues += lint_files.folder_issues(course)
        problems = course.problems(assignment)
        known = {problem: made._add(course, problem, config, overwrite) for problem in problems}
        made.issues += lint_files.stray_issues(course, problems)
        made.issues += docs_pages.source_issues(course, problems)
        made.issues += lint_files.bank_issues(course, known)
        return made

    def _add(
        self, course: Course, problem: Assignment, config: Config, overwrite: bool
    ) -> trial.KnownErrors:
        """Add a problem set. Where something is wrong, what doesn't rest on it is tried as well.
        The known errors of its questions, as far as they were tried."""
        text, before = problem.text.read_text(), None
        known: trial.KnownErrors = {}
        source, issues = notebook_source.build_notebook(text, problem)
        told = {issue.cell for issue in issues}
        issues += lint.problem_issues(course, problem, source, told)
        issues += marking_modules.stray_issues(problem)
        said = []
        try:
            before = read_source(problem)
            if before and not overwrite:
                check_not_edited(problem, before, source)
        except CourseError as error:
            said.append(str(error))
        broken = {issue.cell for issue in issues} | {issue.question for issue in issues}
        code = [cell for cell in source.cells if cell.cell_type == "code" and not is_test(cell)]
        maybe_given = [cell for cell in code if is_given(cell) or cell.id in told]
        if not any(cell.id in broken for cell in code):
            issues += figures.draw(source, before, problem.short(problem.text))
        if not any(cell.id in broken for cell in maybe_given):
            raised, known = trial.try_out(problem, source, config, broken)
            issues += raised
        self.sources[problem] = source
        issues += example_values.add(source, problem) if not issues and not said else []
        issues += rubric_tables.add(source, problem) if not issues and not said else []
        if not issues and not said:
            self.files[problem.text] = notebook_source.laid_out(text)
            self.files[problem.source] = _written(source)
            try:
                released = release(problem, source, config)
                self.files[problem.release] = _written(released)
                issues += lint.release_issues(problem, source, released)
            except CourseError as error:
                said.append(str(error))
            if (guide := course.root / GUIDE).is_file():
                self.files |= dict.fromkeys(problem.guides, guide.read_text("utf-8"))
        self.issues += [*map(str, issues), *said]
        return known


def _written(notebook: NotebookNode) -> str:
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def _holds(path: Path, content: str) -> bool:
    return path.is_file() and path.read_text() == content


def _put(files: dict[Path, str]) -> list[Path]:
    """Write the files that hold something else; these."""
    changed = [path for path, content in files.items() if not _holds(path, content)]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path])
    return changed
