// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/session/session_runs.h"
#include "experiments/registry.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/mended_session.h"

#include <string>

using namespace streamscope;

namespace {

ReadSession read(const std::string &bytes)
{
    const auto source = readMemory(bytes);
    MemoryBudget memory("fuzz", std::uint64_t{1} << 30);
    SectionReader reader(*source, "fuzz", memory);
    ReadSession session;
    readSession(reader, experiments(), {}, session);
    return session;
}

std::string written(const ReadSession &session)
{
    SessionParts parts;
    for (const auto &[number, source] : session.sources)
        parts.add(source);
    for (const auto &[number, result] : session.results)
        parts.add(result);
    for (const auto &[number, prediction] : session.predictions)
        parts.add(prediction);
    for (const auto &[number, run] : session.runs)
        parts.add(run);
    std::string text;
    SectionWriter writer([&text](std::string_view bytes) { text += bytes; });
    for (const auto &[number, part] : parts.list())
        writeSessionPart(*part, number, writer);
    writer.finish();
    return text;
}

} // namespace

/// Session files, as they are and with their checksums mended. What was read is written and read again, and is the
/// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes = fuzz::text(data, size);
    for (const std::string &file : {std::string(bytes), fuzz::mendedSession(bytes)})
        fuzz::orRefuse([&] {
            const std::string whole = written(read(file));
            fuzz::require(written(fuzz::readAgain([&] { return read(whole); })) == whole);
        });
    return 0;
}
