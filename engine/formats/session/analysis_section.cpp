// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/analysis_section.h"

#include "engine/formats/session/plain_archive.h"

#include <string>

namespace streamscope {

template <>
inline constexpr BoundBy lastValue<BoundBy> = BoundBy::Host;
template <>
inline constexpr Severity lastValue<Severity> = Severity::Problem;

template <typename Archive, detail::Is<Summary> T>
void describe(Archive &archive, T &s)
{
    archive.members(s.makespanNs, s.serialNs, s.boundNs, s.boundBy, s.boundEngine, s.boundChain, s.speedup,
                    s.efficiency, s.smUse);
}
/// Counting the members of these two would count into their arrays.
template <typename Archive, detail::Is<DeviceFigures::PerStream> T>
void describe(Archive &archive, T &s)
{
    archive.members(s.busyNs, s.waitedNs, s.operations, s.gapNs, s.gapsNs, s.longestGapNs, s.deepestQueue,
                    s.queueFullNs);
}
template <typename Archive, detail::Is<DeviceFigures> T>
void describe(Archive &archive, T &d)
{
    archive.members(d.firstStartNs, d.spanNs, d.busyUnionNs, d.idleNs, d.unionNs, d.overlapNs, d.budgetNs, d.serialNs,
                    d.boundNs, d.communicationHiddenPercent, d.migrationNs, d.copies, d.criticalPath, d.gapsNs,
                    d.longestBarrierNs, d.barrier, d.zeroDurations, d.copyHiddenPercent, d.exposedCopyNs,
                    d.streamsActiveNs, d.maxStreamsActive, d.streams);
}

namespace {
const std::string writingVersion = STREAMSCOPE_VERSION;
}

void writeAnalysis(const RunAnalysis &analysis, SectionWriter &writer)
{
    writeArchive(writer, SectionKind::Analysis, 0, writingVersion, analysis);
}

std::optional<RunAnalysis> readAnalysis(SectionReader &reader)
{
    ArchiveReader archive(reader, ArchiveReader::Numbers::Any);
    std::string version;
    archive(version);
    if (version != writingVersion)
        return std::nullopt;
    RunAnalysis analysis;
    archive(analysis);
    archive.end();
    return analysis;
}

} // namespace streamscope
