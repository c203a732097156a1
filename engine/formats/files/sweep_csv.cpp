// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/sweep_csv.h"

#include "engine/device/number_text.h"
#include "engine/formats/text/csv_text.h"
#include "engine/program/size_text.h"

#include <string>

namespace streamscope {

namespace {

std::string ratio(double value)
{
    return decimalText(value, 4);
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
        return csvTextField(*text);
    if (const auto *number = std::get_if<double>(&value))
        return shortestText(*number);
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

std::string rangeFields(const SweepRow &row)
{
    return row.range ? csvMicroseconds(row.range->lowNs) + ',' + csvMicroseconds(row.range->highNs) : ",";
}

} // namespace

std::string sweepCsvHeader(const SweepTable &table)
{
    std::string header = "index,";
    for (const ParameterSpec &spec : table.base.specs())
        header += spec.name + ',';
    return header
           + "device,status,makespan_us,serial_us,bound_us,speedup,efficiency,error,range_low_us,range_high_us\r\n";
}

std::string sweepCsvRow(const SweepTable &table, const SweepRow &row)
{
    const Parameters parameters = table.parametersOf(row);
    std::string line = std::to_string(row.index) + ',';
    for (const ParameterSpec &spec : parameters.specs())
        line += plain(parameters.value(spec.name)) + ',';
    return line + csvTextField(table.device) + ',' + sweepStatusName(row.status) + ',' + figures(row) + ','
           + csvTextField(row.error) + ',' + rangeFields(row) + "\r\n";
}

QByteArray sweepCsv(const SweepTable &table)
{
    std::string csv = sweepCsvHeader(table);
    for (const SweepRow &row : table.rows)
        csv += sweepCsvRow(table, row);
    return QByteArray::fromStdString(csv);
}

} // namespace streamscope
