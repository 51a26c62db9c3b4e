"""Mutations: the effect of a misconception on the code of a reference answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Replaced:
    """A change that replaces a text, which occurs once, or every occurrence of it.

    Spaces and line breaks make no difference.
    """

    old: str
    new: str
    everywhere: bool = False

    def __str__(self) -> str:
        name = "replace_all" if self.everywhere else "replace"
        return f"{name}({self.old!r}, {self.new!r})"


@dataclass(frozen=True)
class Assigned:
    """A change that assigns another value, after each statement that assigns these names."""

    names: str
    value: str

    def __str__(self) -> str:
        return f"assign({self.names!r}, {self.value!r})"


@dataclass(frozen=True)
class Returned:
    """A change of the value that the last `return` returns."""

    value: str

    def __str__(self) -> str:
        return f"returns({self.value!r})"


Change: TypeAlias = Replaced | Assigned | Returned


@dataclass(frozen=True)
class Mutation:
    """A mutation: changes of the reference answer that belong together.

    `assign`, `replace`, `replace_all`, `remove` and `returns` make a mutation of one change; `&`
    joins two mutations.

    Attributes:
        changes: The changes.

    Example:
        >>> from examiner.checks import assign
        >>> assign("dQ", "dP.T @ K") & assign("dK", "dP @ Q")
        assign('dQ', 'dP.T @ K') & assign('dK', 'dP @ Q')
    """

    changes: tuple[Change, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts of its changes: no other text comes into the code."""
        return tuple(str(text) for change in self.changes for text in vars(change).values())

    def __and__(self, other: Mutation) -> Mutation:
        return Mutation((*self.changes, *other.changes))

    def __str__(self) -> str:
        return " & ".join(map(str, self.changes))

    __repr__ = __str__


def assign(names: str, value: str) -> Mutation:
    """Make a mutation that gives a name another value.

    The assignment comes after each statement that assigns the name; for an argument or a new name,
    it comes first in the function. The new value may use the right value.

    Args:
        names: A name of the reference answer, or several, separated by commas.
        value: An expression, as Python code.

    Returns:
        The mutation.

    Example:
        >>> from examiner.checks import assign
        >>> assign("error", "y - y_hat")
        assign('error', 'y - y_hat')
    """
    return Mutation((Assigned(names, value),))


def replace(old: str, new: str) -> Mutation:
    """Make a mutation that replaces a text of the reference answer.

    Args:
        old: A text that occurs once. Spaces and line breaks make no difference.
        new: The text that replaces it.

    Returns:
        The mutation.

    Example:
        >>> from examiner.checks import replace
        >>> replace("axis=1", "axis=0")
        replace('axis=1', 'axis=0')
    """
    return Mutation((Replaced(old, new),))


def replace_all(old: str, new: str) -> Mutation:
    """Make a mutation that replaces every occurrence of a text of the reference answer.

    Args:
        old: The text. Spaces and line breaks make no difference.
        new: The text that replaces each occurrence.

    Returns:
        The mutation.

    Example:
        >>> from examiner.checks import replace_all
        >>> replace_all("**2", "")
        replace_all('**2', '')
    """
    return Mutation((Replaced(old, new, everywhere=True),))


def remove(old: str) -> Mutation:
    """Make a mutation that removes a text of the reference answer.

    Args:
        old: A text that occurs once. Spaces and line breaks make no difference.

    Returns:
        The mutation.

    Example:
        >>> from examiner.checks import remove
        >>> remove("@ W_o.T")
        replace('@ W_o.T', '')
    """
    return replace(old, "")


def returns(value: str) -> Mutation:
    """Make a mutation that changes the value of the last `return`.

    Args:
        value: An expression, as Python code; `_` stands for the right value.

    Returns:
        The mutation.

    Example:
        >>> from examiner.checks import returns
        >>> returns("_ / 2")
        returns('_ / 2')
    """
    return Mutation((Returned(value),))
