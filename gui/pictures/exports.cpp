// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/exports.h"

#include "engine/formats/io/files.h"
#include "engine/formats/reports/report.h"
#include "engine/formats/traces/blocks_csv.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "gui/pictures/timeline_image.h"

#include <QString>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Progress in percent.
WriteStep stepsTo(const RunControl &control)
{
    return [&control, last = -1](std::uint64_t done, std::uint64_t total) mutable {
        constexpr std::uint64_t percents = 100;
        control.checkStop();
        const int now = static_cast<int>(percents * std::min(done, total) / std::max<std::uint64_t>(total, 1));
        if (std::exchange(last, now) != now)
            control.report(now, percents, QT_TRANSLATE_NOOP("engine", "writing"));
    };
}

} // namespace

bool isPicturePath(const std::string &path)
{
    return pictureFormat(path).has_value();
}

void exportPicture(const PictureSource &source, const std::string &path, const ImageOptions &options,
                   const RunControl &control)
{
    writeFileWhole(path, recordingImage(source, imageFormatOf(path), options, control));
}

void exportResult(const RunResult &result, const std::string &path, const ImageOptions &options,
                  const RunControl &control)
{
    OutputFile file(path, OutputFile::Packing::ByName);
    writeExport(result, path, file, options, control);
    file.commit();
}

void writeExport(const RunResult &result, const std::string &suffix, OutputFile &file, const ImageOptions &options,
                 const RunControl &control)
{
    const Timeline &timeline = result.recording.timeline;
    const QString lower = QString::fromStdString(suffix).toLower();
    const auto write = [&file](const QByteArray &bytes) {
        file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    };
    const WriteStep step = stepsTo(control);
    control.checkStop();
    if (lower.endsWith(QLatin1String(".blocks.csv")))
        writeBlocksCsv(timeline, file, step);
    else if (lower.endsWith(QLatin1String(".csv")) && options.range)
        writeOperationsCsv(timelineIn(timeline, *options.range, false), file, step);
    else if (lower.endsWith(QLatin1String(".csv")))
        writeOperationsCsv(timeline, file, step);
    else if (lower.endsWith(QLatin1String(".trace.json")) || lower.endsWith(QLatin1String(".trace.json.gz")))
        writeChromeTrace(result.recording, result.import.get(), file, step);
    else if (lower.endsWith(QLatin1String(".json")))
        write(reportJson(result.request.experiment, result.request.parameters, result.recording, result.analysis,
                         result.import.get(), result.range));
    else if (const auto format = pictureFormat(suffix))
        write(timelineImage(result, *format, options, control));
    else
        throw InputError(suffix + ": "
                         + QT_TRANSLATE_NOOP(
                             "engine", "an export ends in .png, .svg, .pdf, .csv, .blocks.csv, .trace.json or .json"));
}

} // namespace streamscope
