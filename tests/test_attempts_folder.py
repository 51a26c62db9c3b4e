"""The folder tries/ becomes attempts/: no attempt is lost, in any state of the folders."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from examiner.course import Course, CourseError
from examiner.intake.folders import exclusive_access
from examiner.term import attempts
from examiner.term.attempts import Attempts, attempts_folder
from examiner.term.backups import TermFiles
from tests.messages import naming
from tests.test_backups import book

NOON = datetime(2026, 10, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def write(folder: Path, student: str, *hours: int) -> list[str]:
    """Write a file with an attempt at each of these hours after noon; return its lines."""
    folder.mkdir(exist_ok=True)
    times = [(NOON + hour * HOUR).isoformat(timespec="seconds") for hour in hours]
    lines = [json.dumps({"student": student, "when": t, "points": {"sums": 1.0}}) for t in times]
    (folder / "ps0.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return lines


def times(root: Path, student: str = "ada") -> list[datetime]:
    found = Attempts(root, "ps0").by_student[student]
    return [datetime.fromisoformat(attempt.when) for attempt in found]


def test_an_existing_folder_is_renamed_when_attempts_are_read(tmp_path):
    write(tmp_path / "tries", "ada", 0, 1)
    (tmp_path / "tries" / "notes.txt").write_text("kept")
    assert times(tmp_path) == [NOON, NOON + HOUR]
    assert [path.name for path in tmp_path.iterdir()] == ["attempts"]
    assert (tmp_path / "attempts" / "notes.txt").read_text() == "kept"
    Attempts(tmp_path, "ps0").add("ada", {"sums": 2.0}, NOON + 2 * HOUR)
    assert times(tmp_path) == [NOON, NOON + HOUR, NOON + 2 * HOUR]


def test_a_course_without_either_folder_gets_none(tmp_path):
    assert attempts_folder(tmp_path) == tmp_path / "attempts"
    assert not Attempts(tmp_path, "ps0").is_counting
    assert list(tmp_path.iterdir()) == []


def test_two_folders_are_merged_by_time_and_each_attempt_counts_once(tmp_path):
    """An earlier version ran after the folder was renamed."""
    write(tmp_path / "attempts", "ada", 0, 3)
    write(tmp_path / "tries", "ada", 0, 1)
    (tmp_path / "tries" / "ps1.jsonl").write_text("")
    assert times(tmp_path) == [NOON, NOON + HOUR, NOON + 3 * HOUR]
    assert Attempts(tmp_path, "ps1").is_counting
    assert [path.name for path in tmp_path.iterdir()] == ["attempts"]


def test_files_that_can_not_be_merged_stay(tmp_path):
    write(tmp_path / "attempts", "ada", 0)
    earlier = tmp_path / "tries" / "ps0.jsonl"
    earlier.parent.mkdir()
    for damaged in ('{"student": "ada"}\n', "no JSON\n", '{"when": "2026-10-30T12:00:00"}\n'):
        earlier.write_text(damaged)
        with pytest.raises(CourseError, match=r"attempts/ps0\.jsonl and .*tries/ps0\.jsonl can't"):
            attempts_folder(tmp_path)
        assert earlier.read_text() == damaged
    earlier.unlink()
    assert times(tmp_path) == [NOON]
    for folder, text in (("tries", "one"), ("attempts", "two")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "notes.txt").write_text(text)
    with pytest.raises(CourseError, match=r"tries/notes\.txt can't be moved"):
        attempts_folder(tmp_path)
    assert (tmp_path / "tries/notes.txt").read_text() == "one"
    assert (tmp_path / "attempts/notes.txt").read_text() == "two"


def test_a_folder_in_use_is_not_renamed(tmp_path, monkeypatch):
    """A watch of an earlier version would create it again and count from the start."""
    monkeypatch.setattr(attempts, "RENAME_SECONDS", 0.05)
    write(tmp_path / "tries", "ada", 0)
    in_use = naming(tmp_path / "tries")
    with exclusive_access(tmp_path / "tries", ""), pytest.raises(CourseError, match=in_use):
        times(tmp_path)
    assert times(tmp_path) == [NOON]
    write(tmp_path / "tries", "ada", 1)
    with exclusive_access(
        tmp_path / "attempts", ""
    ):  # a watch adds to the file that a merge would replace
        assert times(tmp_path) == [NOON]
    assert times(tmp_path) == [NOON, NOON + HOUR]


def test_a_folder_that_can_not_be_renamed_is_a_line_with_the_repair(tmp_path, monkeypatch):
    def denied(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    lines = write(tmp_path / "tries", "ada", 0)
    monkeypatch.setattr(Path, "rename", denied)
    with pytest.raises(CourseError, match=naming(tmp_path / "tries", "attempts")):
        attempts_folder(tmp_path)
    assert (tmp_path / "tries/ps0.jsonl").read_text().splitlines() == lines


# --- backups -------------------------------------------------------------------------------------


@pytest.fixture
def term(small_course: Course) -> TermFiles:
    book(small_course.root / "gradebook.db", 7)
    return TermFiles.of(small_course)


def earlier_backup(term: TermFiles, name: str = "term-2026-10-30-120000.zip") -> Path:
    """A backup as the version before wrote it: with tries/ in it."""
    (term.root / "backups").mkdir(exist_ok=True)
    path = term.root / "backups" / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(term.book, "gradebook.db")
        archive.write(term.root / "tries/ps0.jsonl", "tries/ps0.jsonl")
    return path


def test_an_earlier_backup_is_restored_to_the_new_folder(term):
    write(term.root / "tries", "ada", 0, 1)
    backup = earlier_backup(term)
    (term.root / "tries/ps0.jsonl").unlink()
    (term.root / "tries").rmdir()
    assert "attempts/: restored missing files: ps0.jsonl" in term.restore(backup)
    assert times(term.root) == [NOON, NOON + HOUR]
    assert not (term.root / "tries").exists()


def test_an_earlier_backup_replaces_no_attempts_that_are_there(term):
    write(term.root / "tries", "ada", 0)
    backup = earlier_backup(term)
    write(term.root / "tries", "ada", 0, 1)
    assert "attempts/: nothing was missing" in term.restore(backup)
    assert times(term.root) == [NOON, NOON + HOUR]
    Attempts(term.root, "ps0").add("ada", {"sums": 2.0}, NOON + 2 * HOUR)
    term.restore(backup)
    assert times(term.root) == [NOON, NOON + HOUR, NOON + 2 * HOUR]


def test_a_backup_has_the_attempts_of_a_folder_with_the_earlier_name(term):
    write(term.root / "tries", "ada", 0)
    with zipfile.ZipFile(term.back_up()) as archive:
        assert "attempts/ps0.jsonl" in archive.namelist()
    assert times(term.root) == [NOON]
