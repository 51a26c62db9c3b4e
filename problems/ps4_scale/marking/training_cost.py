"""FLOPs of training on one token."""

from collections.abc import Mapping
from fractions import Fraction

from examiner.checks import (
    Adds,
    Count,
    Formula,
    Term,
    Times,
    convention,
    misconception,
    missed_idea,
)

from .models import HEADS, LINEAR_BIASES, SIZES, WEIGHTS, d_ff, d_model, n_layers
from .own_dense import by_dense, own_dense

FORWARD = Term("the forward pass", 2 * WEIGHTS)
OF_WEIGHTS = Term("the gradients of the weights", 2 * WEIGHTS)
OF_INPUTS = Term("the gradients of the inputs", 2 * WEIGHTS)
PASSES = [FORWARD, OF_WEIGHTS, OF_INPUTS]

# fmt: off
MISCONCEPTIONS = [
    missed_idea("forward-only", {OF_WEIGHTS: 0, OF_INPUTS: 0},
      "this is the forward pass alone"),
    misconception("two-products", Times(Fraction(2, 3)),
      "you count two products for each map; there are three: forward, gradient of the "
      "weights, gradient of the input"),
    convention("four-products", Times(Fraction(4, 3)),
      "each map has four products; it should have three: the forward pass isn't computed "
      "again, and the optimiser's step is left out"),
    convention("optimiser-step", Times(Fraction(7, 6)),
      "one FLOP for each weight is too many: is the optimiser's step counted?"),
    misconception("feed-forward-two-products", Adds(-4 * n_layers * d_model * d_ff),
      "of the six products of the feed-forward maps two are missing: each map has three, "
      "forward, gradient of W, gradient of its input"),
    misconception("attention-two-products", Adds(-8 * n_layers * d_model**2),
      "of the twelve products of attention's maps four are missing: each map has three, "
      "forward, gradient of W, gradient of its input"),
    misconception("layers-counted-again", Times(n_layers),
      "the layers are in N already"),
    misconception("pairs-of-one-token", Adds(12 * n_layers * d_model),
      "attention to one token is counted; here scores and weighted sums are left out"),
    convention("all-embeddings", Adds(6 * 51281 * d_model),
      "the embeddings of GPT-2 are counted: N is without them"),
    convention("word-embeddings", Adds(6 * 50257 * d_model),
      "the embeddings of words are counted: N is without them"),
]
CONVENTIONS = [
    convention("multiply-accumulates", 3 * WEIGHTS),
    convention("first-input-without-gradient", Adds(-6 * d_model**2),
      "no gradient reaches the input of the first layer; here one does"),
    convention("first-layer-without-gradient", Adds(-8 * d_model**2 - 4 * d_model * d_ff),
      "no gradient reaches the input of any map of the first layer; here one does"),
    convention("biases", Adds(6 * LINEAR_BIASES),
      "biases are counted; here only matrices are"),
    convention("outer-products", Adds(-WEIGHTS),
      "the gradient of W is charged as a column times a row, 1 for each entry (P3); here it "
      "sums over many tokens (P2)"),
    convention("attention-outer-products", Adds(-4 * n_layers * d_model**2),
      "in the maps of attention the gradient of W is charged as a column times a row, 1 for "
      "each entry (P3); here it sums over many tokens (P2). Or two of their twelve products "
      "are missing: each map has three, forward, gradient of W, gradient of its input"),
    convention("feed-forward-outer-products", Adds(-2 * n_layers * d_model * d_ff),
      "in the feed-forward maps the gradient of W is charged as a column times a row, 1 for "
      "each entry (P3); here it sums over many tokens (P2). Or one of their six products is "
      "missing"),
]
# fmt: on


def by_earlier_counts() -> Mapping[str, Mapping[Term, int] | Formula]:
    """What training costs by the student's own N, and by their own `dense_flops`."""
    of_dense = by_dense(own_dense(), lambda linear, square: 3 * linear)
    return {"parameters": dict.fromkeys(PASSES, 6), **of_dense}


question = Count(
    SIZES,
    PASSES,
    where=HEADS,
    given=by_earlier_counts,
    others={"parameters": WEIGHTS},
    misconceptions=[*MISCONCEPTIONS, *CONVENTIONS],
)
