"""Sends the pieces round."""


def allreduce_bytes(n_bytes, n_devices):
    piece, sent = n_bytes / n_devices, 0
    for _ in ("add", "hand around"):
        for _ in range(n_devices - 1):
            sent += piece
    return sent


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    flops_in_time = allreduce_bytes(2 * n_params, n_devices) / link * peak_flops
    return flops_in_time / (4 * n_params)


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    n = 64
    own_heads, own_groups, own_ff = n_heads / n_devices, n_kv_heads / n_devices, d_ff / n_devices
    flops = 0
    for d_in, d_out in [
        (d_model, own_heads * d_head),
        (d_model, own_groups * d_head),
        (d_model, own_groups * d_head),
        (own_heads * d_head, d_model),
        (d_model, own_ff),
        (d_model, own_ff),
        (own_ff, d_model),
    ]:
        flops += 2 * n * d_in * d_out
    sent = 2 * allreduce_bytes(n * d_model * 2, n_devices)
    return (sent / link) / (flops / peak_flops)
