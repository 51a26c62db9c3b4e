"""Masked attention with one head."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Message,
    Properties,
    Property,
    assign,
    case,
    misconception,
    missed_idea,
    remove,
    replace,
    replace_all,
    returns,
    unequal,
)

from .wrong_attention import (
    GUARDED,
    NOT_DIVIDED_BY_SUM,
    OF_ATTENTION,
    PADDING_INVERTED,
    VISIBLE_HIDDEN,
    attention_by_definition,
    either,
    scaled_dot_product_attention,
)

Attend: TypeAlias = Callable[..., np.ndarray]

AXES = ("(1, 2)", "(0, 1, 2)", "(0, 2)")
ONE_SUM = [
    *[replace_all("axis=2", f"axis={axes}") for axes in AXES],
    *[replace("e.sum(axis=2", f"e.sum(axis={axes}") for axes in AXES],
    *[assign("e", "np.nan_to_num(e)") & replace("e.sum(axis=2", f"e.sum(axis={a}") for a in AXES],
]

# fmt: off
MISCONCEPTIONS = [
    PADDING_INVERTED,
    VISIBLE_HIDDEN,
    NOT_DIVIDED_BY_SUM.as_missed_idea(),  # attention is a weighted mean
    *OF_ATTENTION,
    misconception("not-scaled", either(remove("/ np.sqrt(d)")),
      "the scores are not divided by √d"),
    misconception("divided-by-d", either(replace("np.sqrt(d)", "d")),
      "the scores are divided by d, not √d"),
    misconception("divided-by-root-of-keys", either(replace("np.sqrt(d)", "np.sqrt(sl)")),
      "the scores are divided by the root of the number of keys, not of d"),
    misconception("outputs-scaled",
      either(remove("/ np.sqrt(d)") & returns("output / np.sqrt(d)")),
      "the outputs are divided by √d, not the scores"),
    misconception("padding-on-queries",
      either(replace("key_padding_mask[:, None, :]", "key_padding_mask[:, :, None]"),
             replace("key_padding_mask[:, None, :]", "key_padding_mask[:, :tl, None]")),
      "the padding mask is put on the queries, not on the keys"),
    misconception("padded-queries-zeroed",
      [assign("unseeing", f"unseeing if key_padding_mask is None or {is_other}"
                          " else unseeing | np.pad(key_padding_mask, ((0, 0), (0, tl)))[:, :tl]")
       for is_other in ("tl != sl", "False")],
      "queries at padding give zeros; the mask hides keys, not queries"),
    misconception("causal-off-where-padded",
      replace("if causal", "if causal and key_padding_mask is None"),
      "with padding, the causal mask has no effect"),
    misconception("padding-off-where-causal", replace("is not None", "is not None and not causal"),
      "with a causal mask, the padding mask has no effect"),
    misconception("finite-number-added",
      either(*[assign("seen", f"scores + (hidden > 0) * {least}")
               for least in (-50.0, -100.0, -500.0, -1000.0)]),
      "a finite number is added to a masked score instead of −∞: a score far above the others "
      "stays visible"),
    misconception("largest-of-all-subtracted",
      either(replace("seen.max", "scores.max") & GUARDED),
      "the largest of all scores is subtracted; subtract the largest visible one"),
    misconception("padding-ignored", either(replace("key_padding_mask is not None", "False")),
      "the padding mask has no effect"),
    missed_idea("masks-ignored",
      either(replace("key_padding_mask is not None", "False") & replace("if causal", "if False")),
      "neither mask has an effect"),
    misconception("causal-ignored", either(replace("if causal", "if False")),
      "the causal mask has no effect"),
    misconception("softmax-over-batch",
      [replace_all("axis=2", "axis=0") & assign("unseeing", "False"),
       replace_all("axis=2", "axis=0") & GUARDED & assign("unseeing", "False")],
      "the softmax runs over the batch, not over the keys"),
    misconception("one-sum-for-all",
      either(*[change & assign("weights", weights) for change in ONE_SUM
               for weights in ("weights", "np.nan_to_num(weights)")]),
      "divided by the sum of all exponentials; each query has its own sum"),
    misconception("scores-clipped",
      either(*[assign("most", most)
               & assign("e", f"np.exp(np.clip(scores, {least}, most)) * (hidden == 0)")
               for most in ("700", "709", "500", "100", "50", "30", "20")
               for least in ("-most", "-np.inf")]),
      "scores are clipped, so that large ones become equal: subtract the largest instead"),
    misconception("overflow",
      either(assign("e", "np.exp(seen)"), assign("e", "np.exp(scores) * (hidden == 0)")),
      "the exponentials overflow, or are all 0 if the scores are far below 0: subtract the "
      "largest score"),
]
# fmt: on


def batch(
    rng: np.random.Generator, n: int, tl: int, sl: int, d: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw q, k, v, and a mask that hides one to three keys, with different numbers in each row."""
    q, k, v = (rng.normal(size=(n, length, d)) for length in (tl, sl, sl))
    pads = [min(sl - 1, 1 + b % 3) for b in range(n)]
    mask = np.array([[s >= sl - pad for s in range(sl)] for pad in pads])
    return q, k, v, mask


