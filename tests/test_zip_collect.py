"""`nbgrader zip_collect` on archives that students made: bounded each, and the others collected."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import stat
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePath

import nbformat
import pytest
from nbgrader.api import Base, Gradebook
from nbgrader.apps import zipcollectapp
from sqlalchemy import create_engine

from examiner import cli
from examiner.course import CourseError
from examiner.intake import archives
from examiner.intake.archives import UnpackBudget, unpack_submissions
from examiner.intake.lms_names import read_names, zip_of_pages
from examiner.workers import executors
from tests.messages import mentions, naming
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, SmallClass

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


def unpacked(tmp_path: Path, content: bytes) -> tuple[list[str], dict]:
    """Unpack an archive, and return the unpacked files and the left out ones: name -> reason."""
    archive, folder = tmp_path / "a.zip", tmp_path / "into" / "folder"
    archive.write_bytes(content)
    left_out = dict(unpack_submissions(archive, folder, UnpackBudget()))
    found = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    assert {p.name for p in tmp_path.iterdir()} <= {"a.zip", "into"}
    assert {p.name for p in (tmp_path / "into").glob("*")} <= {"folder"}
    return found, left_out


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small limits, so that a small bomb is one."""
    monkeypatch.setattr(archives, "EXTRA", 2**16)
    monkeypatch.setattr(archives, "MAX_FILE", 2**17)
    monkeypatch.setattr(archives, "MAX_MEMBERS", 20)


def test_what_is_too_large_takes_no_room_from_what_is_not(tmp_path, small):
    bomb = {f"{i}.bin": bytes(2**16) for i in range(9)} | {"huge.bin": bytes(2**18)}
    found, left_out = unpacked(tmp_path, zipped(bomb | {"n.ipynb": NOTEBOOK}))
    assert "n.ipynb" in found
    assert sum((tmp_path / "into/folder" / f).stat().st_size for f in found) < 2**18
    assert "too large" in left_out["8.bin"]
    assert "MiB" in left_out["huge.bin"]


