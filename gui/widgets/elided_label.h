// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QLabel>

namespace streamscope {

/// A label that may be narrower than its text: an ellipsis says so, and the tooltip has all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    ElidedLabel(QWidget *parent, const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace streamscope
