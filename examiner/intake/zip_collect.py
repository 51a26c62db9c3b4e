"""`nbgrader zip_collect`, within bounds: what one student's archive or file is, others don't feel.

Each function says which method of nbgrader 0.9.6 it replaces and what that one does wrong.
"""

from __future__ import annotations

import glob
import os
import shutil
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory

from ..course import CourseError
from ..grading.submission import MAX_FILE
from ..student.files import LeftOut, checked_path, printable_name
from .archives import Room, folder_for, is_archive, unpack
from .lms_names import LmsCollector, is_late
from .times import read_time

_FOR_FORMGRADER = frozenset('<>"#%\\')
_LEFT_OUT = "%s: %s was left out: %s"
_TIMESTAMP, SECRET = "timestamp.txt", "submission_secret.txt"  # the exchange puts both there
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


def apply(zip_collect: ModuleType) -> None:
    """Put the functions of this module into nbgrader's. Calling it twice does no harm."""
    app = zip_collect.ZipCollectApp
    zip_collect.ExtractorPlugin.extract = extract
    for name, method in (
        ("extract_archive_files", extract_archive_files),
        ("_collect_files", collect_files),
        ("_transfer_files", transfer_files),
        ("process_extracted_files", process_extracted_files),
    ):
        original = getattr(app, name)
        if not hasattr(original, "replaces"):
            method.replaces = original
            setattr(app, name, method)


def extract_archive_files(self: Any) -> None:
    """ZipCollectApp.extract_archive_files: nbgrader's only warns where there is nothing to collect,
    and ends as if all was well."""
    steps = self.archive_directory, self.extracted_directory
    archive, extracted = (Path(self._format_collect_path(step)) for step in steps)
    if not any(place.is_dir() and any(place.iterdir()) for place in (archive, extracted)):
        raise CourseError(f"nothing to collect: put the zip of submissions into {archive}/")
    if isinstance(self.collector_plugin_inst, LmsCollector):
        self.collector_plugin_inst.check()
    extract_archive_files.replaces(self)


def process_extracted_files(self: Any) -> None:
    """ZipCollectApp.process_extracted_files: nbgrader's ends as if all was well, whatever could
    not be read or collected before. CourseError names it, after the others are collected."""
    process_extracted_files.replaces(self)
    if failed := _failed_of(self):
        raise CourseError(f"not collected, or not all of it: {', '.join(failed)}. See above.")


def _failed_of(app: Any) -> list[str]:
    """What of a run could not be read or collected, so far."""
    return app.__dict__.setdefault("_examiner_failed", [])


def extract(self: Any, archive_path: str, extracted_path: str) -> None:
    """ExtractorPlugin.extract: nbgrader's unpacks whatever there is, as large as it is and wherever
    it says, and ends at the first archive that can't be read."""
    room = Room()
    for top, folders, names in os.walk(archive_path):
        folders.sort()
        into = Path(extracted_path) / os.path.relpath(top, archive_path)
        into.mkdir(parents=True, exist_ok=True)
        for name in sorted(names):
            file, shown = Path(top) / name, printable_name(name)
            if why := _why_not_read(file):
                self.log.error(_LEFT_OUT, printable_name(top), shown, why)
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


def collect_files(self: Any, src_files: Sequence[str]) -> dict[str, Any]:
    """ZipCollectApp._collect_files: nbgrader's ends the run at a name with a time that is none, and
    at a second file of a student without a time; and it takes ".." for a student."""
    kept, names, ids = [], Names(), []
    for file in src_files:
        try:
            info = self.collector_plugin_inst.collect(file)
            names.add(info or {}, os.path.splitext(file)[1])
            kept.append(file)
            ids.append(info["file_id"])
        except LeftOut as why:
            self.log.warning("%s was left out: %s", file, why)
    _check_meant(self, {"src_files": kept, "file_ids": ids})
    return collect_files.replaces(self, kept)


def _check_meant(app: Any, data: dict[str, Any]) -> None:
    """CourseError where no notebook of a download is of the assignment."""
    names, ids = _released(app.coursedir)
    there = sorted({name for name in data["file_ids"] if name.endswith(".ipynb")})
    if not names or not there or _is_meant(data, names, ids):
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


