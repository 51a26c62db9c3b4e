"""Feedback through the exchange: every page is found by whom it is for."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from nbgrader.api import Base, Gradebook
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash
from sqlalchemy import create_engine

from examiner.course import CourseError
from examiner.grading.submission import MAX_OTHERS
from examiner.intake import exchange
from examiner.intake.exchange import SECRET, Collect, ReleaseFeedback
from examiner.intake.times import read_timestamp, time_remark
from examiner.term import nbgrader_overrides
from tests.messages import mentions


class Log(logging.Logger):
    def __init__(self):
        super().__init__("collect")
        self.said = []
        handler = logging.Handler()
        handler.emit = lambda record: self.said.append(record.getMessage())
        self.addHandler(handler)


def failed_in(line: str) -> str:
    """Return the students that the last line of a run names as not collected."""
    return line.partition(":")[2].partition(".")[0].strip()


@pytest.fixture
def release(tmp_path):
    """Release the pages of four students with `nbgrader release_feedback`.

    Returns:
        A function that runs the command and returns its log, and a function that returns the page a
        student finds under the name of a notebook.
    """
    coursedir = CourseDirectory(root=str(tmp_path), course_id="course", assignment_id="ps0")
    for student, files in {
        "ada": ["sums.ipynb", "notes.ipynb"],
        "bob": ["sums (1).ipynb"],
        "cy": ["a.ipynb", "b.ipynb"],
        "dan": ["sums.ipynb"],
    }.items():
        submitted = tmp_path / "submitted" / student / "ps0"
        feedback = tmp_path / "feedback" / student / "ps0"
        for folder in (submitted, feedback):
            folder.mkdir(parents=True)
        for name in files:
            (submitted / name).write_text("{}")
        (feedback / "sums.html").write_text(student)
        if student != "dan":
            (feedback / SECRET).write_text(f"{student} 1")
    Base.metadata.create_all(create_engine(coursedir.db_url))
    (tmp_path / "exchange").mkdir()
    nbgrader_overrides.apply()

    def run(excluded=""):
        coursedir.student_id_exclude = excluded
        plugin = ReleaseFeedback(coursedir=coursedir, log=Log())
        plugin.root = str(tmp_path / "exchange")
        plugin.start()
        return [line for line in plugin.log.said if not line.startswith("Releasing")]

    def found(student, name):
        secret = notebook_hash(secret=f"{student} 1", notebook_id=name)
        page = tmp_path / "exchange" / "course" / "feedback" / f"{secret}.html"
        return page.read_text() if page.is_file() else None

    return run, found


def test_a_page_is_found_by_the_name_that_was_submitted(release, tmp_path):
    """A student who submitted in another way is named; an excluded student gets no page."""
    run, found = release
    run(excluded="bob")
    assert found("bob", "sums") is None
    (said,) = run()
    assert found("ada", "sums") == "ada"
    assert found("ada", "notes") is None
    assert found("bob", "sums (1)") == found("bob", "sums") == "bob"
    assert found("cy", "a") == found("cy", "b") == "cy"  # why it could not be read
    assert mentions(said, "dan")
    released = tmp_path / "exchange/course/feedback"
    assert len(os.listdir(released)) == 6  # ada's, bob's two, cy's three
    for number in range(100):
        (tmp_path / f"submitted/cy/ps0/{number}.ipynb").write_text("{}")
    run()
    assert found("cy", "0") == "cy"
    assert len(os.listdir(released)) <= 6 + MAX_OTHERS


def test_a_secret_or_a_name_that_a_student_wrote_stops_nobody(release, tmp_path):
    run, found = release
    (tmp_path / "feedback" / "ada" / "ps0" / SECRET).write_bytes(b"\xff")
    (tmp_path / "feedback" / "bob" / "ps0" / SECRET).write_text("")  # nbgrader wants one
    (tmp_path / "submitted" / "cy" / "ps0" / os.fsdecode(b"\xff.ipynb")).write_text("{}")
    shutil.copytree(tmp_path / "feedback" / "ada", tmp_path / "feedback" / "a\nb")
    (tmp_path / "feedback" / "dan" / "ps0" / SECRET).write_text("dan 1")
    *failed, elsewhere = run()
    assert (found("cy", "sums"), found("dan", "sums")) == ("cy", "dan")
    assert [len(failed), mentions(failed[0], "    b")] == [3, True]
    assert all(mentions(*pair) for pair in zip(failed[1:], ("ada", "cy"), strict=True))
    assert mentions(elsewhere, "bob")


# --- submissions ----------------------------------------------------------------------------------

TIME = "2026-10-30 21:00:00.000000 UTC"
LATER = "2026-11-30 21:00:00.000000 UTC"


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """Run `nbgrader collect` with these folders in the exchange: name -> owner.

    Args:
        due: The due date of the assignment.
        options: The options of the command.
        prepare: A function that gets the folder of submissions, and may change it.
    """

    def run(folders, prepare=lambda inbound: None, *, due=None, **options):
        inbound = tmp_path / "exchange" / "course" / "inbound"
        inbound.mkdir(parents=True, exist_ok=True)
        for name in folders:
            (inbound / name).mkdir(exist_ok=True)
            (inbound / name / "sums.ipynb").write_text(name)
        prepare(inbound)
        monkeypatch.setattr(exchange, "owner_of", lambda folder: folders[folder.path.name])
        nbgrader_overrides.apply()
        coursedir = CourseDirectory(root=str(tmp_path), course_id="course", assignment_id="ps0")
        Base.metadata.create_all(create_engine(coursedir.db_url))
        with Gradebook(coursedir.db_url, "course") as gradebook:
            gradebook.update_or_create_assignment("ps0", duedate=due)
        app = Collect(coursedir=coursedir, authenticator=Authenticator(), log=Log())
        app.root = str(tmp_path / "exchange")
        for option, value in options.items():  # update, before_duedate
            setattr(app, option, value)
        try:
            app.start()
        except CourseError as error:
            app.log.said.append(str(error))
        found = {p.parts[-3]: p.read_text() for p in (tmp_path / "submitted").glob("*/ps0/*.ipynb")}
        return found, app.log.said

    return run


def nest(folder, depth):
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(depth):
        os.mkdir("f")
        os.chdir("f")
    os.chdir(here)


def test_names_in_the_exchange_end_no_collecting(collect):
    good = f"ada+ps0+{TIME}+1"
    odd = [
        "mallory+ps0+no time+1",
        "mallory+ps0+12:99999999999+1",
        "mallory+ps0+9999-12-31 23:59:59 UTC+1",  # ten minutes later is no time
        "mallory+ps0+",
        f"[a]da+ps0+{TIME}+1",
        f"*+ps0+{TIME}+1",
        f"<img src=x onerror=act()>#+ps0+{TIME}+1",
        f"a\nb+ps0+{TIME}+1",
        f"mallory+ps0+other+{TIME}+1",
    ]
    found, said = collect(dict.fromkeys([good, *odd], ""))
    assert found == {"ada": good}
    assert sum("was left out" in line for line in said) == len(odd)
    assert not mentions(said, "examiner report")  # no line on late changes: nothing is due


def test_nobody_submits_for_somebody_who_has(collect):
    own, other, alone = f"ada+ps0+{TIME}+1", f"ada+ps0+{LATER}+2", f"bob+ps0+{TIME}+3"
    forged = f"cy+ps0+{LATER}+4"  # before cy submitted, by a student
    found, said = collect({own: "ada", other: "mallory", alone: "mallory", forged: "ada"})
    assert found == {"ada": own, "bob": alone}
    (line,) = (line for line in said if line.startswith(f"“{forged}” was left out: "))
    assert line.endswith(" ada")  # the owner
    (line,) = (line for line in said if line.startswith(f"“{other}” was left out: "))
    assert mentions(line.partition(": ")[2], "owner", "ada")
    assert any("cheating attempt?" in line for line in said)


def test_what_one_user_submits_under_several_names_is_collected_for_nobody(collect):
    ghosts = {f"ghost{n}+ps0+{TIME}+1": "mallory" for n in range(3)}
    others = {f"ada+ps0+{TIME}+1": "ada", f"bob+ps0+{TIME}+1": "bob's other account"}
    found, said = collect(ghosts | others)
    assert found.keys() == {"ada", "bob"}
    assert sum("mallory" in line and "ghost0, ghost1, ghost2" in line for line in said) == 3
    assert not any("not collected" in line for line in said)
    mine = dict.fromkeys(ghosts, exchange.user_name(os.geteuid()))
    found, _ = collect(mine | others)
    assert found.keys() == {"ada", "bob", "ghost0", "ghost1", "ghost2"}


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_the_owner_of_what_is_no_folder_or_is_closed_is_known(collect, tmp_path, monkeypatch):
    """A link or a closed folder under another student's name stops nobody's collecting."""
    nobody = exchange.user_name(65534)
    real = exchange.owner_of
    link, own = f"bin+ps0+{TIME}+1", f"ada+ps0+{TIME}+1"

    def prepare(inbound):
        shutil.rmtree(inbound / link)
        (inbound / link).symlink_to("/nonexistent")
        os.chown(inbound / link, 65534, 65534, follow_symlinks=False)
        closed = exchange.Folder(inbound / link, untrusted_parts=1)
        assert real(closed) == nobody

    found, said = collect({link: nobody, own: "ada"}, prepare)
    assert found.keys() == {"ada"}
    assert not said[-1].startswith("not collected")


@pytest.mark.slow
def test_a_submission_a_thousand_folders_deep_stops_nobody(collect, tmp_path):
    deep, zoe = f"mallory+ps0+{TIME}+1", f"zoe+ps0+{TIME}+1"
    found, said = collect({deep: "", zoe: ""}, lambda inbound: nest(inbound / deep, 1100))
    assert found == {"mallory": deep, "zoe": zoe}
    assert any("too deep" in line for line in said)
    subprocess.run(["rm", "-rf", tmp_path / "exchange"], check=True)  # too deep for shutil


MALLORY, ZOE = f"mallory+ps0+{TIME}+1", f"zoe+ps0+{TIME}+1"


@pytest.mark.parametrize("what", ["data.txt", "inner", MALLORY])
def test_what_becomes_a_link_while_it_is_collected_is_not_followed(
    collect, tmp_path, monkeypatch, what
):
    """A file, a folder, and a submission as a whole: each is exchanged when it is opened."""
    secret, opened, exchanged = tmp_path / "source", os.open, []

    def prepare(inbound):
        for folder in (inbound / MALLORY, secret):
            (folder / "inner").mkdir(parents=True)
            for name in ("data.txt", "inner/deep.txt"):
                (folder / name).write_text("hers" if folder != secret else "hidden tests")

    def open_late(path, *flags, **options):
        if path == what and not exchanged:
            exchanged.append(path)
            parent = Path(f"/proc/self/fd/{options['dir_fd']}").resolve()
            (parent / what).rename(tmp_path / "away")
            (parent / what).symlink_to(secret if what == MALLORY else secret / what)
        return opened(path, *flags, **options)

    monkeypatch.setattr(os, "open", open_late)
    found, said = collect({MALLORY: "", ZOE: ""}, prepare)
    assert exchanged == [what]
    assert found["zoe"] == ZOE
    there = [path for path in (tmp_path / "submitted").rglob("*") if path.is_file()]
    assert not any(path.is_symlink() or "hidden" in path.read_text() for path in there)
    if what == MALLORY:
        assert failed_in(said[-1]) == "mallory"
    else:
        assert any(line.startswith(f"{MALLORY}: {what}") for line in said)


def test_links_pipes_and_names_of_other_peoples_files_are_not_collected(collect, tmp_path):
    (tmp_path / "secret").write_text("{}")

    def prepare(inbound):
        (inbound / MALLORY / "solution.ipynb").symlink_to(tmp_path / "secret")
        (inbound / MALLORY / "folder").symlink_to(tmp_path)
        os.mkfifo(inbound / MALLORY / "pipe")
        (inbound / ZOE).rename(inbound / "moved")
        (inbound / ZOE).symlink_to(inbound / "moved")

    found, said = collect({MALLORY: "", ZOE: ""}, prepare)
    assert found == {"mallory": MALLORY}
    there = sorted(os.listdir(tmp_path / "submitted" / "mallory" / "ps0"))
    assert there == ["sums.ipynb", "timestamp.txt"]
    assert failed_in(said[-1]) == "zoe"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_second_name_of_a_file_that_is_somebody_elses_is_left_out(collect, tmp_path):
    (tmp_path / "own").write_text("own")
    (tmp_path / "secret").write_text("secret")

    def prepare(inbound):
        for name in ("own", "secret"):
            os.link(tmp_path / name, inbound / MALLORY / name)
        for path in (inbound / MALLORY, tmp_path / "own"):
            os.chown(path, 65534, 65534)

    collect({MALLORY: ""}, prepare)
    there = sorted(os.listdir(tmp_path / "submitted" / "mallory" / "ps0"))
    assert there == ["own", "sums.ipynb", "timestamp.txt"]


def test_modes_are_ours_and_what_was_collected_with_others_is_replaced(collect, tmp_path):
    later, place = f"mallory+ps0+{LATER}+1", tmp_path / "submitted" / "mallory" / "ps0"

    def prepare(inbound):
        for name in (MALLORY, later):
            if (inbound / name).is_dir():
                (inbound / name / "inner").mkdir(exist_ok=True)
                (inbound / name / "inner" / "x").write_text("x")
                (inbound / name / "inner").chmod(0o577)

    collect({MALLORY: ""}, prepare)
    for path in (place, *place.rglob("*")):
        assert path.stat().st_mode & 0o700 == (0o700 if path.is_dir() else 0o600)
    (place / "inner").chmod(0o577)  # as nbgrader's own copy had it
    found, _ = collect({MALLORY: "", later: ""}, prepare, update=True)
    assert found == {"mallory": later}
    assert os.listdir(place.parent) == ["ps0"]
    (tmp_path / "exchange/course/inbound" / MALLORY / "inner").chmod(0o755)
    (tmp_path / "exchange/course/inbound" / later / "inner").chmod(0o755)


def test_who_can_not_be_written_stops_nobody(collect, tmp_path):
    (tmp_path / "submitted").mkdir()
    (tmp_path / "submitted" / "mallory").write_text("no folder")
    found, said = collect({MALLORY: "", ZOE: ""})
    assert found == {"zoe": ZOE}
    assert any(line.startswith(f"{MALLORY} is not collected: ") for line in said)
    assert failed_in(said[-1]) == "mallory"


# --- the time of a submission ---------------------------------------------------------------------

HOUR = timedelta(hours=1)


@pytest.fixture
def due():
    """An hour ago."""
    return datetime.now(UTC).replace(tzinfo=None) - HOUR


def at(time):
    return f"{time:%Y-%m-%d %H:%M:%S.%f} UTC"


def test_a_submission_has_the_time_in_its_name(collect, tmp_path, due):
    """A timestamp.txt of a student's own is one of any time, or of none, or not there."""
    folders = {name: f"{name}+ps0+{at(due + HOUR / 2)}+1" for name in ("early", "none", "odd")}

    def prepare(inbound):
        (inbound / folders["early"] / "timestamp.txt").write_text(TIME)
        (inbound / folders["odd"] / "timestamp.txt").write_text("no date")

    collect(dict.fromkeys(folders.values(), ""), prepare, due=due)
    times = [read_timestamp(tmp_path / "submitted" / name / "ps0")[0] for name in folders]
    assert times == [due + HOUR / 2] * 3


