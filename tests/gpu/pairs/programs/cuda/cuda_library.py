# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The library of the programs in CUDA C++, once record.py has built it."""
import ctypes

_library = None
_lengths = {}


def open_library(path):
    """Raises OSError where the library cannot be loaded, RuntimeError where the GPU refuses."""
    global _library
    library = ctypes.CDLL(str(path))
    library.lab_kernel_us.restype = ctypes.c_float
    error = library.lab_open()
    if error:
        raise RuntimeError(f"lab_open: CUDA error {error}")
    _library = library


def call(function, *arguments):
    if _library is None:
        raise RuntimeError("the CUDA programs could not be built or opened")
    error = getattr(_library, function)(*[int(a) for a in arguments])
    if error:
        raise RuntimeError(f"{function}: CUDA error {error}")


def output(offset_mib, size_kib):
    """What lies there in the memory that the programs copy back to."""
    import torch

    _library.advised_out.restype = ctypes.c_void_p
    values = (ctypes.c_float * (size_kib * 256)).from_address(_library.advised_out() + offset_mib * 1024 * 1024)
    return torch.frombuffer(values, dtype=torch.float32).clone()


def iterations(blocks, us, tiled=False):
    """With which a kernel of so many blocks runs about so long on this GPU."""
    if _library is None:
        raise RuntimeError("the CUDA programs could not be built or opened")
    key = (blocks, us, tiled)
    if key not in _lengths:
        few, many = 1000, 5000
        short = _library.lab_kernel_us(blocks, few, int(tiled))
        long = _library.lab_kernel_us(blocks, many, int(tiled))
        if short < 0 or long <= short:
            raise RuntimeError(f"a kernel of {blocks} blocks took {short} and {long} us")
        _lengths[key] = max(2, round(few + (us - short) * (many - few) / (long - short)))
    return _lengths[key]
