from .models import HEADS, INSTEAD, SIZES, carried_width, own_counts

# A line of the solution is one formula; each known wrong one has a line here, and words.
TOGETHER = """
per-token: this is one token; the sequence has n
    :: attention_maps = 4*n_layers*d_model*d_head*(n_heads + n_kv_heads)
    && scores_and_sums = 4*n*n_layers*n_heads*d_head && feed_forward = 6*n_layers*d_model*d_ff
    && head = 2*vocab_size*d_model
"""
ERRORS = """
output-map-missing: the output map is one of the four
    :: attention_maps = 2*n*n_layers*d_model*d_head*(n_heads + 2*n_kv_heads)
keys-or-values-missing: keys and values are two maps; one is missing
    :: attention_maps = 2*n*n_layers*d_model*d_head*(2*n_heads + n_kv_heads)
kv-as-many-as-query-heads: keys and values have n_kv_heads heads, not n_heads
    :: attention_maps = 8*n*n_layers*d_model*n_heads*d_head
width-is-d-model: the heads together are n_heads·d_head wide (keys and values: n_kv_heads·d_head),
    which needn't be d_model
    :: attention_maps = 4*n*n_layers*d_model*(d_model + n_kv_heads*d_head)
    :: attention_maps = 8*n*n_layers*d_model**2
    :: scores_and_sums = 4*n**2*n_layers*d_model
one-head-only: this is one head; there are n_heads of queries, n_kv_heads of keys and of values
    :: attention_maps = 8*n*n_layers*d_model*d_head :: scores_and_sums = 4*n**2*n_layers*d_head
scores-over-d-model: in each head a query and a key have d_head numbers, not d_model
    :: scores_and_sums = 2*n**2*n_layers*n_heads*(d_model + d_head)
causal-pairs: here all n² pairs count, masked or not
    :: scores_and_sums = 2*n*(n + 1)*n_layers*n_heads*d_head
weighted-sums-missing: scores and weighted sums cost as much each; one of the two is missing, or
    half of the pairs, or these are multiply–accumulates (P6)
    :: scores_and_sums = 2*n**2*n_layers*n_heads*d_head
scores-shrink-with-kv-heads: every query head has scores; sharing keys saves memory, not these FLOPs
    :: scores_and_sums = 4*n**2*n_layers*n_kv_heads*d_head
two-maps-not-three: a gated block has three maps: gate, up and down
    :: feed_forward = 4*n*n_layers*d_model*d_ff
d-ff-is-4-d: d_ff is a size of its own; you take it for 4 d_model
    :: feed_forward = 24*n*n_layers*d_model**2
lookup-charged: a look-up multiplies nothing :: head = 4*n*vocab_size*d_model
head-forgotten: every token goes through the head :: head = 0
"""
# What a line of several products is where each dot product is charged 2n − 1.
CONVENTIONS = """
softmax-charged(1 ~ 2 ~ 3 ~ 4 ~ 5): {} for each score: softmax or scale are charged; here they are
    free (P5) :: scores_and_sums = n**2*n_layers*n_heads*(4*d_head + {})
activation-charged(1 ~ 2 ~ 3 ~ 4 ~ 5): {} for each inner number: silu or the product ⊙ are charged;
    only products of matrices count here :: feed_forward = n*n_layers*d_ff*(6*d_model + {})
dot-product-2n-1: a dot product is charged 2n − 1; here it costs 2n (P2)
    :: attention_maps = n*n_layers*(4*d_model*d_head*(n_heads + n_kv_heads) - d_head*(n_heads +
    2*n_kv_heads) - d_model)
    :: scores_and_sums = n*n_layers*n_heads*(4*n*d_head - n - d_head)
    :: feed_forward = n*n_layers*(6*d_model*d_ff - 2*d_ff - d_model)
"""
ADDED = """
lookup-charged :: 2*n*vocab_size*d_model
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


checks.ledger(
    forward_ledger,
    variables=f"n {SIZES}",
    where=HEADS,
    products=PRODUCTS,
    given=own_lines(),
    instead=INSTEAD,
    carried=carried_width(),
    together=TOGETHER,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
    added=ADDED,
)
