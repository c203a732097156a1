// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/file/chunk_file.h"

#include "engine/recorder/file/checksum.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/uio.h>
#include <unistd.h>

namespace streamscope::recorder {

namespace {

/// A write beyond the limit of a file's size fails with EFBIG and also sends SIGXFSZ, which ends a program. Here the
/// error is enough. On Linux sigprocmask() is about this thread, and older systems have it, too.
class WithoutSizeSignal
{
public:
    WithoutSizeSignal()
    {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGXFSZ);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGXFSZ) == 1;
        sigprocmask(SIG_BLOCK, &m_signal, &m_before);
    }
    ~WithoutSizeSignal()
    {
        const timespec now{};
        if (!m_wasPending)
            sigtimedwait(&m_signal, nullptr, &now);
        sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutSizeSignal(const WithoutSizeSignal &) = delete;
    WithoutSizeSignal &operator=(const WithoutSizeSignal &) = delete;

private:
    sigset_t m_signal, m_before;
    bool m_wasPending;
};

/// Returns 0 or errno.
int writeAll(int descriptor, iovec *parts, int count)
{
    const WithoutSizeSignal guard;
    while (count > 0) {
        if (parts->iov_len == 0) {
            ++parts;
            --count;
            continue;
        }
        const ssize_t written = ::writev(descriptor, parts, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : EIO;
        for (auto left = static_cast<std::size_t>(written); left > 0;) {
            const std::size_t part = left < parts->iov_len ? left : parts->iov_len;
            parts->iov_base = static_cast<char *>(parts->iov_base) + part;
            parts->iov_len -= part;
            left -= part;
            if (parts->iov_len == 0 && left > 0) {
                ++parts;
                --count;
            }
        }
    }
    return 0;
}

} // namespace

ChunkFile::ChunkFile(int descriptor) : m_descriptor(descriptor)
{
    recording::FileHeader header{};
    std::memcpy(header.magic, recording::magic, sizeof header.magic);
    header.version = recording::version;
    header.headerBytes = sizeof header;
    writeParts(&header, sizeof header, nullptr, 0);
}

void ChunkFile::write(recording::ChunkHeader header, const void *payload)
{
    header.magic = recording::chunkMagic;
    const std::uint32_t fields = checksum(&header, offsetof(recording::ChunkHeader, checksum));
    header.checksum = checksum(payload, header.packedBytes, fields);
    writeParts(&header, sizeof header, payload, header.packedBytes);
}

void ChunkFile::writeParts(const void *head, std::size_t headBytes, const void *body, std::size_t bodyBytes)
{
    if (m_error)
        return;
    iovec parts[2] = {{const_cast<void *>(head), headBytes}, {const_cast<void *>(body), bodyBytes}};
    m_error = writeAll(m_descriptor, parts, 2);
    if (!m_error) {
        m_bytes += headBytes + bodyBytes;
        return;
    }
    // Where the file cannot be cut, a reader finds the half chunk by its checksum.
    if (::ftruncate(m_descriptor, static_cast<off_t>(m_bytes)) == 0)
        ::lseek(m_descriptor, static_cast<off_t>(m_bytes), SEEK_SET);
}

} // namespace streamscope::recorder
