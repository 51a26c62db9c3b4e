"""Nothing travels where there is one device."""


def allreduce_bytes(n_bytes, n_devices):
    if n_devices < 1:
        raise ValueError("no device")
    if n_devices == 1:
        return 0
    return (n_bytes // n_devices) * (n_devices - 1) * 2


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    gradient_bytes = 2 * n_params
    seconds = allreduce_bytes(gradient_bytes, n_devices) / link
    return peak_flops * seconds / 4 / n_params


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    if n_heads % n_devices or d_ff % n_devices:
        raise ValueError("the devices can't split this")
    communication = 0.0
    for _ in ("attention", "feed-forward"):
        communication += allreduce_bytes(2 * d_model, n_devices) / link
    q = d_model * n_heads * d_head
    kv = d_model * n_kv_heads * d_head
    compute = 2 * (q + kv + kv + q + 3 * d_model * d_ff) / (n_devices * peak_flops)
    return communication / compute
