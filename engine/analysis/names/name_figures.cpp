// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/names/name_figures.h"

#include "engine/program/errors.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::uint32_t noGroup = ~0U;

/// Adds to the figures of one group; the median comes later.
struct Tally
{
    std::size_t count = 0;
    std::int64_t total = 0, shortest = std::numeric_limits<std::int64_t>::max(), longest = -1;
    std::int64_t firstStart = std::numeric_limits<std::int64_t>::max();
    std::uint32_t first = 0, longestSpan = 0;

    void add(std::uint32_t span, std::int64_t start, std::int64_t duration)
    {
        ++count;
        total += duration;
        shortest = std::min(shortest, duration);
        if (duration > longest) {
            longest = duration;
            longestSpan = span;
        }
        if (start < firstStart) {
            firstStart = start;
            first = span;
        }
    }

    /// `other` is of later operations.
    void add(const Tally &other)
    {
        count += other.count;
        total += other.total;
        shortest = std::min(shortest, other.shortest);
        if (other.longest > longest) {
            longest = other.longest;
            longestSpan = other.longestSpan;
        }
        if (other.firstStart < firstStart) {
            firstStart = other.firstStart;
            first = other.first;
        }
    }
};

bool isTimed(OperationKind kind)
{
    return kind != OperationKind::EventRecord && kind != OperationKind::EventWait;
}

bool isInRange(std::int64_t start, std::int64_t end, const TimeRange &range)
{
    return start < range.end && (end > range.begin || (start == end && start >= range.begin));
}

/// The operations of a scope, in parts that can be walked at the same time.
class Operations
{
public:
    Operations(const Timeline &timeline, const NameScope &scope) : m_timeline(timeline), m_scope(scope) {}

    std::size_t size() const { return m_scope.operations ? m_scope.operations->size() : m_timeline.size(); }

    /// Calls visit(span, start, duration) for those of [first, past).
    template <typename Visit>
    void walk(std::size_t first, std::size_t past, Visit visit) const
    {
        const auto &starts = m_timeline.starts();
        const Timeline::Ends ends = m_timeline.ends();
        for (std::size_t i = first; i < past; ++i) {
            const std::uint32_t span = m_scope.operations ? (*m_scope.operations)[i] : static_cast<std::uint32_t>(i);
            if (!isTimed(m_timeline.kinds()[span]))
                continue;
            const std::int64_t start = starts[span], end = ends[span];
            if (!m_scope.range || isInRange(start, end, *m_scope.range))
                visit(span, start, end - start);
        }
    }

private:
    const Timeline &m_timeline;
    const NameScope &m_scope;
};

/// What operations are grouped by: a number for name and kind, or for the text of an origin.
class GroupKeys
{
public:
    GroupKeys(const Timeline &timeline, std::optional<OriginPart> by) : m_timeline(timeline), m_by(by)
    {
        if (!by)
            return;
        const HostOrigins &origins = timeline.origins();
        std::map<std::string_view, std::uint32_t> known;
        for (std::uint32_t text = 0; text < origins.texts().size(); ++text) {
            const bool whole = *by == OriginPart::Stack;
            const std::string_view label = whole ? origins.text(text) : innermostOf(origins.text(text));
            m_texts.push_back(known.try_emplace(label, text).first->second);
        }
    }

    std::size_t size() const { return m_by ? m_texts.size() : (m_timeline.names().size() + 1) * operationKindCount; }
    std::size_t of(std::uint32_t span) const
    {
        if (m_by)
            return m_texts[m_timeline.origins().textNumber(span, *m_by)];
        const std::size_t name = std::min<std::size_t>(m_timeline.nameIndices()[span], m_timeline.names().size());
        return name * operationKindCount + static_cast<std::size_t>(m_timeline.kinds()[span]);
    }
    /// NameFigures::name of the operation's group.
    std::uint32_t nameOf(std::uint32_t span) const
    {
        return m_by ? static_cast<std::uint32_t>(of(span)) : m_timeline.nameIndices()[span];
    }
    bool isOf(std::uint32_t span, OperationKind kind, std::uint32_t name) const
    {
        return nameOf(span) == name && (m_by || m_timeline.kinds()[span] == kind);
    }

private:
    const Timeline &m_timeline;
    std::optional<OriginPart> m_by;
    std::vector<std::uint32_t> m_texts; ///< by text: the first one with the same label
};

/// Numbers the groups that occur.
class Groups
{
public:
    Groups(const Timeline &timeline, const NameScope &scope) : m_keys(timeline, scope.by)
    {
        m_numbers.assign(m_keys.size(), noGroup);
        for (std::uint32_t span = 0; span < timeline.size(); ++span) {
            std::uint32_t &number = m_numbers[m_keys.of(span)];
            if (number == noGroup) {
                number = static_cast<std::uint32_t>(m_examples.size());
                m_examples.push_back(span);
            }
        }
    }

    std::size_t size() const { return m_examples.size(); }
    std::uint32_t of(std::uint32_t span) const { return m_numbers[m_keys.of(span)]; }
    const GroupKeys &keys() const { return m_keys; }
    /// An operation of this group.
    std::uint32_t example(std::size_t group) const { return m_examples[group]; }

private:
    GroupKeys m_keys;
    std::vector<std::uint32_t> m_numbers, m_examples;
};

