"""Two patterns of the student's own."""

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from examiner.checks import (
    Custom,
    GradingContext,
    Misconception,
    Verdict,
    as_array,
    ask,
    error_message,
    message,
    misconception,
    missed_idea,
)

Image: TypeAlias = tuple[int, int]
Masks: TypeAlias = Mapping[Image, np.ndarray]  # image -> bools

# fmt: off
NO_MASK = missed_idea("no-mask",
  message="a bool array of shape (h·w, h·w) is asked for")
OTHER_ENTRIES = missed_idea("other-entries",
  message="there are entries other than True and False")
SEES_NOTHING = missed_idea("sees-nothing",
  message="each patch has to see at least one")
ALL_PAIRS = missed_idea("all-pairs",
  message="every patch sees every other one: nothing is saved")
LOCAL_PATTERN = missed_idea("local-pattern",
  message="this is the local pattern of 5.2; a new one is asked for")
AXIAL_PATTERN = missed_idea("axial-pattern",
  message="this is the axial pattern of 5.2; a new one is asked for")
WINDOWS = missed_idea("windows-that-stay",
  message="these are windows that stay where they are; a new pattern is asked for")
SAME_TWICE = missed_idea("same-pattern-twice",
  message="this is own_mask again")
GROWS = missed_idea("grows-as-all-pairs",
  message="when both sides of the image double, more than three quarters of the share of all pairs "
  "are left: their number grows as that of all pairs does")
DOES_NOT_CONNECT = misconception("does-not-connect",
  message="it is new, and saves; but after h + w layers not every patch knows of every other")
ANOTHER_EACH_TIME = missed_idea("another-mask-each-time",
  message="asked again, it gives another mask for the same image")
# fmt: on
MISCONCEPTIONS = [NO_MASK, OTHER_ENTRIES, SEES_NOTHING, ALL_PAIRS, LOCAL_PATTERN, AXIAL_PATTERN]
MISCONCEPTIONS += [WINDOWS, SAME_TWICE, GROWS, DOES_NOT_CONNECT, ANOTHER_EACH_TIME]

MOST = 0.75  # what may be left of the share of all pairs when both sides of the image double
SMALL, LARGE = (10, 14), (20, 28)
IMAGES: list[Image] = [(4, 3), (6, 8), (5, 7), (9, 4), SMALL, LARGE]


def of_the_set(mask: np.ndarray, h: int, w: int) -> Misconception | None:
    """The pattern of the notebook that this is; None if it is none of them."""
    y, x = np.divmod(np.arange(h * w), w)
    rows, columns = np.abs(y[:, None] - y), np.abs(x[:, None] - x)
    apart = np.maximum(rows, columns)
    if mask.all():
        return ALL_PAIRS
    if np.array_equal(mask, apart <= apart[mask].max()):
        return LOCAL_PATTERN
    if np.array_equal(mask, (rows == 0) | (columns == 0)):
        return AXIAL_PATTERN
    # A window that stays is as large as what the first patch sees.
    high, wide = (1 + max(place[mask[0]], default=0) for place in (y, x))
    window = y // high * w + x // wide
    return WINDOWS if np.array_equal(mask, window[:, None] == window) else None


def unknown(mask: np.ndarray, layers: int) -> list[int] | None:
    """Two patches, the first of which knows nothing of the second after so many layers, far apart
    in number; None where every one knows of every other."""
    known = np.eye(len(mask), dtype=np.float32)
    for _ in range(layers):
        known = (known @ mask > 0).astype(np.float32)
        if known.all():
            return None
    return max(np.argwhere(known == 0).tolist(), key=lambda pair: abs(pair[0] - pair[1]))


def connects(mask: np.ndarray) -> bool:
    """Whether every patch knows of every other after some number of layers."""
    known = mask.astype(np.float32)
    for _ in range(2 * len(mask).bit_length()):  # if ever, then within the square of their number
        known = (known @ known > 0).astype(np.float32)
    return bool(known.all())


