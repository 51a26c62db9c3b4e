import numpy as np

from examiner.checks import drop, replace

WORDS = """
itself-left-out: the diagonal is False; a patch sees itself, too
wraps-to-next-row: the squares go on in the next row of patches, where one ends
along-the-numbers: the window runs along the numbers of the patches; rows above and below are not in
    it
wraps-around-image: it goes on at the other side of the image; it is cut off
edges-see-nothing: patches whose square is cut off see nothing; they see the part inside
diamond-or-disc: a diamond or a disc around the patch: rows and columns may both differ by r
row-and-column-only: only along the row and the column; the square has corners
or-in-place-of-and: it is enough here that rows or columns differ by at most r; both have to
side-is-r: r is taken for the side of the square; it reaches r to each side
distance-r-left-out: patches at a distance of just r are left out
reaches-r-plus-1: it reaches r + 1 to each side
column-after-column: they are numbered column after column, or h stands where w belongs: the patch
    in row y and column x has number y·w + x
reaches-2r: the square reaches 2r to each side; it is r
true-and-false-exchanged: True and False have changed places: True is a patch that is seen
additive-mask: 0 and −∞ are what is added to scores; asked for are True and False
causal: only patches before this one, and itself: nothing is causal here
row-only: the row is seen, and not the column
column-only: the column is seen, and not the row
row-and-column-same: row and column have to be the same here; one of them is enough
nearest-only: only the nearest in row and column; all of them are seen
less-than-w-apart: patches less than w numbers apart need not stand in one row
diagonals-as-well: the diagonals are seen as well
nothing-cut-off: nothing is cut off at the borders
cut-off-at-one-end: the square is cut off at one end of a row and of a column; it is at both
h-or-w-twice: one of h and w is used twice, the other one not at all
whole-squares-only: only patches whose whole square lies in the image are counted
itself-not-counted: the patch itself is left out; a patch sees itself, too
pairs-once: each pair is counted once; (i, j) and (j, i) are two
one-line: this is for patches in one line, not on a grid
border-of-outermost-row: what is cut off at a border is r to each side, for the outermost row only;
    it is r + (r − 1) + … + 1
corners-cut-off-twice: the corners are cut off twice
one-row-of-window: a patch sees (2r + 1)² others at most, not 2r + 1
rows-and-columns-added: rows and columns are added; they multiply
one-patch-inside: this is what one patch sees, inside the image; there are h·w of them
itself-twice: the patch itself is counted in its row and in its column; it is one
one-patch: this is what one patch sees; there are h·w of them
rows-and-columns-exchanged: a row of patches has w of them, a column h
itself-off-once: the patch itself is taken off once in all, not once for each patch
all-pairs: these are all pairs; a patch sees its row and its column
row-counted-only: only the row is counted
column-counted-only: only the column is counted
"""


def by_offsets(h, w, r):
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if 0 <= y + dy < h and 0 <= x + dx < w:
                    mask[y * w + x, (y + dy) * w + x + dx] = True
    return mask


def by_rows_and_columns(h, w):
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y * w + x, [y * w + column for column in range(w)]] = True
        mask[y * w + x, [row * w + x for row in range(h)]] = True
    return mask


ROWS, COLUMNS = "np.abs(y[:, None] - y)", "np.abs(x[:, None] - x)"
APART = "np.abs((y * w + x)[:, None] - y * w - x)"  # of the numbers of two patches
PLACES = "np.divmod(np.arange(h * w), w)"
LOCAL = f"({ROWS} <= r) & ({COLUMNS} <= r)"
AXIAL = "(y[:, None] == y) | (x[:, None] == x)"


def local_as(rule):
    return replace(LOCAL, rule)


def axial_as(rule):
    return replace(AXIAL, rule)


def reaches(distance):
    return replace("<= r", distance, everywhere=True)


