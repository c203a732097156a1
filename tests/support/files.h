// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

namespace streamscope::test {

/// A path in the source tree: "tests/data/traces/a.json".
inline QString sourcePath(const QString &path)
{
    return qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + QLatin1Char('/') + path;
}

/// One of the traces of the tests.
inline QString tracePath(const QString &name)
{
    return sourcePath(QStringLiteral("tests/data/traces/") + name);
}

/// Empty for a file that cannot be read.
inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Ends the test where the file cannot be written.
inline void store(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test cannot write %s", qPrintable(path));
}

} // namespace streamscope::test
