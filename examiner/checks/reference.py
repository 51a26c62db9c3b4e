"""The reference answer of a question, of whose code misconceptions are mutations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..course_modules import cell_text, function_text, is_defined_in_notebook
from .mutations import Mutation
from .reference_code import Code

Answer = Callable[..., Any]


class Reference:
    """A reference answer: a solution of the notebook source, and its code for mutations.

    Args:
        function: The solution, imported from the notebook source; or a function of the marking
            module that is easier to mutate.
        helpers: Functions of the marking module that mutations call, by their own names.
        names: Name -> other value that the code or its mutations use.
        parts: Functions of a marking module that mutations change as well. They replace the
            solutions with their names.
        own: Earlier answer that the solution uses -> the student's own answer, as it was marked.
            None if that one is right or must not be carried forward. The results that follow from
            it earn full points as well. A function returns this when a submission is graded.

    Raises:
        ValueError: A function is neither in a notebook source nor in a marking module. The check
            raises it when it reads the code.

    Example:
        >>> from examiner.checks import Reference, returns
        >>> from problems.ps2_attention.attention import softmax
        >>> halved = Reference(softmax).mutant(returns("_ / 2"))
        >>> float(halved([0.0, 0.0])[0])
        0.25
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
        """Apply a mutation to the reference answer.

        Args:
            mutation: The mutation; None for the reference answer itself.

        Returns:
            The mutant, as a function.

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
    return cell_text(function) if is_defined_in_notebook(function) else function_text(function)
