"""Ends the interpreter.

finding: raised(SystemExit)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    raise SystemExit
