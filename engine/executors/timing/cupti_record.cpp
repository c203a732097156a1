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

/// Operations and the records among which theirs are, both in one order.
struct InOrder
{
    std::vector<std::size_t> operations;
    std::vector<const CuptiRecord *> records;
};

/// All of them, or of several host threads those of each stream.
std::vector<InOrder> groupsInOrder(const Program &program, const std::vector<CuptiRecord> &records,
                                   const IssuedCalls &issued)
{
    std::vector<InOrder> groups(std::max<std::size_t>(issued.streams.size(), 1));
    const auto groupOf = [&](std::size_t stream) { return issued.streams.empty() ? 0 : stream; };
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (leavesRecord(program.operations[i]))
            groups[groupOf(static_cast<std::size_t>(program.operations[i].stream))].operations.push_back(i);
    for (const CuptiRecord &record : records) {
        const auto stream = std::find(issued.streams.begin(), issued.streams.end(), record.stream);
        if (issued.streams.empty() || stream != issued.streams.end())
            groups[static_cast<std::size_t>(stream - issued.streams.begin())].records.push_back(&record);
    }
    return groups;
}

/// In order of their calls; these must not overlap, or nobody knows which came first.
void sortByCall(const Program &program, const std::vector<CallTimes> &calls, std::vector<std::size_t> &operations)
{
    std::stable_sort(operations.begin(), operations.end(),
                     [&](std::size_t a, std::size_t b) { return calls[a].begin < calls[b].begin; });
    const auto overlap = [&](std::size_t a, std::size_t b) {
        return program.operations[a].thread != program.operations[b].thread && calls[b].begin < calls[a].end;
    };
    if (std::adjacent_find(operations.begin(), operations.end(), overlap) != operations.end())
        throw RunError(QT_TRANSLATE_NOOP("engine", "calls of two host threads on one stream overlapped"));
}

/// The last records of a group are those of its operations.
void match(const Program &program, const InOrder &group, std::vector<OperationTimes> &times)
{
    const auto &[operations, records] = group;
    if (records.size() < operations.size())
        throw RunError(Phrase("engine", "CUPTI recorded %1 of %2 operations").arg(records.size(), operations.size()));
    const std::size_t skipped = records.size() - operations.size();
    for (std::size_t k = 0; k < operations.size(); ++k) {
        const CuptiRecord &record = *records[skipped + k];
        if (record.kind != program.operations[operations[k]].kind)
            throw RunError(QT_TRANSLATE_NOOP("engine", "CUPTI's records are of other kinds than the operations"));
        OperationTimes &t = times[operations[k]];
        t.start = record.start;
        t.end = record.end;
        t.clock = Clock::Cupti;
    }
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

std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records,
                                         const IssuedCalls &issued)
{
    std::vector<OperationTimes> times(program.operations.size());
    for (InOrder &group : groupsInOrder(program, records, issued)) {
        if (!issued.calls.empty())
            sortByCall(program, issued.calls, group.operations);
        match(program, group, times);
    }
    return times;
}

} // namespace streamscope
