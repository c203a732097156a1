// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/row_store.h"

#include "gui/remote/row_bars.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t mostViews = 6; ///< kept of a row, beside the widest
constexpr std::size_t mostBars = 64;

double endNsOf(const TraceView &view)
{
    return static_cast<double>(view.originNs) + view.nsPerPixel * view.pixels;
}

/// How well a picture of `stored` stands for one of `view`: the share that it covers, less where its pixels are coarse.
double worthOf(const TraceView &stored, const TraceView &view)
{
    constexpr double perDoubling = 0.05;
    const double from = std::max(static_cast<double>(stored.originNs), static_cast<double>(view.originNs));
    const double to = std::min(endNsOf(stored), endNsOf(view));
    const double covered = std::max(0.0, to - from) / std::max(1.0, view.nsPerPixel * view.pixels);
    return covered > 0 ? covered - perDoubling * std::abs(std::log2(stored.nsPerPixel / view.nsPerPixel)) : -100;
}

/// Adds stretched bars of several views: the first one where it has any, the others beside it.
class Stretching
{
public:
    Stretching(const TraceView &view, bool asParts, SceneBars &bars) : m_view(view), m_asParts(asParts), m_bars(bars) {}

    template <typename Iterator>
    void add(Iterator first, Iterator past, std::int64_t from, std::int64_t to)
    {
        if (first == past || from >= to)
            return;
        const TraceView &own = (*first)->view;
        const auto xOf = [&](std::int64_t pixel) { return x(own, pixel); };
        const std::int64_t begin = std::clamp(xOf(0), from, to), end = std::clamp(xOf(own.pixels), begin, to);
        add(std::next(first), past, from, begin);
        addStretchedBars((*first)->bars, begin, end, m_asParts, xOf, m_bars);
        add(std::next(first), past, end, to);
    }

private:
    std::int64_t x(const TraceView &own, std::int64_t pixel) const
    {
        constexpr double far = 1e9;
        const double ns =
            static_cast<double>(own.originNs - m_view.originNs) + own.nsPerPixel * static_cast<double>(pixel);
        return std::llround(std::clamp(ns / m_view.nsPerPixel, -far, far));
    }

    const TraceView &m_view;
    bool m_asParts;
    SceneBars &m_bars;
};

bool operator==(const BarQuestion &a, const BarQuestion &b)
{
    return a.view == b.view && a.row == b.row && a.left == b.left && a.pointer == b.pointer;
}

} // namespace

TraceView viewOf(const PixelGrid &grid)
{
    return {grid.axis().originNs, grid.axis().nsPerPixel, static_cast<std::uint32_t>(grid.pixels())};
}

void RowStore::draw(const TraceRow &row, const PixelGrid &grid, SceneBars &bars) const
{
    const TraceView view = viewOf(grid);
    const std::unique_lock lock(m_mutex);
    if (const auto here = exact(row, view))
        return addRowBars(here->bars, bars);
    if (view.pixels <= TraceView::mostPixels)
        want(row, view);
    bars.setSums();
    const StoredRows others = candidates(row, view);
    if (!others.empty())
        Stretching(view, hasShares(others.front()->bars), bars)
            .add(others.begin(), others.end(), 0, static_cast<std::int64_t>(view.pixels));
}

std::shared_ptr<const RowStore::Stored> RowStore::exact(const TraceRow &row, const TraceView &view) const
{
    const auto rows = m_rows.find(row);
    if (rows == m_rows.end())
        return nullptr;
    const auto found = std::find_if(rows->second.begin(), rows->second.end(),
                                    [&](const auto &stored) { return stored->view == view; });
    return found == rows->second.end() ? nullptr : *found;
}

/// The best ones first; few suffice.
RowStore::StoredRows RowStore::candidates(const TraceRow &row, const TraceView &view) const
{
    constexpr std::size_t enough = 3;
    const auto rows = m_rows.find(row);
    if (rows == m_rows.end())
        return {};
    StoredRows sorted = rows->second;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const auto &a, const auto &b) { return worthOf(a->view, view) > worthOf(b->view, view); });
    sorted.resize(std::min(sorted.size(), enough));
    return sorted;
}

