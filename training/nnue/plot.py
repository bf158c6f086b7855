"""Plots losses as SVG without a plotting library."""

WIDTH, HEIGHT, MARGIN = 640, 360, 60


def loss_plot(history) -> str:
    """Training and validation loss over (step, training, validation) rows."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    if history:
        steps = [row[0] for row in history]
        values = [value for row in history for value in row[1:]]
        low, high = min(values), max(values)
        high = high if high > low else low + 1e-9

        def at(step, value):
            x = MARGIN + (WIDTH - 2 * MARGIN) * step / max(steps)
            y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)
            return f"{x:.1f},{y:.1f}"

        for column, colour, name in ((1, "#c33", "learning"), (2, "#36c", "validation")):
            points = " ".join(at(row[0], row[column]) for row in history)
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" '
                         f'points="{points}"/>')
            parts.append(f'<text x="{WIDTH - MARGIN - 70}" y="{MARGIN + 16 * column}" '
                         f'fill="{colour}">{name}</text>')
        parts.append(f'<text x="4" y="{MARGIN}">{high:.5f}</text>'
                     f'<text x="4" y="{HEIGHT - MARGIN}">{low:.5f}</text>'
                     f'<text x="{WIDTH // 2}" y="{HEIGHT - 20}">{max(steps)} steps</text>')
    return "\n".join(parts + ["</svg>\n"])
