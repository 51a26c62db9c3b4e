from .products import ACTIVATION, OTHER_COUNTS, SIZES

ERRORS = """
one-token: this is one token's row; the sequence has L of them :: d_out
d-attn-for-d-out: a weighted sum of values is as long as a value: d_out, not d_attn
    :: seq_len*d_attn
numbers-for-tokens: each token has a vector of d_out numbers, not one number :: seq_len
attention-weights: this is the size of the attention weights A :: seq_len**2
all-arrays: all arrays of the attention layer are counted; the question asks for Ṽ alone
    :: seq_len*(d_in + 2*d_attn + 2*d_out) + 2*seq_len**2
all-arrays-formed: all arrays that the attention layer forms are counted; the question asks for Ṽ
    alone :: seq_len*(2*d_attn + 2*d_out) + 2*seq_len**2
attention-weights-as-well: the attention weights A are counted as well :: seq_len*d_out + seq_len**2
v-and-attention-weights-as-well: V and the attention weights A are counted as well; the question
    asks for Ṽ alone :: 2*seq_len*d_out + seq_len**2
x-as-well: X is counted as well; the question asks for Ṽ alone :: seq_len*(d_out + d_in)
flops-of-a-v: these are the FLOPs of A V; the question asks for the numbers in it
    :: 2*seq_len**2*d_out
"""
CONVENTIONS = """
v-or-bytes-at-two: twice the right count: V is counted as well, or these are bytes at two for a
    number; the question asks for the numbers in Ṽ :: 2*seq_len*d_out
bytes-at-four: these are bytes, at four for a number; the question asks for numbers
    :: 4*seq_len*d_out
bytes-at-eight: these are bytes, at eight for a number; the question asks for numbers
    :: 8*seq_len*d_out
"""


checks.polynomial(
    activation_size,
    variables=SIZES,
    others=OTHER_COUNTS,
    expected=ACTIVATION,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
