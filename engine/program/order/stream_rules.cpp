// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/stream_rules.h"

#include <map>
#include <tuple>

namespace streamscope {

StreamRules::StreamRules(const std::vector<Stream> &streams) : m_after(streams.size())
{
    std::map<std::tuple<StreamKind, int, int>, std::int32_t> defaults; // by kind, device and thread
    for (const Stream &stream : streams) {
        const auto index = static_cast<std::int32_t>(m_same.size());
        const int thread = stream.kind == StreamKind::PerThreadDefault ? stream.thread : 0;
        m_same.push_back(stream.kind == StreamKind::Created
                             ? index
                             : defaults.try_emplace({stream.kind, stream.device, thread}, index).first->second);
    }
    for (std::size_t i = 0; i < streams.size(); ++i)
        if (m_same[i] == static_cast<std::int32_t>(i))
            m_after[i].push_back(m_same[i]);
    for (const auto &[which, legacy] : defaults) {
        const auto [kind, device, thread] = which;
        if (kind != StreamKind::LegacyDefault)
            continue;
        for (std::size_t i = 0; i < streams.size(); ++i) {
            const bool blocking = !streams[i].nonBlocking || streams[i].kind != StreamKind::Created;
            const auto stream = static_cast<std::int32_t>(i);
            if (!blocking || streams[i].device != device || stream == legacy || m_same[i] != stream)
                continue;
            m_after[i].push_back(legacy);
            m_after[static_cast<std::size_t>(legacy)].push_back(stream);
        }
    }
}

} // namespace streamscope
