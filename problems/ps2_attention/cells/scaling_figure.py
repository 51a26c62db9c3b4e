rng = np.random.default_rng(0)
n_keys, draws = 16, 100
widths = 2 ** np.arange(2, 11)
entropy = {"unscaled": [], "scaled": []}
slope = {"unscaled": [], "scaled": []}
for d in widths:
    q, k = rng.normal(size=(draws, 1, d)), rng.normal(size=(draws, n_keys, d))
    scores = np.sum(q * k, axis=2)
    for name, s in [("unscaled", scores), ("scaled", scores / np.sqrt(d))]:
        a = np.exp(s) / np.sum(np.exp(s), axis=1, keepdims=True)
        jacobians = a[:, :, None] * np.eye(n_keys) - a[:, :, None] * a[:, None, :]
        entropy[name].append(np.median(-np.sum(a * np.log(a + 1e-300), axis=1)))
        slope[name].append(np.median(np.linalg.norm(jacobians, axis=(1, 2))))

_, (left, right) = plt.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
for name, style in [("scaled", "o-"), ("unscaled", "s--")]:
    left.semilogx(widths, entropy[name], style, base=2, label=name)
    right.loglog(widths, slope[name], style, label=name)
right.set_xscale("log", base=2)
left.axhline(np.log(n_keys), color="grey", linewidth=0.8)
left.text(widths[0], np.log(n_keys) - 0.05, "all weights equal", va="top", color="grey")
left.set(xlabel="$d$", ylabel="entropy of the weights (nats)", ylim=(0, 3))
right.set(xlabel="$d$", ylabel="norm of the Jacobian", ylim=(1e-7, 2))
right.legend()
plt.show()
