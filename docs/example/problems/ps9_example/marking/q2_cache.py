"""Numbers that a layer keeps, line by line."""

from examiner.checks import Ledger, Term, convention, misconception, sizes

SIZES = n, d = sizes("n d")
KEYS, VALUES, WEIGHTS = Term("keys", n * d), Term("values", n * d), Term("weights", n**2)

# fmt: off
question = Ledger(
    SIZES,
    [KEYS, VALUES, WEIGHTS],
    misconceptions=[
        misconception("one-query", {WEIGHTS: n},
          "these are the weights of one query; the layer has n queries"),
        convention("bytes", [{KEYS: 2 * n * d}, {VALUES: 2 * n * d}, {WEIGHTS: 2 * n**2}],
          "these are bytes in bf16; the question asks for numbers"),
    ],
)
# fmt: on