def misplaced() -> bytes:
    """A zip that says that a member begins where no file has a place."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("n", NOTEBOOK)
        archive.filelist[0].header_offset = 2**63 - 1
    return file.getvalue()


def nested(depth: int) -> bytes:
    content = zipped({"n.ipynb": NOTEBOOK})
    for _ in range(depth):
        content = zipped({"inner.zip": content, "m.ipynb": NOTEBOOK})
    return content


GOOD = {"n.ipynb": b"x" * 1000, "o.ipynb": NOTEBOOK}
SHORTER = zipped(GOOD).replace((1000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
MANY = {f"{i:03}": b"" for i in range(100)}
LINK = {"external_attr": (stat.S_IFLNK | 0o777) << 16}
ODD_NAMES = ("/tmp/out", "../out", "a/../../out", "\x1b[2J", "x" * 300, "a\nb")
ODD = dict.fromkeys(ODD_NAMES, b"x") | {"n.ipynb": NOTEBOOK}

NO_TABLE = b"PK\6\7" + bytes(12) + b"\1\0\0\0" + b"PK\5\6" + bytes(18)  # begins before the file

# An archive, its unpacked members (their number or names), and the reasons for the others.
ARCHIVES = [
    (zipped(MANY), 20, "it has more than 20 members"),
    (zipped(MANY | {"x" * 60_000: b""}), [], "it has more than 32 members"),
    (zipped(ODD), ["n.ipynb"], "its name can't be used"),
    (zipped({"link": b"/etc/passwd"}, **LINK), [], "a link"),
    (SHORTER, ["o.ipynb"], ""),
    (zipped({"a": b"1", "a/b": b"22"}), ["a"], "the same place"),
    (nested(3), 4, "an archive in an archive in an archive"),
    (b"no archive", [], ""),
    (b"", [], ""),
    (zipped({"n": NOTEBOOK})[:-30], [], ""),
    (zipped({"n": NOTEBOOK}).replace(b"n", b"\xff"), [], ""),
    (zipped({"n": NOTEBOOK}).replace(b"n", b"\0"), [], "its name can't be used"),
    (misplaced(), [], "it can't be read"),
    (NO_TABLE, [], "it can't be read"),
]


@pytest.mark.parametrize("case", range(len(ARCHIVES)))
def test_what_can_be_used_is_unpacked_and_the_rest_reported(tmp_path, small, case):
    content, expected, why = ARCHIVES[case]
    found, left_out = unpacked(tmp_path, content)
    assert (len(found) if isinstance(expected, int) else found) == expected
    assert left_out
    assert all(why in reason for reason in left_out.values())
    assert all(map(str.isprintable, left_out))


def test_all_bombs_together_have_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "EXTRA_FOR_ALL", 2**20)
    bomb = zipped({"bomb": bytes(2**19)})
    bombs = zipped({f"{i}.zip": bomb for i in range(9)} | {"z.zip": zipped({"n.ipynb": NOTEBOOK})})
    found, left_out = unpacked(tmp_path, bombs)
    assert "z/n.ipynb" in found
    assert 0 < sum(name.endswith("bomb") for name in found) < 4
    assert list(left_out) == ["bomb"]


# --- the command ---------------------------------------------------------------------------------

NAMES = r".*/(?P<student_id>[^_/]+)_(?P<timestamp>[^_/]*)_(?P<file_id>[^/]+)$"
BY_REGEXP = f"--FileNameCollectorPlugin.named_regexp={NAMES}"
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
    """Collect a download in a new course with `nbgrader zip_collect`, and return the files."""
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


def test_everyone_but_those_who_made_it_impossible_is_collected(tmp_path, capsys):
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
        "eve__flops.zip": zipped({"../../out": b"x"}),
        "\udcff__flops.ipynb": NOTEBOOK,
    }
    write_course(tmp_path)
    archive = tmp_path / "downloaded/ps/archive"
    for name, content in odd.items():
        (archive / name).write_bytes(content)
    (archive / "zoe__flops.ipynb").symlink_to("/etc/passwd")
    names, there = ("ada__flops.ipynb", "bob_2026-01-02_flops.ipynb"), set(tmp_path.iterdir())
    with pytest.raises(CourseError, match=r"collected: no\.zip\."):
        collect(tmp_path, dict.fromkeys(names, NOTEBOOK), BY_REGEXP)
    expected = {f"{student}/ps/flops.ipynb" for student in ("ada", "bob", "cy")}
    assert submitted(tmp_path) == expected | {"bob/ps/timestamp.txt"}
    log = capsys.readouterr().err
    for reason in (
        "not a zip",
        "no valid student id",
        "the time in its",
        "no time",
        "be used",
        "a link",
    ):
        assert reason in log, reason
    assert set(tmp_path.iterdir()) == there | {tmp_path / "submitted"}


# --- Canvas and Moodle ---------------------------------------------------------------------------

ADA, BOB = "Ada King_815_assignsubmission_file_", "Bob O'Neil Smith_816_assignsubmission_file_"
ZOE = unicodedata.normalize("NFD", "Zoé New_819_assignsubmission_file_")  # as a Mac writes é
WORK = {
    "own/flops.ipynb": NOTEBOOK,
    "own/data/x.csv": b"1",
    "own/helper.py": b"x = 1",
    "elsewhere.txt": b"",
    "__MACOSX/own/._helper.py": b"",
    "own/.ipynb_checkpoints/flops-checkpoint.ipynb": NOTEBOOK,
}
CANVAS = (
    {
        "kingada_LATE_4711_90214_a_7_notes.txt": b"no notebook",
        "kingada_LATE_4711_90210_flops-1.ipynb": NOTEBOOK,
        "oneilsmithbob_4712_90211_link_1.ipynb": NOTEBOOK,
        "unknowneve_4713_90212_my work.ipynb": NOTEBOOK,
        "unknowneve_4713_90215_work.zip": zipped({"a.csv": b""}),
        "twincy_4714_90213_flops.ipynb": NOTEBOOK,
    },
    {
        "ada": {"flops.ipynb", "a_7_notes.txt"},
        "bob": {"link_1.ipynb"},
        "4713": {"my work.ipynb", "a.csv"},
    },
    (
        "ada: late according to Canvas",
        "cy1 and cy2 have this name; put it into submitted/ by hand",
        "not in the roster: 4713: correct the roster",
    ),
    {"ada": ("4711", "90210"), "bob": ("4712", "90211"), "4713": ("4713", "90212")},
)
MOODLE = (
    {
        f"{ADA}/1/flops.ipynb": NOTEBOOK,
        f"{ADA}/1/a/x": b"1",
        f"{ADA}/2/a": b"2",
        f"{ADA}/timestamp.txt": b"2026-01-01 00:00 UTC",
        "Ada King_815_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
        f"{BOB}work.zip": zipped(WORK),
        "Eve New_817_assignsubmission_file/inner.zip": zipped({"deep/flops.ipynb": NOTEBOOK}),
        "Cy Twin_818_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        f"{ZOE}/flops.ipynb": NOTEBOOK,
        f"{ZOE}/data.csv": b"1",
        "Dan New_820_assignsubmission_file_/scan.pdf": b"",
        ".Zoe_821_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        "flops.ipynb": NOTEBOOK,
    },
    {
        "ada": {"flops.ipynb", "a/x"},
        "bob": {"flops.ipynb", "data/x.csv", "helper.py", "elsewhere.txt"},
        "Eve_New": {"flops.ipynb"},
        "Zoé_New": {"flops.ipynb", "data.csv"},
        "Dan_New": {"scan.pdf"},
    },
    (
        "onlinetext.html was left out: a text that was typed into Moodle",
        "timestamp.txt was left out: ",
        "collected: 5 students",
        "flops.ipynb was left out: its name has neither Canvas' form nor Moodle's",
        "flops.ipynb was left out: its name contains no valid student id",
        "left out (see above): 2 files: ",
        "collected without a notebook, which earns no points: Dan_New: ask them for it",
        "not in the roster: Dan_New, Eve_New, Zoé_New: correct the roster",
    ),
    {
        student: (number, "feedback.html")
        for student, number in zip(
            ("ada", "bob", "Eve_New", "Zoé_New", "Dan_New"),
            ("815", "816", "817", "819", "820"),
            strict=True,
        )
    },
)


def by_moodle(path: str) -> tuple[str, str]:
    """Return the number of Moodle's recipient of a file and Moodle's name for the file.

    The source is importziplib.php, also that of versions before 4.1.
    """
    _, number, kind, plugin, rest = path.split("/")[0].split("_", 4)
    assert (kind, plugin, rest) == ("assignsubmission", "file", "")
    return number, PurePath(path).name


def by_canvas(path: str) -> tuple[str, str]:
    """Return the numbers of the student and of the file for Canvas.

    The source is infer_comment_context_from_filename.
    """
    assert "/" not in path
    assert not path.split("_")[-1].startswith("link")
    student, attachment = [part for part in path.split("_") if part.isdecimal()][:2]
    return student, attachment


@pytest.mark.parametrize(
    ("member", "place"),
    [
        ("kingada_4711_90210_flops.ipynb.json", "ada/ps/flops.ipynb.json"),
        ("kingada_4711_90210_FLOPS.IPYNB", "ada/ps/FLOPS.IPYNB"),
        ("Ada King_815_assignsubmission_file_/flops.ipynb.txt", "ada/ps/flops.ipynb.txt"),
        ("Ada King_815_assignsubmission_file_/flops (1).ipynb", "ada/ps/flops (1).ipynb"),
    ],
)
def test_a_notebook_is_collected_as_one_whatever_its_name_became(tmp_path, capsys, member, place):
    assert collected(tmp_path, {member: notebook("q1")}) == {place}
    log = capsys.readouterr().err
    assert "collected: 1 student" in log
    assert "without a notebook" not in log


@pytest.mark.parametrize("platform", ["canvas", "moodle"])
def test_a_download_is_collected_as_shipped_and_pages_go_back(tmp_path, capsys, platform):
    members, expected, said, returned = CANVAS if platform == "canvas" else MOODLE
    files = {f"{student}/ps/{name}" for student, names in expected.items() for name in names}
    assert collected(tmp_path, members) == files
    log = capsys.readouterr().err
    assert [line for line in said if line not in log] == []
    names = read_names(tmp_path, "ps", platform)
    pages = {student: student.encode() for student in names}
    reads = by_canvas if platform == "canvas" else by_moodle
    with zipfile.ZipFile(io.BytesIO(zip_of_pages(platform, names, pages))) as archive:
        back = {archive.read(path).decode(): reads(path) for path in archive.namelist()}
    assert back == returned


def test_nobody_submits_for_somebody_else(tmp_path):
    """Students try by the name of a file, or by a name in an archive."""
    as_ada = (f"{ADA}flops.ipynb", "kingada_4711_90210_flops.ipynb")
    in_archive = {f"{name.partition('.')[0]}/flops.ipynb": b"{}" for name in as_ada}
    members = {
        f"{ADA}/flops.ipynb": NOTEBOOK,
        **{f"{BOB}/{name}": b"{}" for name in as_ada},
        f"{BOB}/work.zip": zipped(in_archive),
        "Mallory_817_assignsubmission_file_/work.zip": zipped(in_archive),
        "Cy Twin_818_assignsubmission_file_/...zip": zipped(in_archive),
        "Eve_819_assignsubmission_file_/..zip": zipped({}),
        "aaabob_1_2_.zip": zipped({as_ada[1]: b"{}"}),
        f"Eve_819_assignsubmission_onlinetext_/{as_ada[0]}": b"{}",  # embedded in typed text
    }
    assert collected(tmp_path, members) == {
        *("ada/ps/flops.ipynb", "bob/ps/flops.ipynb"),
        *(f"bob/ps/{name}" for name in as_ada),
    }
    assert (tmp_path / "submitted/ada/ps/flops.ipynb").read_bytes() == NOTEBOOK


def test_a_name_with_another_number_than_the_roster_has_is_nobodys(tmp_path, capsys):
    """Students choose the name that Canvas shows."""
    assert collected(tmp_path, {"kingada_9999_1_flops.ipynb": NOTEBOOK}) == set()
    assert mentions(capsys.readouterr().err, "ada", "9999", "4711", "submitted/")


OTHER = b'{"cells": [], "metadata": {}}'
TWICE = (("ada", "Ada", "King", "4711"), ("bob", "Bob", "Smith", "4711"))
FIND_OUT = "have the same name; find out which is"


@pytest.mark.parametrize(
    ("members", "roster", "there", "failed", "said"),
    [
        (
            {f"{ADA}/flops.ipynb": b"", f"{ADA.replace('815', '9')}/flops.ipynb": OTHER},
            ROSTER, set(), "ada", FIND_OUT,
        ),
        (
            {"kingada_4711_1_flops.ipynb": NOTEBOOK, "kingada_4700_2_flops.ipynb": OTHER},
            ROSTER, {"ada/ps/flops.ipynb"}, "", "ada, but not the number in the roster",
        ),
        (
            {"oneilsmithbob_1_1_flops.ipynb": b"", "oneilsmithbob_2_2_x.ipynb": OTHER},
            ROSTER, set(), "bob", FIND_OUT,
        ),
        (
            {"kingada_4711_1_flops.ipynb": NOTEBOOK},
            TWICE, set(), "", "ada and bob have this number; correct the roster",
        ),
    ],
    ids=["moodle", "the roster has a number", "it has none", "it has one twice"],
)  # fmt: skip
def test_two_numbers_under_one_name_are_left_to_a_person(
    tmp_path, capsys, monkeypatch, members, roster, there, failed, said
):
    """Names can be changed on a platform: who is called like another takes nobody's place."""
    monkeypatch.setitem(globals(), "ROSTER", roster)
    with pytest.raises(CourseError, match=failed) if failed else contextlib.nullcontext():
        collected(tmp_path, members)
    assert submitted(tmp_path) == there
    assert not there or (tmp_path / "submitted" / there.pop()).read_bytes() == NOTEBOOK
    assert said in capsys.readouterr().err


