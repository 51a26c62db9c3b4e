"""Inputs of hidden tests are drawn from a key of the course, which nobody else has."""

from __future__ import annotations

import re
import stat
import subprocess
from dataclasses import replace

import pytest

from examiner import checks, cli
from examiner.checks.grading import GradingContext
from examiner.course import CourseError
from examiner.course_key import FIXED, KEY_FILE, course_key
from examiner.grading.fingerprint import digest_of_reference
from examiner.grading.grade import grade
from tests.bank_runner import Notebook, hidden_test
from tests.classroom import ROOT
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, SmallClass
from tests.test_worker import reference, submission

KEYS = ["a" * 64, "b" * 64]


def test_a_key_is_made_once_for_its_owner_alone_and_what_is_none_is_said(tmp_path):
    path = tmp_path / KEY_FILE
    key = course_key(tmp_path)
    assert len(key) == 64
    assert course_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for text in ("", "key", "a" * 63, "A" * 64):
        path.write_text(text)
        with pytest.raises(CourseError, match=rf"{KEY_FILE} holds no key: "):
            course_key(tmp_path)
        assert path.read_text() == text
    path.unlink()
    assert course_key(tmp_path) != key
    with pytest.raises(CourseError, match=f"nowhere/{KEY_FILE}: "):
        course_key(tmp_path / "nowhere")


def test_a_key_that_was_lost_is_not_made_anew(tmp_path):
    graded = tmp_path / "autograded" / "ada" / "ps0" / "sums.ipynb"
    backup = tmp_path / "backups" / "term-2026-10-01-120000.zip"
    for there in (graded, backup):
        there.parent.mkdir(parents=True)
        there.touch()
        with pytest.raises(CourseError, match=r"course\.key is missing: "):
            course_key(tmp_path)
        assert not (tmp_path / KEY_FILE).exists()
        there.unlink()
    assert course_key(tmp_path)


@pytest.mark.slow(5)
def test_what_is_said_of_an_emptied_key_brings_it_back(tmp_path, courses, executor, capsys):
    room = SmallClass(tmp_path / "class", courses, executor)
    room.submit("ada", {})
    assert room.autograde().complete
    root, path = room.room.course.root, room.room.course.root / KEY_FILE
    key, (words, course) = path.read_text(), (["autograde", ASSIGNMENT], ["--course", str(root)])
    assert cli.main([*course, "backup"]) == 0
    with_key = re.search(r"backups/term-\S+zip", capsys.readouterr().out)[0]
    for text, said in (("", "is empty: run "), ("a" * 63, "holds no key: move it away, and run ")):
        path.write_text(text)
        if not text:  # the latest backup is none that helps
            (root / with_key).rename(root / "backups/term-2020-01-01-000000.zip")
            assert cli.main([*course, "backup"]) == 0
            with_key = "backups/term-2020-01-01-000000.zip"
        capsys.readouterr()
        assert cli.main([*course, *words]) == 1
        put_back = f"restore --key-only {with_key}"
        assert f"course.key {said}`examiner {put_back}`.\n" in capsys.readouterr().err
        *words_of_it, file = put_back.split()
        put_back = [*course, *words_of_it, str(root / file)]
        if text:
            assert cli.main(put_back) == 1
            assert mentions(capsys.readouterr().err, "course.key", root / with_key)
            path.unlink()
        room.grade_by_hand("ada", "q2_written", manual_score=1.0 + len(text))
        before = room.contents()
        assert cli.main(put_back) == 0
        assert capsys.readouterr().out.startswith("course.key: ")
        assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == (key, 0o600)
        assert room.contents() == before, "marks since the backup are there"
    path.unlink()
    assert cli.main([*course, "restore", str(root / with_key)]) == 1
    said = capsys.readouterr().err
    assert mentions(said, 1, "ada", f"`examiner restore --key-only {root / with_key}`")
    keyless = max((root / "backups").glob("term-*"))
    assert cli.main([*course, "restore", "--key-only", str(keyless)]) == 1
    said = capsys.readouterr().err
    assert mentions(said, keyless)
    assert not path.exists()


@pytest.mark.slow(5)
def test_no_command_makes_a_lost_key_anew(tmp_path, courses, executor, capsys):
    room = SmallClass(tmp_path / "class", courses, executor)
    room.submit("ada", {})
    assert room.autograde().complete
    room.submit("bob", {})
    root, before = room.room.course.root, room.contents()
    (root / KEY_FILE).unlink()
    lost = "course.key is missing: "
    for words in (["autograde", ASSIGNMENT, "--dry-run"], ["autograde", ASSIGNMENT]):
        assert cli.main(["--course", str(root), *words]) == 1
        assert lost in capsys.readouterr().err
    status, said = room.room.nbgrader_here("autograde", ASSIGNMENT)
    assert (status, lost in said) == (1, True)
    assert room.room.nbgrader_here("generate_assignment", ASSIGNMENT)[0] == 0
    assert cli.main(["--course", str(root), "backup"]) == 0
    assert f"{root}/{lost}" in capsys.readouterr().out
    assert not (root / KEY_FILE).exists()
    assert room.contents() == before


