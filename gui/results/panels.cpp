// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/panels.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/text/span_text.h"

#include <QAction>
#include <QEvent>
#include <QTextBlock>
#include <QTextCursor>
#include <QUrl>

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

QString severityHtml(Severity severity)
{
    constexpr std::array texts{QT_TRANSLATE_NOOP("streamscope::FindingsPanel", "ℹ Info"),
                               QT_TRANSLATE_NOOP("streamscope::FindingsPanel", "➤ Hint"),
                               QT_TRANSLATE_NOOP("streamscope::FindingsPanel", "⚠ Warning"),
                               QT_TRANSLATE_NOOP("streamscope::FindingsPanel", "✖ Problem")};
    return FindingsPanel::tr(texts[static_cast<std::size_t>(severity)]);
}

QString escaped(const std::string &text)
{
    return translated(text).toHtmlEscaped();
}

QString linkHtml(const char *scheme, const std::string &change, const QString &text)
{
    QUrl link;
    link.setScheme(QLatin1String(scheme));
    link.setPath(QString::fromStdString(change));
    return QStringLiteral(" <a href=\"%1\">%2</a>").arg(QString::fromUtf8(link.toEncoded()).toHtmlEscaped(), text);
}

/// "− 68 %, 49.1 ms (47.6 to 51.6 ms)", the link that applies the change, and the link to its code.
QString triedHtml(const Suggestion &suggestion)
{
    QString time = timeText(suggestion.predictedNs);
    if (suggestion.range)
        time +=
            QStringLiteral(" (%1)").arg(translated(timeRangeText(suggestion.range->lowNs, suggestion.range->highNs)));
    QString html = QStringLiteral("<br><b>−%1 %</b>: %2 %3 <code>%4</code>")
                       .arg(QString::number(suggestion.gain * 100, 'f', 1), FindingsPanel::tr("predicted"), time,
                            escaped(suggestion.change));
    html += linkHtml("apply", suggestion.change, FindingsPanel::tr("Apply"));
    if (!suggestion.code.empty())
        html += QStringLiteral(" ·") + linkHtml("code", suggestion.change, FindingsPanel::tr("Show the code"));
    return html;
}

/// The summary; what it names as not sure can be tried as well.
QString adviceHtml(const AdviceSummary &advice)
{
    QString html = QStringLiteral("<p><b>%1</b>").arg(escaped(advice.text));
    if (advice.uncertain)
        html += linkHtml("apply", advice.uncertain->change, FindingsPanel::tr("Apply"));
    return html + QStringLiteral("</p>");
}

QString holderText(DependencyKind kind)
{
    switch (kind) {
    case DependencyKind::Stream:
        return SelectionPanel::tr("its stream");
    case DependencyKind::Event:
        return SelectionPanel::tr("an event");
    case DependencyKind::Engine:
        return SelectionPanel::tr("its engine");
    case DependencyKind::Host:
        return SelectionPanel::tr("the host");
    }
    return {};
}

QString findingHtml(const Finding &finding)
{
    QString html = QStringLiteral("<p><b>%1</b><br>%2").arg(severityHtml(finding.severity), escaped(finding.text));
    if (!finding.suggestion.text.empty())
        html += QStringLiteral("<br><b>→</b> ") + escaped(finding.suggestion.text);
    if (finding.suggestion.isTried())
        html += triedHtml(finding.suggestion);
    return html + QStringLiteral("</p>");
}

} // namespace

/// What CUDA's own names mean.
QString DevicePanel::titleOf(const QString &label)
{
    return label == QLatin1String("asyncEngineCount")    ? tr("Copy engines")
           : label == QLatin1String("concurrentKernels") ? tr("Concurrent kernels")
                                                         : translated(label);
}

void DevicePanel::setDevice(const DeviceInfo *device)
{
    if (!device) {
        showOnly(tr("The properties appear when the device is known."));
        return;
    }
    clear();
    for (const DeviceProperty &property : deviceProperties(*device))
        addFact(titleOf(QString::fromStdString(property.label)), translated(property.text), translated(property.help));
    fit();
}

