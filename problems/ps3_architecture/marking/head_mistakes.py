"""What is said of mistakes with the weights of heads."""

HEAD_WORDS = """
output-projection-missing: three matrices are counted; W_o, which maps the heads' outputs back to
    width D, is the fourth
heads-see-a-slice: each head reads all D numbers of a token: W_q, W_k and W_v are e × D in every
    head, not e × e, nor e × D for all heads together
heads-see-a-slice-also-in-wo: each head reads all D numbers of a token: W_q, W_k and W_v are e × D
    in every head, not e × e, nor e × D for all heads together; and W_o is D × He, not e × e for
    each head, nor D × e
maps-of-one-head: each head has W_q, W_k and W_v of its own, and each reads the whole token: H times
    3De weights, not 3De for all heads together
wo-of-one-head: W_o is D × He, since it reads the outputs of all heads: not D × e
keys-and-values-shared: keys and values are counted once for all heads; here each head has its own
    (Llama's heads share them by eights)
with-the-backward-pass: this is three times the count, as with the backward pass; asked is the way
    from the input to the output
"""