class Names:
    """What was read out of the names of the files that are collected, so far."""

    def __init__(self) -> None:
        self._files: set[PurePath] = set()
        self._folders: set[PurePath] = set()
        self._times: dict[str, datetime] = {}

    def add(self, info: dict[str, Any], suffix: str) -> None:
        """What a collector read out of a name. LeftOut where nbgrader would fail at it."""
        student, name = info.get("student_id"), info.get("file_id")
        if not isinstance(student, str) or not isinstance(name, str):
            raise LeftOut("its name says neither whose nor which file it is")
        checked_path(name)
        check_student(student)
        time = time_of(info.get("timestamp"))
        file = PurePath(student, os.path.splitext(name)[0] + suffix)
        if file in self._folders or not self._files.isdisjoint(file.parents):
            raise LeftOut("another file stands in its way")
        if file in self._files and (time is None or student not in self._times):
            raise LeftOut("there is another, and no times that tell which is the later")
        self._files.add(file)
        self._folders.update(file.parents)
        if time is not None:
            self._times[student] = max(time, self._times.get(student, time))


def check_student(name: str) -> None:
    """LeftOut for what can't be a student's name here."""
    usable = name.isprintable() and not name.startswith(".") and len(checked_path(name).parts) == 1
    # nbgrader looks for folders by patterns: the student "*" would be graded, and nobody else. And
    # formgrader puts names into addresses, into scripts and, where one fails, into HTML.
    if not usable or glob.has_magic(name) or not _FOR_FORMGRADER.isdisjoint(name):
        raise LeftOut("its name says no student's")


def time_of(text: Any) -> datetime | None:
    """LeftOut for what is no time."""
    if not text or not isinstance(text, str):
        return text or None
    try:
        return read_time(text)
    except ValueError:
        raise LeftOut("the time in its name is none") from None


def transfer_files(self: Any, collected_data: dict[str, Any]) -> None:
    """ZipCollectApp._transfer_files: nbgrader's ends the run where one student's can't be copied;
    and what it replaces is gone, be it for a notebook of another assignment."""
    names, ids = _released(self.coursedir)
    kept: dict[str, list[str]] = defaultdict(list)
    for student, data in collected_data.items():
        place = Path(_folder(self.coursedir, "submitted_directory", student))
        before, stamp = _notebooks(place), _timestamp(place)
        if self.force and names & before.keys() and not _is_meant(data, names, ids):
            now = ", ".join(data["file_ids"])
            self.log.error("%s: %s was kept; not of this assignment: %s", student, place, now)
            continue
        if why := _why_kept(place, data["timestamp"], force=self.force):
            kept[why].append(student)
            continue
        try:
            transfer_files.replaces(self, {student: data})
            if stamp and not (place / _TIMESTAMP).exists() and _notebooks(place) == before:
                (place / _TIMESTAMP).write_bytes(stamp)
                stamp = b""
        except OSError as error:
            self.log.error("%s can't be collected: %s", student, error)
            _failed_of(self).append(student)
            continue
        if stamp:
            self.log.warning(_STAMP_REMOVED, student, stamp.decode(errors="replace").strip(), place)
        elif not (place / _TIMESTAMP).exists() and any(map(is_late, data["src_files"])):
            self.log.warning(_LATE, student, place)
    for why, students in kept.items():
        self.log.warning("%s: %s", why, ", ".join(students))


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


def _is_meant(data: dict[str, Any], names: set[str], ids: set[str]) -> bool:
    """Whether what was collected has a notebook of this assignment: by its name or by an answer."""
    notebooks = [file for file in data["src_files"] if file.endswith(".ipynb")]
    texts = (Path(file).read_bytes() for file in notebooks)
    return not names.isdisjoint(data["file_ids"]) or any(
        f'"{name}"'.encode() in text for text in texts for name in ids
    )


def _notebooks(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.glob("*.ipynb") if not _why_not_read(file))
    return {file.name: file.read_bytes() for file in files}


def _timestamp(folder: Path) -> bytes:
    file = folder / _TIMESTAMP
    return b"" if _why_not_read(file) else file.read_bytes()
