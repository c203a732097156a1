// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/recovery_offer.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"
#include "gui/widgets/message_bar.h"

#include <QLocale>

#include <utility>

namespace streamscope {

namespace {

constexpr qsizetype maxNames = 4; ///< one line

QString namesOf(const SessionHead &head)
{
    QStringList names;
    for (const QString &title : head.titles)
        names << RecoveryOffer::tr("“%1”").arg(title);
    const qsizetype more = names.size() - maxNames;
    return more <= 0 ? names.join(QStringLiteral(", "))
                     : RecoveryOffer::tr("%1 and %2 more")
                           .arg(names.mid(0, maxNames).join(QStringLiteral(", ")), QString::number(more));
}

/// Renames it.
QString damagedText(const RecoveryFolder::Left &left, const QString &problem)
{
    return RecoveryOffer::tr("The session of an earlier window is damaged: %1. It is kept as %2.")
        .arg(problem, left.putAside());
}

} // namespace

RecoveryOffer::RecoveryOffer(const RecoveryFolder &folder, const ExperimentList &known, MessageBar *bar,
                             Restore restore, QObject *parent)
    : QObject(parent), m_folder(folder), m_known(known), m_bar(bar), m_restore(std::move(restore))
{}

QStringList RecoveryOffer::begin()
{
    QStringList damaged;
    for (RecoveryFolder::Left &left : m_folder.takeLeft()) {
        try {
            const std::string file = left.documentsFile();
            SessionHead head = readSessionHead(loadSessionDocuments(file, m_known), file);
            m_offers.push_back({std::move(left), std::move(head)});
        } catch (const InputError &error) {
            damaged << damagedText(left, translated(error.what()));
        }
    }
    showFirst();
    return damaged;
}

void RecoveryOffer::showFirst()
{
    if (m_offers.empty())
        return;
    const SessionHead &head = m_offers.front().head;
    m_bar->showMessage(MessageBar::Kind::Note,
                       tr("StreamScope ended unexpectedly on %1. Open were %2.")
                           .arg(QLocale().toString(head.when.toLocalTime(), QLocale::ShortFormat), namesOf(head)));
    m_bar->offer(tr("Restore"), [this] {
        m_bar->clear(); // nobody restores it twice
        m_restore(m_offers.front().left);
    });
    m_bar->offer(tr("Discard"), [this] { finishFirst(); });
}

void RecoveryOffer::finishFirst()
{
    m_offers.front().left.remove();
    m_offers.pop_front();
    showFirst();
}

QString RecoveryOffer::refuseFirst(const QString &problem)
{
    const QString text = damagedText(m_offers.front().left, problem);
    m_offers.pop_front();
    showFirst();
    return text;
}

} // namespace streamscope
