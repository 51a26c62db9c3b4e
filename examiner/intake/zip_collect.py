"""`nbgrader zip_collect`, within bounds: what one student's archive or file is, others don't feel.

nbgrader_config.py sets `Extractor` as a plugin; `collect` is put in the place of nbgrader's (see
`term.nbgrader_doors`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import nbformat
from nbgrader.plugins import ExtractorPlugin

from ..course import CourseError
from ..digests import digest_of_bytes
from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import Broken, Folder, LeftOut, checked_path
from ..wording import names as listed
from ..wording import several
from .archives import Room, folder_for, is_archive, unpack_submissions
from .folders import put_files, put_submission
from .lms_names import (
    BY_NUMBER,
    SECRET,
    Named,
    check_student,
    nfc,
    note_names,
    read_path,
    read_roster,
    time_of,
)
from .times import MAX_TIMESTAMP, TIMESTAMP, read_time

_STAMP_REMOVED = (
    "%s handed in another notebook: the timestamp.txt of the earlier one (%s) was removed; write "
    "when this one came into %s/timestamp.txt"
)
_LATE = (
    "%s: late, says Canvas, but not how late: write when it was submitted into %s/timestamp.txt, "
    "or it counts as in time"
)
_KEPT = "there already, and kept as it is; with --force, what was downloaded takes its place"
_KEPT_LATER = "there already, and kept: what was downloaded is older"
_KEPT_EXCHANGE = (
    "collected from the exchange before, and kept, for the download says no time: where it is the "
    "later one, remove the student's folder in submitted/, and run this again with --force"
)
MAX_SHOWN = 5  # names of notebooks, and reasons
MAX_NAMES = 20  # of students
MAX_FILES = 10**6  # and folders, of a download


class Extractor(ExtractorPlugin):
    """Unpacks a download. nbgrader's unpacks whatever there is, as large as it is and wherever it
    says, and ends at the first archive that can't be read."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        if not self.parent.collector_plugin_inst.named_regexp:
            read_roster(self.parent.coursedir)  # which says what is wrong, before all else
        room, top = Room(), Path(archive_path)
        for name, read in Folder(top).files(MAX_FILES):
            file, shown = top / name, quoted_name(name)
            try:
                if not name.isprintable():
                    raise LeftOut("its name can't be used")
                if not is_archive(file):
                    put_files([(name, read(MAX_FILE))], Path(extracted_path))
                    continue
                if file.is_symlink() or not file.is_file():
                    raise LeftOut("not an ordinary file")
            except LeftOut as why:
                self.log.error("%s: %s was left out: %s", quoted_name(archive_path), shown, why)
                continue
            self.log.info("Extracting from: %s", shown)
            for skipped in unpack_submissions(file, folder_for(Path(extracted_path, name)), room):
                self.log.error("%s: %s was left out: %s", shown, *skipped)
                if isinstance(skipped, Broken):
                    _failed_of(self.parent).append(skipped.name)


def _failed_of(app: Any) -> list[str]:
    """What of a run could not be read or collected, so far."""
    return app.__dict__.setdefault("_examiner_failed", [])


class Handed(NamedTuple):
    """A file that was unpacked, and what its name says: whose it is, where it goes, when it was
    handed in.

    named: what a platform says of it; None where none was asked. known: by what the roster knows
    the student; "" if it doesn't.
    """

    path: Path
    student: str
    place: PurePath
    time: datetime | None
    named: Named | None
    known: str

    @property
    def is_notebook(self) -> bool:
        return self.place.suffix == ".ipynb"


Work = list[Handed]  # what a student handed in


def collect(self: Any) -> None:
    """ZipCollectApp.process_extracted_files: nbgrader's ends the run at a name with a time that is
    none, at a second file of a student without a time, and where one student's can't be copied; it
    takes ".." for a student; what it replaces is gone, be it for a notebook of another assignment;
    and it ends as if all was well where there was nothing, or not all could be read.
    CourseError there, after the others are collected.
    """
    _Collecting(self).run()


