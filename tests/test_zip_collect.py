"""`nbgrader zip_collect` on archives that students made: bounded each, and the others collected."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import shutil
import stat
import tarfile
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Base, Gradebook
from nbgrader.apps import zipcollectapp
from sqlalchemy import create_engine

from examiner.course import CourseError
from examiner.intake import archives
from examiner.intake.archives import Room, unpack

ROOT = Path(__file__).parent.parent
NOTEBOOK = b'{"cells": []}'


def zipped(members: Mapping[str, bytes], **attributes: int) -> bytes:
    """attributes: of all members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            for attribute, value in attributes.items():
                setattr(info, attribute, value)
            archive.writestr(info, content)
    return file.getvalue()


def tarred(*members: tarfile.TarInfo | tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return file.getvalue()


def unpacked(tmp_path: Path, content: bytes, name: str = "a.zip") -> tuple[list[str], dict]:
    """What is there after an archive was unpacked, and what was left out: name -> why."""
    archive, folder = tmp_path / name, tmp_path / "into" / "folder"
    archive.write_bytes(content)
    left_out = dict(unpack(archive, folder, Room()))
    found = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    assert {p.name for p in tmp_path.iterdir()} <= {name, "into"}
    assert {p.name for p in (tmp_path / "into").glob("*")} <= {"folder"}
    return found, left_out


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small limits, so that a small bomb is one."""
    monkeypatch.setattr(archives, "FREE", 2**16)
    monkeypatch.setattr(archives, "MAX_FILE", 2**17)
    monkeypatch.setattr(archives, "MAX_MEMBERS", 20)
    monkeypatch.setattr(archives, "MAX_DIRECTORY", 50_000)


def test_what_is_too_large_takes_no_room_from_what_is_not(tmp_path: Path, small: None) -> None:
    bomb = {f"{i}.bin": bytes(2**16) for i in range(9)} | {"huge.bin": bytes(2**18)}
    found, left_out = unpacked(tmp_path, zipped(bomb | {"n.ipynb": NOTEBOOK}))
    assert "n.ipynb" in found
    assert sum((tmp_path / "into/folder" / f).stat().st_size for f in found) < 2**18
    assert "too large" in left_out["8.bin"]
    assert "MiB" in left_out["huge.bin"]


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def nested(depth: int) -> bytes:
    content = zipped({"n.ipynb": NOTEBOOK})
    for _ in range(depth):
        content = zipped({"inner.zip": content, "m.ipynb": NOTEBOOK})
    return content


GOOD = {"n.ipynb": b"x" * 1000, "o.ipynb": NOTEBOOK}
SHORTER = zipped(GOOD).replace((1000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
MANY = {f"{i:03}": b"" for i in range(100)}
LINK = {"external_attr": (stat.S_IFLNK | 0o777) << 16}
SPECIAL = (special("link", tarfile.SYMTYPE, "/etc/passwd"), special("pipe", tarfile.FIFOTYPE))
NO_TEXT = ("\udcff", b"a name that is no text")
ODD_NAMES = ("/tmp/out", "../out", "a/../../out", "\x1b[2J", "x" * 300, "a\nb")
ODD = dict.fromkeys(ODD_NAMES, b"x") | {"n.ipynb": NOTEBOOK}

# An archive, what is unpacked of it (so many, or which), and why the others are not.
ARCHIVES = [
    ("a.zip", zipped(MANY), 20, "it has more than 20 members"),
    ("b.tar.gz", tarred(*MANY.items()), 20, "it has more than 20 members"),
    ("a.zip", zipped(MANY | {"x" * 60_000: b""}), [], "it has too many members"),
    ("a.zip", zipped(ODD), ["n.ipynb"], "its name can't be used"),
    ("b.tar.gz", tarred(*ODD.items()), ["n.ipynb"], "its name can't be used"),
    ("b.tar.gz", tarred(*SPECIAL, NO_TEXT), ["\udcff"], "not an ordinary file"),
    ("a.zip", zipped({"link": b"/etc/passwd"}, **LINK), [], "a link"),
    ("b.tar.gz", tarred(("a", b"1"), ("a/b", b"2"), ("a", b"3")), ["a"], "another file stands in"),
    ("a.zip", SHORTER, ["o.ipynb"], ""),
    ("a.zip", nested(3), 4, "an archive in an archive in an archive"),
    ("a.zip", b"no archive", [], ""),
    ("a.zip", b"", [], ""),
    ("a.zip", zipped({"n": NOTEBOOK})[:-30], [], ""),
    ("a.zip", zipped({"n": NOTEBOOK}).replace(b"n", b"\xff"), [], ""),
    ("b.tar.gz", b"no archive", [], ""),
    ("b.tar.gz", gzip.compress(b"no archive"), [], ""),
    ("b.tar.gz", tarred(("n", os.urandom(9999)))[:-900], [], ""),
]


@pytest.mark.parametrize(
    ("name", "content", "expected", "why"), ARCHIVES, ids=[str(i) for i in range(len(ARCHIVES))]
)
def test_what_can_be_used_is_unpacked_and_the_rest_reported(
    tmp_path: Path,
    small: None,
    name: str,
    content: bytes,
    expected: int | list[str],
    why: str,
) -> None:
    found, left_out = unpacked(tmp_path, content, name)
    assert (len(found) if isinstance(expected, int) else found) == expected
    assert left_out
    assert all(why in reason for reason in left_out.values())
    assert all(map(str.isprintable, left_out))
    if found == ["a"]:  # what came first
        assert (tmp_path / "into" / "folder" / "a").read_bytes() == b"1"


def test_all_bombs_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "FREE_FOR_ALL", 2**20)
    bomb = zipped({"bomb": bytes(2**19)})
    bombs = zipped({f"{i}.zip": bomb for i in range(9)} | {"z.zip": zipped({"n.ipynb": NOTEBOOK})})
    found, left_out = unpacked(tmp_path, bombs)
    assert "z/n.ipynb" in found
    assert 0 < sum(name.endswith("bomb") for name in found) < 4
    assert list(left_out) == ["bomb"]


# --- the command ---------------------------------------------------------------------------------

NAMES = r".*/(?P<student_id>[^_/]+)_(?P<timestamp>[^_/]*)_(?P<file_id>[^/]+)$"
BY_REGEXP = f"--FileNameCollectorPlugin.named_regexp={NAMES}"


def test_everyone_but_those_who_made_it_impossible_is_collected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {
        "cy__flops.ipynb": NOTEBOOK,
        "no.zip": b"no archive",
        ".._2026-01-02_flops.ipynb": NOTEBOOK,
        ".x_2026-01-02_flops.ipynb": NOTEBOOK,
        "*_2026-01-02_flops.ipynb": NOTEBOOK,
        "[a]da_2026-01-02_flops.ipynb": NOTEBOOK,
        "<img src=x onerror=act()>_2026-01-02_flops.ipynb": NOTEBOOK,
        'a";act();"_2026-01-02_flops.ipynb': NOTEBOOK,
        "dot_1e999 1_flops.ipynb": NOTEBOOK,
        "ada__flops.ipynb": b"a second one, without a time",
        "eve__flops.tar.gz": tarred(("../../out", b"x")),
        "\udcff__flops.ipynb": NOTEBOOK,
    }
    write_course(tmp_path)
    archive = tmp_path / "downloaded/ps/archive"
    for name, content in odd.items():
        (archive / name).write_bytes(content)
    (archive / "zoe__flops.ipynb").symlink_to("/etc/passwd")
    names, there = ("ada__flops.ipynb", "bob_2026-01-02_flops.ipynb"), set(tmp_path.iterdir())
    with pytest.raises(CourseError, match=r"or not all of it: no\.zip\. See above"):
        collect(tmp_path, dict.fromkeys(names, NOTEBOOK), BY_REGEXP)
    expected = {f"{student}/ps/flops.ipynb" for student in ("ada", "bob", "cy")}
    assert submitted(tmp_path) == expected | {"bob/ps/timestamp.txt"}
    log = capsys.readouterr().err
    for reason in ("not a zip", "no student", "is none", "no times", "be used", "a link"):
        assert reason in log, reason
    assert set(tmp_path.iterdir()) == there | {tmp_path / "submitted"}


# --- Canvas and Moodle ---------------------------------------------------------------------------

ROSTER = (
    ("ada", "Ada", "King", "4711"),
    ("bob", "Bob", "O'Neil Smith", None),
    ("cy1", "Cy", "Twin", None),
    ("cy2", "Cy", "Twin", None),
)


def write_course(tmp_path: Path) -> None:
    """A course folder with the course's own settings, a roster, and a released assignment."""
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    (tmp_path / "release/ps").mkdir(parents=True)
    (tmp_path / "release/ps/flops.ipynb").write_bytes(notebook("q1"))
    (tmp_path / "downloaded/ps/archive").mkdir(parents=True)
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    Base.metadata.create_all(create_engine(url))
    with Gradebook(url) as gradebook:
        for student, first, last, number in ROSTER:
            gradebook.add_student(student, first_name=first, last_name=last, lms_user_id=number)


def collected(tmp_path: Path, members: dict[str, bytes]) -> set[str]:
    """What `nbgrader zip_collect` makes of a download in a new course."""
    write_course(tmp_path)
    return collect(tmp_path, members)


def collect(tmp_path: Path, members: dict[str, bytes] | bytes, *options: str) -> set[str]:
    """members: of the download, or all of it."""
    download = members if isinstance(members, bytes) else zipped(members)
    (tmp_path / "downloaded/ps/archive/submissions.zip").write_bytes(download)
    with contextlib.chdir(tmp_path):
        app = zipcollectapp.ZipCollectApp()
        app.initialize(["ps", *options])
        app.start()
    return submitted(tmp_path)


def submitted(tmp_path: Path) -> set[str]:
    folder = tmp_path / "submitted"
    found = (path for path in folder.glob("*/*/**/*") if path.is_file())
    return {str(path.relative_to(folder)) for path in found}


def notebook(answer: str) -> bytes:
    """A notebook with an answer cell of that name."""
    cell = nbformat.v4.new_code_cell("pass")
    cell.metadata["nbgrader"] = {"grade_id": answer, "solution": True}
    return nbformat.writes(nbformat.v4.new_notebook(cells=[cell])).encode()


def test_a_download_from_canvas_is_collected_as_shipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = {
        "kingada_LATE_4711_90210_flops-1.ipynb": NOTEBOOK,
        "oneilsmithbob_4712_90211_flops.ipynb": NOTEBOOK,
        "unknowneve_4713_90212_my work.ipynb": NOTEBOOK,
        "twincy_4714_90213_flops.ipynb": NOTEBOOK,
        "kingada_LATE_4711_90214_notes.txt": b"no notebook",
    }
    expected = {"ada/ps/flops.ipynb", "bob/ps/flops.ipynb", "4713/ps/my work.ipynb"}
    assert collected(tmp_path, members) == expected | {"ada/ps/notes.txt"}
    log = capsys.readouterr().err
    (late,) = (line for line in log.splitlines() if "late, says Canvas, but not how late" in line)
    assert late.endswith("ada/ps/timestamp.txt, or it counts as in time")
    assert " ada: " in late
    assert "cy1 and cy2 have this name; put it into submitted/ by hand" in log


def test_downloads_from_moodle_are_collected_as_shipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Mac writes é as two characters. A student's own files in the wrong places cost nobody."""
    ada, bob = "Ada King_815_assignsubmission_file_", "Bob O'Neil Smith_816_assignsubmission_file_"
    members = {
        f"{ada}/1/flops.ipynb": NOTEBOOK,
        f"{ada}/1/a/x": b"1",
        f"{ada}/2/a": b"2",
        "Ada King_815_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
        f"{bob}flops.ipynb": NOTEBOOK,
        "Eve New_817_assignsubmission_file/inner.zip": zipped({"deep/flops.ipynb": NOTEBOOK}),
        "Cy Twin_818_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        unicodedata.normalize("NFD", "Zoé New_819_assignsubmission_file_/flops.ipynb"): NOTEBOOK,
        "Zoé New_819_assignsubmission_file_/data.csv": b"1",
        "flops.ipynb": NOTEBOOK,
    }
    students = ("ada", "bob", "Eve_New", "Zoé_New")
    expected = {f"{student}/ps/flops.ipynb" for student in students}
    assert collected(tmp_path, members) == expected | {"ada/ps/a/x", "Zoé_New/ps/data.csv"}
    log = capsys.readouterr().err
    assert "onlinetext.html was left out: a text that was typed into Moodle" in log


def test_nobody_hands_in_for_somebody_else(tmp_path: Path) -> None:
    """By a name that a student gave to a file, or to what is in an archive."""
    as_ada = ("Ada King_815_assignsubmission_file_flops.ipynb", "kingada_4711_90210_flops.ipynb")
    in_archive = {f"{name.partition('.')[0]}/flops.ipynb": b"{}" for name in as_ada}
    members = {
        "Ada King_815_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        **{f"Bob O'Neil Smith_816_assignsubmission_file_/{name}": b"{}" for name in as_ada},
        "Bob O'Neil Smith_816_assignsubmission_file_/work.zip": zipped(in_archive),
        "Mallory_817_assignsubmission_file_/work.zip": zipped(in_archive),
        "Cy Twin_818_assignsubmission_file_/work.zip": zipped(in_archive),
    }
    assert collected(tmp_path, members) == {
        *("ada/ps/flops.ipynb", "bob/ps/flops.ipynb"),
        *(f"bob/ps/{name}" for name in as_ada),
    }
    assert (tmp_path / "submitted/ada/ps/flops.ipynb").read_bytes() == NOTEBOOK


RIGHT, WRONG = NOTEBOOK, b'{"cells": [], "metadata": {}}'
ADA = "Ada King_815_assignsubmission_file_/flops.ipynb"


@pytest.mark.parametrize(
    ("members", "ada", "failed"),
    [
        ({ADA: RIGHT, ADA.replace("815", "900"): WRONG}, None, "ada"),
        ({"kingada_4711_1_flops.ipynb": RIGHT, "kingada_4700_2_flops.ipynb": WRONG}, RIGHT, ""),
        ({"oneilsmithbob_1_1_flops.ipynb": RIGHT, "oneilsmithbob_2_2_x.ipynb": WRONG}, None, "bob"),
    ],
    ids=["moodle", "canvas, and the roster has a number", "canvas, and it has none"],
)
def test_two_numbers_under_one_name_are_left_to_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], members: dict, ada: bytes, failed: str
) -> None:
    """Names can be changed on a platform: who is called like another takes nobody's place."""
    with pytest.raises(CourseError, match=failed) if failed else contextlib.nullcontext():
        collected(tmp_path, members)
    there = tmp_path / "submitted/ada/ps/flops.ipynb"
    assert (there.read_bytes() if there.exists() else None) == ada
    why = "have one name; find out who is" if failed else "ada, and another number than the roster"
    assert why in capsys.readouterr().err


