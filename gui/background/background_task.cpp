// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/background/background_task.h"

#include "gui/language/translated.h"

#include <exception>
#include <new>

namespace streamscope {

namespace {

/// Call it in a catch block.
QString currentProblem()
{
    try {
        throw;
    } catch (const std::bad_alloc &) {
        return BackgroundTask::tr("Not enough host memory for this.");
    } catch (const std::exception &error) {
        return translated(error.what());
    } catch (...) {
        return BackgroundTask::tr("Work in the background failed.");
    }
}

void tell(const BackgroundTask::Failed &failed, const QString &problem)
{
    if (failed)
        failed(problem);
    else
        Q_EMIT BackgroundProblems::instance().arose(problem);
}

} // namespace

BackgroundProblems &BackgroundProblems::instance()
{
    static BackgroundProblems problems;
    return problems;
}

BackgroundTask::BackgroundTask(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

BackgroundTask::~BackgroundTask()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void BackgroundTask::cancel()
{
    m_stop.request_stop();
    m_next = {};
    ++m_id;
    setBusy(false);
}

void BackgroundTask::begin(Request request)
{
    m_stop.request_stop();
    ++m_id;
    setBusy(true);
    if (m_isWorking)
        m_next = std::move(request);
    else
        workOn(std::move(request));
}

BackgroundTask::Answer BackgroundTask::answerOf(const Request &request, const RunControl &control)
{
    try {
        return request.work(control);
    } catch (...) {
        return [failed = request.failed, problem = currentProblem()] { tell(failed, problem); };
    }
}

void BackgroundTask::doAtOnce(const Request &request)
{
    cancel();
    finish(m_id, answerOf(request, {}), request.failed);
}

void BackgroundTask::workOn(Request request)
{
    m_isWorking = true;
    m_stop = std::stop_source();
    RunControl control;
    control.stop = m_stop.get_token();
    control.progress = [this, id = m_id](int done, int total, const std::string &what) {
        const auto say = [this, id, done, total, text = QString::fromStdString(what)] {
            if (id == m_id)
                Q_EMIT progress(done, total, text);
        };
        QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
    };
    m_pool.start([this, id = m_id, request = std::move(request), control] {
        const Answer answer = answerOf(request, control);
        // The destructor waits for this, and the event of an object that is gone is dropped.
        const auto deliver = [this, id, answer, failed = request.failed] {
            m_isWorking = false;
            if (m_next.work)
                return workOn(std::exchange(m_next, {}));
            Q_EMIT ended(); // first: an answer may delete this object
            finish(id, answer, failed);
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    });
}

void BackgroundTask::finish(int id, const Answer &answer, const Failed &failed)
{
    if (id != m_id)
        return;
    setBusy(false);
    try {
        answer();
    } catch (...) {
        tell(failed, currentProblem());
    }
}

void BackgroundTask::setBusy(bool busy)
{
    if (std::exchange(m_isBusy, busy) != busy)
        Q_EMIT busyChanged(busy);
}

} // namespace streamscope
