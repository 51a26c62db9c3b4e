WORDS = """
tree-of-the-product: a tree over X·Y cells has depth log X + log Y, not the product
times-multiplied: what happens one after the other adds up, it doesn't multiply
depth-of-each-factor: every factor is a tree of its own depth; depths add up
trees-multiplied: trees in a row add up; each cell looks at the others once, and all do so at the
    same time
walk-over-cells: no walk from cell to cell, and no sum term after term: every cell looks at all at
    once, and a tree over X·Y terms has depth log X + log Y
serial-sums: sums over the X·Y cells are formed one term after another; a tree needs log(XY) steps
sums-of-j-missing: queries, keys and values are sums of J products, which take time too
sums-over-x-only: the softmax runs over both x₂ and y₂: here only over x₂
sums-over-y-only: the softmax runs over both x₂ and y₂: here only over y₂
sums-take-no-time: sums over the cells take time too
sums-over-no-cells: with unlimited processors sums still take time
work: this is the work of the scores: how many operations there are, not how long they take
sums-of-a-head-only: the sums over a token's width run over all J numbers, not over J/K
heads-one-after-another: the heads work at the same time
work-with-projections: this is the work: how many operations there are, not how long they take
images-one-after-another: the images of a batch go through at the same time
"""

checks.words(WORDS)
checks.growth(
    spatial_time,
    variables="B X Y J K",
    where={"J": "K*I"},
    expected="log(X) + log(Y) + log(J)",
    mistakes={
        "tree-of-the-product": "log(X)*log(Y) + log(J)",
        "times-multiplied": "(log(X) + log(Y))*log(J)",
        "depth-of-each-factor": "log(X)*log(Y)*log(J)",
        "trees-multiplied": "(log(X) + log(Y))**2 + log(J)",
        "walk-over-cells": "X + Y + log(J)",
        "serial-sums": "X*Y + log(J)",
        "sums-of-j-missing": "log(X) + log(Y)",
        "sums-over-x-only": "log(X) + log(J)",
        "sums-over-y-only": "log(Y) + log(J)",
        "sums-take-no-time": "log(J)",
        "sums-over-no-cells": "log(X)/log(X)",
        "work": "X**2*Y**2*J",
        "sums-of-a-head-only": "log(X) + log(Y) + log(J/K)",
        "heads-one-after-another": "K*(log(X) + log(Y) + log(J))",
        "work-with-projections": "X**2*Y**2*J + X*Y*J**2",
        "images-one-after-another": "B*(log(X) + log(Y) + log(J))",
    },
)
