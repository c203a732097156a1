// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/span_query.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;

namespace streamscope {

struct Recording;

/// The line in which a person looks for operations: what is found is counted, stepped through and handed to the views.
class SearchBar : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBar(QWidget *parent = nullptr);

    void setRecording(std::shared_ptr<const Recording> recording);
    const std::vector<std::uint32_t> &found() const { return m_found; }

public Q_SLOTS:
    /// Shows the line with the keyboard in it.
    void open();
    /// Chooses the next (or former) one after the chosen one, from the end on from the beginning.
    void step(bool next);
    /// What is selected elsewhere: stepping goes on from there. −1: nothing.
    void setCurrent(int span);

Q_SIGNALS:
    /// Empty for an empty line.
    void queryChanged(const streamscope::SpanQuery &query);
    void foundChanged();
    void spanChosen(int span);
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void search();
    void showCount();

    std::shared_ptr<const Recording> m_recording;
    QLineEdit *m_line;
    QLabel *m_count;
    std::vector<std::uint32_t> m_found;
    QString m_problem;
    int m_current = -1;
};

} // namespace streamscope
