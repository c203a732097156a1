// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/recording_folder.h"

#include "engine/formats/io/input_file.h"
#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"
#include "engine/recorder/control.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace streamscope {

namespace {

std::string absolute(const std::string &path)
{
    if (path.starts_with('/'))
        return path;
    char *const current = getcwd(nullptr, 0);
    if (!current)
        throw InputError(path, QT_TRANSLATE_NOOP("engine", "the current folder is gone"));
    const std::string result = std::string(current) + '/' + path;
    free(current);
    return result;
}

std::string folderNameOfNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "recording-%Y%m%d-%H%M%S", &local);
    return text.data();
}

bool isEmptyFolder(const std::string &path)
{
    DIR *const open = opendir(path.c_str());
    if (!open)
        return false;
    int entries = 0;
    while (readdir(open))
        ++entries;
    closedir(open);
    return entries <= 2; // itself and its parent
}

[[noreturn]] void refuse(const std::string &path, int error)
{
    throw InputError(
        path, Phrase("engine", "the folder of the recording cannot be made here: %1").arg(systemErrorText(error)));
}

/// Makes `name`, or "name-2" and so on where it exists. @returns the name
std::string makeFresh(const std::string &name)
{
    constexpr int patience = 1000;
    for (int i = 1; i <= patience; ++i) {
        std::string tried = i == 1 ? name : name + '-' + std::to_string(i);
        if (mkdir(tried.c_str(), 0777) == 0)
            return tried;
        if (errno != EEXIST)
            refuse(tried, errno);
    }
    refuse(name, EEXIST);
}

} // namespace

/// Its mark says whose folder it is: files of the other ranks are welcome, a former recording is not.
void RecordingFolder::takeShared(const std::string &folder, const std::string &step)
{
    m_shown = folder;
    if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
        refuse(folder, errno);
    const std::string mark = folder + "/." + step;
    if (access(mark.c_str(), F_OK) != 0) {
        if (!isEmptyFolder(folder) && access(mark.c_str(), F_OK) != 0) // made by another rank in between
            throw InputError(
                folder, isFolder(folder)
                            ? QT_TRANSLATE_NOOP("engine", "the folder is not empty; name another one for the recording")
                            : Phrase("engine", "is a file; the ranks of %1 need a folder").arg(step));
        const int made = ::open(mark.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (made < 0)
            refuse(folder, errno);
        ::close(made);
    }
    m_path = absolute(folder);
}

RecordingFolder::RecordingFolder(const std::string &wanted, const std::string &base, const std::string &step)
{
    const std::string suffix = recorder::fileSuffix;
    const std::string front = base.empty() || wanted.starts_with('/') ? std::string() : base + '/';
    const std::string output = front + wanted;
    if (!step.empty()) {
        if (output.ends_with(suffix) && !isFolder(output))
            throw InputError(output, Phrase("engine", "name a folder: the ranks of %1 have a file each").arg(step));
        takeShared(wanted.empty() ? front + "recording-" + step : output, step);
        return;
    }
    if (wanted.empty()) {
        m_shown = makeFresh(front + folderNameOfNow());
        m_isOurs = true;
    } else if (output.ends_with(suffix) && !isFolder(output)) {
        m_file = output;
        const bool hasName = output.size() > suffix.size() && !output.ends_with('/' + suffix);
        m_shown = makeFresh(hasName ? output.substr(0, output.size() - suffix.size()) : output + ".parts");
        m_isOurs = true;
    } else if (mkdir(output.c_str(), 0777) == 0) {
        m_shown = output;
        m_isOurs = true;
    } else if (const int error = errno; error != EEXIST) {
        refuse(output, error);
    } else {
        if (!isFolder(output))
            throw InputError(output,
                             Phrase("engine", "is a file; name a folder, or a file that ends in %1").arg(suffix));
        if (access(output.c_str(), R_OK | W_OK | X_OK) != 0)
            throw InputError(
                output,
                Phrase("engine", "the folder of the recording cannot be written: %1").arg(systemErrorText(errno)));
        if (!isEmptyFolder(output))
            throw InputError(
                output, QT_TRANSLATE_NOOP("engine", "the folder is not empty; name another one for the recording"));
        m_shown = output;
    }
    m_path = absolute(m_shown);
}

RecordingFolder::Outcome RecordingFolder::finish()
{
    const std::vector<RecordingFile> files = RecordingFiles(m_path).look();
    Outcome outcome{totalOf(files), files, m_shown, {}};
    if (files.empty()) {
        discard();
    } else if (!m_file.empty() && files.size() > 1) {
        outcome.problem = Phrase("engine", "%1 processes do not fit into one file").arg(files.size());
    } else if (!m_file.empty()) {
        if (rename(files.front().path.c_str(), m_file.c_str()) == 0) {
            outcome.place = m_file;
            outcome.files.front().path = absolute(m_file);
            discard();
        } else {
            outcome.problem = m_file + ": " + systemErrorText(errno);
        }
    }
    return outcome;
}

void RecordingFolder::discard() const
{
    if (m_isOurs)
        rmdir(m_path.c_str());
}

} // namespace streamscope