def test_a_time_that_the_file_system_contradicts_is_left_to_a_person(collect, tmp_path, due):
    """A folder with an earlier time in its name than it was made, or changed later in place."""
    names = {"forged": at(due - HOUR), "honest": at(due + HOUR), "late": at(due + HOUR / 2)}
    folders = {name: f"{name}+ps0+{time}+1" for name, time in names.items()}

    def prepare(inbound):
        for file in (inbound / folders["forged"]).iterdir():
            os.utime(file, (0, 0))  # which anybody can

    _, said = collect(dict.fromkeys(folders.values(), ""), prepare, due=due)
    (line,) = [line for line in said if line.startswith("changed in the exchange")]
    assert ": forged, late." in line
    honest, forged = (tmp_path / "submitted" / name / "ps0" for name in ("honest", "forged"))
    assert time_remark(honest, due) == ""
    assert (honest / "timestamp.txt").read_text() == names["honest"]
    assert read_timestamp(forged)[0] == due - HOUR  # nobody is late by a machine's word
    assert "timestamp.txt" in time_remark(forged, due)
    assert time_remark(forged, due + 2 * HOUR) == time_remark(forged, None) == ""
    (forged / "timestamp.txt").write_text(at(due + HOUR))  # a person has decided
    assert time_remark(forged, due) == ""


