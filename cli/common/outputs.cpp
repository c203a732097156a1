// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/outputs.h"

#include "cli/common/console.h"

#include "engine/formats/io/files.h"
#include "engine/formats/io/output_path.h"
#include "engine/program/errors.h"

#include <algorithm>
#include <iterator>
#include <unistd.h>

namespace streamscope {

Outputs::Outputs(const std::vector<std::string> &paths)
{
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(m_paths),
                 [](const std::string &path) { return !path.empty(); });
    requireWritable(m_paths);
    if (std::any_of(m_paths.begin(), m_paths.end(),
                    [](const std::string &path) { return outputPathOf(path).inherited == STDOUT_FILENO; }))
        textToStandardError();
}

void Outputs::write(const std::string &path, const Writer &writer, OutputFile::Packing packing)
{
    if (path.empty())
        return;
    OutputFile file(path, packing);
    writer(file);
    file.finish();
    m_written.push_back(std::move(file));
}

void Outputs::write(const std::string &path, const std::function<QByteArray()> &content)
{
    write(path, [&content](OutputFile &file) {
        const QByteArray bytes = content();
        file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    });
}

void Outputs::commit(const std::stop_token &stop)
{
    if (stop.stop_requested())
        throw Cancelled();
    for (OutputFile &file : m_written)
        file.commit();
    m_written.clear();
}

void Outputs::tell() const
{
    for (const std::string &path : m_paths)
        printLine("wrote " + path);
}

} // namespace streamscope
