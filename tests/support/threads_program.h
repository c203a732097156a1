// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/program_file.h"

#include <string>

namespace streamscope::test {

/// A thread that loads, one that computes, and one that writes back: they meet in streams, in events that are recorded
/// again and again, and in synchronisations.
inline Program threadsProgram(int steps = 5)
{
    std::string operations;
    for (int step = 0; step < steps; ++step) {
        std::string own = R"(
            {"op":"event_wait","stream":"in","event":"used$","thread":1},
            {"op":"host_work","duration_us":20,"name":"load","thread":1},
            {"op":"h2d","stream":"in","bytes":64,"thread":1,"reads":["h$"],"writes":["d$"]},
            {"op":"event_record","stream":"in","event":"loaded$","thread":1},
            {"op":"event_wait","stream":"work","event":"loaded$"},
            {"op":"kernel","stream":"work","kernel":"spin","duration_us":5},
            {"op":"event_record","stream":"work","event":"used$"},
            {"op":"d2h","stream":"work","bytes":64,"thread":2,"reads":["d$"],"writes":["r$"]},
            {"op":"sync","what":"event","event":"used$","thread":2},
            {"op":"sync","what":"stream","stream":"work","thread":2},)";
        for (std::size_t at = own.find('$'); at != std::string::npos; at = own.find('$'))
            own[at] = static_cast<char>('0' + step % 2);
        operations += own;
    }
    std::string buffers;
    for (const char *id : {"d0", "d1", "h0", "h1", "r0", "r1"})
        buffers += std::string(R"({"id":")") + id + R"(","place":")" + (id[0] == 'd' ? "device" : "host")
                   + R"(","bytes":64},)";
    buffers.pop_back();
    const std::string json = R"({"format":"streamscope-program","version":1,"title":"Threads",
        "streams":[{"id":"in","flags":"non-blocking"},{"id":"work","flags":"non-blocking"}],
        "buffers":[)" + buffers
                             + R"(],"operations":[)" + operations + R"(
        {"op":"sync","what":"device"},{"op":"kernel","stream":"work","kernel":"spin","duration_us":5,"thread":1}]})";
    return readProgramFile(QByteArray::fromStdString(json), "test").program;
}

/// The same with a kernel in the default stream of the second thread.
inline Program perThreadProgram()
{
    Program program = threadsProgram();
    Stream own;
    own.id = "own";
    own.kind = StreamKind::PerThreadDefault;
    own.thread = 1;
    program.operations.back().stream = static_cast<std::int32_t>(program.streams.size());
    program.streams.push_back(own);
    return program;
}

} // namespace streamscope::test
