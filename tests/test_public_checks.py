"""The public names of `examiner.checks`: their docstrings, and the page written from these."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import inspect
import io
import pkgutil
from pathlib import Path

import pytest

from examiner import checks
from examiner.authoring.checks_page import CHECKS, GROUPS, Documented, checks_page
from examiner.course_modules import CourseModules

ROOT = Path(__file__).parent.parent
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(checks.__path__, "examiner.checks.")
    if not name.endswith("__main__")
]
PUBLIC = sorted(
    name
    for name in set(checks.__all__)
    if inspect.isclass(value := getattr(checks, name)) or inspect.isfunction(value)
)
COURSE = CourseModules.find(ROOT)
FORBIDDEN = ("what", "whether", "how", "where", "who", "which", "when")


@pytest.fixture(autouse=True)
def course() -> None:
    """Let `problems` be this course again, because an example imports it after other tests."""
    assert COURSE
    COURSE.use()


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_right(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"np": importlib.import_module("numpy")})
    assert not failed


@pytest.mark.parametrize("name", PUBLIC)
def test_each_public_name_has_an_example_that_runs_as_it_stands(name: str) -> None:
    own = vars(getattr(checks, name)).get("__doc__") or inspect.getdoc(getattr(checks, name))
    examples = doctest.DocTestParser().get_doctest(own or "", _globals(name), name, None, 0)
    assert examples.examples, "no example"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        result = doctest.DocTestRunner().run(examples)
    assert not result.failed, said.getvalue()


def _globals(name: str) -> dict[str, object]:
    """The names of an example: none, but for the module that notebooks include."""
    value = getattr(checks, name)
    in_notebooks = value.__module__.endswith("derivations.comparing")
    return {name: value} if in_notebooks else {}


@pytest.mark.parametrize("name", PUBLIC)
def test_each_docstring_says_all_of_it(name: str) -> None:
    of = Documented(name)
    first = of.sections[""].partition("\n")[0]
    assert first.endswith("."), "its first line is no sentence"
    assert first.split()[0].lower() not in FORBIDDEN
    bases = [base.__name__ for base in _bases(of.value) if base.__name__ in PUBLIC]
    said = set(of.documented).union(*(Documented(base).documented for base in bases))
    assert said >= {*of.parameters}, "a parameter isn't documented"
    assert {*of.documented} <= {*of.parameters}, "it documents a parameter that it hasn't"
    assert not inspect.isfunction(of.value) or of.sections.get("Returns"), "no Returns"


def _bases(value: object) -> list[type]:
    return [*value.__mro__[1:]] if isinstance(value, type) else []


def test_the_page_has_every_public_name_once() -> None:
    shown = [name for names in GROUPS.values() for name in names]
    assert sorted(shown) == PUBLIC
    page = checks_page()
    assert all(page.count(f"\n### {name}\n") == 1 for name in PUBLIC)
    kinds = {name for name in PUBLIC if issubclass_of_check(getattr(checks, name))}
    assert {*CHECKS} == kinds


def issubclass_of_check(value: object) -> bool:
    """Return whether this is a kind of question that a marking module ends in."""
    return (
        isinstance(value, type)
        and issubclass(value, checks.Question)
        and value not in (checks.Question, checks.Check)
    )


@pytest.mark.parametrize("name", PUBLIC)
def test_each_method_for_authors_documents_its_parameters(name: str) -> None:
    for method in Documented(name).methods.values():
        given = set(inspect.signature(method).parameters) - {"self"}
        doc = inspect.getdoc(method) or ""
        assert all(f"\n    {each}: " in doc for each in given), method


def test_the_page_is_as_the_docstrings_are() -> None:
    assert (ROOT / "docs" / "checks.md").read_text("utf-8") == checks_page()


def test_no_cell_of_its_tables_is_long() -> None:
    rows = [line for line in checks_page().splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(CHECKS)
    assert all(len(cell.split()) <= 40 for row in rows for cell in row.split("|"))
