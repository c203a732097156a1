// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/byte_source.h"

#include "engine/program/errors.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace streamscope {

namespace {

class FileSource final : public ByteSource
{
public:
    explicit FileSource(std::string path)
        : m_path(std::move(path)), m_file(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC))
    {
        struct stat status = {};
        if (m_file < 0 || ::fstat(m_file, &status) != 0)
            complain();
        if (S_ISDIR(status.st_mode)) {
            ::close(m_file);
            throw InputError(m_path + ": is a folder, not a file");
        }
        m_size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
    }
    ~FileSource() override { ::close(m_file); }

    std::size_t read(char *to, std::size_t size) override
    {
        ssize_t got = 0;
        do
            got = ::read(m_file, to, size);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            complain();
        m_done += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }
    std::uint64_t done() const override { return m_done; }
    std::uint64_t total() const override { return m_size; }

private:
    [[noreturn]] void complain() const { throw InputError(m_path + ": cannot be read: " + std::strerror(errno)); }

    std::string m_path;
    int m_file;
    std::uint64_t m_size = 0, m_done = 0;
};

class MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}

    std::size_t read(char *to, std::size_t size) override
    {
        const std::size_t part = std::min(size, m_bytes.size() - m_at);
        std::copy_n(m_bytes.data() + m_at, part, to);
        m_at += part;
        return part;
    }
    std::uint64_t done() const override { return m_at; }
    std::uint64_t total() const override { return m_bytes.size(); }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace

std::unique_ptr<ByteSource> openFile(const std::string &path)
{
    return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> readMemory(std::string_view bytes)
{
    return std::make_unique<MemorySource>(bytes);
}

} // namespace streamscope
