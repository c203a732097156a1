// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation_kind.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <initializer_list>
#include <optional>

// The rows of a program file, as JSON and as typed text.

namespace streamscope::draft {

bool isOneOf(const QString &kind, std::initializer_list<const char *> kinds);
/// The file's names of all kinds of operation.
const QStringList &allKinds();
QString kindOf(const QJsonObject &operation);
/// An operation of this kind with useful values, without its stream and its buffers.
QJsonObject plainOperation(const QString &kind);
/// True where a kind of this name uses any of these fields.
bool usesAny(const QString &kind, unsigned fields);

/// The operation converted to another kind, another kernel or another kind of wait. It keeps the keys that mean the
/// same and drops those that the file would refuse. `stream`: for an operation that now needs a stream and had none;
/// may be empty.
QJsonObject withKind(const QJsonObject &operation, const QString &kind, const QString &stream);
QJsonObject withKernel(const QJsonObject &operation, const QString &kernel);
QJsonObject withSyncScope(const QJsonObject &operation, const QString &what, const QString &stream);

/// A list of buffers as typed: names separated by commas, a part of a buffer as name@offset+bytes.
QString rangesText(const QJsonArray &ranges);
QJsonArray rangesOf(const QString &typed);
/// The buffer of one range.
QString bufferOf(const QJsonValue &range);

/// True for the keys of sizes, counts, times and devices.
bool isNumber(const QString &key);
/// What was typed for such a key, sizes with or without a unit; empty for any other text.
std::optional<QJsonValue> numberFor(const QString &key, const QString &typed);
QString sizeText(qint64 value);

} // namespace streamscope::draft
