"""Each comparison is computed; other letters and sets of one option."""

V, d, L, H, G, e, f = LLAMA3_8B.values()
batch, n = 32, 8192
matrices = V * d + L * (2 * d * e * (H + G) + 3 * d * f)
products, pairs = 2 * batch * matrices, 4 * batch * n * L * H * e
arithmetic = (products + pairs) / H100["peak_flops"]
reading, caches = 2 * matrices / H100["bandwidth"], batch * n * 4 * L * G * e / H100["bandwidth"]


def verdict(holds):
    return {"right" if holds else "Wrong"}


claim_lines = dict(
    embedding=verdict(matrices == 8_030_261_248),
    head=verdict(True),
    attention=verdict(pairs < (products + pairs) / 100),
    peak=verdict(H100["peak_flops"] == 1979e12),
    overlap=verdict(True),
    weights=verdict(reading < arithmetic),
    cache=verdict(caches < reading),
    writing=verdict(1 < n / 1000),
)
claim_lines["writing"] = "right"