BOB = "Bob New_819_assignsubmission_file_/flops.ipynb"
# 256 bytes, which no zip makes smaller, and nine of them are other ones
DAMAGED = zipped({ADA: NOTEBOOK, BOB: bytes(range(256))}).replace(bytes(range(9)), bytes(9))


@pytest.mark.parametrize(
    ("download", "said", "there"),
    [
        (DAMAGED, r"not all of it: “Bob New_819.*flops\.ipynb”\.", ["ada"]),
        (
            zipped({BOB.replace("ipynb", "pdf"): b""}),
            r"no notebook is in .*downloaded/ps/arch",
            ["Bob_New"],
        ),
        (b"PK", "what is there can't be read: download it again", []),
    ],
    ids=["damaged", "no notebook", "unreadable"],
)
def test_what_is_wrong_with_a_download_is_said_after_the_others_were_collected(
    tmp_path: Path, download: bytes, said: str, there: list[str]
) -> None:
    write_course(tmp_path)
    with pytest.raises(CourseError, match=said):
        collect(tmp_path, download)
    assert [path.name for path in tmp_path.glob("submitted/*")] == there


def test_it_ends_with_what_became_of_the_download(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = {
        ADA: NOTEBOOK,
        "Eve New_817_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        "Bob New_819_assignsubmission_file_/scan.pdf": b"",
        ".Zoe New_818_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        "notes.txt": b"",
    }
    collected(tmp_path, members)
    lines = [line.partition("] ")[2] for line in capsys.readouterr().err.splitlines()]
    assert lines[-5:] == [
        "collected: 3 students",
        "left out (see above): 1 file: its name is neither of Canvas' form nor of Moodle's",
        "left out (see above): 1 file: its name says no student's",
        "collected without a notebook, which earns nothing: Bob_New: ask them for it",
        "in no roster: Bob_New, Eve_New: correct the roster, or rename their folders in submitted/",
    ]


def test_files_of_a_submission_are_collected_beside_its_notebook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob = "Ada King_815_assignsubmission_file_", "Bob O'Neil Smith_816_assignsubmission_file_"
    work = {
        "own/flops.ipynb": NOTEBOOK,
        "own/data/x.csv": b"1",
        "own/helper.py": b"x = 1",
        "elsewhere.txt": b"",
        "__MACOSX/own/._helper.py": b"",
        "own/.ipynb_checkpoints/flops-checkpoint.ipynb": NOTEBOOK,
    }
    members = {
        f"{ada}/flops.ipynb": NOTEBOOK,
        f"{ada}/helper.py": b"x = 1",
        f"{ada}/timestamp.txt": b"2026-01-01 00:00 UTC",
        f"{bob}/work.zip": zipped(work),
        "unknowneve_4713_90212_notes.pdf": b"%PDF",
        "unknowneve_4713_90213_flops.ipynb": NOTEBOOK,
        "unknowneve_4713_90214_work.zip": zipped({"a.csv": b""}),
    }
    assert collected(tmp_path, members) == {
        "ada/ps/flops.ipynb",
        "ada/ps/helper.py",
        *(f"bob/ps/{name}" for name in ("flops.ipynb", "data/x.csv", "helper.py", "elsewhere.txt")),
        *(f"4713/ps/{name}" for name in ("flops.ipynb", "notes.pdf", "a.csv")),
    }
    log = capsys.readouterr().err
    assert "timestamp.txt was left out: whoever collects says when" in log
    assert "neither whose" not in log


def test_collecting_again_loses_no_time_and_no_notebook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Times that were written by hand, and notebooks that one of another assignment would replace:
    the good one stays where what comes has neither the right name nor an answer."""
    ada, bob, eve = "kingada_4711_1", "oneilsmithbob_4712_2", "eve_4713_3"
    first = {f"{each}_flops.ipynb": NOTEBOOK for each in (ada, bob, eve)}
    collected(tmp_path, first)
    submitted = tmp_path / "submitted"
    for student in ("ada", "bob", "4713"):
        (submitted / student / "ps/timestamp.txt").write_text("2026-10-31 09:00 UTC")
    capsys.readouterr()
    again = {
        f"{ada}_flops.ipynb": NOTEBOOK,
        f"{bob}_attention.ipynb": notebook("softmax"),
        f"{eve}_flops (1).ipynb": notebook("q1"),
    }
    assert collect(tmp_path, again, "--force") == {
        *("ada/ps/flops.ipynb", "ada/ps/timestamp.txt"),
        *("bob/ps/flops.ipynb", "bob/ps/timestamp.txt"),
        "4713/ps/flops (1).ipynb",
    }
    log = capsys.readouterr().err
    assert "bob/ps was kept; not of this assignment: attention.ipynb" in log
    (removed,) = (line for line in log.splitlines() if "was removed" in line)
    assert "4713 handed in another notebook" in removed
    assert "(2026-10-31 09:00 UTC)" in removed


def test_one_number_of_two_students_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = (("ada", "Ada", "King", "4711"), ("bob", "Bob", "Smith", "4711"))
    monkeypatch.setitem(globals(), "ROSTER", twice)
    assert collected(tmp_path, {"kingada_4711_1_flops.ipynb": NOTEBOOK}) == set()
    assert "ada and bob have this number: correct the roster" in capsys.readouterr().err


def test_a_download_of_another_assignment_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "release/ps2/attention.ipynb"
    other.parent.mkdir(parents=True)
    other.write_bytes(notebook("softmax"))
    members = {f"{name}_1_attention.ipynb": notebook("softmax") for name in ("a_1", "b_2", "c_3")}
    with pytest.raises(CourseError) as raised:
        collected(tmp_path, members)
    text = str(raised.value)
    assert "is not of ps: its notebooks are called attention.ipynb, as of ps2." in text
    assert text.endswith("and run `nbgrader zip_collect ps --force`.")
    assert not (tmp_path / "submitted").exists()
    assert "Invalid submission notebook name" not in capsys.readouterr().err


def test_without_a_grade_book_nothing_is_collected(tmp_path: Path) -> None:
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    (tmp_path / "downloaded/ps/archive").mkdir(parents=True)
    with pytest.raises(CourseError) as raised:
        collect(tmp_path, {"kingada_4711_1_flops.ipynb": NOTEBOOK})
    assert "run `nbgrader generate_assignment ps`. Then" in str(raised.value)
    assert "`nbgrader db student import roster.csv`" in str(raised.value)
    assert not any((tmp_path / "downloaded/ps/extracted").glob("*"))


def hand_in(tmp_path: Path, student: str, time: str) -> Path:
    """What `nbgrader collect` makes of a submission in the exchange; its notebook."""
    place = tmp_path / "submitted" / student / "ps"
    place.mkdir(parents=True)
    (place / "timestamp.txt").write_text(time)
    (place / "submission_secret.txt").write_text("secret")
    (place / "flops.ipynb").write_bytes(notebook("exchange"))
    return place / "flops.ipynb"


def test_some_by_exchange_and_some_by_zip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever is there already is kept, named once, and doesn't keep the others out."""
    ada = hand_in(tmp_path, "ada", "2026-10-30 20:00:00 UTC")
    ours = ada.read_bytes()
    by_hand = hand_in(tmp_path, "cy1", "2026-10-30 20:00:00 UTC")
    (by_hand.parent / "submission_secret.txt").unlink()
    members = {"kingada_4711_1_flops.ipynb": NOTEBOOK, "oneilsmithbob_4712_2_flops.ipynb": NOTEBOOK}
    members["cy1_4713_3_flops.ipynb"] = NOTEBOOK
    assert "bob/ps/flops.ipynb" in collected(tmp_path, members)
    lines = [line for line in capsys.readouterr().err.splitlines() if "kept" in line]
    assert len(lines) == 2
    assert "collected from the exchange before, and kept" in lines[1]
    assert lines[0].endswith("with --force, what was downloaded takes its place: cy1")
    assert by_hand.read_bytes() != NOTEBOOK
    collect(tmp_path, members, "--force")
    (line,) = (line for line in capsys.readouterr().err.splitlines() if "kept" in line)
    assert "collected from the exchange before, and kept" in line
    assert line.endswith(": ada")
    assert ada.read_bytes() == ours
    assert by_hand.read_bytes() == NOTEBOOK


def test_of_two_times_the_later_one_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = hand_in(tmp_path, "ada", "2026-10-30 20:00:00 UTC")
    earlier = hand_in(tmp_path, "bob", "2026-10-30 20:00:00 UTC")
    ours = later.read_bytes()
    members = {"ada_2026-10-29_flops.ipynb": NOTEBOOK, "bob_2026-10-31_flops.ipynb": NOTEBOOK}
    with pytest.raises(CourseError, match="nothing to collect"):
        collected(tmp_path, {})
    collect(tmp_path, members, "--force", BY_REGEXP)
    assert later.read_bytes() == ours
    assert earlier.read_bytes() == NOTEBOOK
    assert (earlier.parent / "timestamp.txt").read_text() == "2026-10-31 00:00:00"
    assert "and kept: what was downloaded is older: ada" in capsys.readouterr().err
