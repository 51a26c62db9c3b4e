"""`nbgrader zip_collect`, within bounds: what one student's archive or file is, others don't feel.

nbgrader_config.py sets `Extractor` as a plugin; `collect` is put in the place of nbgrader's (see
`term.nbgrader_doors`).
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import ExtractorPlugin

from ..course import CourseError
from ..digests import digest_of_bytes
from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import Broken, Folder, LeftOut, Read, checked_path
from ..wording import names as listed
from ..wording import several
from .archives import Room, folder_for, is_archive, unpack
from .folders import put_files, put_submission
from .lms_names import (
    BY_NUMBER,
    SECRET,
    LmsCollector,
    Named,
    check_student,
    nfc,
    time_of,
)
from .times import MAX_TIMESTAMP, TIMESTAMP, read_time
from .way_back import note_names

_LEFT_OUT = "%s: %s was left out: %s"
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
        collector = self.parent.collector_plugin_inst
        if isinstance(collector, LmsCollector) and not collector.named_regexp:
            collector.roster  # noqa: B018 - before anything is unpacked
        room, top = Room(), Path(archive_path)
        for name, read in Folder(top).files(MAX_FILES):
            file, shown, into = top / name, quoted_name(name), Path(extracted_path, name)
            try:
                if not name.isprintable():
                    raise LeftOut("its name can't be used")
                if not is_archive(file):
                    content = read(MAX_FILE)
                    self.log.info("Copying from: %s", shown)
                    put_files([(name, content)], Path(extracted_path))
                    continue
                if file.is_symlink() or not file.is_file():
                    raise LeftOut("not an ordinary file")
            except LeftOut as why:
                self.log.error(_LEFT_OUT, quoted_name(archive_path), shown, why)
                continue
            self.log.info("Extracting from: %s", shown)
            own = quoted_name(file.name)
            for skipped in unpack(file, folder_for(into), room):
                what = "it" if skipped.name == own else skipped.name
                self.log.error(_LEFT_OUT, shown, what, skipped.why)
                if isinstance(skipped, Broken):
                    _failed_of(self.parent).append(skipped.name)
                elif skipped.name in (own, f"the rest of {own}"):
                    _failed_of(self.parent).append(shown)


def _failed_of(app: Any) -> list[str]:
    """What of a run could not be read or collected, so far."""
    return app.__dict__.setdefault("_examiner_failed", [])


class Handed(NamedTuple):
    """A file that was unpacked, how it is read, and what its name says: whose it is, where it goes,
    when it was handed in.

    named: what a platform says of it; None where none was asked. known: by what the roster knows
    the student; "" if it doesn't.
    """

    path: Path
    read: Read
    student: str
    place: PurePath
    time: datetime | None
    named: Named | None
    known: str

    @property
    def number(self) -> str:
        return self.named.number if self.named else ""


@dataclass
class Work:
    """What a student handed in: files by where they go, and when, if their names say so."""

    files: dict[PurePath, Handed] = field(default_factory=dict)
    time: datetime | None = None

    def add(self, file: Handed) -> None:
        """LeftOut where something else is there, unless this is the later one."""
        place, time = file.place, file.time
        folders = {parent for other in self.files for parent in other.parents}
        if place in folders or not self.files.keys().isdisjoint(place.parents):
            raise LeftOut("another file stands in its way")
        if place in self.files and (time is None or self.time is None):
            raise LeftOut("there is another, and no times that tell which is the later")
        if place in self.files and time < self.time:
            raise LeftOut("there is a later one")
        self.files[place] = file
        if time is not None:
            self.time = max(time, self.time or time)

    @property
    def has_notebook(self) -> bool:
        return any(place.suffix == ".ipynb" for place in self.files)

    def to_return(self, names: set[str]) -> Named | None:
        """What the platform calls the notebook, or else what there is. names: as below."""
        first = sorted(self.files, key=lambda p: (str(p) not in names, p.suffix != ".ipynb", p))
        return self.files[first[0]].named if first else None

    def is_meant(self, names: set[str], ids: set[str]) -> bool:
        """Whether a notebook in it is of this assignment: by its name or by an answer.

        names, ids: of the assignment's notebooks, and of the cells for answers in them.
        """
        if not names.isdisjoint(map(str, self.files)):
            return True
        for file in self.files.values():
            with suppress(LeftOut):  # as will be said where it is to be copied
                text = file.read(MAX_FILE) if file.path.suffix == ".ipynb" else b""
                if any(f'"{name}"'.encode() in text for name in ids):
                    return True
        return False


def collect(self: Any) -> None:
    """ZipCollectApp.process_extracted_files: nbgrader's ends the run at a name with a time that is
    none, at a second file of a student without a time, and where one student's can't be copied; it
    takes ".." for a student; what it replaces is gone, be it for a notebook of another assignment;
    and it ends as if all was well where there was nothing, or not all could be read.
    CourseError there, after the others are collected.
    """
    extracted = Path(self._format_collect_path(self.extracted_directory))
    there = Folder(extracted).files(MAX_FILES) if extracted.is_dir() else ()
    files = {extracted / name: read for name, read in there}
    if not files:
        archive = self._format_collect_path(self.archive_directory)
        again = "what is there can't be read: download it again, and " * bool(_failed_of(self))
        raise CourseError(f"nothing to collect: {again}put the zip of submissions into {archive}/")
    names, ids = _released(self.coursedir)
    handed: dict[str, list[Handed]] = defaultdict(list)
    works: dict[str, Work] = defaultdict(Work)
    left_out: dict[Path, str] = {}
    for path, read in files.items():
        try:
            file = _read_name(self, path, read, names)
            handed[file.student].append(file)
        except LeftOut as why:
            left_out[path] = str(why)
    for student, of_student in handed.items():
        for file in of_student:
            try:
                _check_alone(file, of_student)
                works[student].add(file)
            except LeftOut as why:
                left_out[file.path] = str(why)
                if isinstance(why, _Contested) and student not in _failed_of(self):
                    _failed_of(self).append(student)
    for file, why in left_out.items():
        self.log.warning("%s was left out: %s", file, why)
    _check_meant(self, works.values(), names, ids)
    taken = _transfer(self, works, names, ids)
    to_return: dict[str, dict[str, str]] = defaultdict(dict)
    for student, work in works.items():
        if named := work.to_return(names):
            to_return[named.platform][student] = named.before
    note_names(Path(self.coursedir.root), self.coursedir.assignment_id, to_return)
    self.log.info("collected: %s", several(len(taken), "student"))
    for why, count in Counter(left_out.values()).most_common(MAX_SHOWN):
        self.log.warning("left out (see above): %s: %s", several(count, "file"), why)
    if without := sorted(s for s in taken if not works[s].has_notebook):
        said = "collected without a notebook, which earns nothing: %s: ask them for it"
        self.log.warning(said, listed(without, MAX_NAMES))
    if unknown := sorted(s for s in works if any(f.named and not f.known for f in handed[s])):
        said = "in no roster: %s: correct the roster, or rename their folders in submitted/"
        self.log.warning(said, listed(unknown, MAX_NAMES))
    if failed := _failed_of(self):
        raise CourseError(f"not collected, or not all of it: {', '.join(failed)}. See above.")
    if works and not any(work.has_notebook for work in works.values()):
        archive = self._format_collect_path(self.archive_directory)
        raise CourseError(f"no notebook is in {archive}/: put the right download there.")


class _Contested(LeftOut):
    """Several people hand in under one name."""


def _check_alone(file: Handed, of_student: Iterable[Handed]) -> None:
    """LeftOut where others hand in under the name of the same student, who may be anybody: names
    can be changed on a platform, numbers can't. Whom the roster knows by number is that student.

    of_student: all that is handed in as this student.
    """
    numbers = sorted({each.number for each in of_student})
    if len(numbers) == 1 or file.known == BY_NUMBER:
        return
    if any(each.known == BY_NUMBER for each in of_student):
        raise LeftOut(f"it has the name of {file.student}, and another number than the roster's")
    raise _Contested(
        f"{' and '.join(numbers)} have one name; find out who is {file.student}, "
        "and put that into submitted/ by hand"
    )


def _read_name(app: Any, path: Path, read: Read, names: set[str]) -> Handed:
    """A file with what its name says. LeftOut where it doesn't say whose it is."""
    info = app.collector_plugin_inst.collect(str(path)) or {}
    student, name = info.get("student_id"), info.get("file_id")
    if not isinstance(student, str) or not isinstance(name, str):
        raise LeftOut("its name says neither whose nor which file it is")
    student, name = nfc(student), nfc(name)
    checked_path(name)
    check_student(student)
    place = PurePath(os.path.splitext(name)[0] + path.suffix)
    if app.strict and place.suffix == ".ipynb" and str(place) not in names:
        raise LeftOut("no notebook of the assignment is called so")
    time = time_of(info.get("timestamp"))
    return Handed(path, read, student, place, time, info.get("named"), info.get("known", ""))


