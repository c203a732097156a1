// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/input_file.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

[[noreturn]] void refuse(const std::string &path, int error)
{
    const std::string why = error == ENOENT   ? QT_TRANSLATE_NOOP("engine", "there is no such file")
                            : error == EACCES ? QT_TRANSLATE_NOOP("engine", "no permission")
                            : error == EISDIR ? QT_TRANSLATE_NOOP("engine", "it is a folder, not a file")
                                              : std::strerror(error);
    throw InputError(path.empty() ? "''" : path, Phrase("engine", "cannot be read: %1").arg(why));
}

/// Reads a descriptor, which it owns.
class DescriptorSource final : public ByteSource
{
public:
    DescriptorSource(std::string path, int descriptor, std::uint64_t size)
        : m_path(std::move(path)), m_descriptor(descriptor), m_size(size)
    {}
    ~DescriptorSource() override { ::close(m_descriptor); }

    std::size_t read(char *to, std::size_t size) override
    {
        ssize_t got = 0;
        do
            got = ::read(m_descriptor, to, size);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            refuse(m_path, errno);
        m_done += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t done() const override { return m_done; }
    std::uint64_t total() const override { return m_size; }

private:
    std::string m_path;
    int m_descriptor;
    std::uint64_t m_size, m_done = 0;
};

bool statusOf(const std::string &path, struct stat &status)
{
    return ::stat(path.c_str(), &status) == 0;
}

} // namespace

InputFile openInput(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        refuse(path, errno);
    struct stat status = {};
    const int problem = ::fstat(descriptor, &status) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (problem != 0) {
        ::close(descriptor);
        refuse(path, problem);
    }
    const bool regular = S_ISREG(status.st_mode);
    const std::uint64_t size = regular ? static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0)) : 0;
    return {path, regular, std::make_unique<PeekedSource>(std::make_unique<DescriptorSource>(path, descriptor, size))};
}

bool isFolder(const std::string &path)
{
    struct stat status = {};
    return statusOf(path, status) && S_ISDIR(status.st_mode);
}

bool fileExists(const std::string &path)
{
    struct stat status = {};
    return statusOf(path, status) && !S_ISDIR(status.st_mode);
}

} // namespace streamscope
