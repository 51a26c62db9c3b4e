from .products import ACTIVATION, OTHER_COUNTS, SIZES

WORDS = """
one-token: this is one token's row; the sequence has L of them
d-attn-for-d-out: a weighted sum of values is as long as a value: d_out, not d_attn
numbers-for-tokens: each token has a vector of d_out numbers, not one number
attention-weights: this is the size of the attention weights A
v-or-bytes-at-two: twice the right count: V is counted as well, or these are bytes at two for a
    number; the question asks for the numbers in Ṽ
all-arrays: all arrays of the attention layer are counted; the question asks for Ṽ alone
all-arrays-formed: all arrays that the attention layer forms are counted; the question asks for Ṽ
    alone
attention-weights-as-well: the attention weights A are counted as well
v-and-attention-weights-as-well: V and the attention weights A are counted as well; the question
    asks for Ṽ alone
flops-of-a-v: these are the FLOPs of A V; the question asks for the numbers in it
bytes-at-four: these are bytes, at four for a number; the question asks for numbers
bytes-at-eight: these are bytes, at eight for a number; the question asks for numbers
"""


checks.words(WORDS)
checks.polynomial(
    activation_size,
    variables=SIZES,
    others=OTHER_COUNTS,
    expected=ACTIVATION,
    mistakes={
        "one-token": "d_out",
        "d-attn-for-d-out": "seq_len*d_attn",
        "numbers-for-tokens": "seq_len",
        "attention-weights": "seq_len**2",
        "v-or-bytes-at-two": "2*seq_len*d_out",
        "all-arrays": ("seq_len*(d_in + 2*d_attn + 2*d_out) + 2*seq_len**2"),
        "all-arrays-formed": ("seq_len*(2*d_attn + 2*d_out) + 2*seq_len**2"),
        "attention-weights-as-well": "seq_len*d_out + seq_len**2",
        "v-and-attention-weights-as-well": ("2*seq_len*d_out + seq_len**2"),
        "flops-of-a-v": "2*seq_len**2*d_out",
    },
    conventions={  # the right array, in another unit
        "bytes-at-four": "4*seq_len*d_out",
        "bytes-at-eight": "8*seq_len*d_out",
    },
)
