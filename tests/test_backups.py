"""A term is restored from its backup: gradebook, key, submissions and results."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import zipfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from sqlalchemy import create_engine

from examiner import cli
from examiner.authoring import build
from examiner.course import Course, CourseError
from examiner.gradebook.gradebook_file import (
    back_up_book,
    check_not_lost,
    copies,
    explain_file_trouble,
)
from examiner.intake.folders import exclusive_access
from examiner.intake.lms_names import read_names, store_names
from examiner.reports import report_commands
from examiner.term import backups
from examiner.term.attempts import Attempts
from examiner.term.backups import MIB, TermFiles
from examiner.term.plan import ClassFolder
from tests.messages import lines_naming, mentions, naming, numbers
from tests.small_class import ASSIGNMENT, SmallClass
from tests.test_exchange import nest
from tests.test_zip_collect import LINK, MANY, zipped

SUBMITTED, GRADED = "submitted/ada/ps0/sums.ipynb", "autograded/ada/ps0/sums.ipynb"


def book(path: Path, mark: int) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("create table if not exists submitted_assignment (mark)")
        made.execute("delete from submitted_assignment")
        made.execute("insert into submitted_assignment values (?)", [mark])
        made.commit()


def mark(path: Path) -> int:
    with closing(sqlite3.connect(path)) as made:
        return made.execute("select mark from submitted_assignment").fetchone()[0]


@pytest.fixture
def term(small_course: Course) -> TermFiles:
    """A course folder with a submission that was graded."""
    root = small_course.root
    for name in (SUBMITTED, GRADED):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(name)
    book(root / "gradebook.db", 7)
    return TermFiles.of(small_course)


def test_what_was_lost_is_put_back(term):
    """No link or pipe; tries and names of a platform as well."""
    root, now = term.root, datetime(2026, 10, 30, 12, tzinfo=UTC)
    os.symlink("/etc/passwd", root / "submitted/ada/ps0/link")
    os.mkfifo(root / "submitted/ada/ps0/pipe")
    for points in (1.0, 2.0):
        Attempts(root, "ps0").add("ada", {"sums": points}, now)
    (root / "downloaded/ps0").mkdir(parents=True)
    store_names(root, "ps0", {"canvas": {"ada": "kingada_4711_90210"}})
    path, key = term.back_up(), (root / "course.key").read_text()
    assert datetime.strptime(path.name, "term-%Y-%m-%d-%H%M%S.zip")
    assert path.stat().st_mode & 0o77 == 0
    term.book.unlink()
    for lost in ("submitted", "autograded", "attempts", "downloaded"):
        shutil.rmtree(root / lost)
    (root / "course.key").write_text("1" * 64)  # of a new clone, in which nothing was graded
    done = [line.partition(":")[::2] for line in term.restore(path)]
    assert [(part, facts.split()[-1]) for part, facts in done if part.endswith("/")] == [
        ("attempts/", "ps0.jsonl"),
        ("autograded/", "ada/ps0"),
        ("downloaded/", "ps0/names.json"),
        ("submitted/", "ada/ps0"),
    ]
    assert (done[0][0], done[-1][0]) == ("course.key", "gradebook.db")
    assert (root / "course.key").read_text() == key
    assert [(root / name).read_text() for name in (SUBMITTED, GRADED)] == [SUBMITTED, GRADED]
    assert os.listdir(root / "submitted/ada/ps0") == ["sums.ipynb"]
    assert mark(root / "gradebook.db") == 7
    assert sorted(path.name for path in (root / "backups").iterdir()) == [path.name]
    assert Attempts(root, "ps0").on_day("ada", "2026-10-30") == 2
    assert read_names(root, "ps0", "canvas") == {"ada": "kingada_4711_90210"}
    Attempts(root, "ps0").add("ada", {"sums": 2.0}, now)
    (line,) = lines_naming(term.restore(path), "attempts/")
    assert "ps0.jsonl" not in line  # it is there
    assert Attempts(root, "ps0").on_day("ada", "2026-10-30") == 3


def test_what_is_there_is_not_replaced_and_the_gradebook_is_kept(term):
    """Also a broken one, which is no copy that is advised."""
    path = term.back_up()
    (term.root / SUBMITTED).write_text("submitted since")
    book(term.book, 9)
    *_, kept = term.restore(path)
    assert (term.root / SUBMITTED).read_text() == "submitted since"
    assert mark(term.book) == 7
    kept = term.root / kept.split()[-1]
    assert mark(kept) == 9
    term.restore(kept)
    assert mark(term.book) == 9
    term.book.write_bytes(b"no database" * 1000)
    *_, broken = term.restore(path)
    assert mark(term.book) == 7
    broken = term.root / broken.split()[-1]
    assert broken.read_bytes().startswith(b"no database")
    assert broken.name not in copies(term.root)


def test_a_copy_has_what_only_the_log_beside_the_gradebook_has(term):
    with closing(sqlite3.connect(term.book)) as open_book:
        open_book.execute("PRAGMA wal_autocheckpoint=0")
        open_book.execute("update submitted_assignment set mark = 8")
        open_book.commit()
        assert mark(back_up_book(term.book, term.root)) == 8
    assert back_up_book(term.book, term.root)  # in the same second
    assert len(copies(term.root)) == 2


def test_what_can_not_be_restored_changes_nothing(term, monkeypatch):
    """The file is no backup, has a wrong bit, is cut off, has no gradebook, or is another class's.

    Nothing is restored while a class is being graded.
    """
    monkeypatch.setattr(backups, "MAX_FILES", 99)
    root, folder = term.root, term.root / "backups"
    (root / "text.zip").write_text("text")
    with pytest.raises(CourseError, match=naming(root / "nothing", "backups/")):
        term.restore(root / "nothing")
    (root / SUBMITTED).write_bytes(os.urandom(2**16))  # nearly all of the backup
    path = term.back_up()
    (root / "many.zip").write_bytes(zipped(MANY))
    packed = bytearray(path.read_bytes())
    packed[len(packed) // 2] ^= 1
    (root / "damaged.zip").write_bytes(packed)
    hollow = folder / "term-2099-01-01-000000.zip"
    hollow.write_bytes(zipped({"course.key": (root / "course.key").read_bytes()}))
    assert copies(root) == [path.name]  # the backup without a gradebook is not advised
    shutil.rmtree(root / "submitted")
    book(term.book, 9)
    for file, facts in (
        ("nbgrader_config.py", ["gradebook"]),
        ("text.zip", []),
        ("damaged.zip", ["submitted/ada/ps0/sums.ipynb"]),
        ("many.zip", [99]),
        (hollow, ["gradebook"]),
    ):
        # Each names the file, and the backup that can be restored.
        with pytest.raises(CourseError, match=naming(root / file, *facts, path.name)):
            term.restore(root / file)
    with (
        exclusive_access(root / "autograded", ""),
        pytest.raises(CourseError, match=naming("grading", "wait")),
    ):
        term.restore(path)
    (root / "course.key").write_text("0" * 64)
    with pytest.raises(CourseError, match=naming("course.key", path.name)):
        term.restore(path)
    assert mark(term.book) == 9
    assert not (root / "submitted").exists()


def test_a_full_disk_leaves_no_half_backup(term, monkeypatch):
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("zipfile.ZipFile.write", full)
    with pytest.raises(CourseError, match=naming("disk", term.root)):
        term.back_up()
    assert list((term.root / "backups").iterdir()) == []


@pytest.mark.parametrize(
    "denied",
    [
        *("attempts", "attempts/ps0.jsonl", "downloaded", "downloaded/ps0", "course.key"),
        *("submitted", "autograded"),
    ],
)
def test_what_can_not_be_read_is_named_and_no_backup_is_written(term, monkeypatch, denied):
    """As after `chmod 077`, from which root alone is free."""
    Attempts(term.root, "ps0").add("ada", {"sums": 1.0}, datetime(2026, 10, 30, tzinfo=UTC))
    (term.root / "downloaded/ps0").mkdir(parents=True)
    store_names(term.root, "ps0", {"canvas": {"ada": "kingada_4711_90210"}})
    place = (term.root / denied).stat()

    def denying(function, path, *others, dir_fd=None, **named):
        is_denied = False
        with suppress(OSError, TypeError):
            is_denied = os.path.samestat(os.stat(path, dir_fd=dir_fd), place)
        if is_denied:
            raise PermissionError(13, "Permission denied", path)
        return function(path, *others, **named, **({"dir_fd": dir_fd} if dir_fd else {}))

    for module, name in ((os, "open"), (os, "listdir"), (io, "open")):
        monkeypatch.setattr(module, name, partial(denying, getattr(module, name)))
    with pytest.raises(CourseError, match=naming(Path(denied).name, "no backup was written")):
        term.back_up()
    assert [*(term.root / "backups").glob("*")] == []  # also none that has no name yet


@pytest.mark.slow
def test_nothing_that_was_submitted_ends_it(term):
    odd = term.root / "submitted/mallory/ps0"
    odd.mkdir(parents=True)
    (odd / "sums.ipynb").write_text("hers")
    (odd / os.fsdecode(b"\xff")).write_text("x")
    with (odd / "data.bin").open("wb") as file:
        file.truncate(2**36)
    os.mkfifo(odd / "pipe")
    os.symlink("/etc", odd.parent / "ps1")
    nest(odd, 1100)
    (odd.parent.parent / "README.md").write_text("no student's folder: nothing is said of it")
    said = []
    path = term.back_up(said.append)
    (line,) = said
    assert line.startswith("submitted/mallory: left out")
    for why in ("(it is too large)", "(not an ordinary file)", "too deep", "is no text"):
        assert why in line
    subprocess.run(["rm", "-rf", term.root / "submitted"], check=True)  # too deep for shutil
    term.restore(path)
    assert os.listdir(odd) == ["sums.ipynb"]
    assert (odd / "sums.ipynb").read_text() == "hers"
    assert (term.root / SUBMITTED).read_text() == SUBMITTED


def test_a_backup_of_somebody_else_leads_nowhere(term, monkeypatch):
    """Links in chains, and names that lead out, are no part of it, too large, or there twice."""
    monkeypatch.setattr(backups, "MAX_SUBMISSION", 1000)
    outside, file = term.root.parent / "outside", term.root / "evil.zip"
    outside.mkdir()
    links = {
        "submitted/a/b/link": "a/" * 900,
        "submitted/x/y": str(outside),
        "course.key": str(term.root / "nbgrader_config.py"),
    } | {f"submitted/{number}/a/b": "a" for number in range(20)}
    content = {
        "submitted/x/y/evil.txt": b"evil",
        "submitted/../../outside/evil.txt": b"evil",
        f"{outside}/evil.txt": b"evil",
        "backups/evil.txt": b"evil",
        "nbgrader_config.py": b"evil",
        "submitted/eve/ps0/bomb.bin": bytes(1001),
        "submitted/eve/ps0/sums.ipynb": b"hers",
    }
    before = (term.root / "nbgrader_config.py").read_bytes()
    file.write_bytes(zipped({name: to.encode() for name, to in links.items()}, **LINK))
    with zipfile.ZipFile(file, "a") as archive:
        archive.write(term.book, "gradebook.db")
        for name, data in content.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o6777 << 16
            archive.writestr(member, data)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("submitted/eve/ps0/sums.ipynb", b"a second")
    done = term.restore(file)
    left_out = [line for line in done if line.startswith("left out of the backup: ")]
    assert len(left_out) == 21
    assert numbers(left_out[-1])[0] == 9  # more, in one line
    assert list(outside.iterdir()) == []
    assert (term.root / "nbgrader_config.py").read_bytes() == before
    assert not (term.root / "backups/evil.txt").exists()
    assert os.listdir(term.root / "submitted/eve/ps0") == ["sums.ipynb"]
    assert (term.root / "submitted/eve/ps0/sums.ipynb").stat().st_mode & 0o7111 == 0


def test_names_in_a_backup_of_somebody_else_are_checked_as_in_a_download(term):
    file = term.root / "evil.zip"
    odd = ["*", "[ab]*", "<b>x", "-rf", ".hidden", "a#b", "ada\u200b", "ada\nb"]
    noted = {"moodle": {"ada": "../../out", "bob": "/abs", "cy": "a/b", "*": "x", "dan": "Dan_1"}}
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(term.book, "gradebook.db")
        for folder in ("submitted", "autograded"):
            for student in [*odd, "ada, of the roster"]:
                archive.writestr(f"{folder}/{student}/ps9/sums.ipynb", b"{}")
        archive.writestr("downloaded/ps9/names.json", json.dumps(noted))
    term.restore(file)
    for folder in ("submitted", "autograded"):
        there = {p.parts[-2] for p in (term.root / folder).glob("*/ps9")}
        assert there == {"ada, of the roster"}
    assert read_names(term.root, "ps9", "moodle") == {"dan": "Dan_1"}
    (term.root / "downloaded/ps9/names.json").write_text('{"moodle": ["ada"]}')
    with pytest.raises(CourseError, match="can't be read"):
        read_names(term.root, "ps9", "moodle")


def test_too_little_room_is_said_and_nothing_is_put_back(term, monkeypatch, capsys):
    """Half of the free space would be enough for some of the archive, but not for all of it."""
    (term.root / "submitted/ada/ps0/data.bin").write_bytes(os.urandom(3 * MIB))
    path = term.back_up()
    shutil.rmtree(term.root / "submitted")
    book(term.book, 9)
    words = ["--course", str(term.root), "restore", str(path)]
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=6 * MIB))
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert mentions(said, path, "7 MiB", "6 MiB")
    assert mark(term.book) == 9
    assert not (term.root / "submitted").exists()
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=7 * MIB))
    assert cli.main(words) == 0
    assert mark(term.book) == 7
    assert (term.root / "submitted/ada/ps0/data.bin").stat().st_size == 3 * MIB


def test_a_folder_that_can_not_be_read_ends_no_backup(term, monkeypatch):
    """One student's folder, which `chmod` or a file server may have taken away."""
    (term.root / "submitted/mallory/ps0").mkdir(parents=True)
    opened, said = os.open, []

    def denied(path, *flags, **options):
        if path == "mallory":
            raise PermissionError(13, "Permission denied")
        return opened(path, *flags, **options)

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(CourseError, match=r"lacks files of submitted/mallory that can't be read"):
        term.back_up(said.append)
    (line,) = said
    assert line.startswith("submitted/mallory: left out")
    assert "`chmod -R u+rwX`" in line
    (path,) = (term.root / "backups").glob("term-*.zip")
    with zipfile.ZipFile(path) as archive:
        assert SUBMITTED in archive.namelist()


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def test_what_is_not_committed_is_said_with_a_backup(term, capsys):
    root, words = term.root, ["--course", str(term.root), "backup"]
    assert cli.main(words) == 0
    outside = "neither the backup nor git has problems/ and nbgrader_config.py: keep a copy"
    assert outside in capsys.readouterr().out
    git(root, "init")
    git(root, "add", "problems", "nbgrader_config.py")
    git(root, "commit", "-m", "the term")
    assert cli.main(words) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    with (root / "problems/ps0_warm_up/sums.py").open("a") as text:
        text.write("# mended\n")
    (root / "problems/ps0_warm_up/data.csv").write_text("1")
    assert cli.main(words) == 0
    line = capsys.readouterr().out.splitlines()[1]
    files = "problems/ps0_warm_up/sums.py, problems/ps0_warm_up/data.csv"
    assert f"committed to git: {files}. Commit and push" in line


