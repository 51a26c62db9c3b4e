from .charged import SOFTMAX_CHARGED
from .products import ATTENTION, OTHER_COUNTS, SIZES

CONVENTIONS = f"""
{SOFTMAX_CHARGED}
scale-charged-on-queries: the factor 1/√d_attn is charged on the queries; here it is free (P5)
    :: + seq_len*d_attn
biases: biases of the projections are charged, and this layer has none
    :: + seq_len*(2*d_attn + d_out)
"""
ERRORS = """
one-score-for-each-token: every token has a score for each token: L² scores, not L
    :: the scores = 2*seq_len*d_attn
last-token-only: every token asks, not only the last: L² scores, and L weighted sums
    :: the scores = 2*seq_len*d_attn && the weighted sums = 2*seq_len*d_out
output-projection: an output projection is charged, which this layer doesn't have
    :: + 2*seq_len*d_out**2
output-projection-to-x: an output projection to the width of X is charged, which this layer doesn't
    have :: + 2*seq_len*d_out*d_in
a-x-first: A X is formed first, then its product with W_v; the layer forms V = X W_vᵀ first, and the
    weighted sums of its rows are d_out wide :: the weighted sums = 2*seq_len**2*d_in
keys-times-values-first: Kᵀ V is formed first; the softmax of the scores, between them, forbids it
    :: the scores = 2*seq_len*d_attn*d_out && the weighted sums = 2*seq_len*d_attn*d_out
wq-wk-first: W_qᵀ W_k is formed first, and scores of X with that; the layer forms Q and K, and
    scores of these
    :: the queries = 2*d_in*d_attn*d_in && the keys = 2*seq_len*d_in*d_in
    && the scores = 2*seq_len**2*d_in
weighted-sums-without-length: each entry of A V is a dot product of length L, not one multiplication
    :: the weighted sums = seq_len*d_out
projections-of-one-token: the projections happen for every token: times L
    :: the queries = 2*d_in*d_attn && the keys = 2*d_in*d_attn && the values = 2*d_in*d_out
half-of-the-scores: S = QKᵀ is not symmetric: each of its L² scores is computed, not only those on
    the diagonal and on one side of it :: the scores = seq_len*(seq_len + 1)*d_attn
no-score-of-own-token: a token has a score with itself, too: L² scores, not L(L − 1); or the queries
    and the keys are charged 2n − 1 for a dot product; here it costs 2n (P2)
    :: the scores = 2*seq_len*(seq_len - 1)*d_attn
causal-mask: nothing is masked here: every token looks at all L tokens, not only at the earlier ones
    :: the scores = seq_len*(seq_len + 1)*d_attn && the weighted sums = seq_len*(seq_len + 1)*d_out
"""


checks.polynomial(
    attention_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=ATTENTION,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
