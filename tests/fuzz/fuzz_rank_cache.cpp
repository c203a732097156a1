// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_entry.h"
#include "engine/ranks/rank_job.h"
#include "engine/ranks/ranks_json.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

namespace {

/// What the cache gives back is compared with other ranks like any trace, and is written as it was read.
void use(RankTrace trace)
{
    const QByteArray content = rankContentBytes(trace);
    const auto again = readRankContent(content);
    fuzz::require(again && *again == trace);
    const auto packed = readRankEntry(rankEntryBytes(trace, {}), {});
    fuzz::require(packed && *packed == trace);
    RankTrace other = trace;
    trace.path = "a.rank0";
    other.path = "b.rank1";
    other.rank = trace.rank + 1;
    for (RankCollective &collective : other.collectives) // a later clock
        for (std::int64_t *time : {&collective.start, &collective.end})
            *time += 70'000;
    rankReportJson(compareRanks({std::move(trace), std::move(other)}));
}

} // namespace

/// What RankCache finds in its folder: whole entries, and contents as they are unpacked.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input = fuzz::bytes(data, size);
    for (auto &trace : {readRankContent(input), readRankEntry(input, {})})
        if (trace)
            use(*trace);
    return 0;
}
