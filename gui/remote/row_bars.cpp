// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/row_bars.h"

#include <cmath>

namespace streamscope {

namespace {

constexpr std::uint32_t narrowestLabelled = 12; ///< device pixels; in narrower ones no letter fits

std::uint8_t scaled(double share, std::uint8_t most)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0, 1.0) * most));
}

/// What is there at all stays visible.
std::uint8_t coverageOf(float coverage)
{
    const std::uint8_t value = scaled(double{coverage}, RowBars::mostCoverage);
    return coverage > 0 ? std::max<std::uint8_t>(value, 1) : value;
}

/// Column by column: neighbouring pixels are alike, which packs well. Sums are rounded, so that no error adds up.
std::vector<std::uint8_t> sharesOf(std::span<const TagMix> mixes, std::size_t colours)
{
    std::vector<std::uint8_t> shares(colours > 0 ? mixes.size() * (colours - 1) : 0);
    for (std::size_t i = 0; i < mixes.size(); ++i) {
        std::uint32_t total = 0, sum = 0;
        for (std::size_t k = 0; k < colours; ++k)
            total += mixes[i].of(k);
        std::uint8_t before = 0;
        for (std::size_t k = 0; k + 1 < colours && total > 0; ++k) {
            sum += mixes[i].of(k);
            const std::uint8_t now = scaled(static_cast<double>(sum) / static_cast<double>(total), RowBars::mostShare);
            shares[k * mixes.size() + i] = static_cast<std::uint8_t>(now - before);
            before = now;
        }
    }
    return shares;
}

} // namespace

std::optional<std::uint32_t> LabelTexts::indexOf(const QString &text)
{
    if (text.isEmpty())
        return std::nullopt;
    const auto [known, isNew] = m_known.try_emplace(text.toStdString(), static_cast<std::uint32_t>(m_texts.size()));
    if (isNew)
        m_texts.push_back(known->first);
    return known->second;
}

RowBars rowBarsOf(const SceneBars &bars, const TraceRow &row,
                  const std::function<std::optional<std::uint32_t>(const SceneBar &)> &labelOf)
{
    const SceneBars::Row &only = bars.rows().front();
    RowBars made;
    made.row = row;
    made.parts = only.parts;
    made.colours.assign(only.colour.begin(), only.colour.begin() + only.colours);
    made.shares = sharesOf(bars.mixesOf(only), made.colours.size());
    std::int64_t at = 0;
    for (const SceneBars::Packed &bar : bars.barsOf(only)) {
        if (!bar.isCell && bar.extent >= narrowestLabelled)
            if (const auto text = labelOf(bars.barOf(only, bar)))
                made.labels.push_back({static_cast<std::uint32_t>(made.size()), *text});
        made.gaps.push_back(static_cast<std::int32_t>(std::int64_t{bar.left} - at));
        made.extents.push_back(!bar.isCell ? bar.extent + 1 : bar.extent > 1 ? 1 : 0);
        const bool isMixed = bar.isCell && bar.edged; // its stack has the colours
        made.looks.push_back(static_cast<std::uint8_t>((isMixed ? made.colours.front() : bar.colour)
                                                       | (bar.waiting ? RowBars::waitingBit : 0U)
                                                       | (bar.edged ? RowBars::edgedBit : 0U)));
        made.coverages.push_back(coverageOf(bar.coverage));
        at = std::int64_t{bar.left} + bar.pixels();
    }
    for (const SceneDense &dense : bars.dense())
        made.stretches.push_back({static_cast<std::uint32_t>(std::lround(dense.rect.left())),
                                  static_cast<std::uint32_t>(std::lround(dense.rect.right())), dense.count});
    return made;
}

namespace {

TagClasses classesOf(const RowBars &stored)
{
    TagClasses classes;
    classes.count = stored.colours.size();
    std::copy(stored.colours.begin(), stored.colours.end(), classes.tag.begin());
    return classes;
}

/// Of the cell with the number `index` of those with a mix.
TagMix mixOf(const RowBars &stored, std::size_t index, std::size_t mixes)
{
    TagMix mix;
    std::uint32_t rest = RowBars::mostShare;
    for (std::size_t k = 0; k < stored.colours.size(); ++k) {
        const bool isLast = k + 1 == stored.colours.size();
        const std::uint32_t share = isLast ? rest : stored.shares[k * mixes + index];
        mix += TagMix::single(k, TagMix::whole * share / RowBars::mostShare);
        rest -= share;
    }
    return mix;
}

} // namespace

void addRowBars(const RowBars &from, SceneBars &bars)
{
    const std::size_t mixes = from.mixes();
    if (mixes > 0)
        bars.setClasses(classesOf(from));
    bars.setSums(); // no bar is an operation of ours
    std::int64_t at = 0;
    for (std::size_t i = 0, mix = 0; i < from.size(); ++i) {
        at += from.gaps[i];
        const std::int64_t left = at;
        at += std::max<std::int64_t>(1, std::int64_t{from.extents[i]} - 1);
        const auto colour = static_cast<std::uint8_t>(from.looks[i] & RowBars::colourBits);
        const bool waiting = (from.looks[i] & RowBars::waitingBit) != 0;
        const bool edged = (from.looks[i] & RowBars::edgedBit) != 0;
        const float share = static_cast<float>(from.coverages[i]) / RowBars::mostCoverage;
        if (from.extents[i] <= 1) {
            bars.addCell(left, from.extents[i] + 1, share, operationElsewhere, colour, waiting);
            if (edged)
                bars.addMix(mixOf(from, mix++, mixes));
        } else if (from.parts) {
            bars.addPart(left, at, share, operationElsewhere, colour, edged);
        } else {
            bars.addWide(left, at, operationElsewhere, colour, waiting);
        }
    }
    for (const TraceStretch &stretch : from.stretches)
        bars.addDense(stretch.first, stretch.past, stretch.count);
}

std::vector<std::uint8_t> mainColours(const RowBars &stored)
{
    const std::size_t mixes = stored.mixes();
    std::vector<std::uint8_t> colours;
    for (std::size_t i = 0, index = 0; i < stored.size(); ++i) {
        std::uint8_t colour = stored.looks[i] & RowBars::colourBits;
        if (stored.extents[i] <= 1 && (stored.looks[i] & RowBars::edgedBit) != 0) {
            const TagMix mix = mixOf(stored, index++, mixes);
            std::size_t most = 0;
            for (std::size_t k = 1; k < stored.colours.size(); ++k)
                most = mix.of(k) > mix.of(most) ? k : most;
            colour = stored.colours[most];
        }
        colours.push_back(colour);
    }
    return colours;
}

bool hasShares(const RowBars &stored)
{
    return stored.parts || std::any_of(stored.extents.begin(), stored.extents.end(), [](std::uint32_t extent) {
               return extent <= 1;
           });
}

} // namespace streamscope
