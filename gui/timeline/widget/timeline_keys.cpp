// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_keys.h"

#include "gui/timeline/text/translation.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QStringList>

#include <array>

namespace streamscope {

namespace {

struct CommandInfo
{
    const char *id, *title, *perfetto, *tracy, *nsight; ///< keys parted by blanks; null: as under Perfetto
};

/// In the order of the enumeration.
constexpr std::array<CommandInfo, timelineCommandCount> commands{{
    {"zoom-in", QT_TRANSLATE_NOOP("TimelineKeys", "Zoom in at the pointer"), "W + =", nullptr, "W + = Ctrl+Up"},
    {"zoom-out", QT_TRANSLATE_NOOP("TimelineKeys", "Zoom out"), "S -", nullptr, "S - Ctrl+Down"},
    {"pan-left", QT_TRANSLATE_NOOP("TimelineKeys", "Move to the left"), "A Left", nullptr, nullptr},
    {"pan-right", QT_TRANSLATE_NOOP("TimelineKeys", "Move to the right"), "D Right", nullptr, nullptr},
    {"scroll-up", QT_TRANSLATE_NOOP("TimelineKeys", "Scroll up"), "Up PgUp", nullptr, nullptr},
    {"scroll-down", QT_TRANSLATE_NOOP("TimelineKeys", "Scroll down"), "Down PgDown", nullptr, nullptr},
    {"fit-selection", QT_TRANSLATE_NOOP("TimelineKeys", "Show the selected operation or range"), "F", nullptr, nullptr},
    {"fit-all", QT_TRANSLATE_NOOP("TimelineKeys", "Show the whole run"), "0 Home", nullptr, nullptr},
    {"zoom-to-selection", QT_TRANSLATE_NOOP("TimelineKeys", "Zoom to the selected range"), "Z", nullptr, "Shift+Z Z"},
    {"zoom-back", QT_TRANSLATE_NOOP("TimelineKeys", "Back to the former zoom"), "Backspace", nullptr, nullptr},
    {"next-operation", QT_TRANSLATE_NOOP("TimelineKeys", "Next operation of the lane"), ".", nullptr, ". Ctrl+Right"},
    {"previous-operation", QT_TRANSLATE_NOOP("TimelineKeys", "Previous operation of the lane"), ",", nullptr,
     ", Ctrl+Left"},
    {"next-lane", QT_TRANSLATE_NOOP("TimelineKeys", "Next lane"), "J Alt+Down", nullptr, nullptr},
    {"previous-lane", QT_TRANSLATE_NOOP("TimelineKeys", "Previous lane"), "K Alt+Up", nullptr, nullptr},
    {"follow-forward", QT_TRANSLATE_NOOP("TimelineKeys", "To what waited for it"), "]", nullptr, nullptr},
    {"follow-back", QT_TRANSLATE_NOOP("TimelineKeys", "To what it waited for"), "[", nullptr, nullptr},
    {"clear", QT_TRANSLATE_NOOP("TimelineKeys", "Clear the selection"), "Esc", nullptr, nullptr},
    {"find", QT_TRANSLATE_NOOP("TimelineKeys", "Find"), "/ Ctrl+F", nullptr, nullptr},
    {"find-next", QT_TRANSLATE_NOOP("TimelineKeys", "Next one found"), "N F3", nullptr, nullptr},
    {"find-previous", QT_TRANSLATE_NOOP("TimelineKeys", "Previous one found"), "Shift+N Shift+F3", nullptr, nullptr},
    {"add-marker", QT_TRANSLATE_NOOP("TimelineKeys", "Set a marker, or write its note"), "M", nullptr, nullptr},
    {"next-marker", QT_TRANSLATE_NOOP("TimelineKeys", "Next marker"), "E", nullptr, nullptr},
    {"previous-marker", QT_TRANSLATE_NOOP("TimelineKeys", "Previous marker"), "Q", nullptr, nullptr},
    {"delete-marker", QT_TRANSLATE_NOOP("TimelineKeys", "Delete the nearest marker"), "Del", nullptr, nullptr},
    {"arrows", QT_TRANSLATE_NOOP("TimelineKeys", "Show or hide dependency arrows"), "R", nullptr, nullptr},
    {"critical-path",
     QT_TRANSLATE_NOOP("TimelineKeys", "Critical path: show or hide; of two runs both, the baseline's, this run's"),
     "C", nullptr, nullptr},
    {"pin-lane", QT_TRANSLATE_NOOP("TimelineKeys", "Pin or unpin the lane"), "P", nullptr, nullptr},
    {"hide-lane", QT_TRANSLATE_NOOP("TimelineKeys", "Hide the lane"), "H", nullptr, nullptr},
    {"show-all-lanes", QT_TRANSLATE_NOOP("TimelineKeys", "Show all lanes again"), "Shift+H", nullptr, nullptr},
    {"lane-up", QT_TRANSLATE_NOOP("TimelineKeys", "Move the lane up"), "Shift+K Alt+Shift+Up", nullptr, nullptr},
    {"lane-down", QT_TRANSLATE_NOOP("TimelineKeys", "Move the lane down"), "Shift+J Alt+Shift+Down", nullptr, nullptr},
    {"lane-taller", QT_TRANSLATE_NOOP("TimelineKeys", "Make the lane taller"), "Shift+T", nullptr, nullptr},
    {"lane-flatter", QT_TRANSLATE_NOOP("TimelineKeys", "Make the lane flatter"), "T", nullptr, nullptr},
    {"fold-group", QT_TRANSLATE_NOOP("TimelineKeys", "Fold or unfold the lane's heading"), "X", nullptr, nullptr},
    {"next-grouping", QT_TRANSLATE_NOOP("TimelineKeys", "Next grouping of the lanes"), "G", nullptr, nullptr},
    {"counters", QT_TRANSLATE_NOOP("TimelineKeys", "Show or hide counter lanes"), "V", nullptr, nullptr},
    {"help", QT_TRANSLATE_NOOP("TimelineKeys", "Show all keys"), "?", nullptr, nullptr},
}};

const CommandInfo &infoOf(TimelineCommand command)
{
    return commands[static_cast<std::size_t>(command)];
}

bool mayBeFast(TimelineCommand command)
{
    return command <= TimelineCommand::ScrollDown;
}

} // namespace

PointerHabits TimelineKeys::habits() const
{
    return m_profile == KeyProfile::Tracy ? PointerHabits{true, true, true} : PointerHabits{};
}

QList<QKeySequence> TimelineKeys::keys(TimelineCommand command) const
{
    if (const auto found = m_bound.find(command); found != m_bound.end())
        return found->second;
    const CommandInfo &info = infoOf(command);
    const char *own = m_profile == KeyProfile::Tracy    ? info.tracy
                      : m_profile == KeyProfile::Nsight ? info.nsight
                                                        : nullptr;
    QList<QKeySequence> keys;
    const QStringList names = QString::fromLatin1(own ? own : info.perfetto).split(QLatin1Char(' '));
    for (const QString &name : names) {
        const QKeySequence key(name, QKeySequence::PortableText);
        bool taken = false; // by a key that the user has bound
        for (const auto &[other, bound] : m_bound)
            taken = taken || bound.contains(key);
        if (!taken)
            keys << key;
    }
    return keys;
}

QString TimelineKeys::keysText(TimelineCommand command) const
{
    QStringList texts;
    for (const QKeySequence &key : keys(command))
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

void TimelineKeys::bind(TimelineCommand command, const QList<QKeySequence> &keys)
{
    for (auto &[other, bound] : m_bound)
        for (const QKeySequence &key : keys)
            bound.removeAll(key);
    m_bound[command] = keys;
}

std::optional<TimelineKeys::Press> TimelineKeys::commandFor(const QKeyEvent &event) const
{
    const auto look = [this](Qt::KeyboardModifiers modifiers, int key) -> std::optional<TimelineCommand> {
        const QKeySequence wanted(QKeyCombination(modifiers, static_cast<Qt::Key>(key)));
        for (int i = 0; i < timelineCommandCount; ++i)
            if (keys(static_cast<TimelineCommand>(i)).contains(wanted))
                return static_cast<TimelineCommand>(i);
        return std::nullopt;
    };
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (const auto command = look(modifiers, event.key()))
        return Press{*command, false};
    if (!(modifiers & Qt::ShiftModifier))
        return std::nullopt;
    // A sign that needs Shift on this keyboard ("?"), or a faster move.
    const auto command = look(modifiers & ~Qt::ShiftModifier, event.key());
    const bool isLetter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    if (command && (mayBeFast(*command) || (!isLetter && event.key() < Qt::Key_Escape)))
        return Press{*command, mayBeFast(*command)};
    return std::nullopt;
}

QByteArray TimelineKeys::toJson() const
{
    QJsonObject object, bound;
    object[QLatin1String("profile")] = profileTitle(m_profile).toLower();
    for (const auto &[command, keys] : m_bound) {
        QJsonArray list;
        for (const QKeySequence &key : keys)
            list.append(key.toString(QKeySequence::PortableText));
        bound[id(command)] = list;
    }
    object[QLatin1String("keys")] = bound;
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

TimelineKeys TimelineKeys::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    TimelineKeys keys;
    for (int i = 0; i < keyProfileCount; ++i)
        if (object[QLatin1String("profile")].toString() == profileTitle(static_cast<KeyProfile>(i)).toLower())
            keys.m_profile = static_cast<KeyProfile>(i);
    const QJsonObject bound = object[QLatin1String("keys")].toObject();
    for (int i = 0; i < timelineCommandCount; ++i) {
        const auto command = static_cast<TimelineCommand>(i);
        if (!bound[id(command)].isArray())
            continue;
        QList<QKeySequence> list;
        const QJsonArray names = bound[id(command)].toArray();
        for (const QJsonValue name : names)
            if (const QKeySequence key(name.toString(), QKeySequence::PortableText); !key.isEmpty())
                list << key;
        keys.m_bound[command] = list;
    }
    return keys;
}

QString TimelineKeys::helpHtml() const
{
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='2'>");
    const auto line = [&html](const QString &keys, const QString &what) {
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
    };
    for (int i = 0; i < timelineCommandCount; ++i) {
        const auto command = static_cast<TimelineCommand>(i);
        if (const QString text = keysText(command); !text.isEmpty())
            line(text, title(command));
    }
    line(tr("Shift with zoom and move keys"), tr("Twice as far"));
    line(tr("Ctrl+1 … Ctrl+9, 1 … 9"), tr("Keep this view as a bookmark, go back to it"));
    const PointerHabits now = habits();
    line(now.wheelZooms ? tr("Wheel, Ctrl+wheel, pinch") : tr("Ctrl+wheel, pinch"), tr("Zoom at the pointer"));
    line(tr("Shift+wheel, sideways wheel"), tr("Move along the time"));
    line(tr("Ctrl+Shift+wheel"), tr("Taller or shorter SM lanes"));
    line(tr("Drag"), tr("Select a range; its ends snap to operations, with Alt they do not"));
    line(tr("Ctrl+click"), tr("Measure from the selected operation to this one"));
    line(now.middleDragZooms ? tr("Shift+drag, right drag") : tr("Shift+drag, middle drag"), tr("Move the picture"));
    if (now.middleDragZooms)
        line(tr("Middle drag"), tr("Zoom to the dragged range"));
    line(tr("Double click"), tr("Show one operation as wide as the window"));
    line(tr("Click or drag a heading or a label"), tr("Fold its lanes, move the lane; its lower edge makes it taller"));
    return html + QStringLiteral("</table>");
}

QString TimelineKeys::title(TimelineCommand command)
{
    return tr(infoOf(command).title);
}

QString TimelineKeys::id(TimelineCommand command)
{
    return QString::fromLatin1(infoOf(command).id);
}

QString TimelineKeys::profileTitle(KeyProfile profile)
{
    constexpr std::array<const char *, keyProfileCount> titles{"Perfetto", "Tracy", "Nsight"};
    return QLatin1String(titles[static_cast<std::size_t>(profile)]);
}

} // namespace streamscope
