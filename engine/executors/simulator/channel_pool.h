// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// The hardware channels in front of an engine, and which stream has which. A stream keeps its channel as long as it
/// has it; otherwise its next operation takes the channel whose last one was issued longest ago, and whoever had that
/// loses it. With as many streams as channels or fewer each has its own; with more, which take turns, the operations
/// go round the channels whatever their streams. Seen so on an H200, with four channels for each direction of copies
/// and eight for kernels: docs/measurements/channels.md.
class ChannelPool
{
public:
    /// `channels` 0 or less: as many as streams.
    ChannelPool(int channels, std::size_t streams)
        : m_ofStream(static_cast<std::size_t>(channels) < streams && channels > 0 ? streams : 0, none)
    {
        if (m_ofStream.empty())
            return;
        m_leastRecent.resize(static_cast<std::size_t>(channels));
        for (std::int32_t i = 0; i < channels; ++i)
            m_leastRecent[static_cast<std::size_t>(i)] = {i, none};
    }

    std::size_t channels(std::size_t streams) const { return m_ofStream.empty() ? streams : m_leastRecent.size(); }

    /// The channel that an operation of `stream` takes. `recent`: it counts as used last from now on.
    std::int32_t take(std::int32_t stream, bool recent)
    {
        if (m_ofStream.empty())
            return stream;
        std::size_t place = 0;
        std::int32_t &channel = m_ofStream[static_cast<std::size_t>(stream)];
        if (channel == none) {
            Owned &taken = m_leastRecent.front();
            if (taken.stream != none)
                m_ofStream[static_cast<std::size_t>(taken.stream)] = none;
            taken.stream = stream;
            channel = taken.channel;
        } else {
            while (m_leastRecent[place].channel != channel)
                ++place;
        }
        const std::int32_t result = channel;
        if (recent)
            moveToEnd(place);
        return result;
    }

private:
    static constexpr std::int32_t none = -1;
    struct Owned
    {
        std::int32_t channel, stream;
    };

    void moveToEnd(std::size_t place)
    {
        const Owned moved = m_leastRecent[place];
        for (; place + 1 < m_leastRecent.size(); ++place)
            m_leastRecent[place] = m_leastRecent[place + 1];
        m_leastRecent.back() = moved;
    }

    std::vector<std::int32_t> m_ofStream; ///< empty: every stream has its own
    std::vector<Owned> m_leastRecent;     ///< first the one to be taken next
};

} // namespace streamscope
