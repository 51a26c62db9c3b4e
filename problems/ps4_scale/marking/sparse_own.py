"""Two sparse patterns that the student invents."""

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
  message="the question asks for a bool array of shape (h·w, h·w)")
OTHER_ENTRIES = missed_idea("other-entries",
  message="the mask has entries other than True and False")
SEES_NOTHING = missed_idea("sees-nothing",
  message="each patch has to see at least one patch")
ALL_PAIRS = missed_idea("all-pairs",
  message="every patch sees every other one, so this saves nothing")
LOCAL_PATTERN = missed_idea("local-pattern",
  message="this is the local pattern; the question asks for a new one")
AXIAL_PATTERN = missed_idea("axial-pattern",
  message="this is the axial pattern; the question asks for a new one")
WINDOWS = missed_idea("windows-that-stay",
  message="these are fixed windows; the question asks for a new pattern")
SAME_TWICE = missed_idea("same-pattern-twice",
  message="this is own_mask again")
GROWS = missed_idea("grows-as-all-pairs",
  message="on 20 × 28 patches, the share of pairs is more than three quarters of the share on "
          "10 × 14: the number of pairs grows like the number of all pairs")
DOES_NOT_CONNECT = misconception("does-not-connect",
  message=("it is new, and it saves pairs; but after h + w layers, some patches get no "
           "information from some others"))
ANOTHER_EACH_TIME = missed_idea("another-mask-each-time",
  message="a second call gives another mask for the same image")
# fmt: on
MISCONCEPTIONS = [NO_MASK, OTHER_ENTRIES, SEES_NOTHING, ALL_PAIRS, LOCAL_PATTERN, AXIAL_PATTERN]
MISCONCEPTIONS += [WINDOWS, SAME_TWICE, GROWS, DOES_NOT_CONNECT, ANOTHER_EACH_TIME]

MOST = 0.75  # limit of the share of all pairs that remains when both sides of the image double
SMALL, LARGE = (10, 14), (20, 28)
IMAGES: list[Image] = [(4, 3), (6, 8), (5, 7), (9, 4), SMALL, LARGE]


def of_the_set(mask: np.ndarray, h: int, w: int) -> Misconception | None:
    """Return the pattern of the notebook that a mask equals; None for a new pattern."""
    y, x = np.divmod(np.arange(h * w), w)
    rows, columns = np.abs(y[:, None] - y), np.abs(x[:, None] - x)
    apart = np.maximum(rows, columns)
    if mask.all():
        return ALL_PAIRS
    if np.array_equal(mask, apart <= apart[mask].max()):
        return LOCAL_PATTERN
    if np.array_equal(mask, (rows == 0) | (columns == 0)):
        return AXIAL_PATTERN
    # A fixed window is as large as the part that the first patch sees.
    high, wide = (1 + max(place[mask[0]], default=0) for place in (y, x))
    window = y // high * w + x // wide
    return WINDOWS if np.array_equal(mask, window[:, None] == window) else None


def unknown(mask: np.ndarray, layers: int) -> list[int] | None:
    """Find two patches such that no information from the second reaches the first.

    Args:
        mask: The mask.
        layers: The number of layers.

    Returns:
        The pair with the largest difference of numbers; None if every patch reaches every other.
    """
    known = np.eye(len(mask), dtype=np.float32)
    for _ in range(layers):
        known = (known @ mask > 0).astype(np.float32)
        if known.all():
            return None
    return max(np.argwhere(known == 0).tolist(), key=lambda pair: abs(pair[0] - pair[1]))


def connects(mask: np.ndarray) -> bool:
    """Return whether every patch reaches every other after some number of layers."""
    known = mask.astype(np.float32)
    for _ in range(2 * len(mask).bit_length()):  # each step doubles the number of layers
        known = (known @ known > 0).astype(np.float32)
    return bool(known.all())


def issue_of_form(value: object, h: int, w: int) -> Misconception | None:
    """Return the misconception of a value that is no mask of an image; None if it is one."""
    mask = as_array(value)
    if mask is None or mask.shape != (h * w, h * w):
        return NO_MASK
    return None if np.isin(mask, (0, 1)).all() else OTHER_ENTRIES


def issue_of_pattern(masks: Masks, others: Masks | None) -> tuple[Misconception | None, str]:
    """Find the misconception in the masks of all images.

    Args:
        masks: The masks.
        others: The masks of the other pattern; None for the first one, or if the other has none.

    Returns:
        The misconception, or None, and a detail that shows it.
    """
    grows = masks[LARGE].mean() > MOST * masks[SMALL].mean()
    for (h, w), mask in masks.items():
        for patch in np.flatnonzero(~mask.any(axis=1)):
            more = "; and the share doesn't fall to three quarters" if grows else ""
            return SEES_NOTHING, f": with {h} × {w} patches, patch {patch} sees nothing{more}"
    if found := of_the_set(masks[LARGE], *LARGE):
        return found, ""
    if others and all(np.array_equal(masks[image], others[image]) for image in masks):
        return SAME_TWICE, ""
    if grows:
        return GROWS, ""
    for (h, w), mask in masks.items():
        if pair := unknown(mask, h + w):
            more = "more layers would be enough" if connects(mask) else "more layers wouldn't help"
            where = f"with {h} × {w} patches, patch {pair[0]} gets nothing from patch {pair[1]}"
            return DOES_NOT_CONNECT, f": {where}; {more}"
    return None, ""


def mirrored(masks: Masks, others: Masks) -> bool:
    """Return whether all masks equal the other masks in a mirror, or with i and j swapped."""

    def variants(mask: np.ndarray, h: int, w: int) -> list[np.ndarray]:
        grid = mask.reshape(h, w, h, w)
        mirrors = grid[::-1, :, ::-1], grid[:, ::-1, :, ::-1], grid[::-1, ::-1, ::-1, ::-1]
        return [mask.T, *(each.reshape(mask.shape) for each in mirrors)]

    alike = (
        [np.array_equal(m, each) for each in variants(others[i], *i)] for i, m in masks.items()
    )
    return any(map(all, zip(*alike, strict=True)))


def marked(
    function: object, points: float, others: Masks | None = None
) -> tuple[Verdict, Masks | None]:
    """Return the verdict on a pattern, and its masks; None if they can't be used."""
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
    found = "it is new, saves pairs and connects"
    if not issue and masks and others and mirrored(masks, others):
        found += ". It is own_mask in a mirror, or with i and j swapped: no second idea for 5.5"
    if not issue:
        return Verdict.all_right(about, message(found), points), masks
    wrong = Verdict.nothing(about, message("not yet", diagnosis=where), points)
    return wrong.explained_by(issue), masks


def judge(grading: GradingContext, own_mask: object, own_mask_2: object) -> Verdict:
    """Mark the two patterns. Each has half of the points."""
    half = grading.points / 2
    one, masks = marked(own_mask, half)
    other, _ = marked(own_mask_2, half, masks)
    return one.for_function("own_mask") + other.for_function("own_mask_2")


question = Custom(judge, {"own_mask": [], "own_mask_2": []}, MISCONCEPTIONS)
