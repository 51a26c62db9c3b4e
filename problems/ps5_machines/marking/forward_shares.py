from .models import HEADS, SIZES, own_counts

# A line of the solution is one formula; each known wrong one has a line here, and words.
WORDS = """
causal-pairs: here all n² pairs count, masked or not
per-token: this is one token; the sequence has n
weighted-sums-missing: scores and weighted sums cost as much each; one of the two is missing, or
    half of the pairs, or these are multiply–accumulates (P6)
keys-or-values-missing: keys and values are two maps; one is missing
scores-shrink-with-kv-heads: every query head has scores; sharing keys saves memory, not these FLOPs
width-is-d-model: a head is d_head wide, and the heads together needn't be as wide as d_model
one-head-only: this is one head; there are n_heads of queries, n_kv_heads of keys and of values
pairs-of-one-token: each of the n tokens has n scores and a sum of n values
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
output-map-missing: the output map is one of the four
queries-keys-values-alike: keys and values have n_kv_heads heads; and the output map is missing
two-maps-not-three: a gated block has three maps: gate, up and down
d-ff-is-4-d: d_ff is a size of its own; you take it for 4 d_model
lookup-charged: a look-up multiplies nothing
head-forgotten: every token goes through the head
head-for-last-token-only: here all n tokens go through the head
one-layer: this is one layer; the model has n_layers
"""

MAPS = {
    "attention_maps": ("queries", "keys", "values", "output"),
    "feed_forward": ("gate", "up", "down"),
    "head": ("head",),
}
PRODUCTS = {
    "attention_maps": "2*n_layers*(n_heads+n_kv_heads) n d_model d_head",
    "scores_and_sums": "2*n_layers*n_heads n d_head n",
    "feed_forward": "3*n_layers n d_model d_ff",
    "head": "n d_model vocab_size",
}


def own_lines():
    """Line -> 2n FLOPs for each weight that the student's own ledger has there."""
    counted = own_counts()
    return {
        line: {"real_parameters": f"2*n*({' + '.join(counted[name].formula for name in names)})"}
        for line, names in (MAPS.items() if counted else ())
    }


checks.words(WORDS)
checks.ledger(
    forward_ledger,
    variables=f"n {SIZES}",
    where=HEADS,
    products=PRODUCTS,
    given=own_lines(),
    together={
        "per-token": {
            "attention_maps": "4*n_layers*d_model*d_head*(n_heads + n_kv_heads)",
            "scores_and_sums": "4*n*n_layers*n_heads*d_head",
            "feed_forward": "6*n_layers*d_model*d_ff",
            "head": "2*vocab_size*d_model",
        }
    },
    mistakes={
        "attention_maps": {
            "output-map-missing": "2*n*n_layers*d_model*d_head*(n_heads + 2*n_kv_heads)",
            "keys-or-values-missing": "2*n*n_layers*d_model*d_head*(2*n_heads + n_kv_heads)",
            "kv-as-many-as-query-heads": "8*n*n_layers*d_model*n_heads*d_head",
            "queries-keys-values-alike": "6*n*n_layers*d_model*n_heads*d_head",
            "width-is-d-model": "4*n*n_layers*d_model*(d_model + n_kv_heads*d_head)",
            "one-head-only": "8*n*n_layers*d_model*d_head",
            "one-layer": "4*n*d_model*d_head*(n_heads + n_kv_heads)",
        },
        "scores_and_sums": {
            "causal-pairs": "2*n*(n + 1)*n_layers*n_heads*d_head",
            "weighted-sums-missing": "2*n**2*n_layers*n_heads*d_head",
            "scores-shrink-with-kv-heads": "4*n**2*n_layers*n_kv_heads*d_head",
            "width-is-d-model": "4*n**2*n_layers*d_model",
            "one-head-only": "4*n**2*n_layers*d_head",
            "pairs-of-one-token": "4*n*n_layers*n_heads*d_head",
            "one-layer": "4*n**2*n_heads*d_head",
        },
        "feed_forward": {
            "two-maps-not-three": "4*n*n_layers*d_model*d_ff",
            "d-ff-is-4-d": "24*n*n_layers*d_model**2",
            "one-layer": "6*n*d_model*d_ff",
        },
        "head": {
            "lookup-charged": "4*n*vocab_size*d_model",
            "head-forgotten": "0",
            "head-for-last-token-only": "2*vocab_size*d_model",
        },
    },
    added={"lookup-charged": "2*n*vocab_size*d_model"},
)
