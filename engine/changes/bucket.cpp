// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/fewer_waits.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/operator_ends.h"
#include "engine/changes/edit/warmer_launches.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/collective_launches.h"
#include "engine/changes/patterns/collective_times.h"
#include "engine/changes/patterns/collective_units.h"
#include "engine/changes/patterns/collective_waits.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

/// Collectives in buckets of another size.
class Bucket final : public Change
{
public:
    std::string id() const override { return "bucket"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Re-bucket collectives"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Collectives that follow each other on their streams are joined up to about "
                                           "so many bytes; larger ones are cut.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The data of neighbouring collectives can lie side by side, and all data of "
                                           "one is ready when it is issued.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec bytes;
        bytes.name = "bytes";
        bytes.label = QT_TRANSLATE_NOOP("engine", "Bucket");
        bytes.type = ParameterType::Size;
        bytes.minimum = 4096;
        bytes.maximum = std::int64_t{1} << 36;
        bytes.defaultValue = std::int64_t{25} << 20;
        bytes.help = QT_TRANSLATE_NOOP(
            "engine", "About the bytes of one collective. DistributedDataParallel takes 25 MiB unless told otherwise.");
        return {bytes};
    }
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"bucket_bytes", change.value("bytes")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

class BucketEdit
{
public:
    explicit BucketEdit(const ChangeInput &input)
        : m_input(input), m_bytes(static_cast<std::uint64_t>(input.values.integer("bytes"))),
          m_units(collectivesOf(input.program, input.selected)), m_launches(input.program, m_units),
          m_times(input.program, input.profile), m_goes(input.program.operations.size())
    {
        m_result.program = withoutOperations(input.program);
        for (std::size_t u = 0; u < m_units.size(); ++u)
            m_unitOf[m_units[u].ranks.back()] = static_cast<std::int32_t>(u);
        for (const Operation &operation : input.program.operations)
            m_nextGroup = std::max(m_nextGroup, operation.group() + 1);
    }

