"""Feedback through the exchange: every page is found by whom it is for."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from nbgrader.api import Base, Gradebook
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash
from sqlalchemy import create_engine

from examiner.intake import exchange
from examiner.intake.exchange import MAX_NAMES, SECRET, Collect, ReleaseFeedback
from examiner.term import nbgrader_doors


class Log(logging.Logger):
    def __init__(self):
        super().__init__("collect")
        self.said = []
        handler = logging.Handler()
        handler.emit = lambda record: self.said.append(record.getMessage())
        self.addHandler(handler)


class Release:
    """A plugin that releases pages, where they go, and what it said."""

    def __init__(self, plugin: ReleaseFeedback, place: Path, log: Log) -> None:
        self.plugin, self.place, self.said = plugin, place, log.said
        self.coursedir = plugin.coursedir

    def run(self) -> None:
        self.plugin.start()
        self.said[:] = [line for line in self.said if not line.startswith("Releasing")]

    def found(self, student: str, name: str) -> str | None:
        """The page that `nbgrader fetch_feedback` finds for a notebook of this name."""
        page = (
            self.place
            / "course"
            / "feedback"
            / f"{notebook_hash(secret=f'{student} 1', notebook_id=name)}.html"
        )
        return page.read_text() if page.is_file() else None


@pytest.fixture
def release(tmp_path):
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
    place = tmp_path / "exchange"
    place.mkdir()
    nbgrader_doors.apply()
    plugin = ReleaseFeedback(coursedir=coursedir, log=Log())
    plugin.root = str(place)
    return Release(plugin, place, plugin.log)


def test_a_page_is_found_by_the_name_that_was_submitted(release):
    release.run()
    assert release.found("ada", "sums") == "ada"
    assert release.found("ada", "notes") is None
    assert release.found("bob", "sums (1)") == release.found("bob", "sums") == "bob"
    assert release.found("cy", "a") == release.found("cy", "b") == "cy"  # why it could not be read


def test_who_submitted_in_another_way_is_named_and_stops_nobody(release):
    release.run()
    (said,) = release.said
    assert "no page was released to dan, whose submission did not come by the exchange" in said
    assert len(list(release.place.glob("*/*/*"))) == 6  # ada's, bob's two, cy's three


def test_an_excluded_student_gets_none(release):
    release.coursedir.student_id_exclude = "ada,bob"
    release.run()
    assert release.found("ada", "sums") is None
    assert release.found("cy", "a") == "cy"


def test_a_secret_or_a_name_that_a_student_wrote_stops_nobody(release):
    root = release.place.parent
    (root / "feedback" / "ada" / "ps0" / SECRET).write_bytes(b"\xff")
    (root / "feedback" / "bob" / "ps0" / SECRET).write_text("")  # nbgrader wants one
    (root / "submitted" / "cy" / "ps0" / os.fsdecode(b"\xff.ipynb")).write_text("{}")
    shutil.copytree(root / "feedback" / "ada", root / "feedback" / "a\nb")
    (root / "feedback" / "dan" / "ps0" / SECRET).write_text("dan 1")
    release.run()
    assert release.found("cy", "sums") == "cy"
    assert release.found("dan", "sums") == "dan"
    *failed, elsewhere = release.said
    assert [text.partition(":")[0] for text in failed] == [
        f"no page was released to {student}" for student in ("a\n    b", "ada", "cy")
    ]
    assert "no page was released to bob, whose" in elsewhere


def test_a_page_goes_to_so_many_names(release):
    for number in range(100):
        (release.place.parent / "submitted" / "cy" / "ps0" / f"{number}.ipynb").write_text("{}")
    release.run()
    assert release.found("cy", "sums") == release.found("cy", "0") == "cy"
    assert len(list(release.place.glob("*/*/*"))) == 1 + 2 + 1 + MAX_NAMES


# --- what was handed in --------------------------------------------------------------------------

TIME = "2026-10-30 21:00:00.000000 UTC"
LATER = "2026-11-30 21:00:00.000000 UTC"


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """`nbgrader collect`, with these folders in the exchange: name -> owner."""

    def run(folders, depth=()):
        inbound = tmp_path / "exchange" / "course" / "inbound"
        inbound.mkdir(parents=True)
        for name in folders:
            (inbound / name).mkdir()
            (inbound / name / "sums.ipynb").write_text(name)
        for name in depth:
            nest(inbound / name, depth[name])
        monkeypatch.setattr(exchange, "owner_of", lambda folder: folders[folder.path.name])
        nbgrader_doors.apply()
        coursedir = CourseDirectory(root=str(tmp_path), course_id="course", assignment_id="ps0")
        Base.metadata.create_all(create_engine(coursedir.db_url))
        with Gradebook(coursedir.db_url, "course") as gradebook:
            gradebook.add_assignment("ps0")
        app = Collect(coursedir=coursedir, authenticator=Authenticator(), log=Log())
        app.root = str(tmp_path / "exchange")
        app.start()
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


def test_nobody_hands_in_for_somebody_who_has(collect):
    own, other, alone = f"ada+ps0+{TIME}+1", f"ada+ps0+{LATER}+2", f"bob+ps0+{TIME}+3"
    found, said = collect({own: "ada", other: "mallory", alone: "mallory"})
    assert found == {"ada": own, "bob": alone}
    assert f"{other} was left out: it is somebody else's" in said
    assert any("cheating attempt?" in line for line in said)


@pytest.mark.slow
def test_a_submission_that_can_not_be_copied_stops_nobody(collect, tmp_path):
    deep, zoe = f"mallory+ps0+{TIME}+1", f"zoe+ps0+{TIME}+1"
    found, said = collect({deep: "", zoe: ""}, depth={deep: 1100})
    assert found["zoe"] == zoe
    assert any(line.startswith(f"{deep} is not collected") for line in said)
    subprocess.run(["rm", "-rf", tmp_path / "exchange"], check=True)  # too deep for shutil
