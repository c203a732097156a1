// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/steps/launch_repetition.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

using Times = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// A run of equal turns in the issued operations.
struct Turns
{
    std::size_t first = 0, length = 0, count = 0;
};

/// What the host did, in order of issue.
std::vector<std::uint32_t> issuedInOrder(const Timeline &timeline)
{
    std::vector<std::uint32_t> issued;
    for (std::uint32_t i = 0; i < timeline.size(); ++i)
        if ((runsOnGpu(timeline.kinds()[i]) || timeline.kinds()[i] == OperationKind::Sync)
            && timeline.issue(i) != unknownTime)
            issued.push_back(i);
    return issued;
}

/// What tells operations apart: name and kind, not the stream, which may alternate.
std::uint64_t signOf(const Timeline &timeline, std::uint32_t span)
{
    return (std::uint64_t{timeline.nameIndices()[span]} << 8U) | static_cast<std::uint8_t>(timeline.kinds()[span]);
}

/// The longest run of equal distances between neighbours of `places` whose operations are equal, too.
Turns turnsAt(const std::vector<std::size_t> &places, const std::vector<std::uint64_t> &signs)
{
    Turns best;
    for (std::size_t i = 0; i + 1 < places.size();) {
        const std::size_t length = places[i + 1] - places[i];
        std::size_t past = i + 1; // the turn that begins at places[past] is not known to be equal
        const auto turn = signs.begin() + static_cast<std::ptrdiff_t>(places[i]);
        while (past < places.size() && places[past] == places[i] + (past - i) * length
               && places[past] + length <= signs.size()
               && std::equal(turn, turn + static_cast<std::ptrdiff_t>(length),
                             signs.begin() + static_cast<std::ptrdiff_t>(places[past])))
            ++past;
        if (length > 1 && (past - i) * length > best.count * best.length)
            best = {places[i], length, past - i};
        i = past;
    }
    return best;
}

/// Where in a turn the host paused longest, in the median: there a turn begins.
std::size_t beginOf(const Turns &turns, const std::vector<std::uint32_t> &issued, const Timeline &timeline)
{
    std::size_t best = 0;
    std::int64_t longest = -1;
    constexpr std::size_t mostLooks = 1 << 22;
    if (turns.length * turns.count > mostLooks)
        return 0;
    for (std::size_t place = 0; place < turns.length; ++place) {
        std::vector<std::int64_t> pauses;
        for (std::size_t turn = 1; turn < turns.count; ++turn) {
            const std::size_t i = turns.first + turn * turns.length + place;
            pauses.push_back(timeline.issue(issued[i]) - timeline.issue(issued[i - 1]));
        }
        if (const std::int64_t usual = upperMedian(pauses); usual > longest) {
            longest = usual;
            best = place;
        }
    }
    return best;
}

/// Moved to where turns begin, and with all whole turns before and behind.
Turns movedTo(std::size_t begin, Turns turns, const std::vector<std::uint64_t> &signs)
{
    if (begin > 0) {
        turns.first += begin;
        --turns.count;
    }
    const auto isTurn = [&](std::size_t at) {
        const auto turn = signs.begin() + static_cast<std::ptrdiff_t>(turns.first);
        return at + turns.length <= signs.size()
               && std::equal(turn, turn + static_cast<std::ptrdiff_t>(turns.length),
                             signs.begin() + static_cast<std::ptrdiff_t>(at));
    };
    while (isTurn(turns.first + turns.count * turns.length))
        ++turns.count;
    while (turns.first >= turns.length && isTurn(turns.first - turns.length)) {
        turns.first -= turns.length;
        ++turns.count;
    }
    return turns;
}

Times timesOf(const Turns &turns, const std::vector<std::uint32_t> &issued, const Timeline &timeline)
{
    Times times;
    for (std::size_t turn = 0; turn < turns.count; ++turn) {
        const std::size_t first = turns.first + turn * turns.length, past = first + turns.length;
        const std::int64_t end =
            past < issued.size() ? timeline.issue(issued[past]) : timeline.issue(issued[past - 1]) + 1;
        times.emplace_back(timeline.issue(issued[first]), end);
    }
    return times;
}

} // namespace

Times repeatedLaunches(const Timeline &timeline)
{
    const std::vector<std::uint32_t> issued = issuedInOrder(timeline);
    constexpr std::size_t fewestTurns = 3, mostTurns = 10'000, mostAnchors = 64;
    std::vector<std::uint64_t> signs;
    signs.reserve(issued.size());
    std::map<std::uint64_t, std::vector<std::size_t>> places;
    for (const std::uint32_t span : issued) {
        std::vector<std::size_t> &known = places[signOf(timeline, span)];
        if (known.size() <= mostTurns)
            known.push_back(signs.size());
        signs.push_back(signOf(timeline, span));
    }
    // Rare operations first: they come once in a turn of the outermost loop.
    std::vector<const std::vector<std::size_t> *> anchors;
    for (const auto &[sign, known] : places)
        if (known.size() >= fewestTurns && known.size() <= mostTurns)
            anchors.push_back(&known);
    std::stable_sort(anchors.begin(), anchors.end(),
                     [](const auto *a, const auto *b) { return a->size() < b->size(); });
    anchors.resize(std::min(anchors.size(), mostAnchors));
    for (const std::vector<std::size_t> *anchor : anchors) {
        if (Turns turns = turnsAt(*anchor, signs); turns.count > 1) {
            turns = movedTo(beginOf(turns, issued, timeline), turns, signs);
            if (turns.count >= fewestTurns && 2 * turns.count * turns.length >= signs.size())
                return timesOf(turns, issued, timeline);
        }
    }
    return {};
}

} // namespace streamscope
