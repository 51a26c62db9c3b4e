"""Feedback through the exchange: every page is found by whom it is for."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash

from examiner.grading.exchange import SECRET, release_feedback


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
    warned = []
    log = SimpleNamespace(info=lambda *_: None, warning=lambda text, *a: warned.append(text % a))
    (tmp_path / "exchange").mkdir()
    place = tmp_path / "exchange"
    source = coursedir.format_path("feedback", "*", "ps0")
    paths = {"src_path": source, "dest_path": str(place), "place": place}
    return Release(coursedir=coursedir, log=log, said=warned, **paths)


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