void DevicePanel::setTrace(const ImportReport &report)
{
    clear();
    for (const ImportReport::Device &device : report.devices) {
        addFact(tr("Device %1").arg(device.id), QString::fromStdString(device.name), tr("As far as the file says."));
        if (device.operations > 0)
            addFact(tr("Kept"), translated(device.keptText()));
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

void SelectionPanel::setExplanation(const Timeline &timeline, const Explanation &explanation)
{
    constexpr std::size_t most = 12;                              // who wants the rest follows the links
    for (const QString &former : {tr("Waited for"), tr("Slack")}) // it may be asked for again
        qDeleteAll(findItems(former, Qt::MatchExactly, 0));
    QTreeWidgetItem *heading = addHeading(tr("Waited for"));
    const auto &chain = explanation.chain;
    for (std::size_t i = 0; i < std::min(chain.size(), most); ++i) {
        const QString help = translated(chain[i].text);
        if (i + 1 == chain.size() || !chain[i].heldBy) {
            addFact(tr("nothing"), help, help, heading);
            break;
        }
        const Span before = timeline.span(chain[i + 1].span);
        addLink(holderText(*chain[i].heldBy),
                tr("%1 %2, until %3")
                    .arg(chain[i + 1].span)
                    .arg(QString::fromUtf8(timeline.name(before.name).data(),
                                           static_cast<qsizetype>(timeline.name(before.name).size())),
                         exactTimeText(before.end)),
                static_cast<int>(chain[i + 1].span), help, heading);
    }
    if (chain.size() > most)
        addFact(tr("and before"), tr("%1 more").arg(chain.size() - most), {}, heading);
    addFact(tr("Slack"), timeText(explanation.slackNs), translated(explanation.slackText));
    heading->setExpanded(true);
    fit();
}

FindingsPanel::FindingsPanel(QWidget *parent) : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("findings"));
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Findings"));
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) {
        if (link.scheme() == QLatin1String("run"))
            m_run->trigger();
        else if (link.scheme() == QLatin1String("code"))
            Q_EMIT codeWanted(link.path(QUrl::FullyDecoded));
        else
            Q_EMIT applyWanted(link.path(QUrl::FullyDecoded));
    });
    setAnalysis(nullptr);
}

void FindingsPanel::setAnalysis(const RunAnalysis *analysis, const std::vector<std::string> &notes, bool isTrying)
{
    m_isTrying = isTrying && analysis && !analysis->advice;
    m_isEmpty = !analysis;
    if (m_isEmpty) {
        showNothing();
        return;
    }
    QString html;
    if (analysis->advice)
        html = adviceHtml(*analysis->advice);
    else if (m_isTrying)
        html = tr("<p>Trying changes…</p>");
    else if (analysis->findings.empty() && notes.empty())
        html = tr("<p>Nothing stands out in this run.</p>");
    for (const Finding &finding : analysis->findings)
        html += findingHtml(finding);
    for (const std::string &note : notes)
        html += tr("<p><b>✎ Note</b><br>%1</p>").arg(escaped(note));
    showText(html);
}

void FindingsPanel::showText(const QString &html)
{
    m_html = html;
    setHtml(html);
}

/// The text has the colours of links that the palette had when it was set.
void FindingsPanel::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setHtml(m_html);
}

void FindingsPanel::showNothing()
{
    QString html = tr("<p>Reasons and suggestions appear here after a run.</p>");
    if (m_run && m_run->isEnabled())
        html += tr("<p><a href=\"run:\">Run (F5)</a></p>");
    showText(html);
}

void FindingsPanel::offer(QAction *run)
{
    m_run = run;
    connect(run, &QAction::changed, this, [this] {
        if (m_isEmpty)
            showNothing();
    });
    if (m_isEmpty)
        showNothing();
}

/// In the first paragraph; what is selected or scrolled to below it stays.
void FindingsPanel::showProgress(int done, int total, const QString &what)
{
    if (!m_isTrying || total <= 0)
        return;
    QTextCursor first(document()->firstBlock());
    first.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    first.insertText(tr("%1: %2 of %3…").arg(translated(what)).arg(done).arg(total));
}

} // namespace streamscope
