"""The reference answer of a question: its code, which misconceptions mutate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..course_modules import cell_text, function_text, is_defined_in_notebook
from .mutations import Mutation
from .reference_code import ReferenceCode

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
        carried: A function that returns, for each submission: name of an earlier solution -> the
            student's answer, as it was marked, or the mutation to which it amounts in this code;
            None if it is right or can't be carried forward. Results that follow from it earn full
            points too, and a misconception costs as much as beside the right answer.

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
        carried: Callable[[], Mapping[str, Answer | Mutation | None]] | None = None,
    ) -> None:
        self.function, self.parts, self.carried = function, parts, carried
        self.names = {each.__name__: each for each in helpers} | dict(names or {})

    @cached_property
    def code(self) -> ReferenceCode:
        """The code of the answer cell or of the functions, with the names that it uses.

        Raises:
            ValueError: A function is neither in a notebook source nor in a marking module.
        """
        functions = (*self.parts, self.function)
        names = {name: each for f in functions for name, each in f.__globals__.items()} | self.names
        text = "\n\n\n".join(map(_text_of, functions))
        return ReferenceCode(text, names, function=self.function.__name__)

    def mutant(self, mutation: Mutation | None = None) -> Answer:
        """Apply a mutation to the reference answer.

        Args:
            mutation: The mutation; None for the reference answer itself.

        Returns:
            The mutant, as a function.

        Raises:
            ValueError: The mutation doesn't fit the code, or changes nothing.
        """
        return self.code.definition(mutation)

    def code_with_carried(self) -> ReferenceCode:
        """Return the code, with the student's earlier answers that are carried forward."""
        if self.carried is None:
            return self.code
        code = ReferenceCode(
            self.code.source,
            self.code.names,
            function=self.code.function,
            carried=self.carried(),
        )
        return code if code.carried else self.code


def _text_of(function: Answer) -> str:
    return cell_text(function) if is_defined_in_notebook(function) else function_text(function)
