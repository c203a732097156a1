// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cupti_record.h"

#include "engine/program/errors.h"

#include <string>

namespace streamscope {

namespace {

/// Copies of nothing leave no record.
bool leavesRecord(const Operation &operation)
{
    return operation.kind == OperationKind::Kernel
           || ((isCopy(operation.kind) || operation.kind == OperationKind::Memset) && operation.bytes > 0);
}

} // namespace

std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records)
{
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (leavesRecord(program.operations[i]))
            expected.push_back(i);
    if (records.size() < expected.size())
        throw RunError("CUPTI recorded " + std::to_string(records.size()) + " of " + std::to_string(expected.size())
                       + " operations");
    std::vector<OperationTimes> times(program.operations.size());
    const std::size_t skipped = records.size() - expected.size();
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const CuptiRecord &record = records[skipped + k];
        if (record.kind != program.operations[expected[k]].kind)
            throw RunError("CUPTI's records are of other kinds than the operations");
        OperationTimes &t = times[expected[k]];
        t.start = record.start;
        t.end = record.end;
        t.clock = Clock::Cupti;
    }
    return times;
}

} // namespace streamscope
