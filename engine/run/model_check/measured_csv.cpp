// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/measured_csv.h"

#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/csv_text.h"
#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <sstream>

namespace streamscope {

namespace {

const std::vector<std::string> columns{"experiment", "settings", "device", "median_us", "min_us", "q1_us", "q3_us"};

std::string headerLine()
{
    std::string line;
    for (const std::string &column : columns)
        line += (line.empty() ? "" : ",") + column;
    return line;
}

/// @throws InputError with the reason, without a place.
void applySettings(Parameters &parameters, const std::string &settings)
{
    std::istringstream words(settings);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            throw InputError(Phrase("engine", "'%1' in the settings is not name=value").arg(word));
        parameters.setText(word.substr(0, equals), word.substr(equals + 1));
    }
}

std::int64_t readTime(const std::string &text, const std::string &column)
{
    const auto ns = parseMicroseconds(text);
    if (!ns || *ns <= 0)
        throw InputError(
            Phrase("engine", "column %1 is '%2', and must be a number of microseconds above 0").arg(column, text));
    return *ns;
}

MeasuredConfiguration rowOfFields(const std::vector<std::string> &fields,
                                  const std::function<const Experiment *(std::string_view)> &find)
{
    if (fields.size() < columns.size())
        throw InputError(Phrase("engine", "%1 fields; a row has %2").arg(fields.size(), columns.size()));
    MeasuredConfiguration row;
    row.experiment = find(fields[0]);
    if (!row.experiment)
        throw InputError("there is no experiment '" + fields[0] + "'; see streamscope experiments");
    row.parameters = row.experiment->defaults();
    applySettings(row.parameters, fields[1]);
    row.device = textOfCsvCell(fields[2]);
    row.medianNs = readTime(fields[3], columns[3]);
    row.minimumNs = readTime(fields[4], columns[4]);
    row.firstQuartileNs = readTime(fields[5], columns[5]);
    row.thirdQuartileNs = readTime(fields[6], columns[6]);
    return row;
}

} // namespace

QByteArray measuredCsv(const std::vector<MeasuredConfiguration> &rows)
{
    std::string csv = headerLine() + "\r\n";
    for (const MeasuredConfiguration &row : rows)
        csv += csvField(row.experiment->id()) + ',' + csvField(settingsText(row.parameters)) + ','
               + csvTextField(row.device) + ',' + csvMicroseconds(row.medianNs) + ',' + csvMicroseconds(row.minimumNs)
               + ',' + csvMicroseconds(row.firstQuartileNs) + ',' + csvMicroseconds(row.thirdQuartileNs) + "\r\n";
    return QByteArray::fromStdString(csv);
}

std::vector<MeasuredConfiguration> readMeasuredCsv(std::string_view text, const std::string &name,
                                                   const std::function<const Experiment *(std::string_view)> &find)
{
    const auto source = readMemory(text);
    CsvRows lines(*source, name);
    std::vector<std::string> fields;
    const auto isHeader = [&fields] { // further columns may stand behind ours
        return fields.size() >= columns.size() && std::equal(columns.begin(), columns.end(), fields.begin());
    };
    if (!lines.next(fields) || !isHeader())
        throw InputError(Phrase("engine", "%1: this is no CSV of check-model --save: its first line is not %2")
                             .arg(name, headerLine()));
    std::vector<MeasuredConfiguration> rows;
    while (lines.next(fields))
        try {
            rows.push_back(rowOfFields(fields, find));
        } catch (const InputError &error) {
            throw InputError(Phrase("engine", "%1: line %2: %3").arg(name, lines.line(), error.what()));
        }
    return rows;
}

} // namespace streamscope
