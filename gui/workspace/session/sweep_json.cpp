// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/sweep_json.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/sweep_csv.h"
#include "engine/program/errors.h"

#include <QJsonArray>

#include <utility>

namespace streamscope {

namespace {

QString sweepKey(const char *name)
{
    return QString::fromLatin1(name);
}

QJsonObject axisJson(const SweepAxis &axis)
{
    QJsonArray values;
    for (const ParameterValue &value : axis.values)
        values.append(QJsonObject{{QString::fromStdString(axis.name), toJson(value)}});
    return {{sweepKey("name"), QString::fromStdString(axis.name)}, {sweepKey("values"), values}};
}

SweepAxis readAxis(const JsonObject &object, const Parameters &base)
{
    SweepAxis axis{object.text("name"), {}};
    bool isKnown = false;
    for (const ParameterSpec &spec : base.specs())
        isKnown |= spec.name == axis.name;
    if (!isKnown)
        object.refuse("name", "\"" + axis.name + "\"", "a parameter of the experiment");
    for (const JsonObject &value : object.objects("values")) {
        Parameters with = base;
        readParameters(value, with);
        axis.values.push_back(with.value(axis.name));
    }
    if (axis.values.empty())
        object.refuse("values", "an empty list", "one value at least");
    object.requireNothingElse();
    return axis;
}

} // namespace

QJsonObject sweepJson(const DocumentSweep &sweep)
{
    const SweepTable &table = *sweep.table;
    QJsonArray axes;
    for (const SweepAxis &axis : table.axes)
        axes.append(axisJson(axis));
    return {{sweepKey("device"), QString::fromStdString(sweep.device)},
            {sweepKey("ran_on"), QString::fromStdString(table.device)},
            {sweepKey("simulated"), table.simulated},
            {sweepKey("parameters"), toJson(table.base)},
            {sweepKey("axes"), axes},
            {sweepKey("rows"), QString::fromUtf8(sweepCsv(table))}};
}

DocumentSweep readSweep(const JsonObject &object, const RunSource &experiment)
{
    SweepTable table;
    table.title = experiment->title();
    table.device = object.text("ran_on");
    table.simulated = object.flag("simulated");
    table.base = experiment->defaults();
    readParameters(object.object("parameters"), table.base);
    for (const JsonObject &axis : object.objects("axes"))
        table.axes.push_back(readAxis(axis, table.base));
    if (table.axes.empty())
        object.refuse("axes", "an empty list", "one knob at least");
    table.planned = sweepConfigurations(table.axes);
    table.rows = readSweepCsv(object.text("rows"), "the rows of a sweep", table);
    std::string device = object.text("device");
    object.requireNothingElse();
    return {experiment, std::move(device), std::make_shared<const SweepTable>(std::move(table))};
}

} // namespace streamscope
