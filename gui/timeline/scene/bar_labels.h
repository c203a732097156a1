// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/scene_bars.h"
#include "gui/timeline/text/text_widths.h"

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <initializer_list>
#include <unordered_map>

namespace streamscope {

/// The labels of bars: as much of sign, name, duration and change as fits. One object serves several scenes of the same
/// content, because many bars share a name, which is built and measured once.
class BarLabels
{
    Q_DECLARE_TR_FUNCTIONS(BarLabels)

public:
    /// Both must outlive the object.
    BarLabels(const TimelineContent &content, const TextWidths &widths) : m_content(content), m_widths(widths) {}

    /// @param lane the kind of the lane with the bar
    /// @param verification of that lane
    /// @param room pixels
    /// @returns an empty text when nothing fits
    QString of(const SceneBar &bar, LaneKind lane, VerificationState verification, double room);

    /// The first text that fits, or an empty one.
    QString longestFitting(std::initializer_list<QString> candidates, double room) const;

    /// The longest text of a bar of a single run, whatever room it takes.
    static QString whole(const TimelineContent &content, const SceneBar &bar, LaneKind lane,
                         VerificationState verification);
    /// As much of such a text as fits: what of() says of the same bar.
    QString fitted(const QString &whole, const SceneBar &bar, double room) const;

private:
    struct Text
    {
        QString text;
        double width = 0;
    };
    /// Texts shared by all bars of one name, kind and verification state.
    struct Words
    {
        Text name;       ///< with the sign of the verification state
        Text sign;       ///< verification state and kind
        Text signedName; ///< both
    };

    QString waiting(const SceneBar &bar, double room);
    QString executing(const SceneBar &bar, LaneKind lane, VerificationState verification, double room);
    QString call(const OwnSpan &own, const Words &words, double room) const;
    QString withChange(const Words &words, const QString &whole, const QString &change, double room) const;
    QString changeOf(const SceneBar &bar, LaneKind lane) const;
    QString elided(const Text &text, double room) const;
    const Words &wordsOf(const OwnSpan &own, VerificationState verification);
    Text measured(const QString &text) const { return {text, m_widths.of(text)}; }

    const TimelineContent &m_content;
    const TextWidths &m_widths;
    std::unordered_map<const Timeline *, std::unordered_map<std::uint64_t, Words>> m_words;
};

} // namespace streamscope
