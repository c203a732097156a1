// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Stands in for the recorder where there is no GPU: it writes files of the right shape and counts the calls of its
// functions.
#include "engine/recorder/control.h"
#include "resources/recorder/recording_format.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <unistd.h>

using namespace streamscope;

namespace {

int file = -1;
std::string calls;

template <typename Header>
void put(const Header &header)
{
    static_cast<void>(!write(file, &header, sizeof header));
}

void note(const char *function, const char *text = nullptr)
{
    calls += std::string(calls.empty() ? "" : " ") + function + (text ? std::string(":") + text : "");
}

} // namespace

extern "C" {

/// A chunk of this kind with this many rows; the bytes behind its header say nothing.
[[gnu::visibility("default")]] void counting_recorder_chunk(unsigned kind, unsigned rows)
{
    constexpr std::array<char, 10> payload{};
    put(recording::ChunkHeader{recording::chunkMagic, static_cast<std::uint16_t>(kind), 1, rows, payload.size(),
                               payload.size(), 0});
    put(payload);
}

/// Half a chunk, as a process leaves it that dies while it writes.
[[gnu::visibility("default")]] void counting_recorder_torn()
{
    put(recording::ChunkHeader{recording::chunkMagic, static_cast<std::uint16_t>(recording::RowKind::Kernel), 1, 1000,
                               100, 100, 0});
}

/// As CUDA calls the library in CUDA_INJECTION64_PATH.
[[gnu::visibility("default")]] int InitializeInjection()
{
    const char *folder = std::getenv(recorder::folderVariable);
    if (!folder)
        return 1;
    const std::string name = std::string(folder) + "/fake-" + std::to_string(getpid()) + recorder::fileSuffix;
    file = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    recording::FileHeader header{{}, recording::version, sizeof(recording::FileHeader)};
    std::copy(std::begin(recording::magic), std::end(recording::magic), header.magic);
    put(header);
    return 1;
}

[[gnu::visibility("default")]] const char *counting_recorder_calls()
{
    return calls.c_str();
}

[[gnu::visibility("default")]] int streamscope_record_start(const char *cause)
{
    note("start", cause);
    return 0;
}

[[gnu::visibility("default")]] int streamscope_record_stop()
{
    note("stop");
    return 0;
}

[[gnu::visibility("default")]] int streamscope_record_step()
{
    note("step");
    return 0;
}

[[gnu::visibility("default")]] int streamscope_record_window_begin(const char *name)
{
    note("begin", name);
    return 0;
}

[[gnu::visibility("default")]] int streamscope_record_window_end()
{
    note("end");
    return 0;
}
}
