// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QPlainTextEdit>

namespace streamscope {

/// Messages with the time of day; the newest at the end.
class LogView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);

public Q_SLOTS:
    void add(const QString &line);
};

} // namespace streamscope
