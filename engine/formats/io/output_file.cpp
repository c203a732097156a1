// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/output_file.h"

#include "engine/formats/io/output_path.h"
#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <random>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zlib.h>

namespace streamscope {

namespace {

/// The temporary files that are there now.
class UnfinishedFiles
{
public:
    static UnfinishedFiles &instance()
    {
        static auto *const files = new UnfinishedFiles; // never destroyed: a thread may ask while the process ends
        return *files;
    }

    void add(const std::string &name)
    {
        const std::lock_guard lock(m_mutex);
        m_names.insert(name);
    }
    void forget(const std::string &name)
    {
        const std::lock_guard lock(m_mutex);
        m_names.erase(name);
    }
    void removeAll()
    {
        const std::lock_guard lock(m_mutex);
        for (const std::string &name : m_names)
            ::unlink(name.c_str());
        m_names.clear();
    }

private:
    std::mutex m_mutex;
    std::set<std::string> m_names;
};

} // namespace

void removeUnfinishedFiles() noexcept
{
    UnfinishedFiles::instance().removeAll();
}

/// The descriptor that the bytes go to, and what becomes of it.
class OutputFile::Destination
{
public:
    explicit Destination(const std::string &path) : m_path(path)
    {
        try {
            m_target = outputPathOf(path);
        } catch (const InputError &error) {
            throw RunError(error.what());
        }
        if (m_target.replaced)
            openTemporary();
        else
            openSpecial();
    }
    Destination(const Destination &) = delete;
    Destination &operator=(const Destination &) = delete;
    ~Destination()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        removeTemporary();
    }

    void write(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                complain();
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }

    /// What the system still holds back reaches the disk, and an error that it held back reaches us: a full disk may
    /// show only here, on a network's file system only when the file is closed.
    void finish()
    {
        if (m_target.replaced && ::fsync(m_descriptor) != 0)
            complain();
        if (::close(std::exchange(m_descriptor, -1)) != 0)
            complain();
    }

    void commit()
    {
        if (!m_target.replaced)
            return;
        if (::rename(m_temporary.c_str(), m_target.file.c_str()) != 0)
            complain();
        UnfinishedFiles::instance().forget(m_temporary);
        m_temporary.clear();
    }

private:
    void openTemporary()
    {
        const std::size_t slash = m_target.file.rfind('/');
        const std::string folder = slash == std::string::npos ? std::string() : m_target.file.substr(0, slash + 1);
        std::random_device random;
        do { // not mkstemp: it leaves umask and the folder's default permissions aside
            m_temporary = folder + ".streamscope-" + std::to_string(random());
            m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        } while (m_descriptor < 0 && errno == EEXIST);
        if (m_descriptor < 0) {
            m_temporary.clear();
            complain();
        }
        UnfinishedFiles::instance().add(m_temporary);
        // Some file systems know no permissions; what was written matters more.
        if (m_target.mode)
            static_cast<void>(::fchmod(m_descriptor, *m_target.mode));
    }

    void openSpecial()
    {
        if (m_target.inherited) {
            std::fflush(stdout); // what was printed before stands before
            m_descriptor = ::fcntl(*m_target.inherited, F_DUPFD_CLOEXEC, 3);
        } else {
            m_descriptor = ::open(m_target.file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        }
        if (m_descriptor < 0)
            complain();
    }

    void removeTemporary()
    {
        if (m_temporary.empty())
            return;
        ::unlink(m_temporary.c_str());
        UnfinishedFiles::instance().forget(m_temporary);
        m_temporary.clear();
    }

    [[noreturn]] void complain() const
    {
        throw RunError(Phrase("engine", "%1: cannot be written: %2").arg(m_path, systemErrorText(errno)));
    }

    std::string m_path;
    OutputPath m_target;
    std::string m_temporary; ///< empty for a device, and when it is no more
    int m_descriptor = -1;
};

class OutputFile::GzipPacker
{
public:
    GzipPacker() : m_buffer(std::size_t{1} << 18)
    {
        constexpr int gzip = 16, memoryLevel = 8;
        if (deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip, memoryLevel,
                         Z_DEFAULT_STRATEGY)
            != Z_OK)
            throw std::bad_alloc();
    }
    GzipPacker(const GzipPacker &) = delete;
    GzipPacker &operator=(const GzipPacker &) = delete;
    ~GzipPacker() { deflateEnd(&m_stream); }

    /// Packs all of it and hands the result to the destination.
    void pack(std::string_view bytes, int flush, Destination &destination)
    {
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef *>(m_buffer.data());
            m_stream.avail_out = static_cast<uInt>(m_buffer.size());
            deflate(&m_stream, flush);
            destination.write({m_buffer.data(), m_buffer.size() - m_stream.avail_out});
        } while (m_stream.avail_out == 0);
    }

private:
    z_stream m_stream{};
    std::vector<char> m_buffer;
};

OutputFile::OutputFile(const std::string &path, Packing packing)
    : m_path(path), m_destination(std::make_unique<Destination>(path))
{
    if (packing == Packing::Gzip || (packing == Packing::ByName && path.ends_with(".gz")))
        m_packer = std::make_unique<GzipPacker>();
}

OutputFile::OutputFile(OutputFile &&other) noexcept = default;
OutputFile::~OutputFile() = default;

void OutputFile::write(std::string_view bytes)
{
    constexpr std::size_t atOnce = std::size_t{1} << 30; // zlib counts in 32 bits
    for (; !bytes.empty(); bytes.remove_prefix(std::min(atOnce, bytes.size()))) {
        const std::string_view part = bytes.substr(0, atOnce);
        if (m_packer)
            m_packer->pack(part, Z_NO_FLUSH, *m_destination);
        else
            m_destination->write(part);
    }
}

void OutputFile::finish()
{
    if (std::exchange(m_finished, true))
        return;
    if (m_packer)
        m_packer->pack({}, Z_FINISH, *m_destination);
    m_destination->finish();
}

void OutputFile::commit()
{
    finish();
    m_destination->commit();
}

} // namespace streamscope
