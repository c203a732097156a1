// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/recovery_offer.h"

#include "engine/program/errors.h"
#include "gui/widgets/message_bar.h"

#include <QFileInfo>
#include <QLocale>

#include <utility>

namespace streamscope {

namespace {

constexpr qsizetype maxNames = 4; ///< one line

QString namesOf(const KeptWork &work)
{
    QStringList names;
    for (const KeptDocument &kept : work.documents)
        names << RecoveryOffer::tr("“%1”").arg(kept.title);
    const qsizetype more = names.size() - maxNames;
    return more <= 0 ? names.join(QStringLiteral(", "))
                     : RecoveryOffer::tr("%1 and %2 more")
                           .arg(names.mid(0, maxNames).join(QStringLiteral(", ")), QString::number(more));
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
            KeptWork work = readKeptWork(left.read(), QFileInfo(left.file()).fileName().toStdString(), m_known);
            m_offers.push_back({std::move(left), std::move(work)});
        } catch (const InputError &error) {
            damaged << tr("Unsaved work of an earlier window is damaged: %1. It is kept as %2.")
                           .arg(QString::fromUtf8(error.what()), left.putAside());
        }
    }
    showFirst();
    return damaged;
}

void RecoveryOffer::showFirst()
{
    if (m_offers.empty())
        return;
    const KeptWork &work = m_offers.front().work;
    m_bar->showMessage(MessageBar::Kind::Note,
                       tr("StreamScope ended with unsaved changes on %1: %2.")
                           .arg(QLocale().toString(work.when.toLocalTime(), QLocale::ShortFormat), namesOf(work)));
    m_bar->offer(tr("Restore"), [this] {
        m_restore(m_offers.front().work);
        finishFirst();
    });
    m_bar->offer(tr("Discard"), [this] { finishFirst(); });
}

void RecoveryOffer::finishFirst()
{
    m_offers.front().left.remove();
    m_offers.pop_front();
    showFirst();
}

} // namespace streamscope
