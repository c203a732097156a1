// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_helpers.h"

#include "engine/codegen/layout/host_bound.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::string_view cudartSource =
    R"(# The CUDA runtime that PyTorch has loaded, for what PyTorch cannot say.
cudart = ctypes.CDLL(f"libcudart.so.{torch.version.cuda.split('.')[0]}")


)";

// As a function, `check` took a third of what Python adds to a launch (docs/measurements/codegen.md).
constexpr std::string_view checkSource = R"(class Success(dict):
    """Knows the one result that is no error. A dictionary finds it faster than Python calls a function."""

    def __missing__(self, error):
        raise RuntimeError(f"CUDA error {error}: see cudaError_t in the CUDA Runtime API")


check = Success({0: None}).__getitem__


)";

constexpr std::string_view kernelClassSource =
    R"(# PyDLL keeps Python's lock during a call; giving it away and back costs up to a fifth of a launch.
libcuda = ctypes.PyDLL("libcuda.so.1")
libcuda.cuLaunchKernelEx.restype = check  # a launch that fails raises


class LaunchConfig(ctypes.Structure):
    """The driver's CUlaunchConfig."""

    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared_memory", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("attribute_count", ctypes.c_uint),
    ]


class Kernel:
    """A kernel that NVRTC compiles. It calls the driver itself, because PyTorch's own call takes several times as long."""

    def __init__(self, source, name, shared_memory=0):
        compiled = torch.cuda._compile_kernel(source, name)
        if shared_memory > 0:
            compiled.set_shared_memory_config(shared_memory)
        self.function = compiled.func

    def bound(self, grid, block, arguments, stream, shared_mem=0):
        """A launch with these arguments: call it as often as you like."""
        values = [
            ctypes.c_double(value) if type(value) is float
            else ctypes.c_int(value) if type(value) is int
            else ctypes.c_void_p(value.data_ptr())
            for value in arguments
        ]
        addresses = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
        config = LaunchConfig(grid, block, shared_mem, stream.cuda_stream)
        # By reference: ctypes passes it on as it is, where it would look at any other kind of pointer first.
        function = ctypes.byref(ctypes.c_char.from_address(self.function.value))
        references = ctypes.byref(config), function, ctypes.byref(addresses)
        launch = functools.partial(libcuda.cuLaunchKernelEx, *references, None)
        launch.keeps = values, arguments  # the driver reads them at each launch
        return launch


)";

constexpr std::string_view rawStreamSource =
    R"(def raw_stream(flags, priority, device):
    """Flags 0: it waits for the default stream, and the other way round; 1: it does not (cudaStreamNonBlocking).

    torch.cuda.Stream() takes one of 32 non-blocking streams from a pool, with the priority 0 or -1.
    """
    handle = ctypes.c_void_p()
    with torch.cuda.device(device):
        check(cudart.cudaStreamCreateWithPriority(ctypes.byref(handle), flags, priority))
    return torch.cuda.ExternalStream(handle.value, device=device)


)";

constexpr std::string_view writeCombinedSource =
    R"(def write_combined(elements):
    """Pinned memory that the CPU writes fast and reads slowly; PyTorch has no word for it."""
    memory = ctypes.c_void_p()
    check(cudart.cudaHostAlloc(ctypes.byref(memory), ctypes.c_size_t(4 * elements), 4))  # cudaHostAllocWriteCombined
    return torch.frombuffer((ctypes.c_byte * (4 * elements)).from_address(memory.value), dtype=torch.float32)


)";

constexpr std::string_view registeredSource =
    R"(def registered(elements):
    """Ordinary memory that is pinned afterwards."""
    data = torch.zeros(elements)
    check(int(torch.cuda.cudart().cudaHostRegister(data.data_ptr(), 4 * elements, 0)))
    return data


)";

constexpr std::string_view oneThreadSource =
    R"(# One thread fills the data: what many write lies in their caches, from where some copies take twice as long.
torch.set_num_threads(1)


)";

constexpr std::string_view patternSource =
    R"(def pattern(begin, end, shift):
    """Small whole numbers, to which ones are added without rounding."""
    return ((torch.arange(begin, end) + shift) % 1021).to(torch.float32)


def is_pattern(data, begin, end, shift, additions):
    """Whether the elements from begin to end hold the pattern plus additions, which stop counting at 2^24."""
    return torch.equal(data[begin:end], (pattern(begin, end, shift) + additions).clamp(max=2.0**24))


)";

