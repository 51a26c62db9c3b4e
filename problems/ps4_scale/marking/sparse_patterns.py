"""Local and axial attention: masks, and numbers of pairs."""

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
Bounds: TypeAlias = tuple[Range, Range] | tuple[Range, Range, int]  # of h and of w, and r

APART = "np.abs((y * w + x)[:, None] - y * w - x)"  # of the numbers of two patches
ALONG_COLUMNS = [
    "np.divmod(np.arange(h * w), h)[::-1]",
    "np.arange(h * w) // h, np.arange(h * w) % w",
]
LINE = "n * (2 * r + 1) - r * (r + 1)"

# Messages of two functions.
ITSELF_LEFT_OUT = "the diagonal is False; a patch sees itself, too"
COLUMN_AFTER_COLUMN = (
    "they are numbered column after column, or h stands where w belongs: the patch in row y "
    "and column x has number y·w + x"
)
TRUE_AND_FALSE = "True and False have changed places: True is a patch that is seen"
ADDITIVE = "0 and −∞ are what is added to scores; asked for are True and False"
CAUSAL = "only patches before this one, and itself: nothing is causal here"
SIDE_IS_R = "r is taken for the side of the square; it reaches r to each side"
ITSELF_NOT_COUNTED = "the patch itself is left out; a patch sees itself, too"
PAIRS_ONCE = "each pair is counted once; (i, j) and (j, i) are two"
H_OR_W_TWICE = "one of h and w is used twice, the other one not at all"

