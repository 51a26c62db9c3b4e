heights = np.linspace(0, 30, 61)
step = 1e-4


def outputs_at(height):
    e = np.exp([-3.0, 1.0, height, 5.0, -1.0])
    return e / e.sum()


slopes = [(outputs_at(h + step) - outputs_at(h - step)) / (2 * step) for h in heights]
_, (left, right) = plt.subplots(1, 2, figsize=(11, 3.4), layout="constrained")
left.plot(heights, [outputs_at(h) for h in heights], label=[f"$y_{i}$" for i in range(1, 6)])
left.set(xlabel="$z_3$", ylabel="output")
left.legend(loc="center right")
for i, sizes in enumerate(np.abs(slopes).T, 1):
    # The lines of y_3 and y_4 meet: one is broad and pale, the other lies on it.
    look = dict(linewidth=5, alpha=0.4) if i == 3 else dict(linestyle="--")
    right.semilogy(heights, sizes, label=f"$y_{i}$", **look)
right.set(xlabel="$z_3$", ylabel="size of the slope in $z_3$", ylim=(1e-16, 10))
right.legend(loc="lower left", ncols=5, fontsize="small")
plt.show()
