import matplotlib.pyplot as plt
import numpy as np

from ...shared.needs import needs

# %%
# Figures of your answers on layer norm, BERT's masks and attention on a grid.
N_BLOCKS, WIDTH = 24, 64


def draw_stream(layer_norm, n_tokens=16):
    """Draw four tokens before and after layer norm, and the size of tokens in 24 blocks."""
    rng = np.random.default_rng(31)
    ones, zeros = np.ones(WIDTH), np.zeros(WIDTH)
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    tokens = ((0.1, 0.0, "o"), (1.0, -3.0, "x"), (2.0, 2.0, "^"), (0.5, 4.0, "s"))
    for size, centre, marker in tokens:
        x = centre + size * rng.normal(size=(1, WIDTH))
        label = f"mean {centre:g}, spread {size:g}"
        y = layer_norm(x, ones, zeros, 1e-5)[0]
        axes[0].plot(x[0], y, marker, markersize=4, fillstyle="none", label=label)
    axes[0].set(title="four tokens", xlabel="entry of a token", ylabel="entry after layer norm")
    axes[0].legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2)

    def norm(x):
        return layer_norm(x, ones, zeros, 1e-5)

    blocks = {
        "none": lambda x, branch: x + branch(x),
        "after each sum (2017)": lambda x, branch: norm(x + branch(x)),
        "in each branch (GPT-2)": lambda x, branch: x + branch(norm(x)),
    }
    for (name, block), style in zip(blocks.items(), ("k:", "s--", "o-"), strict=True):
        x, sizes = 3 * rng.normal(size=(n_tokens, WIDTH)), []
        for W_1, W_2 in random_branches(7, N_BLOCKS):
            sizes.append(np.sqrt(np.mean(x**2)))
            x = block(x, lambda h, W_1=W_1, W_2=W_2: np.maximum(h @ W_1, 0) @ W_2)
        axes[1].semilogy(sizes, style, markersize=3, label=f"layer norm: {name}")
    axes[1].set(title="the stream", xlabel="block", ylabel="root mean square of the entries")
    axes[1].legend(fontsize="small")
    plt.show()


def random_branches(seed, n_blocks):
    """Yield the matrices W_1, W_2 of untrained branches relu(x W_1) W_2."""
    rng = np.random.default_rng(seed)
    for _ in range(n_blocks):
        yield rng.normal(size=(2, WIDTH, WIDTH)) * np.sqrt([[[2 / WIDTH]], [[1 / WIDTH]]])


def draw_spheres(layer_norm, radius):
    """Draw tokens of three features, and print the lengths of tokens in two models."""
    with needs("questions 3.2 and 3.4"):
        draw_rings(layer_norm, radius)
        print_lengths(radius)


def draw_rings(layer_norm, radius, gamma=1.5):
    """Draw tokens of three features, seen along (1, 1, 1): the three axes look alike."""
    rng = np.random.default_rng(32)
    spreads = (0.3, 1.0, 3.0)
    u, v = np.array([1, -1, 0]) / np.sqrt(2), np.array([1, 1, -2]) / np.sqrt(6)
    tokens = {}
    for spread in spreads:  # on a ring: the variance of each token is spread²
        angles = rng.uniform(0, 2 * np.pi, size=(60, 1))
        ring = spread * np.sqrt(3) * (np.cos(angles) * u + np.sin(angles) * v)
        tokens[spread] = ring + rng.normal(size=(60, 1))
    panels = {"x": None, "y, eps = 0": 0.0, "y, eps = 1": 1.0}
    _, axes = plt.subplots(3, 1, figsize=(4, 11), layout="constrained")
    for ax, (title, eps) in zip(axes, panels.items(), strict=True):
        for (spread, x), marker in zip(tokens.items(), "o^s", strict=True):
            points = x if eps is None else layer_norm(x, gamma, 0.0, eps)
            ax.plot(points @ u, points @ v, marker, markersize=4, label=f"variance {spread**2:.2g}")
            if eps is not None:
                around = float(radius(gamma, spread**2, 3, eps))
                ax.add_patch(plt.Circle((0, 0), abs(around), fill=False, color="grey"))
        ax.set_aspect("equal")
        ax.set(title=title if eps is None else f"{title}; circles: your lengths")
        ax.set(xlabel="along (1, −1, 0)", ylabel="along (1, 1, −2)")
    axes[0].legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3)
    plt.show()


