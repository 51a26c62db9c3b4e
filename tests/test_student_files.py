"""The files of a submission: which are copied in, and what is said of the others."""

from __future__ import annotations

import os
import socket
import time
from contextlib import closing

import pytest

from examiner.student import Skipped, Student
from examiner.student.files import MAX_COUNT, MAX_REPORTED, Folder, collect_files


def reasons(skipped) -> dict[str, str]:
    return dict(skipped)


def test_nothing_is_left_out_of_ordinary_files(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x.txt").write_text("x")
    (tmp_path / "ümlaut.csv").write_text("")
    taken = {"data/x.txt": b"x", "ümlaut.csv": b""}
    assert collect_files(Folder(tmp_path)) == collect_files(taken) == (taken, ())


def test_links_pipes_and_sockets_are_left_out_unopened(tmp_path):
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "folder").symlink_to(tmp_path)
    (folder / "dangling").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket"))
        taken, skipped = collect_files(Folder(folder))
    assert taken == {}
    assert reasons(skipped) == {
        "dangling": "a link",
        "folder": "a link",
        "link": "a link",
        "pipe": "not an ordinary file",
        "socket": "it can't be read",
    }


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
    assert "32 MiB" in reasons(collect_files(Folder(tmp_path))[1])["huge"]


@pytest.mark.parametrize(
    "name", ["../x", "/x", "", ".", "a/../../b", "a\0", "\ud800", "x" * 300, "é" * 200]
)
def test_a_path_that_leads_elsewhere_or_nowhere_is_left_out(name):
    taken, (skipped,) = collect_files({name: b""})
    assert taken == {}
    assert skipped.why == "its name can't be used"
    assert skipped.name.isprintable()
    assert len(skipped.name) < 100


@pytest.mark.slow
def test_of_many_files_some_are_named_and_the_rest_counted(tmp_path):
    files = {f"{number:05}": b"" for number in range(50_000)}
    taken, skipped = collect_files(files)
    assert len(taken) == MAX_COUNT
    assert len(skipped) == MAX_REPORTED + 1
    assert skipped[0] == Skipped("01000", "a submission may have 1000 files, in 1000 folders")
    assert skipped[-1].name == f"{50_000 - MAX_COUNT - MAX_REPORTED} more"


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_what_cannot_be_read_is_left_out(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "file").chmod(0)
    (tmp_path / "folder").mkdir(mode=0)
    _, skipped = collect_files(Folder(tmp_path))
    assert reasons(skipped) == dict.fromkeys(["file", "folder"], "it can't be read")


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