# 256 bytes, which no zip makes smaller, and nine of them are other ones
DAMAGED = zipped({f"{ADA}/flops.ipynb": NOTEBOOK, f"{BOB}/flops.ipynb": bytes(range(256))})
DAMAGED = DAMAGED.replace(bytes(range(9)), bytes(9))


@pytest.mark.parametrize(
    ("download", "said", "there"),
    [
        (DAMAGED, r"collected: “Bob O'Neil Smith_816.*flops\.ipynb”\.", ["ada"]),
        (zipped({f"{BOB}/x.pdf": b""}), r"no notebook is in .*downloaded/ps/arch", ["bob"]),
        (zipped({"all.tar.gz": b""}), r"no notebook is in .*/: put the zip of submissions", []),
        (b"PK", "the download can't be read; download it again", []),
        (
            zipped({f"{each}_1_attention.ipynb": notebook("softmax") for each in ("a_1", "b_2")}),
            r"to ps: its notebooks are called attention\.ipynb.* zip_collect ps --force`",
            [],
        ),
    ],
    ids=["damaged", "no notebook", "no zip", "unreadable", "another assignment"],
)
def test_what_is_wrong_with_a_download_is_said_after_the_others_were_collected(
    tmp_path, download, said, there
):
    write_course(tmp_path)
    with pytest.raises(CourseError, match=said):
        collect(tmp_path, download)
    assert [path.name for path in tmp_path.glob("submitted/*")] == there


