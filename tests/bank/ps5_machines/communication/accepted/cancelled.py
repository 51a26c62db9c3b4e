"""With all that cancels cancelled; each by itself."""


def allreduce_bytes(n_bytes, n_devices):
    return 2 * (n_bytes - n_bytes // n_devices)


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    return (1 - 1 / n_devices) * peak_flops / link


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    width = 2 * d_head * (n_heads + n_kv_heads) + 3 * d_ff
    return 4 * (n_devices - 1) * peak_flops / (link * width)
