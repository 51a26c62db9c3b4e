"""`nbgrader zip_collect`, within bounds: what one student's archive or file is, others don't feel.

nbgrader_config.py sets `Extractor` as a plugin; `collect` is put in the place of nbgrader's (see
`term.nbgrader_doors`).
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePath
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import ExtractorPlugin

from ..course import CourseError
from ..grading.submission import MAX_FILE
from ..quoting import quoted_name
from ..student.files import LeftOut, checked_path
from .archives import Room, folder_for, is_archive, unpack
from .lms_names import SECRET, LmsCollector, check_student, is_late, time_of
from .times import TIMESTAMP, read_time

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
MAX_SHOWN = 5  # names of notebooks


class Extractor(ExtractorPlugin):
    """Unpacks a download. nbgrader's unpacks whatever there is, as large as it is and wherever it
    says, and ends at the first archive that can't be read."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        if isinstance(self.parent.collector_plugin_inst, LmsCollector):
            self.parent.collector_plugin_inst.check()
        room = Room()
        for top, folders, names in os.walk(archive_path):
            folders.sort()
            into = Path(extracted_path) / os.path.relpath(top, archive_path)
            into.mkdir(parents=True, exist_ok=True)
            for name in sorted(names):
                file, shown = Path(top) / name, quoted_name(name)
                if why := _why_not_read(file):
                    self.log.error(_LEFT_OUT, quoted_name(top), shown, why)
                elif is_archive(file):
                    self.log.info("Extracting from: %s", shown)
                    for skipped in unpack(file, folder_for(into / name), room):
                        self.log.error(_LEFT_OUT, shown, *skipped)
                        if skipped.name in (shown, f"the rest of {shown}"):
                            _failed_of(self.parent).append(shown)
                else:
                    self.log.info("Copying from: %s", shown)
                    shutil.copy(file, into / name)


def _why_not_read(file: Path) -> str:
    """Why a file that was downloaded isn't looked at; "" if it is."""
    if file.is_symlink() or not file.is_file():
        return "no ordinary file"
    if not file.name.isprintable():
        return "its name can't be used"
    if not is_archive(file) and file.stat().st_size > MAX_FILE:
        return f"it has more than {MAX_FILE // 2**20} MiB"
    return ""


def _failed_of(app: Any) -> list[str]:
    """What of a run could not be read or collected, so far."""
    return app.__dict__.setdefault("_examiner_failed", [])


@dataclass
class Work:
    """What a student handed in: files by where they go, and when, if their names say so."""

    files: dict[PurePath, Path] = field(default_factory=dict)
    time: datetime | None = None

    def add(self, place: PurePath, file: Path, time: datetime | None) -> None:
        """LeftOut where something else is there, unless this is the later one."""
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

    def is_meant(self, names: set[str], ids: set[str]) -> bool:
        """Whether a notebook in it is of this assignment: by its name or by an answer.

        names, ids: of the assignment's notebooks, and of the cells for answers in them.
        """
        texts = (file.read_bytes() for file in self.files.values() if file.suffix == ".ipynb")
        return not names.isdisjoint(map(str, self.files)) or any(
            f'"{name}"'.encode() in text for text in texts for name in ids
        )


def collect(self: Any) -> None:
    """ZipCollectApp.process_extracted_files: nbgrader's ends the run at a name with a time that is
    none, at a second file of a student without a time, and where one student's can't be copied; it
    takes ".." for a student; what it replaces is gone, be it for a notebook of another assignment;
    and it ends as if all was well where there was nothing, or not all could be read.
    CourseError there, after the others are collected.
    """
    extracted = self._format_collect_path(self.extracted_directory)
    files = sorted(Path(top) / name for top, _, names in os.walk(extracted) for name in names)
    if not files:
        archive = self._format_collect_path(self.archive_directory)
        raise CourseError(f"nothing to collect: put the zip of submissions into {archive}/")
    names, ids = _released(self.coursedir)
    works: dict[str, Work] = defaultdict(Work)
    for file in files:
        try:
            student, place, time = _read_name(self, file, names)
            works[student].add(place, file, time)
        except LeftOut as why:
            self.log.warning("%s was left out: %s", file, why)
    _check_meant(self, works.values(), names, ids)
    _transfer(self, works, names, ids)
    if failed := _failed_of(self):
        raise CourseError(f"not collected, or not all of it: {', '.join(failed)}. See above.")


def _read_name(app: Any, file: Path, names: set[str]) -> tuple[str, PurePath, datetime | None]:
    """Whose a file is, where it goes, and when it was handed in, if its name says so. LeftOut."""
    info = app.collector_plugin_inst.collect(str(file)) or {}
    student, name = info.get("student_id"), info.get("file_id")
    if not isinstance(student, str) or not isinstance(name, str):
        raise LeftOut("its name says neither whose nor which file it is")
    checked_path(name)
    check_student(student)
    place = PurePath(os.path.splitext(name)[0] + file.suffix)
    if app.strict and place.suffix == ".ipynb" and str(place) not in names:
        raise LeftOut("no notebook of the assignment is called so")
    return student, place, time_of(info.get("timestamp"))


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


def _transfer(app: Any, works: Mapping[str, Work], names: set[str], ids: set[str]) -> None:
    """Put what was handed in into submitted/, where it may take the place of what is there."""
    kept: dict[str, list[str]] = defaultdict(list)
    for student, work in works.items():
        place = Path(_folder(app.coursedir, "submitted_directory", student))
        before, stamp = _notebooks(place), _timestamp(place)
        if app.force and names & before.keys() and not work.is_meant(names, ids):
            now = ", ".join(map(str, work.files))
            app.log.error("%s: %s was kept; not of this assignment: %s", student, place, now)
            continue
        if why := _why_kept(place, work.time, force=app.force):
            kept[why].append(student)
            continue
        try:
            _replace(place, work)
            if stamp and work.time is None and _notebooks(place) == before:
                (place / TIMESTAMP).write_bytes(stamp)
                stamp = b""
        except OSError as error:
            app.log.error("%s can't be collected: %s", student, error)
            _failed_of(app).append(student)
            continue
        if stamp and work.time is None:
            said = stamp.decode(errors="replace").strip()
            app.log.warning(_STAMP_REMOVED, student, said, place)
        elif not (place / TIMESTAMP).exists() and any(map(is_late, work.files.values())):
            app.log.warning(_LATE, student, place)
    for why, students in kept.items():
        app.log.warning("%s: %s", why, ", ".join(students))


def _replace(place: Path, work: Work) -> None:
    """Write what was handed in, and when, in place of what is there."""
    if place.is_dir():
        shutil.rmtree(place)
    for name, file in work.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place / name)
    if work.time is not None:
        (place / TIMESTAMP).write_text(work.time.isoformat(" "))


def _why_kept(place: Path, time: datetime | None, *, force: bool) -> str:
    """Why what is in submitted/ is not replaced by what was downloaded; "" where it may be.

    time: of what was downloaded, if the download says so.
    """
    if not place.is_dir() or not any(place.iterdir()):
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


def _notebooks(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.glob("*.ipynb") if not _why_not_read(file))
    return {file.name: file.read_bytes() for file in files}


def _timestamp(folder: Path) -> bytes:
    file = folder / TIMESTAMP
    return b"" if _why_not_read(file) else file.read_bytes()
