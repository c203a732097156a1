// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/panels.h"

#include "gui/timeline/prediction_overlay.h"
#include "gui/timeline/span_text.h"
#include "gui/timeline/time_text.h"

namespace streamscope {

namespace {

QString percentOf(std::int64_t part, std::int64_t whole)
{
    return QString::number(100.0 * static_cast<double>(part) / static_cast<double>(whole), 'f', 1)
           + QStringLiteral("\u00a0%");
}

QString severityHtml(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QStringLiteral("ℹ ") + FindingsPanel::tr("Info");
    case Severity::Hint:
        return QStringLiteral("➤ ") + FindingsPanel::tr("Hint");
    case Severity::Warning:
        return QStringLiteral("⚠ ") + FindingsPanel::tr("Warning");
    case Severity::Problem:
        return QStringLiteral("✖ ") + FindingsPanel::tr("Problem");
    }
    return {};
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

OverlapPanel::OverlapPanel(QWidget *parent) : FactList(parent)
{
    setAnalysis(nullptr);
}

void OverlapPanel::setAnalysis(const RunAnalysis *analysis)
{
    if (!analysis || analysis->devices.empty()) {
        showOnly(analysis ? tr("Nothing ran on a device.")
                          : tr("How much copying and computing overlapped appears here after a run."));
        return;
    }
    clear();
    for (const auto &[device, figures] : analysis->devices)
        addDevice(device, figures);
    fit();
}

void OverlapPanel::addDevice(int device, const DeviceFigures &figures)
{
    QTreeWidgetItem *heading = addHeading(tr("Device %1").arg(device));
    const auto add = [&](const QString &label, std::int64_t ns, const QString &help) {
        QString value = timeText(ns);
        if (figures.spanNs > 0)
            value += QStringLiteral("   (%1)").arg(percentOf(ns, figures.spanNs));
        addFact(label, value, help, heading);
    };
    add(tr("Span"), figures.spanNs,
        tr("From the first start to the last end of any operation of the device. The percentages are of this."));
    add(tr("Busy"), figures.busyUnionNs, tr("Time in which at least one operation executed."));
    add(tr("Idle"), figures.idleNs, tr("Span less busy."));
    add(tr("Kernels"), figures.unionNs.kernel, tr("Time in which at least one kernel executed."));
    add(tr("H2D copies"), figures.unionNs.h2d, tr("Time in which at least one host-to-device copy executed."));
    add(tr("D2H copies"), figures.unionNs.d2h, tr("Time in which at least one device-to-host copy executed."));
    if (figures.unionNs.d2d > 0)
        add(tr("D2D copies"), figures.unionNs.d2d, tr("Time in which at least one copy on the device executed."));
    if (figures.unionNs.memset > 0)
        add(tr("Memset"), figures.unionNs.memset, tr("Time in which at least one memset executed."));
    add(tr("Kernel and any copy"), figures.overlapNs.kernelCopy, tr("A kernel and a copy executed at once."));
    add(tr("Kernel and H2D"), figures.overlapNs.kernelH2D, tr("A kernel and a host-to-device copy executed at once."));
    add(tr("Kernel and D2H"), figures.overlapNs.kernelD2H, tr("A kernel and a device-to-host copy executed at once."));
    add(tr("H2D and D2H"), figures.overlapNs.h2dD2H, tr("Copies in both directions executed at once."));
    const bool copies = figures.unionNs.h2d + figures.unionNs.d2h + figures.unionNs.d2d > 0;
    if (copies) {
        addFact(tr("Copying hidden"), QString::number(figures.copyHiddenPercent, 'f', 1) + QStringLiteral("\u00a0%"),
                tr("The share of all copying under which a kernel ran."), heading);
        add(tr("Copying exposed"), figures.exposedCopyNs, tr("Copying under which no kernel ran."));
    }
    addFact(tr("Most streams at once"), QString::number(figures.maxStreamsActive),
            tr("The largest number of streams that executed at the same time."), heading);
    for (const auto &[count, ns] : figures.streamsActiveNs)
        add(tr("%n stream(s) at once", nullptr, count), ns, tr("Time in which exactly so many streams executed."));
    for (const auto &[id, stream] : figures.streams)
        addFact(tr("Stream %1").arg(QString::fromStdString(id)),
                tr("%1 busy, %2 waiting, %n operation(s)", nullptr, stream.operations)
                    .arg(timeText(stream.busyNs), timeText(stream.waitedNs)),
                tr("Executing, and ready but waiting for an engine."), heading);
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
        if (!finding.suggestion.empty())
            html += QStringLiteral("<br><b>→</b> ") + escaped(finding.suggestion);
        html += QStringLiteral("</p>");
    }
    for (const std::string &note : notes)
        html += tr("<p><b>✎ Note</b><br>%1</p>").arg(escaped(note));
    setHtml(html);
}

} // namespace streamscope
