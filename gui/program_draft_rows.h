// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <initializer_list>
#include <optional>
#include <string_view>

// What a row of a program file looks like, as JSON and as a person types it.

namespace streamscope::draft {

QString text(std::string_view s);
bool isOneOf(const QString &kind, std::initializer_list<const char *> kinds);
/// The file's names of all kinds of operation.
const QStringList &allKinds();
QString kindOf(const QJsonObject &operation);
/// An operation of this kind with what it needs and values that show something; its stream and its buffers apart.
QJsonObject plainOperation(const QString &kind);
bool needsStream(const QString &kind);

/// The same operation as one of another kind, as another kernel, or waiting for something else. It keeps all that means
/// the same there; what the file would refuse goes. `stream`: for what needs one and had none; may be empty.
QJsonObject withKind(const QJsonObject &operation, const QString &kind, const QString &stream);
QJsonObject withKernel(const QJsonObject &operation, const QString &kernel);
QJsonObject withSyncScope(const QJsonObject &operation, const QString &what, const QString &stream);

/// A list of buffers as it is typed: names with commas between them, a part of a buffer as name@offset+bytes.
QString rangesText(const QJsonArray &ranges);
QJsonArray rangesOf(const QString &typed);
/// The buffer of one range.
QString bufferOf(const QJsonValue &range);

/// A number of bytes or of anything else, with or without a unit; nothing where it is none.
std::optional<qint64> numberOf(const QString &typed);
QString sizeText(qint64 value);

} // namespace streamscope::draft
