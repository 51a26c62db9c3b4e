import numpy as np


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
    f"the diagonal is False; {ITSELF}": without_itself(by_offsets),
    "the squares go on in the next row of patches, where one ends": (
        flat(lambda r: range(-r, r + 1)),
    ),
    "the window runs along the numbers of the patches; rows above and below are not in it": (
        flat(lambda r: range(1)),
        sees(lambda dy, dx, h, w, r: (dy == 0) & (dx <= r)),
    ),
    "it goes on at the other side of the image; it is cut off": sees(around),
    "patches whose square is cut off see nothing; they see the part inside": interior_only,
    "a diamond or a disc around the patch: rows and columns may both differ by r": (
        sees(lambda dy, dx, h, w, r: dy + dx <= r),
        sees(lambda dy, dx, h, w, r: dy**2 + dx**2 <= r**2),
    ),
    "only along the row and the column; the square has corners": sees(
        lambda dy, dx, h, w, r: square(dy, dx, h, w, r) & ((dy == 0) | (dx == 0))
    ),
    "it is enough here that rows or columns differ by at most r; both have to": sees(
        lambda dy, dx, h, w, r: (dy <= r) | (dx <= r)
    ),
    "r is taken for the side of the square; it reaches r to each side": sees(
        lambda dy, dx, h, w, r: (dy <= r // 2) & (dx <= r // 2)
    ),
    "patches at a distance of just r are left out": sees(
        lambda dy, dx, h, w, r: (dy < r) & (dx < r)
    ),
    "it reaches r + 1 to each side": sees(lambda dy, dx, h, w, r: (dy <= r + 1) & (dx <= r + 1)),
    f"they are numbered column after column, or h stands where w belongs: {NUMBERED}": (
        sees(square, by_columns),
        sees(square, mixed),
    ),
    "the square reaches 2r to each side; it is r": sees(
        lambda dy, dx, h, w, r: (dy <= 2 * r) & (dx <= 2 * r)
    ),
    REVERSED: lambda h, w, r: ~by_offsets(h, w, r),
    ADDITIVE: added_to_scores(by_offsets),
    "only patches before this one, and itself: nothing is causal here": lambda h, w, r: np.tril(
        by_offsets(h, w, r)
    ),
}
AXIAL_MISTAKES = {
    f"the diagonal is False; {ITSELF}": (
        without_itself(by_rows_and_columns),
        sees(lambda dy, dx, h, w, r: (dy == 0) != (dx == 0)),
    ),
    "the row is seen, and not the column": sees(lambda dy, dx, h, w, r: dy == 0),
    "the column is seen, and not the row": sees(lambda dy, dx, h, w, r: dx == 0),
    "row and column have to be the same here; one of them is enough": sees(
        lambda dy, dx, h, w, r: (dy == 0) & (dx == 0)
    ),
    "only the nearest in row and column; all of them are seen": sees(
        lambda dy, dx, h, w, r: dy + dx <= 1
    ),
    f"they are numbered column after column, or h stands where w belongs: {NUMBERED}": (
        sees(row_and_column, by_columns),
        sees(row_and_column, mixed),
    ),
    "patches less than w numbers apart need not stand in one row": lambda h, w: (
        sees(lambda dy, dx, h, w, r: dx == 0)(h, w)
        | (np.abs(np.arange(h * w)[:, None] - np.arange(h * w)) < w)
    ),
    REVERSED: lambda h, w: ~by_rows_and_columns(h, w),
    ADDITIVE: added_to_scores(by_rows_and_columns),
    "the diagonals are seen as well": sees(
        lambda dy, dx, h, w, r: (dy == 0) | (dx == 0) | (dy == dx)
    ),
    "only patches before this one, and itself: nothing is causal here": lambda h, w: np.tril(
        by_rows_and_columns(h, w)
    ),
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
    "nothing is cut off at the borders": (
        lambda h, w, r: h * w * (2 * r + 1) ** 2,
        lambda h, w, r: h * w * min(h, 2 * r + 1) * min(w, 2 * r + 1),
    ),
    "the square is cut off at one end of a row and of a column; it is at both": lambda h, w, r: (
        (h * (2 * r + 1) - r * (r + 1) // 2) * (w * (2 * r + 1) - r * (r + 1) // 2)
    ),
    "one of h and w is used twice, the other one not at all": (
        lambda h, w, r: on_a_line(h, r) ** 2,
        lambda h, w, r: on_a_line(w, r) ** 2,
    ),
    "only patches whose whole square lies in the image are counted": (
        lambda h, w, r: max(h - 2 * r, 0) * max(w - 2 * r, 0) * (2 * r + 1) ** 2,
        lambda h, w, r: (h - 2 * r) * (w - 2 * r) * (2 * r + 1) ** 2,
    ),
    f"the patch itself is left out; {ITSELF}": pairs_of(without_itself(by_offsets)),
    f"each pair is counted once; {TWO}": (
        lambda h, w, r: (by_offsets(h, w, r).sum() + h * w) // 2,
        lambda h, w, r: (by_offsets(h, w, r).sum() - h * w) // 2,
        lambda h, w, r: by_offsets(h, w, r).sum() / 2,
    ),
    "this is for patches in one line, not on a grid": lambda h, w, r: on_a_line(h * w, r),
    "r is taken for the side of the square; it reaches r to each side": lambda h, w, r: (
        h * w * r**2
    ),
    "what is cut off at a border is r to each side, for the outermost row only; it is"
    " r + (r − 1) + … + 1": lambda h, w, r: (h * (2 * r + 1) - 2 * r) * (w * (2 * r + 1) - 2 * r),
    "the corners are cut off twice": lambda h, w, r: (
        h * w * (2 * r + 1) ** 2 - (h + w) * r * (r + 1) * (2 * r + 1)
    ),
    "a patch sees (2r + 1)² others at most, not 2r + 1": lambda h, w, r: h * w * (2 * r + 1),
    "rows and columns are added; they multiply": lambda h, w, r: on_a_line(h, r) + on_a_line(w, r),
    ONE_PATCH: lambda h, w, r: (2 * r + 1) ** 2,
}
AXIAL_MISCOUNTS = {
    "the patch itself is counted in its row and in its column; it is one": lambda h, w: (
        h * w * (h + w)
    ),
    f"the patch itself is left out; {ITSELF}": lambda h, w: h * w * (h + w - 2),
    "this is what one patch sees; there are h·w of them": (
        lambda h, w: h + w - 1,
        lambda h, w: h + w,
    ),
    f"each pair is counted once; {TWO}": (
        lambda h, w: h * w * (h + w) // 2,
        lambda h, w: h * w * (h + w - 2) // 2,
        lambda h, w: h * w * (h + w - 1) / 2,
    ),
    "a row of patches has w of them, a column h": lambda h, w: h * h * h + w * w * w - h * w,
    "the patch itself is taken off once in all, not once for each patch": lambda h, w: (
        h * w * (h + w) - 1
    ),
    "these are all pairs; a patch sees its row and its column": lambda h, w: (h * w) ** 2,
    "only the row is counted": lambda h, w: h * w * w,
    "one of h and w is used twice, the other one not at all": (
        lambda h, w: h * w * (2 * h - 1),
        lambda h, w: h * w * (2 * w - 1),
        lambda h, w: h * h * (2 * h - 1),
        lambda h, w: w * w * (2 * w - 1),
    ),
    "only the column is counted": lambda h, w: h * w * h,
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
    return mask.without_points("it is the identity: no patch sees another one")


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
