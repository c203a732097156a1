// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/sweep_csv.h"

#include "engine/formats/csv_text.h"

#include <cstdio>
#include <string>

namespace streamscope {

namespace {

std::string ratio(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

std::string listText(const std::vector<std::int64_t> &list)
{
    std::string text;
    for (const std::int64_t value : list)
        text += (text.empty() ? "" : ",") + std::to_string(value);
    return text;
}

/// Plain, as JSON stores it: a script need not know units.
std::string plain(const ParameterValue &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto *text = std::get_if<std::string>(&value))
        return csvField(*text);
    return csvField(listText(std::get<std::vector<std::int64_t>>(value)));
}

std::string figures(const SweepRow &row)
{
    if (row.status != SweepStatus::Ok)
        return ",,,,";
    const Summary &s = row.summary;
    return csvMicroseconds(s.makespanNs) + ',' + csvMicroseconds(s.serialNs) + ',' + csvMicroseconds(s.boundNs) + ','
           + ratio(s.speedup) + ',' + ratio(s.efficiency);
}

} // namespace

QByteArray sweepCsv(const SweepTable &table)
{
    std::string csv = "index,";
    for (const ParameterSpec &spec : table.base.specs())
        csv += spec.name + ',';
    csv += "device,status,makespan_us,serial_us,bound_us,speedup,efficiency,error\r\n";
    Parameters parameters = table.base;
    const std::string device = csvField(table.device);
    for (const SweepRow &row : table.rows) {
        applyConfiguration(parameters, table.axes, row.index);
        csv += std::to_string(row.index) + ',';
        for (const ParameterSpec &spec : parameters.specs())
            csv += plain(parameters.value(spec.name)) + ',';
        csv += device + ',' + sweepStatusName(row.status) + ',' + figures(row) + ',' + csvField(row.error) + "\r\n";
    }
    return QByteArray::fromStdString(csv);
}

} // namespace streamscope
