from dataclasses import replace

from .models import BYTES, HEADS, INSTEAD, LEDGER, SIZES, in_bytes

WORDS = """
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
two-maps-not-three: a gated block has three maps: gate, up and down
one-layer: this is one layer; the model has n_layers
head-tied: this head is a matrix of its own, not the embedding
width-is-d-model: the heads together are n_heads·d_head wide (keys and values: n_kv_heads·d_head),
    which needn't be d_model
heads-as-wide-as-model: one head is d_head wide, not d_model
one-head-only: this is one head; there are n_heads of queries, n_kv_heads of keys and of values
last-norm-forgotten: there is a norm after the last layer, too
one-norm-per-layer: there are two norms in a layer
norms-have-shifts: RMSNorm has a scale only, no shift
query-key-norms: norms of queries and keys are counted, which this model hasn't
biases-counted: this model has no biases
d-ff-is-4-d: d_ff is a size of its own; you take it for 4 d_model
"""
PARAMETER_LEDGER_ADDED = """
biases-counted :: n_layers*((n_heads + 2*n_kv_heads)*d_head + 2*d_model + 2*d_ff)
"""
GPT2_PARAMETERS_ERRORS = """
positions-forgotten: positions have vectors, too :: the embedding of positions = 0
head-counted-twice: the head is the embedding, and is stored once
    :: the embedding of words = 2*vocab_size*d_model
biases-forgotten: every map has a bias :: the biases = 0
attention-biases-forgotten: the maps of attention have biases, too
    :: the biases = n_layers*(d_model + d_ff)
feed-forward-biases-forgotten: the maps of the feed-forward block have biases, too
    :: the biases = 4*n_layers*d_model
down-bias-of-d-ff: the second map of the feed-forward block has a bias of d_model numbers, not d_ff
    :: the biases = n_layers*(4*d_model + 2*d_ff)
norm-shifts-forgotten: a layer norm has a shift as well as a scale
    :: the norms = 2*n_layers*d_model + d_model
last-norm-forgotten :: the norms = 4*n_layers*d_model
one-norm-per-layer :: the norms = 2*n_layers*d_model + 2*d_model
embedding-norm: one norm too many: there are two in a layer and one at the end, none before the
    first layer :: the norms = 4*n_layers*d_model + 4*d_model
three-maps-not-two: GPT-2's feed-forward block has two maps, and no gate
    :: the maps of the feed-forward block = 3*n_layers*d_model*d_ff
d-ff-is-4-d
    :: the maps of the feed-forward block = 8*n_layers*d_model**2 && the biases = 9*n_layers*d_model
one-layer :: (vocab_size + n_positions + 11)*d_model + 4*d_model**2 + 2*d_model*d_ff + d_ff
"""

LAYERS = ("queries", "keys", "values", "output", "gate", "up", "down")
BIASES = {"queries": "n_heads*d_head", "gate": "d_ff", "up": "d_ff"}
BIASES |= dict.fromkeys(("keys", "values"), "n_kv_heads*d_head")
BIASES |= dict.fromkeys(("output", "down"), "d_model")
NORMS = {
    "last-norm-forgotten": "2*n_layers*d_model",
    "one-norm-per-layer": "n_layers*d_model + d_model",
    "query-key-norms": "2*n_layers*d_model + d_model + 2*n_layers*d_head",
    "norms-have-shifts": "4*n_layers*d_model + 2*d_model",
    "one-layer": "3*d_model",
}


def of_line(line):
    """Known errors of a line in the layers."""
    found = {
        "one-layer": LEDGER[line].removeprefix("n_layers*"),
        "biases-counted": f"{LEDGER[line]} + n_layers*{BIASES[line]}",
    }
    if line in ("gate", "up", "down"):
        return found | {"two-maps-not-three": "0", "d-ff-is-4-d": "4*n_layers*d_model**2"}
    heads = "n_kv_heads" if line in ("keys", "values") else "n_heads"
    found |= {
        "width-is-d-model": "n_layers*d_model**2",
        "heads-as-wide-as-model": f"n_layers*{heads}*d_model**2",
        "one-head-only": "n_layers*d_model*d_head",
    }
    if line in ("keys", "values"):
        found |= {"kv-as-many-as-query-heads": LEDGER["queries"]}
    return found


checks.words(WORDS, BYTES)
ledger = checks.ledger(
    parameter_ledger,
    variables=SIZES,
    where=HEADS,
    other=LEDGER,
    mistakes={line: of_line(line) for line in LAYERS}
    | {"norms": NORMS, "head": {"head-tied": "0"}},
    together=in_bytes(LEDGER),
    instead=INSTEAD,
    added=PARAMETER_LEDGER_ADDED,
    share=5 / 8,
)
gpt2 = checks.polynomial(
    gpt2_parameters,
    variables="vocab_size n_positions d_model n_layers d_ff",
    expected={
        "the embedding of words": "vocab_size*d_model",
        "the embedding of positions": "n_positions*d_model",
        "the maps of attention": "4*n_layers*d_model**2",
        "the maps of the feed-forward block": "2*n_layers*d_model*d_ff",
        "the biases": "n_layers*(5*d_model + d_ff)",
        "the norms": "4*n_layers*d_model + 2*d_model",
    },
    mistakes=GPT2_PARAMETERS_ERRORS,
    conventions=BYTES,
    share=3 / 8,
)
# What later questions follow is the ledger: only where that one, not the sum, may be followed.
if not ledger.may_be_followed:
    ledger = replace(ledger, counted={})
ledger.of("parameter_ledger") + gpt2.of("gpt2_parameters")