def test_no_older_gradebook_is_recommended_for_an_error_of_the_disk(term):
    """A limit on the size of files is such an error, and so is a lost connection to a disk."""
    kept = term.back_up()
    for error, names_it in (("disk I/O error", False), ("file is not a database", True)):
        said = explain_file_trouble(term.book, sqlite3.OperationalError(error))
        assert (Path(kept).name in said) == names_it
        assert mentions(said, "need not be damaged", "ulimit") != names_it


def empty(book: Path, lost: str) -> None:
    """Lose the gradebook or its contents."""
    book.unlink()
    if lost == "no bytes":
        book.touch()
    elif lost != "missing":
        with closing(sqlite3.connect(book)) as made:
            made.execute("PRAGMA journal_mode=WAL")
            if lost == "no rows":
                made.execute("create table submitted_assignment (mark)")
                made.execute("create table course (id)")
                made.execute("insert into course values ('the default')")
                made.commit()


@pytest.mark.parametrize("lost", ["missing", "no bytes", "no tables", "no rows"])
def test_a_lost_gradebook_is_reported_with_the_latest_copy_and_is_not_backed_up(term, capsys, lost):
    """Or every command would recommend a backup that has none."""
    kept = term.back_up()
    empty(term.book, lost)
    assert cli.main(["--course", str(term.root), "backup"]) == 1
    said = capsys.readouterr().err
    assert mentions(said, term.book, "autograded/", f"`examiner restore backups/{kept.name}`")
    assert copies(term.root) == [kept.name]
    term.restore(kept)
    assert mark(term.book) == 7
    empty(term.book, lost)
    (term.root / GRADED).unlink()
    with pytest.raises(
        CourseError, match=naming(term.book, f"`examiner restore backups/{kept.name}`")
    ):
        check_not_lost(term.book)
    kept.unlink()
    with pytest.raises(CourseError, match="gradebook"):
        term.back_up()


