"""`nbgrader zip_collect`, within bounds: what one student's archive or file is, others don't feel.

A download is unpacked and becomes a table with a row for each file: whose it is and where it goes,
or why it is left out. What counts of a student's rows is put into submitted/ as a whole.
nbgrader_config.py sets `Extractor` as a plugin; `clear` and `collect` are put in the place of
nbgrader's (see `term.nbgrader_doors`).
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
    BY_NUMBER,
    SECRET,
    Named,
    check_student,
    nfc,
    note_names,
    read_path,
    read_roster,
)
from .times import MAX_TIMESTAMP, TIMESTAMP, read_timestamp, time_of, timestamp_text

_STAMP_REMOVED = (
    "%s handed in another notebook: the timestamp.txt of the earlier one (%s) was removed; write "
    "when this one came into %s/timestamp.txt"
)
_LATE = (
    "%s: late, says Canvas, but not how late: write when it was submitted into %s/timestamp.txt, "
    "or it counts as in time"
)
_GONE = "%s: removed from %s, for the new download has no file of this name: %s"
_KEPT = "there already, and kept as it is; with --force, what was downloaded takes its place"
_KEPT_LATER = "there already, and kept: what was downloaded is older"
_KEPT_EXCHANGE = (
    "collected from the exchange before, and kept, for the download says no time: where it is the "
    "later one, remove the student's folder in submitted/, and run this again with --force"
)
MAX_SHOWN = 5  # names of notebooks, and reasons
MAX_GONE = 20  # names of files
MAX_FILES = 10**6  # and folders, of a download


class Extractor(ExtractorPlugin):
    """Unpacks a download. nbgrader's unpacks whatever there is, as large as it is and wherever it
    says, and ends at the first archive that can't be read."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        if not self.parent.collector_plugin_inst.named_regexp:
            read_roster(self.parent.coursedir)  # which says what is wrong, before all else
        room, top = UnpackBudget(), Path(archive_path)
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
            for skipped in unpack_submissions(file, folder_for(Path(extracted_path, name)), room):
                self.log.error("%s: %s was left out: %s", shown, *skipped)
                if isinstance(skipped, UnreadableFile):
                    _failed_of(self.parent).append(skipped.name)


_failed: WeakKeyDictionary[Any, list[str]] = WeakKeyDictionary()  # by the run of a command


def _failed_of(app: Any) -> list[str]:
    """The names of all that could not be read or collected in a run, so far."""
    return _failed.setdefault(app, [])


@dataclass
class DownloadedFile:
    """A file that was unpacked: whose it is, where it goes, when it was handed in, by its name.

    named: what a platform says of it; None where none was asked. known: by what the roster knows
    the student; "" if it doesn't. why: it is left out; "" where it counts.
    """

    path: Path
    student: str
    place: PurePath
    time: datetime | None = None
    named: Named | None = None
    known: str = ""
    why: str = ""

    @property
    def is_notebook(self) -> bool:
        return is_notebook_name(self.place.name)


class Released:
    """The notebooks of an assignment, by name, and the cells for answers in them."""

    def __init__(self, coursedir: Any) -> None:
        paths = [*folder_of(coursedir, coursedir.release_directory, ".").glob("*.ipynb")]
        cells = [cell for path in paths for cell in nbformat.read(path, as_version=4).cells]
        marked = [cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata]
        self.names = {path.name for path in paths}
        self.ids = [f'"{each.grade_id}"'.encode() for each in marked if each.solution]

    def has(self, rows: Iterable[DownloadedFile]) -> bool:
        """True where a notebook among them is of this assignment: by its name or by an answer."""
        if any(str(row.place) in self.names for row in rows):
            return True
        texts = (row.path.read_bytes() for row in rows if row.is_notebook)
        return any(name in text for text in texts for name in self.ids)


def clear(self: Any, path: str) -> None:
    """ZipCollectApp._clear_existing_files: nbgrader's says that --force clears files, which is only
    true of what was unpacked. CourseError without it."""
    if os.listdir(path) and not self.force:
        raise CourseError(
            f"{path} has what was unpacked the last time: run `nbgrader zip_collect "
            f"{self.coursedir.assignment_id} --force`, which unpacks what is in "
            f"{_archive(self)}/ now. In submitted/, it replaces only what the students in this "
            "download have."
        )
    guard.original_of(clear)(self, path)


