"""The time of a layer over a grid if processors cost nothing."""

from examiner.checks import (
    WHOLE,
    Custom,
    GradingContext,
    Growth,
    Verdict,
    carried_forward,
    log,
    message,
    minimum,
    misconception,
    missed_idea,
    sizes,
)

SIZES = B, X, Y, J, K = sizes("B X Y J K")
(width,) = sizes("I")  # of a head

# fmt: off
MISCONCEPTIONS = [
    misconception("tree-of-the-product", log(X) * log(Y) + log(J),
      "a tree over X·Y cells has depth log X + log Y, not the product"),
    misconception("times-multiplied", (log(X) + log(Y)) * log(J),
      "the times of consecutive steps add up, they don't multiply"),
    misconception("depth-of-each-factor", log(X) * log(Y) * log(J),
      "every factor is a tree of its own depth; depths add up"),
    misconception("trees-multiplied", (log(X) + log(Y))**2 + log(J),
      "consecutive trees add up; each cell looks at the others once, and all do so at the same "
      "time"),
    misconception("walk-over-cells", X + Y + log(J),
      "nothing goes from cell to cell, and no sum is serial: every cell looks at all cells at "
      "once, and a tree over X·Y terms has depth log X + log Y"),
    *[misconception(f"rows-one-after-another({k})", k + log(J),
      "rows, or columns, don't wait for one another: a tree over X·Y cells has depth log X + "
      "log Y") for k in (Y * log(X), X * log(Y))],
    misconception("serial-sums-of-t", X * Y + log(J),
      "you form sums over the X·Y cells serially; a tree needs log(XY) steps"),
    misconception("serial-sums-of-n", X * Y + J,
      "you form sums serially; a tree over n terms needs log n steps"),
    misconception("sums-of-j-missing", log(X) + log(Y),
      "queries, keys and values are sums of J products, and these take time, too"),
    misconception("sums-over-x-only", log(X) + log(J),
      "the softmax runs over both x₂ and y₂; yours runs only over x₂"),
    misconception("sums-over-y-only", log(Y) + log(J),
      "the softmax runs over both x₂ and y₂; yours runs only over y₂"),
    misconception("sums-over-shorter-side", log(minimum(X, Y)) + log(J),
      "the softmax runs over both x₂ and y₂; yours runs only over the shorter side"),
    missed_idea("sums-take-no-time", log(J),
      "sums over the cells take time, too"),
    missed_idea("sums-over-no-cells", log(X) / log(X),
      "even with unlimited processors, sums take time"),
    misconception("serial-sums-of-j", log(X) + log(Y) + J,
      "the J products of a dot product are added by a tree, too, of depth log J"),
    misconception("side-of-a-square", (X * Y)**0.5 + log(J),
      "this is the side of a square with as many cells; a tree over X·Y cells has depth log X + "
      "log Y"),
    missed_idea("work", X**2 * Y**2 * J,
      "this is the work of the scores, the number of operations, not the time"),
    misconception("sums-of-a-head-only", log(X) + log(Y) + log(J / K),
      "the sums over a token's width have J terms, not J/K"),
    misconception("heads-one-after-another", K * (log(X) + log(Y) + log(J)),
      "the heads work at the same time"),
    missed_idea("work-with-projections", X**2 * Y**2 * J + X * Y * J**2,
      "this is the work, the number of operations, not the time"),
    missed_idea("texts-summed", log(B) + log(X) + log(Y) + log(J),
      "there is no sum over the images of a batch, and they don't wait for one another"),
]
# fmt: on

SPATIAL = Growth(SIZES, log(X * Y) + log(J), where={J: K * width}, misconceptions=MISCONCEPTIONS)


def given_layer(verdict: Verdict) -> Verdict:
    """Give all points for a growth that repeats the misconception of the growth in 4.2.

    The answer to 4.2 must have earned more than such a growth alone, which could be a guess.
    """
    layer = carried_forward("layer_time")
    if not layer or 4 * layer.points <= layer.max_points:
        return verdict
    growth = [each for each in layer.findings if each.function == "layer_time"]
    if verdict.misconception_key not in [error.key for each in growth for error in each.errors]:
        return verdict
    said = message("right, given your answer to layer_time")
    return Verdict.all_right(WHOLE, said, verdict.max_points)


def judge(grading: GradingContext, spatial_time: object) -> Verdict:
    """Mark the growth. It may rest on the growth of one layer in 4.2."""
    return given_layer(grading.mark(SPATIAL, spatial_time))


question = Custom(judge, [SPATIAL])
