// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QLayout>

#include <vector>

namespace streamscope {

/// Places widgets from left to right and wraps them like words.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget *parent, int spacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    int count() const override;
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect &rect) override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    Qt::Orientations expandingDirections() const override { return {}; }

private:
    int place(const QRect &rect, bool really) const;

    std::vector<QLayoutItem *> m_items; ///< owned, as Qt's layouts own theirs
};

} // namespace streamscope