class _Collecting:
    """A run of zip_collect: names, ids of an assignment's notebooks and of the cells for answers
    in them; left_out: file -> why; failed: what could not be read or collected."""

    def __init__(self, app: Any) -> None:
        self.app, self.log, self.coursedir = app, app.log, app.coursedir
        self.archive = app._format_collect_path(app.archive_directory)
        paths = [*self._folder("release_directory", ".").glob("*.ipynb")]
        cells = [cell for path in paths for cell in nbformat.read(path, as_version=4).cells]
        marked = [cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata]
        self.names = {path.name for path in paths}
        self.ids = {each.grade_id for each in marked if each.solution}
        self.left_out: dict[Path, str] = {}
        self.failed = _failed_of(app)

    def _folder(self, step: str, student: str) -> Path:
        return Path(
            self.coursedir.format_path(
                getattr(self.coursedir, step), student, self.coursedir.assignment_id
            )
        )

    def run(self) -> None:
        handed = self._read_names()
        works = {student: self._sorted_out(files) for student, files in handed.items()}
        works = {student: work for student, work in works.items() if work}
        for file, why in self.left_out.items():
            self.log.warning("%s was left out: %s", file, why)
        self._check_meant([file for work in works.values() for file in work])
        taken = self._transfer(works)
        to_return: dict[str, dict[str, str]] = defaultdict(dict)
        for student, work in works.items():  # the notebook, or else what there is
            first = min(work, key=lambda f: (str(f.place) not in self.names, not f.is_notebook))
            if first.named:
                to_return[first.named.platform][student] = first.named.before
        note_names(Path(self.coursedir.root), self.coursedir.assignment_id, to_return)
        self.log.info("collected: %s", several(len(taken), "student"))
        for why, count in Counter(self.left_out.values()).most_common(MAX_SHOWN):
            self.log.warning("left out (see above): %s: %s", several(count, "file"), why)
        with_notebook = {s for s, work in works.items() if any(f.is_notebook for f in work)}
        if without := sorted({*taken} - with_notebook):
            said = "collected without a notebook, which earns nothing: %s: ask them for it"
            self.log.warning(said, listed(without, MAX_NAMES))
        if unknown := sorted(s for s in works if any(f.named and not f.known for f in handed[s])):
            said = "in no roster: %s: correct the roster, or rename their folders in submitted/"
            self.log.warning(said, listed(unknown, MAX_NAMES))
        if self.failed:
            raise CourseError(
                f"not collected, or not all of it: {', '.join(self.failed)}. See above."
            )
        if works and not with_notebook:
            raise CourseError(f"no notebook is in {self.archive}/: put the right download there.")

    def _read_names(self) -> dict[str, Work]:
        """Student -> the files of whom their names say that they are. CourseError where there are
        no files."""
        extracted = Path(self.app._format_collect_path(self.app.extracted_directory))
        paths = sorted(path for path in extracted.rglob("*") if path.is_file())
        if not paths:
            again = "what is there can't be read: download it again, and " * bool(self.failed)
            raise CourseError(
                f"nothing to collect: {again}put the zip of submissions into {self.archive}/"
            )
        handed, collector = defaultdict(list), self.app.collector_plugin_inst
        roster = [] if collector.named_regexp else read_roster(self.coursedir)
        for path in paths:
            named, known, time = None, "", None
            try:
                if collector.named_regexp:
                    info = defaultdict(str, collector.collect(str(path)) or {})
                    student, file, time = info["student_id"], info["file_id"], info["timestamp"]
                    if not (student and file):
                        raise LeftOut("its name says neither whose nor which file it is")
                else:
                    places = path.relative_to(extracted).parts
                    student, file, named, known = read_path(path, places, roster)
                check_student(student := nfc(student))
                place = PurePath(checked_path(nfc(file))).with_suffix(path.suffix)
                if self.app.strict and path.suffix == ".ipynb" and str(place) not in self.names:
                    raise LeftOut("no notebook of the assignment is called so")
                when = time_of(time)
            except LeftOut as why:
                self.left_out[path] = str(why)
                continue
            handed[student].append(Handed(path, student, place, when, named, known))
        return handed

    def _sorted_out(self, files: Work) -> Work:
        """What counts of all that was handed in as a student: one file for each place, the latest,
        and nothing of others who have the same name, who may be anybody: names can be changed on a
        platform, numbers can't. Whom the roster knows by number is that student."""
        student, work, folders = files[0].student, {}, set()
        numbers = sorted({file.named.number if file.named else "" for file in files})
        by_number = any(file.known == BY_NUMBER for file in files)
        for file in sorted(files, key=lambda f: f.time or datetime.min, reverse=True):
            place = file.place
            if len(numbers) > 1 and not by_number:
                why = (
                    f"{' and '.join(numbers)} have one name; find out who is {student}, "
                    "and put that into submitted/ by hand"
                )
                if student not in self.failed:
                    self.failed.append(student)
            elif len(numbers) > 1 and file.known != BY_NUMBER:
                why = f"it has the name of {student}, and another number than the roster's"
            elif place in folders or not work.keys().isdisjoint(place.parents):
                why = "another file stands in its way"
            elif place in work and file.time is None:
                why = "there is another, and no times that tell which is the later"
            elif place in work:
                why = "there is a later one"
            else:
                work[place] = file
                folders.update(place.parents)
                continue
            self.left_out[file.path] = why
        return [*work.values()]

    def _is_meant(self, work: Work) -> bool:
        """Whether a notebook in it is of this assignment: by its name or by an answer."""
        if any(str(file.place) in self.names for file in work):
            return True
        for file in work:
            text = file.path.read_bytes() if file.is_notebook else b""
            if any(f'"{name}"'.encode() in text for name in self.ids):
                return True
        return False

    def _check_meant(self, files: Work) -> None:
        """CourseError where no notebook of a download is of the assignment."""
        there = sorted({str(file.place) for file in files if file.is_notebook})
        if not self.names or not there or self._is_meant(files):
            return
        name = self.coursedir.assignment_id
        released = sorted(self._folder("release_directory", ".").parent.glob("*"))
        others = [p.name for p in released if any((p / n).is_file() for n in there)]
        whose = f", as of {' and '.join(others)}" if others else ""
        raise CourseError(
            f"what is in {self.archive}/ is not of {name}: its notebooks are called "
            f"{', '.join(there[:MAX_SHOWN])}{whose}. Put the download of {name} there, and run "
            f"`nbgrader zip_collect {name} --force`."
        )

    def _transfer(self, works: dict[str, Work]) -> list[str]:
        """The students of whom what was handed in was put into submitted/, where it may take the
        place of what is there."""
        kept: dict[str, list[str]] = defaultdict(list)
        taken = []
        for student, work in works.items():
            place = self._folder("submitted_directory", student)
            try:
                why = self._replace(student, place, work)
                (kept[why] if why else taken).append(student)
            except OSError as error:
                self.log.error("%s can't be collected: %s", student, error)
                self.failed.append(student)
        for why, students in kept.items():
            self.log.warning("%s: %s", why, ", ".join(students))
        return taken

    def _replace(self, student: str, place: Path, work: Work) -> str:
        """Put what was handed in in place of what is there, or say why not. OSError."""
        there, notebooks, stamp = _there(place)
        if self.app.force and self.names & notebooks.keys() and not self._is_meant(work):
            now = ", ".join(str(file.place) for file in work)
            return f"{place} was kept; not of this assignment: {now}"
        time, before = max((f.time for f in work if f.time), default=None), None
        with suppress(ValueError):
            before = read_time(stamp) if stamp else None
        if time and before and time < before:
            return _KEPT_LATER
        if time is None and SECRET in there:
            return _KEPT_EXCHANGE
        if there and not self.app.force:
            return _KEPT
        ours = [file for file in work if file.is_notebook and len(file.place.parts) == 1]
        digests = {str(file.place): digest_of_bytes(file.path.read_bytes()) for file in ours}
        now = time.isoformat(" ") if time else stamp if digests == notebooks else ""
        files = ((str(file.place), file.path.read_bytes()) for file in work)
        stamped = [(TIMESTAMP, now.encode())] if now else []
        put_submission(chain(files, stamped), place, self.coursedir)
        if stamp and not now:
            self.log.warning(_STAMP_REMOVED, student, stamp.strip(), place)
        elif not now and any(file.named and file.named.late for file in work):
            self.log.warning(_LATE, student, place)
        return ""


def _there(place: Path) -> tuple[set[str], dict[str, str], str]:
    """What is in submitted/ of a student: names, digests of notebooks, and the timestamp.txt."""
    folder, notebooks, stamp = Folder(place, own=2), {}, b""
    try:
        entries = folder.entries()
    except FileNotFoundError:
        return set(), {}, ""
    for name, is_folder in entries:
        with suppress(LeftOut):
            if name.endswith(".ipynb") and not is_folder:
                notebooks[name] = digest_of_bytes(folder.read(name, MAX_FILE))
            elif name == TIMESTAMP:
                stamp = folder.read(name, MAX_TIMESTAMP)
    return {name for name, _ in entries}, notebooks, stamp.decode(errors="replace")
