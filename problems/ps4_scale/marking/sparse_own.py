import numpy as np

from examiner.checks.calls import as_array, error_said

WORDS = """
no-mask: a bool array of shape (h·w, h·w) is asked for
other-entries: there are entries other than True and False
sees-nothing: each patch has to see at least one
all-pairs: every patch sees every other one: nothing is saved
local-pattern: this is the local pattern of 5.2; a new one is asked for
axial-pattern: this is the axial pattern of 5.2; a new one is asked for
windows-that-stay: these are windows that stay where they are; a new pattern is asked for
same-pattern-twice: this is own_mask again
grows-as-all-pairs: when both sides of the image double, more than three quarters of the share of
    all pairs are left: their number grows as that of all pairs does
does-not-connect: it is new, and saves; but after h + w layers not every patch knows of every other
another-mask-each-time: asked again, it gives another mask for the same image
"""

MOST = 0.75  # what may be left of the share of all pairs when both sides of the image double
SMALL, LARGE = (10, 14), (20, 28)
IMAGES = [(4, 3), (6, 8), (5, 7), (9, 4), SMALL, LARGE]


def of_the_set(mask, h, w):
    """The id of the pattern that the text describes, if this is one; else ""."""
    y, x = np.divmod(np.arange(h * w), w)
    rows, columns = np.abs(y[:, None] - y), np.abs(x[:, None] - x)
    apart = np.maximum(rows, columns)
    if mask.all():
        return "all-pairs"
    if np.array_equal(mask, apart <= apart[mask].max()):
        return "local-pattern"
    if np.array_equal(mask, (rows == 0) | (columns == 0)):
        return "axial-pattern"
    # A window that stays is as large as what the first patch sees.
    high, wide = (1 + max(place[mask[0]], default=0) for place in (y, x))
    window = y // high * w + x // wide
    return "windows-that-stay" if np.array_equal(mask, window[:, None] == window) else ""


def unknown(mask, layers):
    """Two patches, the first of which knows nothing of the second after so many layers, far apart
    in number; None where every one knows of every other."""
    known = np.eye(len(mask), dtype=np.float32)
    for _ in range(layers):
        known = (known @ mask > 0).astype(np.float32)
        if known.all():
            return None
    return max(np.argwhere(known == 0).tolist(), key=lambda pair: abs(pair[0] - pair[1]))


def connects(mask):
    """Whether every patch knows of every other after some number of layers."""
    known = mask.astype(np.float32)
    for _ in range(2 * len(mask).bit_length()):  # if ever, then within the square of their number
        known = (known @ known > 0).astype(np.float32)
    return known.all()


def issue_of_form(value, h, w):
    mask = as_array(value)
    if mask is None or mask.shape != (h * w, h * w):
        return "no-mask"
    return "" if np.isin(mask, (0, 1)).all() else "other-entries"


def issue_of_pattern(masks, others):
    """What is wrong with the masks of all images, and where it shows; others: those of the other
    pattern, or None."""
    grows = masks[LARGE].mean() > MOST * masks[SMALL].mean()
    for (h, w), mask in masks.items():
        for patch in np.flatnonzero(~mask.any(axis=1)):
            more = "; nor does the share fall to three quarters" if grows else ""
            return "sees-nothing", f": of {h} × {w} patches number {patch} sees nothing{more}"
    if found := of_the_set(masks[LARGE], *LARGE):
        return found, ""
    if others and all(np.array_equal(masks[image], others[image]) for image in masks):
        return "same-pattern-twice", ""
    if grows:
        return "grows-as-all-pairs", ""
    for (h, w), mask in masks.items():
        if pair := unknown(mask, h + w):
            more = "more would do" if connects(mask) else "nor would all know of all after more"
            where = f"of {h} × {w} patches number {pair[0]} knows nothing of number {pair[1]}"
            return HALF, f": {where}; {more}"
    return "", ""


HALF = "does-not-connect"  # which leaves half of the points


def mirrored(masks, others):
    """Whether all masks are those of the other pattern in a mirror, or with i and j exchanged."""

    def ways(mask, h, w):
        grid = mask.reshape(h, w, h, w)
        mirrors = grid[::-1, :, ::-1], grid[:, ::-1, :, ::-1], grid[::-1, ::-1, ::-1, ::-1]
        return [mask.T, *(each.reshape(mask.shape) for each in mirrors)]

    alike = ([np.array_equal(m, way) for way in ways(others[i], *i)] for i, m in masks.items())
    return any(map(all, zip(*alike, strict=True)))


def marked(function, points, others=None):
    """The verdict on a pattern, and its masks, image -> bools; None if they can't be used."""
    about = "a new pattern that saves and connects"
    outcomes = checks.ask(function, IMAGES)
    for outcome in outcomes:
        if outcome.error is not None:
            return checks.Verdict.nothing(about, error_said(outcome.error), points), None
    values = dict(zip(IMAGES, (outcome.value for outcome in outcomes), strict=True))
    issue = next(filter(None, (issue_of_form(values[image], *image) for image in values)), "")
    masks, where = None, ""
    if not issue:
        masks = {image: as_array(value) > 0 for image, value in values.items()}
        issue, where = issue_of_pattern(masks, others)
        (again,) = checks.ask(function, [SMALL])
        if again.error is not None or not np.array_equal(again.value, values[SMALL]):
            issue, where = "another-mask-each-time", ""
    found = "it is, and does"
    if not issue and others and mirrored(masks, others):
        found = "it saves and connects. It is own_mask in a mirror, or with i and j exchanged: "
        found += "whether that is new, a person decides"
    right = checks.Verdict.all_right(about, checks.said(found), points)
    if not issue:
        return right, masks
    earned = points / 2 if issue == HALF else 0.0
    return right.explained(checks.error(issue), earned, checks.said("", diagnosis=where)), masks


checks.words(WORDS)
one, masks = marked(own_mask, 1)
other, _ = marked(own_mask_2, 1, masks)
one.of("own_mask") + other.of("own_mask_2")