def test_a_fixed_key_leaves_seeds_as_they_are(tmp_path):
    (tmp_path / KEY_FILE).write_text(f"{FIXED}\n")
    assert course_key(tmp_path) == ""
    assert checks.draw_seed(43) == GradingContext(key="").seed(43) == 43


def test_the_build_makes_a_key_and_git_passes_over_it(small_course):
    (small_course.root / KEY_FILE).unlink()
    assert cli.main(["--course", str(small_course.root), "build"]) == 0
    key = course_key(small_course.root)
    written = [path for path in small_course.root.rglob("*") if path.is_file()]
    assert [p.name for p in written if key in p.read_text(errors="replace")] == [KEY_FILE]
    ignored = ["git", "check-ignore", "-q", KEY_FILE]
    assert subprocess.run(ignored, cwd=ROOT, check=False).returncode == 0


def asked(key: str, **settings: object) -> list:
    """Return the inputs that a check generates in a course with this key."""
    seen: list = []
    (n,) = checks.sizes("n")
    arrays = checks.Arrays(
        oracle=lambda x: x,
        cases=lambda rng: {"one": checks.case(rng.integers(10**9))},
        **settings,
    )
    with GradingContext(key=key).active():
        arrays.grade(lambda x: seen.append(x) or x, points=1)
        checks.Count([n], n, **settings).grade(lambda n: seen.append(n) or n, points=1)
    return seen


def test_the_key_decides_what_is_asked_and_the_same_key_asks_the_same():
    first, second = (asked(key) for key in KEYS)
    assert first == asked(KEYS[0])
    assert first != second
    assert first != asked("")
    assert asked(KEYS[0], seed=1) != first
    seeds = [GradingContext(key=key).seed("") for key in ("", *KEYS)]
    assert seeds[0] == ""
    assert all(type(seed) is str for seed in seeds)
    assert len(set(seeds)) == 3


@pytest.mark.slow
def test_a_hidden_test_has_the_key_of_its_reference_notebook(sandbox):
    """The same key and submission give the same notebook; another key, or another submission, other
    inputs; another key another fingerprint."""
    hidden = (
        "from examiner.checks import Verdict, draw_seed\n"
        "print(draw_seed(1))\nassert f(1) == 2\nVerdict(draw_seed(1) % 1000 / 1000, 2.0)"
    )
    course = reference(f=f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS")
    answers = submission(f="def f(n): return 2 * n")
    others = replace(answers, files={"table.txt": b"1"}), submission(f="def f(n): return n + n")
    first, again, other_key, *other_answers = (
        grade(given, replace(course, key=key), sandbox).records["f_test"].points
        for given, key in (
            (answers, KEYS[0]),
            (answers, KEYS[0]),
            (answers, KEYS[1]),
            *((other, KEYS[0]) for other in others),
        )
    )
    assert first == again
    assert len({first, other_key, *other_answers}) == 4
    assert grade(answers, course, sandbox).records["f_test"].points == 0.001
    assert grade(others[0], course, sandbox).records["f_test"].points == 0.001
    assert len({digest_of_reference(replace(course, key=key)) for key in KEYS}) == 2


def test_no_key_is_printed_with_a_reference_notebook():
    assert KEYS[0] not in repr(replace(reference(), key=KEYS[0]))


@pytest.mark.parametrize(
    ("assignment", "question", "function"),
    [
        ("ps2_attention", "linear_crossover", "crossover_length"),
        ("ps3_architecture", "receptive_field", "receptive_field"),
        ("ps3_architecture", "bottleneck", "crossover_seq_len"),
        ("ps4_scale", "sparse_patterns", "local_pairs"),
        ("ps4_scale", "sparse_patterns", "axial_mask"),
        ("ps4_scale", "compute_optimal", "compute_optimal"),
        ("ps4_scale", "budget", "budget"),
    ],
)
def test_a_question_asks_what_no_table_can_know(
    assignment: str, question: str, function: str
) -> None:
    def asked_with(key: str) -> list:
        names, seen = Notebook.of(assignment).solved(), []
        right = names[function]
        names[function] = lambda *sizes, **named: (
            seen.append((sizes, named)) or right(*sizes, **named)
        )
        definitions, check = hidden_test(assignment, question)
        with GradingContext(question, key=key).active():
            exec(definitions, names)
            verdict = eval(check, names)
        assert verdict.points == verdict.max_points
        return seen

    first, second = (asked_with(key) for key in KEYS)
    assert first == asked_with(KEYS[0])
    assert sum(call in second for call in first) <= len(first) / 2
