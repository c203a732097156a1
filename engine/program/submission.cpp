// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/submission.h"

#include "engine/program/program.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <string>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 3> submissionNames{"live", "gated", "graph"};

bool isPageableCopy(const Program &program, const Operation &operation)
{
    return isCopy(operation.kind) && program.hostMemoryOf(operation) == HostMemory::Pageable;
}

bool allocatesWithoutStream(const Operation &operation)
{
    return isAllocation(operation.kind) && operation.stream == Operation::none;
}

std::optional<std::string> gateProblem(const Program &program, const Operation &operation)
{
    if (operation.kind == OperationKind::Sync)
        return QT_TRANSLATE_NOOP("engine", "makes the host wait for streams that a gate holds until the host is done");
    if (isPageableCopy(program, operation))
        return QT_TRANSLATE_NOOP("engine", "copies pageable memory, for which the host waits, while a gate holds the "
                                           "streams until the host is done (pinned memory would do)");
    if (allocatesWithoutStream(operation))
        return QT_TRANSLATE_NOOP("engine", "may wait for the device, which a gate holds until the host is done");
    return std::nullopt;
}

std::optional<std::string> threadProblem(const Program &program, const Operation &operation)
{
    if (operation.thread == program.operations.front().thread)
        return std::nullopt;
    return Phrase("engine", "is issued by thread %1, the first operation by thread %2; one thread captures a graph")
        .arg(operation.thread, program.operations.front().thread);
}

std::optional<std::string> graphProblem(const Program &program, const Operation &operation)
{
    if (operation.kind == OperationKind::Sync)
        return QT_TRANSLATE_NOOP("engine", "makes the host wait, which a graph cannot hold");
    if (operation.kind == OperationKind::HostWork)
        return QT_TRANSLATE_NOOP(
            "engine", "is work of the host thread, which a graph cannot hold (a host function can be in a graph)");
    if (isPageableCopy(program, operation))
        return QT_TRANSLATE_NOOP("engine",
                                 "copies pageable memory, which a stream cannot capture (pinned memory would do)");
    if (allocatesWithoutStream(operation))
        return QT_TRANSLATE_NOOP("engine", "is not ordered by a stream, so that a graph cannot hold it");
    if (operation.stream != Operation::none
        && program.streams[static_cast<std::size_t>(operation.stream)].kind == StreamKind::LegacyDefault)
        return QT_TRANSLATE_NOOP("engine", "is on the default (NULL) stream, which cannot be captured into a graph");
    return std::nullopt;
}

} // namespace

std::string_view submissionName(Submission submission)
{
    return submissionNames[static_cast<std::size_t>(submission)];
}

bool parseSubmission(std::string_view name, Submission &out)
{
    const auto found = std::find(submissionNames.begin(), submissionNames.end(), name);
    if (found == submissionNames.end())
        return false;
    out = static_cast<Submission>(found - submissionNames.begin());
    return true;
}

std::optional<std::string> submissionProblem(const Program &program, const Operation &operation)
{
    std::optional<std::string> problem;
    if (program.submission == Submission::Gated)
        problem = gateProblem(program, operation);
    if (program.submission == Submission::Graph && !(problem = threadProblem(program, operation)))
        problem = graphProblem(program, operation);
    if (!problem && operation.graph != Operation::none && program.submission != Submission::Graph)
        if (const auto own = graphProblem(program, operation))
            return Phrase("engine", "%1: it cannot be in graph %2").arg(*own, operation.graph);
    if (problem)
        *problem = Phrase("engine", "%1: submission = %2 is not possible here, use submission = live")
                       .arg(*problem, submissionName(program.submission));
    return problem;
}

} // namespace streamscope