def collect(self: Any) -> None:
    """ZipCollectApp.process_extracted_files: nbgrader's ends the run at a name with a time that is
    none, at a second file of a student without a time, and where one student's can't be copied; it
    takes ".." for a student; what it replaces is gone, be it for a notebook of another assignment;
    and it ends as if all was well where there was nothing, or not all could be read.
    CourseError there, after the others are collected.
    """
    log, failed, released = self.log, _failed_of(self), Released(self.coursedir)
    rows = [*_rows(self, released)]
    for of_student in _by_student(rows).values():
        failed += _choose(of_student)
    for row in rows:
        if row.why:
            log.warning("%s was left out: %s", row.path, row.why)
    works = _by_student(row for row in rows if not row.why)
    _check_meant(self, released, [row for work in works.values() for row in work])
    done: dict[str, list[str]] = defaultdict(list)  # why it was kept, if it was -> students
    for student, work in works.items():
        try:
            done[_put(self, released, student, work)].append(student)
        except OSError as error:
            log.error("%s can't be collected: %s", student, error)
            failed.append(student)
    taken = done.pop("", [])
    for why, students in done.items():
        log.warning("%s: %s", why, ", ".join(students))
    to_return: dict[str, dict[str, str]] = defaultdict(dict)
    for student, work in works.items():  # the notebook, or else what there is
        first = min(work, key=lambda r: (str(r.place) not in released.names, not r.is_notebook))
        if first.named:
            to_return[first.named.platform][student] = first.named.before
    note_names(Path(self.coursedir.root), self.coursedir.assignment_id, to_return)
    kept = f"; kept as before (see above): {sum(map(len, done.values()))}" if done else ""
    log.info("collected: %s%s", several(len(taken), "student"), kept)
    for why, count in Counter(row.why for row in rows if row.why).most_common(MAX_SHOWN):
        log.warning("left out (see above): %s: %s", several(count, "file"), why)
    with_notebook = {s for s, work in works.items() if any(row.is_notebook for row in work)}
    if without := sorted({*taken} - with_notebook):
        said = "collected without a notebook, which earns nothing: %s: ask them for it"
        log.warning(said, ", ".join(without))
    if unknown := sorted(s for s, work in works.items() if work[0].named and not work[0].known):
        said = "in no roster: %s: correct the roster, or rename their folders in submitted/"
        log.warning(said, ", ".join(unknown))
    if failed:
        raise CourseError(f"not collected, or not all of it: {', '.join(failed)}. See above.")
    if not with_notebook and (works or not any(is_notebook_name(row.path.name) for row in rows)):
        raise CourseError(f"no notebook is in {_archive(self)}/: put the zip of submissions there.")


def _archive(app: Any) -> str:
    """The folder of the download."""
    return app._format_collect_path(app.archive_directory)


def _by_student(rows: Iterable[DownloadedFile]) -> dict[str, list[DownloadedFile]]:
    found = defaultdict(list)
    for row in rows:
        found[row.student].append(row)
    return found


def _rows(app: Any, released: Released) -> Iterable[DownloadedFile]:
    """The files that were unpacked, as their names have them. CourseError where there are none."""
    extracted = Path(app._format_collect_path(app.extracted_directory))
    paths = sorted(path for path in extracted.rglob("*") if path.is_file())
    if not paths:
        broken = "what is there can't be read: download it again, and "
        again = broken if _failed_of(app) else ""
        raise CourseError(
            f"nothing to collect: {again}put the zip of submissions into {_archive(app)}/"
        )
    collector = app.collector_plugin_inst
    roster = [] if collector.named_regexp else read_roster(app.coursedir)
    for path in paths:
        named, known, time = None, "", None
        try:
            if collector.named_regexp:
                info = defaultdict(str, collector.collect(str(path)) or {})
                student, file, time = info["student_id"], info["file_id"], info["timestamp"]
                if not (student and file):
                    raise FileRejected("its name says neither whose nor which file it is")
            else:
                places = path.relative_to(extracted).parts
                student, file, named, known = read_path(path, places, roster)
            check_student(student := nfc(student))
            place = PurePath(checked_path(nfc(file))).with_suffix(path.suffix)
            is_other = is_notebook_name(place.name) and str(place) not in released.names
            if app.strict and is_other:
                raise FileRejected("no notebook of the assignment is called so")
            yield DownloadedFile(path, student, place, time_of(time), named, known)
        except FileRejected as why:
            yield DownloadedFile(path, "", PurePath(), why=str(why))


