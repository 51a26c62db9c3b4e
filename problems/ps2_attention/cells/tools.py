# The pictures of each part, and the three attentions of part 3.
import time
import tracemalloc

# Part 1


def draw_saturation(softmax, jacobian, z=(-3.0, 1.0, 100.0, 5.0, -1.0)):
    """Outputs and slopes while the third score rises, and the Jacobian at z."""
    _, axes = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    for ax, top in zip(axes, (13, 100), strict=False):
        heights = np.linspace(0, top, 101)
        scores = np.repeat([z], len(heights), axis=0)
        scores[:, 2] = heights
        if ax is axes[0]:
            ax.plot(heights, [softmax(s) for s in scores])
            ax.set(title="output", xlabel="$z_3$")
        else:
            lines = ax.semilogy(heights, [np.abs(jacobian(s)[:, 2]) for s in scores])
            lines[2].set(linewidth=5, alpha=0.4)  # another line lies on it
            title = r"size of $\partial y_i/\partial z_3$; 0 where a line stops"
            ax.set(title=title, xlabel="$z_3$", ylim=(1e-50, 10))
    axes[0].legend([f"$y_{i}$" for i in range(1, 6)], loc="center right")
    draw_powers(axes[2], np.asarray(jacobian(np.array(z))))
    plt.show()


def draw_powers(ax, J):
    """The size of each entry of J as a power of ten; an entry that is 0 stays blank."""
    with np.errstate(divide="ignore"):
        powers = np.where(J == 0, np.nan, np.log10(np.abs(J)))
    ax.imshow(powers, cmap="viridis")
    for i, j in np.argwhere(J != 0):
        colour = "white" if powers[i, j] < -60 else "black"
        text = f"{J[i, j]:.0e}".replace("-", "−")
        ax.text(j, i, text, ha="center", va="center", fontsize=7, color=colour)
    ax.set_xticks(range(5), [f"$z_{j}$" for j in range(1, 6)])
    ax.set_yticks(range(5), [f"$y_{i}$" for i in range(1, 6)])
    ax.set(title=r"your $\partial y_i/\partial z_j$ at $z_3 = 100$; blank: 0")


# Part 2


