import numpy as np

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
        for column in range(w):
            mask[y * w + x, y * w + column] = True
        for row in range(h):
            mask[y * w + x, row * w + x] = True
    return mask


def sees(rule, places=lambda h, w: np.divmod(np.arange(h * w), w)):
    """The mask where rule(dy, dx, h, w, r) of the distances of the places of two patches."""

    def mask(h, w, r=0):
        y, x = places(h, w)
        return rule(np.abs(y[:, None] - y), np.abs(x[:, None] - x), h, w, r)

    return mask


def by_columns(h, w):
    """The places where patches are numbered column after column."""
    return np.divmod(np.arange(h * w), h)[::-1]


def square(dy, dx, h, w, r):
    return (dy <= r) & (dx <= r)


def around(dy, dx, h, w, r):
    return (np.minimum(dy, h - dy) <= r) & (np.minimum(dx, w - dx) <= r)


def flat(across):
    """Windows along the numbers of the patches, of which the next row is `across` away."""

    def mask(h, w, r):
        i = np.arange(h * w)
        away = np.abs(i[:, None] - i)
        return np.any([np.abs(away - dy * w) <= r for dy in across(r)], axis=0)

    return mask


def interior_only(h, w, r):
    y, x = np.divmod(np.arange(h * w), w)
    fits = (y >= r) & (y < h - r) & (x >= r) & (x < w - r)
    return by_offsets(h, w, r) & fits[:, None]


def without_itself(mask):
    return lambda h, w, *r: mask(h, w, *r) & ~np.eye(h * w, dtype=bool)


def row_and_column(dy, dx, h, w, r):
    return (dy == 0) | (dx == 0)


def mixed(h, w):
    """The places where h and w are confused in one of the two coordinates."""
    return np.arange(h * w) // h, np.arange(h * w) % w


def added_to_scores(mask):
    return lambda *sizes: np.where(mask(*sizes), 0.0, -np.inf)


