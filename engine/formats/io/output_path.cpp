// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/output_path.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

constexpr int maxLinks = 40; // as the kernel follows

std::string folderOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

std::optional<std::string> linkTarget(const std::string &path)
{
    std::string target(PATH_MAX, '\0');
    const ssize_t size = readlink(path.c_str(), target.data(), target.size());
    if (size < 0)
        return std::nullopt;
    target.resize(static_cast<std::size_t>(size));
    return target;
}

/// The number in "/dev/fd/3" and in what /dev/stdout and its kin stand for.
std::optional<int> descriptorOf(const std::string &path)
{
    if (path == "/dev/stdout")
        return STDOUT_FILENO;
    if (path == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder))
            continue;
        int number = 0;
        const char *const end = path.data() + path.size();
        const auto [rest, error] = std::from_chars(path.data() + folder.size(), end, number);
        if (error == std::errc() && rest == end && number >= 0)
            return number;
    }
    return std::nullopt;
}

} // namespace

OutputPath outputPathOf(const std::string &path)
{
    OutputPath result;
    result.file = path;
    for (int links = 0; !(result.inherited = descriptorOf(result.file)); ++links) {
        const std::optional<std::string> target = linkTarget(result.file);
        if (!target)
            break;
        if (links == maxLinks)
            throw InputError(Phrase("engine", "%1: cannot be written: its links lead in a circle").arg(path));
        result.file = target->starts_with('/') ? *target : folderOf(result.file) + *target;
    }
    struct stat status
    {};
    const int failed = result.inherited ? fstat(*result.inherited, &status) : stat(result.file.c_str(), &status);
    if (failed != 0) {
        if (errno == ELOOP)
            throw InputError(Phrase("engine", "%1: cannot be written: its links lead in a circle").arg(path));
        return result; // whatever else is wrong shows when it is opened
    }
    if (S_ISDIR(status.st_mode))
        throw InputError(Phrase("engine", "%1: cannot be written: it is a folder, not a file").arg(path));
    result.exists = true;
    result.replaced = S_ISREG(status.st_mode) && !result.inherited;
    result.mode = status.st_mode & 07777;
    result.device = S_ISCHR(status.st_mode) ? 0 : status.st_dev;
    result.inode = S_ISCHR(status.st_mode) ? 0 : status.st_ino;
    return result;
}

bool sameOutput(const OutputPath &a, const OutputPath &b)
{
    if (a.exists != b.exists)
        return false;
    if (a.exists)
        return a.inode != 0 && a.inode == b.inode && a.device == b.device;
    const auto placeOf = [](const OutputPath &output) {
        const std::string folder = folderOf(output.file);
        struct stat status
        {};
        const bool known = stat(folder.empty() ? "." : folder.c_str(), &status) == 0;
        return std::pair(known ? std::pair(status.st_dev, status.st_ino) : std::pair<dev_t, ino_t>(),
                         known ? output.file.substr(folder.size()) : output.file);
    };
    return placeOf(a) == placeOf(b);
}

} // namespace streamscope