def _check_meant(app: Any, works: Iterable[Work], names: set[str], ids: set[str]) -> None:
    """CourseError where no notebook of a download is of the assignment."""
    works = list(works)
    there = sorted({str(p) for work in works for p in work.files if p.suffix == ".ipynb"})
    if not names or not there or any(work.is_meant(names, ids) for work in works):
        return
    name = app.coursedir.assignment_id
    released = Path(_folder(app.coursedir, "release_directory", ".")).parent.glob("*")
    others = [p.name for p in sorted(released) if any((p / n).is_file() for n in there)]
    whose = f", as of {' and '.join(others)}" if others else ""
    archive = app._format_collect_path(app.archive_directory)
    raise CourseError(
        f"what is in {archive}/ is not of {name}: its notebooks are called "
        f"{', '.join(there[:MAX_SHOWN])}{whose}. Put the download of {name} there, and run "
        f"`nbgrader zip_collect {name} --force`."
    )


def _transfer(app: Any, works: Mapping[str, Work], names: set[str], ids: set[str]) -> list[str]:
    """The students of whom what was handed in was put into submitted/, where it may take the place
    of what is there."""
    kept: dict[str, list[str]] = defaultdict(list)
    taken = []
    for student, work in works.items():
        place = Path(_folder(app.coursedir, "submitted_directory", student))
        try:
            if app.force and names & _notebooks(place).keys() and not work.is_meant(names, ids):
                now = ", ".join(map(str, work.files))
                said = "%s: %s was kept; not of this assignment: %s"
                app.log.error(said, student, place, now)
            elif why := _why_kept(place, work.time, force=app.force):
                kept[why].append(student)
            else:
                _replace(app, student, place, work)
                taken.append(student)
        except (OSError, LeftOut) as error:
            app.log.error("%s can't be collected: %s", student, error)
            _failed_of(app).append(student)
    for why, students in kept.items():
        app.log.warning("%s: %s", why, ", ".join(students))
    return taken


