from .backward_pass import BACKWARD, ELEMENTWISE, ROW_DOT_PRODUCTS
from .charged import HIDDEN_CHARGED, SOFTMAX_CHARGED
from .products import ATTENTION, DIFFERENCES, FEED_FORWARD, OTHER_COUNTS, SIZES, SQUARES

ERRORS = f"""
two-flops-per-weight: two FLOPs per weight and token leaves out the products of attention, which
    have no weights :: the scores = 0 && the weighted sums = 0 && the loss = 0
last-token-only: every token has a prediction and an error, not only the last
    :: the product with w_2 = 2*d_hidden && the loss = 3
attention-twice: attention is there twice :: + {checks.cost(ATTENTION)}
three-times-forward: three times the forward pass is forward and backward together, by a rule of
    thumb; here only the forward pass is asked for :: * 3
twice-forward: twice the right count: the forward pass is there twice, or a backward pass that costs
    as much is counted as well :: * 2
backward-as-well: the backward pass is counted as well; here only the forward pass is asked for
    :: + {checks.cost(BACKWARD | ROW_DOT_PRODUCTS, ELEMENTWISE)}
squares-as-outer-product: the squares are a dot product of length L, 2L, not a column times a row
    :: the loss = 2*seq_len**2 + seq_len
exchanged-in-the-call: d_attn and d_out have changed places in q2_attention (look at the order of
    the arguments, if you call it), or in the queries, d_out stands where d_attn belongs
    :: the queries = 2*seq_len*d_in*d_out
"""
# With the loss as the convention has it: a multiply–accumulate in it is 2L all the same.
CONVENTIONS = f"""
{SOFTMAX_CHARGED}
{HIDDEN_CHARGED}
loss-charged-2l: the loss is charged 2L; here it costs 3L: L subtractions and a dot product
    :: the loss = 2*seq_len
sum-of-squares-l-minus-1: summing L squares is charged L − 1 additions; here a sum costs L (P4)
    :: the loss = 3*seq_len - 1
mean-loss: the mean is taken: a division more; here the loss is a sum :: the loss = 3*seq_len + 1
mean-loss-per-token: one operation more is charged for each token, a division for a mean, say, or a
    bias of w_2; the loss costs 3L, and there are no biases
    :: the loss = 4*seq_len
biases: biases are charged, and this layer has none :: + seq_len*(2*d_attn + d_out + d_hidden + 1)
multiply-accumulates :: ({checks.cost(ATTENTION | FEED_FORWARD)})/2 + 3*seq_len
"""


checks.polynomial(
    forward_flops,
    variables=SIZES,
    others=OTHER_COUNTS,
    products=ATTENTION | FEED_FORWARD | SQUARES,
    other=DIFFERENCES,
    given={"q2_attention": [*ATTENTION], "q4_feedforward": [*FEED_FORWARD]},
    shares={"the loss": 1 / 4},  # what is new counts twice as much as any other term
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