def print_lengths(radius):
    """Print the lengths of tokens in two models by this function, for some variances."""
    for name, d in (("GPT-2 small", 768), ("as wide as Llama 3.1 70B", 8_192)):
        print(f"{name}: {d:,} features, gamma = 1, eps = 1e-5")
        for variance in (1e-6, 1e-2, 1):
            print(
                f"    variance {variance:<6g} length of y − beta {radius(1, variance, d, 1e-5):.4g}"
            )


def draw_gradients(layer_norm, backward, n_tokens=16):
    """Draw the size of dx for small and large x, and the last gradient in models of many depths."""
    rng = np.random.default_rng(33)
    ones, zeros = np.ones(WIDTH), np.zeros(WIDTH)
    x, dy = rng.normal(size=(2, n_tokens, WIDTH))
    scales = np.geomspace(1e-5, 1e3, 33)
    _, axes = plt.subplots(2, 1, figsize=(5.5, 7), layout="constrained")
    sizes = [np.linalg.norm(backward(dy, scale * x, ones, 1e-5)[0]) for scale in scales]
    axes[0].loglog(scales, sizes, "o-", markersize=3)
    axes[0].axvline(np.sqrt(1e-5), color="grey", linewidth=0.8)
    axes[0].text(np.sqrt(1e-5) / 1.4, 1, r"variance = $\varepsilon$", color="grey", ha="right")
    axes[0].set(title="gradient of small and large tokens", xlabel="spread of $x$")
    axes[0].set(ylabel="norm of $dx$")

    def last_gradient(inside, n_blocks, seed):
        """Return the root mean square of dW_2 in the last block, just below the output."""

        def norm(h):
            return layer_norm(h, ones, zeros, 1e-5)

        h = x
        for W_1, W_2 in random_branches(seed, n_blocks):
            hidden = np.maximum((norm(h) if inside else h) @ W_1, 0)
            total = h + hidden @ W_2
            h = total if inside else norm(total)
        # The last layer norm stands after the last sum in both models.
        d = backward(dy, total, ones, 1e-5)[0]
        return np.sqrt(np.mean((hidden.T @ d) ** 2))

    depths = np.array([6, 12, 24, 48, 96])
    for name, inside, style in (
        ("after each sum (2017)", 0, "s--"),
        ("in each branch (GPT-2)", 1, "o-"),
    ):
        of_last = [np.mean([last_gradient(inside, n, seed) for seed in range(5)]) for n in depths]
        axes[1].loglog(depths, of_last, style, markersize=3, label=f"layer norm {name}")
    axes[1].set(title="gradient of $W_2$ in the last block", xlabel="number of blocks")
    axes[1].set(ylabel="root mean square of $dW_2$", ylim=(0.2, 10))
    axes[1].set_xticks(depths, labels=depths)
    axes[1].set_yticks(levels := [0.2, 0.5, 1, 2, 5, 10], labels=levels)
    axes[1].minorticks_off()
    axes[1].legend(fontsize="small")
    plt.show()


# Training a BERT

SENTENCE = ["the", "block", "looks", "like", "this", "because", "attention", "has", "no", "notion"]
SENTENCE += ["of", "place", "and", "no", "memory"]
OTHERS = ["a", "cat", "dog", "moon", "sat", "green", "run", "slowly", "tea", "river", "seven"]