def test_collecting_again_loses_no_time_and_no_notebook(tmp_path, capsys):
    """Collecting again keeps times that a person wrote.

    A good notebook stays if the new one has neither the right name nor an answer. The log names the
    files that the new download lacks.
    """
    ada, bob, eve = "kingada_4711_1", "oneilsmithbob_4712_2", "eve_4713_3"
    first = {f"{each}_flops.ipynb": NOTEBOOK for each in (ada, bob, eve)}
    collected(tmp_path, first)
    submitted = tmp_path / "submitted"
    for student in ("ada", "bob", "4713"):
        (submitted / student / "ps/timestamp.txt").write_text("2026-10-31 09:00 UTC")
    (submitted / "ada/ps/data").mkdir()
    (submitted / "ada/ps/data/a.csv").touch()
    with pytest.raises(CourseError, match=r"zip_collect ps --force`"):
        collect(tmp_path, first)
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
    assert mentions(log, "ps", "attention.ipynb", "bob")
    assert mentions(log, "collected: 2", "kept", 1)
    (removed,) = (line for line in log.splitlines() if "was removed" in line)
    assert mentions(removed, 4713, "2026-10-31 09:00 UTC")
    assert mentions(log, "ada", "removed", "data/a.csv")
    assert mentions(log, 4713, "removed", "flops.ipynb")


