"""Formulas as MathML, which a browser sets by itself: no script, nothing from the network."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

import nh3
from math_core import LatexError, LatexToMathML

# Without a font that is made for formulas a browser puts scripts and bars in wrong places, and few
# systems have one. The license stands beside it; `.ci/formula-font` makes it.
FONT = Path(__file__).parent / "font" / "formulas.woff2"

# A formula that is longer, or whose parts stand deeper in one another, stays as it was written: a
# converter goes down into each part, and so does a browser, which takes longer at each level.
MAX_FORMULA = 2000  # characters
MAX_DEPTH = 40  # elements inside one another
MAX_MATHML = 50_000  # characters that it becomes

_TAGS = (
    {"math", "mfrac", "mi", "mn", "mo", "mover", "mpadded", "mphantom", "mroot", "mrow", "mspace"}
    | {"msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder"}
    | {"munderover", "mmultiscripts", "mprescripts"}
)
_SIZE = re.compile(r"-?0?\.[0-9]{1,9}(?:em|ex)|[0-9](?:\.[0-9]{1,9})?(?:em|ex|mu)?")
_SIZES = {"width", "lspace", "rspace", "minsize", "maxsize"}
_WORDS = {
    *("display", "displaystyle", "scriptlevel", "stretchy", "symmetric", "accent", "accentunder"),
    *("mathvariant", "form", "fence", "separator", "movablelimits", "linethickness", "columnalign"),
}
_WORD = re.compile(r"[a-z0-9+. -]{1,30}")
# How the columns of `aligned`, `cases` and matrices stand. Colours and frames go.
_ALIGNED = re.compile(
    r"(?:(?:text-align: ?(?:left|right|center)|justify-items: ?(?:start|end|center)"
    r"|padding-(?:left|right): ?[0-9.]{1,4}(?:em)?); ?)*"
)
_TAG = re.compile(r"<(/?)[a-z]+[^<>]*?(/?)>")

_converter = LatexToMathML(fancy_error=False)


def typeset(formula: str, *, block: bool = False) -> str | None:
    """The MathML of a formula in TeX; None where it can't be set, or not in a moment.

    Nothing in it acts, leads anywhere or has a class. block: on lines of its own.
    """
    if len(formula) > MAX_FORMULA:
        return None
    try:
        mathml = _converter.convert_with_local_state(formula, displaystyle=block)
    except LatexError:
        return None
    if len(mathml) > MAX_MATHML or _depth(mathml) > MAX_DEPTH:
        return None
    return _cleaner.clean(mathml)


@cache
def styles() -> str:
    """CSS for a page with formulas, which carries their font."""
    data = b64encode(FONT.read_bytes()).decode()
    return (
        f'@font-face {{ font-family: "Formulas"; src: url("data:font/woff2;base64,{data}"); }}\n'
        'math { font-family: "Formulas", math; font-size: 1.1em; }'
    )


def _depth(mathml: str) -> int:
    depth = deepest = 0
    for tag in _TAG.finditer(mathml):
        if not tag[2]:
            depth += -1 if tag[1] else 1
            deepest = max(deepest, depth)
    return deepest


def _value(tag: str, name: str, value: str) -> str | None:
    pattern = _SIZE if name in _SIZES else _ALIGNED if name == "style" else _WORD
    return value if pattern.fullmatch(value) else None


_cleaner = nh3.Cleaner(
    tags=_TAGS,
    attributes={"*": _SIZES | _WORDS | {"style"}},
    attribute_filter=_value,
    link_rel=None,
)
