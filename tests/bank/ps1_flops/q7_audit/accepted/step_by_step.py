"""Twice each step forward, minus its lines."""


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    forward = [2 * L * a * i * 2 + 2 * L * o * i, 2 * L * L * a + 2 * L * L * o, 0]
    forward += [2 * L * h * o + 2 * L * h, L + 2 * L]
    backward = [
        2 * a * i * L + 2 * a * i * L + 2 * o * i * L,
        2 * L * o * L + 2 * L * o * L + 2 * L * a * L + 2 * L * a * L,
        2 * L * L + L * L + L * L + L * L,
        2 * h * L + L * h + 0 + 2 * h * o * L + 2 * L * o * h,
        L,
    ]
    names = ["projections", "products", "softmax", "feed_forward", "loss"]
    return {name: 2 * f - b for name, f, b in zip(names, forward, backward)}
