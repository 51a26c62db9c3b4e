"""What `examiner.checks` offers to marking modules, and the examples in its docstrings."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

from examiner import checks

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(checks.__path__, "examiner.checks.")
    if not name.endswith("__main__")
]
PUBLIC = ["Adds", "Arrays", "Choices", "Count", "Custom", "Derivation", "Functions", "Growth"]
PUBLIC += ["Ledger", "Product", "Properties", "Resources", "Term", "Times", "assign", "convention"]
PUBLIC += ["draw_seed", "followed", "guess", "message", "misconception", "remove", "replace"]
PUBLIC += ["Quotient", "replace_all", "returns", "sizes", "total"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_right(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"np": importlib.import_module("numpy")})
    assert not failed


@pytest.mark.parametrize("name", PUBLIC)
def test_each_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(checks, name)) or "")
