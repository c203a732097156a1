// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/sweep_csv.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/csv_text.h"
#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <charconv>
#include <optional>

namespace streamscope {

namespace {

using Fields = std::vector<std::string>;

Fields fieldsOf(std::string_view line)
{
    const auto source = readMemory(line);
    Fields fields;
    CsvRows(*source, "a row").next(fields);
    return fields;
}

/// What stands behind the parameters: device, status, five figures, error, range.
constexpr std::size_t fieldsBehind = 10;

template <typename Number>
bool readNumber(const std::string &text, Number &number)
{
    const char *const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end;
}

bool readStatus(const std::string &text, SweepStatus &status)
{
    for (const SweepStatus known : {SweepStatus::Ok, SweepStatus::Refused, SweepStatus::Failed})
        if (text == sweepStatusName(known)) {
            status = known;
            return true;
        }
    return false;
}

bool readTime(const std::string &text, std::int64_t &ns)
{
    const auto read = parseMicroseconds(text);
    ns = read.value_or(0);
    return read.has_value();
}

/// Empty where these are not the fields of a row.
std::optional<SweepRow> rowOf(const Fields &fields)
{
    SweepRow row;
    const std::string *const behind = &fields[fields.size() - fieldsBehind];
    if (!readNumber(fields[0], row.index) || !readStatus(behind[1], row.status))
        return std::nullopt;
    Summary &s = row.summary;
    if (row.status == SweepStatus::Ok
        && !(readTime(behind[2], s.makespanNs) && readTime(behind[3], s.serialNs) && readTime(behind[4], s.boundNs)
             && readNumber(behind[5], s.speedup) && readNumber(behind[6], s.efficiency)))
        return std::nullopt;
    row.error = textOfCsvCell(behind[7]);
    if (!behind[8].empty()) {
        row.range.emplace();
        if (!readTime(behind[8], row.range->lowNs) || !readTime(behind[9], row.range->highNs))
            return std::nullopt;
    }
    return row;
}

} // namespace

std::vector<SweepRow> readSweepCsv(std::string_view text, const std::string &name, const SweepTable &table)
{
    text = text.substr(0, text.rfind('\n') + 1); // 0 where there is none
    const auto source = readMemory(text);
    CsvRows lines(*source, name);
    const auto refuse = [&](const std::string &what) {
        throw InputError(Phrase("engine", "%1: line %2: %3").arg(name, lines.line(), what));
    };
    Fields fields;
    std::vector<SweepRow> rows;
    if (!lines.next(fields))
        return rows;
    const Fields header = fieldsOf(sweepCsvHeader(table));
    if (fields != header)
        refuse(QT_TRANSLATE_NOOP(
            "engine", "these are not the columns of this sweep; it was of another experiment or is no CSV of a sweep"));
    const std::size_t configurations = sweepConfigurations(table.axes);
    while (lines.next(fields)) {
        if (fields.size() != header.size())
            refuse(Phrase("engine", "%1 fields; the header has %2").arg(fields.size(), header.size()));
        const std::optional<SweepRow> row = rowOf(fields);
        if (!row)
            refuse(QT_TRANSLATE_NOOP("engine", "this is no row of a sweep"));
        if (row->index >= configurations)
            refuse(Phrase("engine", "configuration %1; this sweep has %2").arg(fields[0], configurations));
        const Fields expected = fieldsOf(sweepCsvRow(table, *row));
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (fields[i] != expected[i])
                refuse(Phrase("engine", "column %1 is '%2' and would be '%3' in this sweep: the row is of another one")
                           .arg(header[i], fields[i], expected[i]));
        rows.push_back(*row);
    }
    return rows;
}

} // namespace streamscope
