// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/line_diff.h"

#include <algorithm>
#include <optional>

namespace streamscope {

namespace {

using Lines = std::vector<std::string_view>;

constexpr int mostEdits = 1000; ///< their square is the memory that the search takes, in ints

/// Lines `begin … end − 1` of a text.
struct Part
{
    int begin = 0, end = 0;
    int size() const { return end - begin; }
};

/// The shortest way from one part to the other (Myers, "An O(ND) difference algorithm", 1986). Diagonal k has all
/// places where k more lines were removed than added.
class ShortestEdit
{
public:
    ShortestEdit(const Lines &before, const Lines &after, Part old, Part now)
        : m_before(before), m_after(after), m_old(old), m_now(now)
    {}

    /// Nothing where it takes more than mostEdits.
    std::optional<std::vector<LineChange>> find()
    {
        const int most = std::min(mostEdits, m_old.size() + m_now.size());
        for (int edits = 0; edits <= most; ++edits) {
            m_reached.emplace_back(static_cast<std::size_t>(2 * edits + 1), -1);
            for (int k = -edits; k <= edits; k += 2) {
                const int x = alongEqualLines(edits == 0 ? 0 : afterOneEdit(edits, k), k);
                at(edits, k) = x;
                if (x >= m_old.size() && x - k >= m_now.size())
                    return wayTo(edits);
            }
        }
        return std::nullopt;
    }

private:
    /// How many lines of the old part the best way with so many edits used on diagonal k; −1: there is none.
    int &at(int edits, int k)
    {
        return m_reached[static_cast<std::size_t>(edits)][static_cast<std::size_t>(k + edits)];
    }
    int reached(int edits, int k) { return k < -edits || k > edits ? -1 : at(edits, k); }

    bool comesFromAdding(int edits, int k)
    {
        return k == -edits || (k != edits && reached(edits - 1, k - 1) < reached(edits - 1, k + 1));
    }
    int afterOneEdit(int edits, int k)
    {
        return comesFromAdding(edits, k) ? reached(edits - 1, k + 1) : reached(edits - 1, k - 1) + 1;
    }
    int alongEqualLines(int x, int k) const
    {
        while (x < m_old.size() && x - k < m_now.size()
               && m_before[static_cast<std::size_t>(m_old.begin + x)]
                      == m_after[static_cast<std::size_t>(m_now.begin + x - k)])
            ++x;
        return x;
    }

    /// Walked back from the end.
    std::vector<LineChange> wayTo(int edits)
    {
        std::vector<LineChange> way;
        int x = m_old.size(), y = m_now.size();
        for (; edits >= 0; --edits) {
            const int k = x - y, begin = edits == 0 ? 0 : afterOneEdit(edits, k);
            for (; x > begin; --x, --y)
                way.push_back({LineChange::Same, m_old.begin + x - 1, m_now.begin + y - 1});
            if (edits == 0)
                break;
            if (comesFromAdding(edits, k))
                way.push_back({LineChange::Added, -1, m_now.begin + --y});
            else
                way.push_back({LineChange::Removed, m_old.begin + --x, -1});
        }
        std::reverse(way.begin(), way.end());
        return way;
    }

