# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""A trace, a recording or a run that was saved."""

import html
import os
import pathlib
import tempfile

from ._prediction import Prediction
from ._program import InputError, RunError, call, call_json, path_argument
from ._table import Table


def _written(arguments, option, suffix):
    """What a subcommand writes into a file, as bytes."""
    with tempfile.TemporaryDirectory(prefix="streamscope-") as folder:
        path = os.path.join(folder, "out" + suffix)
        call([*arguments, option, path])
        return pathlib.Path(path).read_bytes()


class Trace:
    """What ran, and when. Nothing is read before it is asked for, and then once."""

    def __init__(self, path, range=None):
        self.path = os.fspath(path)
        self.range = range
        self._operations = None
        self._report = None

    def _arguments(self, command):
        arguments = [command, path_argument(self.path)]
        return arguments + ["--range", self.range] if self.range else arguments

    def select(self, range):
        """The same trace between two times, "1ms:2.5ms", or in a step, "step:3"."""
        return Trace(self.path, range)

    @property
    def operations(self):
        """A Table with a row for each operation and call; times in microseconds (columns: docs/trace-import.md)."""
        if self._operations is None:
            self._operations = Table.of_csv(_written(self._arguments("convert"), "--csv", ".csv").decode())
        return self._operations

    def analyze(self, advice=True):
        """The report (format streamscope-report) as a dictionary. Without advice no change is simulated."""
        if not advice:
            return call_json([*self._arguments("analyze"), "--json", "--no-advice"])
        if self._report is None:
            self._report = call_json([*self._arguments("analyze"), "--json"])
        return self._report

    def advice(self):
        """A Table of the changes that the simulator found to win something, best first. It may be empty."""
        found = [finding for finding in self.analyze()["findings"] if (finding.get("suggestion") or {}).get("change")]
        found.sort(key=lambda finding: -(finding["suggestion"]["gain_percent"] or 0))
        suggestions = [finding["suggestion"] for finding in found]
        return Table({
            "change": [suggestion["change"] for suggestion in suggestions],
            "gain_percent": [suggestion["gain_percent"] for suggestion in suggestions],
            "predicted_us": [suggestion["predicted_us"] for suggestion in suggestions],
            "why": [finding["text"] for finding in found],
            "what": [suggestion["text"] for suggestion in suggestions],
        })

    def whatif(self, *changes, device=None):
        """Predicts one or several changes, applied in order: whatif("pin:h2d pageable", "unsync")."""
        if not changes:
            raise InputError("no change is named; 'streamscope changes' lists them")
        arguments = self._arguments("whatif")
        for change in changes:
            arguments += ["--change", change]
        if device:
            arguments += ["--device", device]
        return Prediction(call_json([*arguments, "--json"]),
                          lambda: _written(arguments, "--image", ".svg").decode())

    def svg(self):
        """The timeline as SVG."""
        return _written(self._arguments("convert"), "--image", ".svg").decode()

    def png(self, scale=2.0):
        """The timeline as the bytes of a PNG file."""
        return _written([*self._arguments("convert"), "--scale", scale], "--image", ".png")

    def __repr__(self):
        return f"<Trace {self.path}{f' {self.range}' if self.range else ''}>"

    def _repr_html_(self):
        findings = "".join(f"<li>{html.escape(finding['text'])}</li>" for finding in self.analyze()["findings"])
        return f"<p><b>{html.escape(self.path)}</b></p><ul>{findings}</ul>{self.svg()}"


def open(path, range=None):
    """A trace of PyTorch, Nsight Systems (SQLite) or StreamScope, an operations CSV or a recording. Raises InputError where it cannot
    be read; what is in it is read when it is asked for."""
    if not os.path.exists(path):
        raise InputError(f"{os.fspath(path)}: there is no such file")
    return Trace(path, range)


def record(command, output=None, **options):
    """Runs a program, given as a list, and records what it does on its GPUs: record(["python3", "train.py"], steps="10:12").
    Options are those of 'streamscope record', with _ for -; True for those without a value. Returns the Trace, or a list of
    them where several processes used a GPU. Raises RunError where the program fails or nothing ran on a GPU."""
    if isinstance(command, (str, bytes)):
        raise InputError("the program is a list of words, as ['python3', 'train.py']")
    folder = os.fspath(output) if output is not None else tempfile.mkdtemp(prefix="streamscope-recording-")
    arguments = ["record", "--output", path_argument(folder)]
    for name, value in options.items():
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            arguments.append(value)
    call([*arguments, "--", *command])
    if os.path.isfile(folder):
        return Trace(folder)
    files = sorted(pathlib.Path(folder).glob("*.ssrec"))
    if not files:
        raise RunError("the program ran nothing on a GPU with CUDA")
    traces = [Trace(file) for file in files]
    return traces[0] if len(traces) == 1 else traces
