// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "gui/background/quick_work.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace streamscope {

/// Work on another thread, with progress and cancel; the thread of this object gets its result or its exception.
///
/// Only the latest request counts: a new one stops the former and drops its answer. Requests never work at the same
/// time: one that comes while another works waits for it, and a newer one takes its place. The destructor stops the
/// work and waits for its thread; no answer comes after it.
class BackgroundTask : public QObject
{
    Q_OBJECT

public:
    /// Gets an exception as one line for the user.
    using Failed = std::function<void(const QString &problem)>;

    explicit BackgroundTask(QObject *parent = nullptr);
    ~BackgroundTask() override;

    /// Does `work(control)` on another thread and `done(result)` on this one, or `failed`; one of them, unless the
    /// request is cancelled. `work` owns all it uses. Without `failed`, the window says the problem: see
    /// BackgroundProblems.
    template <typename Work, typename Done>
    void start(Work work, Done done, Failed failed = {})
    {
        begin({answered(std::move(work), std::move(done)), std::move(failed)});
    }

    /// The same, but work on so few parts that it isQuick() is done at once, before this returns.
    template <typename Work, typename Done>
    void startOrDo(std::size_t parts, Work work, Done done, Failed failed = {})
    {
        Request request{answered(std::move(work), std::move(done)), std::move(failed)};
        if (isQuick(parts))
            doAtOnce(request);
        else
            begin(std::move(request));
    }

    /// For work of which every request counts, such as writing a file: a task of its own, which belongs to `parent` and
    /// deletes itself when its thread has ended, also after cancel().
    template <typename Work, typename Done>
    static BackgroundTask *startAnother(QObject *parent, Work work, Done done, Failed failed = {})
    {
        auto *task = new BackgroundTask(parent);
        task->start(std::move(work), std::move(done), std::move(failed));
        connect(task, &BackgroundTask::ended, task, &QObject::deleteLater);
        return task;
    }

    /// Stops the work and drops its answer and what waits for it.
    void cancel();
    /// From a request until its answer.
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void busyChanged(bool busy);
    /// No thread is at work any more, neither on a request nor on a cancelled one.
    void ended();
    /// What the work reports with RunControl::report().
    void progress(int done, int total, const QString &what);

private:
    using Answer = std::function<void()>;
    struct Request
    {
        std::function<Answer(const RunControl &)> work;
        Failed failed;
    };

    template <typename Work, typename Done>
    static std::function<Answer(const RunControl &)> answered(Work work, Done done)
    {
        return [work = std::move(work), done = std::move(done)](const RunControl &control) -> Answer {
            auto result = std::make_shared<std::decay_t<decltype(work(control))>>(work(control));
            return [done, result] { done(std::move(*result)); };
        };
    }
    /// The answer, or how the exception is said.
    static Answer answerOf(const Request &request, const RunControl &control);

    void begin(Request request);
    void doAtOnce(const Request &request);
    void workOn(Request request);
    void finish(int id, const Answer &answer, const Failed &failed);
    void setBusy(bool busy);

    QThreadPool m_pool; ///< one thread
    std::stop_source m_stop;
    int m_id = 0; ///< of the latest request
    bool m_isWorking = false;
    bool m_isBusy = false;
    Request m_next; ///< waits for the thread; empty: none
};

/// The problems of background tasks that were started without `failed`. The window shows them.
class BackgroundProblems : public QObject
{
    Q_OBJECT

public:
    /// Of the thread of the window.
    static BackgroundProblems &instance();

Q_SIGNALS:
    void arose(const QString &problem);
};

} // namespace streamscope
