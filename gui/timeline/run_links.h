// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "gui/timeline/timeline_content.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// The dependencies of a run and its critical path, made when they are first asked for: at once where that is not
/// noticed, beside the window's thread for large runs.
class RunLinks : public QObject
{
    Q_OBJECT

public:
    explicit RunLinks(QObject *parent = nullptr) : QObject(parent) {}

    /// Forgets all of the run before. Both may be null; without a program there are no dependencies by events.
    void setRun(std::shared_ptr<const TimelineContent> content, std::shared_ptr<const Program> program);

    /// Starts what is needed; true when it is there. Otherwise changed() will follow.
    bool prepare();
    bool isWorking() const { return m_isWorking; }

    /// What held `span` and what it held; empty until it is prepared.
    const std::vector<Dependency> &of(std::uint32_t span);
    const std::vector<CriticalStep> &path() const;
    bool isOnPath(std::uint32_t span) const { return span < m_onPath.size() && m_onPath[span]; }

Q_SIGNALS:
    /// What was being made is there now.
    void changed();

private:
    /// The Timeline that the links refer to belongs to `content`.
    struct Made
    {
        std::shared_ptr<const TimelineContent> content;
        RunDependencies links;
        std::vector<CriticalStep> path;
    };
    static std::shared_ptr<const Made> make(std::shared_ptr<const TimelineContent> content,
                                            const std::shared_ptr<const Program> &program);
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
