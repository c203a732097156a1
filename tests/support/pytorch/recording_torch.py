# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Runs generated PyTorch scripts without PyTorch and without a GPU, and prints what they issue.

usage: recording_torch.py [--nvrtc LIBRARY CUDA_INCLUDE] SCRIPT...

A small torch stands in: it knows only what generated scripts use, so that a misspelt call fails here. Streams, buffers
and, of the last run, the operations go to the standard output, a line each; what the script prints goes to the
standard error. What several host threads issue goes out one thread after the other. Kernels are compiled where NVRTC is given, and their arguments are checked against their parameters.
"""
import contextlib
import ctypes
import os
import re
import struct
import sys
import time
import threading
import traceback
import types


class Lab:
    """What was made and issued."""

    streams, storages, events, allocations, kernels = [], [], [], [], []
    flags = []  # memory of gates, which is none of the program
    next_address = 4096
    run = []  # of the last run
    allocated_before = 0  # allocations before that run
    recording = None  # the list that operations go to
    nvrtc = None
    rank = 0
    forgotten = set()  # storages that held NaN before the run that is checked


class PerThread(threading.local):
    """What CUDA and PyTorch know of each thread."""

    def __init__(self):
        self.device = 0
        self.current = {}  # stream by device
        self.is_other = threading.current_thread() is not threading.main_thread()


per_thread = PerThread()


def issue(*words):
    if Lab.recording is not None:
        thread = int(threading.current_thread().name.removeprefix("thread ") if per_thread.is_other else 0)
        Lab.recording.append((thread, " ".join(str(word) for word in words)))


# Tensors: where they are, and nothing of what they hold.


class Dtype:
    def __init__(self, size):
        self.size = size


float32, int32, int64, uint8 = Dtype(4), Dtype(4), Dtype(8), Dtype(1)


class Storage:
    def __init__(self, place, device, memory, size):
        self.place, self.device, self.memory, self.size = place, device, memory, size
        self.number = len(Lab.storages)
        self.address, Lab.next_address = Lab.next_address, Lab.next_address + size + 4096
        Lab.storages.append(self)


class Tensor:
    def __init__(self, storage, offset, elements, dtype=float32):
        self.storage, self.offset, self.elements, self.dtype = storage, offset, elements, dtype

    @property
    def bytes(self):
        return self.elements * self.dtype.size

    @property
    def is_cuda(self):
        return self.storage is not None and self.storage.place == "device"

    def is_usable(self):
        """By a kernel."""
        return self.is_cuda or (self.storage is not None and self.storage.memory in ("pinned", "flag"))

    def where(self):
        return f"b{self.storage.number}+{self.offset}"

    def data_ptr(self):
        return self.storage.address + self.offset

    def narrow(self, dimension, begin, elements):
        assert dimension == 0 and begin >= 0 and elements > 0 and begin + elements <= self.elements, "out of range"
        return Tensor(self.storage, self.offset + begin * self.dtype.size, elements, self.dtype)

    def __getitem__(self, part):
        begin, end, step = part.indices(self.elements)
        assert step == 1 and (part.stop is None or part.stop <= self.elements), "out of range"
        return self.narrow(0, begin, end - begin)

    def split(self, elements):
        return [self.narrow(0, begin, min(elements, self.elements - begin))
                for begin in range(0, self.elements, elements)]

    def view(self, dtype):
        assert self.bytes % dtype.size == 0
        return Tensor(self.storage, self.offset, self.bytes // dtype.size, dtype)

    def copy_(self, source, non_blocking=False):
        assert self.bytes == source.bytes, f"a copy of {source.bytes} into {self.bytes} bytes"
        if not self.is_cuda and not source.is_cuda:
            return self
        assert non_blocking, "the host would wait"
        kind = "h2d" if not source.is_cuda else "d2h" if not self.is_cuda else "d2d"
        if kind == "d2d" and self.storage.device != source.storage.device:
            kind = "peer"
        issue(kind, stream_name(), source.where(), self.where(), self.bytes)
        return self

    def fill_(self, value):
        if value != value:  # NaN: so that the check does not see what another run has brought
            Lab.forgotten.add(self.storage.number)
        elif self.is_cuda:
            assert self.dtype is uint8
            issue("memset", stream_name(), self.where(), self.bytes, value)
        return self

    def zero_(self):
        if self.is_cuda:
            issue("memset", stream_name(), self.where(), self.bytes, 0)
        return self

    # What fills and checks data needs to be there; the numbers are the lab's business.
    def __add__(self, other):
        return self

    __mod__ = __add__

    def __eq__(self, other):
        return self

    def to(self, dtype):
        return Tensor(None, 0, self.elements, dtype)

    def clamp(self, max):
        return self

    def all(self):
        return True

    def item(self):
        return self.value


def empty(elements, device=None, pin_memory=False, dtype=float32):
    place, number = place_of(device)
    memory = "device" if place == "device" else "pinned" if pin_memory else "pageable"
    return Tensor(Storage(place, number, memory, elements * dtype.size), 0, elements, dtype)


def zeros(elements):
    return empty(elements)


def ones(elements, dtype, pin_memory):
    tensor = empty(elements, pin_memory=pin_memory, dtype=dtype)
    Lab.storages.remove(tensor.storage)  # of the gate, not of the program
    tensor.storage.memory = "flag"
    Lab.flags.append(tensor.storage)
    return tensor


def arange(begin, end):
    return Tensor(None, 0, end - begin, int64)


def scalar(value, device):
    tensor = Tensor(Storage("device", per_thread.device, "device", 4), 0, 1)
    Lab.storages.remove(tensor.storage)
    tensor.value = value
    return tensor


def equal(data, expected):
    assert data.elements == expected.elements
    assert data.storage.number in Lab.forgotten, "another run may have brought it"
    return True


def frombuffer(buffer, dtype):
    address = ctypes.addressof(buffer)
    storage = next(s for s in Lab.storages if s.address == address)
    assert storage.size == ctypes.sizeof(buffer)
    return Tensor(storage, 0, storage.size // dtype.size, dtype)


def place_of(device):
    if device is None:
        return "host", 0
    name, _, number = device.partition(":")
    assert name == "cuda"
    return "device", int(number) if number else per_thread.device


# Streams and events.


class Stream:
    def __init__(self, device=None, priority=0, flags=1, name=None, handle=None):
        self.device = per_thread.device if device is None else device
        self.priority, self.flags = priority, flags
        self.cuda_stream = 64 + len(Lab.streams) if handle is None else handle
        self._as_parameter_ = ctypes.c_void_p(self.cuda_stream)
        self.name = name or f"s{len(Lab.streams)}"
        if name is None:
            Lab.streams.append(self)

    def wait_event(self, event):
        issue("event_wait", event.name, self.name)

    def wait_stream(self, stream):
        """Around a graph of several streams: no operation of the program."""
        assert stream is not self and stream.device == self.device

    def synchronize(self):
        issue("sync stream", self.name)

    def query(self):
        issue("sync stream", self.name, "polling")
        return True


defaults = [Stream(device, 0, 0, f"default{device}", 0) for device in range(64)]
raw_streams = {2: Stream(0, 0, 0, "per-thread", 2)}


def stream_of(handle):
    if not handle:
        return defaults[per_thread.device]
    return raw_streams.get(handle) or next(stream for stream in Lab.streams if stream.cuda_stream == handle)


def external_stream(handle, device=None):
    stream = raw_streams[handle]
    assert device is None or stream.device == device
    return stream


def default_stream(device=None):
    return defaults[per_thread.device if device is None else device]


def current_stream():
    return per_thread.current.get(per_thread.device, defaults[per_thread.device])


def stream_name():
    return current_stream().name


@contextlib.contextmanager
def in_stream(stream):
    device, before = per_thread.device, per_thread.current.get(stream.device)
    per_thread.device, per_thread.current[stream.device] = stream.device, stream
    yield
    per_thread.device = device
    per_thread.current[stream.device] = before or defaults[stream.device]


@contextlib.contextmanager
def on_device(device):
    before, per_thread.device = per_thread.device, device
    yield
    per_thread.device = before


class Event:
    def __init__(self, enable_timing=False):
        self.is_timing = enable_timing
        self.name = f"e{len(Lab.events)}"
        Lab.events.append(self)

    def record(self, stream):
        if not self.is_timing:
            issue("event_record", self.name, stream.name)
        elif Lab.recording is None:  # the first event of a run
            Lab.recording = Lab.run = []
            Lab.allocated_before = len(Lab.allocations)
        else:  # the last one
            Lab.recording = None

    def synchronize(self):
        issue("sync event", self.name)

    def query(self):
        issue("sync event", self.name, "polling")
        return True

    def elapsed_time(self, end):
        assert self.is_timing and end.is_timing
        return 1.0


class CUDAGraph:
    def replay(self):
        Lab.recording.extend(self.nodes)


@contextlib.contextmanager
def capture(graph, stream):
    assert Lab.recording is None
    Lab.recording = graph.nodes = []
    with in_stream(stream):
        yield
    Lab.recording = None


# Kernels.


class Kernel:
    def __init__(self, source, name):
        plain = name.partition("<")[0]
        parameters = re.search(r"__global__ void " + plain + r"\(([^)]*)\)", source).group(1)
        self.name, self.device = name, per_thread.device
        self.parameters = [parameter.strip() for parameter in parameters.split(",")]
        self.shared = 48 * 1024 - 1
        if Lab.nvrtc:
            compile_kernel(source, name)

    def set_shared_memory_config(self, size):
        self.shared = max(self.shared, size)

    @property
    def func(self):
        Lab.kernels.append(self)
        return ctypes.c_void_p(len(Lab.kernels))

    def argument(self, parameter, address):
        """The value that a launch finds there: a place in a buffer, or a number."""
        if "*" in parameter:
            pointer = ctypes.c_void_p.from_address(address).value
            storage = next(s for s in Lab.storages + Lab.flags if s.address <= pointer < s.address + s.size)
            tensor = Tensor(storage, pointer - storage.address, 0)
            assert tensor.is_usable(), f"{self.name}: {parameter} is not where a kernel can reach it"
            return None if storage.memory == "flag" else tensor.where()
        if parameter.startswith("int "):
            return ctypes.c_int.from_address(address).value
        assert parameter.startswith("double "), parameter
        return ctypes.c_double.from_address(address).value

    def launch(self, grid, block, shared_mem, stream, addresses):
        assert shared_mem <= self.shared
        assert self.device == stream.device == per_thread.device, "a kernel of another device"
        words = [self.argument(parameter, address) for parameter, address in zip(self.parameters, addresses)]
        if None not in words:  # None: the gate
            issue("kernel", stream.name, self.name.replace(" ", ""), grid[0], block[0], shared_mem, *words)


c_function = ctypes.CDLL(None)._FuncPtr  # takes what a function of a library takes


class LaunchKernelEx(c_function):
    """cuLaunchKernelEx(): what reaches C, read as the driver reads it."""

    _flags_, _restype_ = c_function._flags_, ctypes.c_int

    def __call__(self, config, function, addresses, extra):
        assert extra is None
        given = len(addresses._obj)  # byref() gave it
        assert given == len(Lab.kernels[ctypes.addressof(function._obj) - 1].parameters), "the number of arguments"
        return super().__call__(config, function, addresses, extra)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)
def launch_kernel_ex(config, function, addresses, extra):
    try:
        # CUlaunchConfig: grid and block (three numbers each), shared memory, stream, attributes and how many.
        layout = struct.Struct("@7IPPI")
        *sizes, shared_mem, stream, attributes, count = layout.unpack(ctypes.string_at(config, layout.size))
        assert attributes == count == 0 and extra is None
        kernel = Lab.kernels[function - 1]
        kernel.launch(sizes[:3], sizes[3:], shared_mem, stream_of(stream), addresses[:len(kernel.parameters)])
        return 0
    except Exception:  # one must not leave a function that C calls
        traceback.print_exc()
        return 999


class Driver:
    cuLaunchKernelEx = LaunchKernelEx(ctypes.cast(launch_kernel_ex, ctypes.c_void_p).value)


def compile_kernel(source, name):
    """As torch.cuda._compile_kernel() does, with its definitions."""
    library, include = Lab.nvrtc
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    flags = ["--gpu-architecture=sm_90", f"-I{include}"]
    flags += [f"-D__CUDA_NO_{what}__" for what in
              ("HALF_OPERATORS", "HALF_CONVERSIONS", "BFLOAT16_CONVERSIONS", "HALF2_OPERATORS")]
    options = (ctypes.c_char_p * len(flags))(*[flag.encode() for flag in flags])
    assert library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None) == 0
    assert library.nvrtcAddNameExpression(program, name.encode()) == 0
    error = library.nvrtcCompileProgram(program, len(flags), options)
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    assert error == 0 and not log.value.strip(), log.value.decode()


# The CUDA runtime beside PyTorch.


class Call:
    """A function of a library: ctypes gives its result to restype."""

    def __init__(self, function):
        self.function, self.restype = function, int

    def __call__(self, *arguments):
        return self.restype(self.function(*arguments))


class Cudart:
    def __init__(self):
        for name in dir(self):
            if name.startswith("cuda"):
                setattr(self, name, Call(getattr(self, name)))

    def cudaStreamCreateWithPriority(self, handle, flags, priority):
        stream = Stream(per_thread.device, priority, flags)
        handle._obj.value = stream.cuda_stream
        raw_streams[handle._obj.value] = stream
        return 0

    def cudaHostAlloc(self, memory, size, flags):
        assert flags == 4
        memory._obj.value = Storage("host", 0, "write-combined", size.value).address
        return 0

    def cudaHostRegister(self, address, size, flags):
        storage = next(s for s in Lab.storages if s.address == address)
        assert storage.memory == "pageable" and storage.size == size and flags == 0
        storage.memory = "registered"
        return 0

    def allocate(self, place, stream, memory, size):
        memory._obj.value = 1 + len(Lab.allocations)
        Lab.allocations.append(place)
        issue("alloc", place, stream, size.value)
        return 0

    def release(self, place, stream, memory):
        assert Lab.allocations[memory.value - 1] == place, "freed otherwise than allocated, or twice"
        Lab.allocations[memory.value - 1] = "freed"
        issue("free", place, stream, memory.value - 1 - Lab.allocated_before)
        return 0

    def cudaMalloc(self, memory, size):
        return self.allocate("device", "-", memory, size)

    def cudaFree(self, memory):
        return self.release("device", "-", memory)

    def cudaMallocHost(self, memory, size):
        return self.allocate("pinned-host", "-", memory, size)

    def cudaFreeHost(self, memory):
        return self.release("pinned-host", "-", memory)

    def cudaMallocFromPoolAsync(self, memory, size, pool, stream):
        assert pool.value == 7
        return self.allocate("pool", stream_of(stream.value).name, memory, size)

    def cudaFreeAsync(self, memory, stream):
        return self.release("pool", stream_of(stream.value).name, memory)

    def cudaMemPoolCreate(self, pool, properties):
        assert ctypes.sizeof(properties) == 88 and list(properties) == [1, 0, 1] + 19 * [0]
        pool._obj.value = 7
        return 0

    def cudaMemPoolTrimTo(self, pool, size):
        assert pool.value == 7 and size.value == 0
        return 0

    def cudaMemPoolSetAttribute(self, pool, attribute, value):
        assert pool.value == 7 and attribute == 4
        print("pool keeps", value._obj.value)
        return 0

    def cudaLaunchHostFunc(self, stream, function, data):
        function(data)  # it can be called
        issue("host_function", stream.name, data.value or 0)
        return 0


cudart = Cudart()


def load_library(name):
    if name == "libcuda.so.1":
        return Driver
    assert name == "libcudart.so.13", f"{name} is not PyTorch's runtime"
    return cudart


# The modules.


def set_stream(stream):
    per_thread.device, per_thread.current[stream.device] = stream.device, stream


def synchronize(device=None):
    issue("sync device", per_thread.device if device is None else device)


def set_device(device):
    per_thread.device = device


def all_reduce(tensor, op=None):
    if op is None:
        issue("collective", stream_name(), tensor.where(), tensor.bytes)


def modules():
    torch, cuda, dist = types.ModuleType("torch"), types.ModuleType("torch.cuda"), types.ModuleType("torch.distributed")
    cuda.Stream, cuda.ExternalStream, cuda.Event, cuda.CUDAGraph = Stream, external_stream, Event, CUDAGraph
    cuda.stream, cuda.device, cuda.graph = in_stream, on_device, capture
    cuda.default_stream, cuda.current_stream, cuda.set_stream = default_stream, current_stream, set_stream
    cuda.synchronize, cuda.set_device = synchronize, set_device
    cuda._compile_kernel, cuda.cudart = Kernel, lambda: cudart
    dist.all_reduce, dist.barrier, dist.destroy_process_group = all_reduce, lambda: None, lambda: None
    dist.ReduceOp = types.SimpleNamespace(MAX="max", MIN="min")
    dist.init_process_group = lambda backend, device_id: None
    torch.cuda, torch.distributed, torch.version = cuda, dist, types.SimpleNamespace(cuda="13.0")
    torch.float32, torch.int32, torch.uint8 = float32, int32, uint8
    torch.empty, torch.zeros, torch.ones, torch.arange, torch.tensor = empty, zeros, ones, arange, scalar
    torch.equal, torch.frombuffer = equal, frombuffer
    torch.set_num_threads = lambda count: None
    torch.device = lambda kind, number: f"{kind}:{number}"
    return {"torch": torch, "torch.cuda": cuda, "torch.distributed": dist}


def run(script):
    os.environ["LOCAL_RANK"] = "0"
    os.environ.pop("CUDA_DEVICE_MAX_CONNECTIONS", None)
    sys.modules.update(modules())
    ctypes.CDLL = ctypes.PyDLL = load_library
    with open(script, encoding="utf-8") as file:
        code = compile(file.read(), script, "exec")
    names = {"__name__": "generated"}
    with contextlib.redirect_stdout(sys.stderr):
        exec(code, names)
        if "work_on_host" in names:  # its time is its own business
            names["work_on_host"] = lambda nanoseconds: issue("host_work", nanoseconds)
        if "time" in names:
            names["time"] = types.SimpleNamespace(sleep=lambda seconds: None, perf_counter_ns=time.perf_counter_ns)
        status = names["main"]()
    assert status == 0, "the data is wrong"
    assert current_stream() is default_stream(), "another stream is left selected"
    print("connections", os.environ.get("CUDA_DEVICE_MAX_CONNECTIONS", 0))
    for stream in Lab.streams:
        print("stream", stream.name, "device", stream.device, "priority", stream.priority, "flags", stream.flags)
    for storage in Lab.storages:
        print("buffer", f"b{storage.number}", storage.device, storage.memory, storage.size)
    for _, line in sorted(Lab.run, key=lambda issued: issued[0]):  # of each thread in its order
        print(line)


def main():
    scripts = sys.argv[1:]
    if scripts[0] == "--nvrtc":
        Lab.nvrtc = ctypes.CDLL(scripts[1]), scripts[2]
        scripts = scripts[3:]
    for script in scripts:
        print("script", script, flush=True)
        child = os.fork()  # each begins as the first one does
        if child == 0:
            run(script)
            sys.stdout.flush()
            os._exit(0)  # to take Python down takes ten times as long as the script
        if os.waitpid(child, 0)[1] != 0:
            sys.exit(f"{script} failed")


if __name__ == "__main__":
    main()
