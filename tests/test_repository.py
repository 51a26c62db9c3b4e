"""Students' work is left alone by the tools that work on the rest of the folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.messages import mentions

ROOT = Path(__file__).parent.parent
STUDENTS = ("downloaded", "submitted", "autograded", "feedback", "exchange", "exports", "demo")
BADLY_FORMATTED = "x = [1,2]\nimport os\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course folder with the project's settings and a badly formatted file of a student's in each
    folder that may hold one."""
    for name in ("pyproject.toml", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in STUDENTS:
        (tmp_path / folder / "ada" / "ps1_flops").mkdir(parents=True)
        (tmp_path / folder / "ada" / "ps1_flops" / "answer.py").write_text(BADLY_FORMATTED)
    return tmp_path


def test_ruff_leaves_students_files_as_they_are(course: Path) -> None:
    students = sorted(course.rglob("answer.py"))
    assert len(students) == len(STUDENTS)
    ours = course / "ours.py"
    for words in (["format"], ["check", "--fix", "--unsafe-fixes"]):
        for paths in (["."], [ours, *students]):
            ours.write_text(BADLY_FORMATTED)
            ruff = [sys.executable, "-m", "ruff", *words, *map(str, paths)]
            subprocess.run(ruff, cwd=course, capture_output=True, check=False)
            assert ours.read_text() != BADLY_FORMATTED
            assert {path.read_text() for path in students} == {BADLY_FORMATTED}


def test_git_ignores_students_files_and_marks(course: Path) -> None:
    for name in ("gradebook.db", "gradebook.db-journal", "grades.csv"):
        (course / name).touch()
    (course / "autograded" / "README.md").touch()
    subprocess.run(["git", "init", "--quiet"], cwd=course, check=True)
    status = ["git", "status", "--porcelain", "--untracked-files=all"]
    seen = subprocess.run(status, cwd=course, capture_output=True, text=True, check=True).stdout
    assert {line.removeprefix("?? ") for line in seen.splitlines()} == {
        ".gitignore",
        "pyproject.toml",
        "autograded/README.md",
    }


@pytest.mark.slow(10)
def test_setup_without_a_network_says_so(tmp_path: Path) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0"}
    nowhere |= {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1", "PYTHON": sys.executable}
    others = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    empty = [sys.executable, "-m", "venv", "--without-pip", "--system-site-packages"]
    subprocess.run([*empty, tmp_path / "venv"], check=True)  # which takes pip seconds to fill
    made = [str(ROOT / ".ci" / "make-venv"), str(tmp_path / "venv")]
    done = subprocess.run(made, env=others | nowhere, capture_output=True, text=True)
    assert done.returncode == 1
    assert mentions(done.stderr, "setup", "connection")
    assert done.stderr.count("\n") == 2
