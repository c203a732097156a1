// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/sweep_parts.h"

#include "engine/formats/files/sweep_csv.h"
#include "engine/formats/io/byte_source.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/csv_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <charconv>

namespace streamscope {

namespace {

constexpr std::size_t fieldsBefore = 1; ///< the index
/// Behind the parameters, as sweepCsvHeader() has them.
const std::vector<std::string> outcomeColumns{"device",  "status",     "makespan_us", "serial_us",    "bound_us",
                                              "speedup", "efficiency", "error",       "range_low_us", "range_high_us"};

const std::string &deviceOf(const std::vector<std::string> &fields)
{
    return fields[fields.size() - outcomeColumns.size()];
}

const std::string &statusOf(const std::vector<std::string> &fields)
{
    return fields[fields.size() - outcomeColumns.size() + 1];
}

bool isOk(const std::vector<std::string> &fields)
{
    return statusOf(fields) == sweepStatusName(SweepStatus::Ok);
}

void addLine(std::string &csv, const std::vector<std::string> &fields)
{
    for (std::size_t i = 0; i < fields.size(); ++i)
        csv += (i == 0 ? "" : ",") + csvField(fields[i]);
    csv += "\r\n";
}

} // namespace

void SweepParts::add(std::string_view text, const std::string &name)
{
    text = text.substr(0, text.rfind('\n') + 1); // 0 where there is none
    const auto source = readMemory(text);
    CsvRows lines(*source, name);
    const auto where = [&] { return name + ": line " + std::to_string(lines.line()); };
    Fields fields;
    if (!lines.next(fields))
        throw InputError(
            Phrase("engine", "%1: it has no rows of a sweep; give the CSV of 'sweep --shard i/n --csv F', or F.partial")
                .arg(name));
    takeHeader(fields, where());
    if (m_firstName.empty())
        m_firstName = name;
    while (lines.next(fields))
        takeRow(fields, where());
}

std::size_t SweepParts::columns() const
{
    return m_header.size() - fieldsBefore - outcomeColumns.size();
}

void SweepParts::takeHeader(const Fields &header, const std::string &where)
{
    const bool isSweep = header.size() > fieldsBefore + outcomeColumns.size() && header.front() == "index"
                         && std::equal(outcomeColumns.rbegin(), outcomeColumns.rend(), header.rbegin());
    if (!isSweep)
        throw InputError(
            Phrase("engine", "%1: these are not the columns of a sweep; give the CSV of 'sweep --shard i/n --csv F'")
                .arg(where));
    if (!m_header.empty() && header != m_header)
        throw InputError(Phrase("engine", "%1: these are not the columns of %2: the sweep is of another experiment")
                             .arg(where, m_firstName));
    m_header = header;
    m_values.resize(columns());
}

void SweepParts::takeRow(Fields fields, const std::string &where)
{
    if (fields.size() != m_header.size())
        throw InputError(
            Phrase("engine", "%1: %2 fields; the header has %3").arg(where, fields.size(), m_header.size()));
    std::size_t index = 0;
    const char *const end = fields.front().data() + fields.front().size();
    const auto [rest, error] = std::from_chars(fields.front().data(), end, index);
    if (error != std::errc() || rest != end || index >= maxSweepConfigurations)
        throw InputError(Phrase("engine", "%1: index '%2' is no whole number below %3")
                             .arg(where, fields.front(), maxSweepConfigurations));
    const auto found = m_rows.find(index);
    if (found != m_rows.end()) {
        const auto parameters = [this](const Fields &row) {
            return Fields(row.begin() + fieldsBefore,
                          row.begin() + static_cast<std::ptrdiff_t>(fieldsBefore + columns()));
        };
        if (parameters(found->second) != parameters(fields))
            throw InputError(
                Phrase("engine",
                       "%1: configuration %2 has other values in another file: they are parts of different sweeps")
                    .arg(where, fields.front()));
        ++m_repeated;
        if (isOk(found->second) || !isOk(fields))
            return;
    }
    for (std::size_t i = 0; i < columns(); ++i)
        m_values[i].insert(fields[fieldsBefore + i]);
    m_devices.insert(textOfCsvCell(deviceOf(fields)));
    m_rows[index] = std::move(fields);
}

std::size_t SweepParts::configurations() const
{
    std::size_t all = 1;
    for (const std::set<std::string> &values : m_values)
        all = std::min(maxSweepConfigurations, all * std::max<std::size_t>(values.size(), 1));
    return m_rows.empty() ? 0 : std::max(all, m_rows.rbegin()->first + 1);
}

std::vector<std::size_t> SweepParts::missing(std::size_t limit) const
{
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < configurations() && missing.size() < limit; ++i)
        if (!m_rows.contains(i))
            missing.push_back(i);
    return missing;
}

std::size_t SweepParts::failed() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_rows, [](const auto &row) { return !isOk(row.second); }));
}

std::string SweepParts::csv() const
{
    std::string csv;
    addLine(csv, m_header);
    for (const auto &[index, fields] : m_rows)
        addLine(csv, fields);
    return csv;
}

/// The axis that changes last turns slowest and comes first.
std::vector<SweepAxis> SweepParts::axes(const Parameters &base) const
{
    std::map<std::size_t, SweepAxis, std::greater<>> byStride;
    const Fields &first = m_rows.at(0);
    for (std::size_t column = 0; column < columns(); ++column) {
        if (m_values[column].size() < 2)
            continue;
        const std::size_t at = fieldsBefore + column;
        std::size_t stride = 1;
        while (m_rows.at(stride)[at] == first[at])
            ++stride;
        SweepAxis axis{m_header[at], {}};
        for (std::size_t i = 0; i < m_values[column].size() && i * stride < m_rows.size(); ++i)
            axis.values.push_back(parseValue(base.specs()[column], textOfCsvCell(m_rows.at(i * stride)[at])));
        byStride.emplace(stride, std::move(axis));
    }
    std::vector<SweepAxis> axes;
    for (auto &[stride, axis] : byStride)
        axes.push_back(std::move(axis));
    return axes;
}

SweepTable SweepParts::table(const ExperimentList &known) const
{
    if (m_rows.empty() || rows() != configurations())
        throw InputError(
            Phrase("engine", "a picture needs all configurations; %1 of %2 are there").arg(rows(), configurations()));
    if (m_devices.size() != 1)
        throw InputError(Phrase("engine", "a picture shows one device; these rows are of %1 and %2")
                             .arg(*m_devices.begin(), *m_devices.rbegin()));
    SweepTable table;
    for (const Experiment *experiment : known) {
        const Parameters defaults = experiment->defaults();
        const bool same =
            std::ranges::equal(defaults.specs(),
                               Fields(m_header.begin() + fieldsBefore,
                                      m_header.begin() + static_cast<std::ptrdiff_t>(fieldsBefore + columns())),
                               {}, &ParameterSpec::name);
        if (!same)
            continue;
        table.title = table.title.empty() ? experiment->title() : "Sweep"; // several have these knobs
        table.base = defaults;
    }
    if (table.title.empty())
        throw InputError(
            Phrase("engine", "%1: no experiment of this version has these columns, so the sweep cannot be drawn")
                .arg(m_firstName));
    for (std::size_t column = 0; column < columns(); ++column)
        table.base.setText(m_header[fieldsBefore + column], textOfCsvCell(m_rows.at(0)[fieldsBefore + column]));
    table.device = *m_devices.begin();
    table.simulated = table.device.starts_with("sim:");
    table.axes = axes(table.base);
    table.rows = readSweepCsv(csv(), m_firstName, table);
    table.planned = table.rows.size();
    return table;
}

} // namespace streamscope