ADDITIVE = "0 and −∞ are what is added to scores; asked for are True and False"
ITSELF = "a patch sees itself, too"
NUMBERED = "the patch in row y and column x has number y·w + x"
REVERSED = "True and False have changed places: True is a patch that is seen"
LOCAL_MISTAKES = {
    "itself-left-out": without_itself(by_offsets),
    "wraps-to-next-row": (flat(lambda r: range(-r, r + 1)),),
    "along-the-numbers": (
        flat(lambda r: range(1)),
        sees(lambda dy, dx, h, w, r: (dy == 0) & (dx <= r)),
    ),
    "wraps-around-image": sees(around),
    "edges-see-nothing": interior_only,
    "diamond-or-disc": (
        sees(lambda dy, dx, h, w, r: dy + dx <= r),
        sees(lambda dy, dx, h, w, r: dy**2 + dx**2 <= r**2),
    ),
    "row-and-column-only": sees(
        lambda dy, dx, h, w, r: square(dy, dx, h, w, r) & ((dy == 0) | (dx == 0))
    ),
    "or-in-place-of-and": sees(lambda dy, dx, h, w, r: (dy <= r) | (dx <= r)),
    "side-is-r": sees(lambda dy, dx, h, w, r: (dy <= r // 2) & (dx <= r // 2)),
    "distance-r-left-out": sees(lambda dy, dx, h, w, r: (dy < r) & (dx < r)),
    "reaches-r-plus-1": sees(lambda dy, dx, h, w, r: (dy <= r + 1) & (dx <= r + 1)),
    "column-after-column": (sees(square, by_columns), sees(square, mixed)),
    "reaches-2r": sees(lambda dy, dx, h, w, r: (dy <= 2 * r) & (dx <= 2 * r)),
    "true-and-false-exchanged": lambda h, w, r: ~by_offsets(h, w, r),
    "additive-mask": added_to_scores(by_offsets),
    "causal": lambda h, w, r: np.tril(by_offsets(h, w, r)),
}
AXIAL_MISTAKES = {
    "itself-left-out": (
        without_itself(by_rows_and_columns),
        sees(lambda dy, dx, h, w, r: (dy == 0) != (dx == 0)),
    ),
    "row-only": sees(lambda dy, dx, h, w, r: dy == 0),
    "column-only": sees(lambda dy, dx, h, w, r: dx == 0),
    "row-and-column-same": sees(lambda dy, dx, h, w, r: (dy == 0) & (dx == 0)),
    "nearest-only": sees(lambda dy, dx, h, w, r: dy + dx <= 1),
    "column-after-column": (sees(row_and_column, by_columns), sees(row_and_column, mixed)),
    "less-than-w-apart": lambda h, w: (
        sees(lambda dy, dx, h, w, r: dx == 0)(h, w)
        | (np.abs(np.arange(h * w)[:, None] - np.arange(h * w)) < w)
    ),
    "true-and-false-exchanged": lambda h, w: ~by_rows_and_columns(h, w),
    "additive-mask": added_to_scores(by_rows_and_columns),
    "diagonals-as-well": sees(lambda dy, dx, h, w, r: (dy == 0) | (dx == 0) | (dy == dx)),
    "causal": lambda h, w: np.tril(by_rows_and_columns(h, w)),
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
    return with_sizes(rng, ((3, 4), (5, 7)), ((6, 8), (3, 5)), ((2, 2), (6, 9)), ((8, 9), (3, 4)))


def pairs_of(pattern):
    return lambda *sizes: pattern(*sizes).sum()


def on_a_line(n, r):
    return n * (2 * r + 1) - r * (r + 1)


TWO = "(i, j) and (j, i) are two"
ONE_PATCH = "this is what one patch sees, inside the image; there are h·w of them"
LOCAL_MISCOUNTS = {
    "nothing-cut-off": (
        lambda h, w, r: h * w * (2 * r + 1) ** 2,
        lambda h, w, r: h * w * min(h, 2 * r + 1) * min(w, 2 * r + 1),
    ),
    "cut-off-at-one-end": lambda h, w, r: (
        (h * (2 * r + 1) - r * (r + 1) // 2) * (w * (2 * r + 1) - r * (r + 1) // 2)
    ),
    "h-or-w-twice": (lambda h, w, r: on_a_line(h, r) ** 2, lambda h, w, r: on_a_line(w, r) ** 2),
    "whole-squares-only": (
        lambda h, w, r: max(h - 2 * r, 0) * max(w - 2 * r, 0) * (2 * r + 1) ** 2,
        lambda h, w, r: (h - 2 * r) * (w - 2 * r) * (2 * r + 1) ** 2,
    ),
    "itself-not-counted": pairs_of(without_itself(by_offsets)),
    "pairs-once": (
        lambda h, w, r: (by_offsets(h, w, r).sum() + h * w) // 2,
        lambda h, w, r: (by_offsets(h, w, r).sum() - h * w) // 2,
        lambda h, w, r: by_offsets(h, w, r).sum() / 2,
    ),
    "one-line": lambda h, w, r: on_a_line(h * w, r),
    "side-is-r": lambda h, w, r: h * w * r**2,
    "border-of-outermost-row": lambda h, w, r: (
        (h * (2 * r + 1) - 2 * r) * (w * (2 * r + 1) - 2 * r)
    ),
    "corners-cut-off-twice": lambda h, w, r: (
        h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)
    ),
    "one-row-of-window": lambda h, w, r: h * w * (2 * r + 1),
    "rows-and-columns-added": lambda h, w, r: on_a_line(h, r) + on_a_line(w, r),
    "one-patch-inside": lambda h, w, r: (2 * r + 1) ** 2,
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
    mistakes=LOCAL_MISTAKES,
    share=1 / 4,
)
axial = checks.arrays(
    axial_mask,
    oracle=by_rows_and_columns,
    cases=axial_cases,
    seed=442,
    accept={"zeros and ones": lambda *sizes: 1.0 * by_rows_and_columns(*sizes)},
    mistakes=AXIAL_MISTAKES,
    share=1 / 4,
)
local_count = checks.arrays(
    local_pairs,
    oracle=pairs_of(by_offsets),
    cases=pairs_cases,
    seed=441,
    accept=given_mask("local_mask", local),
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
