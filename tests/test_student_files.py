"""The files of a submission: which are copied in, and what is said of the others."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from examiner.student import Skipped, Student
from examiner.student.files import Folder, collect_files

pytestmark = pytest.mark.slow  # a process for nearly each; no teacher's edit breaks this


def test_nothing_is_left_out_of_ordinary_files(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x.txt").write_text("x")
    (tmp_path / "ümlaut.csv").write_text("")
    taken = {"data/x.txt": b"x", "ümlaut.csv": b""}
    assert collect_files(Folder(tmp_path)) == collect_files(taken) == (taken, ())


def test_what_is_too_large_is_left_out_and_what_still_fits_is_not(tmp_path):
    for name, size in (("a", 60), ("b", 50), ("c", 40)):
        (tmp_path / name).write_bytes(bytes(size))
    for files in (
        Folder(tmp_path),
        {path.name: path.read_bytes() for path in sorted(tmp_path.iterdir())},
    ):
        taken, skipped = collect_files(files, max_size=100)
        assert list(taken) == ["a", "c"]
        assert skipped == (Skipped("b", "with it, the files would take more than 100 bytes"),), (
            "the limit is named"
        )
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(10**12)
    assert "32 MiB" in dict(collect_files(Folder(tmp_path))[1])["huge"]


def test_a_student_has_the_files_for_which_there_is_room_and_says_which_there_are_not(sandbox):
    with closing(Student(sandbox, {"half": bytes(32 * 2**20), "more": b"x"})) as student:
        assert [name for name, _ in student.skipped] == ["more"]
        assert student.run("import os; print(os.listdir())").outputs[0].text == "['half']\n"


@pytest.mark.parametrize(
    "act",
    [
        lambda inner: (inner / "x").write_text("new"),
        lambda inner: (inner / "x").unlink(),
        lambda inner: (inner / "x").rename(inner / "y"),
        lambda inner: (inner / "deep").rmdir(),
    ],
)
def test_whatever_is_done_in_a_folder_changes_it(tmp_path, act):
    """What was read in time, and what takes its place or is gone when its time is asked for."""
    inner = tmp_path / "inner"
    (inner / "deep").mkdir(parents=True)
    (inner / "x").write_text("x")
    before = Folder(tmp_path).changed()
    time.sleep(0.05)  # a file system counts in hundredths of a second
    act(inner)
    assert Folder(tmp_path).changed() > before
