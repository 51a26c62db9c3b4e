"""Names in docs, docstrings and comments are true: each module, class, test and command exists."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.main import get_command

from examiner.cli import app

ROOT = Path(__file__).parent.parent
DOCS = sorted(
    page for page in (ROOT, ROOT / "docs") for page in page.glob("*.md") if page.name != "checks.md"
)
PYTHON = sorted(
    path
    for folder in ("examiner", "problems", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if not {"bank", "attacks"} & set(path.relative_to(ROOT).parts)
)
PLACES = (
    "",
    "examiner",
    "examiner/checks",
    "tests",
    "problems",
    "docs/example",
    "examiner/student",
)
# Names of other programs and examples in docs: nbgrader's, a student's, an author's.
FOREIGN = {"nbgrader_config.py", "sitecustomize.py", "usercustomize.py", "setup.py", "answer.py"}
FILES = {"csv", "db", "html", "ipynb", "json", "key", "md", "toml", "txt", "zip"}


@cache
def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def attributes() -> dict[str, set[str]]:
    """Class or module -> the names that it defines, in the whole project."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in PYTHON:
        tree = syntax_tree(path)
        found[path.parent.name].add(path.stem)
        for node in tree.body:
            found[path.stem] |= set(defined(node))
        for node in statements_in(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name] |= {name for each in node.body for name in defined(each)}
                found[node.name] |= {
                    part.attr
                    for each in statements_in(node)
                    for part in assigned(each)
                    if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
                }
    return found


def statements_in(node: ast.AST) -> Iterator[ast.AST]:
    """The statements at any depth. To walk through all expressions as well takes seconds."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, block, ()):
            yield each
            yield from statements_in(each)


def assigned(node: ast.AST) -> Iterator[ast.AST]:
    """The targets of a statement, and their parts."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    for target in (*targets, *(item.optional_vars for item in getattr(node, "items", ()))):
        yield from ast.walk(target) if target else ()


def defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        yield node.name
    yield from (each.id for each in assigned(node) if isinstance(each, ast.Name))
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((each.asname or each.name).split(".")[0] for each in node.names)


def prose(path: Path) -> str:
    """A page, or the comments and docstrings of a module."""
    text = path.read_text()
    if path.suffix == ".md":
        return text
    tree = syntax_tree(path)
    parts = [
        ast.get_docstring(node, clean=False) or ""
        for node in (tree, *statements_in(tree))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
    ]
    parts += re.findall(r"(?:^|\s)# (.*)$", text, re.MULTILINE)
    return "\n".join(parts)


def wrong_names(path: Path) -> list[str]:
    """The names in backticks that don't exist."""
    wrong = []
    for quoted in re.findall(r"`([^`\n]+)`", prose(path)):
        if re.fullmatch(r"[a-z_\d/]+\.py", quoted) and quoted not in FOREIGN:
            near = (path.parent / quoted, *(ROOT / place / quoted for place in PLACES))
            if not any(each.is_file() for each in near):
                wrong.append(quoted)
        elif match := re.fullmatch(r"([A-Z]\w+|[a-z_]+)\.([A-Za-z_]\w+)(\(.*\))?", quoted):
            owner, name = match[1], match[2]
            known = attributes().get(owner)
            if known and name not in known | FILES and not is_of_a_class(name):
                wrong.append(quoted)
        elif re.fullmatch(r"test_\w+", quoted) and not is_test(quoted):
            wrong.append(quoted)
    return wrong


@cache
def is_of_a_class(name: str) -> bool:
    """True if a class has this attribute: the owner may inherit it, or be a value of the class."""
    return any(name in names for owner, names in attributes().items() if owner[0].isupper())


@cache
def names_of_tests() -> set[str]:
    found = {path.stem for path in PYTHON}
    for path in PYTHON:
        if path.parent.name == "tests":
            found |= set(re.findall(r"def (test_\w+)", path.read_text()))
    return found


def is_test(name: str) -> bool:
    return name in names_of_tests()


@pytest.mark.slow
def test_names_in_docs_docstrings_and_comments_exist() -> None:
    """One test, since the names of the whole project take seconds to collect."""
    pages = (*DOCS, *PYTHON)
    wrong = {str(path.relative_to(ROOT)): names for path in pages if (names := wrong_names(path))}
    assert wrong == {}


@pytest.mark.parametrize("page", DOCS, ids=lambda path: path.name)
def test_commands_and_options_in_docs_exist(page: Path) -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    for line in re.findall(r"(?:^|`|\s)examiner ([a-z-]+[^`\n]*)", page.read_text()):
        name, _, rest = line.partition(" ")
        if name not in commands:
            # A sentence about the examiner, not its command.
            assert not re.search(r"--\w", rest), line
            continue
        options = {
            option
            for each in commands[name].params
            for option in (*each.opts, *each.secondary_opts)
        }
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", rest.split("#")[0].split("|")[0]):
            assert option in {*options, "--help"}, f"{page.name}: examiner {line}"
