"""Formulas, the later ones from the first."""


def allreduce_bytes(n_bytes, n_devices):
    return 2 * (n_devices - 1) * n_bytes / n_devices


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    sending = allreduce_bytes(2 * n_params, n_devices) / link
    per_token = 4 * n_params / peak_flops
    return sending / per_token


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    block = 3 * d_model * d_ff
    computing = 2 * (attention + block) / n_devices / peak_flops
    sending = 2 * allreduce_bytes(2 * d_model, n_devices) / link
    return sending / computing
