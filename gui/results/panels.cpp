// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/panels.h"

#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/text/span_text.h"

#include <array>

namespace streamscope {

namespace {

QString severityHtml(Severity severity)
{
    constexpr std::array texts{"ℹ Info", "➤ Hint", "⚠ Warning", "✖ Problem"};
    return FindingsPanel::tr(texts[static_cast<std::size_t>(severity)]);
}

QString escaped(const std::string &text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

} // namespace

void DevicePanel::setDevice(const DeviceInfo *device)
{
    if (!device) {
        showOnly(tr("The properties appear when the device is known."));
        return;
    }
    clear();
    for (const DeviceProperty &property : deviceProperties(*device))
        addFact(QString::fromStdString(property.label), QString::fromStdString(property.text),
                QString::fromStdString(property.help));
    fit();
}

void DevicePanel::setTrace(const ImportReport &report)
{
    clear();
    for (const ImportReport::Device &device : report.devices) {
        addFact(tr("Device %1").arg(device.id), QString::fromStdString(device.name), tr("As far as the file says."));
        if (device.operations > 0)
            addFact(tr("Kept"), QString::fromStdString(device.keptText()));
    }
    fit();
}

SelectionPanel::SelectionPanel(QWidget *parent) : FactList(parent)
{
    setSpan(nullptr, -1);
}

void SelectionPanel::setSpan(const Timeline *timeline, int span, const Timeline *predicted)
{
    if (!timeline || span < 0 || static_cast<std::size_t>(span) >= timeline->size()) {
        showOnly(tr("Click an operation in the timeline."));
        return;
    }
    clear();
    for (const auto &[label, value] : spanFacts(*timeline, static_cast<std::uint32_t>(span)))
        addFact(label, value);
    if (const QString text = predictionText(*timeline, predicted, static_cast<std::uint32_t>(span)); !text.isEmpty())
        addFact(tr("Predicted"), text);
    fit();
}

FindingsPanel::FindingsPanel(QWidget *parent) : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("findings"));
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Findings"));
    setFindings(nullptr);
}

void FindingsPanel::setFindings(const std::vector<Finding> *findings, const std::vector<std::string> &notes)
{
    QString html;
    if (!findings)
        html = tr("<p>Reasons and suggestions appear here after a run.</p>");
    else if (findings->empty() && notes.empty())
        html = tr("<p>Nothing stands out in this run.</p>");
    for (std::size_t i = 0; findings && i < findings->size(); ++i) {
        const Finding &finding = (*findings)[i];
        html += QStringLiteral("<p><b>%1</b><br>%2").arg(severityHtml(finding.severity), escaped(finding.text));
        if (!finding.suggestion.text.empty())
            html += QStringLiteral("<br><b>→</b> ") + escaped(finding.suggestion.text);
        html += QStringLiteral("</p>");
    }
    for (const std::string &note : notes)
        html += tr("<p><b>✎ Note</b><br>%1</p>").arg(escaped(note));
    setHtml(html);
}

} // namespace streamscope
