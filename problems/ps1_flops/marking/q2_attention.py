from .charged import CHARGED_WORDS, SOFTMAX_CHARGED
from .products import ATTENTION, OTHER_COUNTS, SIZES

WORDS = """
one-score-for-each-token: every token has a score for each token: L² scores, not L
last-token-only: every token asks, not only the last: L² scores, and L weighted sums
output-projection: an output projection is charged, which this layer doesn't have
output-projection-to-x: an output projection to the width of X is charged, which this layer doesn't
    have
a-x-first: A X is formed first, then its product with W_v; the layer forms V = X W_vᵀ first, and the
    weighted sums of its rows are d_out wide
wq-wk-first: W_qᵀ W_k is formed first, and scores of X with that; the layer forms Q and K, and
    scores of these
weighted-sums-without-length: each entry of A V is a dot product of length L, not one multiplication
projections-of-one-token: the projections happen for every token: times L
causal-mask: nothing is masked here: every token looks at all L tokens, not only at the earlier ones
scale-charged-on-queries: the factor 1/√d_attn is charged on the queries; here it is free (P5)
biases: biases of the projections are charged, and this layer has none
"""


checks.words(WORDS, CHARGED_WORDS)
checks.flops(
    attention_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=ATTENTION,
    mistakes={
        "one-score-for-each-token": {"the scores": "2*seq_len*d_attn"},
        "last-token-only": {
            "the scores": "2*seq_len*d_attn",
            "the weighted sums": "2*seq_len*d_out",
        },
        "output-projection": {"+": "2*seq_len*d_out**2"},
        "output-projection-to-x": {"+": "2*seq_len*d_out*d_in"},
        "a-x-first": {"the weighted sums": "2*seq_len**2*d_in"},
        "wq-wk-first": {
            "the queries": "2*d_in*d_attn*d_in",
            "the keys": "2*seq_len*d_in*d_in",
            "the scores": "2*seq_len**2*d_in",
        },
        "weighted-sums-without-length": {"the weighted sums": "seq_len*d_out"},
        "projections-of-one-token": {
            "the queries": "2*d_in*d_attn",
            "the keys": "2*d_in*d_attn",
            "the values": "2*d_in*d_out",
        },
        "causal-mask": {
            "the scores": "seq_len*(seq_len + 1)*d_attn",
            "the weighted sums": "seq_len*(seq_len + 1)*d_out",
        },
    },
    conventions=SOFTMAX_CHARGED
    | {
        "scale-charged-on-queries": {"+": "seq_len*d_attn"},
        "biases": {"+": "seq_len*(2*d_attn + d_out)"},
    },
)
