// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/show_ranks.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/ranks/late_rank_finding.h"
#include "engine/ranks/merged_ranks.h"
#include "engine/run/on_all_cores.h"
#include "engine/run/open_ranks.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t usualRanks = 8;
constexpr std::uint64_t usualOperations = 4'000'000;

bool anyClockIsKnown(const RankJob &job)
{
    return std::ranges::any_of(job.ranks, [](const RankFigures &rank) { return rank.alignment.isKnown(); });
}

/// As the job was opened, now or before.
std::shared_ptr<ShownRanks> jobOf(const RanksRequest &request, const ImportOptions &options,
                                  const ImportControl &control)
{
    if (request.known)
        return std::make_shared<ShownRanks>(*request.known);
    const std::vector<std::string> files = rankFiles(request.paths);
    OpenedRanks opened = openRanks(files, options, control.stop, [&](std::size_t done) {
        if (control.progress)
            control.progress(done, files.size());
    });
    auto made = std::make_shared<ShownRanks>();
    made->job = std::move(opened.job);
    made->unreadable = std::move(opened.unreadable);
    return made;
}

/// The figures of the ranks to show, those of unknown clocks left out.
std::vector<const RankFigures *> ranksToShow(const RankJob &job, const std::vector<int> &wanted)
{
    const std::vector<int> numbers = wanted.empty() ? usuallyShown(job) : wanted;
    const bool anyKnown = anyClockIsKnown(job);
    std::vector<const RankFigures *> ranks;
    for (const RankFigures &rank : job.ranks)
        if (std::ranges::find(numbers, rank.rank) != numbers.end() && (!anyKnown || rank.alignment.isKnown()))
            ranks.push_back(&rank);
    return ranks;
}

std::vector<ImportedTrace> load(const std::vector<const RankFigures *> &ranks, const ImportOptions &options,
                                const ImportControl &control)
{
    std::vector<std::optional<ImportedTrace>> read(ranks.size());
    onAllCores(ranks.size(), [&](std::size_t i) {
        if (control.stop.stop_requested())
            throw Cancelled();
        read[i] = importTrace(ranks[i]->path, options, {control.stop, {}});
    });
    std::vector<ImportedTrace> traces;
    for (std::optional<ImportedTrace> &one : read)
        traces.push_back(std::move(*one));
    return traces;
}

RankAlignment alignmentOf(const RankFigures &rank)
{
    if (rank.alignment.isKnown())
        return rank.alignment;
    RankAlignment own;
    own.clock = RankClock::Own;
    return own;
}

} // namespace

bool ShownRanks::isShown(int rank) const
{
    return std::ranges::find(shown, rank) != shown.end();
}

std::vector<int> usuallyShown(const RankJob &job)
{
    const bool anyKnown = anyClockIsKnown(job);
    std::vector<int> ranks;
    std::uint64_t operations = 0;
    for (const std::uint32_t i : slowestFirst(job)) {
        if (anyKnown && !job.ranks[i].alignment.isKnown())
            continue;
        operations += job.ranks[i].operations;
        if (!ranks.empty() && (ranks.size() == usualRanks || operations > usualOperations))
            break;
        ranks.push_back(job.ranks[i].rank);
    }
    return ranks;
}

RunResult showRanks(const RanksRequest &request, const std::string &name, const ImportOptions &options,
                    const ImportControl &control)
{
    const std::shared_ptr<ShownRanks> job = jobOf(request, options, control);
    const std::vector<const RankFigures *> ranks = ranksToShow(job->job, request.shown);
    if (ranks.empty())
        throw InputError(name, job->job.problems.empty()
                                   ? QT_TRANSLATE_NOOP("engine", "no rank can be shown: no file is one")
                                   : Phrase("engine", "no rank can be shown: %1").arg(job->job.problems.front()));
    const std::vector<ImportedTrace> traces = load(ranks, options, control);
    std::vector<LoadedRank> loaded;
    job->shown.clear();
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        loaded.push_back({ranks[i]->rank, &traces[i], alignmentOf(*ranks[i])});
        job->shown.push_back(ranks[i]->rank);
    }
    MergedRanks merged = mergeRanks(loaded);
    job->originNs = merged.originNs;
    ImportReport report = mergedReport(loaded, name);
    report.warnings.insert(report.warnings.begin(), job->unreadable.begin(), job->unreadable.end());
    report.warnings.insert(report.warnings.begin(), job->job.problems.begin(), job->job.problems.end());
    if (!anyClockIsKnown(job->job) && ranks.size() > 1)
        report.warnings.insert(report.warnings.begin(),
                               QT_TRANSLATE_NOOP("engine", "the ranks' clocks cannot be compared: each rank is shown "
                                                           "by its own clock, and times of two ranks may not fit"));
    RunResult result;
    result.recording = std::move(merged.recording);
    result.request.device = result.recording.device.id;
    result.import = std::make_shared<const ImportReport>(std::move(report));
    result.analysis = analyze(result.recording, nullptr);
    if (std::optional<Finding> late = lateRankFinding(job->job))
        result.analysis.findings.insert(result.analysis.findings.begin(), std::move(*late));
    result.ranks = job;
    result.finishedAt = std::chrono::system_clock::now();
    return result;
}

} // namespace streamscope
