"""problems/*/*.py -> source/*/*.ipynb -> release/*/*.ipynb, and an edit of source/ back again.

The text is the truth. The notebook in source/ carries a digest of what was built, so that an edit
made there (in JupyterLab, say) is seen before a build would overwrite it. Building twice gives the
same bytes.
"""

from __future__ import annotations

import io
import logging
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from traitlets import import_item
from traitlets.config import Config, PyFileConfigLoader

from ..cells import is_given, is_test
from ..course import GUIDE, Assignment, Course, CourseError, raise_if_any
from ..digests import digest_of
from . import figures, lint, lint_files, marking, problem_text, trial
from .pages import pages, source_issues

DRAFTS = "draft"  # the folder of notebooks that are looked at before all of a question is there


def digest(notebook: NotebookNode) -> str:
    """What counts as the content of a source notebook: running it in JupyterLab changes none."""
    return digest_of([problem_text.content(cell) for cell in notebook.cells])


def source_of(problem: Assignment) -> NotebookNode:
    """The instructor's notebook, as it is built from the text. CourseError for what it can't be
    built from."""
    notebook, issues = problem_text.build_notebook(problem.text.read_text(), problem)
    raise_if_any(issues)
    notebook.metadata.examiner = {"digest": digest(notebook)}
    return notebook


def existing_source(problem: Assignment) -> NotebookNode | None:
    """What is in source/; None where nothing is. CourseError for what can't be read."""
    if not problem.source.is_file():
        return None
    try:
        return nbformat.read(problem.source, as_version=4)
    except Exception as error:  # nbformat raises what its reader and validator happen to raise
        raise CourseError(
            f"{problem.short(problem.source)} is not a notebook that can be read ({error}). "
            "Restore it, or delete it and run `make build`."
        ) from error


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
    made = Made.of(course, assignment)
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
    made = Made.of(course, assignment, overwrite=overwrite)
    raise_if_any(made.issues)
    return made.files | (pages(course, made.sources) if assignment is None else {})


@dataclass
class Made:
    """What a build makes, and all that keeps it from being written.

    sources: the instructor's notebooks, as far as they can be built.
    files: text (blank lines between cells put in order), source, release, and the guide for
        students beside both, from where `nbgrader generate_assignment` hands it out.
    """

    sources: dict[Assignment, NotebookNode] = field(default_factory=dict)
    files: dict[Path, str] = field(default_factory=dict)
    issues: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, course: Course, assignment: str | None, *, overwrite: bool = False) -> Made:
        """What is made of all problem sets, or of one."""
        course = Course(course.root, lenient=True)
        config = nbgrader_config(course)
        made = cls(issues=[*course.table[1]])
        if assignment and assignment not in course.assignments:
            raise_if_any(made.issues)
        made.issues += lint_files.folder_issues(course)
        problems = course.problems(assignment)
        for problem in problems:
            made._add(course, problem, config, overwrite)
        made.issues += lint_files.stray_issues(course, problems)
        made.issues += source_issues(course, problems)
        made.issues += lint_files.bank_issues(course, problems)
        return made

    def _add(self, course: Course, problem: Assignment, config: Config, overwrite: bool) -> None:
        """Add a problem set. Where something is wrong, what doesn't rest on it is tried as well."""
        text = problem.text.read_text()
        source, issues = problem_text.build_notebook(text, problem)
        told = {issue.cell for issue in issues}
        issues += lint.problem_issues(course, problem, source, told)
        issues += marking.stray_issues(problem)
        before, said = None, []
        try:
            before = existing_source(problem)
        except CourseError as error:
            said.append(str(error))
        if before and not overwrite and _edited(before) and digest(before) != digest(source):
            said.append(
                f"{problem.short(problem.source)} was edited since it was built "
                f"({_difference(before, source)}). Either bring the edit into the text:\n"
                f"    .venv/bin/examiner import-edits {problem.name}\n"
                f"or build it anew from {problem.short(problem.text)} and lose the edit:\n"
                f"    .venv/bin/examiner build {problem.name} --overwrite"
            )
        broken = {issue.cell for issue in issues} | {issue.question for issue in issues}
        code = [cell for cell in source.cells if cell.cell_type == "code" and not is_test(cell)]
        maybe_given = [cell for cell in code if is_given(cell) or cell.id in told]
        if not any(cell.id in broken for cell in code):
            issues += figures.draw(source, before, problem.short(problem.text))
        if not any(cell.id in broken for cell in maybe_given):
            issues += trial.trial_issues(problem, source, config, broken)
        source.metadata.examiner = {"digest": digest(source)}
        self.sources[problem] = source
        if not issues and not said:
            self.files[problem.text] = problem_text.write(problem_text.parse(text))
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