def _choose(rows: list[DownloadedFile]) -> list[str]:
    """Leave out what doesn't count of all that was handed in as a student; the student, if that is
    all of it.

    One file counts for each place, the latest, and nothing of others who have the same name, who
    may be anybody: names can be changed on a platform, numbers can't. Whom the roster knows by
    number is that student.
    """
    student = rows[0].student
    places: set[PurePath] = set()
    folders: set[PurePath] = set()
    rows = [row for row in rows if not row.why]
    numbers = sorted({row.named.number if row.named else "" for row in rows})
    several_people = len(numbers) > 1
    nobody_knows = several_people and not any(row.known == BY_NUMBER for row in rows)
    for row in sorted(rows, key=lambda row: row.time or datetime.min, reverse=True):
        if nobody_knows:
            row.why = (
                f"{' and '.join(numbers)} have one name; find out who is {student}, "
                "and put that into submitted/ by hand"
            )
        elif several_people and row.known != BY_NUMBER:
            row.why = f"it has the name of {student}, and another number than the roster's"
        elif row.place in folders or not places.isdisjoint(row.place.parents):
            row.why = "another file stands in its way"
        elif row.place in places and row.time is None:
            row.why = "there is another, and no times that tell which is the later"
        elif row.place in places:
            row.why = "there is a later one"
        else:
            places.add(row.place)
            folders.update(row.place.parents)
    return [student] * nobody_knows


def _check_meant(app: Any, released: Released, rows: list[DownloadedFile]) -> None:
    """CourseError where no notebook of a download is of the assignment."""
    there = sorted({str(row.place) for row in rows if row.is_notebook})
    if not released.names or not there or released.has(rows):
        return
    name = app.coursedir.assignment_id
    raise CourseError(
        f"what is in {_archive(app)}/ is not of {name}: its notebooks are called "
        f"{', '.join(there[:MAX_SHOWN])}. Put the download of {name} there, and run "
        f"`nbgrader zip_collect {name} --force`."
    )


def _put(app: Any, released: Released, student: str, work: list[DownloadedFile]) -> str:
    """Put what was handed in in the place of what is in submitted/, or say why that stays.
    OSError."""
    place = folder_of(app.coursedir, app.coursedir.submitted_directory, student)
    folder, there, notebooks, stamp, before = Folder(place, untrusted_parts=2), [], {}, "", None
    with suppress(FileNotFoundError):
        there = [name for name, _ in folder.entries()]
    for name in there:
        with suppress(FileRejected):
            if is_notebook_name(name):
                notebooks[name] = digest_of_bytes(folder.read(name, MAX_FILE))
            elif name == TIMESTAMP:
                content = folder.read(name, MAX_TIMESTAMP)
                with suppress(ValueError):
                    stamp = content.decode(errors="replace")
                    stamp = timestamp_text(content)
    if app.force and released.names & notebooks.keys() and not released.has(work):
        only, name = ", ".join(str(row.place) for row in work), app.coursedir.assignment_id
        return (
            "there already, and kept as it is; nothing was taken from the download, which has no "
            f"notebook of {name} for them, only {only}"
        )
    time = max((row.time for row in work if row.time), default=None)
    with suppress(ValueError):
        before = read_timestamp(place)[0]
    if time and before and time < before:
        return _KEPT_LATER
    if time is None and SECRET in there:
        return _KEPT_EXCHANGE
    if there and not app.force:
        return _KEPT
    gone = {name for name, _ in folder.files()} if there else set()
    gone -= {TIMESTAMP, SECRET, *(str(row.place) for row in work)}
    ours = [row for row in work if row.is_notebook and len(row.place.parts) == 1]
    digests = {str(row.place): digest_of_bytes(row.path.read_bytes()) for row in ours}
    now = time.isoformat(" ") if time else stamp if digests == notebooks else ""
    files = ((str(row.place), row.path.read_bytes()) for row in work)
    stamped = [(TIMESTAMP, now.encode())] if now else []
    put_submission(chain(files, stamped), place, app.coursedir)
    if gone:
        app.log.warning(_GONE, student, place, listed([*map(quoted_name, sorted(gone))], MAX_GONE))
    if stamp and not now:
        app.log.warning(_STAMP_REMOVED, student, stamp.strip(), place)
    elif not now and any(row.named and row.named.late for row in work):
        app.log.warning(_LATE, student, place)
    return ""