constexpr std::string_view bitsSource =
    R"(def is_bits(data, begin, end, bits):
    """Whether the elements from begin to end hold these 32 bits."""
    return bool((data[begin:end].view(torch.int32) == bits).all())


)";

constexpr std::string_view hostWorkSource =
    R"(def work_on_host(nanoseconds):
    """Keeps the calling thread busy."""
    end = time.perf_counter_ns() + nanoseconds
    while time.perf_counter_ns() < end:
        pass


)";

constexpr std::string_view hostFunctionSource =
    R"(# PyTorch cannot put a function of the host into a stream; the runtime can. This one sleeps, for if it computed it
# would hold Python's lock, and with it the thread that issues.
@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def sleep_in_stream(nanoseconds):
    time.sleep((nanoseconds or 0) / 1e9)


def launch_host_function(stream, nanoseconds):
    check(cudart.cudaLaunchHostFunc(stream, sleep_in_stream, ctypes.c_void_p(nanoseconds)))


)";

constexpr std::string_view mallocSource =
    R"(# torch.empty() takes memory from PyTorch's cache, which calls cudaMalloc() only where nothing fits; that is why a
# loop in PyTorch may allocate. These calls reach CUDA each time, as the lab's do. `memory` gets the address.
cudart.cudaMalloc.restype = cudart.cudaFree.restype = check


def bound_malloc(memory, size):
    return functools.partial(cudart.cudaMalloc, ctypes.byref(memory), ctypes.c_size_t(size))


def bound_free(memory):
    return functools.partial(cudart.cudaFree, memory)


)";

constexpr std::string_view mallocHostSource =
    R"(# torch.empty(…, pin_memory=True) takes memory from a cache; these calls reach CUDA each time, as the lab's do.
# `memory` gets the address.
cudart.cudaMallocHost.restype = cudart.cudaFreeHost.restype = check


def bound_malloc_host(memory, size):
    return functools.partial(cudart.cudaMallocHost, ctypes.byref(memory), ctypes.c_size_t(size))


def bound_free_host(memory):
    return functools.partial(cudart.cudaFreeHost, memory)


)";

constexpr std::string_view mallocAsyncSource =
    R"(# torch.empty() takes memory from PyTorch's own cache, which needs no such pool.
def make_pool(keeps):
    """Device memory that operations of a stream allocate and free; `keeps`: bytes that it keeps at a synchronisation."""
    pool = ctypes.c_void_p()
    properties = (ctypes.c_int * 22)(1, 0, 1, 0)  # cudaMemPoolProps: of the kind "pinned", on a device, on device 0
    check(cudart.cudaMemPoolCreate(ctypes.byref(pool), properties))
    kept = ctypes.c_uint64(keeps)
    check(cudart.cudaMemPoolSetAttribute(pool, 4, ctypes.byref(kept)))  # cudaMemPoolAttrReleaseThreshold
    return pool


cudart.cudaMallocFromPoolAsync.restype = cudart.cudaFreeAsync.restype = check


def bound_malloc_async(memory, size, pool, stream):
    """`memory` gets the address."""
    handle = ctypes.c_void_p(stream.cuda_stream)
    return functools.partial(cudart.cudaMallocFromPoolAsync, ctypes.byref(memory), ctypes.c_size_t(size), pool, handle)


def bound_free_async(memory, stream):
    return functools.partial(cudart.cudaFreeAsync, memory, ctypes.c_void_p(stream.cuda_stream))


)";

constexpr std::string_view gateSource = R"(class Gate:
    """Holds a stream until the host opens it, at most ten seconds."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.is_open = torch.ones(1, dtype=torch.int32, pin_memory=True)  # the kernel reads it through the bus

    def shut(self):
        self.is_open.zero_()

    def hold(self, stream):
        self.kernel.bound((1, 1, 1), (1, 1, 1), (self.is_open,), stream)()

    def open(self):
        self.is_open.fill_(1)


)";

constexpr std::string_view graphSource = R"(class Graph:
    """Operations that one call launches into the first stream; the others wait before and behind all of them."""

    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def fork(self):
        for stream in self.streams[1:]:
            stream.wait_stream(self.streams[0])

    def join(self):
        for stream in self.streams[1:]:
            self.streams[0].wait_stream(stream)

    @contextlib.contextmanager
    def capture(self, streams):
        """Once: what is issued to these streams in the meantime."""
        self.streams = streams
        with torch.cuda.graph(self.graph, stream=streams[0]):
            self.fork()
            yield
            self.join()

    def launch(self):
        self.join()
        with torch.cuda.stream(self.streams[0]):
            self.graph.replay()
        self.fork()


)";

constexpr std::string_view sharedHostWorkSource =
    R"(def work_on_host(nanoseconds):
    """Keeps the calling thread busy, and gives Python's lock away in between, as computing outside of Python does."""
    end = time.perf_counter_ns() + nanoseconds
    while time.perf_counter_ns() < end:
        time.sleep(0)


)";