    ChangedProgram run()
    {
        makeBuckets();
        countBuckets();
        for (const std::vector<std::int32_t> &bucket : m_buckets)
            giveRoles(bucket);
        leaveOutOperatorEnds();
        giveLaunchWork();
        warmOthers();
        findWaits();
        m_result.doubtNs = doubtNs();
        const std::vector<Operation> &from = m_input.program.operations;
        m_result.program.operations.reserve(from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
            write(from[i], i);
        addNotes();
        return std::move(m_result);
    }

private:
    /// What becomes of a collective that stays.
    struct Role
    {
        std::vector<std::int32_t> joined;  ///< all operations that are one here, itself included
        std::vector<std::int32_t> records; ///< that stand behind it now
        std::int32_t pieces = 1;
        std::int32_t firstGroup = Operation::none; ///< of the second piece
        std::optional<Operation> work;             ///< of the host, to launch what is one here
        std::optional<std::int64_t> callNs;        ///< of the launch
        std::optional<std::int64_t> waitNs;        ///< for a rank whose host is late
    };
    const Operation &at(std::int32_t index) const
    {
        return m_input.program.operations[static_cast<std::size_t>(index)];
    }
    Role &roleOf(std::int32_t index) { return m_roles[index]; }
    void leaveOut(std::int32_t index) { m_goes[static_cast<std::size_t>(index)] = true; }
    void makeBuckets();
    void countBuckets();
    void giveRoles(const std::vector<std::int32_t> &bucket);
    void cut(const CollectiveUnit &unit);
    void leaveOutOperatorEnds();
    void giveLaunchWork();
    void warmOthers();
    void findWaits();
    std::int64_t doubtNs() const;
    std::int64_t apartNs(const LateRanks &late) const;
    void write(const Operation &operation, std::size_t index);
    Operation joined(const Role &role) const;
    void writePieces(const Operation &whole, const Role &role);
    void addNotes();

    const ChangeInput &m_input;
    const std::uint64_t m_bytes;
    const std::vector<CollectiveUnit> m_units;
    const CollectiveLaunches m_launches;
    const CollectiveTimes m_times;
    std::vector<bool> m_goes;                                ///< by operation: into a later one
    std::unordered_map<std::int32_t, std::int32_t> m_unitOf; ///< by its last rank
    std::unordered_map<std::int32_t, Role> m_roles;          ///< by operation, of those that change
    std::vector<std::vector<std::int32_t>> m_buckets;        ///< units
    std::vector<std::size_t> m_stay;                         ///< buckets of each burst
    std::int32_t m_nextGroup = 0;
    std::size_t m_joined = 0, m_cut = 0, m_after = 0;
    std::int64_t m_workNs = 0;          ///< of the host that went
    std::vector<std::int64_t> m_hostNs; ///< what the host takes for each operation now
    std::int64_t m_warmedNs = 0;
    ChangedProgram m_result;
};

/// Each collective joins the bucket of the one before it while that is not full.
void BucketEdit::makeBuckets()
{
    struct Open
    {
        std::size_t bucket = 0;
        std::uint64_t bytes = 0;
        std::int32_t firstWait = 0; ///< for a record inside the bucket
    };
    std::vector<Open> of(m_units.size());
    for (std::size_t u = 0; u < m_units.size(); ++u) {
        const CollectiveUnit &unit = m_units[u];
        if (unit.before >= 0) {
            const Open &last = of[static_cast<std::size_t>(unit.before)];
            const std::int32_t firstWait = std::min(last.firstWait, unit.firstWait);
            const bool fits = unit.selected && m_units[static_cast<std::size_t>(unit.before)].selected
                              && last.bytes < m_bytes && unit.bytes <= m_bytes && firstWait > unit.ranks.back();
            if (fits) {
                m_buckets[last.bucket].push_back(static_cast<std::int32_t>(u));
                of[u] = {last.bucket, last.bytes + unit.bytes, firstWait};
                continue;
            }
        }
        of[u] = {m_buckets.size(), unit.bytes, static_cast<std::int32_t>(m_goes.size())};
        m_buckets.push_back({static_cast<std::int32_t>(u)});
    }
}

void BucketEdit::countBuckets()
{
    m_stay.assign(m_launches.bursts(), 0);
    for (const std::vector<std::int32_t> &bucket : m_buckets)
        ++m_stay[m_launches.burst(bucket.back())];
}

void BucketEdit::giveRoles(const std::vector<std::int32_t> &bucket)
{
    const CollectiveUnit &last = m_units[static_cast<std::size_t>(bucket.back())];
    if (bucket.size() == 1) {
        cut(last);
        return;
    }
    m_joined += bucket.size();
    ++m_after;
    std::map<std::int32_t, std::int32_t> target; // by stream
    for (const std::int32_t rank : last.ranks)
        target[at(rank).stream] = rank;
    for (const std::int32_t u : bucket) {
        const CollectiveUnit &unit = m_units[static_cast<std::size_t>(u)];
        for (const std::int32_t rank : unit.ranks) {
            const std::int32_t into = target.at(at(rank).stream);
            if (rank != into)
                leaveOut(rank);
            roleOf(into).joined.push_back(rank);
            ++m_result.touched;
        }
        for (const std::int32_t record : u == bucket.front() ? std::vector<std::int32_t>() : unit.records) {
            leaveOut(record);
            roleOf(target.at(at(record).stream)).records.push_back(record);
        }
    }
}

void BucketEdit::cut(const CollectiveUnit &unit)
{
    const auto pieces = static_cast<std::int32_t>(
        std::min<double>(std::round(static_cast<double>(unit.bytes) / static_cast<double>(m_bytes)), 1024));
    if (!unit.selected || pieces < 2)
        return;
    ++m_cut;
    m_after += static_cast<std::size_t>(pieces);
    for (const std::int32_t rank : unit.ranks) {
        roleOf(rank).pieces = pieces;
        roleOf(rank).firstGroup = m_nextGroup;
        m_result.touched += static_cast<std::size_t>(pieces);
    }
    if (at(unit.ranks.front()).kind == OperationKind::Collective)
        m_nextGroup += pieces - 1;
}

void BucketEdit::leaveOutOperatorEnds()
{
    std::vector<bool> collectives(m_goes.size(), false);
    for (const auto &[operation, unit] : m_unitOf)
        collectives[static_cast<std::size_t>(operation)] = true;
    for (const std::int32_t work : endsOfOperators(m_input.program, collectives, m_goes)) {
        leaveOut(work);
        m_workNs += at(work).durationNs;
    }
}

/// A bucket is launched behind what its first collective was launched behind, with caches as cold as they were at that
/// place: few buckets never get behind the first, cold launches.
void BucketEdit::giveLaunchWork()
{
    std::vector<std::size_t> places(m_launches.bursts(), 0);
    for (const std::vector<std::int32_t> &bucket : m_buckets) {
        const std::size_t place = places[m_launches.burst(bucket.front())]++;
        if (bucket.size() == 1)
            continue;
        const std::int32_t launched = m_units[static_cast<std::size_t>(bucket.back())].ranks.back();
        if (at(launched).callNs > 0)
            roleOf(launched).callNs = m_launches.callNsAt(bucket.back(), place);
        std::int64_t goes = 0;
        const Operation *work = nullptr;
        for (const std::int32_t u : bucket)
            for (const std::int32_t index : m_launches.work(u)) {
                leaveOut(index);
                goes += at(index).durationNs;
                work = &at(index);
            }
        if (!work)
            continue;
        const std::int64_t stays = m_launches.nsAt(bucket.front(), place);
        m_workNs += goes - stays;
        if (stays <= 0)
            continue;
        Operation &launch = roleOf(launched).work.emplace(*work);
        launch.durationNs = stays;
    }
}

/// What follows a collective that goes comes sooner behind the last one of its kind.
void BucketEdit::warmOthers()
{
    if (m_joined == 0)
        return;
    m_hostNs = hostTimes(m_input.program);
    for (std::size_t i = 0; i < m_goes.size(); ++i)
        if (m_goes[i])
            m_hostNs[i] = 0;
    for (const auto &[operation, role] : m_roles) {
        std::int64_t &hostNs = m_hostNs[static_cast<std::size_t>(operation)];
        hostNs = role.callNs.value_or(hostNs) + (role.work ? role.work->durationNs : 0);
    }
    if (!isReplay(m_input.program))
        return;
    m_workNs += waitForFewer(m_input.program, m_units, m_launches, m_stay, m_hostNs);
    m_warmedNs = warmLaunches(m_input.program, m_hostNs);
}

/// A rank whose host is slower is as late to the n-th bucket as it was to the n-th collective: it has launched as
/// often.
void BucketEdit::findWaits()
{
    if (m_joined == 0 || !isReplay(m_input.program))
        return;
    const LateRanks late(m_input.program, m_units, m_launches, m_times);
    m_result.laterNs = apartNs(late);
    RankClock clock(m_input.program);
    std::vector<std::size_t> places(m_launches.bursts(), 0);
    for (std::size_t i = 0; i < m_goes.size(); ++i) {
        const auto index = static_cast<std::int32_t>(i);
        const Operation &operation = at(index);
        const RankClock::Start start = clock.next(operation, m_hostNs[i]);
        if (operation.kind != OperationKind::Kernel || m_goes[i])
            continue;
        std::int64_t durationNs = operation.durationNs;
        if (const auto unit = m_unitOf.find(index); unit != m_unitOf.end()) {
            const std::size_t burst = m_launches.burst(unit->second), place = places[burst]++;
            const auto role = m_roles.find(index);
            if (role != m_roles.end() && !role->second.joined.empty()) {
                if (late.byHost(unit->second))
                    role->second.waitNs = std::max<std::int64_t>(start.launchNs + late.ns(burst, place) - start.ns, 0);
                durationNs = joined(role->second).durationNs;
            }
        }
        clock.ends(operation, start.ns + durationNs);
    }
}

/// What one trace of one rank does not show, by nine pairs and 420 traces of both ranks on three machines: how cold the
/// launch of a bucket is, by a usual launch more or less for each, and how long it waits; and that one process's host
/// is faster than another's for seconds, by a fifth of all it does. What it did before the first launch of a trace is
/// in no time.
std::int64_t BucketEdit::doubtNs() const
{
    constexpr double ofHost = 0.2;
    double squares = 0;
    for (const std::vector<std::int32_t> &bucket : m_buckets) {
        if (bucket.size() == 1)
            continue;
        const std::vector<std::int32_t> &ranks = m_units[static_cast<std::size_t>(bucket.back())].ranks;
        if (m_roles.at(ranks.back()).work) {
            const auto usualNs = static_cast<double>(m_launches.usualNs(bucket.front()));
            squares += usualNs * usualNs;
        }
        for (const std::int32_t rank : ranks)
            if (at(rank).kind == OperationKind::Kernel) {
                const double waitNs = m_times.waitNs(joined(m_roles.at(rank)));
                squares += waitNs * waitNs;
            }
    }
    const auto hostNs = static_cast<double>(std::accumulate(m_hostNs.begin(), m_hostNs.end(), std::int64_t{0}));
    return std::llround(std::hypot(std::sqrt(squares), ofHost * hostNs));
}

/// The ranks begin a burst apart, by as much as they did in the trace or by one and a half usual launches: who is first
/// differs from run to run, and this rank can only wait for it.
std::int64_t BucketEdit::apartNs(const LateRanks &late) const
{
    constexpr double usualLaunches = 1.5;
    double squares = 0;
    for (std::size_t burst = 0; burst < m_launches.bursts(); ++burst) {
        if (m_stay[burst] == m_launches.count(burst))
            continue;
        const double apartNs = std::max(usualLaunches * static_cast<double>(m_launches.usualNsOf(burst)),
                                        static_cast<double>(late.seenNs(burst, m_stay[burst])));
        squares += apartNs * apartNs;
    }
    return std::llround(std::sqrt(squares));
}

void BucketEdit::write(const Operation &operation, std::size_t index)
{
    if (m_goes[index])
        return;
    const auto found = m_roles.find(static_cast<std::int32_t>(index));
    if (found == m_roles.end()) {
        m_result.program.operations.push_back(operation);
        if (operation.kind == OperationKind::HostWork && m_joined > 0)
            m_result.program.operations.back().durationNs = m_hostNs[index];
        if (operation.kind == OperationKind::Kernel && operation.callNs > 0 && m_joined > 0)
            m_result.program.operations.back().callNs = m_hostNs[index];
        return;
    }
    const Role &role = found->second;
    if (role.pieces > 1) {
        writePieces(operation, role);
        return;
    }
    if (role.work)
        m_result.program.operations.push_back(*role.work);
    m_result.program.operations.push_back(joined(role));
    for (const std::int32_t record : role.records)
        m_result.program.operations.push_back(at(record));
}

/// A bucket waits for the other ranks once, as long as its collectives did on average, or for a rank whose host is
/// late.
Operation BucketEdit::joined(const Role &role) const
{
    Operation one = at(role.joined.back());
    std::uint64_t bytes = 0;
    double weighted = 0, waits = 0;
    for (const std::int32_t index : role.joined) {
        const Operation &rank = at(index);
        bytes += rank.bytes;
        weighted += rank.timeFactor() * static_cast<double>(rank.bytes);
        waits += m_times.waitNs(rank);
        for (std::size_t i = 0; i < one.reads.size(); ++i)
            one.reads[i].offset = std::min(one.reads[i].offset, rank.reads[i].offset);
        for (std::size_t i = 0; i < one.writes.size(); ++i)
            one.writes[i].offset = std::min(one.writes[i].offset, rank.writes[i].offset);
    }
    one.bytes = bytes;
    one.callNs = role.callNs.value_or(one.callNs);
    if (bytes > 0)
        one.setTimeFactor(weighted / static_cast<double>(bytes));
    for (auto *ranges : {&one.reads, &one.writes})
        for (BufferRange &range : *ranges)
            range.bytes = bytes;
    if (one.kind == OperationKind::Kernel)
        one.durationNs =
            std::max<std::int64_t>(std::llround(m_times.withoutWaitNs(bytes)
                                                + (role.waitNs ? static_cast<double>(*role.waitNs)
                                                               : waits / static_cast<double>(role.joined.size()))),
                                   1);
    return one;
}

void BucketEdit::writePieces(const Operation &whole, const Role &role)
{
    constexpr std::uint64_t alignment = 256;
    const auto pieces = static_cast<std::uint64_t>(role.pieces);
    const std::uint64_t share = whole.bytes / pieces / alignment * alignment;
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
        Operation part = whole;
        const bool last = piece + 1 == pieces;
        part.bytes = last ? whole.bytes - piece * share : share;
        for (auto *ranges : {&part.reads, &part.writes})
            for (BufferRange &range : *ranges) {
                range.offset += piece * share;
                range.bytes = part.bytes;
            }
        if (part.kind == OperationKind::Kernel) {
            const double perPiece =
                (static_cast<double>(whole.durationNs) - m_times.fixedNs()) / static_cast<double>(pieces);
            part.durationNs = std::max<std::int64_t>(std::llround(m_times.fixedNs() + perPiece), 1);
        } else if (piece > 0) {
            part.setGroup(role.firstGroup + static_cast<std::int32_t>(piece) - 1);
        }
        m_result.program.operations.push_back(std::move(part));
    }
}

void BucketEdit::addNotes()
{
    auto &notes = m_result.notes;
    if (m_units.empty())
        notes.emplace_back(isReplay(m_input.program)
                               ? QT_TRANSLATE_NOOP("engine", "The trace shows no collective with its bytes.")
                               : QT_TRANSLATE_NOOP("engine", "The Program has no collective."));
    else if (m_result.touched == 0)
        notes.push_back(m_units.size() == 1
                            ? QT_TRANSLATE_NOOP("engine", "1 collective stays as it is: none is much larger than that, "
                                                          "and none follows another one of neighbouring data.")
                            : Phrase("engine", "%1 collectives stay as they are: none is much larger than that, and "
                                               "none follows another one of neighbouring data.")
                                  .arg(m_units.size()));
    else
        notes.push_back(m_joined + m_cut == 1
                            ? Phrase("engine", "1 collective became %1.").arg(m_after)
                            : Phrase("engine", "%1 collectives became %2.").arg(m_joined + m_cut, m_after));
    if (m_cut > 0)
        notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine", "The pieces of a collective that was cut are issued when its data was ready, not earlier."));
    if (m_result.touched > 0 && isReplay(m_input.program))
        notes.push_back(
            Phrase("engine",
                   "Of the time of each collective %1 us do not grow with its bytes, by the collectives of this trace.")
                .arg(std::llround(m_times.fixedNs() / 1000)));
    if (m_workNs > 0)
        notes.push_back(
            Phrase("engine", "%1 us of work of the host to launch what was joined went.").arg(m_workNs / 1000));
    if (m_warmedNs >= 1000)
        notes.push_back(Phrase("engine", "Operators that come again sooner find warmer caches: the work of the host "
                                         "for them takes %1 us less.")
                            .arg(m_warmedNs / 1000));
}

ChangedProgram Bucket::apply(const ChangeInput &input) const
{
    return BucketEdit(input).run();
}

const RegisteredChange<Bucket> registeredBucket;

} // namespace

} // namespace streamscope
