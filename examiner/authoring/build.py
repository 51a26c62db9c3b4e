"""The build: problems/*/*.py -> source/*/*.ipynb -> release/*/*.ipynb, and pages of the docs.

The notebook source in problems/ is authoritative. A build reports all issues before it writes
anything. Building twice gives the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from traitlets.config import Config

from ..cell_kinds import is_given, is_test
from ..course import GUIDE, Assignment, Course, CourseError, raise_if_any
from ..output_files import write_atomically
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

DRAFTS = "draft"  # the folder of notebooks whose problem sets are incomplete


def build(course: Course, assignment: str | None = None, *, overwrite: bool = False) -> list[Path]:
    """Build all problem sets, or one.

    Args:
        course: The course.
        assignment: The problem set to build; the default is all.
        overwrite: Overwrite notebooks in source/ that were edited since the last build.

    Returns:
        The files that changed.

    Raises:
        CourseError: The problem sets have issues, or notebooks in source/ were edited since the
            last build. The message lists them all. No file has changed.
    """
    return _write_changed(contents(course, assignment, overwrite=overwrite))


def stale(course: Course, assignment: str | None = None) -> list[Path]:
    """Find the files that a build would write.

    Raises:
        CourseError: A build would raise it too.
    """
    files = contents(course, assignment)
    return [path for path, content in files.items() if not _has_content(path, content)]


def draft(course: Course, assignment: str | None = None) -> tuple[list[Path], list[str]]:
    """Write the instructor's notebooks into the folder draft/, even if there are issues.

    Returns:
        The written files, and the issues for which a build would fail.
    """
    result = _BuildResult.of(course, assignment)
    files = {
        course.root / DRAFTS / problem.name / problem.source.name: _notebook_text(source)
        for problem, source in result.sources.items()
    }
    _write_changed(files)
    return list(files), result.issues


def contents(
    course: Course, assignment: str | None = None, *, overwrite: bool = False
) -> dict[Path, str]:
    """Return the files of a build and their contents; raise CourseError if there are issues."""
    result = _BuildResult.of(course, assignment, overwrite=overwrite)
    raise_if_any(result.issues)
    return result.files | docs_pages.docs_pages(course)


@dataclass
class _BuildResult:
    """The notebooks and files of a build, and the issues that prevent it.

    Attributes:
        sources: The instructor's notebooks, possibly incomplete.
        files: Path -> content: the formatted notebook source, both notebooks, and the guide for
            students beside each notebook. `nbgrader generate_assignment` releases the guide too.
        issues: All issues, as messages.
    """

    sources: dict[Assignment, NotebookNode] = field(default_factory=dict)
    files: dict[Path, str] = field(default_factory=dict)
    issues: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, course: Course, assignment: str | None, *, overwrite: bool = False) -> _BuildResult:
        """Build all problem sets, or one, in memory."""
        course = Course(course.root, lenient=True)
        config = nbgrader_config(course)
        result = cls(issues=[*course.table[1]])
        if assignment and assignment not in course.assignments:
            raise_if_any(result.issues)
        result.issues += lint_files.folder_issues(course)
        problems = course.problems(assignment)
        misconceptions = {each: result._add(course, each, config, overwrite) for each in problems}
        result.issues += lint_files.stray_file_issues(course, problems)
        result.issues += docs_pages.source_issues(course, problems)
        result.issues += lint_files.bank_issues(course, misconceptions)
        return result

    def _add(
        self, course: Course, problem: Assignment, config: Config, overwrite: bool
    ) -> trial.MisconceptionIds:
        """Build a problem set. After an issue, still build all parts that it doesn't affect.

        Returns:
            The misconceptions of the questions that passed their trial.
        """
        text, before = problem.notebook_source.read_text("utf-8"), None
        misconceptions: trial.MisconceptionIds = {}
        source, issues = notebook_source.build_notebook(text, problem)
        unbuilt = {issue.cell for issue in issues}
        issues += lint.problem_issues(course, problem, source, unbuilt)
        issues += marking_modules.stray_module_issues(problem)
        errors = []
        try:
            before = read_source(problem)
            if before and not overwrite:
                check_not_edited(problem, before, source)
        except CourseError as error:
            errors.append(str(error))
        broken = {issue.cell for issue in issues} | {issue.question for issue in issues}
        code = [cell for cell in source.cells if cell.cell_type == "code" and not is_test(cell)]
        maybe_given = [cell for cell in code if is_given(cell) or cell.id in unbuilt]
        if not any(cell.id in broken for cell in code):
            issues += figures.draw(source, before, problem.short(problem.notebook_source))
        if not any(cell.id in broken for cell in maybe_given):
            trial_issues, misconceptions = trial.try_out(problem, source, config, broken)
            issues += trial_issues
        self.sources[problem] = source
        for add in (example_values.add_example_values, rubric_tables.add_rubric_tables):
            issues += add(source, problem) if not issues and not errors else []
        if not issues and not errors:
            self.files[problem.notebook_source] = notebook_source.formatted(text)
            self.files[problem.source] = _notebook_text(source)
            try:
                released = release(problem, source, config)
                self.files[problem.release] = _notebook_text(released)
                issues += lint.release_issues(problem, source, released)
            except CourseError as error:
                errors.append(str(error))
            if (guide := course.root / GUIDE).is_file():
                self.files |= dict.fromkeys(problem.guides, guide.read_text("utf-8"))
        self.issues += [*map(str, issues), *errors]
        return misconceptions


def _notebook_text(notebook: NotebookNode) -> str:
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def _has_content(path: Path, content: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == content


def _write_changed(files: dict[Path, str]) -> list[Path]:
    """Write the files whose content differs, and return their paths."""
    changed = [path for path, content in files.items() if not _has_content(path, content)]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, files[path].encode())
    return changed