def test_no_submission_is_replaced_by_one_that_is_not_later(collect, tmp_path, due):
    """A submission from elsewhere has a timestamp, or is as old as its file at most.

    With `due` and `update`, a submission in time replaces a late one.
    """
    now = due + HOUR
    names = {"older": due - HOUR, "after": now + HOUR, "dated": due - HOUR, "empty": due - HOUR}
    folders = {name: f"{name}+ps0+{at(time)}+1" for name, time in names.items()}
    for name in names:
        place = tmp_path / "submitted" / name / "ps0"
        place.mkdir(parents=True)
        if name != "empty":
            (place / "sums.ipynb").write_text("by the LMS")
    (tmp_path / "submitted" / "dated" / "ps0" / "timestamp.txt").write_text(at(due - HOUR / 2))
    found, said = collect(dict.fromkeys(folders.values(), ""), update=True, due=due)
    kept = {"older": "by the LMS", "dated": "by the LMS"}
    assert found == folders | kept
    (line,) = [line for line in said if line.startswith("kept, ")]
    assert ": older. " in line
    late = {"before_duedate": True, "due": due}
    assert collect(dict.fromkeys(folders.values(), ""), **late)[0] == folders | kept
    (tmp_path / "submitted" / "dated" / "ps0" / "timestamp.txt").write_text(at(now))
    found, _ = collect(dict.fromkeys(folders.values(), ""), **late)
    assert (found["dated"], found["older"]) == (folders["dated"], "by the LMS")
