// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/explanation_view.h"

#include "gui/language/translated.h"

namespace streamscope {

ExplanationView::ExplanationView(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("What this shows"));
}

void ExplanationView::setPreset(const Preset &preset, const QStringList &changes)
{
    const auto paragraphs = [](const std::string &text) {
        QString html;
        for (const QString &paragraph : translated(text).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
            html += QStringLiteral("<p>%1</p>").arg(paragraph.toHtmlEscaped());
        return html;
    };
    const auto heading = [](const std::string &text) {
        return QStringLiteral("<h3>%1</h3>").arg(translated(text).toHtmlEscaped());
    };
    QString html;
    if (!preset.title.empty())
        html += heading(preset.title) + paragraphs(preset.description);
    if (!changes.isEmpty())
        html += tr("<p><b>✎ Changed, so the numbers above are of other values:</b> %1</p>")
                    .arg(changes.join(QStringLiteral(", ")).toHtmlEscaped());
    if (preset.experiment && (preset.title.empty() || preset.experiment->title() != preset.title))
        html += heading(preset.experiment->title());
    if (preset.experiment)
        html += paragraphs(preset.experiment->explanation());
    setHtml(html);
}

} // namespace streamscope
