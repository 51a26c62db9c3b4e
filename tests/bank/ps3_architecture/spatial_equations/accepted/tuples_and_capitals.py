"""Tuples, capitals, keys with underscores, other orders."""

cell, asked, summed = ("X", "Y"), ("X2", "Y2"), ("Y'", "X'")
equations = {
    "h_out": cell,
    "Projections": (*cell, "K"),
    "Out": ("K", *cell),
    "Alpha": ("K", "X1", "Y1", *asked),
    "softmax_over": asked,
    "key_in_alpha": ("K", *asked),
    "sum_over": summed,
    "value_in_out": ("K", *summed),
}
