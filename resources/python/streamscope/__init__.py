# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""StreamScope from Python: what overlapped in a trace, what did not, why, and what would help.

    import streamscope
    trace = streamscope.open("trace.json.gz")
    trace.operations.to_pandas()          # every copy, kernel and call
    trace.analyze()["findings"]           # reasons, and advice with its predicted gain
    trace.whatif("pin:h2d pageable")      # one change, predicted
    trace                                 # in a notebook: the figures and the timeline

It talks to the program by JSON and CSV and needs nothing else. The program is $STREAMSCOPE_PROGRAM, else the one that this package
came with, else 'streamscope' of the path.
"""

from ._program import InputError, RunError, StreamScopeError, program, version
from ._lab import devices, experiments, run, sweep
from ._prediction import Prediction
from ._table import Table
from ._trace import Trace, open, record

__all__ = [
    "InputError", "Prediction", "RunError", "StreamScopeError", "Table", "Trace", "devices", "experiments", "open", "program",
    "record", "run", "sweep", "version",
]