void RowStore::want(const TraceRow &row, const TraceView &view) const
{
    auto asked = std::find_if(m_wanted.begin(), m_wanted.end(),
                              [&](const RowsQuestion &question) { return question.view == view; });
    if (asked == m_wanted.end())
        asked = m_wanted.insert(m_wanted.end(), RowsQuestion{view, {}});
    if (std::find(asked->rows.begin(), asked->rows.end(), row) == asked->rows.end())
        asked->rows.push_back(row);
    announce();
}

/// Once until somebody has taken what is wanted.
void RowStore::announce() const
{
    if (!std::exchange(m_isAnnounced, true) && m_announce)
        m_announce();
}

QString RowStore::labelOf(const TraceRow &row, const TraceView &view, std::uint32_t left) const
{
    const std::lock_guard lock(m_mutex);
    const auto here = exact(row, view);
    if (!here)
        return {};
    std::int64_t at = 0;
    auto label = here->bars.labels.begin();
    for (std::size_t i = 0; i < here->bars.size() && label != here->bars.labels.end(); ++i) {
        at += here->bars.gaps[i];
        if (label->bar == i && at == left)
            return QString::fromStdString((*here->texts)[label->text]);
        label += label->bar == i ? 1 : 0;
        at += std::max<std::int64_t>(1, std::int64_t{here->bars.extents[i]} - 1);
    }
    return {};
}

std::shared_ptr<const BarAnswer> RowStore::barOf(const BarQuestion &question) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[known, answer] : m_bars)
        if (known == question)
            return answer;
    m_wantedBar = question;
    announce();
    return nullptr;
}

std::shared_ptr<const char> RowStore::identity() const
{
    const std::lock_guard lock(m_mutex);
    return m_identity;
}

QString RowStore::waitingText() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting.isEmpty() && !m_wanted.empty() ? tr("loading …") : m_waiting;
}

void RowStore::setAnnounce(std::function<void()> announce)
{
    const std::lock_guard lock(m_mutex);
    m_announce = std::move(announce);
}

std::optional<RowsQuestion> RowStore::takeWantedRows()
{
    const std::lock_guard lock(m_mutex);
    m_isAnnounced = false;
    if (m_wanted.empty())
        return std::nullopt;
    RowsQuestion last = std::move(m_wanted.back()); // the user has moved on from the others
    m_wanted.clear();
    return last;
}

std::optional<BarQuestion> RowStore::takeWantedBar()
{
    const std::lock_guard lock(m_mutex);
    m_isAnnounced = false;
    return std::exchange(m_wantedBar, std::nullopt);
}

void RowStore::take(const RowsQuestion &question, RowsAnswer answer)
{
    const auto texts = std::make_shared<const std::vector<std::string>>(std::move(answer.texts));
    const std::lock_guard lock(m_mutex);
    for (RowBars &bars : answer.rows) {
        StoredRows &rows = m_rows[bars.row];
        rows.push_front(std::make_shared<const Stored>(Stored{question.view, std::move(bars), texts}));
        if (rows.size() <= mostViews)
            continue;
        // The widest one stays: it covers whatever is looked at next.
        const auto widest = std::max_element(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
            return a->view.nsPerPixel * a->view.pixels < b->view.nsPerPixel * b->view.pixels;
        });
        rows.erase(widest == std::prev(rows.end()) ? std::prev(widest) : std::prev(rows.end()));
    }
    m_identity = std::make_shared<const char>();
}

void RowStore::take(const BarQuestion &question, BarAnswer answer)
{
    const std::lock_guard lock(m_mutex);
    m_bars.emplace_front(question, std::make_shared<const BarAnswer>(std::move(answer)));
    if (m_bars.size() > mostBars)
        m_bars.pop_back();
}

void RowStore::setWaiting(const QString &text)
{
    const std::lock_guard lock(m_mutex);
    m_waiting = text;
}

void RowStore::renew()
{
    const std::lock_guard lock(m_mutex);
    m_wanted.clear();
    m_isAnnounced = false;
    m_identity = std::make_shared<const char>();
}

} // namespace streamscope
