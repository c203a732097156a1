// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/trace_link.h"
#include "engine/run/run_job.h"
#include "gui/background/background_task.h"
#include "gui/remote/row_store.h"
#include "gui/timeline/model/timeline_content.h"

#include <QObject>
#include <QString>

#include <memory>

namespace streamscope {

class TimelineState;

/// A trace on another machine that the window looks at. It fetches what is looked at, in the background.
class RemoteTrace : public QObject
{
    Q_OBJECT

public:
    RemoteTrace(const EngineHost &host, const TraceRequestContent &request, QObject *parent = nullptr);
    ~RemoteTrace() override;

    /// Opens the trace there; opened() or failed() answers.
    void open();
    /// The facts of a bar; barCame() answers.
    void askBar(const BarQuestion &question);
    /// The figures of a range; rangeCame() answers.
    void askRange(std::int64_t beginNs, std::int64_t endNs);
    /// Searches there; found() answers.
    void search(const SearchQuestion &question);
    /// Asks for what `state` shows of its content as soon as that changes, before it is painted.
    void watch(TimelineState *state);
    /// After lost(): asks again for what is in sight.
    void retry();

    const QString &machine() const { return m_machine; }
    /// For long work there, beside these questions.
    const std::shared_ptr<TraceLink> &link() const { return m_link; }
    /// Null before opened().
    const std::shared_ptr<const RunResult> &result() const { return m_result; }
    const std::shared_ptr<const TimelineContent> &content() const { return m_content; }

Q_SIGNALS:
    void progress(int done, int total, const QString &what);
    void opened();
    void failed(const QString &problem);
    /// Bars, or what a pointer asked, have come.
    void came();
    void barCame(const streamscope::BarAnswer &answer);
    void rangeCame(const streamscope::RangeFigures &figures);
    void found(const streamscope::SearchAnswer &answer);
    /// The link is lost and was not made again, in one line. Until retry() nothing is asked.
    void lost(const QString &problem);
    /// What happened to the link, in one line.
    void noted(const QString &line);

private:
    void takeOpened(const OpenedTrace &opened);
    void fetch();
    void fetchRows();
    void fetchBar();
    void lose(const QString &problem);
    void sayNotice();

    std::shared_ptr<TraceLink> m_link;
    QString m_machine;
    std::shared_ptr<RowStore> m_rows = std::make_shared<RowStore>();
    std::shared_ptr<const RunResult> m_result;
    std::shared_ptr<const TimelineContent> m_content;
    BackgroundTask m_opening, m_fetching, m_pointing, m_asking, m_ranging, m_searching;
    bool m_isDown = false;
    bool m_isLooking = false; ///< what is in sight is looked through soon
};

} // namespace streamscope