@pytest.fixture
def built(small_course: Course, term: TermFiles) -> TermFiles:
    build.build(small_course)
    return term


COMMANDS = ("autograde", "autograde --dry-run", "feedback", "mark --no-browser")
COMMANDS += ("report", "grades", "due")


def test_each_command_names_the_backup_and_leaves_the_gradebook_as_it_is(built, capsys):
    kept = built.back_up()
    run = f"`examiner restore backups/{kept.name}`"
    for content, commands, sqlite_says in (
        (b"", COMMANDS, ""),
        (b"no database" * 1000, ("report", "autograde"), "(file is not a database)"),
    ):
        built.book.write_bytes(content)
        for command in commands:
            words = ["--course", str(built.root), *command.split(), "ps0_warm_up"]
            assert cli.main(words) == 1, command
            error = capsys.readouterr().err
            assert mentions(error, built.book, run), command
            assert sqlite_says in error, command
            assert built.book.read_bytes() == content


def test_a_disk_that_is_read_only_is_called_so(built, capsys, monkeypatch):
    def denied(path, mode, access=os.access):
        return mode != os.W_OK and access(path, mode)

    monkeypatch.setattr("os.access", denied)
    monkeypatch.setattr(
        "examiner.gradebook.class_gradebook._engine",
        lambda url: create_engine("sqlite:////nowhere/gradebook.db", future=True),
    )
    assert cli.main(["--course", str(built.root), "report", "ps0_warm_up"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert mentions(line, built.book, "read-only")


def test_what_was_replaced_on_purpose_is_not_what_is_advised(term):
    """The advised backup is the one with the restored gradebook."""
    folder = term.root / "backups"
    first = term.back_up().rename(folder / "term-2026-10-01-120000.zip")
    book(term.book, 8)
    term.back_up().rename(folder / "term-2026-10-02-120000.zip")
    book(term.book, 9)
    term.restore(first)
    term.book.unlink()
    latest, *_, replaced = copies(term.root)
    with pytest.raises(CourseError, match=f"run `examiner restore backups/{latest}`"):
        check_not_lost(term.book)
    assert (mark(folder / latest), mark(folder / replaced)) == (7, 9)
    term.restore(folder / replaced)
    assert mark(term.book) == 9


# --- marks by a person ---------------------------------------------------------------------------


@pytest.fixture
def marked(tmp_path, courses, executor) -> SmallClass:
    """A student's written answer, marked by hand."""
    room = SmallClass(tmp_path / "class", courses, executor)
    room.submit("ada", {})
    room.autograde()
    room.grade_by_hand("ada", "q2_written", manual_score=2.0)
    return room


def by_hand(room: SmallClass) -> tuple[float | None, bool]:
    """The points, and whether the answer waits for a person again."""
    _, manual, _, waits = room.grades()["ada", "q2_written"]
    return manual, waits


@pytest.mark.parametrize("book_only", [False, True], ids=["term", "grade book"])
def test_marks_by_a_person_go_back_only_with_force(marked, capsys, book_only):
    term = TermFiles.of(marked.room.course)
    kept = back_up_book(term.book, term.root) if book_only else term.back_up()
    words = ["--course", str(term.root), "restore", str(kept)]
    assert cli.main(words) == 0, "nothing goes back"
    assert not marked.autograde(force=True).failures
    assert by_hand(marked) == (2.0, False)
    marked.grade_by_hand("ada", "q2_written", manual_score=1.0)
    before = marked.contents()
    capsys.readouterr()
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert mentions(said, 1, "ada", f"`examiner restore --force {kept}`")
    assert marked.contents() == before
    assert cli.main([*words, "--force"]) == 0
    assert by_hand(marked) == (2.0, False)
    replaced = re.findall(r"backups/replaced-\S+\.db", capsys.readouterr().out)[-1]
    assert cli.main([*words[:-1], str(term.root / replaced), "--force"]) == 0
    assert marked.contents() == before


def test_due_dates_and_extensions_go_back_only_with_force(marked, capsys):
    term = TermFiles.of(marked.room.course)
    kept = back_up_book(term.book, term.root)
    words = ["--course", str(term.root), "restore", str(kept)]
    date, extension = ["2026-11-30 12:00 UTC"], ["--student", "ada", "--days", "2"]
    for due, who in ((date, "all students"), (extension, "ada")):
        assert cli.main(["--course", str(term.root), "due", ASSIGNMENT, *due]) == 0
        assert cli.main(words) == 1
        assert mentions(capsys.readouterr().err, 1, who, "--force")
        assert cli.main([*words, "--force"]) == 0
        assert cli.main(words) == 0


@pytest.mark.parametrize(
    ("book_only", "force"), [(False, True), (True, False)], ids=["term", "grade book"]
)
def test_an_answer_that_was_rewritten_since_waits_again(marked, capsys, book_only, force):
    """No mark stands for an answer that nobody read."""
    course = marked.room.course
    term = TermFiles.of(course)
    kept = back_up_book(term.book, term.root) if book_only else term.back_up()
    marked.submit("ada", {"q2_written": "Something else."})
    marked.autograde()
    assert by_hand(marked) == (2.0, True)
    term.restore(kept)
    assert by_hand(marked) == (2.0, False)
    message = r"marks for other answers, .* ada: run `examiner autograde"
    with pytest.raises(CourseError, match=message):
        ClassFolder.with_current_marks(course, ASSIGNMENT)
    report_commands.moves(marked.dry_run())
    other = "autograded/ have different marks for 1 student"
    assert capsys.readouterr().out.count(other) == 1
    done = marked.autograde(force=force)
    assert (list(done.seconds), by_hand(marked)) == (["ada"], (2.0, True))
    ClassFolder.with_current_marks(course, ASSIGNMENT)
    report_commands.moves(marked.dry_run())
    assert other not in capsys.readouterr().out
    assert not marked.autograde().seconds
