import matplotlib.pyplot as plt
import numpy as np

# %%
# A figure of the softmax and of your derivatives.
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))  # of the lines of y_1 to y_5


def draw_saturation(jacobian, z=(-3.0, 1.0, 100.0, 5.0, -1.0)):
    """Draw outputs and slopes while the third score rises, and the Jacobian at z."""
    _, axes = plt.subplots(3, 1, figsize=(5.5, 10.5), layout="constrained")
    draw_outputs(axes[0], moved(z, 13))
    scores = moved(z, 100)
    slopes = np.abs([jacobian(s)[:, 2] for s in scores])
    for i, style in enumerate(STYLES):
        # Two lines coincide: the thick one of y_3 lies below the other.
        look = dict(lw=5, alpha=0.4) if i == 2 else {}
        axes[1].semilogy(scores[:, 2], slopes[:, i], ls=style, label=f"$y_{i + 1}$", **look)
    axes[1].legend(loc="lower left", handlelength=3)
    title = r"size of $\partial y_i/\partial z_3$ (a line ends at 0)"
    axes[1].set(title=title, xlabel="$z_3$", ylim=(1e-50, 10))
    draw_powers(axes[2], np.asarray(jacobian(np.array(z))))
    plt.show()


def moved(z, top):
    """Return 101 copies of z, in which the third score rises from 0 to `top`."""
    scores = np.repeat([z], 101, axis=0)
    scores[:, 2] = np.linspace(0, top, 101)
    return scores


def draw_outputs(ax, scores):
    """Draw the five outputs against the third score."""
    ax.set(title="output", xlabel="$z_3$")
    outputs = np.exp(scores)
    outputs /= outputs.sum(axis=1)[:, None]
    for i, style in enumerate(STYLES):
        ax.plot(scores[:, 2], outputs[:, i], linestyle=style, label=f"$y_{i + 1}$")
    ax.legend(loc="center right", handlelength=3)


def draw_powers(ax, J):
    """Draw the size of each entry of J as a power of ten; an entry that is 0 stays blank."""
    with np.errstate(divide="ignore"):
        powers = np.where(J == 0, np.nan, np.log10(np.abs(J)))
    image = ax.imshow(powers, cmap="viridis")
    ax.set_xticks(range(5), [f"$z_{j}$" for j in range(1, 6)])
    ax.set_yticks(range(5), [f"$y_{i}$" for i in range(1, 6)])
    title = r"your $\partial y_i/\partial z_j$ at $z_3 = 100$ (blank: 0)"
    ax.set(title=title, xlabel="score", ylabel="output")
    plt.colorbar(image, ax=ax, label=r"$\log_{10}$ of the size")