COLUMN_AFTER_COLUMN = (
    replace(PLACES, "np.divmod(np.arange(h * w), h)[::-1]", everywhere=True),
    replace(PLACES, "np.arange(h * w) // h, np.arange(h * w) % w", everywhere=True),
)
LOCAL_MISTAKES = {
    "itself-left-out": local_as(f"{LOCAL} & ~np.eye(h * w, dtype=bool)"),
    "wraps-to-next-row": local_as(
        f"np.any([np.abs({APART} - dy * w) <= r for dy in range(r + 1)], axis=0)"
    ),
    "along-the-numbers": (local_as(f"{APART} <= r"), local_as(f"({ROWS} == 0) & ({COLUMNS} <= r)")),
    "wraps-around-image": local_as(
        f"(np.minimum({ROWS}, h - {ROWS}) <= r) & (np.minimum({COLUMNS}, w - {COLUMNS}) <= r)"
    ),
    "edges-see-nothing": local_as(
        f"{LOCAL} & ((r <= y) & (y < h - r) & (r <= x) & (x < w - r))[:, None]"
    ),
    "diamond-or-disc": (
        local_as(f"{ROWS} + {COLUMNS} <= r"),
        local_as(f"{ROWS} ** 2 + {COLUMNS} ** 2 <= r**2"),
    ),
    "row-and-column-only": local_as(f"{LOCAL} & ({AXIAL})"),
    "or-in-place-of-and": replace("&", "|"),
    "side-is-r": reaches("<= r // 2"),
    "distance-r-left-out": reaches("< r"),
    "reaches-r-plus-1": reaches("<= r + 1"),
    "column-after-column": COLUMN_AFTER_COLUMN,
    "reaches-2r": reaches("<= 2 * r"),
    "true-and-false-exchanged": local_as(f"~({LOCAL})"),
    "additive-mask": local_as(f"np.where({LOCAL}, 0.0, -np.inf)"),
    "causal": local_as(f"np.tril({LOCAL})"),
}
AXIAL_MISTAKES = {
    "itself-left-out": replace("|", "!="),
    "row-only": drop("| (x[:, None] == x)"),
    "column-only": drop("(y[:, None] == y) |"),
    "row-and-column-same": replace("|", "&"),
    "nearest-only": axial_as(f"{ROWS} + {COLUMNS} <= 1"),
    "column-after-column": COLUMN_AFTER_COLUMN,
    "less-than-w-apart": axial_as(f"({APART} < w) | (x[:, None] == x)"),
    "true-and-false-exchanged": axial_as(f"~({AXIAL})"),
    "additive-mask": axial_as(f"np.where({AXIAL}, 0.0, -np.inf)"),
    "diagonals-as-well": axial_as(f"{AXIAL} | ({ROWS} == {COLUMNS})"),
    "causal": axial_as(f"np.tril({AXIAL})"),
}


def with_sizes(rng, *bounds):
    """Cases of h × w patches, h from the first of two ranges, w from the second, which differ."""
    found = {}
    for rows, columns, *r in bounds:
        h, w = (int(rng.integers(low, high + 1)) for low, high in (rows, columns))
        what = f"{h} × {w} patches" + "".join(f", r = {each}" for each in r)
        found[what] = checks.case(h, w, *r)
    return found


def pairs_cases(rng):
    """Squares that are cut off, r < h and r < w; images that are wider than high, and higher."""
    sizes = ((3, 4), (5, 7), 1), ((5, 6), (7, 9), 2), ((9, 10), (7, 8), 3), ((4, 5), (7, 9), 3)
    return with_sizes(rng, *sizes)


def local_cases(rng):
    return pairs_cases(rng) | with_sizes(rng, ((2, 3), (6, 8), 3))


def axial_cases(rng):
    # No two ranges have an image in common: cases of one name would be one case.
    return with_sizes(rng, ((3, 4), (5, 7)), ((6, 7), (3, 5)), ((2, 2), (6, 9)), ((8, 9), (3, 4)))


def pairs_of(pattern):
    return lambda *sizes: pattern(*sizes).sum()


IN_A_LINE = "n * (2 * r + 1) - r * (r + 1)"


def line_counted_as(count):
    return replace(IN_A_LINE, count)


def local_count_as(count):
    return replace("rows * columns", count)


