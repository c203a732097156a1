// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/device/device_info.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/timeline.h"

#include "gui/widgets/fact_list.h"

#include <QTextBrowser>

#include <optional>

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
};

/// The facts of the selected operation.
class SelectionPanel : public FactList
{
    Q_OBJECT

public:
    explicit SelectionPanel(QWidget *parent = nullptr);
    /// `predicted`: the prediction of the same operations; may be null.
    void setSpan(const Timeline *timeline, int span, const Timeline *predicted = nullptr);
};

/// The findings with their suggestions; severity is shown by sign and word.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget *parent = nullptr);
    /// Null: nothing has run. `notes` are the executor's notes.
    void setFindings(const std::vector<Finding> *findings, const std::vector<std::string> &notes = {});
};

} // namespace streamscope
