# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Control of a recording from inside a Python program.

One file without dependencies: copy it beside your program, or put its folder on PYTHONPATH. Without `streamscope record`
each function returns False and does nothing.

    streamscope record --wait-for-start -- python train.py

    import streamscope_record
    streamscope_record.start("epoch 3")     # until streamscope_record.stop()
    streamscope_record.step()               # the border between two steps: streamscope record --steps 10:12
    with streamscope_record.window("step 12"):
        ...

The recorder is loaded when CUDA starts in the process: call torch.cuda.init() or the like first. docs/recording.md says
more.
"""

import contextlib
import ctypes
import os

__all__ = ["start", "stop", "step", "window"]

_library = None


def _recorder():
    """The library of the recorder, which CUDA has loaded; None: it has not."""
    global _library
    if _library is None:
        for name in ("libstreamscope_record.so", os.environ.get("CUDA_INJECTION64_PATH")):
            if not name:
                continue
            try:
                library = ctypes.CDLL(name, mode=os.RTLD_NOW | os.RTLD_NOLOAD)
                library.streamscope_record_start.argtypes = [ctypes.c_char_p]
                library.streamscope_record_window_begin.argtypes = [ctypes.c_char_p]
            except (AttributeError, OSError):  # not loaded, or another tool's
                continue
            _library = library
            break
    return _library


def _call(function, *texts):
    library = _recorder()
    if library is None:
        return False
    return getattr(library, function)(*(str(text).encode() for text in texts)) == 0


def start(cause="the program"):
    """Starts the recording, which says the cause. True: done."""
    return _call("streamscope_record_start", cause)


def stop():
    """Ends the recording; it may be started again. True: done."""
    return _call("streamscope_record_stop")


def step():
    """One step ends here and the next one begins. True: done."""
    return _call("streamscope_record_step")


@contextlib.contextmanager
def window(name):
    """Records what runs inside, under this name. Its value is True where something records."""
    begun = _call("streamscope_record_window_begin", name)
    try:
        yield begun
    finally:
        if begun:
            _call("streamscope_record_window_end")