def test_without_a_gradebook_nothing_is_collected(tmp_path):
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    (tmp_path / "downloaded/ps/archive").mkdir(parents=True)
    with pytest.raises(CourseError) as raised:
        collect(tmp_path, {"kingada_4711_1_flops.ipynb": NOTEBOOK})
    commands = ("`nbgrader generate_assignment ps`", "`nbgrader db student import roster.csv`")
    assert re.search(naming(*commands), str(raised.value))
    assert not any((tmp_path / "downloaded/ps/extracted").glob("*"))


def hand_in(tmp_path: Path, student: str, time: str) -> Path:
    """Store a submission as `nbgrader collect` does, and return the path of its notebook."""
    place = tmp_path / "submitted" / student / "ps"
    place.mkdir(parents=True)
    (place / "timestamp.txt").write_text(time)
    (place / "submission_secret.txt").write_text("secret")
    (place / "flops.ipynb").write_bytes(notebook("exchange"))
    return place / "flops.ipynb"


def test_some_by_exchange_and_some_by_zip(tmp_path, capsys):
    """A student with a submission is kept, named once, and doesn't keep the others out."""
    ada = hand_in(tmp_path, "ada", "2026-10-30 20:00:00 UTC")
    ours = ada.read_bytes()
    by_hand = hand_in(tmp_path, "cy1", "2026-10-30 20:00:00 UTC")
    (by_hand.parent / "submission_secret.txt").unlink()
    members = {"kingada_4711_1_flops.ipynb": NOTEBOOK, "oneilsmithbob_4712_2_flops.ipynb": NOTEBOOK}
    members["cy1_4713_3_flops.ipynb"] = NOTEBOOK
    assert "bob/ps/flops.ipynb" in collected(tmp_path, members)
    lines = [line for line in capsys.readouterr().err.splitlines() if "kept" in line]
    assert mentions(lines[2], "collected: 1", "kept", 2)
    assert mentions(lines[1], "exchange", "ada")
    assert mentions(lines[0], "--force", "cy1")
    assert by_hand.read_bytes() != NOTEBOOK
    collect(tmp_path, members, "--force")
    line, _ = (line for line in capsys.readouterr().err.splitlines() if "kept" in line)
    assert mentions(line, "exchange", "ada")
    assert not mentions(line, "cy1")
    assert ada.read_bytes() == ours
    assert by_hand.read_bytes() == NOTEBOOK