    const Lines &m_before, &m_after;
    Part m_old, m_now;
    std::vector<std::vector<int>> m_reached; ///< by edits and diagonal
};

std::vector<LineChange> allReplaced(Part old, Part now)
{
    std::vector<LineChange> changes;
    for (int i = old.begin; i < old.end; ++i)
        changes.push_back({LineChange::Removed, i, -1});
    for (int i = now.begin; i < now.end; ++i)
        changes.push_back({LineChange::Added, -1, i});
    return changes;
}

/// Within each run of changed lines the removed ones come first.
void putRemovedFirst(std::vector<LineChange> &changes)
{
    const auto isSame = [](const LineChange &change) { return change.kind == LineChange::Same; };
    for (auto begin = changes.begin(); begin != changes.end();) {
        const auto end = std::find_if(begin, changes.end(), isSame);
        std::stable_partition(begin, end, [](const LineChange &c) { return c.kind == LineChange::Removed; });
        begin = std::find_if_not(end, changes.end(), isSame);
    }
}

/// "12,3", "12" for one line; of no lines the line before them, as `diff` counts.
std::string spanText(int first, int count)
{
    const std::string begin = std::to_string(count == 0 ? first : first + 1);
    return count == 1 ? begin : begin + "," + std::to_string(count);
}

/// Writes changes `begin … end − 1`, which include the lines around them.
void writeHunk(const std::vector<LineChange> &changes, std::size_t begin, std::size_t end, const Lines &before,
               const Lines &after, std::string &text)
{
    int oldFirst = 0, newFirst = 0, oldCount = 0, newCount = 0;
    for (std::size_t i = 0; i < end; ++i) {
        (i < begin ? oldFirst : oldCount) += changes[i].kind != LineChange::Added;
        (i < begin ? newFirst : newCount) += changes[i].kind != LineChange::Removed;
    }
    text += "@@ -" + spanText(oldFirst, oldCount) + " +" + spanText(newFirst, newCount) + " @@\n";
    for (std::size_t i = begin; i < end; ++i) {
        const LineChange &change = changes[i];
        const bool added = change.kind == LineChange::Added;
        text += added ? '+' : change.kind == LineChange::Removed ? '-' : ' ';
        text += added ? after[static_cast<std::size_t>(change.after)] : before[static_cast<std::size_t>(change.before)];
        text += '\n';
    }
}

} // namespace

std::vector<std::string_view> linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<LineChange> diffLines(std::string_view before, std::string_view after)
{
    const Lines old = linesOf(before), now = linesOf(after);
    const int oldSize = static_cast<int>(old.size()), newSize = static_cast<int>(now.size());
    int head = 0, tail = 0;
    while (head < std::min(oldSize, newSize)
           && old[static_cast<std::size_t>(head)] == now[static_cast<std::size_t>(head)])
        ++head;
    while (tail < std::min(oldSize, newSize) - head
           && old[static_cast<std::size_t>(oldSize - tail - 1)] == now[static_cast<std::size_t>(newSize - tail - 1)])
        ++tail;

    std::vector<LineChange> changes;
    for (int i = 0; i < head; ++i)
        changes.push_back({LineChange::Same, i, i});
    const Part oldPart{head, oldSize - tail}, newPart{head, newSize - tail};
    std::vector<LineChange> middle =
        ShortestEdit(old, now, oldPart, newPart).find().value_or(allReplaced(oldPart, newPart));
    putRemovedFirst(middle);
    changes.insert(changes.end(), middle.begin(), middle.end());
    for (int i = tail; i > 0; --i)
        changes.push_back({LineChange::Same, oldSize - i, newSize - i});
    return changes;
}

std::string unifiedDiff(std::string_view before, std::string_view after, std::string_view beforeName,
                        std::string_view afterName, int context)
{
    const Lines old = linesOf(before), now = linesOf(after);
    const std::vector<LineChange> changes = diffLines(before, after);
    const std::size_t around = static_cast<std::size_t>(context);
    std::string text;
    for (std::size_t i = 0, end = 0; i < changes.size(); i = end) {
        const auto isChange = [&](std::size_t at) { return changes[at].kind != LineChange::Same; };
        while (i < changes.size() && !isChange(i))
            ++i;
        if (i == changes.size())
            break;
        std::size_t last = i; // of the changes that stand so near each other that their context meets
        for (std::size_t at = i; at < changes.size() && at <= last + 2 * around + 1; ++at)
            if (isChange(at))
                last = at;
        end = std::min(changes.size(), last + 1 + around);
        if (text.empty())
            text = "--- " + std::string(beforeName) + "\n+++ " + std::string(afterName) + "\n";
        writeHunk(changes, i - std::min(i, around), end, old, now, text);
    }
    return text;
}

} // namespace streamscope
