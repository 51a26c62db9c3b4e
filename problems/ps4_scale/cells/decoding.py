import matplotlib.pyplot as plt
import numpy as np

from ...shared.previews import preview_shape


# %%
# A sanity check, and pictures of your answers in part 2.
def preview_parts(function, value, shapes):
    """Say whether a tuple has these parts: name -> shape."""
    names = f"({', '.join(shapes)})"
    assert value is not None, f"{function}: expected {names}, not None; is a return missing?"
    several = isinstance(value, (tuple, list))
    assert several, f"{function}: expected {names}, not {type(value).__name__}"
    assert len(value) == len(shapes), f"{function}: expected {names}, not {len(value)} parts"
    for (what, shape), part in zip(shapes.items(), value, strict=True):
        preview_shape(what, part, shape)


GPT2_SMALL_DECODER = {"n_layers": 12, "d": 768, "context": 1024}


def draw_decoding(append_token, append_flops, recompute_flops, n_tokens=14):
    """Weights of tokens that are appended one by one; cost with and without a cache."""
    n_layers, d, context = GPT2_SMALL_DECODER.values()
    lengths = np.arange(context)
    counts = {"without a cache": recompute_flops, "with a cache": append_flops}
    _, axes = plt.subplots(3, 1, figsize=(5, 10), layout="constrained")
    draw_weights(axes[0], append_token, n_tokens)
    totals = {}
    for name, count in counts.items():
        costs = np.array([float(n_layers * count(int(n), d)) for n in lengths])
        totals[name] = costs.cumsum()
        axes[1].loglog(lengths + 1, costs, label=name)
        axes[2].loglog(lengths + 1, totals[name], label=name)
    axes[1].set(title="FLOPs of one more token", xlabel="its place in the text")
    axes[2].set(title="FLOPs of the text so far", xlabel="tokens written")
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
    ax.imshow(rows, cmap="Blues", vmin=0, vmax=1)
    ax.set(title="weights, token by token", xlabel="seen", ylabel="token", xticks=[], yticks=[])


def block_state(scores, values):
    """The state (m, l, o) of a block of keys."""
    m = scores.max()
    powers = np.exp(scores - m)
    return float(m), float(powers.sum()), powers @ values


def output_of(state):
    """The output of a query with this state (m, l, o)."""
    return np.asarray(state[2]) / state[1]


def draw_blocks(merge, n_blocks=16, size=64, d=8):
    """A query meets 1,024 keys block by block: in a row, from the end, in pairs of pairs."""
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
    axes[0].plot(blocks, [state[0] for state in states], "o", color="grey", label="of each block")
    axes[0].step(blocks, [state[0] for state in run], where="post", label="of all so far, merged")
    axes[0].set(title="largest score $m$", xlabel="block")
    axes[0].legend()
    far = [np.abs(output_of(state) - output_of(whole)).max() for state in run]
    axes[1].plot(blocks, far, "o-")
    axes[1].set(title="distance of $o/l$ from the output", xlabel="blocks seen")
    plt.show()
    print("Largest difference from the state of all keys at once (of l relative)")
    print(f"{'':14}{'m':>10}{'l':>10}{'o / l':>10}")
    orders = {"in a row": run[-1], "from the end": backwards, "tree": tree[0]}
    for name, state in orders.items():
        of_output = np.abs(output_of(state) - output_of(whole)).max()
        of_m, of_l = abs(state[0] - whole[0]), abs(state[1] / whole[1] - 1)
        print(f"{name:14}{of_m:10.1e}{of_l:10.1e}{of_output:10.1e}")
