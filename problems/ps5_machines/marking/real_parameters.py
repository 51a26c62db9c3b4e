"""The parameters of the gated decoder, line by line, and of GPT-2."""

from examiner.checks import (
    Count,
    Custom,
    Formula,
    GradingContext,
    Ledger,
    Misconception,
    Term,
    Verdict,
    convention,
    misconception,
    sizes,
)

from .decoder import (
    BLOCK,
    BYTES,
    DOWN,
    GATE,
    HEAD,
    HEADS,
    IN_A_LAYER,
    KEYS,
    KV_HEADS,
    LEDGER,
    MAPS,
    NO_WIDER,
    NORMS,
    ONE_HEAD,
    OUTPUT,
    OWN_D_FF,
    OWN_WIDTH,
    QUERIES,
    SIZES,
    THREE_MAPS,
    UP,
    VALUES,
    WIDTH_OF_HEADS,
    d_ff,
    d_head,
    d_model,
    in_bytes,
    n_heads,
    n_kv_heads,
    n_layers,
    vocab_size,
)

HEADS_OF = {QUERIES: n_heads, KEYS: n_kv_heads, VALUES: n_kv_heads, OUTPUT: n_heads}
BIASES_OF: dict[Term, Formula] = {
    QUERIES: n_heads * d_head,
    KEYS: n_kv_heads * d_head,
    VALUES: n_kv_heads * d_head,
    OUTPUT: d_model,
    GATE: d_ff,
    UP: d_ff,
    DOWN: d_model,
}

# GPT-2
(n_positions,) = sizes("n_positions")
OF_GPT2 = (vocab_size, n_positions, d_model, n_layers, d_ff)
WORDS = Term("the embedding of words", vocab_size * d_model)
POSITIONS = Term("the embedding of positions", n_positions * d_model)
OF_ATTENTION = Term("the maps of attention", 4 * n_layers * d_model**2)
OF_BLOCK = Term("the maps of the feed-forward block", 2 * n_layers * d_model * d_ff)
BIASES = Term("the biases", n_layers * (5 * d_model + d_ff))
OWN_NORMS = Term("the norms", 4 * n_layers * d_model + 2 * d_model)

LAST_NORM = "there is also a norm after the last layer"
TWO_NORMS = "a layer has two norms"
ONE_LAYER = "this is one layer; the model has n_layers layers"

# fmt: off
OF_LINES = [
    misconception("kv-as-many-as-query-heads", [{KEYS: QUERIES.cost}, {VALUES: QUERIES.cost}],
      KV_HEADS),
    misconception("two-maps-not-three", [{line: 0} for line in BLOCK], THREE_MAPS),
    misconception("one-layer",
      [*[{line: IN_A_LAYER[line.name]} for line in MAPS], {NORMS: 3 * d_model}], ONE_LAYER),
    misconception("head-tied", {HEAD: 0},
      "this head is a separate matrix, not the embedding"),
    misconception("width-is-d-model",
      [*[{line: n_layers * d_model**2} for line in HEADS_OF], OWN_WIDTH], WIDTH_OF_HEADS),
    misconception("heads-as-wide-as-model",
      [{line: n_layers * heads * d_model**2} for line, heads in HEADS_OF.items()],
      "one head is d_head wide, not d_model"),
    misconception("one-head-only",
      [{line: n_layers * d_model * d_head} for line in HEADS_OF], ONE_HEAD),
    misconception("last-norm-forgotten", {NORMS: 2 * n_layers * d_model}, LAST_NORM),
    misconception("one-norm-per-layer", {NORMS: n_layers * d_model + d_model}, TWO_NORMS),
    misconception("norms-have-shifts", {NORMS: 4 * n_layers * d_model + 2 * d_model},
      "RMSNorm has a scale only, no shift"),
    misconception("query-key-norms",
      {NORMS: 2 * n_layers * d_model + d_model + 2 * n_layers * d_head},
      "norms of queries and keys are counted, but this model doesn't have them"),
    convention("biases-counted",
      [{line: line.cost + n_layers * biases} for line, biases in BIASES_OF.items()],
      "this model has no biases"),
    misconception("d-ff-is-4-d", [{line: 4 * n_layers * d_model**2} for line in BLOCK], OWN_D_FF),
    *in_bytes(LEDGER),
]
ADDED = [
    convention("biases-counted",
      n_layers * ((n_heads + 2 * n_kv_heads) * d_head + 2 * d_model + 2 * d_ff),
      "this model has no biases"),
]
IN_GPT2: list[Misconception] = [
    misconception("positions-forgotten", {POSITIONS: 0},
      "positions have embeddings, too"),
    misconception("head-counted-twice", {WORDS: 2 * vocab_size * d_model},
      "the head is the embedding, which is stored only once"),
    misconception("biases-forgotten", {BIASES: 0},
      "every map has a bias"),
    misconception("attention-biases-forgotten", {BIASES: n_layers * (d_model + d_ff)},
      "the maps of attention have biases, too"),
    misconception("feed-forward-biases-forgotten", {BIASES: 4 * n_layers * d_model},
      "the maps of the feed-forward block have biases, too"),
    misconception("down-bias-of-d-ff", {BIASES: n_layers * (4 * d_model + 2 * d_ff)},
      "the second map of the feed-forward block has a bias of d_model numbers, not d_ff"),
    misconception("norm-shifts-forgotten", {OWN_NORMS: 2 * n_layers * d_model + d_model},
      "a layer norm has a shift as well as a scale"),
    misconception("last-norm-forgotten", {OWN_NORMS: 4 * n_layers * d_model}, LAST_NORM),
    misconception("one-norm-per-layer", {OWN_NORMS: 2 * n_layers * d_model + 2 * d_model},
      f"{TWO_NORMS}, each with a scale and a shift"),
    misconception("embedding-norm", {OWN_NORMS: 4 * n_layers * d_model + 4 * d_model},
      "you count one norm too many: there are two in a layer and one at the end, but none "
      "before the first layer"),
    misconception("three-maps-not-two", {OF_BLOCK: 3 * n_layers * d_model * d_ff},
      "GPT-2's feed-forward block has two maps, and no gate"),
    misconception("d-ff-is-4-d",
      {OF_BLOCK: 8 * n_layers * d_model**2, BIASES: 9 * n_layers * d_model}, OWN_D_FF),
    misconception("one-layer",
      (vocab_size + n_positions + 11) * d_model + 4 * d_model**2 + 2 * d_model * d_ff + d_ff,
      ONE_LAYER),
    *BYTES,
]
# fmt: on

PARAMETERS = Ledger(
    SIZES, LEDGER, where=HEADS, at_most=NO_WIDER, misconceptions=OF_LINES, added=ADDED, share=5 / 8
)
GPT2 = Count(
    OF_GPT2,
    [WORDS, POSITIONS, OF_ATTENTION, OF_BLOCK, BIASES, OWN_NORMS],
    misconceptions=IN_GPT2,
    share=3 / 8,
)


def judge(grading: GradingContext, parameter_ledger: object, gpt2_parameters: object) -> Verdict:
    """Mark the ledger, then GPT-2."""
    ledger = grading.mark(PARAMETERS, parameter_ledger)
    gpt2 = grading.mark(GPT2, gpt2_parameters)
    return ledger.for_function("parameter_ledger") + gpt2.for_function("gpt2_parameters")


question = Custom(judge, {"parameter_ledger": [PARAMETERS], "gpt2_parameters": [GPT2]})
