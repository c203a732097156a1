// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QAbstractItemModelTester>

namespace streamscope::test {

/// Watches our item models under `root`: a signal or an answer that breaks the rules of Qt's item models fails the
/// running test. The testers are children of their models. Qt's own models break the rules while they are destroyed.
inline void watchModels(const QObject &root)
{
    for (auto *model : root.findChildren<QAbstractItemModel *>())
        if (QByteArrayView(model->metaObject()->className()).startsWith("streamscope::"))
            new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
}

} // namespace streamscope::test
