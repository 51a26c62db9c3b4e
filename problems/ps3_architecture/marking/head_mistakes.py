"""What is said of mistakes with the weights of heads."""

HEAD_WORDS = """
output-projection-missing: three matrices are counted; W_o, which maps the heads' outputs back to
    width D, is the fourth
heads-see-a-slice: each head reads all D numbers of a token, not a slice: its W_q, W_k and W_v are
    e × D, not e × e
heads-see-a-slice-also-in-wo: each head reads all D numbers of a token, not a slice: its W_q, W_k
    and W_v are e × D, not e × e; and W_o is one D × He matrix, not an e × e one for each head
"""
