// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/files.h"

#include "engine/formats/io/output_file.h"
#include "engine/formats/io/output_path.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <sys/stat.h>
#include <unistd.h>

namespace streamscope {

namespace {

[[noreturn]] void refuse(const std::string &path, const std::string &reason)
{
    throw InputError(Phrase("engine", "%1: cannot be written: %2").arg(path, reason));
}

OutputPath writablePath(const std::string &path)
{
    if (path.empty())
        throw InputError(QT_TRANSLATE_NOOP("engine", "the name of a file to write is empty"));
    OutputPath output = outputPathOf(path);
    if (output.inherited)
        return output;
    if (output.exists && access(output.file.c_str(), W_OK) != 0)
        refuse(path, QT_TRANSLATE_NOOP("engine", "no permission"));
    if (!output.replaced)
        return output;
    const std::size_t slash = output.file.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : output.file.substr(0, slash + 1);
    struct stat status
    {};
    if (stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        refuse(path, Phrase("engine", "there is no folder %1").arg(folder));
    if (output.file.ends_with('/'))
        refuse(path, QT_TRANSLATE_NOOP("engine", "it is a folder's name, not a file's"));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        refuse(path, QT_TRANSLATE_NOOP("engine", "no permission for a new file in its folder"));
    return output;
}

} // namespace

void writeFileWhole(const std::string &path, const QByteArray &data)
{
    OutputFile file(path);
    file.write({data.constData(), static_cast<std::size_t>(data.size())});
    file.commit();
}

void requireWritable(const std::string &path)
{
    writablePath(path);
}

void requireWritable(const std::vector<std::string> &paths)
{
    std::vector<OutputPath> outputs;
    for (const std::string &path : paths) {
        outputs.push_back(writablePath(path));
        for (std::size_t i = 0; i + 1 < outputs.size(); ++i)
            if (sameOutput(outputs[i], outputs.back()))
                throw InputError(path == paths[i]
                                     ? Phrase("engine", "two outputs are one file: %1").arg(path)
                                     : Phrase("engine", "two outputs are one file: %1 and %2").arg(paths[i], path));
    }
}

} // namespace streamscope
