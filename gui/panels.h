// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/device/device_info.h"
#include "engine/timeline/timeline.h"

#include "gui/fact_list.h"

#include <QTextBrowser>

#include <optional>

namespace streamscope {

/// What is known of a device, in CUDA's terms, with what each value means for overlap.
class DevicePanel : public FactList
{
    Q_OBJECT

public:
    using FactList::FactList;
    void setDevice(const DeviceInfo *device);
};

/// What is known of the selected operation.
class SelectionPanel : public FactList
{
    Q_OBJECT

public:
    explicit SelectionPanel(QWidget *parent = nullptr);
    /// `predicted`: the same operations as a model has them; may be null.
    void setSpan(const Timeline *timeline, int span, const Timeline *predicted = nullptr);
};

/// Why the run is as it is and what to do about it; severity by sign and word.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget *parent = nullptr);
    /// Null: nothing has run. `notes` are what the executor wants to be known.
    void setFindings(const std::vector<Finding> *findings, const std::vector<std::string> &notes = {});
};

} // namespace streamscope
