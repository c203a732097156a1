// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "gui/timeline/model/given_content.h"
#include "gui/timeline/model/name_colours.h"
#include "gui/timeline/model/operation_lane.h"
#include "gui/timeline/text/kernel_colours.h"

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// The content of a timeline, prepared once per run, independent of zoom, size and colours. It shares ownership of the
/// recording, so that a view can outlive the run's result.
class TimelineContent
{
    Q_DECLARE_TR_FUNCTIONS(TimelineContent)

public:
    TimelineContent() = default;
    /// `isPrediction`: drawn as outlines, so that it never looks like a measurement. `formerColours`: see NameColours.
    explicit TimelineContent(std::shared_ptr<const Recording> recording, bool isPrediction = false,
                             const NameColours::Tags &formerColours = {});
    /// A run whose operations lie elsewhere; `recording` has none.
    TimelineContent(std::shared_ptr<const Recording> recording, GivenContent given);
    /// Two runs on one axis: each lane of B is below the corresponding lane of A.
    explicit TimelineContent(std::shared_ptr<const ComparedRuns> compared);

    /// Identifies this content for caches: every content has its own. Null after a move.
    std::shared_ptr<const char> identity() const { return m_coming ? m_coming->identity() : m_identity; }

    bool isEmpty() const { return !m_recording || (m_recording->timeline.empty() && !m_coming); }
    /// Null where the operations are here.
    const ComingBars *coming() const { return m_coming.get(); }
    /// Of a content whose operations lie elsewhere.
    const std::vector<std::array<float, 4>> &givenDensity() const { return m_density; }
    const Timeline &timeline() const;
    /// Only where the content is not empty.
    const Recording &recording() const { return *m_recording; }
    const DeviceInfo &device() const { return m_recording->device; }
    bool isSimulated() const; ///< all operations; in a comparison each side has its own badge
    bool isPrediction() const { return m_isPrediction; }
    /// The states of its lanes other than None, each once.
    std::vector<VerificationState> verificationStates() const;
    /// The lanes of all kinds in drawing order.
    const ContentLanes &lanes() const { return m_lanes; }
    /// Those that show whole operations.
    std::vector<const OperationLane *> operationLanes() const;

    /// Null for a single run.
    const ComparedRuns *compared() const { return m_compared.get(); }
    bool isNormalised() const { return m_compared && m_compared->scale == ComparisonScale::Normalised; }
    /// The operation with the times of its own run, independent of the axis.
    OwnSpan own(std::uint32_t span) const { return m_compared ? m_compared->own(span) : OwnSpan{&timeline(), span}; }

    std::int64_t beginNs() const { return m_beginNs; }
    std::int64_t endNs() const { return m_endNs; }

    /// The names of its kernels.
    const NameColours &names() const { return m_names; }
    /// The tag that chooses the colour of an operation.
    std::uint8_t tag(std::uint32_t span, KernelColouring colouring = KernelColouring::Name) const;

    /// The kinds that occur, in the order of the enumeration.
    const std::vector<OperationKind> &kindsUsed() const { return m_kindsUsed; }
    /// Lanes of several devices always stand under headings of their devices.
    bool hasSeveralDevices() const { return m_severalDevices; }
    /// "GPU 0 · NVIDIA H200", of a device of one run.
    LaneHeading deviceHeading(int device) const;
    bool anythingWaited() const { return m_anythingWaited; }

    /// True when blocks were recorded.
    bool hasBlocks() const { return !timeline().blocks().empty(); }
    /// The kernels whose blocks were recorded, in order of issue: indices into the Timeline. Of two matched kernels of
    /// a comparison, A's.
    const std::vector<std::uint32_t> &blockKernels() const { return m_blockKernels; }
    /// The index in blockKernels() of `span` or its counterpart; empty without blocks.
    std::optional<std::size_t> kernelNumber(std::uint32_t span) const;

private:
    std::shared_ptr<const char> m_identity = std::make_shared<const char>();

    void makeLanes(const NameColours::Tags &formerColours = {});
    void numberKernels();
    void collectFacts();

    std::shared_ptr<const ComparedRuns> m_compared;
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const ComingBars> m_coming;
    std::vector<std::array<float, 4>> m_density;
    NameColours m_names;
    ContentLanes m_lanes;
    std::int64_t m_beginNs = 0;
    std::int64_t m_endNs = 0;
    bool m_anythingWaited = false;
    bool m_severalDevices = false;
    std::vector<OperationKind> m_kindsUsed;
    std::vector<std::uint32_t> m_blockKernels;
    std::vector<std::int32_t> m_kernelNumber; ///< by span; −1 for those without blocks
    bool m_isPrediction = false;
};

/// The kind whose colours a span has on a lane: on the host's lane a call is drawn as host work, whatever it issues.
OperationKind shownKind(LaneKind lane, OperationKind kind);

/// True for a synchronisation of the host, in which the host only waits. It is drawn as waiting.
bool isWaitingItself(OperationKind kind);

/// The begin of the drawn part of a span: its ready time if it waited and waiting is shown, else its start.
std::int64_t drawnBegin(const Span &span, bool showsWaiting);

} // namespace streamscope
