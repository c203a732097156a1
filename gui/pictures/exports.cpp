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

namespace streamscope {

bool isPicturePath(const std::string &path)
{
    return pictureFormat(path).has_value();
}

void exportPicture(const PictureSource &source, const std::string &path, const ImageOptions &options)
{
    writeFileWhole(path, recordingImage(source, imageFormatOf(path), options));
}

void exportResult(const RunResult &result, const std::string &path, const ImageOptions &options)
{
    const QString lower = QString::fromStdString(path).toLower();
    if (lower.endsWith(QLatin1String(".blocks.csv"))) {
        OutputFile file(path);
        writeBlocksCsv(result.recording.timeline, file);
        file.commit();
        return;
    }
    if (lower.endsWith(QLatin1String(".csv"))) {
        const Timeline &timeline = result.recording.timeline;
        writeFileWhole(path, options.range ? operationsCsv(timelineIn(timeline, *options.range, false))
                                           : operationsCsv(timeline));
        return;
    }
    if (lower.endsWith(QLatin1String(".trace.json")) || lower.endsWith(QLatin1String(".trace.json.gz"))) {
        OutputFile file(path, OutputFile::Packing::ByName);
        writeChromeTrace(result.recording, result.import.get(), file);
        file.commit();
        return;
    }
    if (lower.endsWith(QLatin1String(".json"))) {
        writeFileWhole(path, reportJson(result.request.experiment, result.request.parameters, result.recording,
                                        result.analysis, result.import.get(), result.range));
        return;
    }
    if (isPicturePath(path)) {
        writeTimelineImage(result, path, options);
        return;
    }
    throw InputError(
        path + ": "
        + QT_TRANSLATE_NOOP("engine", "an export ends in .png, .svg, .pdf, .csv, .blocks.csv, .trace.json or .json"));
}

} // namespace streamscope