def _replace(app: Any, student: str, place: Path, work: Work) -> None:
    """Write what was handed in, and when, in place of what is there. OSError, LeftOut."""
    before, stamp = _notebooks(place), _timestamp(place)

    def files() -> Iterator[tuple[str, bytes]]:
        now = {}
        for name, file in work.files.items():
            content = file.read(MAX_FILE)
            if name.suffix == ".ipynb" and len(name.parts) == 1:
                now[str(name)] = digest_of_bytes(content)
            yield str(name), content
        if work.time is not None:
            yield TIMESTAMP, work.time.isoformat(" ").encode()
        elif stamp and now == before:
            yield TIMESTAMP, stamp

    put_submission(files(), place, app.coursedir)
    if _timestamp(place):
        return
    if stamp:
        app.log.warning(_STAMP_REMOVED, student, stamp.decode(errors="replace").strip(), place)
    elif any(file.named and file.named.late for file in work.files.values()):
        app.log.warning(_LATE, student, place)


def _why_kept(place: Path, time: datetime | None, *, force: bool) -> str:
    """Why what is in submitted/ is not replaced by what was downloaded; "" where it may be.

    time: of what was downloaded, if the download says so.
    """
    if not place.is_dir() or not Folder(place, own=2).entries():
        return ""
    stamp = _timestamp(place).decode(errors="replace")
    try:
        before = read_time(stamp) if stamp else None
    except ValueError:
        before = None
    if time and before and time < before:
        return _KEPT_LATER
    if time is None and (place / SECRET).is_file():
        return _KEPT_EXCHANGE
    return "" if force else _KEPT


def _folder(coursedir: CourseDirectory, step: str, student: str) -> str:
    return coursedir.format_path(getattr(coursedir, step), student, coursedir.assignment_id)


def _released(coursedir: CourseDirectory) -> tuple[set[str], set[str]]:
    """What an assignment's notebooks are called, and the cells for answers in them."""
    paths = list(Path(_folder(coursedir, "release_directory", ".")).glob("*.ipynb"))
    cells = [cell for path in paths for cell in nbformat.read(path, as_version=4).cells]
    marked = [cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata]
    return {path.name for path in paths}, {each.grade_id for each in marked if each.solution}


def _notebooks(folder: Path) -> dict[str, str]:
    """Digests of the notebooks in a submission; none where there is no submission."""
    found, there = Folder(folder, own=2), {}
    with suppress(FileNotFoundError):
        for name, is_folder in found.entries():
            if name.endswith(".ipynb") and not is_folder:
                with suppress(LeftOut):
                    there[name] = digest_of_bytes(found.read(name, MAX_FILE))
    return there


def _timestamp(folder: Path) -> bytes:
    try:
        return Folder(folder, own=2).read(TIMESTAMP, MAX_TIMESTAMP)
    except LeftOut:
        return b""
