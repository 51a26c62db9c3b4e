# Windows as a mask, sanity checks, and pictures of your answers in part 4.
def window_mask(h, w, size):
    """True where patches i and j lie in the same of the windows of size × size; bool (h w, h w)."""
    window = np.add.outer(w * (np.arange(h) // size), np.arange(w) // size).ravel()
    return np.equal.outer(window, window)


@sanity_check()
def preview_mask(function, h, w, *r):
    """Say whether a function that builds a mask gives bools of the right shape."""
    mask, what = function(h, w, *r), function.__name__
    assert mask is not None, f"{what}: there is nothing; is a return missing?"
    mask = np.asarray(mask)
    assert mask.dtype.kind in "biuf", f"{what}: expected bools, not {mask.dtype}"
    assert mask.shape == (h * w, h * w), (
        f"{what}: the shape is {mask.shape}, expected {(h * w,) * 2}"
    )
    kind = "" if mask.dtype == bool else f"; its type is {mask.dtype}, bool is asked for"
    print(f"{what}: shape {mask.shape}, as asked{kind}. The entries were not looked at.")


def patterns_of(local_mask, axial_mask, h, w):
    """The patterns on h × w patches, by name."""
    local = {f"local, r = {r}": np.asarray(local_mask(h, w, r)) > 0 for r in (1, 2, 3)}
    axial = np.asarray(axial_mask(h, w)) > 0
    return {**local, "axial": axial, "windows 4 × 4": window_mask(h, w, 4)}


def draw_patterns(local_mask, axial_mask, h=12, w=16):
    """Above what two patches see by your masks, below the masks themselves."""
    patterns = patterns_of(local_mask, axial_mask, h, w)
    del patterns["local, r = 1"], patterns["local, r = 3"]
    _, axes = plt.subplots(2, 3, figsize=(10, 7), layout="constrained")
    for (name, mask), (above, below) in zip(patterns.items(), axes.T, strict=True):
        seen = np.zeros((h, w))
        for y, x in ((1, 0), (9, 11)):
            seen += mask[y * w + x].reshape(h, w)
            above.plot(x, y, "o", color="firebrick")
        above.imshow(seen, cmap="Blues", vmax=2)
        above.set(title=f"{name}: seen by two patches", xticks=[], yticks=[])
        below.imshow(mask, cmap="Blues", interpolation="none")
        below.set(title=f"its mask, {h * w} × {h * w}", xticks=[], yticks=[])
    plt.show()


def layers_needed(mask):
    """After how many layers every patch can know of every other; None for never."""
    known, before = np.eye(len(mask)), -1
    for layer in range(len(mask) + 1):
        if known.all():
            return layer
        if np.sum(known) == before:
            return None
        before = np.sum(known)
        known = (known @ mask > 0).astype(float)
    return None


def print_patterns(local_mask, axial_mask, local_pairs, axial_pairs, side=16):
    """Pairs by your masks and by your counts, their share of all, and how far news travels."""
    counts = {f"local, r = {r}": lambda r=r: local_pairs(side, side, r) for r in (1, 2, 3)}
    counts["axial"] = lambda: axial_pairs(side, side)
    lines = []  # printed once all of them are there
    for name, mask in patterns_of(local_mask, axial_mask, side, side).items():
        pairs, layers = int(mask.sum()), layers_needed(mask)
        counted = f"{counts[name]():,}" if name in counts else ""
        lines.append(
            f"{name:16}{pairs:13,}{counted:>13}{pairs / side**4:13.1%}"
            f"{'never' if layers is None else layers:>13}"
        )
    print(f"{side} × {side} patches; layers: until every patch can know of every other")
    head = ("your mask", "your count", "share", "layers")
    print(f"{'':16}" + "".join(f"{text:>13}" for text in head), *lines, sep="\n")
    print_large(local_pairs, axial_pairs)


def print_large(local_pairs, axial_pairs, side=64):
    """What the patterns leave of a large image, at the size that SAM reads: 64 patches of 16."""
    print(f"\n{side} × {side} patches, an image of SAM: share of all pairs by your counts")
    for name, count, r in (("local, r = 7", local_pairs, (7,)), ("axial", axial_pairs, ())):
        if seconds_of(count, 16, 16, *r) * (side / 16) ** 4 > 10:
            print(f"{name:16} with your answer this would take too long: find a formula")
        else:
            print(f"{name:16}{count(side, side, *r) / side**4:13.1%}")


def draw_davit(patches, channels, d=512):
    """Cost of both kinds of attention as the image grows."""
    at_real_sizes(patches, channels)
    sides = np.arange(4, 65, 2)
    _, ax = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for name, count in {"patches attend": patches, "channels attend": channels}.items():
        ax.loglog(sides**2, [float(count(int(s) ** 2, d)) for s in sides], label=name)
    ax.axvline(256, color="grey", linewidth=0.8)
    ax.text(256, ax.get_ylim()[1], " 16 × 16 patches", va="top", color="grey")
    ax.set(xlabel="number of patches $n$", ylabel="FLOPs", title=f"$d$ = {d} channels")
    ax.legend(loc="lower right")
    plt.show()
    print(f"16 × 16 patches, {d} channels, by your counts:")
    for name, count in {"patches attend": patches, "channels attend": channels}.items():
        print(f"  {name:16}{count(256, d):15,} FLOPs")