constexpr std::string_view threadsSource = R"(class HostThreads:
    """The host threads of the program; the first one is that of main(). They live from run to run.

    Python's lock lets one of them run at a time. Calls that wait for the GPU give it away.
    """

    def __init__(self, count):
        self.handed_over = [0] * count  # calls, by thread
        self.changed = threading.Condition()
        self.begin, self.end = threading.Barrier(count), threading.Barrier(count)

    def start(self, first, *others):
        self.first = first
        for number, work in enumerate(others, 1):
            threading.Thread(target=self.live, args=(work,), name=f"thread {number}", daemon=True).start()

    def live(self, work):
        try:
            while True:
                self.begin.wait()
                work()
                self.end.wait()
        except BaseException:
            traceback.print_exc()
            os._exit(1)  # the others would wait for ever

    def run(self):
        self.handed_over = [0] * len(self.handed_over)
        self.begin.wait()
        self.first()
        self.end.wait()

    def hand_over(self, thread):
        """Another thread awaits the call that has just returned in this one."""
        with self.changed:
            self.handed_over[thread] += 1
            self.changed.notify_all()

    def wait_for(self, thread, count):
        """A program of its own would use a queue or a join."""
        with self.changed:
            self.changed.wait_for(lambda: self.handed_over[thread] >= count)


)";

constexpr std::string_view fastCoreSource =
    R"(class FastCore:
    """Beside another process's work on the same core calls take up to 1.5 times as long. So each run begins on a core
    that is fast now, as in the lab."""

    def __init__(self):
        self.least = 0  # on the fastest core

    @staticmethod
    def look():
        begin = time.perf_counter_ns()
        sum(range(5_000))
        return time.perf_counter_ns() - begin

    def move_there(self):
        if any(self.look() * 0.85 <= self.least for _ in range(5)):  # interrupts spoil some
            return  # this one still is
        cores = os.sched_getaffinity(0)
        times = {}
        for core in cores:
            os.sched_setaffinity(0, {core})
            times[core] = min(self.look() for _ in range(5))
        fastest = min(times, key=times.get)
        self.least = times[fastest]
        os.sched_setaffinity(0, {fastest})
        os.sched_setaffinity(0, cores)  # moved there, not bound


)";

constexpr std::string_view timerBegin = R"(class Timer:
    """Each run lies between two events, which all streams wait for and report to."""

    def __init__(self, streams):
        self.streams = streams
        self.clock = torch.cuda.Stream()
        self.begin = torch.cuda.Event(enable_timing=True)
        self.end = torch.cuda.Event(enable_timing=True)
        self.fork = torch.cuda.Event()
        self.ends = [torch.cuda.Event() for _ in streams]

    def issue_forked(self, fork, waiting, issue):
        for stream in waiting:
            stream.wait_event(fork)
        issue()
        for stream, end in zip(self.streams, self.ends):
            end.record(stream)
            self.clock.wait_event(end)

    def taken(self):
        self.end.record(self.clock)
        self.end.synchronize()
        return self.begin.elapsed_time(self.end)

)";

constexpr std::string_view timerTime = R"(    def time(self, issue):
        synchronize_all()
        # On a stream of the program: from one of its own the first copy begins some microseconds later.
        first = next((stream for stream in self.streams if stream.device == self.clock.device), self.clock)
        others = [stream for stream in self.streams if stream is not first]
        self.begin.record(first)
        self.issue_forked(self.begin, others, issue)
        return self.taken()


)";

