import matplotlib.pyplot as plt
import numpy as np


# %%
# A picture of your softmax and of its derivatives.
def draw_saturation(softmax, jacobian, z=(-3.0, 1.0, 100.0, 5.0, -1.0)):
    """Outputs and slopes while the third score rises, and the Jacobian at z."""
    _, axes = plt.subplots(3, 1, figsize=(5.5, 10.5), layout="constrained")
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
        ax.text(j, i, text, ha="center", va="center", fontsize=8, color=colour)
    ax.set_xticks(range(5), [f"$z_{j}$" for j in range(1, 6)])
    ax.set_yticks(range(5), [f"$y_{i}$" for i in range(1, 6)])
    ax.set(title=r"your $\partial y_i/\partial z_j$ at $z_3 = 100$; blank: 0")
