"""Local and axial attention: their masks and numbers of pairs."""

import dataclasses
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from examiner.checks import (
    Accepted,
    Arrays,
    Case,
    Custom,
    GradingContext,
    Reference,
    Verdict,
    assign,
    case,
    convention,
    message,
    misconception,
    missed_idea,
    remove,
    replace,
    returns,
)

from ..scale import axial_mask, axial_pairs, local_mask, local_pairs

Pattern: TypeAlias = Callable[..., np.ndarray]
Range: TypeAlias = tuple[int, int]
Bounds: TypeAlias = tuple[Range, Range] | tuple[Range, Range, int]  # ranges of h and w, and r

APART = "np.abs((y * w + x)[:, None] - y * w - x)"  # the difference of the numbers of two patches
ALONG_COLUMNS = [
    "np.divmod(np.arange(h * w), h)[::-1]",
    "np.arange(h * w) // h, np.arange(h * w) % w",
]
LINE = "n * (2 * r + 1) - r * (r + 1)"

# Messages that two functions share.
ITSELF_LEFT_OUT = "your diagonal is False, but a patch sees itself, too"
COLUMN_AFTER_COLUMN = (
    "you number the patches column by column, or you use h instead of w: the patch in row y and "
    "column x has number y·w + x"
)
TRUE_AND_FALSE = "True and False are swapped: True means that a patch is seen"
ADDITIVE = "0 and −∞ are for adding to scores; the question asks for True and False"
CAUSAL = "your patches see only earlier patches and themselves, but nothing is causal here"
SIDE_IS_R = "you use r as the side of the square; the square reaches r to each side"
ITSELF_NOT_COUNTED = "you leave out the patch itself; a patch sees itself, too"
PAIRS_ONCE = "you count each pair once; (i, j) and (j, i) are two pairs"
H_OR_W_TWICE = "you use one of h and w twice, and the other one not at all"

