// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/blocks_csv.h"

#include "engine/formats/text/csv_text.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace streamscope {

namespace {

constexpr std::size_t rowsPerWrite = 4096;

std::vector<std::uint32_t> inOrderOfIssue(const BlockRecords &records)
{
    std::vector<std::uint32_t> order(records.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&records](std::uint32_t i) {
        const BlockRecord r = records.record(i);
        return std::tuple(r.span, r.start, r.multiprocessor, r.block);
    };
    std::sort(order.begin(), order.end(), [&key](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return order;
}

void addRow(std::string &csv, const Timeline &timeline, const BlockRecord &record)
{
    csv += std::to_string(record.span) + ',' + csvTextField(timeline.name(timeline.span(record.span).name)) + ',';
    if (record.block != unknownBlock)
        csv += std::to_string(record.block);
    csv += ',' + std::to_string(record.multiprocessor) + ',' + csvMicroseconds(record.start) + ','
           + csvMicroseconds(record.end) + ',';
    csv += clockName(timeline.blockClock());
    csv += "\r\n";
}

} // namespace

void writeBlocksCsv(const Timeline &timeline, OutputFile &file, const WriteStep &step)
{
    // In pieces: ten million rows are half a gigabyte of text.
    std::string csv = "index,name,block,sm,start_us,end_us,clock\r\n";
    std::size_t rows = 0;
    for (const std::uint32_t index : inOrderOfIssue(timeline.blocks())) {
        addRow(csv, timeline, timeline.blocks().record(index));
        if (++rows % rowsPerWrite == 0) {
            file.write(csv);
            csv.clear();
            if (step)
                step(rows, timeline.blocks().size());
        }
    }
    file.write(csv);
}

} // namespace streamscope
