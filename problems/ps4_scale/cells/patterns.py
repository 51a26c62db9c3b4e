import matplotlib.pyplot as plt
import numpy as np

from ...shared.previews import sanity_check, warn


# %%
# The mask of windows, sanity checks, and pictures of your answers in part 5.
from functools import partial


def window_mask(h, w, size):
    """bool (h w, h w): True if patches i and j are in one window of size × size."""
    window = np.add.outer(w * (np.arange(h) // size), np.arange(w) // size).ravel()
    return np.equal.outer(window, window)


@sanity_check()
def preview_mask(function, h, w, *r):
    """Check that a function returns a mask of the right shape."""
    mask, what = function(h, w, *r), function.__name__
    assert mask is not None, f"{what}: nothing is returned; is a return missing?"
    mask = np.asarray(mask)
    assert mask.dtype.kind in "biuf", f"{what}: expected bools, not {mask.dtype}"
    assert mask.shape == (h * w, h * w), (
        f"{what}: the shape is {mask.shape}, expected {(h * w,) * 2}"
    )
    print(f"{what}: shape {mask.shape}, as asked. This check doesn't compare the entries.")
    if mask.dtype != bool:
        warn(f"{what}: its type is {mask.dtype}, and bool is asked for.")


def patterns_of(local_mask, axial_mask, h, w):
    """Return the patterns on h × w patches, by name."""
    local = {f"local, r = {r}": np.asarray(local_mask(h, w, r)) > 0 for r in (1, 2, 3)}
    axial = np.asarray(axial_mask(h, w)) > 0
    return {**local, "axial": axial, "windows 4 × 4": window_mask(h, w, 4)}


def draw_patterns(local_mask, axial_mask, h=12, w=16):
    """Draw the patches that two patches see by your masks, and the masks themselves."""
    patterns = patterns_of(local_mask, axial_mask, h, w)
    del patterns["local, r = 1"], patterns["local, r = 3"]
    figure, axes = plt.subplots(3, 2, figsize=(5.8, 6.6), layout="constrained")
    for (name, mask), (above, below) in zip(patterns.items(), axes, strict=True):
        seen = np.zeros((h, w))
        for y, x in ((1, 0), (9, 11)):
            seen += mask[y * w + x].reshape(h, w)
            above.plot(x, y, "o", color="firebrick")
        both = above.imshow(seen, cmap=plt.get_cmap("Blues", 3), vmin=-0.5, vmax=2.5)
        above.set(title=name, xlabel="column $x$", ylabel="row $y$")
        above.set(xticks=[0, w - 1], yticks=[0, h - 1])
        whole = below.imshow(
            mask, cmap=plt.get_cmap("Blues", 2), interpolation="none", vmin=0, vmax=1
        )
        below.set(title="its mask", xlabel="patch $j$", ylabel="patch $i$")
        below.set(xticks=[0, h * w - 1], yticks=[0, h * w - 1])
    figure.colorbar(
        both, ax=axes[:, 0], ticks=[0, 1, 2], aspect=30, shrink=0.6, label="dots that see the patch"
    )
    bar = figure.colorbar(whole, ax=axes[:, 1], ticks=[0.25, 0.75], aspect=30, shrink=0.6)
    bar.ax.set_yticklabels(["False", "True"])
    plt.show()


def layers_needed(mask):
    """Return the number of layers until every patch reaches every patch; None for never."""
    known, layers = np.eye(len(mask), dtype=np.float32), 0
    powers = [mask.astype(np.float32)]  # of 1, 2, 4, 8, … layers
    while 2 ** len(powers) < 2 * len(mask) ** 2:  # more layers never help
        powers.append((powers[-1] @ powers[-1] > 0).astype(np.float32))
    if not powers[-1].all():
        return None
    for k in reversed(range(len(powers))):
        more = (known @ powers[k] > 0).astype(np.float32)
        if not more.all():
            known, layers = more, layers + 2**k
    return layers + 1


def line_of(name, mask, counted=None):
    """Return a line of the table: pairs, a count of them, their share, and the number of layers."""
    mask = np.asarray(mask) > 0
    pairs, layers = int(mask.sum()), layers_needed(mask)
    reach = "never" if layers is None else layers
    count = "" if counted is None else f"{counted:>11}"
    return f"{name:14}{pairs:10,}{count}{pairs / mask.size:8.1%}{reach:>8}"


def print_lines(lines, side, count=""):
    """Print lines of a table. count: the heading of the counts, if there are any."""
    print(f"{side} × {side} patches; layers until every patch has information from every patch")
    print(f"{'':14}{'your mask':>10}{count}{'share':>8}{'layers':>8}", *lines, sep="\n")


def print_patterns(local_mask, axial_mask, local_pairs, axial_pairs, side=16):
    """Print the pairs by your masks and by your counts."""
    counts = {f"local, r = {r}": partial(local_pairs, side, side, r) for r in (1, 2, 3)}
    counts["axial"] = partial(axial_pairs, side, side)
    lines = []  # printed when all are complete
    for name, mask in patterns_of(local_mask, axial_mask, side, side).items():
        lines.append(line_of(name, mask, f"{counts[name]():,}" if name in counts else "–"))
    print_lines(lines, side, f"{'your count':>11}")


def print_large(local_pairs, axial_pairs, side=64):
    """Print the shares of pairs in a large image. SAM reads 64 × 64 patches of 16 × 16 pixels."""
    shares = {"local, r = 7": local_pairs(side, side, 7), "axial": axial_pairs(side, side)}
    print(f"{side} × {side} patches, an image of SAM: share of all pairs by your counts")
    for name, count in shares.items():
        print(f"{name:14}{count / side**4:8.1%}")


def print_own(own_mask, own_mask_2, side=16):
    """Print the pairs and layers of your own patterns, and their share when an image grows."""
    patterns = {"own_mask": own_mask, "own_mask_2": own_mask_2}
    print_lines([line_of(name, f(side, side)) for name, f in patterns.items()], side)
    for name, function in patterns.items():
        few, many = (np.mean(np.asarray(function(n, n * 7 // 5)) > 0) for n in (10, 20))
        print(f"{name}: {few:.2%} of all pairs on 10 × 14 patches, {many:.2%} on 20 × 28,")
        print(f"    where at most {0.75 * few:.2%} are allowed")
    for h, w in ((3, 3), (3, 7), (8, 4)):
        layers = (layers_needed(np.asarray(f(h, w)) > 0) for f in patterns.values())
        found = " and ".join("never" if n is None else str(n) for n in layers)
        print(f"{h} × {w} patches: layers {found}, at most {h + w} are asked for")
    if all(np.array_equal(own_mask(*size), own_mask_2(*size)) for size in ((8, 4), (10, 14))):
        warn("own_mask_2 returns the same masks as own_mask.")


def draw_davit(patches, channels, d=128):
    """Draw the cost of both kinds of attention as the image grows."""
    sides = np.arange(4, 65, 2)
    curves = {"patches attend": patches, "channels attend": channels}
    curves = {name: [float(f(int(s) ** 2, d)) for s in sides] for name, f in curves.items()}
    _, ax = plt.subplots(figsize=(5.5, 3.6), layout="constrained")
    for (name, costs), style in zip(curves.items(), ("-", "--"), strict=True):
        ax.loglog(sides**2, costs, style, label=name)
    ax.set(xlabel="number of patches $L$", ylabel="FLOPs", title=f"$d$ = {d} channels")
    ax.legend(loc="upper left")
    plt.show()
