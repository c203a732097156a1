// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_job.h"

#include "engine/program/text/phrase.h"
#include "engine/ranks/job_collectives.h"
#include "engine/ranks/job_steps.h"
#include "engine/ranks/late_work.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace streamscope {

namespace {

std::string fileName(const std::string &path)
{
    return path.substr(path.rfind('/') + 1);
}

/// "2, 3, 5 to 9"
std::string listText(const std::vector<int> &numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (last > i)
            text += (last == i + 1 ? ", " : " to ") + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

void dropWithoutOperations(std::vector<RankTrace> &traces, std::vector<std::string> &problems)
{
    std::erase_if(traces, [&](const RankTrace &trace) {
        if (trace.operations == 0)
            problems.push_back(fileName(trace.path) + ": "
                               + QT_TRANSLATE_NOOP("engine", "no operation of a GPU in this file; it is left out"));
        return trace.operations == 0;
    });
}

void numberTheUnnumbered(std::vector<RankTrace> &traces, std::vector<std::string> &problems)
{
    std::set<int> taken;
    for (const RankTrace &trace : traces)
        taken.insert(trace.rank);
    for (RankTrace &trace : traces) {
        if (trace.rank >= 0)
            continue;
        for (trace.rank = 0; !taken.insert(trace.rank).second;)
            ++trace.rank;
        problems.push_back(
            fileName(trace.path) + ": "
            + Phrase("engine", "neither the file nor its name has a rank; it counts as rank %1").arg(trace.rank));
    }
}

/// The number of ranks that most files name; 0 where none does.
int worldSizeOf(const std::vector<RankTrace> &traces)
{
    std::map<int, int> votes;
    for (const RankTrace &trace : traces)
        if (trace.worldSize > 0)
            ++votes[trace.worldSize];
    const auto most = std::ranges::max_element(votes, {}, &std::pair<const int, int>::second);
    return most == votes.end() ? 0 : most->first;
}

void dropOtherJobs(std::vector<RankTrace> &traces, int worldSize, std::vector<std::string> &problems)
{
    std::erase_if(traces, [&](const RankTrace &trace) {
        const bool other = trace.worldSize > 0 && trace.worldSize != worldSize;
        if (other)
            problems.push_back(fileName(trace.path) + ": "
                               + Phrase("engine", "of a job of %1 ranks, the others of one of %2; it is left out")
                                     .arg(trace.worldSize, worldSize));
        return other;
    });
}

/// `first`: the file that counts.
std::string secondFileText(const RankTrace &second, const std::string &first)
{
    if (second.path == first)
        return fileName(first) + ": " + QT_TRANSLATE_NOOP("engine", "given twice; it counts once");
    const bool alike = fileName(second.path) == fileName(first); // of two folders
    return Phrase("engine", "%1: a second file of rank %2, after %3; it is left out. Name the files of one job only")
        .arg(alike ? second.path : fileName(second.path), second.rank, alike ? first : fileName(first));
}

void dropSecondFiles(std::vector<RankTrace> &traces, std::vector<std::string> &problems)
{
    std::map<int, std::string> first;
    std::erase_if(traces, [&](const RankTrace &trace) {
        const auto [known, isNew] = first.try_emplace(trace.rank, trace.path);
        if (!isNew)
            problems.push_back(secondFileText(trace, known->second));
        return !isNew;
    });
}

void tellMissing(const std::vector<RankTrace> &traces, int worldSize, std::vector<std::string> &problems)
{
    int count = worldSize; // without it, at least the gaps are known
    for (const RankTrace &trace : traces)
        count = worldSize > 0 ? count : std::max(count, trace.rank + 1);
    constexpr std::size_t longest = 1'000'000; // a header may claim anything
    std::vector<int> missing;
    auto trace = traces.begin();
    for (int rank = 0; rank < count && missing.size() < longest; ++rank) {
        while (trace != traces.end() && trace->rank < rank)
            ++trace;
        if (trace == traces.end() || trace->rank != rank)
            missing.push_back(rank);
    }
    if (!missing.empty())
        problems.push_back(
            (missing.size() == 1
                 ? Phrase("engine", "rank %1 of %2 is missing: what the others waited for there is not known")
                 : Phrase("engine", "ranks %1 of %2 are missing: what the others waited for there is not known"))
                .arg(listText(missing), count));
}

void tellSilent(const std::vector<RankTrace> &traces, std::vector<std::string> &problems)
{
    if (traces.empty())
        return;
    std::vector<int> silent;
    for (const RankTrace &trace : traces)
        if (trace.collectives.empty())
            silent.push_back(trace.rank);
    if (silent.size() == traces.size())
        problems.push_back(QT_TRANSLATE_NOOP(
            "engine",
            "no file holds a collective (a kernel of NCCL or RCCL that is no send or receive): nothing to match"));
    else if (!silent.empty())
        problems.push_back(Phrase("engine", "no collective in the file of rank %1").arg(listText(silent)));
}

} // namespace

std::vector<std::uint32_t> slowestFirst(const RankJob &job)
{
    std::vector<std::uint32_t> order(job.ranks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&job](std::uint32_t a, std::uint32_t b) {
        const RankFigures &one = job.ranks[a], &other = job.ranks[b];
        return one.othersWaitNs != other.othersWaitNs ? one.othersWaitNs > other.othersWaitNs
                                                      : one.waitNs < other.waitNs;
    });
    return order;
}

RankJob compareRanks(std::vector<RankTrace> traces)
{
    RankJob job;
    dropWithoutOperations(traces, job.problems);
    numberTheUnnumbered(traces, job.problems);
    std::ranges::stable_sort(traces, {}, &RankTrace::rank);
    const int worldSize = worldSizeOf(traces);
    dropOtherJobs(traces, worldSize, job.problems);
    dropSecondFiles(traces, job.problems);
    tellMissing(traces, worldSize, job.problems);
    tellSilent(traces, job.problems);
    MatchedCollectives matched = matchCollectives(traces);
    job.problems.insert(job.problems.end(), matched.problems.begin(), matched.problems.end());
    std::vector<RankAlignment> alignments = alignClocks(traces, matched.list);
    for (std::size_t i = 0; i < traces.size(); ++i) {
        RankFigures figures;
        figures.rank = traces[i].rank;
        figures.path = traces[i].path;
        figures.operations = traces[i].operations;
        figures.alignment = std::move(alignments[i]);
        job.ranks.push_back(std::move(figures));
        if (traces.size() > 1 && !job.ranks.back().alignment.isKnown() && !traces[i].collectives.empty())
            job.problems.push_back(
                Phrase("engine", "rank %1 (%2) counts in no figure, as its clock is unknown: %3")
                    .arg(traces[i].rank, fileName(traces[i].path), job.ranks.back().alignment.fit.refusal));
    }
    if (traces.size() < 2)
        job.problems.push_back(
            traces.empty()
                ? QT_TRANSLATE_NOOP("engine", "no file is left: a comparison takes at least two ranks of one job")
                : Phrase("engine", "only %1 is left: a comparison takes at least two ranks of one job")
                      .arg(fileName(traces.front().path)));
    addSteps(traces, job);
    addCollectives(traces, matched.list, job);
    addLateWork(traces, matched.list, job);
    return job;
}

} // namespace streamscope
