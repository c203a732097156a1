// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/unsaved_question.h"

#include "gui/timeline/text/translation.h"
#include "gui/workspace/preset_document.h"

#include <QAbstractButton>
#include <QMessageBox>

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
        lines << streamscope::tr("and %1 more").arg(documents.size() - maxNames);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

UnsavedAnswer askAboutUnsaved(QWidget *window, const std::vector<PresetDocument *> &documents)
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
    const int answer = box.exec();
    return answer == QMessageBox::Cancel    ? UnsavedAnswer::Cancel
           : answer == QMessageBox::Discard ? UnsavedAnswer::Discard
                                            : UnsavedAnswer::Save;
}

} // namespace streamscope
