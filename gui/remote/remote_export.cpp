// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_export.h"

#include "engine/formats/io/output_file.h"
#include "engine/program/errors.h"
#include "gui/remote/picture_look.h"
#include "gui/remote/remote_trace.h"
#include "gui/workspace/text/path_text.h"

#include <QImage>

#include <optional>

namespace streamscope {

namespace {

/// Everything behind the first dot that names a format: ".blocks.csv", ".trace.json.gz".
std::string suffixOf(const QString &path)
{
    const QString lower = path.toLower();
    for (const char *suffix : {".trace.json.gz", ".trace.json", ".json", ".blocks.csv", ".csv", ".png", ".svg", ".pdf"})
        if (lower.endsWith(QLatin1String(suffix)))
            return suffix;
    return ".unknown"; // the machine says what is allowed
}

WorkQuestion questionFor(const std::string &suffix, const ImageOptions &options)
{
    WorkQuestion question;
    question.kind = WorkQuestion::Kind::Export;
    question.suffix = suffix;
    question.look = pictureLookText(options);
    if (options.range)
        question.range.emplace(options.range->begin, options.range->end);
    return question;
}

/// Completely or not at all.
void writeThere(TraceLink &link, const WorkQuestion &question, const std::string &path, const RunControl &control)
{
    std::optional<OutputFile> file;
    link.work(question, control, [&](std::uint64_t offset, std::string_view piece) {
        if (offset == 0)
            file.reset();
        if (!file)
            file.emplace(path);
        file->write(piece);
    });
    file->commit();
}

} // namespace

ExportActions::Elsewhere remoteExports(const std::function<RemoteTrace *()> &front)
{
    ExportActions::Elsewhere exports;
    exports.write = [front](const QString &path, const ImageOptions &options) -> ExportActions::Elsewhere::Write {
        const RemoteTrace *trace = front();
        if (!trace)
            return {};
        return [link = trace->link(), question = questionFor(suffixOf(path), options),
                file = pathOf(path)](const RunControl &control) { writeThere(*link, question, file, control); };
    };
    exports.picture = [front](const ImageOptions &options) -> ExportActions::Elsewhere::Paint {
        const RemoteTrace *trace = front();
        if (!trace)
            return {};
        return [link = trace->link(), question = questionFor(".png", options)](const RunControl &control) {
            return QImage::fromData(link->workBytes(question, control), "PNG");
        };
    };
    return exports;
}

} // namespace streamscope
