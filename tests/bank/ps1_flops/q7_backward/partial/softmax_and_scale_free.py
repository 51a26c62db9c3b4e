"""Takes the softmax and its factor to be free backward, too.

points: 0.75
finding: softmax-and-scale-free
"""

def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    loss = L
    feed_forward = 2 * L * d_hidden + L * d_hidden + 4 * L * d_hidden * d_out
    mixing = 4 * L**2 * d_out
    softmax = 0
    scores = 4 * L**2 * d_attn
    weights = 4 * L * d_attn * d_in + 2 * L * d_out * d_in
    return loss + feed_forward + mixing + softmax + scores + weights
