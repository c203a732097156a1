// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/help_actions.h"

#include "gui/help/about_box.h"
#include "gui/help/manual_folder.h"
#include "gui/help/manual_window.h"
#include "gui/help/problem_report.h"
#include "gui/help/version_text.h"
#include "gui/language/translated.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include "engine/program/errors.h"
#include "engine/run/devices.h"

#include <QAction>
#include <QApplication>
#include <QSysInfo>

namespace streamscope {

HelpActions::HelpActions(const Parts &parts) : m_parts(parts)
{
    const WindowActions &actions = parts.actions;
    connect(actions.manual, &QAction::triggered, this, &HelpActions::openManual);
    connect(actions.reportProblem, &QAction::triggered, this, &HelpActions::reportProblem);
    connect(actions.about, &QAction::triggered, this, [this] {
        const DeviceCatalog *devices = m_parts.workspace.devices();
        showAboutBox(m_parts.window, devices ? translated(devices->cudaStatus) : QString());
    });
    connect(actions.aboutQt, &QAction::triggered, qApp, &QApplication::aboutQt);
}

HelpActions::~HelpActions()
{
    delete m_manual;
}

/// A window of its own, which stays beside the lab; F1 in it would find nothing else.
void HelpActions::openManual()
{
    const QString folder = manualFolder();
    if (folder.isEmpty()) {
        m_parts.messages->complain(
            tr("The manual is not beside this program: share/doc/streamscope/manual has no index.md. "
               "Install the whole package, or read docs/ in the sources."));
        return;
    }
    const QString page = manualPageOf(QApplication::focusWidget());
    if (!m_manual) {
        m_manual = new ManualWindow(folder);
        m_manual->setWindowIcon(m_parts.window->windowIcon());
    }
    m_manual->open(page);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

/// Names, versions and the driver; neither the serial number nor the place of a card.
QString HelpActions::devicesText() const
{
    const DeviceCatalog *devices = m_parts.workspace.devices();
    if (!devices)
        return tr("not looked for yet");
    QStringList lines{translated(devices->cudaStatus)};
    for (const DeviceInfo &device : devices->devices) {
        if (device.kind != DeviceKind::Cuda)
            continue;
        QString line = QString::fromStdString(device.id + ": " + device.name);
        if (device.driverRelease)
            line += tr(", driver %1").arg(QString::fromStdString(*device.driverRelease));
        lines << line;
    }
    const std::string chosen = m_parts.workspace.deviceId();
    lines << tr("chosen: %1").arg(QString::fromStdString(chosen.empty() ? devices->defaultId + " (default)" : chosen));
    return lines.join(QLatin1Char('\n'));
}

void HelpActions::reportProblem()
{
    ProblemFacts facts;
    facts.version = QString::fromStdString(versionText()) + QStringLiteral("\nsystem: ") + QSysInfo::prettyProductName()
                    + QStringLiteral(", kernel ") + QSysInfo::kernelVersion() + QStringLiteral("\nplatform: ")
                    + QGuiApplication::platformName();
    facts.devices = devicesText();
    facts.settings = settingsText();
    facts.log = m_parts.log->toPlainText();
    auto *report = new ProblemReport(facts, m_parts.window);
    connect(report, &ProblemReport::saveWanted, this, [this, report] {
        const QString path = m_parts.dialogs.toSave(tr("Save the report"),
                                                    Settings::saveFolder() + QStringLiteral("/streamscope-report.md"),
                                                    tr("Markdown (*.md)"));
        if (path.isEmpty())
            return;
        try {
            report->saveTo(path);
            m_parts.messages->note(tr("Wrote %1").arg(path));
        } catch (const std::exception &error) {
            m_parts.messages->complain(translated(error.what()));
        }
    });
    report->show();
}

} // namespace streamscope