def test_of_two_times_the_later_one_is_kept(tmp_path, capsys):
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
    assert mentions(capsys.readouterr().err, "kept", "older", "ada")


# --- the way back ------------------------------------------------------------------------------


def test_what_was_collected_earlier_is_known_and_the_latest_counts(tmp_path):
    both = {"kingada_4711_1_flops.ipynb": NOTEBOOK, "oneilsmithbob_4712_2_flops.ipynb": NOTEBOOK}
    collected(tmp_path, both)
    collect(tmp_path, {"kingada_4711_3_flops-1.ipynb": NOTEBOOK}, "--force")
    names = read_names(tmp_path, "ps", "canvas")
    assert names == {"ada": "kingada_4711_3", "bob": "oneilsmithbob_4712_2"}
    with pytest.raises(CourseError, match=naming("Canvas", "zip_collect ps --force")):
        read_names(tmp_path, "ps", "moodle")
    with pytest.raises(CourseError, match="nothing was collected"):
        read_names(tmp_path, "ps2", "canvas")
    (tmp_path / "downloaded/ps/names.json").write_text("{")
    with pytest.raises(CourseError, match=naming(tmp_path / "downloaded/ps/names.json")):
        read_names(tmp_path, "ps", "canvas")


@pytest.mark.slow(10)
def test_the_command_writes_the_zip_and_names_who_is_not_in_it(
    tmp_path, courses, executor, capsys, monkeypatch
):
    room = SmallClass(tmp_path / "course", courses, executor)
    root = room.room.course.root
    with Gradebook(room.db_url) as book:
        book.add_student("ada", first_name="Ada", last_name="King")
        book.add_student("bob")
    notebook = room.room.submit("elsewhere", RIGHT | SQUARE)
    work = {"Ada King_815_assignsubmission_file_/sums.ipynb": notebook.read_bytes()}
    shutil.rmtree(root / "submitted/elsewhere")
    archive = root / f"downloaded/{ASSIGNMENT}/archive"
    archive.mkdir(parents=True)
    (archive / "all.zip").write_bytes(zipped(work))
    assert room.room.nbgrader_here("zip_collect", ASSIGNMENT)[0] == 0
    room.submit("bob", {})
    room.autograde()
    monkeypatch.chdir(root)
    monkeypatch.setattr(executors, "local", executor.pool)
    words = ("feedback", ASSIGNMENT, "--zip")
    assert cli.main([*words, "canvas"]) == 1
    assert "came from Moodle" in capsys.readouterr().err
    assert not (root / "feedback").exists()
    for _ in range(2):  # the command may replace its own file
        assert cli.main([*words, "moodle"]) == 0
        said = capsys.readouterr().out
        assert "wrote ps0_warm_up-moodle.zip" in said
        assert mentions(said, "zip", "bob", "feedback/bob/ps0_warm_up/sums.html")
    with zipfile.ZipFile(root / "ps0_warm_up-moodle.zip") as zip_file:
        (path,) = zip_file.namelist()
        assert by_moodle(path) == ("815", "feedback.html")
        assert zip_file.read(path) == room.room.feedback("ada").read_bytes()
