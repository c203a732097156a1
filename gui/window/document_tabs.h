// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QTabBar>

namespace streamscope {

class Document;
class Workspace;

/// The documents of the workspace as tabs, with a mark on those that are not saved.
class DocumentTabs : public QTabBar
{
    Q_OBJECT

public:
    /// `workspace` is not owned.
    explicit DocumentTabs(Workspace &workspace, QWidget *parent = nullptr);

    /// Brings the tab `by` places to the right to the front, round the end.
    void step(int by);

Q_SIGNALS:
    void closeWanted(streamscope::Document *document);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void show();
    void wantClose(int index);

    Workspace &m_workspace;
};

} // namespace streamscope
