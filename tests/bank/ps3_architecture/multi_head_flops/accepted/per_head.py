"""Head by head: each head's own W_q, W_k, W_v, and its columns of W_o."""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    width = d_head * n_heads
    of_a_head = (2 * n_t + 4 * n_s) * width * d_head
    of_a_head += 4 * n_t * n_s * d_head
    of_a_head += 2 * n_t * d_head * width
    return n_heads * of_a_head