# fmt: off
OF_LOCAL_MASK = [
    misconception("itself-left-out", returns("_ & ~np.eye(h * w, dtype=bool)"), ITSELF_LEFT_OUT),
    misconception("wraps-to-next-row",
      returns(f"np.any([np.abs({APART} - dy * w) <= r for dy in range(r + 1)], axis=0)"),
      "your squares continue in the next row of patches at the end of a row"),
    misconception("along-the-numbers",
      [returns(f"{APART} <= r"), returns("(rows == 0) & (columns <= r)")],
      "your window follows the numbers of the patches, without the rows above and below"),
    misconception("wraps-around-image",
      returns("(np.minimum(rows, h - rows) <= r) & (np.minimum(columns, w - columns) <= r)"),
      "your square continues at the other side of the image; cut it off at the border"),
    misconception("slices-from-below-zero",
      [returns("by_slices(h, w, r) | np.eye(h * w, dtype=bool)"),
       returns("by_slices(h, w, r) | False")],
      "a slice that begins below 0 begins at the other end, and is empty: begin it at max(0, y "
      "− r), and do the same for x"),
    misconception("end-of-slice-left-out",
      returns("_ & (y - y[:, None] < r) & (x - x[:, None] < r)"),
      "a slice excludes its end: let it end at y + r + 1, and do the same for x"),
    misconception("numbers-subtracted", returns(f"({APART} // w <= r) & ({APART} % w <= r)"),
      "you subtract the numbers of the patches, then divide by w: subtract rows from rows, and "
      "columns from columns"),
    misconception("edges-see-nothing",
      returns("_ & ((r <= y) & (y < h - r) & (r <= x) & (x < w - r))[:, None]"),
      "patches with a square that is cut off see nothing; they see the part inside the image"),
    misconception("diamond-or-disc",
      [returns("rows + columns <= r"), returns("rows**2 + columns**2 <= r**2")],
      "this is a diamond or a disc around the patch; rows and columns may both differ by r"),
    misconception("row-and-column-only", returns("_ & ((rows == 0) | (columns == 0))"),
      "this is only along the row and the column; the square has corners"),
    misconception("or-in-place-of-and", returns("(rows <= r) | (columns <= r)"),
      "in your mask, only rows or columns need to differ by at most r; both have to"),
    misconception("side-is-r", assign("r", "r // 2"), SIDE_IS_R),
    misconception("distance-r-left-out", assign("r", "r - 1"),
      "you leave out patches at a distance of exactly r"),
    misconception("reaches-r-plus-1", assign("r", "r + 1"),
      "your square reaches r + 1 to each side; it should reach r"),
    convention("column-after-column", [assign("y, x", each) for each in ALONG_COLUMNS],
      COLUMN_AFTER_COLUMN),
    misconception("reaches-2r", assign("r", "2 * r"),
      "your square reaches 2r to each side; it should reach r"),
    convention("true-and-false-exchanged", returns("~_"), TRUE_AND_FALSE),
    convention("additive-mask", returns("np.where(_, 0.0, -np.inf)"), ADDITIVE),
    misconception("causal", returns("np.tril(_)"), CAUSAL),
]
OF_AXIAL_MASK = [
    misconception("itself-left-out", returns("row != column"), ITSELF_LEFT_OUT),
    misconception("row-only", returns("row"),
      "a patch sees its row, but not its column"),
    misconception("column-only", returns("column"),
      "a patch sees its column, but not its row"),
    misconception("row-and-column-same", returns("row & column"),
      "in your mask, row and column have to be the same; one of them is enough"),
    misconception("nearest-only", returns("np.abs(y[:, None] - y) + np.abs(x[:, None] - x) <= 1"),
      "your patches see only the nearest in row and column; they see all"),
    convention("column-after-column", [assign("y, x", each) for each in ALONG_COLUMNS],
      COLUMN_AFTER_COLUMN),
    misconception("less-than-w-apart", returns(f"({APART} < w) | column"),
      "patches less than w numbers apart need not be in the same row"),
    convention("true-and-false-exchanged", returns("~_"), TRUE_AND_FALSE),
    convention("additive-mask", returns("np.where(_, 0.0, -np.inf)"), ADDITIVE),
    misconception("diagonals-as-well",
      returns("_ | (np.abs(y[:, None] - y) == np.abs(x[:, None] - x))"),
      "your patches see the diagonals as well"),
    misconception("causal", returns("np.tril(_)"), CAUSAL),
]
OF_LOCAL_PAIRS = [
    misconception("nothing-cut-off",
      [remove("- r * (r + 1)"), replace(LINE, "n * min(n, 2 * r + 1)")],
      "nothing is cut off at the borders"),
    misconception("cut-off-in-one-direction",
      [returns("rows * w * (2 * r + 1)"), returns("columns * h * (2 * r + 1)")],
      "in your count, the square is cut off above and below, or left and right, but not at all "
      "four sides"),
    misconception("cut-off-at-one-end", replace("- r * (r + 1)", "- r * (r + 1) // 2"),
      "in your count, the square is cut off at one end of a row and of a column; cut it off at "
      "both"),
    misconception("h-or-w-twice", [assign("w", "h"), assign("h", "w")], H_OR_W_TWICE),
    misconception("whole-squares-only",
      [replace(LINE, "max(n - 2 * r, 0) * (2 * r + 1)"),
       replace(LINE, "(n - 2 * r) * (2 * r + 1)")],
      "you count only patches with the whole square inside the image"),
    misconception("itself-not-counted", returns("_ - h * w"), ITSELF_NOT_COUNTED),
    convention("pairs-once",
      [returns("(_ + h * w) // 2"), returns("(_ + -h * w) // 2"), returns("_ / 2")], PAIRS_ONCE),
    misconception("one-line", returns("h * w * (2 * r + 1) - r * (r + 1)"),
      "this is for patches in one line, not on a grid"),
    misconception("side-is-r", replace(LINE, "n * r"), SIDE_IS_R),
    misconception("border-of-outermost-row", replace("- r * (r + 1)", "- 2 * r"),
      "a border cuts off r for the outermost row only; in all, it is r + (r − 1) + … + 1"),
    misconception("border-of-r-minus-1", replace("- r * (r + 1)", "- r * (r - 1)"),
      "you cut off too little at a border: in a line, it is r + (r − 1) + … + 1 = r(r + 1)/2 at "
      "either end; you leave out the largest term, r"),
    misconception("corners-cut-off-twice",
      returns("h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)"),
      "you cut off the corners twice"),
    misconception("one-row-of-window", returns("h * w * (2 * r + 1)"),
      "a patch sees up to (2r + 1)² patches, not 2r + 1"),
    misconception("rows-and-columns-added", returns("rows + columns"),
      "you add rows and columns; they multiply"),
    misconception("one-patch-inside", returns("(2 * r + 1) ** 2"),
      "this is the number for one patch inside the image; there are h·w patches"),
    misconception("seen-by-each",
      assign("seen", "[[1 + min(i, r) + min(n - 1 - i, r) for i in range(n)] for n in (h, w)]")
       & returns("np.outer(*seen).ravel()"),
      "these are the numbers for each patch; the question asks for the sum"),
]
OF_AXIAL_PAIRS = [
    misconception("itself-twice", returns("h * w * (h + w)"),
      "you count the patch itself twice, in its row and in its column"),
    misconception("itself-not-counted", returns("h * w * (h + w - 2)"), ITSELF_NOT_COUNTED),
    misconception("one-patch", [returns("h + w - 1"), returns("h + w - 0")],
      "this is the number for one patch; there are h·w patches"),
    convention("pairs-once",
      [returns("h * w * (h + w - 0) // 2"), returns("h * w * (h + w - 2) // 2"), returns("_ / 2")],
      PAIRS_ONCE),
    misconception("rows-and-columns-exchanged", returns("h * h * h + w * w * w - h * w"),
      "a row has w patches, and a column has h"),
    misconception("itself-off-once", returns("h * w * (h + w) - 1"),
      "you subtract the patch itself once in all; subtract it once for each patch"),
    missed_idea("all-pairs", returns("(h * w) ** 2"),
      "these are all pairs; a patch sees its row and its column"),
    misconception("row-counted-only", returns("h * w * w"),
      "you count only the row"),
    misconception("h-or-w-twice",
      [returns("h * w * (2 * h - 1)"), returns("h * w * (2 * w - 1)"), assign("w", "h"),
       assign("h", "w")], H_OR_W_TWICE),
    misconception("column-counted-only", returns("h * w * h"),
      "you count only the column"),
]
# fmt: on


