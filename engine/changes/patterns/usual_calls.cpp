// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/usual_calls.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// Copies of all directions are one call, with one price.
OperationKind priceOf(OperationKind kind)
{
    return isCopy(kind) ? OperationKind::H2D : kind;
}

/// The measured calls by kind: the first of its kind behind each wait of its thread, and those that come again.
class MeasuredCalls
{
public:
    explicit MeasuredCalls(const Program &program)
    {
        std::vector<std::array<bool, operationKindCount>> came(static_cast<std::size_t>(program.threadCount()));
        for (const Operation &operation : program.operations) {
            auto &ofThread = came[static_cast<std::size_t>(operation.thread)];
            if (operation.kind == OperationKind::Sync)
                ofThread.fill(false);
            if (operation.callNs < 0)
                continue;
            const auto price = static_cast<std::size_t>(priceOf(operation.kind));
            (std::exchange(ofThread[price], true) ? m_repeated : m_first)[price].push_back(operation.callNs);
        }
    }

    /// Medians, ns; −1 without any.
    std::int64_t firstNs(std::size_t price) { return medianOf(m_first[price]); }
    std::int64_t repeatedNs(std::size_t price) { return medianOf(m_repeated[price]); }

    /// What a call that comes again takes of a first one, by the kinds that have both.
    double warmth()
    {
        double first = 0, repeated = 0;
        for (const OperationKind kind : {OperationKind::H2D, OperationKind::Kernel, OperationKind::Memset}) {
            const auto price = static_cast<std::size_t>(kind);
            if (m_first[price].empty() || m_repeated[price].empty())
                continue;
            first += static_cast<double>(firstNs(price));
            repeated += static_cast<double>(repeatedNs(price));
        }
        return first > 0 ? std::min(1.0, repeated / first) : 1;
    }

private:
    using Times = std::array<std::vector<std::int64_t>, operationKindCount>;

    static std::int64_t medianOf(std::vector<std::int64_t> &times) { return times.empty() ? -1 : lowerMedian(times); }

    Times m_first, m_repeated;
};

} // namespace

UsualCalls::UsualCalls(const Program &program)
{
    MeasuredCalls measured(program);
    const double warmth = measured.warmth();
    m_ns.fill(-1);
    for (const KindInfo &info : operationKinds) {
        const auto price = static_cast<std::size_t>(priceOf(info.kind));
        std::int64_t &usual = m_ns[static_cast<std::size_t>(info.kind)];
        if (const std::int64_t repeated = measured.repeatedNs(price); repeated >= 0)
            usual = repeated;
        else if (const std::int64_t first = measured.firstNs(price); first >= 0)
            usual = std::llround(static_cast<double>(first) * warmth);
    }
}

std::int64_t addedEventCallNs(const Program &program)
{
    constexpr std::int64_t hesitationNs = 2'000; // no work: calls of one loop of C++ follow each other as quickly
    constexpr std::int64_t callNs = 1'200;       // on H200s
    const std::int64_t gap = LaunchWork(program).repeatedNs();
    const UsualCalls usual(program);
    // Calls of no length, as a CSV has them, are in the gaps.
    const bool knowsCalls = usual.ofKind(OperationKind::Kernel) != 0 && usual.ofKind(OperationKind::H2D) != 0;
    return gap > hesitationNs && knowsCalls ? gap + std::max(callNs, usual.ofKind(OperationKind::EventRecord)) : -1;
}

} // namespace streamscope
