"""Mutations: the effect of a misconception on the code of a reference answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Replaced:
    """Another text in the one place of a text, or in each of its places. Spaces and new lines make
    no difference."""

    old: str
    new: str
    everywhere: bool = False

    def __str__(self) -> str:
        name = "replace_all" if self.everywhere else "replace"
        return f"{name}({self.old!r}, {self.new!r})"


@dataclass(frozen=True)
class Assigned:
    """Another value of these names, behind the statements that assign them."""

    names: str
    value: str

    def __str__(self) -> str:
        return f"assign({self.names!r}, {self.value!r})"


@dataclass(frozen=True)
class Returned:
    """Another value that is returned in the end."""

    value: str

    def __str__(self) -> str:
        return f"returns({self.value!r})"


Change: TypeAlias = Replaced | Assigned | Returned


@dataclass(frozen=True)
class Mutation:
    """Changes of a reference answer that are made together. `assign`, `replace`, `replace_all`,
    `remove` and `returns` make one of one change; `&` joins two.

    Example:
        >>> assign("dQ", "dP.T @ K") & assign("dK", "dP @ Q")
        assign('dQ', 'dP.T @ K') & assign('dK', 'dP @ Q')
    """

    changes: tuple[Change, ...]

    def __and__(self, other: Mutation) -> Mutation:
        return Mutation((*self.changes, *other.changes))

    def __str__(self) -> str:
        return " & ".join(map(str, self.changes))

    __repr__ = __str__


def assign(names: str, value: str) -> Mutation:
    """Give a name another value: behind the statements that assign it, or first in the function if
    it is an argument or a new name. The value may use the right one.

    Args:
        names: A name, or several with commas between, of the reference answer.
        value: An expression, as the code of the reference answer could have it.

    Example:
        >>> assign("error", "y - y_hat")
        assign('error', 'y - y_hat')
    """
    return Mutation((Assigned(names, value),))


def replace(old: str, new: str) -> Mutation:
    """Put another text in the one place of a text. Spaces and new lines make no difference.

    Args:
        old: A piece of the reference answer that is there once.
        new: What stands there instead.

    Example:
        >>> replace("axis=1", "axis=0")
        replace('axis=1', 'axis=0')
    """
    return Mutation((Replaced(old, new),))


def replace_all(old: str, new: str) -> Mutation:
    """Put another text in each place of a text, one at least.

    Example:
        >>> replace_all("**2", "")
        replace_all('**2', '')
    """
    return Mutation((Replaced(old, new, everywhere=True),))


def remove(old: str) -> Mutation:
    """Leave out a text that is there once.

    Example:
        >>> remove("@ W_o.T")
        replace('@ W_o.T', '')
    """
    return replace(old, "")


def returns(value: str) -> Mutation:
    """Return another value in the end.

    Args:
        value: An expression; `_` in it is the right value.

    Example:
        >>> returns("_ / 2")
        returns('_ / 2')
    """
    return Mutation((Returned(value),))
