// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "gui/timeline/timeline_content.h"

#include <QObject>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// The dependencies of a run and its critical path, made when they are first asked for: at once where that is not
/// noticed, beside the window's thread for large runs. Of two compared runs each has its own: nothing of the one holds
/// anything of the other. Operations are those of the content.
class RunLinks : public QObject
{
    Q_OBJECT

public:
    explicit RunLinks(QObject *parent = nullptr) : QObject(parent) {}

    /// Forgets all of the run before. Both may be null; without a program there are no dependencies by events. The
    /// sides of a comparison bring their own.
    void setRun(std::shared_ptr<const TimelineContent> content, std::shared_ptr<const Program> program);

    /// Starts what is needed; true when it is there. Otherwise changed() will follow.
    bool prepare();
    bool isWorking() const { return m_isWorking; }

    /// What held `span` and what it held; empty until it is prepared.
    const std::vector<Dependency> &of(std::uint32_t span);
    /// Of a side of a comparison; a run alone is A.
    const std::vector<CriticalStep> &path(Side side = Side::A) const;
    bool isOnPath(std::uint32_t span) const { return span < m_onPath.size() && m_onPath[span]; }

Q_SIGNALS:
    /// What was being made is there now.
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
    std::vector<Dependency> m_answer; ///< of m_asked: painting asks again and again
    bool m_isWorking = false;
    int m_run = 0; ///< counts runs: what was made for a former one is dropped
};

} // namespace streamscope
