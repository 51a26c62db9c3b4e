"""Pages go back to Canvas and Moodle: in the zip that each takes, to whom each knows by number."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path, PurePath

import pytest
from nbgrader.api import Gradebook

from examiner import cli
from examiner.course import CourseError
from examiner.intake.lms_names import names_of, zip_of_pages
from examiner.workers import executors
from tests.small_class import ASSIGNMENT, RIGHT, SQUARE, SmallClass
from tests.test_zip_collect import NOTEBOOK, collect, collected, zipped


def by_moodle(path: str) -> tuple[str, str]:
    """Whom Moodle gives a file to, and what it calls it (importziplib.php, also before 4.1)."""
    _, number, kind, plugin, rest = path.split("/")[0].split("_", 4)
    assert (kind, plugin, rest) == ("assignsubmission", "file", "")
    return number, PurePath(path).name


def by_canvas(path: str) -> tuple[str, str]:
    """Whose submission Canvas puts a file beside, by the student's number and a file's
    (infer_comment_context_from_filename)."""
    assert "/" not in path
    assert not path.split("_")[-1].startswith("link")
    student, attachment = [part for part in path.split("_") if part.isdecimal()][:2]
    return student, attachment


def returned(platform: str, names: dict[str, str]) -> list[str]:
    """What is in the zip for a class; each page says whose it is."""
    pages = {student: student.encode() for student in names}
    with zipfile.ZipFile(io.BytesIO(zip_of_pages(platform, names, pages))) as archive:
        assert [archive.read(path).decode() for path in archive.namelist()] == list(names)
        return archive.namelist()


def test_a_page_goes_back_to_the_number_that_moodle_gave(tmp_path: Path) -> None:
    members = {
        "Ada King_815_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        "Bob O'Neil Smith_816_assignsubmission_file_link_flops.ipynb": NOTEBOOK,
        "Eve New_817_assignsubmission_file/inner.zip": zipped({"deep/flops.ipynb": NOTEBOOK}),
        "Cy Twin_818_assignsubmission_file_/flops.ipynb": NOTEBOOK,
        "Zoé N_819_assignsubmission_file_/flops.ipynb": NOTEBOOK,
    }
    collected(tmp_path, members)
    names = names_of(tmp_path, "ps", "moodle")
    assert sorted(names) == ["Eve_New", "Zoé_N", "ada", "bob"]
    back = {by_moodle(path) for path in returned("moodle", names)}
    assert back == {(number, "feedback.html") for number in ("815", "816", "817", "819")}


def test_a_page_goes_back_beside_the_file_that_canvas_gave(tmp_path: Path) -> None:
    members = {
        "kingada_LATE_4711_90214_a_7_notes.txt": b"no notebook",
        "kingada_LATE_4711_90210_flops-1.ipynb": NOTEBOOK,
        "oneilsmithbob_4712_90211_link_1.ipynb": NOTEBOOK,
        "unknowneve_4713_90212_work.zip": zipped({"my work.ipynb": NOTEBOOK}),
    }
    collected(tmp_path, members)
    names = names_of(tmp_path, "ps", "canvas")
    back = dict(zip(names, map(by_canvas, returned("canvas", names)), strict=True))
    assert back == {"ada": ("4711", "90210"), "bob": ("4712", "90211"), "4713": ("4713", "90212")}


def test_what_was_collected_earlier_is_known_and_the_latest_counts(tmp_path: Path) -> None:
    both = {"kingada_4711_1_flops.ipynb": NOTEBOOK, "oneilsmithbob_4712_2_flops.ipynb": NOTEBOOK}
    collected(tmp_path, both)
    collect(tmp_path, {"kingada_4711_3_flops-1.ipynb": NOTEBOOK}, "--force")
    names = names_of(tmp_path, "ps", "canvas")
    assert names == {"ada": "kingada_4711_3", "bob": "oneilsmithbob_4712_2"}
    with pytest.raises(CourseError, match=r"collected came from Canvas.*zip_collect ps --force"):
        names_of(tmp_path, "ps", "moodle")
    with pytest.raises(CourseError, match="nothing was collected"):
        names_of(tmp_path, "ps2", "canvas")
    (tmp_path / "downloaded/ps/names.json").write_text("{")
    with pytest.raises(CourseError, match=r"names\.json can't be read.*delete it"):
        names_of(tmp_path, "ps", "canvas")


@pytest.mark.slow(10)
def test_the_command_writes_the_zip_and_names_who_is_not_in_it(
    tmp_path, courses, executor, capsys, monkeypatch
) -> None:
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
    assert "what was collected came from Moodle" in capsys.readouterr().err
    assert not (root / "feedback").exists()
    for _ in range(2):  # what it wrote itself it may replace
        assert cli.main([*words, "moodle"]) == 0
        said = capsys.readouterr().out
        assert "wrote ps0_warm_up-moodle.zip" in said
        assert "bob. Hand out their pages yourself: feedback/bob/ps0_warm_up/sums.html" in said
    with zipfile.ZipFile(root / "ps0_warm_up-moodle.zip") as zip_file:
        (path,) = zip_file.namelist()
        assert by_moodle(path) == ("815", "feedback.html")
        assert zip_file.read(path) == room.room.feedback("ada").read_bytes()
