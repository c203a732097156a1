// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/program_file.h"

#include <string>

namespace streamscope::test {

/// A graph on the streams A and C, one on B and C, and the first one again. Each begins with a wait for what came
/// before it. `leaves`: something behind a graph waits for an event in it.
inline Program graphsProgram(bool leaves)
{
    std::string operations;
    for (const char stream : {'A', 'B', 'A'}) {
        std::string some = R"(
            {"op":"memset","stream":"D","bytes":64,"value":1,"writes":["z"]},
            {"op":"event_record","stream":"D","event":"x"},
            {"op":"event_wait","graph":0,"stream":"$","event":"x"},
            {"op":"memset","graph":0,"stream":"$","bytes":64,"value":2,"writes":["d$"]},
            {"op":"event_record","graph":0,"stream":"$","event":"y$"},
            {"op":"event_wait","graph":0,"stream":"C","event":"y$"},
            {"op":"d2h","graph":0,"stream":"C","bytes":64,"reads":["d$"],"writes":["h$"]},
            {"op":"kernel","graph":0,"stream":"$","kernel":"spin","duration_us":5},)";
        for (std::size_t at = some.find('$'); at != std::string::npos; at = some.find('$'))
            some[at] = stream;
        operations += some;
    }
    operations += leaves ? R"({"op":"event_wait","stream":"D","event":"yA"},)" : "";
    std::string buffers;
    for (const char *id : {"z", "dA", "dB"})
        buffers += std::string(R"({"id":")") + id + R"(","place":"device","bytes":64},)";
    for (const char *id : {"hA", "hB"})
        buffers += std::string(R"({"id":")") + id + R"(","place":"host","bytes":64},)";
    buffers.pop_back();
    const std::string json = R"({"format":"streamscope-program","version":1,"title":"Graphs",
        "streams":[{"id":"A","flags":"non-blocking"},{"id":"B","flags":"non-blocking"},
                   {"id":"C","flags":"non-blocking"},{"id":"D","flags":"non-blocking"}],
        "buffers":[)" + buffers
                             + R"(],"operations":[)" + operations + R"({"op":"sync","what":"device"}]})";
    return readProgramFile(QByteArray::fromStdString(json), "test").program;
}

} // namespace streamscope::test