# fmt: off
OF_LOCAL_MASK = [
    misconception("itself-left-out", returns("_ & ~np.eye(h * w, dtype=bool)"), ITSELF_LEFT_OUT),
    misconception("wraps-to-next-row",
      returns(f"np.any([np.abs({APART} - dy * w) <= r for dy in range(r + 1)], axis=0)"),
      "the squares go on in the next row of patches, where one ends"),
    misconception("along-the-numbers",
      [returns(f"{APART} <= r"), returns("(rows == 0) & (columns <= r)")],
      "the window runs along the numbers of the patches; rows above and below are not in it"),
    misconception("wraps-around-image",
      returns("(np.minimum(rows, h - rows) <= r) & (np.minimum(columns, w - columns) <= r)"),
      "it goes on at the other side of the image; it is cut off"),
    misconception("slices-from-below-zero",
      [returns("by_slices(h, w, r) | np.eye(h * w, dtype=bool)"),
       returns("by_slices(h, w, r) | False")],
      "a slice that begins below 0 begins at the other end, and is empty: begin it at max(0, "
      "y − r), and so for x"),
    misconception("end-of-slice-left-out",
      returns("_ & (y - y[:, None] < r) & (x - x[:, None] < r)"),
      "a slice ends before its end: it is to end at y + r + 1, and so for x"),
    misconception("numbers-subtracted", returns(f"({APART} // w <= r) & ({APART} % w <= r)"),
      "the numbers of the patches are subtracted, then divided by w: subtract rows from rows, "
      "and columns from columns"),
    misconception("edges-see-nothing",
      returns("_ & ((r <= y) & (y < h - r) & (r <= x) & (x < w - r))[:, None]"),
      "patches whose square is cut off see nothing; they see the part inside"),
    misconception("diamond-or-disc",
      [returns("rows + columns <= r"), returns("rows**2 + columns**2 <= r**2")],
      "a diamond or a disc around the patch: rows and columns may both differ by r"),
    misconception("row-and-column-only", returns("_ & ((rows == 0) | (columns == 0))"),
      "only along the row and the column; the square has corners"),
    misconception("or-in-place-of-and", returns("(rows <= r) | (columns <= r)"),
      "it is enough here that rows or columns differ by at most r; both have to"),
    misconception("side-is-r", assign("r", "r // 2"), SIDE_IS_R),
    misconception("distance-r-left-out", assign("r", "r - 1"),
      "patches at a distance of just r are left out"),
    misconception("reaches-r-plus-1", assign("r", "r + 1"),
      "it reaches r + 1 to each side"),
    convention("column-after-column", [assign("y, x", each) for each in ALONG_COLUMNS],
      COLUMN_AFTER_COLUMN),
    misconception("reaches-2r", assign("r", "2 * r"),
      "the square reaches 2r to each side; it is r"),
    convention("true-and-false-exchanged", returns("~_"), TRUE_AND_FALSE),
    convention("additive-mask", returns("np.where(_, 0.0, -np.inf)"), ADDITIVE),
    misconception("causal", returns("np.tril(_)"), CAUSAL),
]
OF_AXIAL_MASK = [
    misconception("itself-left-out", returns("row != column"), ITSELF_LEFT_OUT),
    misconception("row-only", returns("row"),
      "the row is seen, and not the column"),
    misconception("column-only", returns("column"),
      "the column is seen, and not the row"),
    misconception("row-and-column-same", returns("row & column"),
      "row and column have to be the same here; one of them is enough"),
    misconception("nearest-only", returns("np.abs(y[:, None] - y) + np.abs(x[:, None] - x) <= 1"),
      "only the nearest in row and column; all of them are seen"),
    convention("column-after-column", [assign("y, x", each) for each in ALONG_COLUMNS],
      COLUMN_AFTER_COLUMN),
    misconception("less-than-w-apart", returns(f"({APART} < w) | column"),
      "patches less than w numbers apart need not stand in one row"),
    convention("true-and-false-exchanged", returns("~_"), TRUE_AND_FALSE),
    convention("additive-mask", returns("np.where(_, 0.0, -np.inf)"), ADDITIVE),
    misconception("diagonals-as-well",
      returns("_ | (np.abs(y[:, None] - y) == np.abs(x[:, None] - x))"),
      "the diagonals are seen as well"),
    misconception("causal", returns("np.tril(_)"), CAUSAL),
]
OF_LOCAL_PAIRS = [
    misconception("nothing-cut-off",
      [remove("- r * (r + 1)"), replace(LINE, "n * min(n, 2 * r + 1)")],
      "nothing is cut off at the borders"),
    misconception("cut-off-in-one-direction",
      [returns("rows * w * (2 * r + 1)"), returns("columns * h * (2 * r + 1)")],
      "it is cut off above and below, or at left and right, not at all four sides"),
    misconception("cut-off-at-one-end", replace("- r * (r + 1)", "- r * (r + 1) // 2"),
      "the square is cut off at one end of a row and of a column; it is at both"),
    misconception("h-or-w-twice", [assign("w", "h"), assign("h", "w")], H_OR_W_TWICE),
    misconception("whole-squares-only",
      [replace(LINE, "max(n - 2 * r, 0) * (2 * r + 1)"),
       replace(LINE, "(n - 2 * r) * (2 * r + 1)")],
      "only patches whose whole square lies in the image are counted"),
    misconception("itself-not-counted", returns("_ - h * w"), ITSELF_NOT_COUNTED),
    convention("pairs-once",
      [returns("(_ + h * w) // 2"), returns("(_ + -h * w) // 2"), returns("_ / 2")], PAIRS_ONCE),
    misconception("one-line", returns("h * w * (2 * r + 1) - r * (r + 1)"),
      "this is for patches in one line, not on a grid"),
    misconception("side-is-r", replace(LINE, "n * r"), SIDE_IS_R),
    misconception("border-of-outermost-row", replace("- r * (r + 1)", "- 2 * r"),
      "what is cut off at a border is r to each side, for the outermost row only; it is r + "
      "(r − 1) + … + 1"),
    misconception("border-of-r-minus-1", replace("- r * (r + 1)", "- r * (r - 1)"),
      "too little is cut off at a border: in a line it is r + (r − 1) + … + 1 at either end, "
      "r(r + 1)/2; here the largest, r, is left out"),
    misconception("corners-cut-off-twice",
      returns("h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)"),
      "the corners are cut off twice"),
    misconception("one-row-of-window", returns("h * w * (2 * r + 1)"),
      "a patch sees (2r + 1)² others at most, not 2r + 1"),
    misconception("rows-and-columns-added", returns("rows + columns"),
      "rows and columns are added; they multiply"),
    misconception("one-patch-inside", returns("(2 * r + 1) ** 2"),
      "this is what one patch sees, inside the image; there are h·w of them"),
    misconception("seen-by-each",
      assign("seen", "[[1 + min(i, r) + min(n - 1 - i, r) for i in range(n)] for n in (h, w)]")
       & returns("np.outer(*seen).ravel()"),
      "this is what each patch sees; asked for is the sum"),
]
OF_AXIAL_PAIRS = [
    misconception("itself-twice", returns("h * w * (h + w)"),
      "the patch itself is counted in its row and in its column; it is one"),
    misconception("itself-not-counted", returns("h * w * (h + w - 2)"), ITSELF_NOT_COUNTED),
    misconception("one-patch", [returns("h + w - 1"), returns("h + w - 0")],
      "this is what one patch sees; there are h·w of them"),
    convention("pairs-once",
      [returns("h * w * (h + w - 0) // 2"), returns("h * w * (h + w - 2) // 2"), returns("_ / 2")],
      PAIRS_ONCE),
    misconception("rows-and-columns-exchanged", returns("h * h * h + w * w * w - h * w"),
      "a row of patches has w of them, a column h"),
    misconception("itself-off-once", returns("h * w * (h + w) - 1"),
      "the patch itself is taken off once in all, not once for each patch"),
    missed_idea("all-pairs", returns("(h * w) ** 2"),
      "these are all pairs; a patch sees its row and its column"),
    misconception("row-counted-only", returns("h * w * w"),
      "only the row is counted"),
    misconception("h-or-w-twice",
      [returns("h * w * (2 * h - 1)"), returns("h * w * (2 * w - 1)"), assign("w", "h"),
       assign("h", "w")], H_OR_W_TWICE),
    misconception("column-counted-only", returns("h * w * h"),
      "only the column is counted"),
]
# fmt: on


