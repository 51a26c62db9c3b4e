"""Each amount is measured from the claim.

points: 2
finding: each-from-the-claim
"""


def audit():
    V, d, L, H, G, e, f = 128256, 4096, 32, 32, 8, 128, 14336
    batch, n = 32, 8192
    matrices = V * d + L * (2 * d * e * (H + G) + 3 * d * f)
    t0 = batch * 2 * 8_030_261_248 / 1979e12
    t1 = 2 * batch * matrices / 1979e12
    t2 = t1 + batch * 4 * L * H * e * n / 1979e12
    t3 = 2 * t2
    t4 = max(t3, 2 * matrices / 3.35e12)
    t5 = max(t3, (2 * matrices + batch * n * 2 * L * G * e * 2) / 3.35e12)
    return {
        "embedding": t0 - t1,
        "attention": t0 - t2,
        "peak": t0 - t3,
        "weights": t0 - t4,
        "cache": t0 - t5,
        "corrected": t5,
    }
