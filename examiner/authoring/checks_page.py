"""The page docs/checks.md: the public names of `examiner.checks`, from their docstrings."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import checks

WIDTH = 100
CHECKS = {  # check -> its kind of answer, its reference, and the parts that earn points
    "Count": ("a number of FLOPs, bytes, … in some sizes", "a list of cost terms", "each term"),
    "Ledger": ("a dict of counts", "one cost term per line", "each line"),
    "Growth": ("a growth class, Θ(…)", "a formula with powers and logarithms", "the class"),
    "Arrays": (
        "a function of arrays or numbers; a dict of gradients; a loop with a state",
        "a definition as slow and obvious code",
        "each case, or each output",
    ),
    "Properties": ("an implementation", "properties for all arguments", "each property"),
    "Resources": ("an implementation that scales", "limits of memory and time", "each limit"),
    "Choices": ("options from a list", "the right option or options per entry", "each entry"),
    "Derivation": ("a derivation, line by line", "facts, in random worlds", "each fact, the end"),
    "Functions": ("several functions or values", "a check for each of them", "as these checks"),
    "Custom": ("an answer that needs code of its own", "several checks", "as that code decides"),
}
GROUPS = {
    "Checks": tuple(CHECKS),
    "Questions": ("Question", "Check"),
    "Sizes, formulas and terms": (
        *("sizes", "Product", "Term", "total", "Formula", "formula_of", "Polynomial"),
        *("log", "maximum", "minimum"),
    ),
    "Misconceptions": ("misconception", "convention", "missed_idea", "Misconception"),
    "Effects on a count": ("Adds", "Times", "Quotient"),
    "Effects on choices": ("Chosen",),
    "Mutations: effects on arrays": (
        *("assign", "replace", "replace_all", "remove", "returns", "Mutation"),
        "Reference",
    ),
    "Cases of arrays": ("case", "Case", "previous", "derivative_of", "from_own"),
    "Properties and calls": (
        *("Property", "unequal", "AskedAnswer", "ask", "in_fresh_process", "as_array"),
        "error_message",
    ),
    "Derivations": ("Problem", "Fact", "Together", "World"),
    "Grading context and verdicts": (
        *("GradingContext", "carried_forward", "draw_seed", "Verdict", "Finding"),
        *("message", "Message"),
    ),
}
NOTES = {
    "Checks": (
        "Every check of one answer also takes `share`: its share of the points, see "
        "[`Check`](#check).",
    ),
}
HEAD = """\
# The checks

A marking module imports these names from `examiner.checks`. [Adding a
problem](adding-a-problem.md) shows complete questions.

*`make build` writes this page from the docstrings in `examiner/checks/`. Don't edit it here.*

## Which check for which question

| answer | check | compared with | points for |
|---|---|---|---|"""
STARS: Mapping[object, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}
_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Example):\n", re.MULTILINE)
_ENTRY = re.compile(r"^(\w+): ", re.MULTILINE)


@dataclass(frozen=True)
class Documented:
    """A public name of `examiner.checks` with its docstring, in Google style."""

    name: str

    @property
    def value(self) -> Any:
        """The class, function or constant of this name."""
        return getattr(checks, self.name)

    @cached_property
    def sections(self) -> dict[str, str]:
        """Section -> its text without indentation; "" -> the text above all sections."""
        first, *others = _SECTION.split(inspect.getdoc(self.value) or "")
        texts = map(inspect.cleandoc, others[1::2])
        return {"": first.strip(), **dict(zip(others[::2], texts, strict=True))}

    @cached_property
    def documented(self) -> dict[str, str]:
        """Parameter -> its description."""
        return self._entries("Attributes") | self._entries("Args")

    @cached_property
    def raises(self) -> dict[str, str]:
        """Exception -> its condition."""
        return self._entries("Raises")

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters whose names don't begin with an underscore."""
        if not (inspect.isfunction(self.value) or "__init__" in _own_names(self.value)):
            return {}
        found = inspect.signature(self.value).parameters
        return {name: each for name, each in found.items() if not name.startswith("_")}

    @cached_property
    def methods(self) -> Mapping[str, Callable[..., Any]]:
        """The methods for authors: the public methods with a Returns section."""
        if not isinstance(self.value, type):
            return {}
        public = {name: getattr(self.value, name) for name in vars(self.value) if name[0] != "_"}
        docs = {name: inspect.getdoc(each) or "" for name, each in public.items() if callable(each)}
        return {name: public[name] for name, doc in docs.items() if "\nReturns:\n" in doc}

    def _entries(self, section: str) -> dict[str, str]:
        _, *found = _ENTRY.split(self.sections.get(section, ""))
        texts = (" ".join(text.split()) for text in found[1::2])
        return dict(zip(found[::2], texts, strict=True))


def _own_names(cls: type) -> set[str]:
    """Return the names that a class and its bases define, except `object`."""
    return {name for base in cls.__mro__[:-1] for name in vars(base)}


def checks_page() -> str:
    """Return the page docs/checks.md, as Markdown."""
    parts = [HEAD + "".join(f"\n{_row(name, *row)}" for name, row in CHECKS.items())]
    for heading, names in GROUPS.items():
        parts += [f"## {heading}", *NOTES.get(heading, ())]
        parts += [_section(Documented(name)) for name in names]
    return "\n\n".join(parts) + "\n"


def _row(name: str, answer: str, reference: str, points: str) -> str:
    return f"| {answer} | [`{name}`](#{name.lower()}) | {reference} | {points} |"


def _section(entry: Documented) -> str:
    return "\n\n".join(filter(None, [f"### {entry.name}", *_paragraphs(entry)]))


def _paragraphs(entry: Documented) -> Iterator[str]:
    for paragraph in entry.sections[""].split("\n\n"):
        yield textwrap.fill(" ".join(paragraph.split()), WIDTH, **_WRAP)
    yield "\n".join(
        _item(_parameter(parameter), entry.documented[name])
        for name, parameter in entry.parameters.items()
        if name in entry.documented
    )
    if returned := entry.sections.get("Returns"):
        yield _item("Returns", returned)
    yield "\n".join(_item(f"Raises `{name}`", text) for name, text in entry.raises.items())
    yield "\n".join(_method(name, each) for name, each in entry.methods.items())
    yield f"```pycon\n{entry.sections['Example']}\n```"


def _method(name: str, method: Callable[..., Any]) -> str:
    """Return an item with a method's parameters and the first line of its docstring."""
    parameters = [p for p in inspect.signature(method).parameters.values() if p.name != "self"]
    names = ", ".join(STARS.get(each.kind, "") + each.name for each in parameters)
    first = (inspect.getdoc(method) or "").partition("\n")[0]
    return _item(f"Method `{name}({names})`", first)


_WRAP: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


def _parameter(parameter: inspect.Parameter) -> str:
    """Return a parameter's name and type; also its default if that is a simple value."""
    if parameter.annotation is inspect.Parameter.empty:
        kind = ""
    else:
        kind = " ".join(str(parameter.annotation).split())
        kind = kind.strip("\"'")
    default = parameter.default
    if default is inspect.Parameter.empty:
        optional = ""
    elif type(default) in (str, int, float, bool, type(None)):
        optional = f", default `{default!r}`"
    else:
        optional = ", optional"
    stars = STARS.get(parameter.kind, "")
    return f"`{stars}{parameter.name}`" + (f" (`{kind}`{optional})" if kind else "")


def _item(head: str, text: str) -> str:
    line = f"- {head}: {' '.join(text.split())}"
    return textwrap.fill(line, WIDTH, subsequent_indent="  ", **_WRAP)
