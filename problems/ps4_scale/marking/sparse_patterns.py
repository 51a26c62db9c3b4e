import numpy as np

APART = "np.abs((y * w + x)[:, None] - y * w - x)"  # of the numbers of two patches
ALONG_COLUMNS = "np.divmod(np.arange(h * w), h)[::-1] ~ np.arange(h * w) // h, np.arange(h * w) % w"
LINE = "n * (2 * r + 1) - r * (r + 1)"
OF_LOCAL_MASK = f"""
itself-left-out: the diagonal is False; a patch sees itself, too
    :: return _ & ~np.eye(h * w, dtype=bool)
wraps-to-next-row: the squares go on in the next row of patches, where one ends
    :: return np.any([np.abs({APART} - dy * w) <= r for dy in range(r + 1)], axis=0)
along-the-numbers: the window runs along the numbers of the patches; rows above and below are not in
    it :: return {APART} <= r
    :: return (rows == 0) & (columns <= r)
wraps-around-image: it goes on at the other side of the image; it is cut off
    :: return (np.minimum(rows, h - rows) <= r) & (np.minimum(columns, w - columns) <= r)
slices-from-below-zero: a slice that begins below 0 begins at the other end, and is empty: begin it
    at max(0, y − r), and so for x
    :: return by_slices(h, w, r) | [np.eye(h * w, dtype=bool) ~ False]
end-of-slice-left-out: a slice ends before its end: it is to end at y + r + 1, and so for x
    :: return _ & (y - y[:, None] < r) & (x - x[:, None] < r)
numbers-subtracted: the numbers of the patches are subtracted, then divided by w: subtract rows from
    rows, and columns from columns :: return ({APART} // w <= r) & ({APART} % w <= r)
edges-see-nothing: patches whose square is cut off see nothing; they see the part inside
    :: return _ & ((r <= y) & (y < h - r) & (r <= x) & (x < w - r))[:, None]
diamond-or-disc: a diamond or a disc around the patch: rows and columns may both differ by r
    :: return rows + columns <= r :: return rows**2 + columns**2 <= r**2
row-and-column-only: only along the row and the column; the square has corners
    :: return _ & ((rows == 0) | (columns == 0))
or-in-place-of-and: it is enough here that rows or columns differ by at most r; both have to
    :: return (rows <= r) | (columns <= r)
side-is-r: r is taken for the side of the square; it reaches r to each side :: r = r // 2
distance-r-left-out: patches at a distance of just r are left out :: r = r - 1
reaches-r-plus-1: it reaches r + 1 to each side :: r = r + 1
column-after-column: they are numbered column after column, or h stands where w belongs: the patch
    in row y and column x has number y·w + x :: y, x = [{ALONG_COLUMNS}]
reaches-2r: the square reaches 2r to each side; it is r :: r = 2 * r
true-and-false-exchanged: True and False have changed places: True is a patch that is seen
    :: return ~_
additive-mask: 0 and −∞ are what is added to scores; asked for are True and False
    :: return np.where(_, 0.0, -np.inf)
causal: only patches before this one, and itself: nothing is causal here :: return np.tril(_)
"""
OF_AXIAL_MASK = f"""
itself-left-out :: return row != column
row-only: the row is seen, and not the column :: return row
column-only: the column is seen, and not the row :: return column
row-and-column-same: row and column have to be the same here; one of them is enough
    :: return row & column
nearest-only: only the nearest in row and column; all of them are seen
    :: return np.abs(y[:, None] - y) + np.abs(x[:, None] - x) <= 1
column-after-column :: y, x = [{ALONG_COLUMNS}]
less-than-w-apart: patches less than w numbers apart need not stand in one row
    :: return ({APART} < w) | column
true-and-false-exchanged :: return ~_
additive-mask :: return np.where(_, 0.0, -np.inf)
diagonals-as-well: the diagonals are seen as well
    :: return _ | (np.abs(y[:, None] - y) == np.abs(x[:, None] - x))
causal :: return np.tril(_)
"""
OF_LOCAL_PAIRS = f"""
nothing-cut-off: nothing is cut off at the borders :: - r * (r + 1) ->
    :: {LINE} -> n * min(n, 2 * r + 1)
cut-off-in-one-direction: it is cut off above and below, or at left and right, not at all four sides
    :: return [rows * w ~ columns * h] * (2 * r + 1)
cut-off-at-one-end: the square is cut off at one end of a row and of a column; it is at both
    :: - r * (r + 1) -> - r * (r + 1) // 2
h-or-w-twice: one of h and w is used twice, the other one not at all :: w = h :: h = w
whole-squares-only: only patches whose whole square lies in the image are counted
    :: {LINE} -> [max(n - 2 * r, 0) ~ (n - 2 * r)] * (2 * r + 1)
itself-not-counted: the patch itself is left out; a patch sees itself, too :: return _ - h * w
pairs-once: each pair is counted once; (i, j) and (j, i) are two
    :: return (_ + [h * w ~ -h * w]) // 2 :: return _ / 2
one-line: this is for patches in one line, not on a grid :: return h * w * (2 * r + 1) - r * (r + 1)
side-is-r :: {LINE} -> n * r
border-of-outermost-row: what is cut off at a border is r to each side, for the outermost row only;
    it is r + (r − 1) + … + 1 :: - r * (r + 1) -> - 2 * r
border-of-r-minus-1: too little is cut off at a border: in a line it is r + (r − 1) + … + 1 at
    either end, r(r + 1)/2; here the largest, r, is left out :: - r * (r + 1) -> - r * (r - 1)
corners-cut-off-twice: the corners are cut off twice
    :: return h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)
one-row-of-window: a patch sees (2r + 1)² others at most, not 2r + 1 :: return h * w * (2 * r + 1)
rows-and-columns-added: rows and columns are added; they multiply :: return rows + columns
one-patch-inside: this is what one patch sees, inside the image; there are h·w of them
    :: return (2 * r + 1) ** 2
seen-by-each: this is what each patch sees; asked for is the sum
    :: seen = [[1 + min(i, r) + min(n - 1 - i, r) for i in range(n)] for n in (h, w)]
    && return np.outer(*seen).ravel()
"""
OF_AXIAL_PAIRS = """
itself-twice: the patch itself is counted in its row and in its column; it is one
    :: return h * w * (h + w)
itself-not-counted :: return h * w * (h + w - 2)
one-patch: this is what one patch sees; there are h·w of them :: return h + w - [1 ~ 0]
pairs-once :: return h * w * (h + w - [0 ~ 2]) // 2 :: return _ / 2
rows-and-columns-exchanged: a row of patches has w of them, a column h
    :: return h * h * h + w * w * w - h * w
itself-off-once: the patch itself is taken off once in all, not once for each patch
    :: return h * w * (h + w) - 1
all-pairs: these are all pairs; a patch sees its row and its column :: return (h * w) ** 2
row-counted-only: only the row is counted :: return h * w * w
h-or-w-twice :: return h * w * (2 * [h ~ w] - 1) :: w = h :: h = w
column-counted-only: only the column is counted :: return h * w * h
"""