def by_offsets(h: int, w: int, r: int) -> np.ndarray:
    """Return the local mask, patch by patch."""
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if 0 <= y + dy < h and 0 <= x + dx < w:
                    mask[y * w + x, (y + dy) * w + x + dx] = True
    return mask


def by_slices(h: int, w: int, r: int) -> np.ndarray:
    """Return the local mask, by slices that can begin below 0."""
    mask = np.zeros((h, w, h, w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y, x, y - r : y + r + 1, x - r : x + r + 1] = True
    return mask.reshape(h * w, h * w)


def by_rows_and_columns(h: int, w: int) -> np.ndarray:
    """Return the axial mask, patch by patch."""
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y * w + x, [y * w + column for column in range(w)]] = True
        mask[y * w + x, [row * w + x for row in range(h)]] = True
    return mask


def with_sizes(rng: np.random.Generator, *bounds: Bounds) -> dict[str, Case]:
    """Draw a case for each pair of ranges, with different height and width.

    Args:
        rng: The generator.
        bounds: The range of h, the range of w and, for the local mask, r.
    """
    found = {}
    for rows, columns, *r in bounds:
        h, w = (int(rng.integers(low, high + 1)) for low, high in (rows, columns))
        what = f"{h} × {w} patches" + "".join(f", r = {each}" for each in r)
        found[what] = case(h, w, *r)
    return found


def pairs_cases(rng: np.random.Generator) -> dict[str, Case]:
    """Draw wide and high images, with r < h and r < w so that borders cut squares."""
    sizes = ((3, 4), (5, 7), 1), ((5, 6), (7, 9), 2), ((9, 10), (7, 8), 3), ((4, 5), (7, 9), 3)
    return with_sizes(rng, *sizes)