def issue_of_form(value: object, h: int, w: int) -> Misconception | None:
    """What keeps a value from being a mask of an image."""
    mask = as_array(value)
    if mask is None or mask.shape != (h * w, h * w):
        return NO_MASK
    return None if np.isin(mask, (0, 1)).all() else OTHER_ENTRIES


def issue_of_pattern(masks: Masks, others: Masks | None) -> tuple[Misconception | None, str]:
    """Find what is wrong with the masks of all images, and where it shows.

    Args:
        masks: The masks.
        others: Those of the other pattern; None if this is the first, or the other has none.
    """
    grows = masks[LARGE].mean() > MOST * masks[SMALL].mean()
    for (h, w), mask in masks.items():
        for patch in np.flatnonzero(~mask.any(axis=1)):
            more = "; nor does the share fall to three quarters" if grows else ""
            return SEES_NOTHING, f": of {h} × {w} patches number {patch} sees nothing{more}"
    if found := of_the_set(masks[LARGE], *LARGE):
        return found, ""
    if others and all(np.array_equal(masks[image], others[image]) for image in masks):
        return SAME_TWICE, ""
    if grows:
        return GROWS, ""
    for (h, w), mask in masks.items():
        if pair := unknown(mask, h + w):
            more = "more would do" if connects(mask) else "nor would all know of all after more"
            where = f"of {h} × {w} patches number {pair[0]} knows nothing of number {pair[1]}"
            return DOES_NOT_CONNECT, f": {where}; {more}"
    return None, ""


def mirrored(masks: Masks, others: Masks) -> bool:
    """Whether all masks are those of the other pattern in a mirror, or with i and j exchanged."""

    def ways(mask: np.ndarray, h: int, w: int) -> list[np.ndarray]:
        grid = mask.reshape(h, w, h, w)
        mirrors = grid[::-1, :, ::-1], grid[:, ::-1, :, ::-1], grid[::-1, ::-1, ::-1, ::-1]
        return [mask.T, *(each.reshape(mask.shape) for each in mirrors)]

    alike = ([np.array_equal(m, way) for way in ways(others[i], *i)] for i, m in masks.items())
    return any(map(all, zip(*alike, strict=True)))


def marked(
    function: object, points: float, others: Masks | None = None
) -> tuple[Verdict, Masks | None]:
    """The verdict on a pattern, and its masks; None if they can't be used."""
    about = "a new pattern that saves and connects"
    outcomes = ask(function, IMAGES)
    for outcome in outcomes:
        if outcome.error is not None:
            return Verdict.nothing(about, error_message(outcome.error), points), None
    values = dict(zip(IMAGES, (outcome.value for outcome in outcomes), strict=True))
    issue = next(filter(None, (issue_of_form(values[image], *image) for image in values)), None)
    masks, where = None, ""
    if not issue:
        masks = {image: np.asarray(as_array(value)) > 0 for image, value in values.items()}
        issue, where = issue_of_pattern(masks, others)
        (again,) = ask(function, [SMALL])
        if again.error is not None or not np.array_equal(again.value, values[SMALL]):
            issue, where = ANOTHER_EACH_TIME, ""
    found = "it is, and does"
    if not issue and masks and others and mirrored(masks, others):
        found = "it saves and connects. It is own_mask in a mirror, or with i and j exchanged: "
        found += "whether that is new, a person decides"
    if not issue:
        return Verdict.all_right(about, message(found), points), masks
    wrong = Verdict.nothing(about, message("it isn't", diagnosis=where), points)
    return wrong.explained_by(issue), masks


def judge(grading: GradingContext, own_mask: object, own_mask_2: object) -> Verdict:
    """Mark the two patterns: each has half of the points."""
    half = grading.points / 2
    one, masks = marked(own_mask, half)
    other, _ = marked(own_mask_2, half, masks)
    return one.for_function("own_mask") + other.for_function("own_mask_2")


question = Custom(judge, {"own_mask": [], "own_mask_2": []}, MISCONCEPTIONS)