def by_offsets(h, w, r):
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if 0 <= y + dy < h and 0 <= x + dx < w:
                    mask[y * w + x, (y + dy) * w + x + dx] = True
    return mask


def by_slices(h, w, r):
    """As `by_offsets`, by slices that nobody keeps from beginning below 0."""
    mask = np.zeros((h, w, h, w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y, x, y - r : y + r + 1, x - r : x + r + 1] = True
    return mask.reshape(h * w, h * w)


def by_rows_and_columns(h, w):
    mask = np.zeros((h * w, h * w), dtype=bool)
    for y, x in np.ndindex(h, w):
        mask[y * w + x, [y * w + column for column in range(w)]] = True
        mask[y * w + x, [row * w + x for row in range(h)]] = True
    return mask


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


local = checks.arrays(
    local_mask,
    oracle=by_offsets,
    cases=local_cases,
    seed=441,
    reference=checks.Reference(SOLUTION, globals(), function="local_mask"),
    mistakes=OF_LOCAL_MASK,
    share=1 / 4,
)
axial = checks.arrays(
    axial_mask,
    oracle=by_rows_and_columns,
    cases=axial_cases,
    seed=442,
    reference=checks.Reference(SOLUTION, globals(), function="axial_mask"),
    mistakes=OF_AXIAL_MASK,
    share=1 / 4,
)
local_count = checks.arrays(
    local_pairs,
    oracle=pairs_of(by_offsets),
    cases=pairs_cases,
    seed=441,
    accept=given_mask("local_mask", local),
    reference=checks.Reference(SOLUTION, globals(), function="local_pairs"),
    mistakes=OF_LOCAL_PAIRS,
    share=1 / 4,
)
axial_count = checks.arrays(
    axial_pairs,
    oracle=pairs_of(by_rows_and_columns),
    cases=axial_cases,
    seed=442,
    accept=given_axial_mask(axial),
    reference=checks.Reference(SOLUTION, globals(), function="axial_pairs"),
    mistakes=OF_AXIAL_PAIRS,
    share=1 / 4,
)
masks = local.of("local_mask") + of_a_pattern(axial, axial_count).of("axial_mask")
masks + local_count.of("local_pairs") + axial_count.of("axial_pairs")