def _edited(source: NotebookNode) -> bool:
    return source.metadata.get("examiner", {}).get("digest") != digest(source)


def _difference(old: NotebookNode, new: NotebookNode) -> str:
    before = {cell.id: problem_text.content(cell) for cell in old.cells}
    after = {cell.id: problem_text.content(cell) for cell in new.cells}
    names = [_cell(id) for id in {**before, **after} if before.get(id) != after.get(id)]
    return "cells that differ: " + ", ".join(names) if names else "the order of the cells differs"


def _cell(id: str) -> str:
    """Which cell it is; of one without a name, where it stands (see `problem_text.cell_ids`)."""
    name, _, place = id.rpartition("-")
    if not (name and place.isdecimal()):
        return id
    above = f"below {name}" if name != "start" else "at the start"
    return f"cell {place} {above}"


def release(problem: Assignment, source: NotebookNode, config: Config) -> NotebookNode:
    """The students' notebook, by the steps of nbgrader's generate_assignment, without a grade book.
    CourseError, with nbgrader's log, where one fails.
    """
    without_grade_book = Config({**config, "SaveCells": {"enabled": False}})
    said, log = io.StringIO(), logging.Logger("nbgrader", logging.WARNING)  # shown where it fails
    log.addHandler(logging.StreamHandler(said))
    released, resources = deepcopy(source), {"nbgrader": {"notebook": problem.notebook}}
    try:
        for step in config.GenerateAssignment.preprocessors:
            made = import_item(step) if isinstance(step, str) else step
            released, resources = made(config=without_grade_book, log=log)(released, resources)
    except Exception as error:  # nbgrader raises what its preprocessors happen to raise
        message = f"nbgrader cannot release {problem.name}: {error}\n{said.getvalue()}"
        raise CourseError(message.rstrip()) from error
    return released


def nbgrader_config(course: Course) -> Config:
    """The settings of the course's nbgrader_config.py. CourseError where it can't be run."""
    try:
        return PyFileConfigLoader("nbgrader_config.py", path=str(course.root)).load_config()
    except (Exception, SystemExit) as error:  # it is a program
        said = f"{type(error).__name__}: {error}"  # of a line that is none, with its number
        raise CourseError(f"nbgrader_config.py can't be run: {said}. Correct it.") from error


def import_edits(course: Course, assignment: str, *, force: bool = False) -> list[Path]:
    """Bring edits of source/<assignment>/*.ipynb into the problem text; the texts that changed.

    Raises CourseError where the text was changed too since the notebook was built (unless `force`),
    and where the text cannot say what the notebook says.
    """
    (problem,) = course.problems(assignment)
    edited, built = existing_source(problem), source_of(problem)
    notebook, text = problem.short(problem.source), problem.short(problem.text)
    if edited is None:
        raise CourseError(f"{notebook} is missing: nothing to import.")
    if not _edited(edited) or digest(edited) == digest(built):
        return []
    if built.metadata.examiner != edited.metadata.get("examiner") and not force:
        raise CourseError(
            f"{text} was changed too since {notebook} was built from it "
            f"({_difference(edited, built)}). Commit the text first, then run\n"
            f"    .venv/bin/examiner import-edits {assignment} --force\n"
            "and put the two together with git diff."
        )
    problem.text.write_text(problem_text.with_edits(problem.text.read_text(), problem, edited))
    return [problem.text]
