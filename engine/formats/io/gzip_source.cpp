// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/gzip_source.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>

namespace streamscope {

namespace {

// Traces pack 10 to 60 fold; deflate cannot do more than 1,032 fold.
constexpr std::uint64_t trapRatio = 300;
constexpr std::uint64_t trapBytes = std::uint64_t{512} << 20; // smaller ones do no harm

constexpr std::uint64_t maxInputBytes = std::uint64_t{1} << 18;

class GzipSource final : public ByteSource
{
public:
    GzipSource(std::unique_ptr<ByteSource> packed, std::string name)
        : m_packed(std::move(packed)), m_name(std::move(name)),
          m_input(static_cast<std::size_t>(std::clamp<std::uint64_t>(m_packed->total(), 64, maxInputBytes)))
    {
        constexpr int gzipOnly = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + gzipOnly) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipSource() override { inflateEnd(&m_stream); }

    std::size_t read(char *to, std::size_t size) override
    {
        m_stream.next_out = reinterpret_cast<Bytef *>(to);
        m_stream.avail_out = static_cast<uInt>(size);
        while (m_stream.avail_out > 0 && !m_ended) {
            if (m_stream.avail_in == 0 && !refill())
                return endsEarly(size - m_stream.avail_out);
            step();
        }
        const std::size_t got = size - m_stream.avail_out;
        m_unpacked += got;
        refuseTrap();
        return got;
    }
    std::uint64_t done() const override { return m_packed->done(); }
    std::uint64_t total() const override { return m_packed->total(); }

private:
    bool refill()
    {
        const std::size_t got = m_packed->read(m_input.data(), m_input.size());
        m_stream.next_in = reinterpret_cast<Bytef *>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(got);
        return got > 0;
    }

    void step()
    {
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        if (status == Z_STREAM_END)
            endMember();
        else if (status == Z_MEM_ERROR)
            throw std::bad_alloc();
        else if (status != Z_OK && status != Z_BUF_ERROR)
            throw InputError(m_name, m_stream.msg
                                         ? Phrase("engine", "%1: the gzip data is broken: %2").arg(at(), m_stream.msg)
                                         : Phrase("engine", "%1: the gzip data is broken").arg(at()));
    }

    /// Another member may follow; anything else behind the last one is padding.
    void endMember()
    {
        constexpr Bytef magic = 0x1f;
        if ((m_stream.avail_in == 0 && !refill()) || *m_stream.next_in != magic)
            m_ended = true;
        else
            inflateReset(&m_stream);
    }

    /// What was unpacked so far is handed over first, so that whole events before the break can be kept.
    std::size_t endsEarly(std::size_t got)
    {
        if (got == 0)
            throw InputError(m_name,
                             Phrase("engine", "%1: the gzip data ends too early: the file is truncated").arg(at()));
        m_unpacked += got;
        return got;
    }

    void refuseTrap() const
    {
        if (m_unpacked > trapBytes && m_unpacked / trapRatio > m_packed->done())
            throw InputError(
                m_name, Phrase("engine", "%1: the gzip data unpacks to more than %2 times its size: this is no trace")
                            .arg(at(), trapRatio));
    }

    std::string at() const
    {
        return Phrase("engine", "at byte %1 of the packed file").arg(m_packed->done() - m_stream.avail_in);
    }

    std::unique_ptr<ByteSource> m_packed;
    std::string m_name;
    std::vector<char> m_input;
    z_stream m_stream{};
    std::uint64_t m_unpacked = 0;
    bool m_ended = false;
};

} // namespace

std::unique_ptr<ByteSource> unpackGzip(std::unique_ptr<ByteSource> packed, std::string name)
{
    return std::make_unique<GzipSource>(std::move(packed), std::move(name));
}

} // namespace streamscope
