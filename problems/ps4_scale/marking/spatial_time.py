from .depths import all_serial

ERRORS = """
tree-of-the-product: a tree over X·Y cells has depth log X + log Y, not the product
    :: log(X)*log(Y) + log(J)
times-multiplied: what happens one after the other adds up, it doesn't multiply
    :: (log(X) + log(Y))*log(J)
depth-of-each-factor: every factor is a tree of its own depth; depths add up :: log(X)*log(Y)*log(J)
trees-multiplied: trees in a row add up; each cell looks at the others once, and all do so at the
    same time :: (log(X) + log(Y))**2 + log(J)
walk-over-cells: no walk from cell to cell, and no sum term after term: every cell looks at all at
    once, and a tree over X·Y terms has depth log X + log Y :: X + Y + log(J)
rows-one-after-another(Y*log(X) ~ X*log(Y)): rows, or columns, don't wait for one another: a tree
    over X·Y cells has depth log X + log Y :: {} + log(J)
serial-sums-of-t: sums over the X·Y cells are formed one term after another; a tree needs log(XY)
    steps :: X*Y + log(J)
serial-sums-of-n: sums are formed one term after another; a tree over n terms needs log n steps
    :: X*Y + J
sums-of-j-missing: queries, keys and values are sums of J products, which take time too
    :: log(X) + log(Y)
sums-over-x-only: the softmax runs over both x₂ and y₂: here only over x₂ :: log(X) + log(J)
sums-over-y-only: the softmax runs over both x₂ and y₂: here only over y₂ :: log(Y) + log(J)
sums-over-shorter-side: the softmax runs over both x₂ and y₂: here only over the shorter side
    :: log(min(X, Y)) + log(J)
sums-take-no-time: sums over the cells take time too :: log(J)
sums-over-no-cells: with unlimited processors sums still take time :: log(X)/log(X)
serial-sums-of-j: the J products of a dot product are added up by a tree too, of depth log J
    :: log(X) + log(Y) + J
side-of-a-square: this is the side of a square of as many cells; a tree over X·Y cells has depth
    log X + log Y :: (X*Y)**0.5 + log(J)
work: this is the work of the scores: how many operations there are, not how long they take
    :: X**2*Y**2*J
sums-of-a-head-only: the sums over a token's width run over all J numbers, not over J/K
    :: log(X) + log(Y) + log(J/K)
heads-one-after-another: the heads work at the same time :: K*(log(X) + log(Y) + log(J))
work-with-projections: this is the work: how many operations there are, not how long they take
    :: X**2*Y**2*J + X*Y*J**2
texts-summed: nothing is summed over the images of a batch, and none waits for another
    :: log(B) + log(X) + log(Y) + log(J)
"""


def given_layer(verdict):
    """The verdict; all points where the growth of 4.2 has the same mistake, in an answer that
    earned more than such a growth does alone, which may be a guess."""
    layer = checks.followed("layer_time")
    if not layer or 4 * layer.points <= layer.max_points:
        return verdict
    growth = [each for each in layer.findings if each.function == "layer_time"]
    if verdict.mistake not in [error.key for each in growth for error in each.errors]:
        return verdict
    said = checks.said("right, given your answer to layer_time")
    return checks.Verdict.all_right(checks.WHOLE, said, verdict.max_points)


spatial = checks.growth(
    spatial_time,
    variables="B X Y J K",
    where={"J": "K*I"},
    expected="log(X*Y) + log(J)",
    mistakes=ERRORS,
    guesses={"sums-take-no-time", "texts-summed"},
)
given_layer(all_serial(spatial))
