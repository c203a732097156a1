// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/file_sink.h"

#include "engine/program/errors.h"

#include <new>
#include <vector>
#include <zlib.h>

namespace streamscope {

struct FileSink::Packer
{
    Packer() : buffer(std::size_t{1} << 18)
    {
        constexpr int gzip = 16, memoryLevel = 8;
        if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip, memoryLevel, Z_DEFAULT_STRATEGY)
            != Z_OK)
            throw std::bad_alloc();
    }
    Packer(const Packer &) = delete;
    Packer &operator=(const Packer &) = delete;
    ~Packer() { deflateEnd(&stream); }

    /// Packs all of it and hands the result to store(bytes, size).
    template <typename Store>
    void pack(std::string_view bytes, int flush, Store store)
    {
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        do {
            stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
            stream.avail_out = static_cast<uInt>(buffer.size());
            deflate(&stream, flush);
            store(buffer.data(), buffer.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }

    z_stream stream{};
    std::vector<char> buffer;
};

FileSink::FileSink(const std::string &path) : m_path(path), m_file(QString::fromStdString(path))
{
    if (!m_file.open(QIODevice::WriteOnly))
        complain();
    if (path.ends_with(".gz"))
        m_packer = std::make_unique<Packer>();
}

FileSink::~FileSink() = default;

void FileSink::complain() const
{
    throw RunError(m_path + ": cannot be written: " + m_file.errorString().toStdString());
}

void FileSink::store(const char *bytes, std::size_t size)
{
    if (m_file.write(bytes, static_cast<qint64>(size)) != static_cast<qint64>(size))
        complain();
}

void FileSink::write(std::string_view bytes)
{
    if (m_packer)
        m_packer->pack(bytes, Z_NO_FLUSH, [this](const char *packed, std::size_t size) { store(packed, size); });
    else
        store(bytes.data(), bytes.size());
}

void FileSink::commit()
{
    if (m_packer)
        m_packer->pack({}, Z_FINISH, [this](const char *packed, std::size_t size) { store(packed, size); });
    if (!m_file.commit())
        complain();
}

} // namespace streamscope
