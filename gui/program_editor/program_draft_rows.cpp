// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_draft_rows.h"

#include "engine/program/errors.h"
#include "engine/program/parameter.h"

#include <QRegularExpression>

namespace streamscope::draft {

namespace {

/// One range as it is typed: a buffer's name, or name@offset+bytes.
QString rangeText(const QJsonValue &range)
{
    if (range.isString())
        return range.toString();
    const QJsonObject object = range.toObject();
    return object.value(QLatin1String("buffer")).toString() % QLatin1Char('@')
           % QString::number(object.value(QLatin1String("offset")).toInteger()) % QLatin1Char('+')
           % QString::number(object.value(QLatin1String("bytes")).toInteger());
}

QJsonValue rangeOf(const QString &typed)
{
    static const QRegularExpression part(QStringLiteral("^(.*)@(\\d+)\\+(\\d+)$"));
    const auto match = part.match(typed);
    if (!match.hasMatch())
        return typed;
    return QJsonObject{{QStringLiteral("buffer"), match.captured(1)},
                       {QStringLiteral("offset"), match.captured(2).toLongLong()},
                       {QStringLiteral("bytes"), match.captured(3).toLongLong()}};
}

bool isSize(const QString &key)
{
    return isOneOf(key, {"bytes", "elements", "kernel_work", "grid"});
}

} // namespace

bool isOneOf(const QString &kind, std::initializer_list<const char *> kinds)
{
    for (const char *name : kinds)
        if (kind == QLatin1String(name))
            return true;
    return false;
}

QString kindOf(const QJsonObject &operation)
{
    return operation.value(QLatin1String("op")).toString();
}

QString rangesText(const QJsonArray &ranges)
{
    QStringList names;
    for (const QJsonValue range : ranges)
        names << rangeText(range);
    return names.join(QStringLiteral(", "));
}

QString bufferOf(const QJsonValue &range)
{
    return range.isString() ? range.toString() : range.toObject().value(QLatin1String("buffer")).toString();
}

QJsonArray rangesOf(const QString &typed)
{
    QJsonArray list;
    for (const QString &name : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            list.append(rangeOf(name.trimmed()));
    return list;
}

bool isNumber(const QString &key)
{
    return isSize(key) || isOneOf(key, {"device", "priority", "group", "thread", "duration_us"});
}

std::optional<QJsonValue> numberFor(const QString &key, const QString &typed)
{
    if (isSize(key)) {
        ParameterSpec spec;
        spec.name = "size";
        spec.type = ParameterType::Size;
        try {
            return QJsonValue(qint64{std::get<std::int64_t>(parseValue(spec, typed.trimmed().toStdString()))});
        } catch (const InputError &) {
            return std::nullopt;
        }
    }
    bool isSound = false;
    const QJsonValue number =
        key == QLatin1String("duration_us") ? QJsonValue(typed.toDouble(&isSound)) : QJsonValue(typed.toInt(&isSound));
    return isSound ? std::optional(number) : std::nullopt;
}

QString sizeText(qint64 value)
{
    ParameterSpec spec;
    spec.type = ParameterType::Size;
    return QString::fromStdString(valueText(spec, std::int64_t{value}));
}

const QStringList &allKinds()
{
    static const QStringList kinds = [] {
        QStringList list;
        for (const KindInfo &info : operationKinds)
            list << QString::fromUtf8(info.name);
        return list;
    }();
    return kinds;
}

QJsonObject plainOperation(const QString &kind)
{
    QJsonObject operation{{QStringLiteral("op"), kind}};
    if (usesAny(kind, field::bytes))
        operation.insert(QStringLiteral("bytes"), qint64{16} << 20);
    if (usesAny(kind, field::duration))
        operation.insert(QStringLiteral("duration_us"), 200);
    if (usesAny(kind, field::event))
        operation.insert(QStringLiteral("event"), QStringLiteral("e0"));
    if (kind == QLatin1String("kernel")) {
        operation.insert(QStringLiteral("kernel"), QStringLiteral("spin"));
        operation.insert(QStringLiteral("duration_us"), 500);
        operation.insert(QStringLiteral("grid"), 16);
    }
    if (kind == QLatin1String("sync"))
        operation.insert(QStringLiteral("what"), QStringLiteral("device"));
    if (kind == QLatin1String("collective"))
        operation.insert(QStringLiteral("group"), 0);
    return operation;
}

bool usesAny(const QString &kind, unsigned fields)
{
    OperationKind known{};
    return parseKind(kind.toStdString(), known) && uses(known, fields);
}

namespace {

void keep(const QJsonObject &from, QJsonObject &to, std::initializer_list<const char *> keys)
{
    for (const char *key : keys)
        if (const auto value = from.constFind(QLatin1String(key)); value != from.constEnd())
            to.insert(QLatin1String(key), *value);
}

void giveStream(QJsonObject &operation, const QString &stream)
{
    if (!operation.contains(QLatin1String("stream")) && !stream.isEmpty())
        operation.insert(QStringLiteral("stream"), stream);
}

} // namespace

QJsonObject withKind(const QJsonObject &operation, const QString &kind, const QString &stream)
{
    QJsonObject changed = plainOperation(kind);
    keep(operation, changed, {"name", "chunk", "thread"});
    for (const char *key : {"bytes", "duration_us", "event"})
        if (changed.contains(QLatin1String(key)))
            keep(operation, changed, {key});
    if (isOneOf(kind, {"h2d", "d2h"}) && isOneOf(kindOf(operation), {"h2d", "d2h"})) { // the way back
        keep(operation, changed, {"host_memory"});
        if (operation.contains(QLatin1String("reads")))
            changed.insert(QStringLiteral("writes"), operation.value(QLatin1String("reads")));
        if (operation.contains(QLatin1String("writes")))
            changed.insert(QStringLiteral("reads"), operation.value(QLatin1String("writes")));
    }
    if (isOneOf(kind, {"alloc", "free"}) && isOneOf(kindOf(operation), {"alloc", "free"}))
        keep(operation, changed, {"stream", "place", "device"});
    if (usesAny(kind, field::stream)) {
        keep(operation, changed, {"stream"});
        giveStream(changed, stream);
    }
    return changed;
}

QJsonObject withKernel(const QJsonObject &operation, const QString &kernel)
{
    QJsonObject changed = plainOperation(kindOf(operation));
    changed.insert(QStringLiteral("kernel"), kernel);
    keep(operation, changed,
         {"name", "stream", "chunk", "thread", "block", "shared_memory", "registers", "reads", "writes"});
    const bool spins = kernel == QLatin1String("spin");
    const bool span = operation.value(QLatin1String("kernel")) == QLatin1String("spin");
    if (spins)
        return changed;
    changed.remove(QStringLiteral("duration_us"));
    changed.remove(QStringLiteral("grid")); // of a spin it says how much work there is; here the elements do
    changed.insert(QStringLiteral("elements"), qint64{1} << 22);
    if (!span)
        keep(operation, changed, {"elements", "grid"});
    if (kernel == QLatin1String("stream"))
        return changed;
    changed.insert(QStringLiteral("kernel_work"), 256);
    keep(operation, changed, {"kernel_work"});
    return changed;
}

QJsonObject withSyncScope(const QJsonObject &operation, const QString &what, const QString &stream)
{
    QJsonObject changed = plainOperation(kindOf(operation));
    changed.insert(QStringLiteral("what"), what);
    keep(operation, changed, {"name", "chunk", "thread"});
    if (what != QLatin1String("device")) // which cannot be polled
        keep(operation, changed, {"method"});
    if (what == QLatin1String("event"))
        changed.insert(QStringLiteral("event"), QStringLiteral("e0"));
    else if (what == QLatin1String("stream"))
        giveStream(changed, stream);
    return changed;
}

} // namespace streamscope::draft
