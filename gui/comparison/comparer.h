// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/comparison/comparison_totals.h"
#include "gui/timeline/model/timeline_content.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>

namespace streamscope {

/// A comparison with everything that the window shows of it.
struct PreparedComparison
{
    std::shared_ptr<const ComparedRuns> runs;
    std::shared_ptr<const TimelineContent> content;
    std::vector<ComparedTotal> totals;
};

/// Loads and compares in the background. Only the latest request counts: an older one is stopped and its result
/// dropped.
class Comparer : public QObject
{
    Q_OBJECT

public:
    /// Runs on another thread. Throws on errors, and may stop when the token requests it.
    using Loader = std::function<NamedRun(std::stop_token)>;

    explicit Comparer(QObject *parent = nullptr);
    ~Comparer() override;

    void ask(NamedRun a, Loader b, ComparisonScale scale);
    /// The same two runs on another axis.
    void rescale(std::shared_ptr<const ComparedRuns> runs, ComparisonScale scale);
    void cancel();
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    void busyChanged(bool busy);
    void compared(std::shared_ptr<const streamscope::PreparedComparison> comparison);
    void failed(const QString &problem);

private:
    using Work = std::function<std::shared_ptr<const ComparedRuns>(std::stop_token)>;
    void start(Work work);
    void finish(int id, const std::shared_ptr<const PreparedComparison> &comparison, const QString &problem);
    void setBusy(bool busy);

    QThreadPool m_pool; ///< one thread
    std::stop_source m_stop;
    int m_id = 0; ///< of the latest request
    bool m_busy = false;
};

} // namespace streamscope
