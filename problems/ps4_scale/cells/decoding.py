import matplotlib.pyplot as plt
import numpy as np

from ...shared.previews import check_each, preview_choice, preview_shape, warn


# %%
# Sanity checks, and pictures of your answers in part 2.
def preview_parts(function, value, shapes):
    """Check that a tuple has these parts: name -> shape."""
    names = f"({', '.join(shapes)})"
    assert value is not None, f"{function}: expected {names}, not None; is a return missing?"
    several = isinstance(value, (tuple, list))
    assert several, f"{function}: expected {names}, not {type(value).__name__}"
    assert len(value) == len(shapes), f"{function}: expected {names}, not {len(value)} parts"
    parts = zip(shapes.items(), value, strict=True)
    check_each({what: (what, part, shape) for (what, shape), part in parts}, preview_shape)


def preview_entries(function, found, names):
    """Check that a dict has a number for each of these names.

    A missing entry is a remark; only a dict without any number is an error.
    """
    assert isinstance(found, dict), f"{function}: expected a dict, not {type(found).__name__}"
    assert {*names} & {*found}, f"{function} has none of the entries {', '.join(names)}"
    check_each({name: (name, found.get(name), ()) for name in names}, preview_shape)
    for name in found.keys() - set(names):
        warn(f"not asked for: {name}")


def preview_options(entry, chosen, sizes, options):
    """Check that an entry is a dict with an option for each of these sizes."""
    keys = " and ".join(sizes)
    assert chosen is not None, f"{entry}: expected a dict with {keys}; there is none yet"
    kind = f"the {type(chosen).__name__} {chosen!r:.40}"
    assert isinstance(chosen, dict), f"{entry}: expected a dict with {keys}, not {kind}"
    for size in sizes:
        preview_choice(f"{entry}, {size}", chosen.get(size), options)


GPT2_SMALL_DECODER = {"n_layers": 12, "d": 768, "context": 1024}


def draw_decoding(append_token, append_flops, recompute_flops, n_tokens=14):
    """Draw the weights of tokens that are appended one by one, and the cost with and without a cache."""
    n_layers, d, context = GPT2_SMALL_DECODER.values()
    lengths = np.arange(context)
    counts = {"without a cache": recompute_flops, "with a cache": append_flops}
    _, axes = plt.subplots(3, 1, figsize=(5, 10), layout="constrained")
    draw_weights(axes[0], append_token, n_tokens)
    totals = {}
    for name, count in counts.items():
        costs = np.array([float(n_layers * count(int(n), d)) for n in lengths])
        totals[name] = costs.cumsum()
        style = "-" if count is append_flops else "--"
        axes[1].loglog(lengths + 1, costs, style, label=name)
        axes[2].loglog(lengths + 1, totals[name], style, label=name)
    axes[1].set(title="cost of one more token", xlabel="place in the text", ylabel="FLOPs")
    axes[2].set(title="cost of the text so far", xlabel="tokens written", ylabel="FLOPs")
    for ax in axes[1:]:
        ax.set_xscale("log", base=2)
        ax.legend()
    plt.show()
    print(f"Attention heads of GPT-2 small, {n_layers} layers of width {d}, {context:,} tokens:")
    for name, total in totals.items():
        print(f"  {name:16} {total[-1]:.3g} FLOPs by your count")


def draw_weights(ax, append_token, n_tokens):
    """Append tokens whose values are unit vectors, so that the outputs are the weights."""
    rng = np.random.default_rng(41)
    X = rng.normal(size=(n_tokens, n_tokens))
    W_q, W_k = 1.2 * rng.normal(size=(2, n_tokens, n_tokens)) / np.sqrt(n_tokens)
    params = {"W_q": W_q, "W_k": W_k, "W_v": np.linalg.inv(X.T)}
    K, V = np.empty((2, 0, n_tokens))
    rows = []
    for x in X:
        out, K, V = append_token(x, K, V, params)
        rows.append(out)
    picture = ax.imshow(rows, cmap="Blues", vmin=0, vmax=1)
    ax.figure.colorbar(picture, ax=ax, label="weight")
    ax.set(title="weights by your append_token", xlabel="seen token $s$", ylabel="new token $t$")
    ticks = np.arange(0, n_tokens, 4)
    ax.set_xticks(ticks, ticks + 1)
    ax.set_yticks(ticks, ticks + 1)


def block_state(scores, values):
    """Return the state (m, l, o) of a block of keys."""
    m = scores.max()
    powers = np.exp(scores - m)
    return float(m), float(powers.sum()), powers @ values


def output_of(state):
    """Return the output of a query with this state (m, l, o)."""
    return np.asarray(state[2]) / state[1]


def draw_blocks(merge, n_blocks=16, size=64, d=8):
    """Draw how a query meets 1,024 keys in blocks: in order, from the end, and by a tree of pairs."""
    rng = np.random.default_rng(43)
    scores = 3 * rng.normal(size=(n_blocks, size)) + np.linspace(0, 6, n_blocks)[:, None]
    values = rng.normal(size=(n_blocks, size, d))
    states = [block_state(s, v) for s, v in zip(scores, values, strict=True)]
    whole = block_state(scores.ravel(), values.reshape(-1, d))
    run = [states[0]]
    for state in states[1:]:
        run.append(merge(run[-1], state))
    backwards = states[-1]
    for state in states[-2::-1]:
        backwards = merge(backwards, state)
    tree = list(states)
    while len(tree) > 1:
        tree = [merge(a, b) for a, b in zip(tree[::2], tree[1::2], strict=True)]
    _, axes = plt.subplots(2, 1, figsize=(5, 6), layout="constrained")
    blocks = np.arange(1, n_blocks + 1)
    axes[0].plot(blocks, [state[0] for state in states], "o", color="grey", label="of this block")
    axes[0].step(
        blocks, [state[0] for state in run], where="post", label="of all blocks so far, merged"
    )
    axes[0].set(title="largest score", xlabel="block", ylabel="$m$")
    axes[0].legend()
    far = [np.abs(output_of(state) - output_of(whole)).max() for state in run]
    axes[1].plot(blocks, far, "o-")
    axes[1].set(title="$o/l$: difference of the blocks so far from all blocks")
    axes[1].set(xlabel="blocks seen", ylabel="largest entry")
    plt.show()
    print("Largest difference from the state of all keys at once (relative for l)")
    print(f"{'':14}{'m':>10}{'l':>10}{'o / l':>10}")
    orders = {"in a row": run[-1], "from the end": backwards, "tree": tree[0]}
    for name, state in orders.items():
        of_output = np.abs(output_of(state) - output_of(whole)).max()
        of_m, of_l = abs(state[0] - whole[0]), abs(state[1] / whole[1] - 1)
        print(f"{name:14}{of_m:10.1e}{of_l:10.1e}{of_output:10.1e}")
