"""The reference answer of a question, of whose code misconceptions are mutations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..course_modules import cell_text, function_text, is_of_notebook
from .edits import Code
from .mutations import Mutation

Answer = Callable[..., Any]


class Reference:
    """A reference answer: a solution of the notebook source, whose code mutations change.

    Args:
        function: The solution, imported from the notebook source; or a function of the marking
            module, if misconceptions are easier to write as mutations of that.
        helpers: Functions of the marking module that mutations call, by their own names.
        names: Other names that mutations use, or that stand in the place of those that the solution
            uses.
        parts: Functions of a marking module whose code mutations change as well; they come in front
            of `function`, and take the place of solutions with their names.
        own: Name of an earlier answer that the solution uses -> the student's own, as it was
            marked; None if that is right or must not be followed. What follows from it is right as
            well. A function returns this when a submission is graded.

    Example:
        A marking module has `from ..flops import gradients`, and a function `masked` that takes
        the place of `forward`: `Reference(gradients, masked)`.
    """

    def __init__(
        self,
        function: Answer,
        *helpers: Answer,
        names: Mapping[str, Any] | None = None,
        parts: Sequence[Answer] = (),
        own: Callable[[], Mapping[str, Answer | None]] | None = None,
    ) -> None:
        self.function, self.parts, self.own = function, parts, own
        self.names = {each.__name__: each for each in helpers} | dict(names or {})

    @cached_property
    def code(self) -> Code:
        """The code of the answer cell or of the functions, with the names that it uses.

        Raises:
            ValueError: A function is neither of a notebook source nor of a marking module.
        """
        functions = (*self.parts, self.function)
        names = {name: each for f in functions for name, each in f.__globals__.items()} | self.names
        text = "\n\n\n".join(map(_text_of, functions))
        return Code(text, names, function=self.function.__name__)

    def mutant(self, mutation: Mutation | None = None) -> Answer:
        """The function with a mutation; without one, the right one.

        Raises:
            ValueError: The mutation has no place in the code, or changes nothing.
        """
        return self.code.definition(mutation)

    def with_own(self) -> Code:
        """The code, with the student's own earlier answers that are followed."""
        if self.own is None:
            return self.code
        code = Code(self.code.source, self.code.names, function=self.code.function, own=self.own())
        return code if code.own else self.code


def _text_of(function: Answer) -> str:
    return cell_text(function) if is_of_notebook(function) else function_text(function)