LOCAL_MISCOUNTS = {
    "nothing-cut-off": (drop("- r * (r + 1)"), line_counted_as("n * min(n, 2 * r + 1)")),
    "cut-off-at-one-end": line_counted_as("n * (2 * r + 1) - r * (r + 1) // 2"),
    "h-or-w-twice": (replace("in (h, w)", "in (h, h)"), replace("in (h, w)", "in (w, w)")),
    "whole-squares-only": (
        line_counted_as("max(n - 2 * r, 0) * (2 * r + 1)"),
        line_counted_as("(n - 2 * r) * (2 * r + 1)"),
    ),
    "itself-not-counted": local_count_as("rows * columns - h * w"),
    "pairs-once": (
        local_count_as("(rows * columns + h * w) // 2"),
        local_count_as("(rows * columns - h * w) // 2"),
        local_count_as("rows * columns / 2"),
    ),
    "one-line": local_count_as("h * w * (2 * r + 1) - r * (r + 1)"),
    "side-is-r": line_counted_as("n * r"),
    "border-of-outermost-row": line_counted_as("n * (2 * r + 1) - 2 * r"),
    "corners-cut-off-twice": local_count_as(
        "h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)"
    ),
    "one-row-of-window": local_count_as("h * w * (2 * r + 1)"),
    "rows-and-columns-added": local_count_as("rows + columns"),
    "one-patch-inside": local_count_as("(2 * r + 1) ** 2"),
}
AXIAL_MISCOUNTS = {
    "itself-twice": lambda h, w: h * w * (h + w),
    "itself-not-counted": lambda h, w: h * w * (h + w - 2),
    "one-patch": (lambda h, w: h + w - 1, lambda h, w: h + w),
    "pairs-once": (
        lambda h, w: h * w * (h + w) // 2,
        lambda h, w: h * w * (h + w - 2) // 2,
        lambda h, w: h * w * (h + w - 1) / 2,
    ),
    "rows-and-columns-exchanged": lambda h, w: h * h * h + w * w * w - h * w,
    "itself-off-once": lambda h, w: h * w * (h + w) - 1,
    "all-pairs": lambda h, w: (h * w) ** 2,
    "row-counted-only": lambda h, w: h * w * w,
    "h-or-w-twice": (
        lambda h, w: h * w * (2 * h - 1),
        lambda h, w: h * w * (2 * w - 1),
        lambda h, w: h * h * (2 * h - 1),
        lambda h, w: w * w * (2 * w - 1),
    ),
    "column-counted-only": lambda h, w: h * w * h,
}


def is_identity(mask):
    """Whether no patch sees another one: then there is no pattern, and nothing to count."""
    return mask is not None and np.array_equal(mask(3, 4), np.eye(12))


def given_mask(name, verdict):
    """What a count may be as well: that of the student's own mask, if one known mistake explains
    that mask."""
    if not verdict.mistaken:
        return {}
    return {f"right, given your {name}": pairs_of(verdict.mistaken)}


def given_axial_mask(verdict):
    """As `given_mask`; nothing follows from a mask in which no patch sees another one."""
    return {} if is_identity(verdict.mistaken) else given_mask("axial_mask", verdict)


def of_a_pattern(mask, count):
    """The verdict on a mask. The identity, which needs no pattern, is a slip only beside a right
    count."""
    if not is_identity(mask.mistaken) or count.points == count.max_points:
        return mask
    return mask.without_points(checks.said("it is the identity: no patch sees another one"))


checks.words(WORDS)
local = checks.arrays(
    local_mask,
    oracle=by_offsets,
    cases=local_cases,
    seed=441,
    accept={"zeros and ones": lambda *sizes: 1.0 * by_offsets(*sizes)},
    reference=checks.Reference(SOLUTION, globals(), function="local_mask"),
    mistakes=LOCAL_MISTAKES,
    share=1 / 4,
)
axial = checks.arrays(
    axial_mask,
    oracle=by_rows_and_columns,
    cases=axial_cases,
    seed=442,
    accept={"zeros and ones": lambda *sizes: 1.0 * by_rows_and_columns(*sizes)},
    reference=checks.Reference(SOLUTION, globals(), function="axial_mask"),
    mistakes=AXIAL_MISTAKES,
    share=1 / 4,
)
local_count = checks.arrays(
    local_pairs,
    oracle=pairs_of(by_offsets),
    cases=pairs_cases,
    seed=441,
    accept=given_mask("local_mask", local),
    reference=checks.Reference(SOLUTION, globals(), function="local_pairs"),
    mistakes=LOCAL_MISCOUNTS,
    share=1 / 4,
)
axial_count = checks.arrays(
    axial_pairs,
    oracle=pairs_of(by_rows_and_columns),
    cases=axial_cases,
    seed=442,
    accept=given_axial_mask(axial),
    mistakes=AXIAL_MISCOUNTS,
    share=1 / 4,
)
masks = local.of("local_mask") + of_a_pattern(axial, axial_count).of("axial_mask")
masks + local_count.of("local_pairs") + axial_count.of("axial_pairs")
