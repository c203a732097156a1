# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The experiments of the lab, on a GPU or on a simulated one."""

import json
import os
import pathlib
import shutil
import tempfile
import weakref

from ._program import call, call_json
from ._table import Table
from ._trace import Trace


class Run(Trace):
    """A run of an experiment: a Trace whose report is that of the run."""

    def __init__(self, folder, report):
        super().__init__(os.path.join(folder, "run.csv"))
        self._report = report
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)  # its files live as long as the run

    @property
    def makespan_us(self):
        """The median of the plain runs, which carry no instruments; of a simulated device the model's time."""
        return self._report["makespan_us"]["plain"]["median"]

    @property
    def simulated(self):
        return self._report["device"]["kind"] == "simulated"

    def __repr__(self):
        return f"<{'Simulated run' if self.simulated else 'Run'} of {self._report['title']}: {self.makespan_us:.1f} µs>"


def _settings(values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={_text(value)}")]


def _text(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def run(target, device=None, repeat=None, **knobs):
    """Runs a preset, an experiment or a program file: run("large-pipeline", device="sim:h200", streams=8)."""
    folder = tempfile.mkdtemp(prefix="streamscope-")
    report = os.path.join(folder, "report.json")
    arguments = ["run", target, *_settings(knobs), "--csv", os.path.join(folder, "run.csv"), "--report", report]
    if device:
        arguments += ["--device", device]
    if repeat:
        arguments += ["--repeat", repeat]
    try:
        call(arguments)
        return Run(folder, json.loads(pathlib.Path(report).read_text(encoding="utf-8")))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def sweep(target, vary, device=None, **knobs):
    """A Table with a row for each combination: sweep("large-pipeline", {"streams": [1, 2, 4], "chunks": "1:64:*2"})."""
    arguments = ["sweep", target, *_settings(knobs)]
    for name, values in vary.items():
        arguments += ["--vary", f"{name}={values if isinstance(values, str) else ','.join(map(_text, values))}"]
    if device:
        arguments += ["--device", device]
    return Table.of_csv(call(arguments).decode())


def experiments(words=""):
    """What 'streamscope experiments --json' says: experiments with their knobs, presets, published examples."""
    return call_json(["experiments", *words.split(), "--json"])


def devices():
    """The GPUs and the simulated devices, as 'streamscope devices --json' says them."""
    return call_json(["devices", "--json"])["devices"]
