// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/document.h"
#include "gui/workspace/shown.h"

#include <QPointer>

namespace streamscope {

/// Two runs side by side.
class ComparisonDocument : public Document
{
    Q_OBJECT

public:
    /// `source`: the document of one of the runs, whose knobs turn and whose next run becomes this run; null:
    /// none.
    explicit ComparisonDocument(Document *source, QObject *parent = nullptr);

    QString displayName() const override;
    QString origin() const override;

    /// Null after that document was closed.
    Document *source() const { return m_source; }
    const std::shared_ptr<const PreparedComparison> &comparison() const { return m_comparison; }
    /// The run of side `comparison()->alone`, as it is shown alone.
    const Shown &runAlone() const { return m_runAlone; }
    void setComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &runAlone);

private:
    QPointer<Document> m_source;
    std::shared_ptr<const PreparedComparison> m_comparison;
    Shown m_runAlone;
};

} // namespace streamscope