class ByName
{
public:
    ByName(const Timeline &timeline, const NameScope &scope, const std::stop_token &stop, const WorkSharer &share)
        : m_timeline(timeline), m_operations(timeline, scope), m_groups(timeline, scope), m_stop(stop), m_share(share)
    {
        constexpr std::size_t mostTallies = 1 << 18;
        m_parts = m_groups.size() * mostParts <= mostTallies ? mostParts : 1;
    }

    std::vector<NameFigures> figures()
    {
        tally();
        sortDurations();
        std::vector<NameFigures> all;
        for (std::size_t group = 0; group < m_groups.size(); ++group)
            if (m_sums[group].count > 0)
                all.push_back(figuresOf(group));
        std::stable_sort(all.begin(), all.end(),
                         [](const NameFigures &a, const NameFigures &b) { return a.totalNs > b.totalNs; });
        return all;
    }

private:
    static constexpr std::size_t mostParts = 16;

    void inParts(std::size_t parts, const std::function<void(std::size_t)> &part) const
    {
        const auto checked = [&](std::size_t i) {
            if (m_stop.stop_requested())
                throw Cancelled();
            part(i);
        };
        if (m_share)
            return m_share(parts, checked);
        for (std::size_t i = 0; i < parts; ++i)
            checked(i);
    }

    template <typename Visit>
    void walkPart(std::size_t part, Visit visit) const
    {
        m_operations.walk(m_operations.size() * part / m_parts, m_operations.size() * (part + 1) / m_parts, visit);
    }

    void tally()
    {
        m_tallies.assign(m_parts, {});
        inParts(m_parts, [this](std::size_t part) {
            std::vector<Tally> tallies(m_groups.size());
            walkPart(part, [&](std::uint32_t span, std::int64_t start, std::int64_t duration) {
                tallies[m_groups.of(span)].add(span, start, duration);
            });
            m_tallies[part] = std::move(tallies);
        });
        m_sums.assign(m_groups.size(), {});
        for (const std::vector<Tally> &part : m_tallies)
            for (std::size_t group = 0; group < m_groups.size(); ++group)
                m_sums[group].add(part[group]);
    }

    /// The durations of a group beside each other, and the median of them at its place.
    void sortDurations()
    {
        m_begins.clear();
        std::vector<std::vector<std::size_t>> places(m_parts, std::vector<std::size_t>(m_groups.size()));
        std::size_t place = 0;
        for (std::size_t group = 0; group < m_groups.size(); ++group) {
            m_begins.push_back(place);
            for (std::size_t part = 0; part < m_parts; ++part) {
                places[part][group] = place;
                place += m_tallies[part][group].count;
            }
        }
        m_begins.push_back(place);
        m_durations.resize(place);
        inParts(m_parts, [&](std::size_t part) {
            std::vector<std::size_t> &own = places[part];
            walkPart(part, [&](std::uint32_t span, std::int64_t, std::int64_t duration) {
                m_durations[own[m_groups.of(span)]++] = duration;
            });
        });
        inParts(m_groups.size(), [this](std::size_t group) {
            const std::span own =
                std::span(m_durations).subspan(m_begins[group], m_begins[group + 1] - m_begins[group]);
            if (!own.empty())
                upperMedian(own); // where figuresOf() finds it
        });
    }

    NameFigures figuresOf(std::size_t group) const
    {
        const std::uint32_t example = m_groups.example(group);
        const Tally &sum = m_sums[group];
        return {m_timeline.kinds()[example],
                m_groups.keys().nameOf(example),
                sum.count,
                sum.total,
                sum.shortest,
                sum.longest,
                m_durations[m_begins[group] + sum.count / 2],
                sum.first,
                sum.longestSpan};
    }

    const Timeline &m_timeline;
    Operations m_operations;
    Groups m_groups;
    std::stop_token m_stop;
    const WorkSharer &m_share;
    std::size_t m_parts;
    std::vector<std::vector<Tally>> m_tallies; ///< by part and group
    std::vector<Tally> m_sums;                 ///< by group
    std::vector<std::size_t> m_begins;         ///< of each group in m_durations, and the end
    std::vector<std::int64_t> m_durations;
};

} // namespace

std::vector<NameFigures> figuresByName(const Timeline &timeline, const NameScope &scope, const std::stop_token &stop,
                                       const WorkSharer &share)
{
    return ByName(timeline, scope, stop, share).figures();
}

std::string labelOf(const Timeline &timeline, const NameFigures &figures, const NameScope &scope)
{
    if (!scope.by)
        return timeline.name(figures.name);
    const std::string &text = timeline.origins().text(figures.name);
    return *scope.by == OriginPart::Stack ? text : std::string(innermostOf(text));
}

std::vector<std::uint32_t> operationsOf(const Timeline &timeline, OperationKind kind, std::uint32_t name,
                                        const NameScope &scope)
{
    std::vector<std::uint32_t> found;
    const Operations operations(timeline, scope);
    const GroupKeys keys(timeline, scope.by);
    operations.walk(0, operations.size(), [&](std::uint32_t span, std::int64_t, std::int64_t) {
        if (keys.isOf(span, kind, name))
            found.push_back(span);
    });
    return found;
}

std::vector<std::int64_t> durationsOf(const Timeline &timeline, OperationKind kind, std::uint32_t name,
                                      const NameScope &scope)
{
    std::vector<std::int64_t> durations;
    const Operations operations(timeline, scope);
    const GroupKeys keys(timeline, scope.by);
    operations.walk(0, operations.size(), [&](std::uint32_t span, std::int64_t, std::int64_t duration) {
        if (keys.isOf(span, kind, name))
            durations.push_back(duration);
    });
    return durations;
}

} // namespace streamscope