def draw_masks(bert_mask, seeds=range(5)):
    """Draw what bert_mask makes of a sentence, for some seeds."""
    words = [*sorted({*SENTENCE, *OTHERS}), "<mask>"]
    tokens = np.array([words.index(word) for word in SENTENCE])
    looks = {  # of a box: its colour, and its hatching
        "as it was": ("white", ""),
        "<mask>": ("#cfe2f3", "xx"),
        "random": ("#f4cccc", "//"),
        "kept": ("#d9ead3", ".."),
    }

    def box(kind, *corner, width, height):
        colour, hatch = looks[kind]
        place = (corner, width, height)
        return plt.Rectangle(*place, facecolor=colour, hatch=hatch, edgecolor="#bbbbbb")

    _, ax = plt.subplots(figsize=(5.5, 5.5), layout="constrained")
    for column, seed in enumerate(seeds):
        inputs, targets = bert_mask(tokens, len(words) - 1, len(words), seed)
        for place, (token, target) in enumerate(zip(inputs, targets, strict=True)):
            kind = "as it was"
            if target != -1:
                kind = "kept" if token == tokens[place] else "random"
                kind = "<mask>" if token == len(words) - 1 else kind
            ax.add_patch(box(kind, column, -place, width=0.96, height=0.9))
            at = (column + 0.48, 0.45 - place)
            behind = dict(boxstyle="square,pad=0.1", facecolor="white", edgecolor="none", alpha=0.8)
            text = ax.text(*at, words[int(token)], ha="center", va="center", fontsize=10)
            text.set_bbox(behind if kind != "as it was" else None)
    ax.set(xlim=(0, len(seeds)), ylim=(1 - len(SENTENCE), 1), xticks=[], yticks=[])
    boxes = [box(kind, 0, 0, width=1, height=1) for kind in looks]
    names = ["not chosen", *(f"to be predicted: {kind}" for kind in list(looks)[1:])]
    ax.legend(boxes, names, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, frameon=False)
    ax.set_title("one sentence, from top to bottom; one column per seed")
    plt.show()


# Attention on a grid

PICTURE = ["RRGGGGGGGGBB", "RRRGGGGGGBBB", "GRRGGGGGGGBB", "GGGGGGGGGGGG"]  # its rows
PICTURE += ["GGGGGGGGGGGG", "GGGBBBGGGGRR", "GGBBBBGGGRRR", "GGGBBBGGGGRR"]


def features_of_picture():
    """Return each cell's colour and a unit vector for its place: (12, 8, 6), x to the right."""
    colours = np.array([[np.eye(3)["RGB".index(row[x])] for row in PICTURE] for x in range(12)])
    right, down = np.meshgrid(
        np.linspace(-0.55, 0.55, 12), np.linspace(-0.35, 0.35, 8), indexing="ij"
    )
    place = [np.cos(down) * np.cos(right), np.cos(down) * np.sin(right), np.sin(down)]
    return np.concatenate([colours, np.stack(place, axis=2)], axis=2)


def draw_maps(attention, cells=((1, 1), (4, 6))):
    """Draw the image and the weights of two heads: one compares colours, the other places."""
    h = features_of_picture()
    colour, place = np.eye(3, 6), np.eye(3, 6, 3)
    W_Q = np.stack([4 * colour, 150 * place])
    W_K = W_V = np.stack([colour, place])
    _, alpha = attention(h, W_Q, W_K, W_V)
    _, axes = plt.subplots(3, len(cells), figsize=(5.8, 6.6), layout="constrained")
    for (top, *below), (x, y) in zip(axes.T, cells, strict=True):
        top.imshow(0.4 + 0.6 * h[:, :, :3].swapaxes(0, 1))
        for (row, column), letter in np.ndenumerate([list(line) for line in PICTURE]):
            top.text(column, row, letter, ha="center", va="center", fontsize=8)
        top.set_title(f"image; query at x = {x}, y = {y}", fontsize="medium")
        for ax, head, name in zip(below, alpha, ("colours", "places"), strict=True):
            shown = ax.imshow(head[x, y].T, cmap="Greys", vmin=0)
            ax.figure.colorbar(shown, ax=ax, shrink=0.7)
            ax.set_title(f"weights, by {name}", fontsize="medium")
        for ax in (top, *below):
            for colour, width in (("white", 4), ("black", 2)):  # seen on any cell
                box = plt.Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, ec=colour, lw=width)
                ax.add_patch(box)
            ax.set(xticks=[0, 5, 10], yticks=[0, 3, 6], xlabel="$x$", ylabel="$y$")
    plt.show()
