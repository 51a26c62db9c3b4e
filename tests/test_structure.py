"""Structure: examiner/ has the folders that docs/how-it-works.md draws, and no others.

Links of the docs lead to files. Lines of the docs and of notebook sources are folded. (`test_names`
asks whether the modules exist that docs name.)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMINER = ROOT / "examiner"
TREE = (ROOT / "docs" / "how-it-works.md").read_text().partition("\nexaminer/ ")[2]
MAX_WIDTH = 100
# Lines that can't be folded: rows of tables, addresses, formulas, headers of cells and headings.
UNFOLDED = re.compile(r"(# )?(\||!\[|#|%%)|.*\]\(http|.*\\|.*\$")
FOLDERS = re.findall(r"^    (\w+)/ ", TREE, re.MULTILINE)


def folders_that(path: Path) -> Iterator[str]:
    """The folders of examiner/ that a module imports from."""
    above = path.relative_to(EXAMINER).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = above[: len(above) - node.level + 1]
            for alias in node.names:
                name = (*place, *(node.module or alias.name).split("."))[0]
                if (EXAMINER / name).is_dir():
                    yield name


def test_the_drawing_shows_all_folders() -> None:
    there = {path.parent.name for path in EXAMINER.glob("*/__init__.py")}
    assert set(FOLDERS) == there
    assert len(FOLDERS) == len(there)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_from_those_above_it_only(folder: str) -> None:
    modules = sorted((EXAMINER / folder).rglob("*.py"))
    assert len(modules) > 1
    below = FOLDERS[FOLDERS.index(folder) + 1 :]
    assert [(m.name, name) for m in modules for name in folders_that(m) if name in below] == []


def test_checks_know_nothing_of_students_and_students_nothing_of_checks() -> None:
    for folder, other in (("checks", "student"), ("student", "checks")):
        for module in (EXAMINER / folder).rglob("*.py"):
            assert other not in folders_that(module), module


@pytest.mark.parametrize("doc", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_link_leads_somewhere(doc: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / "docs" / doc).read_text())
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_lines_are_folded() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "problems").glob("*/*.py")]
    assert len(pages) > 9
    wide = [
        f"{page.name}:{number}"
        for page in sorted(pages)
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if len(line) > MAX_WIDTH and not UNFOLDED.match(line)
    ]
    assert not wide, f"{', '.join(wide)}: more than {MAX_WIDTH} characters in a line: fold it"
