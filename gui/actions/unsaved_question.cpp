// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/unsaved_question.h"

#include "gui/timeline/text/translation.h"
#include "gui/workspace/workspace.h"

#include <QAbstractButton>
#include <QMessageBox>

#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t maxNames = 8; ///< the box must fit on a screen

QString nameList(const std::vector<PresetDocument *> &documents)
{
    QStringList lines;
    for (const PresetDocument *document : documents)
        lines << QStringLiteral("• ") + document->displayName();
    if (documents.size() > maxNames) {
        lines.resize(static_cast<qsizetype>(maxNames));
        lines << tr("and %1 more").arg(documents.size() - maxNames);
    }
    return lines.join(QLatin1Char('\n'));
}

QMessageBox::StandardButton answerOf(QWidget *window, const std::vector<PresetDocument *> &documents)
{
    const bool several = documents.size() > 1;
    const auto save = several ? QMessageBox::SaveAll : QMessageBox::Save;
    QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"), {}, save | QMessageBox::Discard | QMessageBox::Cancel,
                    window);
    box.setObjectName(QStringLiteral("unsavedQuestion"));
    box.setTextFormat(Qt::PlainText);
    box.setText(several ? tr("Save the changes to these %1 documents?\n\n%2")
                              .arg(QString::number(documents.size()), nameList(documents))
                        : tr("Save the changes to “%1”?").arg(documents.front()->displayName()));
    box.setInformativeText(tr("What is not saved is lost."));
    for (QAbstractButton *button : box.buttons())
        if (!button->text().contains(QLatin1Char('&'))) // some desktops give them keys, Qt itself does not
            button->setText(QLatin1Char('&') + button->text());
    box.setDefaultButton(save);
    box.setEscapeButton(QMessageBox::Cancel);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

} // namespace

UnsavedQuestion::UnsavedQuestion(Workspace &workspace, QWidget *window, std::function<bool()> saveFront)
    : m_workspace(workspace), m_window(window), m_saveFront(std::move(saveFront))
{}

bool UnsavedQuestion::mayReplaceFront()
{
    PresetDocument &front = m_workspace.front();
    bool letsGo = false;
    return !front.isModified() || !front.isOwn() || ask({&front}, letsGo);
}

bool UnsavedQuestion::mayEnd()
{
    const auto unsaved = m_workspace.unsaved();
    bool letsGo = false;
    if (!unsaved.empty() && !ask(unsaved, letsGo))
        return false;
    if (letsGo)
        m_workspace.letGo();
    return true;
}

bool UnsavedQuestion::ask(const std::vector<PresetDocument *> &documents, bool &letsGo)
{
    const auto answer = answerOf(m_window, documents);
    letsGo = answer == QMessageBox::Discard;
    if (answer == QMessageBox::Cancel)
        return false;
    if (!letsGo)
        for (PresetDocument *document : documents) {
            m_workspace.bringToFront(document);
            if (!m_saveFront())
                return false;
        }
    return true;
}

} // namespace streamscope
