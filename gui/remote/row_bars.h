// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/trace_contents.h"
#include "gui/timeline/scene/scene_bars.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// Texts that many bars share, each once.
class LabelTexts
{
public:
    explicit LabelTexts(std::vector<std::string> &texts) : m_texts(texts) {}
    /// Empty for an empty text.
    std::optional<std::uint32_t> indexOf(const QString &text);

private:
    std::vector<std::string> &m_texts;
    std::unordered_map<std::string, std::uint32_t> m_known;
};

/// The only row of `bars`, which begins at pixel 0 of scenes without scaling. `labelOf` says what a wide bar says.
RowBars rowBarsOf(const SceneBars &bars, const TraceRow &row,
                  const std::function<std::optional<std::uint32_t>(const SceneBar &)> &labelOf);

/// Adds the bars to the current row of `bars`, as they are at their own view.
void addRowBars(const RowBars &from, SceneBars &bars);

/// The colour of each bar; of a stack the one that has most of it.
std::vector<std::uint8_t> mainColours(const RowBars &stored);

/// Adds what lies in [from, to), pixels of a picture that shows another part of the axis: `xOf` turns a pixel of the
/// bars' own view into one of it. `asParts`: bars lower than a row are as high as their share of the time.
template <typename XOf>
void addStretchedBars(const RowBars &stored, std::int64_t from, std::int64_t to, bool asParts, XOf xOf, SceneBars &bars)
{
    const std::vector<std::uint8_t> colours = mainColours(stored);
    std::int64_t at = 0, past = from; // `past`: of the last bar, of the executing ones
    for (std::size_t i = 0; i < stored.size(); ++i) {
        at += stored.gaps[i];
        const std::int64_t own = at;
        at += std::max<std::int64_t>(1, std::int64_t{stored.extents[i]} - 1);
        const bool waiting = (stored.looks[i] & RowBars::waitingBit) != 0;
        const std::int64_t left = std::max(xOf(own), waiting ? from : past);
        const std::int64_t right = std::min(std::max(xOf(at), left + 1), to);
        if (right <= left || (waiting && asParts))
            continue;
        const float share = static_cast<float>(stored.coverages[i]) / RowBars::mostCoverage;
        if (asParts)
            bars.addPart(left, right, share, operationElsewhere, colours[i], false);
        else
            bars.addWide(left, right, operationElsewhere, colours[i], waiting);
        past = waiting ? past : right;
    }
}

/// True where it has bars that stand for less than their width.
bool hasShares(const RowBars &stored);

} // namespace streamscope
