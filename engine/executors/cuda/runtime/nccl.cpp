// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/runtime/nccl.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <cstdlib>

#include <dlfcn.h>

namespace streamscope {

namespace {

// NCCL's C interface as its user guide gives it (communicators are opaque pointers, results and enumerations int), so
// that its header is not needed to build.
constexpr int ncclSuccess = 0;
constexpr int ncclFloat32 = 7;
constexpr int ncclSum = 0;

template <typename Function>
void resolve(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function)
        throw RunError(Phrase("engine", "the NCCL library lacks %1; use another one, or a simulated device").arg(name));
}

} // namespace

struct NcclRanks::Library
{
    int (*getVersion)(int *version) = nullptr;
    const char *(*getErrorString)(int result) = nullptr;
    int (*commInitAll)(void **ranks, int count, const int *devices) = nullptr;
    int (*commDestroy)(void *rank) = nullptr;
    int (*groupStart)() = nullptr;
    int (*groupEnd)() = nullptr;
    int (*allReduce)(const void *in, void *out, std::size_t count, int type, int operation, void *rank,
                     cudaStream_t stream) = nullptr;
};

/// Loaded once and never unloaded: it keeps threads. A failure is tried again at the next run.
const NcclRanks::Library &NcclRanks::library()
{
    static const Library loaded = [] {
        const char *chosen = std::getenv("STREAMSCOPE_NCCL");
        void *handle = dlopen(chosen ? chosen : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            throw RunError(QT_TRANSLATE_NOOP(
                "engine", "an all-reduce on GPUs needs NVIDIA's NCCL (libnccl.so.2), which was not found; install it, "
                          "set STREAMSCOPE_NCCL to its path, or use a simulated device: --device sim:h200"));
        Library l;
        resolve(handle, "ncclGetVersion", l.getVersion);
        resolve(handle, "ncclGetErrorString", l.getErrorString);
        resolve(handle, "ncclCommInitAll", l.commInitAll);
        resolve(handle, "ncclCommDestroy", l.commDestroy);
        resolve(handle, "ncclGroupStart", l.groupStart);
        resolve(handle, "ncclGroupEnd", l.groupEnd);
        resolve(handle, "ncclAllReduce", l.allReduce);
        return l;
    }();
    return loaded;
}

void NcclRanks::require(int result, const char *what)
{
    if (result != ncclSuccess)
        throw RunError(Phrase("engine", "%1 failed: %2").arg(what, library().getErrorString(result)));
}

NcclRanks::NcclRanks(const std::vector<int> &ordinals) : m_ranks(ordinals.size(), nullptr)
{
    require(library().commInitAll(m_ranks.data(), static_cast<int>(ordinals.size()), ordinals.data()),
            "ncclCommInitAll");
}

NcclRanks::~NcclRanks()
{
    for (void *rank : m_ranks)
        if (rank)
            static_cast<void>(library().commDestroy(rank)); // nothing to be done about it here
}

void NcclRanks::sum(const std::vector<Part> &parts) const
{
    require(library().groupStart(), "ncclGroupStart");
    int failed = ncclSuccess;
    for (const Part &part : parts)
        if (failed == ncclSuccess)
            failed = library().allReduce(part.in, part.out, part.count, ncclFloat32, ncclSum,
                                         m_ranks[static_cast<std::size_t>(part.rank)], part.stream);
    const int ended = library().groupEnd(); // also after a failure: a group that stays open swallows all later calls
    require(failed, "ncclAllReduce");
    require(ended, "ncclGroupEnd");
}

std::string NcclRanks::version() const
{
    int version = 0;
    require(library().getVersion(&version), "ncclGetVersion");
    constexpr int major = 10000, minor = 100; // from 2.9 on, NCCL user guide
    return std::to_string(version / major) + "." + std::to_string(version % major / minor) + "."
           + std::to_string(version % minor);
}

} // namespace streamscope
