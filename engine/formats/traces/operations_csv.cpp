// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/operations_csv.h"

#include "engine/formats/text/csv_text.h"

#include <string>

namespace streamscope {

namespace {

constexpr const char *foldColumns = ",steps,start_min_us,start_q1_us,start_median_us,start_q3_us,start_max_us"
                                    ",duration_min_us,duration_q1_us,duration_median_us,duration_q3_us,duration_max_us";

std::string foldFields(const FoldedOperation &operation)
{
    std::string text = ',' + std::to_string(operation.steps);
    for (const TimeSpread &spread : {operation.start, operation.duration})
        for (const std::int64_t time : {spread.least, spread.lower, spread.median, spread.upper, spread.most})
            text += ',' + csvMicroseconds(time);
    return text;
}

std::string headerLine(const Timeline &timeline)
{
    std::string csv =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock,thread";
    for (std::size_t part = 0; part < originPartCount && !timeline.origins().empty(); ++part)
        csv += "," + std::string(originPartName(static_cast<OriginPart>(part)));
    if (timeline.fold())
        csv += foldColumns;
    return csv + "\r\n";
}

void addOperation(std::string &csv, const Timeline &timeline, std::size_t i)
{
    const Span span = timeline.span(i);
    const bool onStream = span.stream >= 0;
    const TimelineStream stream = onStream ? timeline.streams()[span.stream] : TimelineStream{};
    const auto add = [&csv](std::string_view text) {
        csv += text;
        csv += ',';
    };
    add(std::to_string(i));
    add(kindName(span.kind));
    add(csvTextField(timeline.name(span.name)));
    add(onStream ? std::to_string(stream.device) : std::string());
    add(onStream ? csvTextField(stream.id) : std::string());
    add(engineName(span.engine));
    add(onStream ? std::to_string(stream.priority) : std::string());
    add(span.chunk >= 0 ? std::to_string(span.chunk) : std::string());
    add(std::to_string(span.bytes));
    for (const std::int64_t time : {span.issue, span.ready, span.start, span.end})
        add(csvMicroseconds(time));
    add(clockName(span.clock));
    csv += std::to_string(span.thread);
    const HostOrigins &origins = timeline.origins();
    for (std::size_t part = 0; part < originPartCount && !origins.empty(); ++part)
        csv += ',' + csvTextField(origins.text(i, static_cast<OriginPart>(part)));
    if (const Fold *fold = timeline.fold())
        csv += foldFields(fold->operations[i]);
    csv += "\r\n";
}

} // namespace

QByteArray operationsCsv(const Timeline &timeline)
{
    std::string csv = headerLine(timeline);
    csv.reserve(csv.size() + timeline.size() * 128);
    for (std::size_t i = 0; i < timeline.size(); ++i)
        addOperation(csv, timeline, i);
    return QByteArray::fromStdString(csv);
}

void writeOperationsCsv(const Timeline &timeline, OutputFile &file, const WriteStep &step)
{
    constexpr std::size_t rowsAtOnce = 4096; // ten million rows are more than a gigabyte of text
    std::string csv = headerLine(timeline);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        addOperation(csv, timeline, i);
        if ((i + 1) % rowsAtOnce != 0)
            continue;
        file.write(csv);
        csv.clear();
        if (step)
            step(i + 1, timeline.size());
    }
    file.write(csv);
}

} // namespace streamscope
