// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "gui/background/background_task.h"
#include "gui/timeline/model/timeline_content.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// The dependencies of a run and its critical path, computed on first use: at once for small runs, on another thread
/// for large ones. Each of two compared runs has its own, without dependencies between the runs. Operations are those
/// of the content.
class RunLinks : public QObject
{
    Q_OBJECT

public:
    explicit RunLinks(QObject *parent = nullptr) : QObject(parent) {}

    /// Discards everything of the previous run. Both may be null; without a program there are no dependencies by
    /// events. The sides of a comparison have their own programs.
    void setRun(std::shared_ptr<const TimelineContent> content, std::shared_ptr<const Program> program);

    /// Starts the computation if needed. True when the result is ready, else changed() will follow.
    bool prepare();
    bool isWorking() const { return m_task.isBusy(); }

    /// The dependencies into and out of `span`; empty until prepared.
    const std::vector<Dependency> &of(std::uint32_t span);
    /// The path of a side of a comparison; a single run is A.
    const std::vector<CriticalStep> &path(Side side = Side::A) const;
    bool isOnPath(std::uint32_t span) const { return span < m_onPath.size() && m_onPath[span]; }

Q_SIGNALS:
    /// The computation has finished.
    void changed();

private:
    struct Part
    {
        std::uint32_t firstSpan; ///< of the content; the links count from 0
        RunDependencies links;
        std::vector<CriticalStep> path; ///< in spans of the content
    };
    /// The Timelines that the links refer to belong to `content`.
    struct Made
    {
        std::shared_ptr<const TimelineContent> content;
        std::vector<Part> parts; ///< by Side
    };
    static std::shared_ptr<const Made> make(std::shared_ptr<const TimelineContent> content,
                                            const std::shared_ptr<const Program> &program);
    static Part part(const Timeline &timeline, const Program *program, std::size_t firstSpan);
    void take(std::shared_ptr<const Made> made);

    std::shared_ptr<const TimelineContent> m_content;
    std::shared_ptr<const Program> m_program;
    std::shared_ptr<const Made> m_made;
    std::vector<bool> m_onPath; ///< by span
    std::optional<std::uint32_t> m_asked;
    std::vector<Dependency> m_answer; ///< cached result for m_asked, because painting asks repeatedly
    BackgroundTask m_task;
    bool m_isAwaited = false; ///< changed() is due
};

} // namespace streamscope