constexpr std::string_view timerGated = R"(    def time(self, issue, gate):
        """All streams wait behind the gate until everything is enqueued."""
        synchronize_all()
        gate.shut()
        gate.hold(self.clock)
        self.begin.record(self.clock)
        self.issue_forked(self.begin, self.streams, issue)
        gate.open()
        return self.taken()


)";

constexpr std::string_view timerGraph = R"(    def capture(self, issue):
        """The program as a graph, which one call launches."""
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self.clock):
            self.fork.record(self.clock)
            self.issue_forked(self.fork, self.streams, issue)
        return graph

    def launch(self, graph):
        synchronize_all()
        self.begin.record(self.clock)
        with torch.cuda.stream(self.clock):
            graph.replay()
        return self.taken()


)";

/// A call that waits for a place in the launch queue must leave Python's lock to the others that need it.
std::string kernelClass(bool othersNeedPython)
{
    std::string text(kernelClassSource);
    if (!othersNeedPython)
        return text;
    text.erase(0, text.find('\n') + 1);
    return text.replace(text.find("PyDLL"), std::string_view("PyDLL").size(), "CDLL");
}

bool ownAllocation(const Operation &operation, AllocationPlace place)
{
    return isAllocation(operation.kind) && operation.stream == Operation::none && operation.allocation == place;
}

std::string synchronizeText(const Program &program, bool distributed)
{
    if (distributed)
        return "def synchronize_all():\n    torch.cuda.synchronize()\n    dist.barrier()\n"
               "    torch.cuda.synchronize()\n\n\n";
    if (program.deviceCount() == 1)
        return {};
    return "def synchronize_all():\n    for device in range(" + std::to_string(program.deviceCount())
           + "):\n        torch.cuda.synchronize(device)\n\n\n";
}

std::string withText(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

std::string pytorchHelpers(const Program &program, const PytorchNeeds &needs)
{
    const auto any = [&](const auto &predicate) {
        return std::any_of(program.operations.begin(), program.operations.end(), predicate);
    };
    const auto has = [&](OperationKind kind) {
        return any([kind](const Operation &operation) { return operation.kind == kind; });
    };
    const auto hostBuffer = [&](HostMemory memory) {
        return std::any_of(program.buffers.begin(), program.buffers.end(), [memory](const Buffer &buffer) {
            return buffer.place == BufferPlace::Host && buffer.hostMemory == memory;
        });
    };
    const bool gated = program.submission == Submission::Gated, graph = program.submission == Submission::Graph;
    const auto inStream = [](const Operation &o) { return isAllocation(o.kind) && o.stream != Operation::none; };
    const bool device = any([](const Operation &o) { return ownAllocation(o, AllocationPlace::Device); });
    const bool pinned = any([](const Operation &o) { return ownAllocation(o, AllocationPlace::PinnedHost); });
    std::string text;
    const auto add = [&text](bool needed, std::string_view part) { text += needed ? part : std::string_view(); };
    add(needs.cudart, cudartSource);
    add(needs.cudart || needs.kernels || hostBuffer(HostMemory::Registered), checkSource);
    const bool threads = program.threadCount() > 1;
    add(needs.kernels, kernelClass(threads || has(OperationKind::HostFunction)));
    add(needs.rawStreams, rawStreamSource);
    add(hostBuffer(HostMemory::WriteCombined), writeCombinedSource);
    add(hostBuffer(HostMemory::Registered), registeredSource);
    add(needs.patterns && hostBuffer(HostMemory::Pinned), oneThreadSource);
    add(needs.patterns, patternSource);
    add(needs.bits, bitsSource);
    add(has(OperationKind::HostWork), threads ? sharedHostWorkSource : hostWorkSource);
    add(has(OperationKind::HostFunction), hostFunctionSource);
    add(device, mallocSource);
    add(pinned, mallocHostSource);
    add(any(inStream), mallocAsyncSource);
    const std::string synchronize = synchronizeText(program, needs.distributed);
    text += synchronize;
    add(gated, gateSource);
    add(needs.graphs, graphSource);
    add(threads, threadsSource);
    add(isHostBound(program), fastCoreSource);
    std::string timer(timerBegin);
    timer += graph ? timerGraph : gated ? timerGated : timerTime;
    if (!graph)
        timer = withText(timer, "        self.fork = torch.cuda.Event()\n", "");
    return text + (synchronize.empty() ? withText(timer, "synchronize_all()", "torch.cuda.synchronize()") : timer);
}

} // namespace streamscope