def by_offsets(h: int, w: int, r: int) -> np.ndarray:
    """The local mask, patch by patch."""
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if 0 <= y + dy < h and 0 <= x + dx < w:
                    mask[y * w + x, (y + dy) * w + x + dx] = True
    return mask


def by_slices(h: int, w: int, r: int) -> np.ndarray:
    """The local mask, by slices that nobody keeps from beginning below 0."""
    mask = np.zeros((h, w, h, w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y, x, y - r : y + r + 1, x - r : x + r + 1] = True
    return mask.reshape(h * w, h * w)


def by_rows_and_columns(h: int, w: int) -> np.ndarray:
    """The axial mask, patch by patch."""
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y * w + x, [y * w + column for column in range(w)]] = True
        mask[y * w + x, [row * w + x for row in range(h)]] = True
    return mask


def with_sizes(rng: np.random.Generator, *bounds: Bounds) -> dict[str, Case]:
    """Draw cases of h × w patches, h from the first of two ranges and w from the second, which
    differ."""
    found = {}
    for rows, columns, *r in bounds:
        h, w = (int(rng.integers(low, high + 1)) for low, high in (rows, columns))
        what = f"{h} × {w} patches" + "".join(f", r = {each}" for each in r)
        found[what] = case(h, w, *r)
    return found


def pairs_cases(rng: np.random.Generator) -> dict[str, Case]:
    """Squares that are cut off, r < h and r < w; images that are wider than high, and higher."""
    sizes = ((3, 4), (5, 7), 1), ((5, 6), (7, 9), 2), ((9, 10), (7, 8), 3), ((4, 5), (7, 9), 3)
    return with_sizes(rng, *sizes)


def local_cases(rng: np.random.Generator) -> dict[str, Case]:
    """The same, and squares that are wider than the image is high."""
    return pairs_cases(rng) | with_sizes(rng, ((2, 3), (6, 8), 3))


def axial_cases(rng: np.random.Generator) -> dict[str, Case]:
    """Images that are wider than high, and higher."""
    # No two ranges have an image in common: cases of one name would be one case.
    return with_sizes(rng, ((3, 4), (5, 7)), ((6, 7), (3, 5)), ((2, 2), (6, 9)), ((8, 9), (3, 4)))


def pairs_of(pattern: Pattern) -> Callable[..., int]:
    """The number of pairs in a pattern, by its sizes."""
    return lambda *sizes: pattern(*sizes).sum()


def is_identity(mask: Pattern | None) -> bool:
    """Whether no patch sees another one: then there is no pattern, and nothing to count."""
    return mask is not None and np.array_equal(mask(3, 4), np.eye(12))


def mistaken(verdict: Verdict) -> Pattern | None:
    """The function with the one misconception that explains a mask; None if there is none."""
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
    """The check of a count that may be that of the student's own mask as well, if one misconception
    explains that mask."""
    if mask is None:
        return count
    accepted: Accepted = {f"right, given your {name}": pairs_of(mask)}
    return dataclasses.replace(count, accept=accepted)


def of_a_pattern(mask: Verdict, count: Verdict) -> Verdict:
    """The verdict on a mask. The identity, which needs no pattern, is a slip only beside a right
    count."""
    if not is_identity(mistaken(mask)) or count.points == count.max_points:
        return mask
    return mask.without_points(message("it is the identity: no patch sees another one"))


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