# The first two queries of the first sequence see no keys: their own are padding, the rest future.
LEFT = np.array([[True, True, False, False], [False, False, False, False]])


def far_above(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw q, k, v of two sequences in which the last key has far larger scores than the others.

    The scores are 8000 and about −200. They have few binary digits, so float32 holds them exactly.
    """
    q, k, v, _ = batch(rng, 2, 2, 3, 4)
    q, k = np.round(8 * q) / 8, np.round(8 * k) / 8
    q[:, :, 0], k[:, :, 0] = 4.0, [-100.0, -99.0, 4000.0]
    return q, k, v


def weights_sum_to_one(
    attend: Attend, rng: np.random.Generator, b: int, tl: int, sl: int, d: int
) -> str | Message:
    q, k, _, mask = batch(rng, b, tl, sl, d)
    ones = np.ones((b, sl, d))
    masks: list[dict[str, Any]] = [{}, {"key_padding_mask": mask}, {"causal": True}]
    for masks_given in masks:
        output = attend(q, k, ones, **masks_given)
        if issue := unequal(output, 1.0, "with values of 1 the output is not 1"):
            return issue
    return ""


def padding_is_invisible(
    attend: Attend, rng: np.random.Generator, b: int, tl: int, sl: int, d: int
) -> str | Message:
    q, k, v, mask = batch(rng, b, tl, sl, d)
    before = attend(q, k, v, key_padding_mask=mask)
    before_causal = attend(q, k, v, key_padding_mask=mask, causal=True)
    k[mask], v[mask] = 3.0, -50.0
    context = "the output changed with the contents of padding"
    if issue := unequal(attend(q, k, v, key_padding_mask=mask), before, context):
        return issue
    causal = attend(q, k, v, key_padding_mask=mask, causal=True)
    # A wrong output for a query that sees no keys has nothing to do with padding.
    if not np.isclose(causal, before_causal, equal_nan=True).all():
        return "with a causal mask as well, the output changed with the contents of padding"
    v[~mask] += 1.0
    same = np.isclose(attend(q, k, v, key_padding_mask=mask), before).all()
    return "the output doesn't change with the real values either" if same else ""


def future_is_invisible(
    attend: Attend, rng: np.random.Generator, b: int, tl: int, sl: int, d: int
) -> str | Message:
    q, k, v, mask = batch(rng, b, tl, sl, d)
    before = attend(q, k, v, causal=True)
    for t in range(min(tl, sl - 1)):
        changed_keys, changed_values = k.copy(), v.copy()
        changed_keys[:, t + 1 :], changed_values[:, t + 1 :] = 3.0, -50.0
        context = f"query {t} changed with the keys after it"
        after = attend(q, changed_keys, changed_values, causal=True)[:, t]
        if issue := unequal(after, before[:, t], context):
            return issue
        if tl != sl:  # an answer that masks the queries would raise an error
            continue
        both_masks: dict[str, Any] = {"key_padding_mask": mask, "causal": True}
        pair = (
            attend(q, changed_keys, changed_values, **both_masks)[:, t],
            attend(q, k, v, **both_masks)[:, t],
        )
        # A wrong output for a query that sees no keys has nothing to do with the future.
        if not np.isclose(*pair, equal_nan=True).all():
            return f"with a padding mask as well, query {t} changed with the keys after it"
    shifted = v.copy()
    shifted[:, 0] += 1e6  # large enough to show even if the first key has little weight
    changed = ~np.isclose(attend(q, k, shifted, causal=True), before).all(axis=2)
    return (
        "" if changed.all() else "some query doesn't change with the first value: it can't see it"
    )


def fully_masked_is_zero(
    attend: Attend, rng: np.random.Generator, b: int, tl: int, sl: int, d: int
) -> str | Message:
    q, k, v, mask = batch(rng, b, tl, sl, d)
    mask[0] = True
    output = attend(q, k, v, key_padding_mask=mask)
    if issue := unequal(output[0], 0.0, "every key of the first sequence is masked"):
        return issue
    # Skip this test if the causal mask alone is wrong.
    if np.isclose(attend(q, k, v, causal=True)[:, 0], v[:, 0]).all():
        on_the_left = np.arange(sl) < np.ones((b, 1))
        first = attend(q, k, v, key_padding_mask=on_the_left, causal=True)[:, 0]
        context = "the first key is padding, and the first query sees no other"
        if issue := unequal(first, 0.0, context):
            return issue
    return "" if output[1].any() else "the other sequence is zero as well"


def sequences_do_not_mix(
    attend: Attend, rng: np.random.Generator, b: int, tl: int, sl: int, d: int
) -> str | Message:
    q, k, v, mask = batch(rng, b, tl, sl, d)
    together = attend(q, k, v, key_padding_mask=mask)
    for i in range(b):
        one = slice(i, i + 1)
        alone = attend(q[one], k[one], v[one], key_padding_mask=mask[one])
        context = f"sequence {i} differs from itself in a batch of one"
        if issue := unequal(together[one], alone, context):
            return issue
    return "" if np.ptp(together, axis=0).any() else "all sequences have the same output"


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    def plain(*size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return batch(rng, *size)[:3]

    def large(*size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Draw numbers with few binary digits, so that float32 holds the scores exactly.

        This needs an exact root of d. All scores of the first sequence are negative, some so far
        below 0 that their exponentials are 0.
        """
        while True:
            q, k, v = plain(*size)
            q[0], k[0] = np.abs(q[0]), -np.abs(k[0])
            q, k = 4 * np.round(750 * q), np.round(8 * k) / 8
            if ((q[0] @ k[0].T).max(axis=1) < -1000 * size[-1] ** 0.5).any():
                return q, k, v

    *first, mask = batch(rng, 2, 4, 4, 3)
    *second, long_mask = batch(rng, 3, 5, 4, 2)  # without the mask, the last queries see padding
    return {
        "no mask": case(*plain(2, 3, 5, 4), weight=2),
        "padding": case(*first, key_padding_mask=mask, weight=2),
        "causal": case(*plain(2, 5, 5, 3), causal=True, weight=2),
        "causal, fewer queries than keys": case(*plain(2, 3, 5, 2), causal=True),
        "padding and causal": case(*second, key_padding_mask=long_mask, causal=True, weight=2),
        "scores in the thousands": case(*large(2, 3, 5, 4), weight=2),
        "a masked key far above the others": case(
            *far_above(rng), key_padding_mask=np.array([[False, False, True]] * 2), weight=1
        ),
        "padding on the left, and causal": case(
            *plain(2, 4, 4, 3), key_padding_mask=LEFT, causal=True, weight=2
        ),
    }


SMALL = [(1, 2, 2, 1), (2, 2, 3, 2), (2, 4, 4, 3), (3, 5, 4, 2)]

SEVERAL_SEQUENCES = [size for size in SMALL if size[0] > 1]

VALUES = Arrays(
    oracle=attention_by_definition,
    cases=cases,
    float32=True,
    reference=scaled_dot_product_attention,
    misconceptions=MISCONCEPTIONS,
    share=7 / 12,
)

question = VALUES + Properties(
    {
        "weights sum to 1": Property(weights_sum_to_one, sizes=SMALL),
        "padding can't be seen, real keys can": Property(padding_is_invisible, sizes=SMALL),
        "the future can't be seen, the past can": Property(future_is_invisible, sizes=SMALL),
        "a fully masked query gives zeros": Property(fully_masked_is_zero, sizes=SEVERAL_SEQUENCES),
        "sequences don't mix": Property(sequences_do_not_mix, sizes=SEVERAL_SEQUENCES),
    },
    shape=lambda q, k, v, **masks: q.shape,
    given=VALUES,
    share=5 / 12,
)
