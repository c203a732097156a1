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

/// The search line: counts the matching operations, steps through them and passes them to the views.
class SearchBar : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBar(QWidget *parent = nullptr);

    void setRecording(std::shared_ptr<const Recording> recording);
    const std::vector<std::uint32_t> &found() const { return m_found; }
    /// The operations lie elsewhere: searchWanted() and stepWanted() ask, showFound() answers. Call it before
    /// setRecording().
    void setElsewhere(bool isElsewhere) { m_isElsewhere = isElsewhere; }
    struct Elsewhere
    {
        QString problem;        ///< of the text
        qulonglong count = 0;   ///< of the operations that were found
        qulonglong number = 0;  ///< of the one that was stepped to, from 1 on; 0: none
        std::int64_t sumNs = 0; ///< of their durations
    };
    void showFound(const Elsewhere &found);
    QString text() const;

public Q_SLOTS:
    /// Shows the line with the keyboard focus.
    void open();
    /// Searches for `text`, whether the line is in sight or not.
    void setText(const QString &text);
    /// Chooses the next (or previous) match; wraps around at the end.
    void step(bool next);
    /// The operation selected in another view, from which stepping continues. −1: none.
    void setCurrent(int span);

Q_SIGNALS:
    void textChanged(const QString &text);
    /// Empty for an empty line.
    void queryChanged(const streamscope::SpanQuery &query);
    void foundChanged();
    void spanChosen(int span);
    /// See setElsewhere(). An empty text: nothing is searched for.
    void searchWanted(const QString &text);
    void stepWanted(bool next);
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
    std::int64_t m_sumNs = 0; ///< of the durations of m_found
    QString m_problem;
    int m_current = -1;
    bool m_isElsewhere = false;
};

} // namespace streamscope