def draw_scores(moments, heads=(("GPT-2 small", 64), ("Llama 3.1 70B", 128))):
    """Simulated scores, and normal curves with the moments of the answer."""
    rng = np.random.default_rng(2)
    cases = [(f"{name}: heads of {d}", (d, 0, 1, 0, 1)) for name, d in heads]
    cases.append(("heads of 64, keys with a mean", (64, 0, 1, 0.5, 2)))
    _, axes = plt.subplots(1, 3, figsize=(12, 2.9), sharex=True, sharey=True, layout="constrained")
    for ax, (title, (d, mean_q, var_q, mean_k, var_k)) in zip(axes, cases, strict=True):
        q = rng.normal(mean_q, var_q**0.5, size=(5000, d))
        k = rng.normal(mean_k, var_k**0.5, size=(5000, d))
        ax.hist(np.sum(q * k, axis=1), bins=60, density=True, color="lightgrey", label="simulated")
        mean, variance = moments(d, mean_q, var_q, mean_k, var_k)
        s = np.linspace(-50, 50, 501)
        curve = np.exp(-((s - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
        ax.plot(s, curve, label="your moments")
        ax.set(title=title, xlabel="score", xlim=(-50, 50))
    axes[0].set_ylabel("density")
    axes[0].legend(loc="upper left", fontsize="small")
    plt.show()


def draw_scaling(softmax, norm_squared, bound, n=17, draws=100):
    """Entropy and Jacobian of the weights as d grows, and the norm beside its bound."""
    rng = np.random.default_rng(0)
    widths = 2 ** np.arange(2, 11)
    _, axes = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    weights = {"divided by $\\sqrt{d}$": [], "unscaled": []}
    for d in widths:
        scores = np.sum(rng.normal(size=(draws, 1, d)) * rng.normal(size=(draws, n, d)), axis=2)
        for name, scale in zip(weights, (np.sqrt(d), 1), strict=True):
            weights[name].append(softmax(scores / scale))
    for (name, by_width), style in zip(weights.items(), ("o-", "s--"), strict=True):
        entropies = [np.median(-np.sum(a * np.log(a + 1e-300), axis=1)) for a in by_width]
        norms = [[norm_squared(row) for row in a] for a in by_width]
        axes[0].semilogx(widths, entropies, style, base=2, label=name)
        axes[1].loglog(widths, np.sqrt(np.maximum(np.median(norms, axis=1), 0)), style)
        eps = 1 - np.max(by_width, axis=2)
        axes[2].loglog(eps.ravel(), np.ravel(norms), ".", markersize=2)
    axes[0].axhline(np.log(n), color="grey", linewidth=0.8)
    axes[0].text(4, np.log(n) + 0.05, "all weights equal", color="grey")
    axes[0].set(title=f"entropy of {n} weights (nats)", xlabel="$d$", ylim=(0, 3.3))
    axes[0].legend(loc="lower left")
    axes[1].set_xscale("log", base=2)
    axes[1].set(title=r"norm of the Jacobian, $\|J\|_F$", xlabel="$d$")
    eps = np.geomspace(1e-8, 0.5, 50)
    axes[2].loglog(eps, [bound(n, e) for e in eps], "k", label="your bound")
    axes[2].set(title=r"$\|J\|_F^2$ of each draw", xlabel=r"$\varepsilon$ = 1 − largest weight")
    axes[2].set(xlim=(1e-8, 1), ylim=(1e-16, 10))
    axes[2].legend(loc="upper left")
    plt.show()


# Part 3


def weighted_means(X, visible):
    """Column n: the mean of those columns m of X with visible[m, n], weighted by similarity."""
    means = np.empty(X.shape)
    for n in range(X.shape[1]):
        seen = X[:, visible[:, n]]
        weights = np.exp(0.4 * seen.T @ X[:, n])
        means[:, n] = seen @ weights / np.sum(weights)
    return means


def plain_attention(X):
    """Every token sees every token. X (D, N) -> (D, N)."""
    return weighted_means(X, np.ones((X.shape[1], X.shape[1]), dtype=bool))


def causal_attention(X):
    """A token sees itself and the tokens before it. X (D, N) -> (D, N)."""
    return weighted_means(X, np.triu(np.ones((X.shape[1], X.shape[1]), dtype=bool)))


def attention_with_positions(X):
    """Like plain_attention, after each token got a vector that depends on its place only."""
    places = np.arange(X.shape[1])
    frequencies = np.arange(1, X.shape[0] + 1)[:, None]
    return plain_attention(X + np.sin(frequencies * places))


def draw_orders(gap, self_attention, order=(2, 0, 4, 6, 1, 5, 3)):
    """What attentions make of X and of XP, with the gap between the two."""
    rng = np.random.default_rng(3)
    X = 0.6 * rng.normal(size=(5, len(order)))
    matrices = [m for _ in range(3) for m in (0.6 * rng.normal(size=(5, 5)), np.zeros((5, 1)))]
    functions = {"plain": plain_attention, "causal": causal_attention}
    functions["with positions"] = attention_with_positions
    functions["yours (3.1)"] = lambda X: self_attention(X, *matrices)
    titles = {"$X$": lambda X: X}
    for name, function in functions.items():
        try:
            titles[f"{name}\ngap {gap(function, X, np.array(order)):.1g}"] = function
        except NotImplementedError:
            if not name.startswith("yours"):
                raise
    _, axes = plt.subplots(2, len(titles), figsize=(12, 4.2), layout="constrained")
    for column, (title, function) in enumerate(titles.items()):
        for row, places in enumerate((list(range(len(order))), list(order))):
            ax = axes[row, column]
            ax.imshow(function(X[:, places]), cmap="RdBu", vmin=-0.9, vmax=0.9)
            ax.set_xticks(range(len(order)), places)
            ax.set_yticks([])
        axes[0, column].set_title(title)
        axes[1, column].set_xlabel("token")
    axes[0, 0].set_ylabel("in order")
    axes[1, 0].set_ylabel("reordered")
    plt.show()


# Part 4


def draw_matrix(ax, matrix, title, ticks, colours="Blues", most=1.0):
    """A matrix, with a cross where it is NaN."""
    ax.imshow(matrix, cmap=colours, vmin=-most if colours == "RdBu" else 0, vmax=most)
    for t, s in np.argwhere(np.isnan(matrix)):
        ax.text(s, t, "×", ha="center", va="center", color="firebrick")
    ax.set_xticks([])
    ax.set_yticks(range(len(ticks)), ticks)
    ax.set_title(title, fontsize="medium")


def draw_masks(attention):
    """Weights under four masks; below, two layers over a sentence that is padded on the left."""
    words = ["the", "cat", "sat", "down", "[pad]", "[pad]", "[pad]"]
    rng = np.random.default_rng(5)
    x = 0.8 * rng.normal(size=(1, 7, 7))
    padding = np.array([[word == "[pad]" for word in words]])
    identity = np.eye(7)[None]  # with values like these the output is the weights
    _, axes = plt.subplots(2, 4, figsize=(12, 6), layout="constrained")
    masks = {"no mask": (None, False), "padding": (padding, False)}
    masks |= {"causal": (None, True), "padding and causal": (padding, True)}
    for ax, (title, mask) in zip(axes[0], masks.items(), strict=True):
        draw_matrix(ax, attention(x, x, identity, *mask)[0], f"weights: {title}", words)
    words, x, padding = np.roll(words, 3), np.roll(x, 3, axis=1), np.roll(padding, 3, axis=1)
    weights = attention(x, x, identity, padding, True)[0]
    draw_matrix(axes[1, 0], weights, "padded on the left: weights", words)
    first = attention(x, x, x, padding, True)
    spoilt = np.where(padding[:, :, None], np.nan, first)
    layers = {"layer 1": first, "layer 2": attention(first, first, first, padding, True)}
    layers["layer 2 after NaN"] = attention(spoilt, spoilt, spoilt, padding, True)
    for ax, (title, output) in zip(axes[1, 1:], layers.items(), strict=True):
        draw_matrix(ax, output[0], f"output of {title}", words, "RdBu", 1.5)
    plt.show()


def draw_heads(multi_head, n_heads=3, n_tokens=7):
    """The weights of each head, read off the output."""
    rng = np.random.default_rng(7)
    d = n_heads * n_tokens
    x = rng.normal(size=(1, n_tokens, d))
    W_q, W_k = 1.3 * rng.normal(size=(2, d, d)) / np.sqrt(d)
    # The value of token s is 1 at feature s of every head, so that head h puts out its weights.
    values = np.eye(n_tokens, d)[None]
    W_v = np.tile(np.eye(n_tokens, d), (n_heads, 1))
    output = multi_head(x, x, values, W_q, W_k, W_v, np.eye(d), n_heads, None, True)
    heads = np.reshape(output, (n_tokens, n_heads, n_tokens)).transpose(1, 0, 2)
    _, axes = plt.subplots(1, n_heads, figsize=(9, 3.2), layout="constrained")
    for h, (ax, weights) in enumerate(zip(axes, heads, strict=True)):
        draw_matrix(ax, weights, f"weights of head {h}, causal", range(n_tokens))
    plt.show()


# Part 5


def peak_megabytes(function, *arguments):
    """Memory that one call takes at its peak."""
    tracemalloc.start()
    try:
        function(*arguments)
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def milliseconds(function, *arguments):
    """Time of the quickest of three calls."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        function(*arguments)
        times.append(1e3 * (time.perf_counter() - start))
    return min(times)


def measured(function, lengths, d_v=32, r=32, patience=1000):
    """Lengths, memory (MB) and time (ms) of function(V, G_K, G_Q); no longer once it gets slow."""
    rows = []
    for n in lengths:
        rng = np.random.default_rng(n)
        arguments = rng.normal(size=(d_v, n)), rng.random((r, n)), rng.random((r, n))
        rows.append((n, peak_megabytes(function, *arguments), milliseconds(function, *arguments)))
        if rows[-1][-1] > patience:
            break
    return np.transpose(rows)


def draw_costs(quadratic, linear):
    """Memory and time of both forms against the length."""
    curves = {"quadratic": measured(quadratic, [128, 256, 512, 1024])}
    curves["yours"] = measured(linear, [128, 256, 512, 1024, 2048, 4096])
    _, axes = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
    for name, (lengths, *costs) in curves.items():
        for ax, cost in zip(axes, costs, strict=True):
            ax.loglog(lengths, cost, "o-", label=name)
    lengths, memory, _ = curves["quadratic"]
    for slope, style in ((2, ":"), (1, "--")):
        line = memory[0] * (lengths / lengths[0]) ** slope
        axes[0].loglog(lengths, line, f"k{style}", linewidth=0.8, label=f"slope {slope}")
    for ax, title in zip(
        axes, ["memory at its peak (MB)", "time on this machine (ms)"], strict=True
    ):
        ax.set_xscale("log", base=2)
        ax.set(xlabel="number of tokens $N$", title=title)
        ax.legend(fontsize="small")
    plt.show()


def draw_crossover(linear, quadratic, crossover):
    """FLOPs of one head against the length, with the crossover marked."""
    _, axes = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
    models = [("GPT-2 small", 64, 1024), ("Llama 3.1 70B", 128, 131072)]
    for ax, (name, d, context) in zip(axes, models, strict=True):
        lengths = np.unique(np.geomspace(1, context, 60).astype(int)).tolist()
        for count, label in [(quadratic, "quadratic"), (linear, "linear")]:
            ax.loglog(lengths, [float(count(n, d, d)) for n in lengths], label=label)
        cross = crossover(d, d)
        ax.axvline(cross, color="grey", linewidth=0.8)
        ax.text(cross, ax.get_ylim()[0], f" $N$ = {cross}", va="bottom", color="grey")
        share = quadratic(context, d, d) / linear(context, d, d)
        title = f"{name}, {context:,} tokens: {share:,.0f} times cheaper"
        ax.set(title=title, xlabel="number of tokens $N$")
        ax.legend(loc="upper left")
    axes[0].set_ylabel("FLOPs of one head, $R = D_v$")
    plt.show()


def draw_linear_weights(linear, causal, n=11, r=3):
    """The weights of both forms: with the identity as values, the output is the weights."""
    rng = np.random.default_rng(11)
    G_K, G_Q = rng.random((2, r, n)) ** 3
    _, axes = plt.subplots(1, 2, figsize=(7, 3.2), layout="constrained")
    for ax, (title, form) in zip(axes, {"5.1": linear, "5.5, causal": causal}.items(), strict=True):
        ax.imshow(form(np.eye(n), G_K, G_Q), cmap="Blues", vmin=0, vmax=0.5)
        ax.set(title=f"{title}: weights ($V = I$)", xlabel="query $n$", xticks=[], yticks=[])
    axes[0].set_ylabel("key $m$")
    plt.show()


# All of it together


def sum_up(models, **yours):
    """Two tables: the gaps of your attentions; what models pay for theirs."""
    rng = np.random.default_rng(13)
    X, order = 0.5 * rng.normal(size=(7, 11)), np.roll(np.arange(11), 4)
    matrices = [m for _ in range(3) for m in (rng.normal(size=(7, 7)) / 4, np.zeros((7, 1)))]

    def masked(X, causal):
        rows = X.T[None]
        return yours["masked"](rows, rows, rows, causal=causal)[0].T

    attentions = {
        "3.1 self-attention": lambda X: yours["self_attention"](X, *matrices),
        "4.1 without a mask": lambda X: masked(X, False),
        "4.1 causal": lambda X: masked(X, True),
        "5.1 linear": lambda X: yours["linear"](X, np.exp(X), np.exp(X)),
        "5.5 linear, causal": lambda X: yours["causal_linear"](X, np.exp(X), np.exp(X)),
    }
    rows = {name: [lambda f=f: yours["gap"](f, X, order)] for name, f in attentions.items()}
    print_table("gap between Sa[XP] and Sa[X]P", [""], rows, "{:.0e}")

    def keys_that_count(d, scale, n=1024, draws=20):
        scores = np.sum(rng.normal(size=(draws, 1, d)) * rng.normal(size=(draws, n, d)), axis=2)
        a = yours["softmax"](scores / scale)
        return np.exp(np.median(-np.sum(a * np.log(a + 1e-300), axis=1)))

    def flops(count, layers, heads, d, n):
        return layers * heads * yours[count](n, d, d)

    rows = {
        "standard deviation of a score": lambda _, h, d, n: (
            yours["moments"](d, 0, 1, 0, 1)[1] ** 0.5
        ),
        "keys of 1,024 that count, unscaled": lambda _, h, d, n: keys_that_count(d, 1),
        "keys of 1,024 that count, scaled": lambda _, h, d, n: keys_that_count(d, d**0.5),
        "linear is cheaper from N =": lambda _, h, d, n: yours["crossover"](d, d),
        "FLOPs of all heads, quadratic": lambda *sizes: flops("quadratic_flops", *sizes),
        "FLOPs of all heads, linear": lambda *sizes: flops("linear_flops", *sizes),
        "bytes of a layer's weights, 2 each": lambda _, h, d, n: 2 * h * n**2,
    }
    rows = {k: [lambda f=f, m=m: f(*m) for m in models.values()] for k, f in rows.items()}
    print_table("at full length", list(models), rows, "{:.3g}")


def print_table(title, columns, rows, form):
    """Print what the functions in rows give; a line that can't be computed says so."""
    print(f"{title:36}" + "".join(f"{column:>16}" for column in columns))
    for name, values in rows.items():
        cells = []
        for value in values:
            try:
                cells.append(form.format(value()))
            except NotImplementedError:
                cells.append("not answered")
            except Exception as error:
                cells.append(type(error).__name__)
        print(f"{name:36}" + "".join(f"{cell:>16}" for cell in cells))
    print()
