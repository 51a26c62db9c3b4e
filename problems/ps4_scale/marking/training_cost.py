"""FLOPs of training per token."""

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
      "this is the forward pass only"),
    misconception("two-products", Times(Fraction(2, 3)),
      "you count two products for each map; there are three: the forward pass, the gradient of "
      "the weights, and the gradient of the input"),
    convention("four-products", Times(Fraction(4, 3)),
      "you count four products for each map; there are three: the forward pass isn't computed "
      "again, and the optimiser's step is left out"),
    convention("optimiser-step", Times(Fraction(7, 6)),
      "you count one FLOP per weight too many: do you count the optimiser's step?"),
    misconception("feed-forward-two-products", Adds(-4 * n_layers * d_model * d_ff),
      "two of the six products of the feed-forward maps are missing: each map has three, for "
      "the forward pass, the gradient of W, and the gradient of its input"),
    misconception("attention-two-products", Adds(-8 * n_layers * d_model**2),
      "four of the twelve products of attention's maps are missing: each map has three, for the "
      "forward pass, the gradient of W, and the gradient of its input"),
    misconception("layers-counted-again", Times(n_layers),
      "N already includes all layers"),
    misconception("pairs-of-one-token", Adds(12 * n_layers * d_model),
      "you count attention to one token; leave out scores and weighted sums here"),
    convention("all-embeddings", Adds(6 * 51281 * d_model),
      "the embeddings of GPT-2 are counted; N excludes them"),
    convention("word-embeddings", Adds(6 * 50257 * d_model),
      "the embeddings of words are counted; N excludes them"),
]
CONVENTIONS = [
    convention("multiply-accumulates", 3 * WEIGHTS),
    convention("first-input-without-gradient", Adds(-6 * d_model**2),
      "in your count, no gradient reaches the input of the first layer; here one does"),
    convention("first-layer-without-gradient", Adds(-8 * d_model**2 - 4 * d_model * d_ff),
      "in your count, no gradient reaches the input of any map of the first layer; here one "
      "does"),
    convention("biases", Adds(6 * LINEAR_BIASES),
      "biases are counted; count only matrices here"),
    convention("outer-products", Adds(-WEIGHTS),
      "you count the gradient of W as a column times a row, 1 for each entry (P3); here it sums "
      "over many tokens (P2)"),
    convention("attention-outer-products", Adds(-4 * n_layers * d_model**2),
      "in the maps of attention, you count the gradient of W as a column times a row, 1 for "
      "each entry (P3); here it sums over many tokens (P2). Or two of their twelve products are "
      "missing: each map has three, for the forward pass, the gradient of W, and the gradient "
      "of its input"),
    convention("feed-forward-outer-products", Adds(-2 * n_layers * d_model * d_ff),
      "in the feed-forward maps, you count the gradient of W as a column times a row, 1 for "
      "each entry (P3); here it sums over many tokens (P2). Or one of their six products is "
      "missing"),
]
# fmt: on


def by_earlier_counts() -> Mapping[str, Mapping[Term, int] | Formula]:
    """Return the costs of training that follow from the student's own N and `dense_flops`."""
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
