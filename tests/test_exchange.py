"""Feedback through the exchange: every page is found by whom it is for."""

from __future__ import annotations

import os
import shutil
from types import SimpleNamespace

import pytest
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash

from examiner.grading.exchange import MAX_NAMES, SECRET, release_feedback


class Release(SimpleNamespace):
    """What `release_feedback` needs of nbgrader's."""

    def found(self, student: str, name: str) -> str | None:
        """The page that `nbgrader fetch_feedback` finds for a notebook of this name."""
        page = self.place / f"{notebook_hash(secret=f'{student} 1', notebook_id=name)}.html"
        return page.read_text() if page.is_file() else None


@pytest.fixture
def release(tmp_path):
    coursedir = CourseDirectory(root=str(tmp_path), assignment_id="ps0")
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
    said = []
    log = SimpleNamespace(info=lambda *_: None, warning=lambda text, *a: said.append(text % a))
    log.error = log.warning
    (tmp_path / "exchange").mkdir()
    place = tmp_path / "exchange"
    source = coursedir.format_path("feedback", "*", "ps0")
    paths = {"src_path": source, "dest_path": str(place), "place": place}
    return Release(coursedir=coursedir, log=log, said=said, **paths)


def test_a_page_is_found_by_the_name_that_was_submitted(release):
    release_feedback(release)
    assert release.found("ada", "sums") == "ada"
    assert release.found("ada", "notes") is None
    assert release.found("bob", "sums (1)") == release.found("bob", "sums") == "bob"
    assert release.found("cy", "a") == release.found("cy", "b") == "cy"  # why it could not be read


def test_who_submitted_in_another_way_is_named_and_stops_nobody(release):
    release_feedback(release)
    (said,) = release.said
    assert "no page was released to dan, whose submission did not come by the exchange" in said
    assert len(list(release.place.iterdir())) == 6  # ada's, bob's two, cy's three


def test_an_excluded_student_gets_none(release):
    release.coursedir.student_id_exclude = "ada,bob"
    release_feedback(release)
    assert release.found("ada", "sums") is None
    assert release.found("cy", "a") == "cy"


def test_a_secret_or_a_name_that_a_student_wrote_stops_nobody(release):
    root = release.place.parent
    (root / "feedback" / "ada" / "ps0" / SECRET).write_bytes(b"\xff")
    (root / "feedback" / "bob" / "ps0" / SECRET).write_text(
        ""
    )  # nbgrader asserts that there is one
    (root / "submitted" / "cy" / "ps0" / os.fsdecode(b"\xff.ipynb")).write_text("{}")
    shutil.copytree(root / "feedback" / "ada", root / "feedback" / "a\nb")
    (root / "feedback" / "dan" / "ps0" / SECRET).write_text("dan 1")
    release_feedback(release)
    assert release.found("cy", "sums") == "cy"
    assert release.found("dan", "sums") == "dan"
    *failed, elsewhere = release.said
    assert [text.partition(":")[0] for text in failed] == [
        f"no page was released to {student}" for student in ("a\nb", "ada", "cy")
    ]
    assert "no page was released to bob, whose" in elsewhere


def test_a_page_goes_to_so_many_names(release):
    for number in range(100):
        (release.place.parent / "submitted" / "cy" / "ps0" / f"{number}.ipynb").write_text("{}")
    release_feedback(release)
    assert release.found("cy", "sums") == release.found("cy", "0") == "cy"
    assert len(list(release.place.iterdir())) == 1 + 2 + 1 + MAX_NAMES
