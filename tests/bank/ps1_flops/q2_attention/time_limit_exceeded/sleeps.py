"""Waits.

finding: not-in-time
"""

import time


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    time.sleep(3600)
    return 0
