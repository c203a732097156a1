# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""What a change is predicted to win."""

import html


class Prediction(dict):
    """The answer of 'whatif' (format streamscope-whatif). It is simulated, never measured."""

    def __init__(self, answer, picture):
        super().__init__(answer)
        self._picture = picture

    @property
    def changes(self):
        return [change["change"] for change in self["changes"]]

    def svg(self):
        """The timeline before above the one after, as SVG."""
        return self._picture()

    def __repr__(self):
        low, high = self["predicted_range_us"]
        return (f"<Prediction {', '.join(self.changes)}: {self['measured_us']:.1f} µs → {self['predicted_us']:.1f} µs "
                f"({low:.1f} to {high:.1f}), gain {self['gain_percent']:.1f} %>")

    def _repr_html_(self):
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self["notes"])
        return f"<p><b>Predicted</b> {html.escape(repr(self)[12:-1])}</p><ul>{notes}</ul>{self.svg()}"
