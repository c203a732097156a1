// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/unnamed_file.h"

#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace streamscope {

namespace {

[[noreturn]] void complainOfTemporary(int error)
{
    throw RunError(Phrase("engine", "%1: cannot be written: %2")
                       .arg(QFile::encodeName(QDir::tempPath()).toStdString(), systemErrorText(error)));
}

} // namespace

UnnamedFile::UnnamedFile()
{
    std::string name = QFile::encodeName(QDir::temp().filePath(QStringLiteral(".streamscope-XXXXXX"))).toStdString();
    m_descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_descriptor < 0)
        complainOfTemporary(errno);
    ::unlink(name.c_str());
}

UnnamedFile::~UnnamedFile()
{
    ::close(m_descriptor);
}

std::string UnnamedFile::path() const
{
    return "/dev/fd/" + std::to_string(m_descriptor);
}

std::uint64_t UnnamedFile::size() const
{
    struct stat status
    {};
    if (::fstat(m_descriptor, &status) != 0)
        complainOfTemporary(errno);
    return static_cast<std::uint64_t>(status.st_size);
}

std::string UnnamedFile::read(std::uint64_t offset, std::size_t size) const
{
    std::string bytes(size, '\0');
    for (std::size_t done = 0; done < size;) {
        const ssize_t came = ::pread(m_descriptor, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
        if (came == 0 || (came < 0 && errno != EINTR))
            complainOfTemporary(came == 0 ? EIO : errno);
        done += static_cast<std::size_t>(std::max<ssize_t>(came, 0));
    }
    return bytes;
}

} // namespace streamscope