def local_cases(rng: np.random.Generator) -> dict[str, Case]:
    """Draw the same cases, and one with squares wider than the height of the image."""
    return pairs_cases(rng) | with_sizes(rng, ((2, 3), (6, 8), 3))


def axial_cases(rng: np.random.Generator) -> dict[str, Case]:
    """Draw wide and high images."""
    # The ranges are disjoint, because two images of the same size would be one case.
    return with_sizes(rng, ((3, 4), (5, 7)), ((6, 7), (3, 5)), ((2, 2), (6, 9)), ((8, 9), (3, 4)))


def pairs_of(pattern: Pattern) -> Callable[..., int]:
    """Return a function from sizes to the number of pairs in a pattern."""
    return lambda *sizes: pattern(*sizes).sum()


def is_identity(mask: Pattern | None) -> bool:
    """Return whether no patch sees another one. Such a mask is no pattern to count."""
    return mask is not None and np.array_equal(mask(3, 4), np.eye(12))


def mistaken(verdict: Verdict) -> Pattern | None:
    """Return the function with the misconception that explains a mask; None if none does."""
    return verdict.mutant if callable(verdict.mutant) else None


LOCAL = Arrays(
    oracle=by_offsets,
    cases=local_cases,
    seed=441,
    reference=Reference(local_mask, by_slices),
    misconceptions=OF_LOCAL_MASK,
    share=1 / 4,
)
AXIAL = Arrays(
    oracle=by_rows_and_columns,
    cases=axial_cases,
    seed=442,
    reference=axial_mask,
    misconceptions=OF_AXIAL_MASK,
    share=1 / 4,
)
LOCAL_COUNT = Arrays(
    oracle=pairs_of(by_offsets),
    cases=pairs_cases,
    seed=441,
    reference=local_pairs,
    misconceptions=OF_LOCAL_PAIRS,
    share=1 / 4,
)
AXIAL_COUNT = Arrays(
    oracle=pairs_of(by_rows_and_columns),
    cases=axial_cases,
    seed=442,
    reference=axial_pairs,
    misconceptions=OF_AXIAL_PAIRS,
    share=1 / 4,
)


def given_mask(count: Arrays, name: str, mask: Pattern | None) -> Arrays:
    """Return the check of a count that may rest on the student's own mask.

    Args:
        count: The check.
        name: The name of the student's mask.
        mask: The mask with the misconception that explains it; None if none does.
    """
    if mask is None:
        return count
    accepted: Accepted = {f"right, given your {name}": pairs_of(mask)}
    return dataclasses.replace(count, accept=accepted)


def of_a_pattern(mask: Verdict, count: Verdict) -> Verdict:
    """Return the verdict on a mask, without points for an identity beside a wrong count.

    The identity needs no pattern. Only a right count shows that it is a slip.
    """
    if not is_identity(mistaken(mask)) or count.points == count.max_points:
        return mask
    return mask.without_points(message("this is the identity: no patch sees another one"))


def judge(
    grading: GradingContext,
    local_mask: object,
    axial_mask: object,
    local_pairs: object,
    axial_pairs: object,
) -> Verdict:
    """Mark masks and counts. Nothing follows from a mask in which no patch sees another one."""
    local, axial = grading.mark(LOCAL, local_mask), grading.mark(AXIAL, axial_mask)
    by_local, by_axial = mistaken(local), mistaken(axial)
    if is_identity(by_axial):
        by_axial = None
    local_count = grading.mark(given_mask(LOCAL_COUNT, "local_mask", by_local), local_pairs)
    axial_count = grading.mark(given_mask(AXIAL_COUNT, "axial_mask", by_axial), axial_pairs)
    return (
        local.for_function("local_mask")
        + of_a_pattern(axial, axial_count).for_function("axial_mask")
        + local_count.for_function("local_pairs")
        + axial_count.for_function("axial_pairs")
    )


question = Custom(
    judge,
    {
        "local_mask": [LOCAL],
        "axial_mask": [AXIAL],
        "local_pairs": [LOCAL_COUNT],
        "axial_pairs": [AXIAL_COUNT],
    },
)
