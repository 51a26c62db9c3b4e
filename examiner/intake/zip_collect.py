"""`nbgrader zip_collect`, made robust: no student's archive or file can affect another student.

The collector unpacks a download and makes a list of its files: each has a student and a place in
the submission, or a reason why it is left out. It then stores the files that count, one whole
submission at a time, in submitted/. nbgrader_config.py sets `Extractor` as a plugin; `clear` and
`process_extracted_files` override nbgrader's methods (see `term.nbgrader_overrides`).
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path, PurePath
from typing import Any
from weakref import WeakKeyDictionary

import nbformat
from nbgrader.plugins import ExtractorPlugin

from .. import guard
from ..course import CourseError
from ..digests import digest_of_bytes
from ..grading.submission import MAX_FILE
from ..notebook_names import is_notebook_name
from ..quoting import quoted_name
from ..student.files import FileRejected, Folder, UnreadableFile, checked_path
from ..wording import names as listed
from ..wording import several
from .archives import UnpackBudget, folder_for, is_archive, unpack_submissions
from .folders import folder_of, put_files, put_submission
from .lms_names import (
    SECRET,
    KnownBy,
    LmsName,
    check_student,
    nfc,
    read_path,
    read_roster,
    store_names,
)
from .times import MAX_TIMESTAMP, TIMESTAMP, read_timestamp, time_in_name, timestamp_text

_TIMESTAMP_REMOVED = (
    "%s submitted another notebook: the timestamp.txt of the earlier one (%s) was removed. Write "
    "the time of the new submission into %s/timestamp.txt"
)
_LATE = (
    "%s: late according to Canvas, which doesn't say how late. Write the time of submission into "
    "%s/timestamp.txt; without it, the submission counts as on time"
)
_REMOVED = "%s: removed from %s, because the new download has no such files: %s"
_KEPT = "already in submitted/ and kept as it is; with --force, the download replaces it"
_KEPT_LATER = "already in submitted/ and kept, because the download is older"
_KEPT_EXCHANGE = (
    "collected from the exchange before and kept, because the download has no times; if the "
    "download is later, remove the student's folder in submitted/ and run this command again with "
    "--force"
)
_KEPT_NO_NOTEBOOK = (
    "already in submitted/ and kept as it is, because the download has no notebook of {} for them, "
    "only {}"
)
MAX_SHOWN = 5  # names of notebooks, and reasons, in a message
MAX_REMOVED = 20  # names of files in a message
MAX_FILES = 10**6  # files and folders of a download


class Extractor(ExtractorPlugin):
    """A plugin that unpacks a download within limits.

    nbgrader's own plugin unpacks files of any size to any place, and stops at the first archive
    that it can't read.
    """

    def extract(self, archive_path: str, extracted_path: str) -> None:
        if not self.parent.collector_plugin_inst.named_regexp:
            read_roster(self.parent.coursedir)  # report a missing gradebook before unpacking
        budget, top = UnpackBudget(), Path(archive_path)
        for name, read in Folder(top).files(MAX_FILES):
            file, shown = top / name, quoted_name(name)
            try:
                if not name.isprintable():
                    raise FileRejected("its name can't be used")
                if not is_archive(file):
                    put_files([(name, read(MAX_FILE))], Path(extracted_path))
                    continue
                if file.is_symlink() or not file.is_file():
                    raise FileRejected("not an ordinary file")
            except FileRejected as why:
                self.log.error("%s: %s was left out: %s", quoted_name(archive_path), shown, why)
                continue
            self.log.info("Extracting from: %s", shown)
            for skipped in unpack_submissions(file, folder_for(Path(extracted_path, name)), budget):
                self.log.error("%s: %s was left out: %s", shown, *skipped)
                if isinstance(skipped, UnreadableFile):
                    _failures(self.parent).append(skipped.name)


_failed: WeakKeyDictionary[Any, list[str]] = WeakKeyDictionary()  # run of a command -> names


def _failures(app: Any) -> list[str]:
    """Return the list of the files and students that failed in this run. Callers append to it."""
    return _failed.setdefault(app, [])


@dataclass
class DownloadedFile:
    """An unpacked file, with everything that its name says.

    Attributes:
        path: The file.
        student: The student's id; "" if unknown.
        place: The place of the file in the student's submission.
        time: The time of submission, in UTC, without a zone; None if the name has none.
        lms_name: The platform's name for the submission; None if a regular expression of the
            settings reads the names.
        known_by: The entry of the roster that identifies the student.
        left_out: The reason why the file is left out; "" if it counts.
    """

    path: Path
    student: str
    place: PurePath
    time: datetime | None = None
    lms_name: LmsName | None = None
    known_by: KnownBy = KnownBy.NOTHING
    left_out: str = ""

    @property
    def is_notebook(self) -> bool:
        return is_notebook_name(self.place.name)


class ReleasedNotebooks:
    """The released notebooks of an assignment.

    Attributes:
        names: The names of their files.
        ids: The ids of their answer cells, as they stand in a notebook's JSON.
    """

    def __init__(self, coursedir: Any) -> None:
        paths = [*folder_of(coursedir, coursedir.release_directory, ".").glob("*.ipynb")]
        cells = [cell for path in paths for cell in nbformat.read(path, as_version=4).cells]
        metadata = [cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata]
        self.names = {path.name for path in paths}
        self.ids = [f'"{each.grade_id}"'.encode() for each in metadata if each.solution]

    def is_among(self, files: Iterable[DownloadedFile]) -> bool:
        """Return whether a file has the name or an answer cell of a released notebook."""
        if any(str(file.place) in self.names for file in files):
            return True
        contents = (file.path.read_bytes() for file in files if file.is_notebook)
        return any(cell_id in content for content in contents for cell_id in self.ids)


def clear(self: Any, path: str) -> None:
    """Override ZipCollectApp._clear_existing_files with a clear message about --force.

    nbgrader's own message says that --force clears files. It doesn't say that --force clears only
    the files that were unpacked the last time.

    Raises:
        CourseError: There are unpacked files, and --force was not given.
    """
    if os.listdir(path) and not self.force:
        raise CourseError(
            f"{path} contains the files that were unpacked the last time: run `nbgrader "
            f"zip_collect {self.coursedir.assignment_id} --force` to unpack the files in "
            f"{_archive(self)}/ instead. In submitted/, it replaces only the submissions of "
            "students in this download."
        )
    guard.original_of(clear)(self, path)


def process_extracted_files(self: Any) -> None:
    """Override ZipCollectApp.process_extracted_files: store the files that count in submitted/.

    nbgrader's own method stops the run at an invalid time in a name, at a student's second file
    without a time, and at a file that can't be copied. It accepts ".." as a student's id. It
    deletes the old submission even if the new notebook is of another assignment. And it reports
    success if there was nothing to collect, or if a file could not be read.

    Raises:
        CourseError: Something could not be collected, or the download has no notebook; everything
            else was collected. Or all its notebooks are of another assignment; then nothing was.
    """
    log, failed, released = self.log, _failures(self), ReleasedNotebooks(self.coursedir)
    files = [*_read_files(self, released)]
    for of_student in _by_student(files).values():
        if not _choose_files(of_student):
            failed.append(of_student[0].student)
    for file in files:
        if file.left_out:
            log.warning("%s was left out: %s", file.path, file.left_out)
    submissions = _by_student(file for file in files if not file.left_out)
    _check_assignment(self, released, [file for each in submissions.values() for file in each])
    students_by_outcome: dict[str, list[str]] = defaultdict(list)  # "", or why the old one is kept
    for student, submission in submissions.items():
        try:
            outcome = _store_submission(self, released, student, submission)
            students_by_outcome[outcome].append(student)
        except OSError as error:
            log.error("%s can't be collected: %s", student, error)
            failed.append(student)
    collected = students_by_outcome.pop("", [])
    for why, students in students_by_outcome.items():
        log.warning("%s: %s", why, ", ".join(students))
    lms_names: dict[str, dict[str, str]] = defaultdict(dict)
    for student, submission in submissions.items():  # the name of the notebook, if there is one
        first = min(
            submission, key=lambda f: (str(f.place) not in released.names, not f.is_notebook)
        )
        if first.lms_name:
            lms_names[first.lms_name.platform][student] = first.lms_name.prefix
    store_names(Path(self.coursedir.root), self.coursedir.assignment_id, lms_names)
    kept = sum(map(len, students_by_outcome.values()))
    kept_note = f"; kept as before (see above): {kept}" if kept else ""
    log.info("collected: %s%s", several(len(collected), "student"), kept_note)
    reasons = Counter(file.left_out for file in files if file.left_out)
    for why, count in reasons.most_common(MAX_SHOWN):
        log.warning("left out (see above): %s: %s", several(count, "file"), why)
    with_notebook = {s for s, each in submissions.items() if any(file.is_notebook for file in each)}
    if without := sorted({*collected} - with_notebook):
        log.warning(
            "collected without a notebook, which earns no points: %s: ask them for it",
            ", ".join(without),
        )
    firsts = {student: submission[0] for student, submission in submissions.items()}
    if unknown := sorted(s for s, file in firsts.items() if file.lms_name and not file.known_by):
        log.warning(
            "not in the roster: %s: correct the roster, or rename their folders in submitted/",
            ", ".join(unknown),
        )
    if failed:
        raise CourseError(f"not or not completely collected: {', '.join(failed)}. See above.")
    has_notebooks = any(is_notebook_name(file.path.name) for file in files)
    if not with_notebook and (submissions or not has_notebooks):
        raise CourseError(f"no notebook is in {_archive(self)}/: put the zip of submissions there.")


def _archive(app: Any) -> str:
    """Return the folder that contains the download."""
    return app._format_collect_path(app.archive_directory)


def _by_student(files: Iterable[DownloadedFile]) -> dict[str, list[DownloadedFile]]:
    found = defaultdict(list)
    for file in files:
        found[file.student].append(file)
    return found


def _read_files(app: Any, released: ReleasedNotebooks) -> Iterable[DownloadedFile]:
    """Yield the unpacked files with everything that their names say.

    Raises:
        CourseError: There are none.
    """
    extracted = Path(app._format_collect_path(app.extracted_directory))
    paths = sorted(path for path in extracted.rglob("*") if path.is_file())
    if not paths:
        problem = "the download can't be read" if _failures(app) else "there are no files"
        again = "download it again, and " if _failures(app) else ""
        raise CourseError(
            f"nothing to collect: {problem}; {again}put the zip of submissions into "
            f"{_archive(app)}/"
        )
    collector = app.collector_plugin_inst
    roster = [] if collector.named_regexp else read_roster(app.coursedir)
    for path in paths:
        lms_name, known_by, time = None, KnownBy.NOTHING, None
        try:
            if collector.named_regexp:
                info = defaultdict(str, collector.collect(str(path)) or {})
                student, file, time = info["student_id"], info["file_id"], info["timestamp"]
                if not (student and file):
                    raise FileRejected("its name contains no student or no file")
            else:
                parts = path.relative_to(extracted).parts
                student, file, lms_name, known_by = read_path(path, parts, roster)
            check_student(student := nfc(student))
            place = PurePath(checked_path(nfc(file))).with_suffix(path.suffix)
            is_other = is_notebook_name(place.name) and str(place) not in released.names
            if app.strict and is_other:
                raise FileRejected("the assignment has no notebook of this name")
            yield DownloadedFile(path, student, place, time_in_name(time), lms_name, known_by)
        except FileRejected as why:
            yield DownloadedFile(path, "", PurePath(), left_out=str(why))


def _choose_files(files: list[DownloadedFile]) -> bool:
    """Mark the files of a student that don't count as left out.

    One file counts for each place: the latest.

    Returns:
        Whether it is known which person is the student. If not, no file counts.
    """
    student = files[0].student
    places: set[PurePath] = set()
    folders: set[PurePath] = set()
    files = [file for file in files if not file.left_out]
    numbers = sorted({file.lms_name.number if file.lms_name else "" for file in files})
    is_known = len(numbers) <= 1
    for file in sorted(files, key=lambda file: file.time or datetime.min, reverse=True):
        if not is_known:
            file.left_out = (
                f"{' and '.join(numbers)} have the same name; find out which is {student}, and put "
                "that submission into submitted/ by hand"
            )
        elif file.place in folders or not places.isdisjoint(file.place.parents):
            file.left_out = "another file has the same place"
        elif file.place in places and file.time is None:
            file.left_out = "there is another one, and this one has no time"
        elif file.place in places:
            file.left_out = "there is a later one"
        else:
            places.add(file.place)
            folders.update(file.place.parents)
    return is_known


def _check_assignment(app: Any, released: ReleasedNotebooks, files: list[DownloadedFile]) -> None:
    """Raise CourseError if none of the notebooks in a download belongs to the assignment."""
    notebooks = sorted({str(file.place) for file in files if file.is_notebook})
    if not released.names or not notebooks or released.is_among(files):
        return
    name = app.coursedir.assignment_id
    raise CourseError(
        f"the download in {_archive(app)}/ does not belong to {name}: its notebooks are called "
        f"{', '.join(notebooks[:MAX_SHOWN])}. Put the download of {name} there, and run "
        f"`nbgrader zip_collect {name} --force`."
    )


def _store_submission(
    app: Any, released: ReleasedNotebooks, student: str, submission: list[DownloadedFile]
) -> str:
    """Replace a student's submission in submitted/ with the downloaded one, unless it is to stay.

    Args:
        app: The run of the command.
        released: The notebooks of the assignment.
        student: The student's id.
        submission: The downloaded files.

    Returns:
        The reason why the submission in submitted/ is kept; "" if it was replaced.

    Raises:
        OSError: A file can't be read or written.
    """
    place = folder_of(app.coursedir, app.coursedir.submitted_directory, student)
    folder, stored, notebooks, timestamp = Folder(place, untrusted_parts=2), [], {}, ""
    with suppress(FileNotFoundError):
        stored = [name for name, _ in folder.entries()]
    for name in stored:
        with suppress(FileRejected):
            if is_notebook_name(name):
                notebooks[name] = digest_of_bytes(folder.read(name, MAX_FILE))
            elif name == TIMESTAMP:
                content = folder.read(name, MAX_TIMESTAMP)
                with suppress(ValueError):
                    timestamp = content.decode(errors="replace")
                    timestamp = timestamp_text(content)
    if app.force and released.names & notebooks.keys() and not released.is_among(submission):
        others = ", ".join(str(file.place) for file in submission)
        return _KEPT_NO_NOTEBOOK.format(app.coursedir.assignment_id, others)
    time = max((file.time for file in submission if file.time), default=None)
    stored_time = None
    with suppress(ValueError):
        stored_time = read_timestamp(place)[0]
    if time and stored_time and time < stored_time:
        return _KEPT_LATER
    if time is None and SECRET in stored:
        return _KEPT_EXCHANGE
    if stored and not app.force:
        return _KEPT
    removed = {name for name, _ in folder.files()} if stored else set()
    removed -= {TIMESTAMP, SECRET, *(str(file.place) for file in submission)}
    at_top = [file for file in submission if file.is_notebook and len(file.place.parts) == 1]
    digests = {str(file.place): digest_of_bytes(file.path.read_bytes()) for file in at_top}
    # Without a new time, the stored one stays right only if the notebooks are the same.
    kept_timestamp = timestamp if digests == notebooks else ""
    new_timestamp = time.isoformat(" ") if time else kept_timestamp
    contents = ((str(file.place), file.path.read_bytes()) for file in submission)
    timestamp_file = [(TIMESTAMP, new_timestamp.encode())] if new_timestamp else []
    put_submission(chain(contents, timestamp_file), place, app.coursedir)
    if removed:
        shown = listed([*map(quoted_name, sorted(removed))], MAX_REMOVED)
        app.log.warning(_REMOVED, student, place, shown)
    if timestamp and not new_timestamp:
        app.log.warning(_TIMESTAMP_REMOVED, student, timestamp.strip(), place)
    elif not new_timestamp and any(file.lms_name and file.lms_name.late for file in submission):
        app.log.warning(_LATE, student, place)
    return ""
