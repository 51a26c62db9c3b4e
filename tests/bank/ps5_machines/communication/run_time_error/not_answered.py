"""The stub, as it was released.

finding: not-answered
"""


def allreduce_bytes(n_bytes, n_devices):
    raise NotImplementedError("Replace this line with your answer.")


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    raise NotImplementedError("Replace this line with your answer.")


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    raise NotImplementedError("Replace this line with your answer.")
