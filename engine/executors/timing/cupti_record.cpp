// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/cupti_record.h"

#include "engine/program/errors.h"
#include "engine/program/medians.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace streamscope {

namespace {

/// Copies of nothing leave no record.
bool leavesRecord(const Operation &operation)
{
    return operation.kind == OperationKind::Kernel
           || ((isCopy(operation.kind) || operation.kind == OperationKind::Memset) && operation.bytes > 0);
}

struct Probe
{
    std::int64_t time = 0;   ///< of CUPTI
    std::int64_t offset = 0; ///< globaltimer - CUPTI
};

/// The probe with the median offset. `kernels` are as many as the stamps from `stamps` on.
Probe medianProbe(const std::vector<CuptiRecord> &kernels, const KernelTimes *stamps)
{
    std::vector<Probe> probes;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        probes.push_back({kernels[i].end, stamps[i].lastEnd - kernels[i].end});
    return upperMedian(probes, &Probe::offset);
}

} // namespace

std::vector<CuptiRecord> recordsIn(const std::vector<CuptiRecord> &records, const CuptiWindow &window)
{
    std::vector<CuptiRecord> inside;
    std::copy_if(records.begin(), records.end(), std::back_inserter(inside), [&window](const CuptiRecord &record) {
        return record.start >= window.begin && record.start < window.end;
    });
    return inside;
}

ClockLine cuptiOnGlobalTimer(const std::vector<CuptiRecord> &records, const CuptiWindow &before,
                             const CuptiWindow &after, const std::vector<KernelTimes> &stamps)
{
    const auto kernelsIn = [&records](const CuptiWindow &window) {
        std::vector<CuptiRecord> kernels = recordsIn(records, window);
        std::erase_if(kernels, [](const CuptiRecord &record) { return record.kind != OperationKind::Kernel; });
        return kernels;
    };
    const std::vector<CuptiRecord> first = kernelsIn(before), last = kernelsIn(after);
    if (first.empty() || last.empty() || first.size() + last.size() != stamps.size())
        throw RunError(QT_TRANSLATE_NOOP("engine", "CUPTI did not record the kernels that align its clock"));
    const Probe begin = medianProbe(first, stamps.data());
    const Probe end = medianProbe(last, stamps.data() + first.size());
    return {begin.time, begin.offset, end.time, end.offset};
}

std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records)
{
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (leavesRecord(program.operations[i]))
            expected.push_back(i);
    if (records.size() < expected.size())
        throw RunError(Phrase("engine", "CUPTI recorded %1 of %2 operations").arg(records.size(), expected.size()));
    std::vector<OperationTimes> times(program.operations.size());
    const std::size_t skipped = records.size() - expected.size();
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const CuptiRecord &record = records[skipped + k];
        if (record.kind != program.operations[expected[k]].kind)
            throw RunError(QT_TRANSLATE_NOOP("engine", "CUPTI's records are of other kinds than the operations"));
        OperationTimes &t = times[expected[k]];
        t.start = record.start;
        t.end = record.end;
        t.clock = Clock::Cupti;
    }
    return times;
}

} // namespace streamscope
