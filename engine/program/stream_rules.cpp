// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/stream_rules.h"

#include <map>
#include <utility>

namespace streamscope {

StreamRules::StreamRules(const std::vector<Stream> &streams) : m_after(streams.size())
{
    std::map<std::pair<StreamKind, int>, std::int32_t> defaults;
    for (const Stream &stream : streams) {
        const auto index = static_cast<std::int32_t>(m_same.size());
        m_same.push_back(stream.kind == StreamKind::Created
                             ? index
                             : defaults.try_emplace({stream.kind, stream.device}, index).first->second);
    }
    for (std::size_t i = 0; i < streams.size(); ++i)
        if (m_same[i] == static_cast<std::int32_t>(i))
            m_after[i].push_back(m_same[i]);
    for (const auto &[which, legacy] : defaults) {
        if (which.first != StreamKind::LegacyDefault)
            continue;
        for (std::size_t i = 0; i < streams.size(); ++i) {
            const bool blocking = !streams[i].nonBlocking || streams[i].kind != StreamKind::Created;
            const auto stream = static_cast<std::int32_t>(i);
            if (!blocking || streams[i].device != which.second || stream == legacy || m_same[i] != stream)
                continue;
            m_after[i].push_back(legacy);
            m_after[static_cast<std::size_t>(legacy)].push_back(stream);
        }
    }
}

} // namespace streamscope
