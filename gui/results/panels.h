// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/explain/explanation.h"
#include "engine/device/device_info.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/timeline.h"

#include "gui/widgets/fact_list.h"

#include <QTextBrowser>

#include <optional>

class QAction;

namespace streamscope {

/// The properties of a device, in CUDA's terms, and what each value means for overlap.
class DevicePanel : public FactList
{
    Q_OBJECT

public:
    using FactList::FactList;
    /// Null: unknown yet.
    void setDevice(const DeviceInfo *device);
    /// The devices of a trace, as far as its file says.
    void setTrace(const ImportReport &report);

private:
    static QString titleOf(const QString &label);
};

/// The facts of the selected operation.
class SelectionPanel : public FactList
{
    Q_OBJECT

public:
    explicit SelectionPanel(QWidget *parent = nullptr);
    /// `predicted`: the prediction of the same operations; may be null.
    void setSpan(const Timeline *timeline, int span, const Timeline *predicted = nullptr);
    /// Adds why the operation started when it did, behind its facts.
    void setExplanation(const Timeline &timeline, const Explanation &explanation);
};

/// The findings with their suggestions; severity is shown by sign and word. A change that was tried has a link that
/// applies it, and one to its code where that is known.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget *parent = nullptr);
    /// Null: nothing has run. `notes` are the executor's notes. `isTrying`: changes are being tried.
    void setAnalysis(const RunAnalysis *analysis, const std::vector<std::string> &notes = {}, bool isTrying = false);
    /// Changes are being tried: the page says how far that is.
    bool isTrying() const { return m_isTrying; }
    /// A link runs the experiment where nothing has run and `run` is enabled. Not owned.
    void offer(QAction *run);

public Q_SLOTS:
    /// How many changes are tried, and what is being done: "Trying changes".
    void showProgress(int done, int total, const QString &what);

Q_SIGNALS:
    /// A change as `--change` takes it.
    void applyWanted(const QString &change);
    /// What such a change means in the code of the traced program.
    void codeWanted(const QString &change);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showNothing();
    void showText(const QString &html);

    QString m_html;
    bool m_isTrying = false;
    bool m_isEmpty = true;
    QAction *m_run = nullptr;
};

} // namespace streamscope
