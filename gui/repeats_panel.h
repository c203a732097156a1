// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;

namespace streamscope {

class Chart;

/// The plain makespan of each repeat and the median across them.
class RepeatsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RepeatsPanel(QWidget *parent = nullptr);
    ~RepeatsPanel() override;

    /// Null: nothing has run.
    void setMakespans(const Makespans *makespans, bool simulated);

protected:
    void changeEvent(QEvent *event) override;

private:
    QStackedLayout *m_pages;
    QLabel *m_hint;
    std::unique_ptr<Chart> m_chart; ///< made when there is something to show: it costs at start
};

} // namespace streamscope
